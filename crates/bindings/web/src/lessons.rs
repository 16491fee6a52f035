//! Six lessons on tables: functions whose answers the page draws.

mod birthday;
mod bounds;
mod dependent;
mod false_record;
mod keys;
mod replacement;
mod torn;
mod two_orders;

pub use self::birthday::{Birthday, birthday};
pub use self::bounds::{BoundsTree, bounds};
pub use self::dependent::{Dependent, dependent};
pub use self::false_record::{FalseRecord, false_record};
pub use self::keys::{KeyChange, keys};
pub use self::replacement::{Replacement, SmallRecord, replacement};
pub use self::torn::{Torn, torn};
pub use self::two_orders::{TwoOrders, two_orders};
