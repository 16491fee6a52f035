//! The guard through which every call from C goes: a panic becomes an error of the call.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::{Failure, Place, Status, report};

/// Does the work of a call that may fail, and writes its error.
pub(crate) fn guard<T>(
    place: Place<'_>,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Status> {
    let done = catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(Failure::new(Status::Panic, message(&*panic))));
    match done {
        Ok(value) => {
            report(place, Status::Ok, "");
            Ok(value)
        }
        Err(Failure { status, text }) => {
            report(place, status, &text);
            Err(status)
        }
    }
}

/// Returns the number of a call whose result is its error alone.
pub(crate) fn status(place: Place<'_>, work: impl FnOnce() -> Result<(), Failure>) -> Status {
    guard(place, work).err().unwrap_or(Status::Ok)
}

/// Returns the value of a call that cannot fail, or `otherwise` after a panic.
#[inline]
pub(crate) fn or<T>(otherwise: T, work: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(otherwise)
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let literal = panic.downcast_ref::<&str>().copied();
    let text = || panic.downcast_ref::<String>().map(String::as_str);
    literal.or_else(text).unwrap_or("a panic without a message")
}

#[cfg(test)]
mod tests {
    use std::mem::MaybeUninit;

    use super::{guard, or, status};
    use crate::error::{Failure, Status};

    #[test]
    fn a_panic_becomes_a_number_and_a_text() {
        let mut error = MaybeUninit::uninit();
        let found = guard::<()>(Some(&mut error), || panic!("planted {}", 7));
        assert_eq!(found, Err(Status::Panic));
        assert_eq!(or(5, || panic!("planted")), 5);
        assert_eq!(status(None, || Err(Failure::null("a table"))), Status::Null);
    }
}
