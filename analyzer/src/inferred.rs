//! Regular types from a well-typing, in the place of `+` in an entry.
//!
//! In: the signature of a predicate, and the types of its arguments at the call. Out: [`Candidate`]s, each with what to
//! analyse instead. Types of classes are made in two ways. *Total* ones hold every ground term: what begins like no
//! alternative of the class is a foreign leaf, which fails against each of them, so that nothing is narrowed and bounds are
//! of every ground term. *Own* ones hold the terms of the class only, and are then part of what the bound is for.

use crate::assertion::Assertions;
use crate::balanced::Balanced;
use crate::entry::{Entry, reaches_texts};
use crate::expressions::is_operation;
use crate::norms::Norm;
use crate::regtype::{Extent, TypeId, TypeTable};
use crate::state::LIST;
use crate::types::{Form, Type};
use crate::welltype::{ClassId, Signature, head_argument};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;
use wam::atoms::Functor;
use wam::code::Program;
use wam::instr::PredId;
use wam::modules::ModuleClass;
use wam::term::{Node, ReadTerm};

/// How an entry may be analysed instead.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The types of the program, and those that were made.
    pub types: TypeTable,
    /// The types of the arguments.
    pub pattern: Vec<Type>,
    /// The arguments, from 0, whose type does not hold all ground terms.
    pub narrowed: Vec<usize>,
}

/// How lists of the type of a class are measured.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lists {
    /// By their length.
    Length,
    /// By their nodes, like other terms.
    Nodes,
}

/// A class of more ways to begin is not told apart.
const ALTERNATIVE_LIMIT: usize = 24;
/// More classes than this are not looked at.
const CLASS_LIMIT: usize = 300;
/// How deep records are compounds of their own in a type.
const RECORD_DEPTH: usize = 2;

/// Of so many predicates that are called the arguments are looked at.
const CALLED_LIMIT: usize = 60;
/// So many types of theirs are enough.
const BUILT_LIMIT: usize = 12;

/// What to analyse in the place of an entry, the widest first: arguments of any ground term by types of their own, and the whole
/// with the types known that are built inside.
pub fn candidates(program: &Program, types: &TypeTable, assertions: &Assertions, entry: &Entry) -> Vec<Candidate> {
    let balanced = assertions.balanced.get(|| Balanced::of(program, types));
    let mut found = of_arguments(program, types, &balanced, entry);
    let as_given = Candidate { types: types.clone(), pattern: entry.pattern.clone(), narrowed: Vec::new() };
    let inside: Vec<Candidate> = [Some(as_given), found.last().cloned()].into_iter().flatten().collect();
    found.extend(inside.into_iter().filter_map(|known| built_inside(program, known, &balanced, entry)));
    found
}

/// The same with the recursive types known that arguments of what is called have: terms that are built up from a constant are then of
/// one type, where each that is written out would be of its own.
fn built_inside(program: &Program, known: Candidate, balanced: &Balanced, entry: &Entry) -> Option<Candidate> {
    let is_users = |pred: PredId| program.module(program.get(pred).module).class == ModuleClass::User;
    let texts = reaches_texts(program, entry.pred);
    let mut types = known.types.clone();
    for mut signature in Signature::of_each(program, balanced, entry.pred, is_users)?.into_iter().take(CALLED_LIMIT) {
        let Some(classes) = Classes::of(&mut signature, texts) else { continue };
        let (more, arguments) = classes.types(&types, Extent::Own, Lists::Length);
        let has = |of: &Type| {
            let mut ids = (0..types.count() as u16).map(|id| Type::Named(TypeId(id)));
            ids.any(|known| more.includes(&known, of) && more.includes(of, &known))
        };
        let is_new = |of: &Type| matches!(of, Type::Named(id) if more.is_recursive(*id)) && !has(of);
        if arguments.iter().flatten().any(is_new) {
            types = more;
        }
        if types.count() >= known.types.count() + BUILT_LIMIT {
            break;
        }
    }
    (types.count() > known.types.count()).then_some(Candidate { types, ..known })
}

