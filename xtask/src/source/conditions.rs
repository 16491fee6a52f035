//! The conditions under which an item is compiled: its attributes `#[cfg(…)]`.

use syn::punctuated::Punctuated;
use syn::{Attribute, Item, Meta, Token};

/// Returns the attributes of an item.
pub(crate) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Returns whether such an item is compiled for tests only: `#[cfg(test)]`, `#[cfg(all(test, …))]`.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    let of_cfg = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    of_cfg.filter_map(|cfg| cfg.parse_args().ok()).any(|predicate| asks_for_tests(&predicate))
}

fn asks_for_tests(predicate: &Meta) -> bool {
    match predicate {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => list
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .is_ok_and(|parts| parts.iter().any(asks_for_tests)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(text: &str) -> Item {
        syn::parse_str(text).unwrap()
    }

    #[test]
    fn what_is_compiled_for_tests_only() {
        for text in ["#[cfg(test)] mod a {}", "#[cfg(all(unix, test))] fn f() {}"] {
            assert!(is_for_tests(attributes(&first(text))), "{text}");
        }
        for text in [
            "#[cfg(not(test))] mod a {}",
            "#[cfg(any(test, unix))] use a::b;",
            "#[cfg(feature = \"test\")] struct A;",
            "#[test] fn f() {}",
            "fn f() {}",
        ] {
            assert!(!is_for_tests(attributes(&first(text))), "{text}");
        }
    }
}
