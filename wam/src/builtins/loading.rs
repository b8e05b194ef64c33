//! What the library does while texts are loaded: `$load_step` says what is next, the others report what came of it, or
//! tell what is known of the text.

use super::Outcome;
use crate::atoms::known;
use crate::compile::loader::{Loader, Task};
use crate::compile::loading::LoadStep;
use crate::compile::translate_rule;
use crate::machine::Machine;
use crate::machine::cell::{Cell, Tag};
use crate::machine::error::Ball;
use crate::machine::exchange::Variables;
use crate::term::{ReadTerm, Span, Terms, VariableName};
use std::sync::Arc;

impl Machine {
    fn loader(&mut self) -> Option<&mut Loader> {
        self.loads.last_mut().and_then(|load| load.loading.innermost())
    }

    /// A term of a text on the heap, with its variables.
    fn bring(&mut self, read: &ReadTerm) -> Result<(Cell, Vec<Option<Cell>>), Ball> {
        self.ensure(4 * read.terms.nodes() + 2)?;
        let mut variables = Vec::new();
        let term = self.import(&read.terms, read.root, &mut variables);
        Ok((term, variables))
    }

    /// `Name = Variable` for the named variables of a term of a text.
    fn names(&mut self, read: &ReadTerm, variables: &[Option<Cell>]) -> Result<Cell, Ball> {
        self.ensure(5 * variables.len())?;
        let mut items = Vec::new();
        for (name, cell) in read.variables.iter().zip(variables) {
            if let (Some(cell), false) = (cell, name.name == "_") {
                let name = self.make_atom(&name.name);
                items.push(self.make_compound(crate::atoms::Functor { name: known::EQUALS, arity: 2 }, &[name, *cell]));
            }
        }
        self.make_list(&items, Cell::NIL)
    }
}

/// `$load_step(Depth, Texts, Step)`: loads on; what was found wrong, and what is next: `run(Goal, Place)`, `work` or `done`.
/// What was begun above that depth and not ended is given up.
pub(crate) fn step(m: &mut Machine) -> Outcome {
    let depth = m.natural(m.a(0))?;
    m.close_loads(depth as usize + 1);
    let (news, step) = if m.loads.len() < depth as usize { (Vec::new(), LoadStep::Done) } else { m.load_on()? };
    let texts: Vec<String> = news.iter().flat_map(|report| report.lines()).collect();
    let texts: Vec<Cell> = texts.iter().map(|text| m.make_atom(text)).collect();
    let texts = m.make_list(&texts, Cell::NIL)?;
    let step = match step {
        LoadStep::Done | LoadStep::Full => m.make_atom("done"),
        LoadStep::Work => m.make_atom("work"),
        LoadStep::Run(directive) => {
            let (goal, _) = m.bring(&directive.read)?;
            let place = m.program.place(directive.file, directive.read.terms.span(directive.read.root));
            let place = m.make_atom(&place);
            m.ensure(3)?;
            m.make("run", &[goal, place])
        }
    };
    Ok(m.unify(m.a(1), texts) && m.unify(m.a(2), step))
}

/// `$load_close(Depth)`: gives up what is still being loaded from that depth on.
pub(crate) fn close(m: &mut Machine) -> Outcome {
    let depth = m.natural(m.a(0))?;
    m.close_loads(depth as usize);
    Ok(true)
}

/// `$load_task(Task, Place)`: `test(Goal)` or `expand(Term, Module, Names)`, and where it stands.
pub(crate) fn task(m: &mut Machine) -> Outcome {
    let Some(loader) = m.loads.last().and_then(|load| load.loading.current()) else { return Ok(false) };
    let file = loader.at;
    let (read, module) = match loader.task() {
        None => return Ok(false),
        Some(Task::Test(read)) => (read.clone(), None),
        Some(Task::Expand(read, module)) => (read.clone(), Some(*module)),
    };
    let place = m.program.place(file, read.terms.span(read.root));
    let place = m.make_atom(&place);
    let (term, variables) = m.bring(&read)?;
    let task = match module {
        None => m.make("test", &[term]),
        Some(module) => {
            let names = m.names(&read, &variables)?;
            let module = Cell::atom(m.program.module(module).name);
            m.ensure(4)?;
            m.make("expand", &[term, module, names])
        }
    };
    Ok(m.unify(m.a(0), task) && m.unify(m.a(1), place))
}

/// `$load_decide(Truth)`: the condition is `true` or not.
pub(crate) fn decide(m: &mut Machine) -> Outcome {
    let truth = m.a(0) == Cell::atom(known::TRUE);
    if let Some(loader) = m.loader() {
        loader.decide(truth);
    }
    Ok(true)
}

/// `$load_expand(Clauses, Names)`: the clauses that the term stands for; its variables' names.
pub(crate) fn expand(m: &mut Machine) -> Outcome {
    let mut names = Vec::new();
    for pair in m.list_items(m.a(1))? {
        let pair = pair.deref();
        if pair.is(Tag::Struct) {
            let args = m.args_of(pair);
            let (name, variable) = (args.get().deref(), args.add(1).get().deref());
            if name.is(Tag::Atom) && variable.is(Tag::Ref) {
                names.push((variable, m.program.atoms.name(name.as_atom()).to_string()));
            }
        }
    }
    let task = m.loads.last().and_then(|load| load.loading.current()?.task());
    let Some(Task::Expand(read, _)) = task else { return Ok(false) };
    let span = read.terms.span(read.root);
    let mut clauses = Vec::new();
    for clause in m.list_items(m.a(0))? {
        clauses.push(export(m, clause, span, &names)?);
    }
    if let Some(loader) = m.loader() {
        loader.expand(Some(clauses));
    }
    Ok(true)
}

