//! Builtins over texts: what they give, how long that is, and how many units of work it takes.
//!
//! A text is an atom, a string, a number as it is written, or a list of codes or characters; its length is counted in
//! characters. Units of work are counted in bytes, of which a character has one to four. What is wrong with a text raises
//! an exception, which is no path here.
//!
//! An atom that is not known may be `[]`: two characters as an atom, the empty list where a list is a text, too.

use crate::cost::Cost;
use crate::outcome::Called;
use crate::range::Range;
use crate::state::{Cell, CellId, LIST, State};
use crate::step::{Next, false_builtin};
use crate::type_tests::is_bound;
use crate::types::{Form, Type};
use solver::{Expr, Linear, Rational};
use wam::atoms::known;
use wam::builtins::{TextForm, TextRule};
use wam::cost::Key;

/// What a text is held by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Holder {
    Atom,
    String,
    Number,
    List,
}

/// A text that is known to be one.
struct Text {
    holder: Holder,
    length: Range,
}

/// Whether a list of codes or characters is a text, too.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lists {
    Texts,
    /// Those that are not empty: `[]` is an atom.
    Filled,
    Errors,
}

/// When a builtin over texts is false, besides where what is given does not unify with what it makes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum False {
    /// Only where a size that it needs is negative.
    Outside,
    Perhaps,
}

/// Characters of an integer of 60 bits: 19 digits and a sign.
pub(crate) const INTEGER: i64 = 20;
/// Units of reading a number, besides its digits.
const NUMBER: i64 = 32;
/// Units for each part of a text that is split or joined.
const PART: i64 = 32;

