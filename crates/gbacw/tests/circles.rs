//! A guard over the sources of all crates: files that need each other in a circle. None shall have more than three files; where
//! more do, the table says how many, and the number may only fall.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};

mod sources;
use sources::{crates, walk};

/// Crates with circles of more than three files: how many files each of these circles has. There is none.
const CIRCLES: &[(&str, &[usize])] = &[];

type Module = Vec<String>;

/// One file: what it re-exports, what it calls by another name, and every path in it.
#[derive(Default)]
struct Source {
    exports: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    imports: BTreeMap<String, Vec<String>>,
    paths: Vec<Vec<String>>,
}

impl Source {
    fn of(file: &syn::File) -> Self {
        let mut source = Self::default();
        source.visit_file(file);
        source
    }

    fn used(&mut self, tree: &syn::UseTree, so_far: &[String], exported: bool) {
        let with = |name: &syn::Ident| [so_far, &[name.to_string()]].concat();
        let (name, path) = match tree {
            syn::UseTree::Path(path) => {
                return self.used(&path.tree, &with(&path.ident), exported);
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.used(tree, so_far, exported);
                }
                return;
            }
            syn::UseTree::Glob(_) if exported => return self.globs.push(so_far.to_vec()),
            syn::UseTree::Glob(_) => return self.paths.push(so_far.to_vec()),
            syn::UseTree::Name(name) if name.ident == "self" => {
                (so_far.last().cloned().unwrap_or_default(), so_far.to_vec())
            }
            syn::UseTree::Name(name) => (name.ident.to_string(), with(&name.ident)),
            syn::UseTree::Rename(rename) => (rename.rename.to_string(), with(&rename.ident)),
        };
        if exported {
            self.exports.insert(name, path);
        } else {
            self.paths.push(path.clone());
            self.imports.insert(name, path);
        }
    }
}

impl<'ast> Visit<'ast> for Source {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let exported = !matches!(item.vis, syn::Visibility::Inherited);
        self.used(&item.tree, &[], exported);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter();
        self.paths
            .push(segments.map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    /// `pub(super)` says who may see a thing, not what it needs.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        let is_test = |attribute: &syn::Attribute| {
            matches!(&attribute.meta, syn::Meta::List(list)
                if list.path.is_ident("cfg") && list.tokens.to_string().contains("test"))
        };
        if !item.attrs.iter().any(is_test) {
            visit::visit_item_mod(self, item);
        }
    }
}

/// The sources of one crate by module.
struct Crate(BTreeMap<Module, Source>);

impl Crate {
    fn read(folder: &Path) -> Self {
        let mut files = Vec::new();
        walk(folder, &mut files);
        let mut modules = BTreeMap::new();
        for file in files {
            let inside = file.strip_prefix(folder).expect("a file of the folder");
            let mut module: Module = inside
                .with_extension("")
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            if matches!(
                module.last().map(String::as_str),
                Some("lib" | "main" | "mod")
            ) {
                module.pop();
            }
            let text = fs::read_to_string(&file).expect("a source");
            let parsed = syn::parse_file(&text).unwrap_or_else(|error| {
                panic!("{}: {error}", file.display());
            });
            modules.insert(module, Source::of(&parsed));
        }
        Self(modules)
    }