/// What to analyse in the place of an entry with arguments of any ground term.
fn of_arguments(program: &Program, types: &TypeTable, balanced: &Balanced, entry: &Entry) -> Vec<Candidate> {
    if !entry.pattern.contains(&Type::Ground) {
        return Vec::new();
    }
    let Some(mut signature) = Signature::of(program, balanced, entry.pred) else { return Vec::new() };
    let Some(mut classes) = Classes::of(&mut signature, reaches_texts(program, entry.pred)) else { return Vec::new() };
    let takes_apart = |&at: &usize| {
        let is_compound = |clause: &Arc<ReadTerm>| matches!(head_argument(clause, at), Node::Compound(..));
        program.get(entry.pred).source.iter().any(is_compound)
    };
    classes.terms = (0..classes.arguments.len()).filter(takes_apart).map(|at| classes.arguments[at]).collect();
    let mut found: Vec<Candidate> = Vec::new();
    let (total, of_total) = classes.types(types, Extent::Total, Lists::Nodes);
    let integers: Vec<Option<Type>> = classes.arguments.iter().map(|&class| classes.integer(class)).collect();
    let mixed: Vec<Option<Type>> = integers.iter().zip(&of_total).map(|(a, b)| a.clone().or(b.clone())).collect();
    let mut add = |types: &TypeTable, taken: &[Option<Type>]| {
        let instead = |(of, taken): (&Type, &Option<Type>)| match (of, taken) {
            (Type::Ground, Some(taken)) => taken.clone(),
            (of, _) => of.clone(),
        };
        let pattern: Vec<Type> = entry.pattern.iter().zip(taken).map(instead).collect();
        let is_total = |of: &Type| *of == Type::Ground || matches!(of, Type::Named(id) if types.is_total(*id));
        let is_narrow = |at: &usize| entry.pattern[*at] == Type::Ground && !is_total(&pattern[*at]);
        let narrowed: Vec<usize> = (0..pattern.len()).filter(is_narrow).collect();
        if pattern != entry.pattern && found.iter().all(|known| known.pattern != pattern || !known.types.is_same(types))
        {
            found.push(Candidate { types: types.clone(), pattern, narrowed });
        }
    };
    add(&total, &of_total);
    add(&total, &mixed);
    for lists in [Lists::Length, Lists::Nodes] {
        let (own, of_own) = classes.types(types, Extent::Own, lists);
        add(&own, &of_own);
    }
    found
}

impl Candidate {
    /// The same with fewer arguments narrowed: any ground term in the place of one.
    pub fn wider(&self) -> Vec<Candidate> {
        let without = |&at: &usize| {
            let mut wider = self.clone();
            wider.pattern[at] = Type::Ground;
            wider.narrowed.retain(|&other| other != at);
            wider
        };
        if self.narrowed.len() < 2 { Vec::new() } else { self.narrowed.iter().map(without).collect() }
    }
}

/// The classes of a signature without those that hold no term, each once.
struct Classes {
    blocks: Vec<Block>,
    arguments: Vec<usize>,
    /// Those that heads of clauses take apart: expressions are terms there, no integers.
    terms: Vec<usize>,
    /// Whether something is reached that works on texts.
    texts: bool,
}

/// A class: how its terms begin; in any way, where it says nothing.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Block {
    leaves: BTreeSet<Type>,
    compounds: Vec<(Functor, Vec<usize>)>,
}

impl Block {
    fn is_any(&self) -> bool {
        self.leaves.is_empty() && self.compounds.is_empty()
    }

    /// The class of the elements, where it is taken apart as lists are, and they are of another class; it has this number.
    fn element(&self, own: usize) -> Option<usize> {
        match self.compounds.as_slice() {
            [(LIST, args)] if args[1] == own && args[0] != own => Some(args[0]),
            _ => None,
        }
    }

    /// The same with all constants; sorts of which the text speaks stay.
    fn with_constants(mut self) -> Block {
        let is_sort = |leaf: &Type| matches!(leaf, Type::Int | Type::Nat | Type::Float | Type::Number);
        if !self.leaves.iter().any(is_sort) {
            self.leaves.retain(|leaf| !matches!(leaf, Type::Integer(_)));
            self.leaves.insert(Type::Number);
        }
        self.leaves.retain(|leaf| !matches!(leaf, Type::Const(_)));
        self.leaves.insert(Type::Atom);
        self
    }
}

impl Classes {
    /// The classes that the arguments consist of; nothing where there are too many.
    fn of(signature: &mut Signature, texts: bool) -> Option<Classes> {
        let roots = signature.arguments();
        let mut index: FxHashMap<ClassId, usize> = FxHashMap::default();
        let mut order = Vec::new();
        let mut todo: Vec<ClassId> = roots.iter().rev().copied().collect();
        while let Some(class) = todo.pop() {
            if index.contains_key(&class) {
                continue;
            }
            index.insert(class, order.len());
            order.push(class);
            todo.extend(signature.class(class).compounds.values().rev().flatten());
            if order.len() > CLASS_LIMIT {
                return None;
            }
        }
        let block = |class: &ClassId| {
            let of = signature.class(*class);
            let compounds = of.compounds.iter().map(|(&f, args)| (f, args.iter().map(|arg| index[arg]).collect()));
            let block = Block { leaves: of.leaves.clone(), compounds: compounds.collect() };
            if of.has_others && block.element(index[class]).is_none() { block.with_constants() } else { block }
        };
        let classes = Classes {
            blocks: order.iter().map(block).collect(),
            arguments: roots.iter().map(|root| index[root]).collect(),
            terms: Vec::new(),
            texts,
        };
        Some(classes.merged())
    }