impl Called<'_> {
    /// What a builtin over texts does, where enough is known of them.
    pub(crate) fn text(&self, rule: TextRule, state: &State, args: &[CellId]) -> Option<Next> {
        match rule {
            TextRule::Length(form) => {
                // Whatever it is, it has a length, or raises an exception.
                let text = self.read(state, args[0], lists(form));
                let length = text.as_ref().map_or(Range::from(0), |text| text.length.clone());
                let units = text.map_or(Range::from(0), |text| text.reading());
                Some(self.give(state.clone(), units, &[(args[1], Cell::Abstract(Type::Nat, length))]))
            }
            TextRule::Convert { forward, back } => self.convert(state, args, forward, back),
            TextRule::Recase(form) => {
                let text = self.read(state, args[0], Lists::Errors)?;
                // A character has up to three in the other case.
                let length = Range { high: scaled(&text.length.high, 3, 1), ..text.length.clone() };
                let units = text.reading().plus(&making(form, &length));
                Some(self.give(state.clone(), units, &[(args[1], holding(form, length))]))
            }
            TextRule::Concat(form) => self.concat(state, args, form),
            TextRule::SubText => self.sub_text(state, args),
            TextRule::Slice => {
                let (form, text) = (self.kind(state, args[0])?, self.read(state, args[1], Lists::Errors)?);
                let (before, length) = (natural(state, args[2])?, natural(state, args[3])?);
                let units = text.reading().plus(&making(form, &upto(&text.length)));
                let rest = text.length.minus(&before).minus(&length);
                let sizes = [before, length.clone(), rest];
                Some(self.may_give(state, units, False::Outside, &sizes, &[(args[4], holding(form, length))]))
            }
            TextRule::Find => {
                let (text, sub) =
                    (self.read(state, args[0], Lists::Errors)?, self.read(state, args[1], Lists::Errors)?);
                let from = natural(state, args[2])?;
                let seeking = Range { low: Some(Expr::int(0)), high: scaled(&text.length.high, 8, 1) };
                let units = text.reading().plus(&sub.reading()).plus(&seeking);
                let (none, mut found) = (state.clone(), state.clone());
                let mut next = self.give(none, units.clone(), &[(args[3], Cell::Atom(known::NONE))]);
                if is_natural(&mut found, &text.length.minus(&from)) {
                    let place = place_between(&mut found, from, &text.length);
                    next.extend(self.give(found, units, &[(args[3], number(&place))]));
                }
                Some(next)
            }
            TextRule::Code => {
                let text = self.read(state, args[1], Lists::Errors)?;
                let index = natural(state, args[0])?;
                let room = [text.length.minus(&index), index.offset(-1)];
                let code = Cell::Abstract(Type::Nat, Range::between(0, 0x10_FFFF));
                Some(self.may_give(state, text.reading(), False::Outside, &room, &[(args[2], code)]))
            }
            TextRule::Split => {
                let texts: Vec<Text> =
                    args[..3].iter().map(|&arg| self.read(state, arg, Lists::Texts)).collect::<Option<_>>()?;
                let reading = texts.iter().fold(Range::number(0), |sum, text| sum.plus(&text.reading()));
                let separators = &texts[1].length;
                let parts = match separators.as_number() {
                    Some(0) => Range::number(1),
                    _ => Range { low: Some(Expr::int(1)), high: texts[0].length.offset(1).high },
                };
                let units = reading.plus(&splitting(&texts[0].length, &parts));
                let of = Type::List(Box::new(Type::Text(Form::String)));
                Some(self.give(state.clone(), units, &[(args[3], Cell::Abstract(of, parts))]))
            }
            // Another text than an atom is compared with what they make.
            TextRule::Join | TextRule::JoinSeparated if is_text(state, args[args.len() - 1]) => None,
            TextRule::Join => {
                let joined = self.joined(state, args[0], &Range::number(0))?;
                let units = joined.units.plus(&making(TextForm::Atom, &joined.length));
                Some(self.give(state.clone(), units, &[(args[1], holding(TextForm::Atom, joined.length))]))
            }
            TextRule::JoinSeparated => self.join_separated(state, args),
            TextRule::Number => {
                let text = self.read(state, args[0], Lists::Errors).filter(|text| text.holder != Holder::Number)?;
                let number = Cell::Abstract(Type::Number, Range::unknown());
                Some(self.may_give(state, text.reading(), False::Perhaps, &[], &[(args[1], number)]))
            }
        }
    }

    /// `atom_codes/2` and its like: forward where the atomic is known, else backward.
    fn convert(&self, state: &State, args: &[CellId], forward: TextForm, back: TextForm) -> Option<Next> {
        if matches!(state.get(args[0]), Cell::Free) {
            let is_list = matches!(forward, TextForm::Codes | TextForm::Chars);
            let text = self.read(state, args[1], if is_list { Lists::Texts } else { Lists::Errors })?;
            let units = text.reading().plus(&making(back, &text.length));
            // A number is made by reading, which is not counted here.
            let units = if back == TextForm::Number { text.reading() } else { units };
            return Some(self.give(state.clone(), units, &[(args[0], holding(back, text.length))]));
        }
        let Some(text) = self.read(state, args[0], lists(back)) else {
            // Whatever it is, it has a text, or raises an exception.
            let has_text = is_bound(state, args[0]) && matches!(state.get(args[1]), Cell::Free);
            let text = || vec![(args[1], holding(forward, Range::from(0)))];
            return has_text.then(|| self.give(state.clone(), Range::from(0), &text()));
        };
        // A number is compared with the one that is spelled.
        let spelled = back == TextForm::Number && !matches!(state.get(args[1]), Cell::Free);
        if spelled || back == TextForm::Number && text.holder != Holder::Number {
            return None;
        }
        let units = text.reading().plus(&making(forward, &text.length));
        Some(self.give(state.clone(), units, &[(args[1], holding(forward, text.length))]))
    }

    /// `$atom_concat(A, B, C, Mode)`: joined, one taken off, or all ways.
    fn concat(&self, state: &State, args: &[CellId], form: Option<TextForm>) -> Option<Next> {
        let free = |at: usize| matches!(state.get(args[at]), Cell::Free);
        let lists = if form == Some(TextForm::Text) { Lists::Filled } else { Lists::Errors };
        let read = |at: usize| self.read(state, args[at], lists);
        let form_of = |texts: [&Text; 2]| match form {
            Some(form) => form,
            None if texts.iter().any(|text| text.holder == Holder::String) => TextForm::Text,
            None => TextForm::Atom,
        };
        let one = (args[3], Cell::Atom(known::ONE));
        match [free(0), free(1), free(2)] {
            [false, false, true] => {
                let (a, b) = (read(0)?, read(1)?);
                let (form, length) = (form_of([&a, &b]), a.length.plus(&b.length));
                let units = a.reading().plus(&b.reading()).plus(&making(form, &length));
                Some(self.give(state.clone(), units, &[(args[2], holding(form, length)), one]))
            }
            [false, true, false] | [true, false, false] => {
                let (known, place) = if free(0) { (1, 0) } else { (0, 1) };
                let (part, whole) = (read(known)?, read(2)?);
                let (form, rest) = (form_of([&part, &whole]), whole.length.minus(&part.length));
                let units = whole.reading().plus(&part.reading()).plus(&making(form, &upto(&whole.length)));
                let given = [(args[place], holding(form, rest.clone())), one];
                Some(self.may_give(state, units, False::Perhaps, &[rest], &given))
            }
            [true, true, false] => {
                let whole = read(2)?;
                Some(self.give(state.clone(), whole.reading(), &[(args[3], Cell::Atom(known::BOTH))]))
            }
            [false, false, false] => {
                let texts = [read(0)?, read(1)?, read(2)?];
                let units = texts.iter().fold(Range::number(0), |sum, text| sum.plus(&text.reading()));
                Some(self.may_give(state, units, False::Perhaps, &[], &[one]))
            }
            [true, true, true] | [true, false, true] | [false, true, true] => None,
        }
    }

    /// `$sub_text(Kind, Text, Before, Length, After, Sub, Mode)`: one slice, the first places of a known one, or any.
    fn sub_text(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let free = |at: usize| matches!(state.get(args[at]), Cell::Free);
        let form = self.kind(state, args[0])?;
        let text = self.read(state, args[1], Lists::Errors)?;
        let place = |at: usize| if free(at) { Some(None) } else { natural(state, args[at]).map(Some) };
        let [before, length, after] = [place(2)?, place(3)?, place(4)?];
        let sub = if free(5) { None } else { Some(self.read(state, args[5], Lists::Errors)?) };
        if !free(6) {
            return None;
        }
        let total = &text.length;
        let reading = text.reading().plus(&sub.as_ref().map_or(Range::number(0), Text::reading));
        let asked = length.clone().or_else(|| sub.as_ref().map(|sub| sub.length.clone()));
        let one = |places: [Range; 3]| {
            let [before, length, after] = places;
            let (units, when) = match sub {
                None => (reading.plus(&making(form, &upto(total))), False::Outside),
                Some(_) => (reading.clone(), False::Perhaps),
            };
            let mut given = vec![(args[2], number(&before)), (args[3], number(&length)), (args[4], number(&after))];
            given.push((args[6], Cell::Atom(known::ONE)));
            if sub.is_none() {
                given.push((args[5], holding(form, length.clone())));
            }
            Some(self.may_give(state, units, when, &[before, length, after], &given))
        };
        match (before, asked, after) {
            (Some(before), Some(length), _) => {
                let after = total.minus(&before).minus(&length);
                one([before, length, after])
            }
            (None, Some(length), Some(after)) => one([total.minus(&length).minus(&after), length, after]),
            (Some(before), None, Some(after)) => {
                let length = total.minus(&before).minus(&after);
                one([before, length, after])
            }
            (None, Some(length), None) if sub.is_some() => {
                let seeking = Range { low: Some(Expr::int(0)), high: scaled(&total.high, 8, 1) };
                let (units, rest) = (reading.plus(&seeking), total.minus(&length));
                let given = [(args[3], number(&length))];
                let inside = upto(&rest);
                let only = [(args[2], number(&inside)), (args[4], number(&inside)), (args[6], Cell::Atom(known::ONE))];
                let values = [&given[..], &only].concat();
                let mut next =
                    self.may_give(state, units.clone(), False::Perhaps, std::slice::from_ref(&rest), &values);
                let mut found = state.clone();
                if is_natural(&mut found, &rest) {
                    let first = found.cell(number(&inside));
                    let second = found.cell(number(&Range { low: Some(Expr::int(1)), high: rest.high.clone() }));
                    let rest = found.cell(number(&rest));
                    let find = wam::atoms::Functor { name: known::FIND, arity: 3 };
                    let find = Cell::Struct(find, [first, second, rest].into());
                    self.count_units(&mut found, units);
                    next.extend(self.unified(found, &[&given[..], &[(args[6], find)]].concat()));
                }
                Some(next)
            }
            _ => Some(self.give(state.clone(), reading, &[(args[6], Cell::Atom(known::ALL))])),
        }
    }

    /// `atomic_list_concat(List, Separator, Atom)`: joined, or split where the list is not known.
    fn join_separated(&self, state: &State, args: &[CellId]) -> Option<Next> {
        let separator = self.read(state, args[1], Lists::Texts)?;
        if let Some(joined) = self.joined(state, args[0], &separator.length) {
            let made = making(TextForm::Atom, &joined.length);
            let units = separator.reading().plus(&joined.units).plus(&made);
            return Some(self.give(state.clone(), units, &[(args[2], holding(TextForm::Atom, joined.length))]));
        }
        if !matches!(state.get(args[0]), Cell::Free) {
            return None;
        }
        let text = self.read(state, args[2], Lists::Errors)?;
        let parts = Range { low: Some(Expr::int(1)), high: text.length.offset(1).high };
        let units = separator.reading().plus(&text.reading()).plus(&splitting(&text.length, &parts));
        let of = Type::List(Box::new(Type::Atom));
        Some(self.give(state.clone(), units, &[(args[0], Cell::Abstract(of, parts))]))
    }

    /// What the elements of a list of texts come to with separators between them; nothing where the list is not known or
    /// holds what is no text.
    fn joined(&self, state: &State, list: CellId, separator: &Range) -> Option<Joined> {
        let (mut length, mut units, mut parts, mut rest) = (Range::number(0), Range::number(0), 0i64, list);
        loop {
            match state.get(rest) {
                Cell::Struct(LIST, cell) => {
                    let text = self.read(state, cell[0], Lists::Errors)?;
                    length = length.plus(&text.length);
                    units = units.plus(&text.reading()).offset(PART);
                    parts += 1;
                    rest = cell[1];
                }
                Cell::Atom(known::NIL) => break,
                Cell::Abstract(Type::List(element), size) => {
                    // Each element is a text of its own, of which only the longest is bounded.
                    let each = match **element {
                        Type::Int | Type::Nat => Range::between(1, INTEGER),
                        ref of if of.is_atomic(self.code.types) => Range::from(0),
                        _ => return None,
                    };
                    let reading = each.plus(&Range { low: Some(Expr::int(0)), high: Some(Expr::int(NUMBER)) });
                    length = length.plus(&size.times_natural(&each));
                    units = units.plus(&size.times_natural(&reading.offset(PART)));
                    let between = size.offset(i64::from(parts > 0) - 1);
                    let between = Range { low: Some(Expr::int(0)), high: between.high.map(natural_part) };
                    length = length.plus(&between.times_natural(separator));
                    break;
                }
                _ => return None,
            }
        }
        length = length.plus(&Range::number((parts - 1).max(0)).times_natural(separator));
        Some(Joined { length, units })
    }

    /// The text in a cell.
    fn read(&self, state: &State, id: CellId, lists: Lists) -> Option<Text> {
        let text = |holder, length| Some(Text { holder, length });
        let characters = |name| self.code.program.atoms.name(name).chars().count() as i64;
        match state.get(id) {
            Cell::Atom(known::NIL) if lists == Lists::Texts => text(Holder::List, Range::number(0)),
            Cell::Atom(name) => text(Holder::Atom, Range::number(characters(*name))),
            // It may be [].
            Cell::Abstract(Type::Text(Form::Atom), length) if lists == Lists::Texts => {
                let low = length.low.clone().map(|low| natural_part(low - Expr::int(2)));
                text(Holder::Atom, Range { low, high: length.high.clone() })
            }
            Cell::Abstract(Type::Text(Form::Atom), length) => text(Holder::Atom, length.clone()),
            Cell::Abstract(Type::Atom, _) => text(Holder::Atom, Range::from(0)),
            Cell::Abstract(Type::Text(Form::String), length) => text(Holder::String, length.clone()),
            Cell::Abstract(Type::Nat, value) => text(Holder::Number, digits(value)),
            Cell::Abstract(Type::Int, _) => text(Holder::Number, Range::between(1, INTEGER)),
            Cell::Abstract(Type::List(_), length) if lists == Lists::Texts => text(Holder::List, length.clone()),
            Cell::Struct(LIST, _) if lists != Lists::Errors => match state.describe(id) {
                (Type::List(_), sizes) => text(Holder::List, sizes[0].clone()),
                _ => None,
            },
            // Where it is [], it has two characters.
            Cell::Abstract(Type::List(_), length) if lists == Lists::Filled => {
                let high = length.high.clone().map(|high| high.max(Expr::int(2)).simplify());
                text(Holder::List, Range { low: length.low.clone(), high })
            }
            _ => None,
        }
    }

    /// What a slice is to be: an atom, or a string.
    fn kind(&self, state: &State, id: CellId) -> Option<TextForm> {
        match state.get(id) {
            Cell::Atom(known::STRING) => Some(TextForm::Text),
            Cell::Atom(_) => Some(TextForm::Atom),
            _ => None,
        }
    }

    fn count_units(&self, state: &mut State, units: Range) {
        state.log.push(Cost::Units(Key::builtin_unit(self.builtin), units));
    }

    /// The builtin gives values.
    fn give(&self, mut state: State, units: Range, values: &[(CellId, Cell)]) -> Next {
        self.count_units(&mut state, units);
        self.unified(state, values)
    }

    /// The builtin is false, or gives values: only where some sizes are not negative.
    fn may_give(&self, state: &State, units: Range, when: False, natural: &[Range], values: &[(CellId, Cell)]) -> Next {
        let (mut yes, mut no) = (state.clone(), state.clone());
        // It may be false before all of the work is done.
        self.count_units(&mut no, upto(&units));
        self.count_units(&mut yes, units);
        let mut next: Next = match when {
            False::Perhaps => vec![false_builtin(no, self.builtin, self.other)],
            False::Outside => {
                let outside = |size: &Range| {
                    let mut no = no.clone();
                    size.require_to(-1, &mut no.guard).then(|| false_builtin(no, self.builtin, self.other))
                };
                natural.iter().filter_map(outside).collect()
            }
        };
        if natural.iter().all(|size| is_natural(&mut yes, size)) {
            next.extend(self.unified(yes, values));
        }
        next
    }
}

