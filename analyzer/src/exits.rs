//! What the arguments of a call are at its solutions: their types, and which variables are unbound then, those that the
//! caller passed and new ones. Where several are one by then, or end a list, the types say so.
//!
//! The caller's variables are the leaves of the call pattern, in its order. A number stands for one of the variables that
//! are left: where it is in the types, and at which leaves, is all there is of it. A variable that is also in a term of which
//! the type does not say where it is has no number: it may share with anything.

use crate::describe::Names;
use crate::pattern::variables;
use crate::state::{Cell, CellId, State};
use crate::types::Type;
use rustc_hash::{FxHashMap, FxHashSet};

/// The arguments of a call at its solutions.
#[derive(Clone, PartialEq, Debug)]
pub struct Exit {
    /// Their types. The numbers of shared variables are its own.
    pub types: Vec<Type>,
    /// The number of the variable at each leaf of the pattern, where it is certainly unbound.
    pub ends: Vec<Option<u8>>,
}

/// The cells of the variables that a call pattern tells apart, in its order; nothing where a cell is not as the pattern says.
pub fn leaves(state: &State, args: &[CellId], pattern: &[Type]) -> Option<Vec<CellId>> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut todo: Vec<(CellId, &Type)> = args.iter().copied().zip(pattern).rev().collect();
    while let Some((id, of)) = todo.pop() {
        let leaf = match of {
            Type::Free => state.deref(id),
            Type::Shared(number) if seen.insert(*number) => state.deref(id),
            Type::Partial(_, number) if seen.insert(*number) => state.list_cells(id).1,
            Type::Struct(functor, parts) => {
                let Cell::Struct(known, args) = state.get(id) else { return None };
                if known != functor {
                    return None;
                }
                todo.extend(args.iter().copied().zip(parts).rev());
                continue;
            }
            _ => continue,
        };
        if !matches!(state.get(leaf), Cell::Free) {
            return None;
        }
        found.push(leaf);
    }
    (found.len() < usize::from(u8::MAX)).then_some(found)
}

/// The number of variables that are too many to have one.
const NONE: u8 = u8::MAX;

/// The variables that are at the same places in two types, or at the ends of the same lists.
fn same_places(a: &Type, b: &Type, into: &mut Vec<(u8, u8)>) {
    match (a, b) {
        (Type::Struct(f, a), Type::Struct(g, b)) if f == g => {
            a.iter().zip(b).for_each(|(a, b)| same_places(a, b, into));
        }
        _ => into.extend(a.as_partial().zip(b.as_partial()).map(|((_, a), (_, b))| (a, b))),
    }
}

impl Exit {
    /// The exit that a state has reached.
    pub fn of(state: &State, args: &[CellId], leaves: &[CellId]) -> Exit {
        let mut names = Names::default();
        for (at, &leaf) in leaves.iter().enumerate() {
            if matches!(state.get(leaf), Cell::Free) {
                names.insert(state.deref(leaf), at as u8);
            }
        }
        let all = variables(state, args);
        for &new in all.iter().flatten() {
            let number = u8::try_from(leaves.len() + names.len()).unwrap_or(NONE);
            names.entry(new).or_insert(number);
        }
        let ends: Vec<Option<u8>> = leaves.iter().map(|&leaf| names.get(&state.deref(leaf)).copied()).collect();
        let mut wanted: FxHashMap<u8, usize> = FxHashMap::default();
        for cell in all.iter().flatten() {
            *wanted.entry(names[cell]).or_insert(0) += 1;
        }
        // New variables that occur once do so in the caller. Arguments that were one variable are one term.
        let mut terms = args.to_vec();
        terms.sort();
        terms.dedup();
        let own = if terms.len() == args.len() { all.clone() } else { variables(state, &terms) }.unwrap_or_default();
        let each = || own.chunk_by(|a, b| a == b);
        let single: Vec<u8> = each().filter(|times| times.len() == 1).map(|times| names[&times[0]]).collect();
        let is_single = |number| number != NONE && single.contains(&number) && !ends.contains(&Some(number));
        let is_free = |cell: CellId| matches!(state.get(cell), Cell::Free);
        let are_apart = all.is_some() && each().all(|times| times.len() == 1 || is_free(times[0]));
        let described = |&arg: &CellId| {
            let (of, _) = state.describe_exit(arg, &names, &is_single);
            if are_apart { of.widen() } else { of.open_but_shared().widen() }
        };
        let types = args.iter().map(described).collect();
        let exit = Exit { types, ends };
        let kept = exit.occurrences();
        let exit = exit.without(&|number| all.is_none() || number == NONE || kept.get(&number) != wanted.get(&number));
        // Numbers as joined exits have them.
        exit.join(&exit, &|of, _| of.clone())
    }

