//! Hash keys with a proven distance.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use zobrist_keys::{Code, Xor64, xor64_fingerprint};

use crate::error::{Error, Failure, Status};
use crate::ffi::{Text, copy_text, list, list_mut};
use crate::panic::{guard, or, status};

/// The most features that a code has keys for.
const MOST_FEATURES: usize = 4095;

/// A group of features of a game, such as one for each kind of stone on each square.
#[repr(C)]
pub struct KeyGroup {
    /// Its name.
    pub name: Text,
    /// The number of its features.
    pub features: usize,
    /// Whether every ply changes one of them: 1 for the side to move, else 0.
    pub every_ply: u8,
}

/// The features of a game and the code of their keys, to be given back by `pal_schema_free`. Any
/// number of threads may use it.
pub struct SchemaOwned {
    groups: Vec<Group>,
    code: Code,
}

struct Group {
    name: String,
    features: usize,
    every_ply: bool,
}

impl SchemaOwned {
    fn features(&self) -> usize {
        self.groups.iter().map(|group| group.features).sum()
    }

    /// Returns how many plies that change so many features are safe.
    fn safe_plies(&self, changes: u32) -> u32 {
        let every_ply = self.groups.iter().filter(|group| group.every_ply).count() as u32;
        self.code.safe_plies(changes, every_ply)
    }

    fn certificate_text(&self) -> String {
        let mut text = format!("{} features\n", self.features());
        let mut first = 0;
        for Group { name, features, .. } in &self.groups {
            text += &format!("{first:>6}  {name} ({features})\n");
            first += features;
        }
        text + &self.code.to_string()
    }
}

/// Creates a schema of `count` groups, whose features are numbered one after the other; there are
/// 1 to 4,095. Returns null after an error.
///
/// # Safety
/// `groups` points to `count` groups.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pal_schema_create(
    groups: *const KeyGroup,
    count: usize,
    error: Option<&mut MaybeUninit<Error>>,
) -> Option<Box<SchemaOwned>> {
    guard(error, || {
        // SAFETY: the caller promises it.
        let groups = unsafe { list(groups, count) };
        let group = |one: &KeyGroup| {
            let name = one.name.get().ok_or_else(|| Failure::null("the name of a group"))?;
            let (features, every_ply) = (one.features, one.every_ply != 0);
            Ok(Group { name: name.to_owned(), features, every_ply })
        };
        let groups = groups.iter().map(group).collect::<Result<Vec<_>, Failure>>()?;
        let features = groups.iter().fold(0_usize, |sum, one| sum.saturating_add(one.features));
        if !(1..=MOST_FEATURES).contains(&features) {
            let text = format!("expected 1 to {MOST_FEATURES} features, found {features}");
            return Err(Failure::new(Status::Argument, text));
        }
        Ok(Box::new(SchemaOwned { groups, code: Code::for_features(features) }))
    })
    .ok()
}

/// Gives a schema back; null has no effect.
#[unsafe(no_mangle)]
pub extern "C" fn pal_schema_free(schema: Option<Box<SchemaOwned>>) {
    or((), || drop(schema));
}

/// Returns the number of features of all groups.
#[unsafe(no_mangle)]
pub extern "C" fn pal_schema_features(schema: Option<&SchemaOwned>) -> usize {
    or(0, || schema.map_or(0, SchemaOwned::features))
}

/// Returns the number of a feature, the one called `index` within a group, or `SIZE_MAX` if there
/// is none.
#[unsafe(no_mangle)]
pub extern "C" fn pal_schema_feature(
    schema: Option<&SchemaOwned>,
    group: Text,
    index: usize,
) -> usize {
    or(usize::MAX, || {
        let (Some(schema), Some(name)) = (schema, group.get()) else { return usize::MAX };
        let Some(at) = schema.groups.iter().position(|one| one.name == name) else {
            return usize::MAX;
        };
        let first: usize = schema.groups[..at].iter().map(|group| group.features).sum();
        if index < schema.groups[at].features { first + index } else { usize::MAX }
    })
}

/// Writes the keys of all features, `count` of them: those of a seed are the same on each machine
/// and in each version. The key of a position is the XOR of those of its features.
///
/// # Safety
/// `keys` points to memory for `count` numbers, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pal_schema_keys(
    schema: Option<&SchemaOwned>,
    seed: u64,
    keys: *mut u64,
    count: usize,
    error: Option<&mut MaybeUninit<Error>>,
) -> Status {
    status(error, || {
        let schema = schema.ok_or_else(|| Failure::null("a schema"))?;
        if keys.is_null() {
            return Err(Failure::null("room for keys"));
        }
        let features = schema.features();
        if count != features {
            let text = format!("expected room for {features} keys, found it for {count}");
            return Err(Failure::new(Status::Argument, text));
        }
        let mut made = vec![Xor64(0); features];
        schema.code.whitened(seed, &mut made);
        // SAFETY: the caller promises it; `MaybeUninit` has no invalid content.
        let keys = unsafe { list_mut(keys.cast::<MaybeUninit<u64>>(), count) };
        for (to, key) in keys.iter_mut().zip(made) {
            to.write(key.0);
        }
        Ok(())
    })
}

/// Returns the distance d of the keys: any d - 1 features are independent, so positions that differ
/// in 1 to d - 1 features have different keys.
#[unsafe(no_mangle)]
pub extern "C" fn pal_schema_distance(schema: Option<&SchemaOwned>) -> u32 {
    or(0, || schema.map_or(0, |schema| schema.code.distance()))
}

/// Returns how many plies are safe that change at most `changes` features each, the side to move
/// not counted: two different positions never share a key if their paths from a common ancestor
/// have at most so many plies together. 0 if `changes` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn pal_schema_safe_plies(schema: Option<&SchemaOwned>, changes: u32) -> u32 {
    or(0, || schema.filter(|_| changes > 0).map_or(0, |schema| schema.safe_plies(changes)))
}

/// Writes the certificate in words, cut to `size` bytes with the zero at its end, and returns the
/// length of the whole text without it.
///
/// # Safety
/// `buffer` is null or points to `size` bytes, which no other thread uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pal_schema_text(
    schema: Option<&SchemaOwned>,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    or(0, || {
        let text = schema.map(SchemaOwned::certificate_text).unwrap_or_default();
        // SAFETY: the caller promises it.
        unsafe { copy_text(&text, buffer, size) }
    })
}

/// Returns a number for a table of keys, as the schema of files and shared tables: another table
/// has another one.
///
/// # Safety
/// `keys` points to `count` keys.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pal_keys_fingerprint(keys: *const u64, count: usize) -> u64 {
    or(0, || {
        // SAFETY: the caller promises it.
        let keys: Vec<Xor64> = unsafe { list(keys, count) }.iter().copied().map(Xor64).collect();
        xor64_fingerprint(&keys)
    })
}

/// Mixes a word of 64 bits by a bijection, so that it can be a key.
#[unsafe(no_mangle)]
pub extern "C" fn pal_mix(word: u64) -> u64 {
    zobrist_keys::mix(word)
}