/// Texts joined.
struct Joined {
    length: Range,
    units: Range,
}

impl Text {
    /// The units of reading it.
    fn reading(&self) -> Range {
        let zero = Some(Expr::int(0));
        match self.holder {
            // A sixteenth of its bytes.
            Holder::Atom | Holder::String => Range { low: zero, high: scaled(&self.length.high, 1, 4) },
            Holder::Number => self.length.offset(NUMBER),
            // A list of codes that is in order has four for each byte, one of characters eight.
            Holder::List => Range { low: scaled(&self.length.low, 4, 1), high: scaled(&self.length.high, 32, 1) },
        }
    }
}

/// Whether lists are texts where a builtin reads one to go back to a form.
fn lists(back: TextForm) -> Lists {
    if back == TextForm::Text { Lists::Texts } else { Lists::Errors }
}

/// A text in a form, of so many characters.
fn holding(form: TextForm, length: Range) -> Cell {
    let list = |of| Type::List(Box::new(of));
    match form {
        TextForm::Atom => Cell::Abstract(Type::Text(Form::Atom), not_negative(length)),
        TextForm::Text => Cell::Abstract(Type::Text(Form::String), not_negative(length)),
        TextForm::Codes => Cell::Abstract(list(Type::Nat), length),
        TextForm::Chars => Cell::Abstract(list(Type::Atom), length),
        TextForm::Number => Cell::Abstract(Type::Number, Range::unknown()),
    }
}