/// `$load_keep`: the term that was to be expanded stands for itself, if that was not said yet.
pub(crate) fn keep(m: &mut Machine) -> Outcome {
    if let Some(loader) = m.loader() {
        loader.expand(None);
    }
    Ok(true)
}

/// A term as if it had been read at a place.
fn export(m: &mut Machine, term: Cell, span: Span, names: &[(Cell, String)]) -> Result<ReadTerm, Ball> {
    let mut terms = Terms::new();
    let mut variables = Variables::default();
    let root = m.export(term, &mut terms, &mut variables)?;
    terms.place(span);
    // Nobody has written these: they are not complained of as singletons.
    let blank = VariableName { name: "_".into(), span, occurrences: 2 };
    let mut written = vec![blank; terms.variables() as usize];
    for (cell, name) in names {
        if let Some(var) = variables.get(&cell.deref().0) {
            written[var.0 as usize].name.clone_from(name);
        }
    }
    Ok(ReadTerm { terms, root, variables: written })
}

/// `$load_declare(Directive)`: the text that is being loaded is dealt with as if it held the directive; false
/// where none is, or the directive is none that the loader obeys.
pub(crate) fn declare(m: &mut Machine) -> Outcome {
    let (module, goal) = m.strip_module(m.a(0), crate::modules::ModuleId::USER)?;
    let Some(loader) = m.loads.last().and_then(|load| load.loading.current()) else { return Ok(false) };
    let span = loader.current.as_ref().map_or_else(Span::default, |read| read.terms.span(read.root));
    let read = export(m, goal, span, &[])?;
    let Some(mut load) = m.loads.pop() else { return Ok(false) };
    if let Some(loader) = load.loading.innermost() {
        let outer = std::mem::replace(&mut loader.module, module);
        if let Err(error) = loader.obey(read, &mut m.program) {
            loader.complain(error);
        }
        loader.module = outer;
    }
    m.loads.push(load);
    Ok(true)
}

/// `$load_context(Key, Value)`: what is known of the text that is being loaded; false where none is.
pub(crate) fn context(m: &mut Machine) -> Outcome {
    let Some(loader) = m.loads.last().and_then(|load| load.loading.current()) else { return Ok(false) };
    let (file, at, module) = (loader.file, loader.at, loader.module);
    let current = loader.current.clone().or_else(|| match loader.task() {
        Some(Task::Test(read) | Task::Expand(read, _)) => Some(read.clone()),
        None => None,
    });
    let key = m.a(0);
    if !key.is(Tag::Atom) {
        return Ok(false);
    }
    let path = |m: &Machine, file| m.program.file(file).path.clone();
    let key = m.program.atoms.name(key.as_atom());
    let value = match &*key {
        "source" => m.make_atom(&path(m, file).display().to_string()),
        "file" => m.make_atom(&path(m, at).display().to_string()),
        "directory" => {
            let path = m.surroundings.absolute(&path(m, file).display().to_string());
            m.make_atom(&path.parent().map_or("/".into(), |parent| parent.display().to_string()))
        }
        "module" => Cell::atom(m.program.module(module).name),
        "term" | "variable_names" | "term_position" | "line" => {
            let Some(read) = current else { return Ok(false) };
            let offset = read.terms.span(read.root).start;
            match &*key {
                "term" => m.bring(&read)?.0,
                "variable_names" => {
                    let (_, variables) = m.bring(&read)?;
                    m.names(&read, &variables)?
                }
                key => position(m, at, offset, key == "line")?,
            }
        }
        _ => return Ok(false),
    };
    Ok(m.unify(m.a(1), value))
}

/// A place of a file as a stream position, or as its line.
fn position(m: &mut Machine, file: crate::modules::FileId, offset: u32, line: bool) -> Result<Cell, Ball> {
    let source = &m.program.file(file).source;
    let place = source.position(offset);
    let characters = source.text().get(..offset as usize).map_or(0, |text| text.chars().count());
    let numbers = [characters, place.line, place.column - 1, offset as usize];
    if line {
        return Ok(Cell::int(numbers[1] as i64));
    }
    m.ensure(6)?;
    Ok(m.make("$stream_position", &numbers.map(|number| Cell::int(number as i64))))
}

/// `$dcg(Rule, Clause)`: the clause that a grammar rule stands for.
pub(crate) fn dcg(m: &mut Machine) -> Outcome {
    let mut terms = Terms::new();
    let mut variables = Variables::default();
    let root = m.export(m.a(0), &mut terms, &mut variables)?;
    let read = ReadTerm { terms, root, variables: Vec::new() };
    let Ok(clause) = translate_rule(read, &m.program.atoms.clone()) else {
        return Err(m.type_error("callable", m.a(0)));
    };
    // The rule's variables are the clause's.
    let mut cells = vec![None; clause.terms.variables() as usize];
    for (&address, var) in &variables {
        cells[var.0 as usize] = Some(Cell(address));
    }
    m.ensure(4 * clause.terms.nodes() + 2)?;
    let clause: Cell = m.import(&Arc::new(clause.terms), clause.root, &mut cells);
    Ok(m.unify(m.a(1), clause))
}
