//! What the compiler refuses, and what it only warns of. Each carries the place in the text.

use crate::term::Span;
use miette::{Diagnostic, LabeledSpan, Severity};
use thiserror::Error;

/// A clause or directive that cannot be compiled.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CompileError {
    /// The head of a clause is a variable or a number.
    #[error("a clause's head must be an atom or a compound term")]
    HeadNotCallable {
        /// The head.
        span: Span,
    },
    /// A goal is a number or a string.
    #[error("a goal must be an atom, a compound term or a variable")]
    GoalNotCallable {
        /// The goal.
        span: Span,
    },
    /// The clause would define a control construct or a builtin of the standard.
    #[error("{predicate} is part of the language and cannot be defined")]
    Protected {
        /// Name and arity.
        predicate: String,
        /// The head.
        span: Span,
    },
    /// A clause with `:-` or a fact for a predicate of rules with `=>`, or the other way round.
    #[error("{predicate} has clauses of the other kind: those with => and those without cannot be mixed")]
    MixedRules {
        /// Name and arity.
        predicate: String,
        /// The clause.
        span: Span,
    },
    /// A predicate or goal has more arguments than there are argument registers.
    #[error("{arity} arguments; a predicate can have {limit}")]
    TooManyArguments {
        /// How many it has.
        arity: u32,
        /// How many it may have.
        limit: u32,
        /// The head or goal.
        span: Span,
    },
    /// Unifying or building a term of the clause needs more registers than there are, or its variables need more slots
    /// than an environment can have.
    #[error("the clause is too large: it needs more than {limit} registers or variables at once")]
    TooLarge {
        /// How many there can be.
        limit: u32,
        /// The clause.
        span: Span,
    },
    /// Control constructs nest too deeply.
    #[error("control constructs nest deeper than {limit}")]
    TooDeep {
        /// How deep they may nest.
        limit: u32,
        /// The innermost one that was looked at.
        span: Span,
    },
    /// The right side of `-->` or its pushback is not one.
    #[error("not a grammar rule: {what}")]
    BadGrammarRule {
        /// What is wrong with it.
        what: &'static str,
        /// The part that is wrong.
        span: Span,
    },
    /// A directive that the compiler obeys itself has arguments it cannot use.
    #[error("directive {directive} expects {expected}")]
    BadDirective {
        /// Its name.
        directive: &'static str,
        /// What it wants.
        expected: &'static str,
        /// Where it is.
        span: Span,
    },
    /// A directive of other systems that cannot be obeyed here.
    #[error("{what}")]
    Unsupported {
        /// What it asks for.
        what: &'static str,
        /// Where it is.
        span: Span,
    },
    /// A file that must be a module is none.
    #[error("{what} is not a module")]
    NoModule {
        /// Its name.
        what: String,
        /// Where it is named.
        span: Span,
    },
    /// A file that is to be loaded is not there.
    #[error("there is no file {what} (nor {what}.pl)")]
    NoFile {
        /// Its name.
        what: String,
        /// Where it is named.
        span: Span,
    },
    /// A file that is to be loaded cannot be read.
    #[error("{what} cannot be read: {reason}")]
    Unreadable {
        /// Its name.
        what: String,
        /// Why not.
        reason: String,
        /// Where it is named.
        span: Span,
    },
    /// A directive of conditional compilation does not belong to another one.
    #[error("{what}")]
    BadCondition {
        /// What is wrong with it.
        what: &'static str,
        /// Where it is.
        span: Span,
    },
    /// Deciding a condition or expanding a clause has raised an exception, or was given up.
    #[error("{what}")]
    Hook {
        /// What happened.
        what: String,
        /// The condition or clause.
        span: Span,
    },
    /// A file includes itself.
    #[error("{what} includes itself")]
    Circular {
        /// Its name.
        what: String,
        /// Where it is named.
        span: Span,
    },
}

impl CompileError {
    /// Where it is.
    pub fn span(&self) -> Span {
        match self {
            CompileError::HeadNotCallable { span }
            | CompileError::GoalNotCallable { span }
            | CompileError::Protected { span, .. }
            | CompileError::TooManyArguments { span, .. }
            | CompileError::TooLarge { span, .. }
            | CompileError::TooDeep { span, .. }
            | CompileError::BadGrammarRule { span, .. }
            | CompileError::BadDirective { span, .. }
            | CompileError::NoFile { span, .. }
            | CompileError::Unreadable { span, .. }
            | CompileError::BadCondition { span, .. }
            | CompileError::Unsupported { span, .. }
            | CompileError::NoModule { span, .. }
            | CompileError::Hook { span, .. }
            | CompileError::MixedRules { span, .. }
            | CompileError::Circular { span, .. } => *span,
        }
    }
}

/// Gives an error or warning to `miette`: its text, its place, its severity. Two impls of one shape.
macro_rules! diagnostic {
    ($type:ident, $severity:ident) => {
        impl Diagnostic for $type {
            fn severity(&self) -> Option<Severity> {
                Some(Severity::$severity)
            }

            fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
                let span = self.span();
                let here = LabeledSpan::new(None, span.start as usize, (span.end - span.start) as usize);
                Some(Box::new(std::iter::once(here)))
            }
        }
    };
}
diagnostic! { CompileError, Error }
diagnostic! { CompileWarning, Warning }

/// Something that compiles but is probably not meant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CompileWarning {
    /// A named variable occurs once in its clause.
    #[error("variable {name} occurs only once")]
    Singleton {
        /// Its name.
        name: String,
        /// Where it occurs.
        span: Span,
    },
    /// Clauses of a predicate are not together.
    #[error("clauses of {predicate} are not together")]
    Discontiguous {
        /// Name and arity.
        predicate: String,
        /// The clause that comes late.
        span: Span,
    },
    /// Nothing defines what is called.
    #[error("{predicate} is called, but nothing defines it")]
    Undefined {
        /// Name and arity.
        predicate: String,
        /// The call.
        span: Span,
    },
    /// A predicate was defined by another file, whose clauses are gone.
    #[error("{predicate} replaces the one of {file}")]
    Redefined {
        /// Name and arity.
        predicate: String,
        /// The other file.
        file: String,
        /// The first clause.
        span: Span,
    },
    /// A module exports what it does not define.
    #[error("{predicate} is exported but not defined")]
    NotDefined {
        /// Name and arity.
        predicate: String,
        /// The declaration of the module.
        span: Span,
    },
    /// There is no library of that name.
    #[error("there is no library {name}")]
    NoLibrary {
        /// Its name.
        name: String,
        /// Where it is asked for.
        span: Span,
    },
    /// What is imported by name is not exported.
    #[error("{module} does not export {predicate}")]
    NotExported {
        /// Name and arity.
        predicate: String,
        /// The module.
        module: String,
        /// Where it is asked for.
        span: Span,
    },
    /// An imported predicate has the name of another one, which stays.
    #[error("{predicate} of {module} is not imported: there is another {predicate}")]
    Clash {
        /// Name and arity.
        predicate: String,
        /// The module.
        module: String,
        /// Where it is asked for.
        span: Span,
    },
}

impl CompileWarning {
    /// Where it is.
    pub fn span(&self) -> Span {
        match self {
            CompileWarning::Singleton { span, .. }
            | CompileWarning::Discontiguous { span, .. }
            | CompileWarning::Undefined { span, .. }
            | CompileWarning::Redefined { span, .. }
            | CompileWarning::NotDefined { span, .. }
            | CompileWarning::NoLibrary { span, .. }
            | CompileWarning::NotExported { span, .. }
            | CompileWarning::Clash { span, .. } => *span,
        }
    }
}
