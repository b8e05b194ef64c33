//! Inequalities between powers of a base, in factors that are looked for: see [`crate::generating`].
//!
//! In: for each factor what it is no less than, as sums and greatest values of terms, each a number times a power of the base and of
//! factors. Out: the least base of some for which there are factors, and these: looked for from nothing on, each step rounded up, in exact
//! arithmetic, until a step changes nothing.

use solver::{Linear, Rational};

/// Bases that are tried, as numerators and denominators.
const BASES: [(i64, i64); 13] =
    [(5, 4), (3, 2), (2, 1), (5, 2), (3, 1), (4, 1), (5, 1), (6, 1), (8, 1), (12, 1), (16, 1), (32, 1), (64, 1)];
/// Steps towards a solution, and factors above which there is none worth having.
const STEPS: usize = 300;
const LARGE: i64 = 1_000_000;
/// Factors are multiples of one part of so many.
const GRID: i64 = 64;

/// A number times a power of the base, and factors that are looked for.
#[derive(Clone)]
pub(crate) struct Term {
    pub number: Rational,
    pub exponent: Linear,
    /// How often it is divided by the base less one.
    pub over: i32,
    /// The weights among its factors, by the places of what is weighed.
    pub weights: Vec<usize>,
    /// The cost among them.
    pub cost: Option<usize>,
}

/// What a path comes to.
#[derive(Clone)]
pub(crate) enum Node {
    Term(Term),
    Sum(Vec<Node>),
    Max(Vec<Node>),
}

impl Node {
    pub fn zero() -> Node {
        Node::Sum(Vec::new())
    }

    pub fn of(number: Rational, exponent: Linear) -> Node {
        Node::Term(Term { number, exponent, over: 0, weights: Vec::new(), cost: None })
    }

    /// The node with other terms; nothing where one has none.
    pub fn map(&self, with: &mut dyn FnMut(&Term) -> Option<Term>) -> Option<Node> {
        let mut all = |nodes: &[Node]| nodes.iter().map(|node| node.map(with)).collect::<Option<Vec<Node>>>();
        Some(match self {
            Node::Term(term) => Node::Term(with(term)?),
            Node::Sum(nodes) => Node::Sum(all(nodes)?),
            Node::Max(nodes) => Node::Max(all(nodes)?),
        })
    }

    pub fn terms<'n>(&'n self, visit: &mut dyn FnMut(&'n Term)) {
        match self {
            Node::Term(term) => visit(term),
            Node::Sum(nodes) | Node::Max(nodes) => nodes.iter().for_each(|node| node.terms(visit)),
        }
    }

    pub fn is_zero(&self) -> bool {
        let mut some = false;
        self.terms(&mut |_| some = true);
        !some
    }

    pub fn times(&self, other: &Node) -> Option<Node> {
        let all = |nodes: &[Node]| nodes.iter().map(|node| node.times(other)).collect::<Option<Vec<Node>>>();
        Some(match self {
            Node::Term(one) => other.map(&mut |term| one.times(term))?,
            Node::Sum(nodes) => Node::Sum(all(nodes)?),
            Node::Max(nodes) => Node::Max(all(nodes)?),
        })
    }

    /// Its value where exponents are numbers.
    fn value(&self, base: &Rational, weights: &[Rational], costs: &[Rational]) -> Option<Rational> {
        let each = |nodes: &[Node], pick: fn(Rational, Rational) -> Rational| {
            nodes.iter().try_fold(Rational::ZERO, |sum, node| Some(pick(sum, node.value(base, weights, costs)?)))
        };
        match self {
            Node::Term(term) => term.value(base, weights, costs),
            Node::Sum(nodes) => each(nodes, |sum, more| &sum + &more),
            Node::Max(nodes) => each(nodes, Rational::max),
        }
    }
}

impl Term {
    fn times(&self, other: &Term) -> Option<Term> {
        let cost = match (self.cost, other.cost) {
            (Some(_), Some(_)) => return None,
            (one, another) => one.or(another),
        };
        Some(Term {
            number: &self.number * &other.number,
            exponent: self.exponent.plus(&other.exponent, 1)?,
            over: self.over + other.over,
            weights: [&self.weights[..], &other.weights].concat(),
            cost,
        })
    }

    fn value(&self, base: &Rational, weights: &[Rational], costs: &[Rational]) -> Option<Rational> {
        let power = base.powi(i32::try_from(self.exponent.as_constant()?).ok()?)?;
        let over = (base - &Rational::ONE).powi(-self.over)?;
        let known = &(&self.number * &power) * &over;
        let known = self.weights.iter().fold(known, |product, &at| &product * &weights[at]);
        Some(self.cost.map_or(known.clone(), |at| &known * &costs[at]))
    }
}

/// The least numbers, or a little more, that are no less than what the paths of each come to for them; none where they are large
/// or far to seek.
fn least(paths: &[Vec<Node>], value: &dyn Fn(&Node, &[Rational]) -> Option<Rational>) -> Option<Vec<Rational>> {
    let greatest = |paths: &[Node], known: &[Rational]| {
        paths.iter().try_fold(Rational::ZERO, |most, node| Some(most.max(value(node, known)?)))
    };
    let step = |known: &[Rational]| paths.iter().map(|paths| greatest(paths, known)).collect::<Option<Vec<Rational>>>();
    let holds = |found: &[Rational], known: &[Rational]| found.iter().zip(known).all(|(found, known)| found <= known);
    let mut known = vec![Rational::ZERO; paths.len()];
    for _ in 0..STEPS {
        let found = step(&known)?;
        if holds(&found, &known) {
            let short: Vec<Rational> =
                known.iter().map(|of| up_to(of, if *of > Rational::from(8) { 1 } else { 4 })).collect();
            return Some(if holds(&step(&short)?, &short) { short } else { known });
        }
        known = found.iter().map(|of| up_to(of, GRID)).collect();
        if known.iter().any(|of| *of > Rational::from(LARGE)) {
            return None;
        }
    }
    None
}

/// The next multiple of one part of so many.
fn up_to(of: &Rational, parts: i64) -> Rational {
    let parts = Rational::from(parts);
    &(of * &parts).ceil() * &parts.recip().expect("there are some parts")
}

/// Factors under a base.
pub(crate) struct Factors {
    pub base: Rational,
    pub weights: Vec<Rational>,
    pub costs: Vec<Rational>,
}

/// What factors satisfy: a list for each of what it is no less than.
pub(crate) struct Inequalities {
    pub weights: Vec<Vec<Node>>,
    pub costs: Vec<Vec<Node>>,
    /// What the base is at least.
    pub least_base: Rational,
}

impl Inequalities {
    /// The factors under the least base that has some.
    pub fn solve(&self) -> Option<Factors> {
        let bases = BASES.iter().filter_map(|&(numerator, denominator)| Rational::ratio(numerator, denominator));
        bases.filter(|base| *base >= self.least_base).find_map(|base| {
            let weights = least(&self.weights, &|node, weights| node.value(&base, weights, &[]))?;
            let costs = least(&self.costs, &|node, costs| node.value(&base, &weights, costs))?;
            Some(Factors { base, weights, costs })
        })
    }
}
