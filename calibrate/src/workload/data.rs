//! Input data of generated programs: lists, trees, expressions and facts, as Prolog text.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// What the elements of a list are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// Integers from 0 to 99.
    Int,
    /// One of a few atoms.
    Atom,
    /// A structure of an atom and an integer.
    Pair(&'static str),
}

/// Atoms that data is made of.
pub const ATOMS: &[&str] = &["a", "b", "c", "d", "e", "red", "green", "blue", "left", "right", "x", "y"];
/// Functors of pairs.
pub const PAIRS: &[&str] = &["p", "item", "edge", "kv"];
/// Binary functors of expressions.
pub const OPERATORS: &[&str] = &["plus", "times", "minus", "over", "and", "or", "seq", "pow"];

/// An element.
pub fn element(rng: &mut ChaCha8Rng, kind: Element) -> String {
    match kind {
        Element::Int => rng.random_range(0..100).to_string(),
        Element::Atom => atom(rng).to_string(),
        Element::Pair(functor) => format!("{functor}({}, {})", atom(rng), rng.random_range(0..100)),
    }
}

/// An atom.
pub fn atom(rng: &mut ChaCha8Rng) -> &'static str {
    ATOMS[rng.random_range(0..ATOMS.len())]
}

/// A list of that many elements: drawn one by one, or in a regular order (the same, a few in turn, ascending). Programs
/// are mostly fed regular data, and on random data most of the time goes to mispredicted branches, which no count of
/// instructions explains; so random lists are the smaller part.
pub fn list(rng: &mut ChaCha8Rng, kind: Element, length: usize) -> String {
    let style = rng.random_range(0..20);
    let elements: Vec<String> = match (style, kind) {
        (0..6, _) => (0..length).map(|_| element(rng, kind)).collect(),
        (6..12, Element::Int) => {
            let (start, step) = (rng.random_range(0..40), rng.random_range(1..4));
            (0..length).map(|at| ((start + at * step) % 100).to_string()).collect()
        }
        _ => {
            let period = rng.random_range(1..=4);
            let few: Vec<String> = (0..period).map(|_| element(rng, kind)).collect();
            (0..length).map(|at| few[at % period].clone()).collect()
        }
    };
    format!("[{}]", elements.join(", "))
}

/// Integers of one of the distributions that data has: spread out, of few values, nearly in order, skewed.
pub fn numbers(rng: &mut ChaCha8Rng, length: usize) -> Vec<i64> {
    let most = [10, 100, 1000, 1_000_000][rng.random_range(0..4)];
    let few = rng.random_range(2..=8);
    match rng.random_range(0..8) {
        0..=3 => (0..length).map(|_| rng.random_range(0..most)).collect(),
        4 => (0..length).map(|_| rng.random_range(0..few)).collect(),
        5 => (0..length as i64)
            .map(|at| if rng.random_range(0..10) == 0 { rng.random_range(0..most) } else { at })
            .collect(),
        6 => (0..length as i64).rev().collect(),
        _ => (0..length).map(|_| (most as f64 * rng.random::<f64>().powi(4)) as i64).collect(),
    }
}

/// Their list, in text.
pub fn number_list(rng: &mut ChaCha8Rng, length: usize) -> String {
    list_of(numbers(rng, length))
}

/// A list of anything that can be written.
pub fn list_of<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    format!("[{}]", items.join(", "))
}

/// A list of rows of integers.
pub fn matrix(rng: &mut ChaCha8Rng, rows: usize, columns: usize) -> String {
    let rows: Vec<String> = (0..rows).map(|_| list(rng, Element::Int, columns)).collect();
    format!("[{}]", rows.join(", "))
}

/// A tree of that many inner nodes: `node(L, V, R)` in an order of arguments, with `leaf` at its ends.
pub fn tree(rng: &mut ChaCha8Rng, shape: TreeShape, nodes: usize, low: i64, high: i64) -> String {
    if nodes == 0 {
        return shape.leaf.to_string();
    }
    let left = if rng.random::<f64>() < 0.7 { (nodes - 1) / 2 } else { rng.random_range(0..nodes) };
    let middle = low + (high - low) * (left as i64 + 1) / (nodes as i64 + 1);
    let left_tree = tree(rng, shape, left, low, middle);
    let right_tree = tree(rng, shape, nodes - 1 - left, middle, high);
    shape.node(&left_tree, &middle.to_string(), &right_tree)
}

/// How a tree is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeShape {
    /// Functor of inner nodes.
    pub functor: &'static str,
    /// The empty tree.
    pub leaf: &'static str,
    /// Where the value stands among the three arguments.
    pub value_at: usize,
}

impl TreeShape {
    /// An inner node.
    pub fn node(self, left: &str, value: &str, right: &str) -> String {
        let f = self.functor;
        match self.value_at {
            0 => format!("{f}({value}, {left}, {right})"),
            1 => format!("{f}({left}, {value}, {right})"),
            _ => format!("{f}({left}, {right}, {value})"),
        }
    }
}

/// An expression with that many binary functors, drawn from the first `operators` of a rotation of [`OPERATORS`].
pub fn expression(rng: &mut ChaCha8Rng, operators: &[&str], inner: usize, leaves: &[&str]) -> String {
    if inner == 0 {
        return match rng.random_range(0..3) {
            0 => rng.random_range(0..10).to_string(),
            _ => leaves[rng.random_range(0..leaves.len())].to_string(),
        };
    }
    let left = rng.random_range(0..inner);
    let functor = operators[rng.random_range(0..operators.len())];
    let (one, two) = (expression(rng, operators, left, leaves), expression(rng, operators, inner - 1 - left, leaves));
    format!("{functor}({one}, {two})")
}

/// A ground term of about that many cells.
pub fn term(rng: &mut ChaCha8Rng, cells: usize) -> String {
    if cells <= 1 {
        return if rng.random() { atom(rng).into() } else { rng.random_range(0..50).to_string() };
    }
    let arity = rng.random_range(1..=3.min(cells - 1).max(1));
    let share = (cells - 1) / arity;
    let arguments: Vec<String> = (0..arity).map(|_| term(rng, share)).collect();
    format!("{}({})", ["f", "g", "h", "s"][rng.random_range(0..4)], arguments.join(", "))
}