    /// Classes of the same terms as one.
    fn merged(self) -> Classes {
        let mut group: Vec<usize> = vec![0; self.blocks.len()];
        loop {
            let mut keys: FxHashMap<(usize, Block), usize> = FxHashMap::default();
            let key = |(at, block): (usize, &Block)| {
                let grouped = |(f, args): &(Functor, Vec<usize>)| (*f, args.iter().map(|&arg| group[arg]).collect());
                let compounds = block.compounds.iter().map(grouped).collect();
                (group[at], Block { leaves: block.leaves.clone(), compounds })
            };
            let next: Vec<usize> = (self.blocks.iter().enumerate())
                .map(|at| {
                    let count = keys.len();
                    *keys.entry(key(at)).or_insert(count)
                })
                .collect();
            if next == group {
                break;
            }
            group = next;
        }
        let count = group.iter().max().map_or(0, |most| most + 1);
        let first = (0..count).map(|of| group.iter().position(|&other| other == of).unwrap_or_default());
        let blocks = first.map(|at| {
            let mut block = self.blocks[at].clone();
            block.compounds.iter_mut().flat_map(|(_, args)| args).for_each(|arg| *arg = group[*arg]);
            block
        });
        let arguments = self.arguments.iter().map(|&at| group[at]).collect();
        Classes { blocks: blocks.collect(), arguments, ..self }
    }

    /// The same without alternatives that no finite term has; a class that has none left may be anything. What is taken
    /// apart as lists are, and never asked for its end, is of lists.
    fn inhabited(&self) -> Classes {
        let mut classes = Classes {
            blocks: self.blocks.clone(),
            arguments: self.arguments.clone(),
            terms: self.terms.clone(),
            ..*self
        };
        for (at, block) in classes.blocks.iter_mut().enumerate() {
            if block.element(at).is_some() && block.leaves.is_empty() {
                block.leaves.insert(Type::List(Box::new(Type::Bottom)));
            }
        }
        classes.without_endless()
    }

    /// The same without alternatives that no finite term has.
    fn without_endless(self) -> Classes {
        let mut holds: Vec<bool> = self.blocks.iter().map(|block| block.is_any() || !block.leaves.is_empty()).collect();
        loop {
            let before = holds.clone();
            for (at, block) in self.blocks.iter().enumerate() {
                holds[at] |= block.compounds.iter().any(|(_, args)| args.iter().all(|&arg| before[arg]));
            }
            if holds == before {
                break;
            }
        }
        let mut classes = self;
        classes
            .blocks
            .iter_mut()
            .for_each(|block| block.compounds.retain(|(_, args)| args.iter().all(|&arg| holds[arg])));
        classes
    }

    /// Whether terms of a class hold terms of another inside.
    fn holds(&self, outer: usize, inner: usize) -> bool {
        let (mut seen, mut todo) = (FxHashSet::default(), vec![outer]);
        while let Some(at) = todo.pop() {
            for &arg in self.blocks[at].compounds.iter().flat_map(|(_, args)| args) {
                if arg == inner {
                    return true;
                }
                if seen.insert(arg) {
                    todo.push(arg);
                }
            }
        }
        false
    }

    /// The class of the elements, where a class is of proper lists.
    fn elements(&self, class: usize) -> Option<usize> {
        let block = &self.blocks[class];
        let has_end = block.leaves.len() == 1 && block.leaves.contains(&Type::List(Box::new(Type::Bottom)));
        block.element(class).filter(|&element| has_end && !self.holds(element, class))
    }

    /// The type of integers, for a class in which the text computes, or passes on what is to be computed.
    fn integer(&self, class: usize) -> Option<Type> {
        let block = &self.blocks[class];
        let is_operation = |(functor, _): &(Functor, Vec<usize>)| is_operation(*functor);
        let is_computed = !self.terms.contains(&class) && block.compounds.iter().all(is_operation);
        (is_computed && block.leaves.contains(&Type::Int)).then_some(Type::Int)
    }

    /// Whether the text tells atoms from integers in a class.
    fn is_mixed(&self, class: usize) -> bool {
        let leaves = &self.blocks[class].leaves;
        let is_atom = |leaf: &Type| matches!(leaf, Type::Const(_) | Type::Atom);
        self.integer(class).is_some() && leaves.iter().any(is_atom)
    }

