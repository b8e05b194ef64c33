//! What a program declares: types, properties that are vouched for, and how its predicates are called.

use crate::error::PredictError;
use crate::load::{Loaded, at_span, term};
use crate::predicates::show;
use analyzer::assertion::{Assertions, Contract};
use analyzer::entry::{DeclaredEntries, Entry, Inside, no_entry, subject};
use analyzer::error::AnalysisError;
use analyzer::regtype::TypeTable;
use analyzer::types::Type;
use analyzer::unused::{Unused, unused};
use std::sync::Arc;
use wam::instr::PredId;
use wam::read::Source;
use wam::write::atom_text;

/// A loaded program with its declarations, ready for analysis.
#[derive(Clone)]
pub struct Declared<'a> {
    /// The program.
    pub loaded: &'a Loaded,
    /// The types that it declares.
    pub types: TypeTable,
    /// What its trust assertions vouch for.
    pub assertions: Assertions,
    /// Assertions that say nothing of it, rendered.
    pub warnings: Vec<String>,
    /// Where its entries are, and what is claimed of its predicates: read once, asked for with each of them.
    pub(crate) entries: Arc<DeclaredEntries>,
    pub(crate) contracts: Arc<Vec<Contract>>,
}

impl<'a> Declared<'a> {
    /// What terms of a type are, however they are measured.
    pub(crate) fn shown(&self, of: &Type) -> String {
        of.plain().display(&self.loaded.program.atoms, &self.types)
    }

    /// The declarations of a program, or what is wrong with one of them.
    pub fn of(loaded: &'a Loaded) -> Result<Declared<'a>, PredictError> {
        let of_text = |error| of_analysis(error, &loaded.source);
        let types = TypeTable::of(&loaded.program).map_err(of_text)?;
        let contracts = Arc::new(Assertions::to_check(&loaded.program, &types).map_err(of_text)?);
        let assertions = Assertions::of(&loaded.program, &types).map_err(of_text)?;
        let warn =
            |unused: Unused| at_span("warning", &unused.what, unused.span, &loaded.program.file(unused.file).source);
        let warnings = unused(&loaded.program, &types).map_err(of_text)?.into_iter().map(warn).collect();
        let entries = Arc::new(DeclaredEntries::of(&loaded.program));
        Ok(Declared { loaded, types, assertions, warnings, entries, contracts })
    }

    /// How a predicate is called: as `modes` says, a text whose name is where it comes from, else as the program declares.
    pub fn entry(&self, pred: PredId, modes: Option<&Source>) -> Result<Entry, PredictError> {
        let program = &self.loaded.program;
        if let Some(modes) = modes {
            let read = term(program, modes.name(), modes.text())?;
            if subject(program, &read, read.root) != Some(program.get(pred).functor) {
                return Err(PredictError::OtherPredicate {
                    origin: modes.name().into(),
                    text: modes.text().into(),
                    expected: show(program, program.get(pred).functor),
                    template: self.template(pred),
                });
            }
            return Entry::of(program, &self.types, &read, read.root).map_err(|error| of_analysis(error, modes));
        }
        match self.declared_entry(pred)? {
            Some(entry) => Ok(entry),
            // Without arguments there is one way to call it.
            None if self.loaded.program.get(pred).functor.arity == 0 => {
                let name = self.loaded.program.atoms.name(self.loaded.program.get(pred).functor.name);
                Ok(Entry { pred, pattern: Vec::new(), text: atom_text(&name), inside: Inside::Plain })
            }
            None => Err(of_analysis(no_entry(program, pred), &self.loaded.source)),
        }
    }

    /// The first entry that the program declares for a predicate, if it does.
    pub fn declared_entry(&self, pred: PredId) -> Result<Option<Entry>, PredictError> {
        Ok(self.declared_entries(pred)?.into_iter().next())
    }

    /// The entries that the program declares for a predicate.
    pub fn declared_entries(&self, pred: PredId) -> Result<Vec<Entry>, PredictError> {
        let loaded = self.loaded;
        let of_text = |error| of_analysis(error, &loaded.source);
        let entries = self.entries.find(&loaded.program, &self.types, pred).map_err(of_text)?;
        if !entries.is_empty() {
            return Ok(entries);
        }
        // What is claimed of calls says how they are made.
        let says =
            |contract: &&Contract| contract.pred == pred && contract.assertion.call.iter().any(|of| *of != Type::Any);
        Ok(self.contracts.iter().find(says).map(|contract| self.entry_of_contract(contract)).into_iter().collect())
    }

    /// The calls that an assertion is about.
    pub fn entry_of_contract(&self, contract: &Contract) -> Entry {
        Entry::of_types(&self.loaded.program, &self.types, contract.pred, contract.assertion.call.clone())
    }

    fn template(&self, pred: PredId) -> String {
        match no_entry(&self.loaded.program, pred) {
            AnalysisError::NoEntry { template, .. } => template,
            _ => "p(+list, -)".into(),
        }
    }
}

/// An analyzer's error as ours, with its place where it has one.
pub(crate) fn of_analysis(error: AnalysisError, source: &Source) -> PredictError {
    match error {
        AnalysisError::Assertion { what, span } => PredictError::Source(at_span("error", &what, span, source)),
        AnalysisError::Several(errors) => {
            let last = format!("{} errors in {}", errors.len(), source.name());
            let all = errors.into_iter().map(|error| of_analysis(error, source).to_string());
            PredictError::Source(all.chain([last]).collect::<Vec<String>>().join("\n"))
        }
        AnalysisError::NoEntry { indicator, template } => PredictError::NoEntry { indicator, template },
        other => PredictError::Analysis(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{Reading, load};
    use crate::predicates::find;

    #[test]
    fn every_predicate_of_the_library_with_an_entry_is_defined() {
        let loaded = load(None, "", &Reading::default()).expect("the library loads");
        let declared = Declared::of(&loaded).expect("its declarations are good");
        assert!(loaded.program.assertions.len() > 5);
        for indicator in ["append/3", "member/2", "reverse/2"] {
            let pred = find(&loaded.program, indicator).expect(indicator);
            assert!(declared.entry(pred, None).is_ok(), "{indicator} has an entry");
        }
    }
}
