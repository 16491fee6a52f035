//! The orders of rank 0, in order although messages overtake each other.

use std::collections::BTreeMap;

use crate::message::Order;

/// Orders that have come too early wait here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    obeyed: u64,
    waiting: BTreeMap<u64, Order>,
}

impl Orders {
    pub(crate) fn arrive(&mut self, number: u64, order: Order) {
        if number > self.obeyed {
            self.waiting.insert(number, order);
        }
    }

    pub(crate) fn next(&mut self) -> Option<Order> {
        let order = self.waiting.remove(&(self.obeyed + 1))?;
        self.obeyed += 1;
        Some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_obeyed_by_their_numbers_and_once() {
        let mut orders = Orders::default();
        orders.arrive(2, Order::Quit);
        assert_eq!(orders.next(), None);
        orders.arrive(1, Order::Stop { number: 1 });
        assert_eq!(orders.next(), Some(Order::Stop { number: 1 }));
        orders.arrive(1, Order::Stop { number: 1 });
        assert_eq!((orders.next(), orders.next()), (Some(Order::Quit), None));
    }
}
