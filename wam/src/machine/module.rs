//! Which module's predicate a goal means while it runs.
//!
//! A goal without a module means `user`. `Module:Goal` looks the goal up in the module; its arguments that the predicate
//! will call are qualified with the module then, as the compiler does for goals it sees (`compile/qualify.rs`).

use super::Machine;
use super::cell::{Cell, Tag};
use super::error::Ball;
use super::memory::Code;
use crate::atoms::{Functor, known};
use crate::builtins::flags::Unknown;
use crate::code::PredicateKind;
use crate::instr::PredId;
use crate::modules::{Meta, ModuleClass, ModuleId};

impl Machine {
    /// A term without its modules, and the innermost of them; `module` where it has none.
    pub(crate) fn strip_module(&mut self, term: Cell, module: ModuleId) -> Result<(ModuleId, Cell), Ball> {
        let (mut module, mut term) = (module, term.deref());
        while term.is(Tag::Struct) && self.functor_of(term) == (Functor { name: known::COLON, arity: 2 }) {
            let args = self.args_of(term);
            let name = args.get().deref();
            match name.tag() {
                Tag::Ref => return Err(self.instantiation_error()),
                Tag::Atom => module = self.program.module_named(name.as_atom()),
                _ => return Err(self.type_error("module", name)),
            }
            term = args.add(1).get().deref();
        }
        Ok((module, term))
    }

    /// `Module:Term`.
    pub(crate) fn in_module(&mut self, module: ModuleId, term: Cell) -> Cell {
        let name = Cell::atom(self.program.module(module).name);
        self.make_compound(Functor { name: known::COLON, arity: 2 }, &[name, term])
    }

    /// Qualifies the arguments in the registers that a predicate will call.
    pub(super) fn qualify_registers(&mut self, pred: PredId, module: ModuleId) {
        let functor = self.program.get(pred).functor;
        if let Some(metas) = self.program.metas_said(module, functor) {
            for (i, &meta) in metas.iter().enumerate() {
                self.x[i] = self.qualified(self.x[i], meta, module);
            }
        }
    }

    /// An argument of a predicate that calls it, as a module passes it.
    pub(super) fn qualified(&mut self, arg: Cell, meta: Meta, module: ModuleId) -> Cell {
        let term = arg.deref();
        if meta == Meta::Plain {
            return arg;
        }
        match term.tag() {
            Tag::Ref if self.program.module(module).class == ModuleClass::Library => arg,
            Tag::Atom if meta == Meta::Grammar && term == Cell::NIL => arg,
            Tag::List if meta == Meta::Grammar => arg,
            Tag::Ref | Tag::Atom | Tag::List => self.in_module(module, term),
            Tag::Struct => {
                let functor = self.functor_of(term);
                if functor == (Functor { name: known::COLON, arity: 2 }) {
                    return arg;
                }
                if meta == Meta::Caret && functor.arity == 2 && &*self.program.atoms.name(functor.name) == "^" {
                    let args = self.args_of(term);
                    let inner = self.qualified(args.add(1).get(), meta, module);
                    return self.make_compound(functor, &[args.get(), inner]);
                }
                self.in_module(module, term)
            }
            _ if meta == Meta::Module => self.in_module(module, term),
            _ => arg,
        }
    }

    /// The code for an undefined predicate that was called: what its module inherits or autoloads under that name by now.
    /// From then on calls go there.
    pub(super) fn resolve_undefined(&mut self, pred: PredId) -> Result<Option<Code>, Ball> {
        let (module, functor) = (self.program.get(pred).module, self.program.get(pred).functor);
        if self.program.compile_pending(pred) {
            self.refresh()?;
            return Ok(Some(self.entry(pred)));
        }
        let found = self.program.predicate_in(module, functor);
        self.program.compile_pending(found);
        self.refresh()?;
        if found == pred || self.program.get(found).kind == PredicateKind::Undefined {
            let mut culprit = self.indicator(functor);
            if !matches!(module, ModuleId::USER | ModuleId::SYSTEM) {
                culprit = self.in_module(module, culprit);
            }
            return match self.kept.unknown {
                Unknown::Error => Err(self.existence_error("procedure", culprit)),
                Unknown::Fail => Ok(None),
                Unknown::Warning => {
                    let name = self.program.atoms.name(functor.name);
                    let to = self.streams.user_error();
                    self.streams.write(to, &format!("Warning: unknown procedure: {name}/{}\n", functor.arity));
                    Ok(None)
                }
            };
        }
        let (from, to) = (self.entry(pred), self.entry(found));
        self.put_jump(from, to);
        Ok(Some(to))
    }
}
