//! What the clauses and directives of a text ask for, one by one.

use super::dcg;
use super::define::{Haste, Home};
use super::directive::{Directive, Style, Tell, declared, directive, is_declaration};
use super::error::{CompileError, CompileWarning};
use super::files::{Files, search_path};
use super::findings::Findings;
use super::loader::{Due, Loader, Open, enter_file, indicator};
use super::loading::{Goals, Origin};
use super::predicate::clause_functor;
use super::rules::{Heads, has_rules, translate};
use crate::atoms::{Atom, Functor, known};
use crate::code::{Extent, PredicateKind, Program};
use crate::modules::{Meta, ModuleClass, ModuleId, Progress};
use crate::program::{Assertion, Directive as Pending, When};
use crate::term::{Node, ReadTerm, Span, TermId};
use std::sync::Arc;

impl Loader {
    pub(super) fn clause(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        if let Some(goal) = declared(&read) {
            return self.directives(ReadTerm { root: goal, ..read }, program);
        }
        if self.origin == Origin::User {
            self.warn_of_singletons(&read);
        }
        let read = match read.terms.match_compound(read.root, known::DCG, 2) {
            Some(_) => dcg::translate(read, &self.atoms)?,
            None => read,
        };
        let (heads, read) = match translate(&read).filter(|_| has_rules(&program.ops)) {
            Some(clause) => (Heads::Match, clause),
            None => (Heads::Unify, read),
        };
        let (module, read) = self.home(read, program);
        let functor = clause_functor(&read.terms, read.root)?;
        let span = read.terms.span(read.root);
        self.check_protection(functor, span, program)?;
        if module == ModuleId::USER && functor == search_path(&self.atoms) {
            let group = self.groups.group((module, functor));
            (group.kind, group.extent) = (PredicateKind::Dynamic, Extent::Multifile);
        }
        let known = self.discontiguous.contains(&(module, functor)) || self.quiet.contains(&Style::Discontiguous);
        if !self.groups.agrees((module, functor), heads) || !self.others_agree((module, functor), heads, program) {
            return Err(CompileError::MixedRules { predicate: indicator(functor, &self.atoms), span });
        }
        if self.groups.add((module, functor), read, heads, self.at) && !known {
            let predicate = indicator(functor, &self.atoms);
            self.warn(CompileWarning::Discontiguous { predicate, span });
        }
        Ok(())
    }

    /// Whether the clauses that other files have given a multifile predicate are of this kind.
    fn others_agree(&self, (module, functor): Home, heads: Heads, program: &Program) -> bool {
        let Some(predicate) = program.own(module, functor).map(|id| program.get(id)) else { return true };
        let of_others = predicate.places.iter().any(|file| *file != self.file && !self.former.contains(file));
        let stays = predicate.extent == Extent::Multifile && of_others;
        !stays || predicate.heads == heads
    }

    /// The module a clause is for, and the clause without it: `M:(H :- B)`, `M:H :- B`, `M:H`. A body is of the module
    /// that the whole clause is of.
    fn home(&self, mut read: ReadTerm, program: &mut Program) -> (ModuleId, ReadTerm) {
        let mut module = self.module;
        while let Some((name, inner)) = qualified(&read, read.root) {
            module = program.module_named(name);
            read.root = inner;
        }
        let Some(&[head, body]) = read.terms.match_compound(read.root, known::NECK, 2) else {
            return (module, read);
        };
        let Some((name, inner)) = qualified(&read, head) else { return (module, read) };
        let home = program.module_named(name);
        let span = read.terms.span(read.root);
        let mut body = body;
        if home != module {
            let of = read.terms.atom(program.module(module).name, span);
            body = read.terms.compound(known::COLON, &[of, body], span);
        }
        read.root = read.terms.compound(known::NECK, &[inner, body], span);
        (home, read)
    }

    /// The goals of a directive: one by one where all of them are declarations.
    fn directives(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        let mut goals = vec![read.root];
        while let Some(&[left, right]) = goals.last().and_then(|&goal| read.terms.match_compound(goal, known::COMMA, 2))
        {
            goals.pop();
            goals.extend([left, right]);
        }
        if goals.len() == 1 || !goals.iter().all(|&goal| is_declaration(&read, goal, &self.atoms)) {
            return self.directive(read, program);
        }
        goals.into_iter().try_for_each(|root| self.directive(ReadTerm { root, ..read.clone() }, program))
    }

