#[test]
fn the_embedded_data_is_sound() {
    match longroll_shiloh::check(&longroll_shiloh::Embedded) {
        Ok(summary) => println!("{summary:?}"),
        Err(faults) => panic!("{} faults\n{}", faults.list().len(), faults.summary()),
    }
}
