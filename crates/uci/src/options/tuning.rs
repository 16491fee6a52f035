//! The search's numbers as options, in builds with the feature `tuning`: each a spin by its own
//! name.

use search::{Params, Tunable, Tunables};

use crate::error::UciError;

/// Returns the number of that name, in any letter case.
fn find(name: &str) -> Option<&'static Tunable> {
    Params::ALL.iter().find(|tunable| tunable.name.eq_ignore_ascii_case(name))
}

/// Sets the number called `name` from its text; `None` if there is none of that name.
pub(super) fn set(
    params: &mut Params,
    name: &str,
    value: Option<&str>,
) -> Option<Result<(), UciError>> {
    let tunable = find(name)?;
    let number = value.and_then(|text| text.parse().ok());
    let done = match number {
        Some(number) if params.set(tunable.name, number).is_ok() => Ok(()),
        _ => {
            let place = format_args!("setoption {}", tunable.name);
            Err(UciError::number(place, value, tunable.min, tunable.max))
        }
    };
    Some(done)
}

/// Returns an `option` line for each number.
pub(super) fn listing() -> impl Iterator<Item = String> {
    Params::ALL.iter().map(|Tunable { name, default, min, max, .. }| {
        format!("option name {name} type spin default {default} min {min} max {max}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_takes_its_ends_and_refuses_what_lies_beyond() {
        for tunable in Params::ALL {
            let mut params = Params::default();
            for good in [tunable.min, tunable.max] {
                let name = tunable.name.to_uppercase();
                assert_eq!(set(&mut params, &name, Some(&good.to_string())), Some(Ok(())));
                assert_eq!(params.get(tunable.name), Ok(good));
            }
            let before = params.clone();
            for bad in [Some(tunable.min - 1), Some(tunable.max + 1), None] {
                let text = bad.map(|number| number.to_string());
                assert!(set(&mut params, tunable.name, text.as_deref()).unwrap().is_err());
            }
            assert_eq!(params, before);
        }
        assert_eq!(set(&mut Params::default(), "Hash", Some("1")), None);
    }

    #[test]
    fn errors_name_the_number_and_its_range() {
        let mut params = Params::default();
        let error = set(&mut params, "razor_base", Some("x")).unwrap().unwrap_err();
        let Tunable { min, max, .. } = find("razor_base").unwrap();
        let message =
            format!("setoption razor_base: expected a whole number from {min} to {max}, found 'x'");
        assert_eq!(error.to_string(), message);
    }
}