    pub(super) fn directive(&mut self, read: ReadTerm, program: &mut Program) -> Result<(), CompileError> {
        let span = read.terms.span(read.root);
        match directive(&read, &self.atoms)? {
            Directive::Obeyed => {}
            Directive::Goal(root, when) => {
                let read = Arc::new(self.in_module(ReadTerm { root, ..read }, program));
                let pending = Pending { read, file: self.at, when };
                match (when, self.goals) {
                    (When::Loading, Goals::Run) => self.due.push_back(Due::Run(pending)),
                    (When::Loading, Goals::Kept) | (When::Main, Goals::Run) => program.directives.push(pending),
                    (When::Loaded | When::Main, _) => self.after.push_back(pending),
                }
            }
            Directive::Assertion => {
                let (module, file) = (self.module, self.at);
                program.assertions.push(Assertion { read: Arc::new(read), module, file });
            }
            Directive::Discontiguous(named) => {
                for (module, functor) in named {
                    let home = self.named(module, functor, program);
                    self.discontiguous.insert(home);
                }
            }
            Directive::Dynamic(named) => {
                for (module, functor) in named {
                    self.check_protection(functor, span, program)?;
                    let home = self.named(module, functor, program);
                    self.groups.group(home).kind = PredicateKind::Dynamic;
                }
            }
            Directive::Multifile(named) => {
                for (module, functor) in named {
                    self.check_protection(functor, span, program)?;
                    let home = self.named(module, functor, program);
                    self.groups.group(home).extent = Extent::Multifile;
                }
            }
            Directive::MetaPredicate(metas) => {
                for ((module, functor), metas) in metas {
                    let (module, functor) = self.named(module, functor, program);
                    let id = program.local(module, functor);
                    let of_user = program.module(module).class == ModuleClass::User;
                    program.user_metas |= of_user && (module != ModuleId::USER || metas.contains(&Meta::Module));
                    let before = program.get_mut(id).meta.replace(metas.into());
                    if of_user && before != program.get(id).meta {
                        // What calls it passes something else from now on.
                        self.hidden.insert((module, functor.name));
                    }
                }
            }
            Directive::Module { name, exports } => self.begin_module(name, exports, span, program),
            Directive::Load { specs, load } => {
                let read = Arc::new(read);
                let due = specs.into_iter().map(|spec| Due::Load(read.clone(), spec, load.clone()));
                self.due.extend(due);
            }
            Directive::Style(styles) => {
                for (style, tell) in styles {
                    self.quiet.retain(|&other| other != style);
                    if tell == Tell::No {
                        self.quiet.push(style);
                    }
                }
            }
            Directive::Include(specs) => {
                for spec in specs {
                    self.include(&read, spec, program)?;
                }
            }
        }
        Ok(())
    }

    /// A goal as it is called from outside of its module.
    pub(super) fn in_module(&self, mut read: ReadTerm, program: &Program) -> ReadTerm {
        if self.module != ModuleId::USER {
            let span = read.terms.span(read.root);
            let name = read.terms.atom(program.module(self.module).name, span);
            read.root = read.terms.compound(known::COLON, &[name, read.root], span);
        }
        read
    }

    fn named(&self, module: Option<Atom>, functor: Functor, program: &mut Program) -> Home {
        (module.map_or(self.module, |name| program.module_named(name)), functor)
    }

    fn check_protection(&self, functor: Functor, span: Span, program: &Program) -> Result<(), CompileError> {
        if self.origin == Origin::User && !program.vocabulary.may_define(&self.atoms, functor) {
            let predicate = indicator(functor, &self.atoms);
            return Err(CompileError::Protected { predicate, span });
        }
        Ok(())
    }

    pub(super) fn warn_of_singletons(&mut self, read: &ReadTerm) {
        if self.quiet.contains(&Style::Singleton) {
            return;
        }
        let single = read.variables.iter().filter(|v| v.occurrences == 1 && !v.name.starts_with('_'));
        let warnings = single.map(|v| CompileWarning::Singleton { name: v.name.clone(), span: v.span });
        self.found_in(self.at).warnings.extend(warnings);
    }

    /// Reads another file in the place of the directive.
    fn include(&mut self, read: &ReadTerm, spec: TermId, program: &mut Program) -> Result<(), CompileError> {
        let files = Files::of(program, self.at);
        self.flush(Haste::OnDemand, program);
        let path = files.path(&read.terms, spec, program)?;
        let source = files.read(&path, read.terms.span(spec), program)?;
        if program.files.iter().any(|file| file.path == path && file.progress == Progress::Loading) {
            let (what, span) = (path.display().to_string(), read.terms.span(spec));
            return Err(CompileError::Circular { what, span });
        }
        let file = enter_file(program, &path, &source, self.module);
        program.files[file.0 as usize].parent = Some(self.at);
        self.findings.push(Findings::new(file, source.clone()));
        let conditions = self.conditions.depth();
        self.reading.push(Open { file, source, offset: 0, conditions });
        self.at = file;
        Ok(())
    }
}

/// `Module:Term`.
fn qualified(read: &ReadTerm, term: TermId) -> Option<(Atom, TermId)> {
    match read.terms.match_compound(term, known::COLON, 2) {
        Some(&[module, inner]) => match read.terms.get(module) {
            Node::Atom(name) => Some((name, inner)),
            _ => None,
        },
        _ => None,
    }
}
