//! Builtins of which more is known than the effect in their row says: their outcome depends on what the cells hold. The
//! row names the [`Rule`], and here is what each does.

use crate::clauses::names;
use crate::cleanup;
use crate::cost::Cost;
use crate::effect::compared;
use crate::range::Range;
use crate::regtype::TypeTable;
use crate::remembered::{AFTER, BEFORE, SAME};
use crate::shape::OTHER;
use crate::state::{Bag, Cell, CellId, LIST, State};
use crate::step::{Code, Flow, Next, false_builtin};
use crate::types::Type;
use crate::unify::{Unified, differ, equal, is_atomic, unify};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Expr, Linear};
use wam::atoms::{Atom, known};
use wam::builtins::{Duplicates, Rule, SortedBy};
use wam::cost::Key;
use wam::instr::{BuiltinId, Label};
use wam::modules::ModuleId;

/// A builtin at a call.
pub struct Called<'a> {
    /// The program around it.
    pub code: &'a Code<'a>,
    /// Its number.
    pub builtin: BuiltinId,
    /// Where it goes on when it is false.
    pub other: Label,
}

/// What makes clauses while a program runs.
const MAKING: &[&str] =
    &["assert", "asserta", "assertz", "consult", "load_files", "ensure_loaded", "use_module", "make"];

