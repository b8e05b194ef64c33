//! Grammar rules to clauses: `-->`.
//!
//! In: a rule. Out: a clause with two more arguments a nonterminal, the text before and after it. Follows the draft
//! standard for grammar rules (ISO/IEC DTS 13211-3) and SWI-Prolog's translation where that leaves a choice: terminals
//! in bodies become `S0 = [t | S]`, so that they are steadfast after a cut. As there, what is pushed back may be any body,
//! a list of terminals may have an open end, and a nonterminal may name its module.

use super::error::CompileError;
use crate::atoms::{Atom, Atoms, Functor, known};
use crate::term::{Node, ReadTerm, Span, TermId, Terms};

/// How deep a rule's body may nest, apart from sequences.
const MAX_NESTING: u32 = 750;

/// The clause a rule stands for.
pub(crate) fn translate(read: ReadTerm, atoms: &Atoms) -> Result<ReadTerm, CompileError> {
    let mut rule = Rule { phrase: atoms.intern("phrase"), terms: read.terms, depth: 0 };
    let Some(&[head, body]) = rule.terms.match_compound(read.root, known::DCG, 2) else {
        return Ok(ReadTerm { terms: rule.terms, ..read });
    };
    let span = rule.terms.span(read.root);
    let (nonterminal, pushback) = match rule.terms.match_compound(head, known::COMMA, 2) {
        Some(&[nonterminal, pushback]) => (nonterminal, Some(pushback)),
        _ => (head, None),
    };
    let before = rule.terms.fresh_var(span);
    let after = rule.terms.fresh_var(span);
    let head = rule.head(nonterminal, before, after)?;
    let body = match pushback {
        None => rule.body(body, before, after)?,
        Some(pushback) => {
            let middle = rule.terms.fresh_var(span);
            let body = rule.body(body, before, middle)?;
            let pushed = rule.body(pushback, after, middle)?;
            rule.pair(known::COMMA, body, pushed, span)
        }
    };
    let root = rule.pair(known::NECK, head, body, span);
    Ok(ReadTerm { terms: rule.terms, root, variables: read.variables })
}

struct Rule {
    phrase: Atom,
    terms: Terms,
    depth: u32,
}

impl Rule {
    fn body(&mut self, body: TermId, before: TermId, after: TermId) -> Result<TermId, CompileError> {
        if self.depth >= MAX_NESTING {
            return Err(CompileError::TooDeep { limit: MAX_NESTING, span: self.terms.span(body) });
        }
        self.depth += 1;
        let result = self.sequence(body, before, after);
        self.depth -= 1;
        result
    }

    /// `a, b, c, …` without recursion along its right side.
    fn sequence(&mut self, body: TermId, before: TermId, after: TermId) -> Result<TermId, CompileError> {
        let mut items = Vec::new();
        let mut rest = body;
        while let Some(&[left, right]) = self.terms.match_compound(rest, known::COMMA, 2) {
            items.push((left, self.terms.span(rest)));
            rest = right;
        }
        let mut text = before;
        let mut goals = Vec::new();
        for &(item, span) in &items {
            let next = self.terms.fresh_var(self.terms.span(item));
            goals.push((self.item(item, text, next)?, span));
            text = next;
        }
        let last = self.item(rest, text, after)?;
        let joined = goals.into_iter().rev();
        Ok(joined.fold(last, |rest, (goal, span)| self.pair(known::COMMA, goal, rest, span)))
    }

