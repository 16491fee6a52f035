use std::ffi::c_void;
use std::fs;
use std::path::Path;

use tt_core::{Bound, Entry, Payload};

use super::{TtField, TtRecord, TtUnit, pal_tt_create, pal_tt_free, pal_tt_probe, pal_tt_store};
use super::{pal_tt_resize, pal_tt_update};

/// The inline functions of the header read these bits.
#[test]
fn the_header_packs_entries_as_tt_core_does() {
    let bound = Bound::Lower;
    let entry = Entry { mv: 0x1234, score: -2, eval: 3, draft: 7, bound, pv: false };
    assert_eq!(entry.to_bits(), 0x0210_0003_fffe_1234, "tests/client.c has the number");
    assert_eq!((tt_core::DRAFT_MIN, tt_core::DRAFT_MAX), (-8, 246));
}

/// cbindgen is not needed to see that a function was forgotten.
#[test]
fn the_header_declares_what_the_sources_export() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let header = fs::read_to_string(folder.join("include/palimpsest.h")).unwrap();
    let mut exported = 0;
    for file in fs::read_dir(folder.join("src")).unwrap() {
        let path = file.unwrap().path();
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for line in text.lines().filter(|line| line.contains("extern \"C\" fn pal_")) {
            let (_, rest) = line.split_once("fn ").unwrap();
            let name = rest.split('(').next().unwrap();
            assert!(header.contains(&format!("{name}(")), "{name} is not in the header");
            exported += 1;
        }
    }
    assert!(exported > 30, "{exported}");
}

/// A record whose first word stands where C looks for it.
#[test]
fn c_sees_the_buckets_where_they_are() {
    let mut table = pal_tt_create(64, None, None).unwrap();
    let key = 0x0123_4567_89ab_cdef;
    let bits = Entry { mv: 7, draft: 3, ..Entry::default() }.to_bits();
    pal_tt_store(Some(&table), key, bits);
    assert_eq!(pal_tt_probe(Some(&table), key), bits);
    let place = table.records().place();
    assert_eq!((table.words, table.buckets, table.generation), (place.words, 1, place.generation));
    pal_tt_resize(Some(&mut table), 1 << 16, None);
    assert_eq!((table.words, table.buckets), (table.records().place().words, 1 << 10));
    assert_eq!(pal_tt_probe(Some(&table), key), bits);
    pal_tt_free(Some(table));
}

extern "C" fn add(record: u64, _: *mut c_void) -> u64 {
    record + (1 << 35)
}

#[test]
fn a_described_count_is_updated() {
    let field = |name, shift, width| TtField { name, shift, width };
    let fields = [field(c"visits".into(), 35, 24), field(c"value".into(), 0, 16)];
    let unit = TtUnit::Count as i32;
    let record = TtRecord { unit, fields: fields.as_ptr(), count: fields.len() };
    let table = pal_tt_create(1 << 16, Some(&record), None).unwrap();
    let key = 7 << 60;
    pal_tt_store(Some(&table), key, 5);
    for _ in 0..3 {
        pal_tt_update(Some(&table), key, Some(add), std::ptr::null_mut());
    }
    assert_eq!(pal_tt_probe(Some(&table), key), 3 << 35 | 5);
    pal_tt_free(Some(table));
    let narrow = TtRecord { count: 1, fields: &fields[1], unit };
    assert!(pal_tt_create(1 << 16, Some(&narrow), None).is_none(), "no priority at bit 58");
}