/// The units of making a text of so many characters in a form.
fn making(form: TextForm, length: &Range) -> Range {
    let [low, high] = match form {
        TextForm::Atom | TextForm::Text | TextForm::Number => [(1, 4), (1, 1)],
        TextForm::Codes => [(1, 1), (4, 1)],
        TextForm::Chars => [(2, 1), (8, 1)],
    };
    Range { low: scaled(&length.low, low.0, low.1), high: scaled(&length.high, high.0, high.1) }
}

/// The units of splitting a text into parts, besides reading it.
fn splitting(length: &Range, parts: &Range) -> Range {
    let seeking = Range { low: scaled(&length.low, 2, 1), high: scaled(&length.high, 8, 1) };
    seeking.plus(&parts.times_natural(&Range::number(PART)))
}

/// A fraction of a size.
fn scaled(size: &Option<Expr>, times: i64, parts: i64) -> Option<Expr> {
    let factor = Expr::num(Rational::ratio(times, parts).expect("it is divided by a number above 0"));
    Some((size.clone()? * factor).simplify())
}

/// From nothing to all of a size.
fn upto(size: &Range) -> Range {
    Range { low: Some(Expr::int(0)), high: size.high.clone() }
}

/// A size, or nothing where it is negative.
fn natural_part(size: Expr) -> Expr {
    size.max(Expr::int(0)).simplify()
}

