//! How an id of the register (`SR 10.24-crests`) becomes a name in code
//! (`SR_10_24_crests`) and a key for looking up. Shared with `build.rs`, so it
//! relies on `str` and `String` only.

extern crate alloc;
use alloc::string::String;

/// The form in which ids are compared: the variant in small letters, so that
/// `sr 11.43`, `SR_11_43` and `SR 11.43` are the same question.
pub fn key(text: &str) -> String {
    let mut key = String::with_capacity(text.len() + 1);
    let text = text.trim();
    underscored(&mut key, text);
    key.make_ascii_lowercase();
    // `SR11.43`, `bb9.44`: people leave the space out.
    for system in ["sr", "bb", "sfg", "nm"] {
        if let Some(rest) = key.strip_prefix(system)
            && rest.starts_with(|c: char| c.is_ascii_digit())
        {
            key.insert(system.len(), '_');
            break;
        }
    }
    key
}

/// Appends the letters and digits of a text, every run of other signs as one underscore.
pub fn underscored(name: &mut String, text: &str) {
    let mut pending = false;
    for sign in text.chars() {
        if sign.is_ascii_alphanumeric() {
            if pending && !name.is_empty() {
                name.push('_');
            }
            pending = false;
            name.push(sign);
        } else {
            pending = true;
        }
    }
}
