//! Where a bound was lost: from a function that could not be bounded to the cause, which may be far down in a callee.

use crate::budget::Spent;
use crate::cost::VariantId;
use crate::equations::Equations;
use crate::explain::readable;
use crate::explore::{Explorer, Paths};
use crate::functions::{Function, What, ends, unknown};
use crate::reason::{Called, Code, Place, Reason, call_of, place};
use crate::system::visit_calls;
use crate::types::Metric;
use solver::{Definition, Expr, Piece, Solution, UNCHANGED, Value};
use std::sync::Arc;
use wam::builtins::BUILTINS;
use wam::code::PredicateKind;
use wam::cost::Key;
use wam::instr::{BuiltinId, Label, PredId};

impl Explorer<'_> {
    /// Which variants read what comes in from outside, or call one that does.
    fn reading(&self) -> Vec<bool> {
        let rows = BUILTINS.iter().enumerate().filter(|(_, row)| READING.contains(&row.name));
        let keys: Vec<Key> = rows.map(|(at, _)| Key::builtin_true(BuiltinId(at as u16))).collect();
        let reads = |paths: &Paths| {
            let mut found = false;
            let costs = paths.first.iter().chain(&paths.all).map(|path| &path.cost);
            costs.for_each(|cost| cost.keys(&mut |key| found |= keys.contains(&key)));
            found
        };
        self.reaching(self.paths.iter().map(reads).collect())
    }

    /// A reason that lies in a variant, at one of its instructions.
    pub(crate) fn reason(&self, variant: VariantId, at: Option<Label>, code: Code, what: impl Into<String>) -> Reason {
        let of = &self.variants[variant.0 as usize];
        let functor = self.functor(of.pred);
        Reason {
            code,
            place: self.place(of.pred, at),
            predicate: format!("{}/{}", self.program.atoms.name(functor.name), functor.arity),
            called: Some(Called { pred: of.pred, pattern: of.pattern.clone() }),
            size: None,
            what: what.into(),
            tried: Vec::new(),
        }
    }

    /// The place of an instruction of a predicate in its text, if it has one.
    pub(crate) fn place(&self, pred: PredId, at: Option<Label>) -> Option<Place> {
        place(self.program, pred, at)
    }

    /// A reason of a callee, as its caller tells it. What has no text of the user's is where it is called, and nobody
    /// vouches for what is not the user's own: for its caller, then.
    pub(crate) fn told_by(&self, reason: &Arc<Reason>, callee: PredId, caller: VariantId, at: Label) -> Arc<Reason> {
        let is_own = |pred: PredId| {
            let of = self.program.predicates.get(pred.0 as usize);
            of.is_some_and(|of| {
                of.kind != PredicateKind::Library && !is_machine(&self.program.atoms.name(of.functor.name))
            })
        };
        let own = reason.called.as_ref().is_some_and(|called| is_own(called.pred));
        // That a predicate is dynamic matters where it is called.
        let dynamic =
            reason.code == Code::Dynamic && reason.called.as_ref().is_some_and(|called| called.pred == callee);
        if own && reason.place.is_some() && !dynamic {
            return reason.clone();
        }
        let of = &self.variants[caller.0 as usize];
        let called = Some(Called { pred: of.pred, pattern: of.pattern.clone() });
        let place = self.place(of.pred, Some(at)).or_else(|| reason.place.clone());
        let told = Reason { place, ..(**reason).clone() };
        Arc::new(if own { told } else { Reason { called, predicate: self.named(caller), ..told } })
    }

    /// The reason of a budget that is spent while a variant is analysed.
    pub(crate) fn out_of(&self, variant: VariantId, spent: Spent) -> Arc<Reason> {
        let (code, what) = match spent {
            Spent::Time => (Code::OutOfTime, "the analysis ran out of time"),
            Spent::Memory => (Code::OutOfMemory, "the analysis ran out of memory"),
        };
        Arc::new(self.reason(variant, None, code, what))
    }

    /// The argument, from 1, that each parameter of a variant is a size of, and its metric.
    fn measured(&self, variant: VariantId, at: usize) -> Option<(usize, Metric)> {
        let pattern = self.variants[variant.0 as usize].pattern.iter().enumerate();
        pattern.flat_map(|(at, of)| of.metrics().into_iter().map(move |metric| (at + 1, metric))).nth(at)
    }

    /// The instruction of a variant that calls a predicate.
    fn call_to(&self, variant: VariantId, pred: PredId) -> Option<Label> {
        let of = self.variants[variant.0 as usize].pred;
        let block = &self.program.predicates.get(of.0 as usize)?.block;
        call_of(block, &|called| called == pred)
    }

    /// A name for a call of a variant.
    fn named(&self, variant: VariantId) -> String {
        let functor = self.functor(self.variants[variant.0 as usize].pred);
        format!("{}/{}", self.program.atoms.name(functor.name), functor.arity)
    }
}

