//! The analysis of one predicate under one entry: its sizes, and bounds of any resource as functions of them.

use crate::assertion::{Assertions, size_variable};
use crate::cost::{Extent, VariantId};
use crate::entry::Entry;
use crate::equations::{Equations, Solved};
use crate::explore::{Explorer, Fails};
use crate::functions::{Function, What};
use crate::guard::Guard;
use crate::regtype::TypeTable;
use crate::resource::Weights;
use crate::types::{Metric, Type};
use solver::{Direction, Expr, Var};
use wam::code::Program;

/// The analysis of a predicate under an entry.
pub struct Analysis<'a> {
    explorer: Explorer<'a>,
    root: VariantId,
}

/// A size that bounds are functions of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// Its variable.
    pub var: Var,
    /// How it is measured.
    pub metric: Metric,
    /// The argument it is of, from 1.
    pub argument: usize,
}

/// Bounds of one resource.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Never above the true value.
    pub lower: Solved,
    /// Never below the true value.
    pub upper: Solved,
}

impl Bounds {
    /// Whether both bounds are known and the same function.
    pub fn exact(&self) -> bool {
        match (self.lower.bound.known(), self.upper.bound.known()) {
            (Some(lower), Some(upper)) => lower.expr == upper.expr,
            _ => false,
        }
    }
}

impl<'a> Analysis<'a> {
    /// Analyses a predicate under an entry.
    pub fn new(program: &'a Program, types: &'a TypeTable, assertions: &'a Assertions, entry: &Entry) -> Self {
        let mut explorer = Explorer::new(program, types, assertions);
        let root = explorer.explore(entry.pred, entry.pattern.clone());
        Analysis { explorer, root }
    }

    /// The equations of the analysis: share them between resources, since sizes need solving once.
    pub fn equations(&self) -> Equations<'_> {
        Equations::new(&self.explorer)
    }

    /// Bounds of a resource over all solutions of a call.
    pub fn bounds(&self, equations: &mut Equations<'_>, weights: Weights) -> Bounds {
        let resource = equations.resource(weights);
        let mut side = |direction| {
            let what = What::Cost(self.extent(), resource);
            equations.solve(Function { variant: self.root, what, direction })
        };
        Bounds { lower: side(Direction::Lower), upper: side(Direction::Upper) }
    }

    /// Bounds of the number of solutions.
    pub fn solutions(&self, equations: &mut Equations<'_>) -> Bounds {
        let mut side = |direction| equations.solve(Function { variant: self.root, what: What::Solutions, direction });
        Bounds { lower: side(Direction::Lower), upper: side(Direction::Upper) }
    }

    /// The sizes of the input, in the order of the arguments.
    pub fn sizes(&self) -> Vec<Size> {
        let variant = &self.explorer.variants[self.root.0 as usize];
        let arguments = variant.pattern.iter().enumerate().flat_map(|(at, of)| vec![at + 1; of.metrics().len()]);
        let params = variant.params.iter().zip(arguments);
        params.map(|((var, metric), argument)| Size { var: var.clone(), metric: *metric, argument }).collect()
    }

    /// An expression of an assertion over the sizes of the input; nothing where it mentions a size that the input has not.
    pub fn over_sizes(&self, claim: &Expr) -> Option<Expr> {
        let named: Vec<(Var, Expr)> = self
            .sizes()
            .into_iter()
            .map(|size| (Var::new(size_variable(size.argument - 1, size.metric)), Expr::Var(size.var)))
            .collect();
        let known = claim.vars().iter().all(|var| named.iter().any(|(name, _)| name == var));
        known.then(|| claim.subst_all(&named).simplify())
    }

    /// The sizes that bounds are for: those inputs can have, without the ones for which a call certainly fails.
    pub fn domain(&self) -> Guard {
        self.explorer.success_domain(self.root)
    }

    /// What a run extends to: to the first solution where that is the end in the whole domain, else to the end.
    fn extent(&self) -> Extent {
        let summary = &self.explorer.summaries[self.root.0 as usize];
        let domain = self.domain();
        let fails_within = match &summary.fails {
            Fails::Perhaps => true,
            Fails::When(guards) => guards.iter().any(|guard| guard.clone().require_all(&domain)),
        };
        if summary.leaves_choice || summary.success.is_none() || fails_within { Extent::All } else { Extent::Success }
    }

    /// Whether a call has at most one solution and leaves no choice point.
    pub fn is_deterministic(&self) -> bool {
        !self.explorer.summaries[self.root.0 as usize].leaves_choice
    }

    /// Whether a call certainly has a solution, for all sizes.
    pub fn cannot_fail(&self) -> bool {
        self.explorer.summaries[self.root.0 as usize].fails == Fails::When(Vec::new())
    }

    /// The types of the arguments when the call succeeds; nothing when it cannot.
    pub fn success(&self) -> Option<&[Type]> {
        self.explorer.summaries[self.root.0 as usize].success.as_deref()
    }

    /// Why paths are missing from the analysis, if any are.
    pub fn unknown(&self) -> &[String] {
        &self.explorer.paths[self.root.0 as usize].unknown
    }

    /// The exploration behind the analysis, for explanations.
    pub fn explorer(&self) -> &Explorer<'a> {
        &self.explorer
    }
}