    /// The types of the arguments, where the text says something of them, and the table with these types.
    fn types(&self, table: &TypeTable, extent: Extent, lists: Lists) -> (TypeTable, Vec<Option<Type>>) {
        let pruned = self.inhabited();
        let classes = if extent == Extent::Own { &pruned } else { self };
        let (first, made, texts) = (table.count(), FxHashMap::default(), self.texts);
        let mut maker = Maker { classes, extent, lists, first, made, todo: Vec::new(), texts };
        let arguments: Vec<Type> = classes.arguments.iter().map(|&class| maker.of(class, 0)).collect();
        let (mut types, mut at) = (Vec::new(), 0);
        while let Some(&class) = maker.todo.get(at) {
            types.push((name(table, at), maker.alternatives(class)));
            at += 1;
        }
        let known = |of: Type| (of != Type::Ground).then_some(of);
        (table.with(types, extent), arguments.into_iter().map(known).collect())
    }
}

/// The name of a type that was made: t, u, v, … none that the program has.
fn name(table: &TypeTable, at: usize) -> String {
    let free = |name: &String| !(0..table.count() as u16).any(|id| table.name(TypeId(id)) == name);
    let names = (0..).map(|at: usize| match at {
        0..7 => char::from(b't' + at as u8).to_string(),
        _ => format!("t{}", at - 6),
    });
    names.filter(free).nth(at).unwrap_or_default()
}

/// Types of classes, being made.
struct Maker<'a> {
    classes: &'a Classes,
    extent: Extent,
    lists: Lists,
    first: usize,
    made: FxHashMap<usize, TypeId>,
    /// The classes whose types have a number, in order.
    todo: Vec<usize>,
    /// Whether atoms are measured.
    texts: bool,
}

impl Maker<'_> {
    /// The type of a class, so deep in records.
    fn of(&mut self, class: usize, depth: usize) -> Type {
        let block = &self.classes.blocks[class];
        let dictionary = block.leaves.iter().find(|leaf| matches!(leaf, Type::Measured(_, Norm::Balanced)));
        if let (Extent::Own, Some(tree)) = (self.extent, dictionary) {
            return tree.clone();
        }
        if block.compounds.is_empty() || self.extent == Extent::Own && self.classes.integer(class).is_some() {
            return self.of_leaves(class);
        }
        if block.leaves.len() + block.compounds.len() > ALTERNATIVE_LIMIT {
            return Type::Ground;
        }
        if self.extent == Extent::Own {
            if self.lists == Lists::Length
                && let Some(element) = self.classes.elements(class)
            {
                // Where atoms are among numbers, a list of numbers alone is none of what the text is about.
                let of = if self.classes.is_mixed(element) { Type::Ground } else { self.of(element, depth) };
                return Type::List(Box::new(of));
            }
            if let ([(functor, args)], true) = (block.compounds.as_slice(), block.leaves.is_empty())
                && depth < RECORD_DEPTH
                && !self.classes.holds(class, class)
            {
                return Type::Struct(*functor, args.iter().map(|&arg| self.of(arg, depth + 1)).collect());
            }
        }
        self.named(class)
    }

    fn of_leaves(&mut self, class: usize) -> Type {
        let leaves = &self.classes.blocks[class].leaves;
        let is_one = |leaf: &Type| leaf.as_constant().is_some();
        match self.extent {
            Extent::Own if self.texts && leaves.iter().eq([&Type::Atom]) => Type::Text(Form::Atom),
            Extent::Own => self.classes.integer(class).unwrap_or(Type::Ground),
            // Where no constant is told apart nothing is won.
            Extent::Total if leaves.iter().any(is_one) && leaves.len() <= ALTERNATIVE_LIMIT => self.named(class),
            Extent::Total => Type::Ground,
        }
    }

    fn named(&mut self, class: usize) -> Type {
        let next = TypeId((self.first + self.todo.len()) as u16);
        let id = *self.made.entry(class).or_insert_with(|| {
            self.todo.push(class);
            next
        });
        Type::Named(id)
    }

    fn alternatives(&mut self, class: usize) -> Vec<Type> {
        let Block { leaves, compounds } = self.classes.blocks[class].clone();
        let compound = |(functor, args): (Functor, Vec<usize>)| {
            Type::Struct(functor, args.into_iter().map(|arg| self.of(arg, 1)).collect())
        };
        leaves.into_iter().chain(compounds.into_iter().map(compound).collect::<Vec<Type>>()).collect()
    }
}