/// Builtins that give what comes in from outside.
const READING: &[&str] = &[
    "read",
    "read_term",
    "get_char",
    "peek_char",
    "get_code",
    "peek_code",
    "get_byte",
    "peek_byte",
    "$read_line",
    "skip",
];

/// Whether a predicate of that name is the machine's, though no text defines it.
fn is_machine(name: &str) -> bool {
    ["catch", "call", "findall", "setup_call_cleanup"].contains(&name)
}

fn word(metric: Metric) -> &'static str {
    match metric {
        Metric::Value => "value",
        Metric::Length => "length",
        Metric::Size => "number of nodes",
        Metric::Inner => "number of inner nodes",
        Metric::Depth => "depth",
        Metric::Left | Metric::Right => "weighted number of inner nodes",
        Metric::Text => "text length",
        Metric::Largest => "greatest size of an element",
        Metric::Absent => "number of values that are absent",
        Metric::Root => "square root",
    }
}

impl Equations<'_> {
    /// Why functions that call each other depend on something that is not bounded.
    fn blame(&self, members: &[Function], definitions: &[Definition]) -> Arc<Reason> {
        if let Some(member) = members.iter().find(|member| self.explorer.trusted.contains_key(&member.variant)) {
            return Arc::new(self.unclaimed_of(*member));
        }
        let cases = || {
            let of = members.iter().zip(definitions);
            of.flat_map(|(member, definition)| definition.cases.iter().map(move |case| (*member, &case.rhs)))
        };
        let mut causes: Vec<Arc<Reason>> = Vec::new();
        for (member, rhs) in cases() {
            visit_calls(rhs, member.direction, &mut |name| {
                let callee = self.functions.find(name).filter(|callee| !members.contains(callee));
                let solved = callee.and_then(|callee| self.solved.get(&callee));
                let open = solved.filter(|solved| solved.total.as_ref().is_none_or(Expr::is_infinite));
                let cause = callee.zip(open.and_then(|solved| solved.reason.as_ref()));
                causes.extend(cause.map(|(callee, cause)| {
                    let pred = self.explorer.variants[callee.variant.0 as usize].pred;
                    match self.explorer.call_to(member.variant, pred) {
                        Some(here) => self.explorer.told_by(cause, pred, member.variant, here),
                        None => cause.clone(),
                    }
                }));
            });
        }
        let whole = causes.iter().position(|cause| cause.code != Code::Partial).unwrap_or(0);
        if whole < causes.len() {
            return causes.swap_remove(whole);
        }
        let open = cases().find_map(|(member, rhs)| self.argument_of(member, rhs, &|arg| arg.mentions(&unknown())));
        if let Some(reason) = open {
            return Arc::new(reason);
        }
        let is_range = |arg: &Expr| {
            let (low, high) = ends(arg);
            low != high
        };
        let ranged = cases().find_map(|(member, rhs)| self.argument_of(member, rhs, &is_range));
        if let Some(reason) = ranged {
            let what = format!("{} only between two limits, and the bound is not known to grow with it", reason.what);
            let what = what.replace("is not bounded only", "is known only");
            return Arc::new(Reason { code: Code::Direction, what, ..reason });
        }
        Arc::new(self.own_size(members[0]))
    }

    /// The argument of a call in an expression that some test picks out.
    fn argument_of(&self, member: Function, rhs: &Expr, picks: &dyn Fn(&Expr) -> bool) -> Option<Reason> {
        if let Expr::Call(name, args) = rhs
            && let Some(callee) = self.functions.find(name)
            && let Some(at) = args.iter().position(picks)
            && let Some((argument, metric)) = self.explorer.measured(callee.variant, at)
        {
            let pred = self.explorer.variants[callee.variant.0 as usize].pred;
            let here = self.explorer.call_to(member.variant, pred);
            let called = self.explorer.named(callee.variant);
            let what = format!("the {} of argument {argument} in the call of {called} is not bounded", word(metric));
            let reason = self.explorer.reason(member.variant, here, Code::OpenSize, what);
            return Some(Reason { size: Some((argument, metric)), ..reason });
        }
        rhs.children().find_map(|child| self.argument_of(member, child, picks))
    }

    /// A size of its own that a function depends on: one of its results, or what a builtin goes through.
    fn own_size(&self, member: Function) -> Reason {
        let success = self.explorer.summaries[member.variant.0 as usize].success().unwrap_or_default();
        let places = success.iter().enumerate().flat_map(|(at, of)| of.metrics().into_iter().map(move |m| (at + 1, m)));
        let result = match member.what {
            What::Size(at) | What::Moment(at, _) => places.clone().nth(at as usize),
            What::Joint(joint) => joint.iter().next().and_then(|at| places.clone().nth(at as usize)),
            What::Solutions | What::Cost(..) | What::Then(..) | What::Leaving(..) => None,
        };
        let what = match result {
            Some((argument, metric)) => {
                format!("the {} of argument {argument} at a solution is not bounded", word(metric))
            }
            None => "the size of a term that a builtin or a unification goes through is not bounded".into(),
        };
        let reason = self.explorer.reason(member.variant, None, Code::OpenSize, what);
        Reason { size: result, ..reason }
    }

    /// A trust assertion that does not say what is asked.
    fn unclaimed_of(&self, member: Function) -> Reason {
        let is_table = self.explorer.trusted[&member.variant].solutions.is_some();
        let what = match member.what {
            What::Cost(_, resource) if is_table => {
                let resource = self.resource_name(resource);
                format!("of a table of facts steps and solutions are counted, {resource} are not")
            }
            What::Size(_) | What::Joint(..) | What::Moment(..) => {
                "its trust assertion does not bound the sizes of its results".to_string()
            }
            What::Solutions => "its trust assertion does not bound the number of its solutions".into(),
            What::Cost(_, resource) | What::Then(_, resource) | What::Leaving(_, resource) => {
                format!("its trust assertion does not bound {}", self.resource_name(resource))
            }
        };
        self.explorer.reason(member.variant, None, Code::Unclaimed, what)
    }

    /// The instruction of a function's variant that calls one of the functions it is solved with.
    pub(crate) fn recursive_call(&self, members: &[Function], member: Function) -> Option<Label> {
        let mut preds = members.iter().map(|member| self.explorer.variants[member.variant.0 as usize].pred);
        preds.find_map(|pred| self.explorer.call_to(member.variant, pred))
    }

    /// Why a function has no bound: what its equations depend on is open, or the solver says why.
    pub(crate) fn lost(
        &self,
        members: &[Function],
        definitions: &[Definition],
        member: Function,
        said: &str,
        is_open: bool,
    ) -> Arc<Reason> {
        match is_open && self.budget.check().is_ok() {
            true => self.blame(members, definitions),
            false => self.unsolved(members, member, said),
        }
    }

    /// Why a bound is not known, or not finite, for all sizes; nothing where no call has a value.
    pub(crate) fn partial(
        &self,
        members: &[Function],
        definitions: &[Definition],
        member: Function,
        solution: &Solution,
        is_open: bool,
    ) -> Option<Arc<Reason>> {
        let is_finite = |piece: &&Piece| piece.closed().is_some_and(|expr| !expr.is_infinite());
        let finite: Vec<String> =
            solution.pieces.iter().filter(is_finite).map(|piece| piece.region.to_string()).collect();
        let here = self.recursive_call(members, member);
        let because = |kind, what: String| Some(Arc::new(self.explorer.reason(member.variant, here, kind, what)));
        let unknown = solution.pieces.iter().find_map(|piece| match &piece.value {
            Value::Unknown(said) => Some(said.clone()),
            Value::Closed { .. } => None,
        });
        match (finite.is_empty(), unknown) {
            _ if is_open => Some(self.blame(members, definitions)),
            (false, _) => because(Code::Partial, format!("its bound is known for {} only", finite.join(", or "))),
            (true, Some(said)) => Some(self.unsolved(members, member, &said)),
            (true, None) if solution.pieces.is_empty() => None,
            (true, None) => because(Code::Infinite, "it is not bounded".into()),
        }
    }

    /// Why the solver has no bound of a function.
    pub(crate) fn unsolved(&self, members: &[Function], member: Function, said: &str) -> Arc<Reason> {
        if let Err(spent) = self.budget.check() {
            return self.explorer.out_of(member.variant, spent);
        }
        let here = self.recursive_call(members, member);
        let reads = |member: &Function| self.reading.get_or_init(|| self.explorer.reading())[member.variant.0 as usize];
        if said == UNCHANGED && members.iter().any(reads) {
            let what = "how often it comes back depends on what is read: the input has no size";
            return Arc::new(self.explorer.reason(member.variant, here, Code::OpenSize, what));
        }
        let said = readable(self.explorer, &self.functions, said);
        let what = match here {
            Some(_) => format!("the recursion was not solved: {said}"),
            None => format!("the equations were not solved: {said}"),
        };
        let reason = self.explorer.reason(member.variant, here, Code::Unsolved, what);
        Arc::new(Reason { tried: said.split("; ").map(str::to_string).collect(), ..reason })
    }
}