    fn item(&mut self, item: TermId, before: TermId, after: TermId) -> Result<TermId, CompileError> {
        let span = self.terms.span(item);
        let (name, args) = match self.terms.get(item) {
            Node::Var(_) => {
                return Ok(self.terms.compound(self.phrase, &[item, before, after], span));
            }
            Node::Atom(known::NIL) | Node::Str(_) => return self.terminals(item, before, after),
            Node::Atom(name) => (name, Vec::new()),
            Node::Compound(functor, args) => (functor.name, args.to_vec()),
            _ => {
                return Err(CompileError::BadGrammarRule {
                    what: "a number is neither terminal nor nonterminal",
                    span,
                });
            }
        };
        match (name, &args[..]) {
            (known::CUT, []) => {
                let cut = self.terms.atom(known::CUT, span);
                let rest = self.equal(before, after, span);
                Ok(self.pair(known::COMMA, cut, rest, span))
            }
            (known::CURLY, []) => Ok(self.equal(before, after, span)),
            (known::CURLY, &[goal]) => {
                let rest = self.equal(before, after, span);
                Ok(self.pair(known::COMMA, goal, rest, span))
            }
            (known::DOT, [_, _]) => self.terminals(item, before, after),
            (known::COLON, &[module, inner]) => {
                let inner = self.body(inner, before, after)?;
                Ok(self.pair(known::COLON, module, inner, span))
            }
            (known::COMMA, [_, _]) => self.body(item, before, after),
            (known::SEMICOLON | known::BAR, &[left, right]) => {
                let left = self.body(left, before, after)?;
                let right = self.body(right, before, after)?;
                Ok(self.pair(known::SEMICOLON, left, right, span))
            }
            (known::ARROW | known::SOFT_ARROW, &[cond, then]) => {
                let middle = self.terms.fresh_var(span);
                let cond = self.body(cond, before, middle)?;
                let then = self.body(then, middle, after)?;
                Ok(self.pair(name, cond, then, span))
            }
            (known::NOT, &[inner]) => {
                let unused = self.terms.fresh_var(span);
                let inner = self.body(inner, before, unused)?;
                let not = self.terms.compound(known::NOT, &[inner], span);
                let rest = self.equal(before, after, span);
                Ok(self.pair(known::COMMA, not, rest, span))
            }
            (known::CALL, [_, ..]) => {
                let all = [&args[..], &[before, after]].concat();
                Ok(self.terms.compound(known::CALL, &all, span))
            }
            _ => self.nonterminal(item, before, after),
        }
    }

    /// The nonterminal of a head, which may name its module.
    fn head(&mut self, item: TermId, before: TermId, after: TermId) -> Result<TermId, CompileError> {
        let Some(&[module, inner]) = self.terms.match_compound(item, known::COLON, 2) else {
            return self.nonterminal(item, before, after);
        };
        let (head, span) = (self.nonterminal(inner, before, after)?, self.terms.span(item));
        Ok(self.pair(known::COLON, module, head, span))
    }

    fn nonterminal(&mut self, item: TermId, before: TermId, after: TermId) -> Result<TermId, CompileError> {
        let span = self.terms.span(item);
        let (name, args) = match self.terms.get(item) {
            Node::Atom(name) => (name, Vec::new()),
            Node::Compound(Functor { name, .. }, args) => (name, args.to_vec()),
            _ => {
                let what = "its head must be an atom or a compound term";
                return Err(CompileError::BadGrammarRule { what, span });
            }
        };
        let all = [&args[..], &[before, after]].concat();
        Ok(self.terms.compound(name, &all, span))
    }

    /// `before = [t1, t2, … | after]`; a list with an open end is a body that is known only when it runs.
    fn terminals(&mut self, list: TermId, before: TermId, after: TermId) -> Result<TermId, CompileError> {
        let span = self.terms.span(list);
        let mut items = Vec::new();
        let mut rest = list;
        while let Some(&[item, tail]) = self.terms.match_compound(rest, known::DOT, 2) {
            items.push(item);
            rest = tail;
        }
        match self.terms.get(rest) {
            Node::Atom(known::NIL) => {}
            Node::Str(text) => {
                let codes: Vec<u32> = text.chars().map(u32::from).collect();
                items.extend(codes.into_iter().map(|code| self.terms.int(i64::from(code), span)));
            }
            Node::Var(_) => return Ok(self.terms.compound(self.phrase, &[list, before, after], span)),
            _ => return Err(CompileError::BadGrammarRule { what: "terminals must be a list", span }),
        }
        let text = items.iter().rev().fold(after, |tail, &item| self.terms.cons(item, tail, span));
        Ok(self.equal(before, text, span))
    }

    fn equal(&mut self, left: TermId, right: TermId, span: Span) -> TermId {
        self.pair(known::EQUALS, left, right, span)
    }

    fn pair(&mut self, name: Atom, left: TermId, right: TermId, span: Span) -> TermId {
        self.terms.compound(name, &[left, right], span)
    }
}