impl Called<'_> {
    /// Where enough is known of the arguments for the builtin: the states that may follow.
    pub fn outcome(&self, rule: Rule, state: &State, args: &[CellId]) -> Option<Next> {
        let free = |at: usize| matches!(state.get(args[at]), Cell::Free).then_some(());
        match rule {
            Rule::Raises => Some(vec![(state.clone(), Flow::Raise)]),
            Rule::ProperList => self.proper_list(state, args).map(|(state, _)| vec![(state, Flow::Go)]),
            Rule::ListPrefix => match self.proper_list(state, args) {
                Some((state, length)) => Some(skip_list(state, args, &length)),
                None => self.partial_list(state, args),
            },
            Rule::Same => {
                let (yes, no) = self.identity(state, args)?;
                Some(self.branch(yes, no))
            }
            Rule::NotSame => {
                let (no, yes) = self.identity(state, args)?;
                Some(self.branch(yes, no))
            }
            Rule::Order => matches!(state.get(args[0]), Cell::Free | Cell::Atom(_)).then(|| self.order(state, args)),
            Rule::Sorted { list, sorted, by, duplicates } => {
                self.sorted(state, args[usize::from(list)], args[usize::from(sorted)], by, duplicates)
            }
            Rule::OpenBag => {
                free(0)?;
                let mut state = state.clone();
                state.bag = Bag::default();
                Some(self.bind(state, args[0], Cell::Abstract(Type::Nat, Range::from(0))))
            }
            Rule::AddToBag => Some(self.gather(state.clone(), args[1])),
            Rule::CloseBag => free(1).and_then(|()| self.gathered(state.clone(), args[1], args[2])),
            Rule::Copy => self.copied(state.clone(), args[0], args[1]),
            Rule::Value => free(0).and_then(|()| self.value(state.clone(), args[0], args[1])),
            Rule::CompareValues => self.values(state, args),
            Rule::Successor => self.successor(state, args),
            Rule::Sum => self.sum(state, args),
            Rule::Functor => self.functor(state, args),
            Rule::Univ => self.univ(state, args),
            Rule::Variables => self.variables(state, args),
            Rule::NextClause => self.next_clause(state, args),
            Rule::Clause => self.clause(state, args),
            Rule::PushCleanup => {
                let mut state = state.clone();
                state.count(Key::builtin_true(self.builtin));
                Some(cleanup::push(self.code.program, state))
            }
            Rule::PopCleanup => {
                let mut state = state.clone();
                let popped = if cleanup::pop(&mut state) { known::TRUE } else { known::FALSE };
                Some(self.bind(state, args[0], Cell::Atom(popped)))
            }
            Rule::Text(rule) => self.text(rule, state, args),
            Rule::Replaced => self.replaced(state, args),
            Rule::Kept => Some(self.kept(state.clone(), args[1])),
            Rule::Property => self.hook(state, args),
            // Where it is analysed, its effect says all.
            Rule::Refused(_) => None,
        }
    }

    /// The builtin is true.
    pub(crate) fn is_true(&self, mut state: State) -> Next {
        state.count(Key::builtin_true(self.builtin));
        vec![(state, Flow::Go)]
    }

    /// Whether a program has the hook of writing, `user:portray/1`: the library asks. It has none where it says nothing of one
    /// and makes no clauses while it runs.
    fn hook(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let program = self.code.program;
        let Cell::Struct(_, parts) = state.get(args[0]) else { return None };
        let Cell::Struct(head, _) = state.get(*parts.last()?) else { return None };
        let asks = self.code.of_library && head.arity == 1 && &*program.atoms.name(head.name) == "portray";
        let may_come = |name: Atom| name == head.name || MAKING.contains(&&*program.atoms.name(name));
        let is_absent = || {
            let is_defined = program.find_in(ModuleId::USER, *head).is_some_and(|hook| program.is_defined(hook));
            !is_defined && !names(program).any(may_come)
        };
        (asks && is_absent()).then(|| vec![false_builtin(state.clone(), self.builtin, self.other)])
    }

    pub(crate) fn units(&self, state: &mut State, units: Range) {
        if units != Range::number(0) {
            state.log.push(Cost::Units(Key::builtin_unit(self.builtin), units));
        }
    }

    /// True where a term unifies with an argument, which it binds if that is unbound; false elsewhere.
    pub(crate) fn bind(&self, state: State, arg: CellId, to: Cell) -> Next {
        self.unified(state, &[(arg, to)])
    }

    /// True where each argument unifies with its value, false elsewhere.
    pub(crate) fn unified(&self, state: State, values: &[(CellId, Cell)]) -> Next {
        let (mut states, mut next) = (vec![state], Next::new());
        for (arg, value) in values {
            for mut state in std::mem::take(&mut states) {
                let made = state.cell(value.clone());
                for (state, how, _) in unify(state, *arg, made, self.code.types) {
                    match how {
                        Unified::Fail => next.push(false_builtin(state, self.builtin, self.other)),
                        Unified::Bind | Unified::Same => states.push(state),
                    }
                }
            }
        }
        next.extend(states.into_iter().flat_map(|state| self.is_true(state)));
        next
    }

    /// True of a proper list, and its length.
    fn proper_list(&self, state: &State, args: &[CellId]) -> Option<(State, Range)> {
        let length = state.length(args[0])?;
        let mut state = state.clone();
        state.log.push(Cost::Units(Key::builtin_unit(self.builtin), length.clone()));
        state.count(Key::builtin_true(self.builtin));
        Some((state, length))
    }

    /// `$skip_list(List, Length, Tail)` on list cells that end in a variable.
    fn partial_list(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let (length, tail) = state.list_cells(args[0]);
        let unbound = |cell: CellId| matches!(state.get(cell), Cell::Free).then_some(());
        unbound(tail)?;
        unbound(args[1])?;
        unbound(args[2])?;
        let mut state = state.clone();
        self.units(&mut state, length.clone());
        state.bind(args[2], Cell::Ref(tail));
        Some(self.bind(state, args[1], Cell::Abstract(Type::Nat, length)))
    }

    /// Identity of constants: the states where they are the same, and where they are not. Each knows what it means for
    /// them.
    fn identity(&self, state: &State, args: &[CellId]) -> Option<(Option<State>, Option<State>)> {
        let (left, right) = (state.deref(args[0]), state.deref(args[1]));
        if left == right {
            return Some((Some(state.clone()), None));
        }
        if [left, right].iter().any(|&cell| matches!(state.get(cell), Cell::Partial(..))) {
            return None;
        }
        // A variable that shares with nothing is no other term.
        if [left, right].iter().any(|&cell| matches!(state.get(cell), Cell::Free)) {
            return Some((None, Some(state.clone())));
        }
        if !args.iter().all(|&arg| is_atomic(state.get(arg), self.code.types)) {
            return None;
        }
        let same = equal(state, args[0], args[1], self.code.types);
        Some((same, differ(state, args[0], args[1])))
    }

    /// What follows a test that may be true or false.
    fn branch(&self, yes: Option<State>, no: Option<State>) -> Next {
        let no = no.map(|state| false_builtin(state, self.builtin, self.other));
        let yes = yes.map(|state| self.is_true(state)).unwrap_or_default();
        no.into_iter().chain(yes).collect()
    }

    /// `compare(Order, A, B)` for an unbound order: one of three, each a case of its own.
    fn order(&self, state: &State, args: &[CellId]) -> Next {
        let mut state = state.clone();
        let units = compared(&state, &args[1..]);
        self.units(&mut state, units);
        let subjects = state.subject(args[1]).zip(state.subject(args[2]));
        let case = |(name, order)| {
            let mut state = state.clone();
            if subjects.is_some_and(|(left, right)| !state.put_in_order(left, right, order)) {
                return Next::new();
            }
            self.bind(state, args[0], Cell::Atom(self.code.program.atoms.intern(name)))
        };
        [("<", BEFORE), ("=", SAME), (">", AFTER)].map(case).concat()
    }

    /// Sorting a proper list. A natural merge sort: the runs are found with a comparison an element, each of at most
    /// log2 n passes takes one an element, and so does dropping duplicates. None compares more pairs inside of two elements
    /// than an element has nodes inside.
    fn sorted(
        &self,
        state: &State,
        list: CellId,
        sorted: CellId,
        by: SortedBy,
        duplicates: Duplicates,
    ) -> Option<Next> {
        let mut state = state.clone();
        // Variables of a list that is not known element by element may be shared with anything, so with what it is sorted into.
        let is_open = matches!(state.get(list), Cell::Abstract(..));
        if is_open {
            state.forget(list);
        }
        let (of, sizes) = state.describe(list);
        let Type::List(element) = &of else { return None };
        if !of.is_ground() && !is_open {
            return None;
        }
        let length = &sizes[0];
        let comparisons = |n: &Expr| {
            let passes = n.clone().max(Expr::int(1)).log2() + Expr::int(3);
            (n.clone() * passes).simplify()
        };
        let least = |n: &Expr| (n.clone().max(Expr::int(1)) - Expr::int(1)).simplify();
        let units = Range { low: length.low.as_ref().map(least), high: length.high.as_ref().map(comparisons) };
        let pairs = self.pairs_inside(element, by);
        if pairs != Some(0) {
            let most = |of: &Expr| pairs.map(|pairs| (Expr::int(pairs) * of.clone()).simplify());
            let pairs = Range { low: Some(Expr::int(0)), high: units.high.as_ref().and_then(most) };
            state.log.push(Cost::Units(Key::SORT_PAIR, pairs));
        }
        self.units(&mut state, units);
        let size = match duplicates {
            Duplicates::Stay => length.clone(),
            Duplicates::Go => {
                let low = length.low.as_ref().map(|low| low.clone().min(Expr::int(1)).simplify());
                Range { low, high: length.high.clone() }
            }
        };
        let value = state.typed(&of, &mut std::iter::once(size));
        Some(self.bind(state, sorted, Cell::Ref(value)))
    }

    /// How many pairs of cells are compared at most inside of two elements of a list that is sorted.
    fn pairs_inside(&self, element: &Type, by: SortedBy) -> Option<i64> {
        let types = self.code.types;
        let inside = |of: &Type| {
            let part = match (of, by) {
                (Type::Struct(_, args), SortedBy::First) => args.first()?,
                _ => of,
            };
            if part.is_atomic(types) { Some(0) } else { part.nodes().map(|nodes| nodes - 1) }
        };
        let each = match element {
            Type::Named(id) => types.alternatives(*id),
            of => std::slice::from_ref(of),
        };
        each.iter().try_fold(0, |most, of| Some(most.max(inside(of)?)))
    }

    /// `$bag_add(Bag, Term)`.
    fn gather(&self, mut state: State, term: CellId) -> Next {
        let cells = copied_cells(self.code.types, &state, term);
        self.units(&mut state, cells.clone());
        let one = Bag { of: state.describe(term).0.open(), count: Range::number(1), cells };
        state.bag = state.bag.plus(&one, &Range::number(1));
        self.is_true(state)
    }

    /// `$bag_close(Bag, List, Tail)`: a list cell for each solution besides its copy.
    fn gathered(&self, mut state: State, list: CellId, tail: CellId) -> Option<Next> {
        let bag = std::mem::take(&mut state.bag);
        let units = bag.cells.plus(&bag.count).plus(&bag.count);
        self.units(&mut state, units);
        let (rest, sizes) = state.describe(tail);
        let Type::List(element) = rest else { return None };
        // What the tail holds is in both then.
        state.forget(tail);
        let of = Type::List(Box::new(bag.of.lub(&element.open()))).widen();
        let value = state.typed(&of, &mut std::iter::once(bag.count.plus(&sizes[0])));
        state.bind(list, Cell::Ref(value));
        Some(self.is_true(state))
    }

    /// `copy_term(Term, Copy)`, where the copy is unbound or of parts that are.
    fn copied(&self, mut state: State, term: CellId, copy: CellId) -> Option<Next> {
        let units = copied_cells(self.code.types, &state, term);
        self.units(&mut state, units);
        let made = copy_of(&mut state, term, &mut FxHashMap::default());
        takes(&mut state, copy, made).then(|| self.is_true(state))
    }

    /// `Value is Expression` for an expression of which the outside is known.
    fn value(&self, mut state: State, value: CellId, expression: CellId) -> Option<Next> {
        let (units, integer) = operations(self.code, &state, expression)?;
        self.units(&mut state, units);
        let result = if integer { state.some(&Type::Int) } else { state.some(&Type::Number) };
        state.bind(value, Cell::Ref(result));
        Some(self.is_true(state))
    }

    /// `succ(Natural, Next)` for one that is known: below 0 that raises an exception, and so may asking what 0 comes after.
    fn successor(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let (known, asked, least, step) = match (self.integer(state, args[0]), self.integer(state, args[1])) {
            (Some(known), None) => (known, args[1], 0, 1),
            (None, Some(known)) => (known, args[0], 1, -1),
            _ => return None,
        };
        matches!(state.get(asked), Cell::Free).then_some(())?;
        let mut next = Next::new();
        let mut fine = state.clone();
        if known.require_from(least, &mut fine.guard) {
            next.extend(self.bind(fine, asked, Cell::Abstract(Type::Nat, known.offset(step))));
        }
        let mut wrong = state.clone();
        let below = known.as_linear().and_then(|known| Linear::constant(least - 1).plus(&known, -1));
        if below.is_none_or(|below| wrong.guard.require(below)) {
            wrong.maybe(Key::builtin_true(self.builtin));
            next.extend([false_builtin(wrong.clone(), self.builtin, self.other), (wrong, Flow::Raise)]);
        }
        Some(next)
    }

    /// `plus(A, B, Sum)` for two that are known.
    fn sum(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let known: Vec<Option<Range>> = args.iter().map(|&arg| self.integer(state, arg)).collect();
        let (asked, value) = match &known[..] {
            [Some(a), Some(b), None] => (args[2], a.plus(b)),
            [Some(a), None, Some(sum)] => (args[1], sum.minus(a)),
            [None, Some(b), Some(sum)] => (args[0], sum.minus(b)),
            _ => return None,
        };
        matches!(state.get(asked), Cell::Free)
            .then(|| self.bind(state.clone(), asked, Cell::Abstract(Type::Int, value)))
    }

    /// The value of an integer.
    fn integer(&self, state: &State, id: CellId) -> Option<Range> {
        match state.get(id) {
            Cell::Abstract(Type::Int | Type::Nat, value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Comparisons of such values.
    fn values(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let ((left, _), (right, _)) = (operations(self.code, state, args[0])?, operations(self.code, state, args[1])?);
        let mut state = state.clone();
        self.units(&mut state, left.plus(&right));
        Some([vec![false_builtin(state.clone(), self.builtin, self.other)], self.is_true(state)].concat())
    }
}

/// The cells of a copy, as far as that is known: none for a constant; for a compound one that refers to it, those of its
/// functors and of their arguments. Numbers that are no small integers have cells of their own, so have strings.
fn copied_cells(types: &TypeTable, state: &State, term: CellId) -> Range {
    let at_most = |cells: Expr| Range { low: Some(Expr::int(0)), high: Some(cells.simplify()) };
    match state.get(term) {
        Cell::Atom(_) => return Range::number(0),
        Cell::Abstract(of, _) if of.is_plain(types) => return Range::number(0),
        Cell::Free => return Range::number(1),
        _ => {}
    }
    let (mut cells, mut todo) = (Expr::int(1), vec![term]);
    while let Some(id) = todo.pop() {
        match state.get(id) {
            Cell::Struct(functor, args) if *functor != OTHER => {
                cells = cells + Expr::int(1 + i64::from(functor.arity));
                todo.extend(args.iter());
            }
            Cell::Atom(_) | Cell::Free => {}
            Cell::Abstract(of, _) if of.is_plain(types) => {}
            Cell::Abstract(Type::List(element), Range { high: Some(length), .. }) if element.is_plain(types) => {
                cells = cells + Expr::int(3) * length.clone();
            }
            Cell::Abstract(of, _) => {
                let nodes = state.nodes(id).and_then(|nodes| nodes.high);
                let Some((each, nodes)) = cells_a_node(of, types).zip(nodes) else { return Range::from(0) };
                cells = cells + Expr::int(each) * nodes;
            }
            _ => return Range::from(0),
        }
    }
    at_most(cells)
}

/// How many cells a node of a ground term of a type takes at most in a copy: the one that stands for it, and that of its
/// functor, or the two of a float. Nothing where there may be texts or any numbers.
fn cells_a_node(of: &Type, types: &TypeTable) -> Option<i64> {
    let (mut most, mut todo, mut seen) = (1, vec![of], FxHashSet::default());
    while let Some(of) = todo.pop() {
        match of {
            _ if of.is_plain(types) => {}
            Type::Float => most = most.max(3),
            Type::List(element) => {
                most = most.max(2);
                todo.push(element);
            }
            Type::Within(of, _) | Type::Measured(of, _) => todo.push(of),
            Type::Struct(_, args) => {
                most = most.max(2);
                todo.extend(args);
            }
            Type::Named(id) => {
                if seen.insert(*id) {
                    todo.extend(types.alternatives(*id));
                }
            }
            _ => return None,
        }
    }
    Some(most)
}

/// At most so many operations for the value of an expression, and whether it is certainly an integer; nothing where
/// something in it is not known to be a number.
fn operations(code: &Code, state: &State, expression: CellId) -> Option<(Range, bool)> {
    let (mut count, mut integer, mut todo) = (0, true, vec![expression]);
    while let Some(id) = todo.pop() {
        match state.get(id) {
            Cell::Abstract(Type::Int | Type::Nat, _) => {}
            Cell::Abstract(Type::Number | Type::Float, _) => integer = false,
            Cell::Atom(name) if *name != known::NIL => {
                count += 1;
                integer = false;
            }
            Cell::Struct(functor, args) if *functor != OTHER && *functor != LIST => {
                count += 1;
                integer &=
                    matches!(&*code.program.atoms.name(functor.name), "+" | "-" | "*" | "//" | "mod" | "min" | "max");
                todo.extend(args.iter());
            }
            _ => return None,
        }
    }
    Some((Range::between(0, count), integer))
}

/// A copy of what a cell is known to hold, with new variables.
fn copy_of(state: &mut State, id: CellId, copies: &mut FxHashMap<CellId, CellId>) -> CellId {
    let id = state.deref(id);
    if let Some(&copy) = copies.get(&id) {
        return copy;
    }
    let copy = match state.get(id).clone() {
        Cell::Struct(functor, args) => {
            let args: Vec<CellId> = args.iter().map(|&arg| copy_of(state, arg, copies)).collect();
            Cell::Struct(functor, args.into())
        }
        Cell::Partial(of, size, rest) => Cell::Partial(of.open(), size, copy_of(state, rest, copies)),
        // What is ground is as good as a copy.
        Cell::Atom(_) | Cell::Abstract(..) if state.get(id).is_ground_leaf() => return id,
        other => other,
    };
    let copy = state.cell(copy);
    copies.insert(id, copy);
    copy
}

/// Unifies a term with a copy: only where each part is bound to a part, or is the same.
fn takes(state: &mut State, pattern: CellId, term: CellId) -> bool {
    match (state.get(pattern).clone(), state.get(term).clone()) {
        // What is ground is its own copy.
        _ if state.deref(pattern) == state.deref(term) && state.nodes(pattern).is_some() => true,
        (Cell::Free, Cell::Free) => {
            state.bind(term, Cell::Ref(pattern));
            true
        }
        (Cell::Free, _) => {
            state.bind(pattern, Cell::Ref(term));
            true
        }
        (Cell::Struct(f, parts), Cell::Struct(g, args)) if f == g && f != OTHER => {
            parts.iter().zip(args.iter()).all(|(&part, &arg)| takes(state, part, arg))
        }
        _ => false,
    }
}

/// `$skip_list(List, Length, Tail)` on a proper list: binds its length, and `[]`.
fn skip_list(mut state: State, args: &[CellId], length: &Range) -> Next {
    for (arg, cell) in [(args[1], Cell::Abstract(Type::Nat, length.clone())), (args[2], Cell::Atom(known::NIL))] {
        if matches!(state.get(arg), Cell::Free) {
            let value = state.cell(cell);
            state.bind(arg, Cell::Ref(value));
        } else if state.nodes(arg).is_none() {
            state.forget(arg);
            state.may_trail(1);
        }
    }
    vec![(state, Flow::Go)]
}