    /// How often each variable is in the types.
    fn occurrences(&self) -> FxHashMap<u8, usize> {
        let mut times = FxHashMap::default();
        self.types.iter().for_each(|of| of.shared(&mut |number| *times.entry(number).or_insert(0) += 1));
        times
    }

    /// The exit where some variables are not told apart from others.
    fn without(self, lost: &dyn Fn(u8) -> bool) -> Exit {
        Exit {
            types: self.types.iter().map(|of| of.unshared(lost)).collect(),
            ends: self.ends.iter().map(|end| end.filter(|&number| !lost(number))).collect(),
        }
    }

    fn renumbered(&self, new: &dyn Fn(u8) -> Option<u8>) -> Exit {
        Exit {
            types: self.types.iter().map(|of| of.renumbered(new)).collect(),
            ends: self.ends.iter().map(|end| end.and_then(new)).collect(),
        }
    }

    /// What holds of two exits, with types joined as is said.
    pub fn join(&self, other: &Exit, join: &dyn Fn(&Type, &Type) -> Type) -> Exit {
        // A variable of both is one that is at the same place, and at no place where the other has a second one.
        let mut pairs: Vec<(u8, u8)> =
            self.ends.iter().zip(&other.ends).filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect();
        self.types.iter().zip(&other.types).for_each(|(a, b)| same_places(a, b, &mut pairs));
        let mut seen = FxHashSet::default();
        pairs.retain(|pair| seen.insert(*pair));
        let number = |is_of: &dyn Fn(&(u8, u8)) -> bool| {
            let first = pairs.iter().position(is_of)?;
            let (a, b) = pairs[first];
            let is_one = pairs.iter().all(|pair| (pair.0 == a) == (pair.1 == b));
            u8::try_from(first).ok().filter(|_| is_one)
        };
        let own = self.renumbered(&|number_of| number(&|pair| pair.0 == number_of));
        let others = other.renumbered(&|number_of| number(&|pair| pair.1 == number_of));
        let joined = Exit {
            types: own.types.iter().zip(&others.types).map(|(a, b)| join(a, b).widen()).collect(),
            ends: own.ends.iter().zip(&others.ends).map(|(a, b)| a.filter(|_| a == b)).collect(),
        };
        let (a, b, both) = (own.occurrences(), others.occurrences(), joined.occurrences());
        joined.without(&|number| both.get(&number) != a.get(&number) || both.get(&number) != b.get(&number))
    }
}

impl State {
    /// The variables of a call that are unbound at its solutions get the numbers that the types have for them; what is one
    /// variable then is one cell. False where it is not known which they are.
    pub(crate) fn name_ends(&mut self, args: &[CellId], pattern: &[Type], exit: &Exit) -> bool {
        self.shared.clear();
        let Some(leaves) = leaves(self, args, pattern).filter(|leaves| leaves.len() == exit.ends.len()) else {
            return false;
        };
        for (leaf, number) in leaves.into_iter().zip(&exit.ends) {
            let Some(number) = number else { continue };
            match self.shared.get(number).copied() {
                None => drop(self.shared.insert(*number, leaf)),
                Some(known) => {
                    let (older, younger) = (known.min(leaf), known.max(leaf));
                    self.refine(younger, Cell::Ref(older));
                    self.shared.insert(*number, older);
                }
            }
        }
        for (number, times) in exit.occurrences() {
            let known = self.shared.get(&number).copied();
            let is_new = known.is_none();
            let end = known.unwrap_or_else(|| self.cell(Cell::Free));
            self.shared.insert(number, end);
            // A new one may be older than the choice points that the call leaves.
            if is_new || times > 1 {
                self.may_be_older(end);
            }
        }
        true
    }
}
