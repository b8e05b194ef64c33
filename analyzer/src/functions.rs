//! The functions that equations are about, and their names.
//!
//! A [`Function`] is a bound on something a variant does as a function of its input sizes: an output size, its number of
//! solutions, a cost. In expressions they are calls by name. An argument that is only known between two sizes is written
//! as a call of [`between`]; an unknown argument as the variable [`unknown`].

use crate::cost::{Extent, VariantId};
use crate::range::Range;
use rustc_hash::FxHashMap;
use solver::{Direction, Expr, FnName, Var};
use std::sync::LazyLock;

/// A resource of an analysis: an index into its weights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ResourceId(pub u16);

/// A sequel of an analysis: see `sequels.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SequelId(pub u16);

/// Some places among the metrics of the success types: a bit each, of the first 32.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Places(u32);

impl Places {
    /// Those of a list; nothing where one is beyond the first 32.
    pub fn of(places: &[usize]) -> Option<Places> {
        let bit = |at: &usize| u32::try_from(*at).ok().and_then(|at| 1u32.checked_shl(at));
        places.iter().try_fold(Places::default(), |all, at| Some(Places(all.0 | bit(at)?)))
    }

    /// Those of two without a common one, together.
    pub fn with(self, others: Places) -> Option<Places> {
        (self.0 & others.0 == 0).then_some(Places(self.0 | others.0))
    }

    /// Each, the first one first.
    pub fn iter(self) -> impl Iterator<Item = u16> {
        (0..32).filter(move |at| self.0 & 1 << at != 0)
    }

    /// Their numbers, from 1, for people.
    pub fn listed(self, between: &str) -> String {
        let numbers: Vec<String> = self.iter().map(|at| (at + 1).to_string()).collect();
        numbers.join(between)
    }
}

/// What a function bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum What {
    /// The size at a place among the metrics of the success types.
    Size(u16),
    /// The sum of the sizes at some places: outputs that share what the input holds.
    Joint(Places),
    /// The sum over all solutions of the size at a place, to a power.
    Moment(u16, u16),
    /// The number of solutions.
    Solutions,
    /// The use of a resource.
    Cost(Extent, ResourceId),
    /// The use of a resource up to the first solution, and by what follows that.
    Then(SequelId, ResourceId),
    /// The use of a resource up to the first solution, where the size at a place of that is known as well: see `leaving.rs`.
    Leaving(u16, ResourceId),
}

impl What {
    /// Whether it is of the use of a resource.
    pub fn is_cost(self) -> bool {
        matches!(self, What::Cost(..) | What::Then(..) | What::Leaving(..))
    }

    /// Whether it is of sizes, of which nothing is known where something in them is not: no cost is below 0.
    pub fn is_size(self) -> bool {
        matches!(self, What::Size(_) | What::Joint(..) | What::Moment(..))
    }
}

/// A function of a variant's input sizes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Function {
    /// Whose.
    pub variant: VariantId,
    /// Of what.
    pub what: What,
    /// From which side.
    pub direction: Direction,
}

/// The names of functions, made as they are met.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    names: FxHashMap<Function, FnName>,
    by_name: FxHashMap<FnName, Function>,
}

impl Functions {
    /// The name of a function.
    pub fn name(&mut self, function: Function) -> FnName {
        if let Some(name) = self.names.get(&function) {
            return name.clone();
        }
        let name = Functions::made_for(function);
        self.names.insert(function, name.clone());
        self.by_name.insert(name.clone(), function);
        name
    }

    /// The name that a function has or will have.
    pub fn made_for(function: Function) -> FnName {
        let side = if function.direction == Direction::Upper { "ub" } else { "lb" };
        let what = match function.what {
            What::Size(at) => format!("size{}", at + 1),
            What::Joint(places) => format!("sizes{}", places.listed("and")),
            What::Moment(at, power) => format!("sum{}to{power}", at + 1),
            What::Solutions => "sols".into(),
            What::Cost(Extent::Success, resource) => format!("first{}", resource.0),
            What::Cost(Extent::Failure, resource) => format!("fail{}", resource.0),
            What::Cost(Extent::Either, resource) => format!("either{}", resource.0),
            What::Cost(Extent::All, resource) => format!("cost{}", resource.0),
            What::Cost(Extent::Prefix, resource) => format!("prefix{}", resource.0),
            What::Then(sequel, _) => format!("then{}", sequel.0),
            What::Leaving(at, resource) => format!("leaving{}r{}", at + 1, resource.0),
        };
        FnName::new(format!("{what}_{side}_{}", function.variant.0))
    }

    /// The function of that name.
    pub fn find(&self, name: &FnName) -> Option<Function> {
        self.by_name.get(name).copied()
    }

    /// A call of a function with sizes as they are known.
    pub fn call(&mut self, function: Function, sizes: &[Range]) -> Expr {
        let name = self.name(function);
        Expr::call(name, sizes.iter().map(argument).collect())
    }

    /// The size at a place after a call, from both sides.
    pub fn size(&mut self, variant: VariantId, at: usize, sizes: &[Range]) -> Range {
        self.both(variant, What::Size(at as u16), sizes)
    }

    /// The number of solutions of a call, from both sides.
    pub fn solutions(&mut self, variant: VariantId, sizes: &[Range]) -> Range {
        self.both(variant, What::Solutions, sizes)
    }

    fn both(&mut self, variant: VariantId, what: What, sizes: &[Range]) -> Range {
        let mut side = |direction| Some(self.call(Function { variant, what, direction }, sizes));
        Range { low: side(Direction::Lower), high: side(Direction::Upper) }
    }
}

/// The variable that stands for a size of which nothing is known.
pub fn unknown() -> Var {
    static UNKNOWN: LazyLock<Var> = LazyLock::new(|| Var::new("unknown"));
    UNKNOWN.clone()
}

/// The name of the function that stands for a cost that is nothing where it does not arise.
pub fn optional() -> FnName {
    static OPTIONAL: LazyLock<FnName> = LazyLock::new(|| FnName::new("optional"));
    OPTIONAL.clone()
}

/// The name of the function that stands for an argument between two sizes.
pub fn between() -> FnName {
    static BETWEEN: LazyLock<FnName> = LazyLock::new(|| FnName::new("between"));
    BETWEEN.clone()
}

/// A size as an argument of a function.
pub(crate) fn argument(size: &Range) -> Expr {
    if let Some(exact) = size.as_exact() {
        return exact.clone();
    }
    let side = |side: &Option<Expr>| side.clone().unwrap_or_else(|| Expr::Var(unknown()));
    Expr::call(between(), vec![side(&size.low), side(&size.high)])
}

/// The end of an argument that counts for a bound that grows with it.
pub(crate) fn worse_end(argument: &Expr, direction: Direction) -> &Expr {
    let (low, high) = ends(argument);
    if direction == Direction::Upper { high } else { low }
}

/// The ends of an argument: low and high, the same where it is exact.
pub fn ends(argument: &Expr) -> (&Expr, &Expr) {
    match argument {
        Expr::Call(name, args) if *name == between() => (&args[0], &args[1]),
        exact => (exact, exact),
    }
}
