//! What `help/1` and `apropos/1` say: of builtins what their table says, of other predicates the comment before their
//! first clause.

use super::{BUILTINS, Outcome};
use crate::code::{PredicateKind, Program};
use crate::instr::PredId;
use crate::library;
use crate::machine::Machine;
use crate::machine::cell::Cell;
use std::collections::BTreeMap;

/// Control constructs: the compiler's, so no table has them.
const CONTROL: &[(&str, u32, &str)] = &[
    (",", 2, "A, B: both"),
    (";", 2, "A ; B: either"),
    ("->", 2, "If -> Then ; Else: the first answer to If decides"),
    ("*->", 2, "If *-> Then ; Else: Then for every answer to If"),
    ("\\+", 1, "\\+ Goal: it has no answer"),
    ("!", 0, "no other clauses, no other answers to the goals before"),
    ("true", 0, "true"),
    ("fail", 0, "false"),
    ("false", 0, "false"),
    ("call", 1, "call(Goal, …): the goal, with more arguments; a cut in it is local"),
    ("catch", 3, "catch(Goal, Ball, Recovery): what to do when Goal throws"),
    ("once", 1, "once(Goal): its first answer only"),
    ("ignore", 1, "ignore(Goal): its first answer, or true"),
    ("forall", 2, "forall(If, Then): Then is true for every answer to If"),
];

/// What is said of a predicate, and where it is from.
struct Entry {
    text: String,
    place: String,
}

/// `$manual(Word, How, Rows)`: the predicates of that name (`exact`), or those whose name or text has it (`part`), as
/// `row(Name/Arity, Text, Place)` in the order of their names.
pub(crate) fn manual(m: &mut Machine) -> Outcome {
    let word = m.text(m.a(0))?.to_string();
    let exact = m.a(1) == m.make_atom("exact");
    let named = |name: &str| if exact { name == word } else { !name.starts_with('$') };
    let mut found: BTreeMap<(String, u32), Entry> = BTreeMap::new();
    let control = CONTROL.iter().map(|&(name, arity, text)| (name, arity, text, "control"));
    let builtins = BUILTINS.iter().map(|row| (row.name, u32::from(row.arity), row.meaning, "builtin"));
    for (name, arity, text, place) in builtins.chain(control).filter(|row| named(row.0)) {
        found.insert((name.into(), arity), Entry { text: text.into(), place: place.into() });
    }
    library::load_exporters(&mut m.program, |name| if exact { name == word } else { true });
    for id in (0..m.program.predicates.len() as u32).map(PredId) {
        let predicate = m.program.get(id);
        let name = m.program.atoms.name(predicate.functor.name);
        if predicate.kind != PredicateKind::Undefined && !predicate.source.is_empty() && named(&name) {
            found.insert((name.to_string(), predicate.functor.arity), entry(&m.program, id));
        }
    }
    if !exact {
        let word = word.to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(&word);
        found.retain(|(name, _), entry| has(name) || has(&entry.text));
    }
    let mut rows = Vec::with_capacity(found.len());
    for ((name, arity), Entry { text, place }) in found {
        let [name, text, place] = [name, text, place].map(|text| m.make_atom(&text));
        m.ensure(16)?;
        let indicator = m.make("/", &[name, Cell::int(i64::from(arity))]);
        rows.push(m.make("row", &[indicator, text, place]));
    }
    m.units += rows.len() as u64;
    let list = m.make_list(&rows, Cell::NIL)?;
    Ok(m.unify(m.a(2), list))
}

/// The comment before the first clause, and where that is. Declarations may stand between.
fn entry(program: &Program, id: PredId) -> Entry {
    let predicate = program.get(id);
    let (clause, file) = (&predicate.source[0], predicate.places[0]);
    let source = &program.file(file).source;
    let start = clause.terms.span(clause.root).start;
    let before = &source.text()[..start as usize];
    let (mut comment, mut declared) = (Vec::new(), None);
    // Whether the lines below go on with a declaration, or with something else.
    let mut goes_on = false;
    for line in before.lines().rev() {
        match line.trim() {
            // Where an assertion stood that programs to run are read without.
            "%" => {}
            text if text.starts_with('%') && !goes_on => comment.push(text.trim_start_matches('%').trim()),
            text if text.starts_with(":-") && comment.is_empty() => {
                declared = Some(declaration(text));
                goes_on = false;
            }
            text if line.starts_with(' ') && !text.is_empty() && comment.is_empty() => goes_on = true,
            _ => break,
        }
    }
    comment.reverse();
    let text = match (comment.is_empty(), declared) {
        (false, _) => comment.join(" "),
        (true, Some(declared)) => declared.into(),
        (true, None) => String::new(),
    };
    Entry { text, place: format!("{}:{}", source.name(), source.position(start).line) }
}

/// `:- entry append(+list, +list, -).` without what is not the predicate's.
fn declaration(text: &str) -> &str {
    let text = text.trim_start_matches(":-").trim().trim_end_matches('.');
    ["entry ", "trust ", "meta_predicate "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text)
}