    /// The module that a path of a module leads to; none if it leads out of the crate.
    fn lookup(&self, from: &[String], path: &[String], depth: u8) -> Option<Module> {
        let mut at = from.to_vec();
        let mut rest = path;
        match rest.first()?.as_str() {
            "crate" => {
                at.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {
                while rest.first().is_some_and(|part| part == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                let child = [from, &[first.to_owned()]].concat();
                if !self.0.contains_key(&child) {
                    let import = self.0.get(from)?.imports.get(first)?;
                    if depth == 0 || import == path {
                        return None;
                    }
                    let whole = [import, &rest[1..]].concat();
                    return self.lookup(from, &whole, depth - 1);
                }
            }
        }
        for (place, part) in rest.iter().enumerate() {
            let child = [at.as_slice(), core::slice::from_ref(part)].concat();
            if self.0.contains_key(&child) {
                at = child;
                continue;
            }
            let source = self.0.get(&at)?;
            let through = source.exports.get(part).cloned().or_else(|| {
                let globs = source.globs.iter();
                let mut found = globs.map(|glob| [glob.as_slice(), &rest[place..=place]].concat());
                found.find(|path| self.lookup(&at, path, 0).is_some_and(|found| found != at))
            });
            if let (Some(path), 1..) = (through, depth) {
                let whole = [path.as_slice(), &rest[place + 1..]].concat();
                return self.lookup(&at, &whole, depth - 1);
            }
            break;
        }
        Some(at)
    }

    /// Which files need which.
    fn needs(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let needs = self.0.iter().map(|(module, source)| {
            let found = source
                .paths
                .iter()
                .filter_map(|path| self.lookup(module, path, 6))
                .filter(|found| found != module)
                .collect();
            (module, found)
        });
        needs.collect()
    }

    /// The circles of more than three files, the longest first.
    fn circles(&self) -> Vec<Vec<String>> {
        let needs = self.needs();
        let reached: BTreeMap<&Module, BTreeSet<Module>> = needs
            .keys()
            .map(|&from| {
                let mut found = BTreeSet::new();
                let mut left = vec![from.clone()];
                while let Some(module) = left.pop() {
                    for next in needs.get(&module).into_iter().flatten() {
                        if found.insert(next.clone()) {
                            left.push(next.clone());
                        }
                    }
                }
                (from, found)
            })
            .collect();
        let mut seen: BTreeSet<&Module> = BTreeSet::new();
        let mut circles: Vec<Vec<String>> = Vec::new();
        for (&module, found) in &reached {
            let mutual: Vec<&Module> = reached
                .keys()
                .copied()
                .filter(|other| found.contains(*other) && reached[other].contains(module))
                .collect();
            if mutual.len() > 3 && !seen.contains(module) {
                seen.extend(mutual.iter());
                circles.push(mutual.iter().map(|module| module.join("/")).collect());
            }
        }
        circles.sort_by_key(|circle| core::cmp::Reverse(circle.len()));
        circles
    }

    /// What each file of a circle needs of the others in it: where it can be cut.
    fn within(&self, circle: &[String]) -> Vec<(String, Vec<String>)> {
        let named = |module: &Module| module.join("/");
        let needs = self.needs().into_iter();
        let inside = needs.filter(|(module, _)| circle.contains(&named(module)));
        inside
            .map(|(module, needed)| {
                let needed = needed.iter().map(named);
                (
                    named(module),
                    needed.filter(|other| circle.contains(other)).collect(),
                )
            })
            .collect()
    }
}

#[test]
fn circles_of_files_only_become_smaller() {
    let root = crates();
    let mut names: Vec<String> = fs::read_dir(&root)
        .expect("the crates")
        .map(|entry| {
            entry
                .expect("a crate")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| root.join(name).join("src").is_dir())
        .collect();
    names.sort();
    assert!(names.len() > 15, "the crates were not found");
    let mut found: Vec<(String, Vec<usize>)> = Vec::new();
    for name in names {
        let sources = Crate::read(&root.join(&name).join("src"));
        let circles = sources.circles();
        for circle in &circles {
            println!("{name}: {} files: {}", circle.len(), circle.join(", "));
            for (file, needed) in sources.within(circle) {
                println!("    {file} needs {}", needed.join(", "));
            }
        }
        if !circles.is_empty() {
            found.push((name, circles.iter().map(Vec::len).collect()));
        }
    }
    let known: Vec<(String, Vec<usize>)> = CIRCLES
        .iter()
        .map(|(name, sizes)| ((*name).to_owned(), sizes.to_vec()))
        .collect();
    assert_eq!(
        found, known,
        "a circle that grew must be cut; one that shrank is written down here"
    );
}

/// Four files that need each other, one of them through a re-export, and one that only needs them.
#[test]
fn a_circle_is_found_through_re_exports() {
    let module = |path: &str| -> Module {
        let parts = path.split('/').filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let texts = [
        ("", "mod a; mod b; mod c; mod d; mod e;"),
        ("a", "use crate::b::thing; fn f() { thing() }"),
        ("b", "mod deep; pub use deep::thing;"),
        ("b/deep", "pub fn thing() { super::super::c::thing() }"),
        ("c", "use crate::d; pub fn thing() { d::thing() }"),
        ("d", "pub fn thing() { crate::a::f() }"),
        ("e", "use crate::a::f;"),
    ];
    let sources = texts.map(|(path, text)| {
        let parsed = syn::parse_file(text).expect("a source");
        (module(path), Source::of(&parsed))
    });
    let circles = Crate(BTreeMap::from(sources)).circles();
    assert_eq!(circles, [["a", "b/deep", "c", "d"]]);
}

/// A parent that needs its children, and children of which one needs the parent: what they show it is no need.
#[test]
fn a_visibility_is_no_need() {
    let texts = [
        ("", "mod a; mod b; mod c; fn f() { a::a(); b::b(); c::c() }"),
        ("a", "pub(super) fn a() {}"),
        ("b", "pub(crate) struct B { pub(super) b: u8 }"),
        ("c", "pub(in crate::c) fn c() { super::f() }"),
    ];
    let sources = texts.map(|(name, text)| {
        let parsed = syn::parse_file(text).expect("a source");
        let module: Module = name
            .split('/')
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect();
        (module, Source::of(&parsed))
    });
    let sources = Crate(BTreeMap::from(sources));
    let needs = sources.needs();
    let needed = |name: &str| needs[&Module::from_iter([name.to_owned()])].len();
    assert_eq!(["a", "b", "c"].map(needed), [0, 0, 1]);
}
