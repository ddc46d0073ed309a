#[test]
fn the_embedded_battle_is_sound() {
    if let Err(faults) = longroll_shiloh::battle() {
        panic!("{}", faults.summary());
    }
}
