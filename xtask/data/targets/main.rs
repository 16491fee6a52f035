//! Prints the numbers.

fn main() {
    print!("{}", numbers::numbers::numbers());
}
