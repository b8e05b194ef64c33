//! Arguments that grow from call to call: counters in Peano's notation that go up, terms that are wrapped again and again.
//!
//! Each call would be another pattern, down to the depth at which patterns end. An argument that has held what it was
//! before twice on the way from one call of a predicate to the next is known by a type that holds all three instead: the
//! embedding is what tells growth from terms that only differ (homeomorphic embedding: Sørensen, Glück 1995).

use crate::cost::VariantId;
use crate::explore::{Explorer, Variant};
use crate::regtype::TypeTable;
use crate::types::Type;
use wam::instr::PredId;

impl Explorer<'_> {
    /// The arguments of a call in a variant, where those that go on growing are of a type that holds what they grow to.
    pub(crate) fn grown(&self, pred: PredId, caller: VariantId, pattern: &[Type]) -> Vec<Type> {
        let mut before = self.calls_before(pred, caller);
        let (Some(last), Some(first)) = (before.next(), before.next()) else { return pattern.to_vec() };
        let each = pattern.iter().zip(&last.pattern).zip(&first.pattern);
        let settled = |((now, last), first): ((&Type, &Type), &Type)| {
            let (last, first) = (last.plain(), first.plain());
            if grows(now, &last) && grows(&last, &first) { whole(now, &last, &first, &self.types) } else { now.clone() }
        };
        each.map(settled).collect()
    }

    /// The variants of a predicate through which an exploration has come to a variant, the last one first.
    fn calls_before(&self, pred: PredId, caller: VariantId) -> impl Iterator<Item = &Variant> {
        let of = |id: VariantId| &self.variants[id.0 as usize];
        std::iter::successors(Some(caller), move |&id| of(id).caller)
            .map(of)
            .filter(move |variant| variant.pred == pred)
    }
}

/// Whether the terms of a type have a proper part of another type.
fn grows(now: &Type, before: &Type) -> bool {
    match now {
        Type::Struct(_, args) => now.is_ground() && args.iter().any(|arg| arg == before || grows(arg, before)),
        _ => false,
    }
}

/// A type of ground terms that holds some.
fn whole(now: &Type, last: &Type, first: &Type, types: &TypeTable) -> Type {
    match types.join(&types.join(first, last), now) {
        of @ (Type::Named(_) | Type::List(_)) => of,
        _ => Type::Ground,
    }
}