/// How many digits a number that is not negative has.
fn digits(value: &Range) -> Range {
    let third = Rational::ratio(1, 3).expect("three is not zero");
    // A factor of 10 is more than three of 2.
    let most = |value: Expr| (value.max(Expr::int(1)).log2() * Expr::num(third) + Expr::int(1)).floor().simplify();
    Range { low: Some(Expr::int(1)), high: Some(value.high.clone().map_or(Expr::int(INTEGER), most)) }
}

/// The value of a cell that holds an integer, where it may be read as one that is not negative: otherwise it raises an
/// exception.
fn natural(state: &State, id: CellId) -> Option<Range> {
    match state.get(id) {
        Cell::Abstract(Type::Nat | Type::Int, value) => Some(value.clone()),
        _ => None,
    }
}

/// A place from one on, up to the end of a text: a choice, where both are known.
fn place_between(state: &mut State, from: Range, length: &Range) -> Range {
    if let (Some(low), Some(high)) = (from.as_exact().cloned(), length.as_exact().cloned()) {
        let place = Range::exact(Expr::Var(state.split(low, high)));
        if is_natural(state, &place.minus(&from)) && is_natural(state, &length.minus(&place)) {
            return place;
        }
    }
    Range { low: from.low, high: length.high.clone() }
}

/// A size that is known not to be negative, though its low end may be.
fn not_negative(size: Range) -> Range {
    if size.as_exact().is_some() { size } else { Range { low: size.low.map(natural_part), high: size.high } }
}

/// A number that is not negative.
fn number(size: &Range) -> Cell {
    Cell::Abstract(Type::Nat, not_negative(size.clone()))
}

/// Whether a cell holds, or may hold, something else than an atom.
fn is_text(state: &State, id: CellId) -> bool {
    !matches!(state.get(id), Cell::Free | Cell::Atom(_) | Cell::Abstract(Type::Atom | Type::Text(Form::Atom), _))
}

/// Requires that a size may be natural; false where it cannot.
fn is_natural(state: &mut State, size: &Range) -> bool {
    match size.high.as_ref().and_then(Linear::of) {
        Some(high) => state.guard.require(high),
        None => true,
    }
}
