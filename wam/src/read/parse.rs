//! Operator-precedence parsing of one clause (ISO 13211-1 section 6.3) with an explicit stack.
//!
//! In: tokens, operators, flags. Out: a [`ReadTerm`] or the first [`SyntaxError`]. What surrounds the place where the parser
//! is (brackets, operators that wait for an argument) is a stack of [`Frame`]s in the heap, so text nests as deep as memory
//! allows. Every token is looked at a bounded number of times: time is linear in the text.
//!
//! Where ISO leaves a choice or programs depend on more:
//! - an operator as an operand needs no parentheses (`X = -`, `f(:-, a)`);
//! - a prefix operator before an infix operator is an operand, unless the infix one has no right argument (`- = x`, `- (=)`);
//!   where that next one is prefix as well, a symbol takes it as its argument (`- - 1`) and a word does so only where it is
//!   written like a prefix (`table -x`; but `test - 1` and `test :- a` are infix);
//! - a prefix operator that binds too loosely for its place is an operand there (`[check-1, entry-2]`).

use crate::atoms::{Atom, Atoms, known};
use crate::meter;
use crate::read::complain;
use crate::read::error::SyntaxError;
use crate::read::literal::{Number, number_value, unquote};
use crate::read::ops::{OpDef, OpType, Ops};
use crate::read::token::{Lexeme, Token, Tokens};
use crate::read::{DoubleQuotes, Flags, Syntax};
use crate::term::{Node, ReadTerm, Span, TermId, Terms, VarId, VariableName};
use rustc_hash::FxHashMap;

/// The highest priority of an argument and of a list element.
pub(crate) const ARGUMENT: u16 = 999;
/// The highest priority there is.
pub(crate) const CLAUSE: u16 = 1200;
/// The priority of words that begin declarations, assertions among them.
const DECLARATION: u16 = 1150;

/// The units that a time in an assertion may have.
const UNITS: [&str; 4] = ["ns", "us", "ms", "s"];

/// Nodes of which a clause mostly has fewer.
const USUAL: usize = 64;

/// What the parser is inside of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Context {
    /// The clause itself, which ends in a full stop.
    Clause,
    /// `( … )`
    Paren,
    /// `{ … }`
    Curly,
    /// `name( … )`, its arguments so far on the stack of arguments from `first` on.
    Arguments { name: Atom, first: usize },
    /// `[ … ]` before a bar.
    List { first: usize },
    /// `[ … | … ]` after it.
    ListTail { first: usize },
    /// A prefix operator that waits for its argument.
    Prefix { name: Atom, priority: u16 },
    /// An infix operator that waits for its right argument.
    Infix { name: Atom, priority: u16, left: TermId },
}

/// A [`Context`] and its limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) context: Context,
    /// The highest priority of the term that is read next.
    pub(crate) max: u16,
    /// Where its text starts.
    pub(crate) start: u32,
    /// Its bracket or operator.
    pub(crate) span: Span,
}

/// A term that has been read and may yet become an operator's argument.
#[derive(Clone, Copy, Debug)]
struct Operand {
    id: TermId,
    /// With the parentheses around it, which the node's own span leaves out.
    span: Span,
    priority: u16,
}

/// How a clause ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// With a full stop.
    Stop,
    /// With a full stop or with the text.
    StopOrEof,
}

/// What to do next.
enum ParserState {
    /// Read an operand.
    Operand,
    /// Look for an operator or an end after the operand.
    After(Operand),
    /// The clause is read.
    Done(TermId),
}

/// The parser of one clause.
pub(crate) struct Parser<'r, 'a> {
    pub(crate) tokens: &'r mut Tokens<'a>,
    pub(crate) text: &'a str,
    pub(crate) atoms: &'r Atoms,
    pub(crate) ops: &'r Ops,
    flags: &'r Flags,
    terms: Terms,
    frames: Vec<Frame>,
    arguments: Vec<TermId>,
    variables: Vec<VariableName>,
    names: FxHashMap<&'a str, VarId>,
    /// Where an operator found a left argument of too high a priority, and that priority.
    clash: Option<(u32, u16)>,
    ending: Ending,
    /// Whether it is in an assertion, where `=>` stands between its parts.
    asserts: bool,
}

impl<'r, 'a> Parser<'r, 'a> {
    pub(crate) fn new(
        tokens: &'r mut Tokens<'a>,
        text: &'a str,
        atoms: &'r Atoms,
        ops: &'r Ops,
        flags: &'r Flags,
    ) -> Self {
        Parser {
            tokens,
            text,
            atoms,
            ops,
            flags,
            terms: Terms::with_capacity(USUAL),
            frames: Vec::with_capacity(USUAL / 4),
            arguments: Vec::with_capacity(USUAL / 2),
            variables: Vec::new(),
            names: FxHashMap::default(),
            clash: None,
            ending: Ending::Stop,
            asserts: false,
        }
    }

    /// Reads a clause with its ending. After an error, the token in the way has not been taken.
    pub(crate) fn clause(mut self, ending: Ending) -> Result<ReadTerm, SyntaxError> {
        self.ending = ending;
        let start = self.tokens.peek(0).span;
        self.open(Context::Clause, CLAUSE, Span { start: start.start, end: start.start });
        let mut state = ParserState::Operand;
        loop {
            self.check_memory(self.arguments.len())?;
            state = match state {
                ParserState::Operand => self.operand()?,
                ParserState::After(operand) => self.after(operand)?,
                ParserState::Done(root) => {
                    return Ok(ReadTerm { terms: self.terms, root, variables: self.variables });
                }
            }
        }
    }

    /// Looks whether there is memory for so many more nodes.
    fn check_memory(&mut self, nodes: usize) -> Result<(), SyntaxError> {
        let enough = self.terms.next_bytes(nodes) <= meter::room();
        if enough { Ok(()) } else { Err(complain::out_of_memory(self.tokens.peek(0).span)) }
    }

    /// The priority of the left argument that an operator there could not have.
    pub(crate) fn clash_at(&self, start: u32) -> Option<u16> {
        self.clash.filter(|(at, _)| *at == start).map(|(_, priority)| priority)
    }

    /// The innermost frame.
    pub(crate) fn frame(&self) -> Frame {
        *self.frames.last().expect("the clause's frame stays until the clause is done")
    }

    /// The innermost frame that is not an operator's.
    pub(crate) fn bracket(&self) -> Frame {
        let brackets = self.frames.iter().rev();
        *brackets
            .into_iter()
            .find(|f| !matches!(f.context, Context::Prefix { .. } | Context::Infix { .. }))
            .unwrap_or(&self.frames[0])
    }

    fn open(&mut self, context: Context, max: u16, span: Span) {
        self.frames.push(Frame { context, max, start: span.start, span });
    }

    pub(crate) fn slice(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    // ---- operands ----

    fn operand(&mut self) -> Result<ParserState, SyntaxError> {
        let lexeme = self.tokens.peek(0);
        let span = lexeme.span;
        if !lexeme.token.starts_term() {
            return Err(complain::term_expected(self, lexeme));
        }
        if let Token::Bad(error) = lexeme.token {
            return Err(complain::bad_token(self.text, span, error));
        }
        let id = match lexeme.token {
            Token::Name | Token::QuotedName => return self.name(lexeme),
            Token::Open => {
                self.tokens.take();
                self.open(Context::Paren, CLAUSE, span);
                return Ok(ParserState::Operand);
            }
            Token::OpenList => return self.brackets(Token::CloseList, known::NIL),
            Token::OpenCurly => return self.brackets(Token::CloseCurly, known::CURLY),
            Token::Var => self.variable(span),
            Token::Int | Token::Float => self.number(lexeme, span, false)?,
            Token::DoubleQuoted => self.text_literal(span, self.flags.double_quotes)?,
            _ => self.text_literal(span, DoubleQuotes::Codes)?,
        };
        self.tokens.take();
        Ok(ParserState::After(Operand { id, span, priority: 0 }))
    }

    /// `[` or `{`: the atom of an empty pair, or what is inside.
    fn brackets(&mut self, closing: Token, empty: Atom) -> Result<ParserState, SyntaxError> {
        let opening = self.tokens.take().span;
        let next = self.tokens.peek(0);
        if next.token == closing {
            self.tokens.take();
            return self.applied(empty, Span { start: opening.start, end: next.span.end });
        }
        match closing {
            Token::CloseList => self.open(Context::List { first: self.arguments.len() }, self.argument_max(), opening),
            _ => self.open(Context::Curly, CLAUSE, opening),
        }
        Ok(ParserState::Operand)
    }

    fn variable(&mut self, span: Span) -> TermId {
        let name = self.slice(span);
        let known = if name == "_" { None } else { self.names.get(name).copied() };
        if let Some(var) = known {
            self.variables[var.0 as usize].occurrences += 1;
            return self.terms.var(var, span);
        }
        let var = VarId(self.variables.len() as u32);
        self.variables.push(VariableName { name: name.to_owned(), span, occurrences: 1 });
        if name != "_" {
            self.names.insert(name, var);
        }
        self.terms.var(var, span)
    }

    /// The number of a token; `span` is where it is with its sign.
    fn number(&mut self, lexeme: Lexeme, span: Span, negative: bool) -> Result<TermId, SyntaxError> {
        let value = number_value(self.slice(lexeme.span), lexeme.token)
            .map_err(|error| complain::bad_token(self.text, lexeme.span, error))?;
        Ok(match if negative { value.negated() } else { value } {
            Number::Int(i) => self.terms.int(i, span),
            Number::Big(big) => self.terms.big(big, span),
            Number::Rational(q) => self.terms.rational(q, span),
            Number::Float(x) => self.terms.float(x, span),
        })
    }

    /// A double- or back-quoted item as the flag has it.
    fn text_literal(&mut self, span: Span, meaning: DoubleQuotes) -> Result<TermId, SyntaxError> {
        let value = unquote(self.slice(span));
        Ok(match meaning {
            DoubleQuotes::Atom => self.terms.atom(self.atoms.intern(&value), span),
            DoubleQuotes::String => self.terms.string(&value, span),
            DoubleQuotes::Codes | DoubleQuotes::Chars => {
                self.check_memory(2 * value.len())?;
                let nil = self.terms.atom(known::NIL, span);
                value.chars().rev().fold(nil, |tail, c| {
                    let head = match meaning {
                        DoubleQuotes::Chars => self.terms.atom(self.atoms.intern(c.encode_utf8(&mut [0; 4])), span),
                        _ => self.terms.int(i64::from(u32::from(c)), span),
                    };
                    self.terms.cons(head, tail, span)
                })
            }
        })
    }

    /// A name: a functor before its arguments, a sign, a prefix operator or an atom.
    fn name(&mut self, lexeme: Lexeme) -> Result<ParserState, SyntaxError> {
        let atom = self.name_atom(lexeme);
        self.tokens.take();
        let next = self.tokens.peek(0);
        let touches = next.span.start == lexeme.span.end;
        if touches && next.token == Token::Open {
            return self.applied(atom, lexeme.span);
        }
        // ISO 6.3.1.2: `- 1` is the number as well as `-1`, and `- (1)` is a compound.
        if atom == known::MINUS && is_number(next) {
            let span = Span { start: lexeme.span.start, end: next.span.end };
            let id = self.number(next, span, true)?;
            self.tokens.take();
            return Ok(ParserState::After(Operand { id, span, priority: 0 }));
        }
        if let Some(def) = self.ops.prefix(atom)
            && self.takes_argument(lexeme, def)
        {
            if def.priority > self.frame().max {
                return Err(complain::prefix_priority(self, lexeme, def));
            }
            self.asserts |= def.priority == DECLARATION && self.begins_directive();
            self.open(Context::Prefix { name: atom, priority: def.priority }, def.right_max(), lexeme.span);
            return Ok(ParserState::Operand);
        }
        self.applied(atom, lexeme.span)
    }

    /// Whether the clause so far is `:-` before its goal.
    fn begins_directive(&self) -> bool {
        let [clause, neck] = &self.frames[..] else { return false };
        matches!((clause.context, neck.context), (Context::Clause, Context::Prefix { name: known::NECK, .. }))
    }

    /// The atom alone, or the start of its arguments where they follow at once.
    fn applied(&mut self, name: Atom, span: Span) -> Result<ParserState, SyntaxError> {
        let next = self.tokens.peek(0);
        if next.token == Token::Open && next.span.start == span.end {
            self.tokens.take();
            let closing = self.tokens.peek(0);
            if closing.token == Token::Close && self.flags.syntax == Syntax::Swi {
                self.tokens.take();
                let span = Span { start: span.start, end: closing.span.end };
                let id = self.terms.atom(name, span);
                return Ok(ParserState::After(Operand { id, span, priority: 0 }));
            }
            let context = Context::Arguments { name, first: self.arguments.len() };
            self.frames.push(Frame { context, max: self.argument_max(), start: span.start, span: next.span });
            return Ok(ParserState::Operand);
        }
        let id = self.terms.atom(name, span);
        Ok(ParserState::After(Operand { id, span, priority: 0 }))
    }

    /// The highest priority of an argument.
    fn argument_max(&self) -> u16 {
        if self.flags.syntax == Syntax::Swi { CLAUSE } else { ARGUMENT }
    }

    /// Whether a comma or bar ends an argument or element where operators of its priority fit.
    fn separates(&self, token: Token) -> bool {
        let context = self.bracket().context;
        let is_list = matches!(context, Context::List { .. } | Context::ListTail { .. });
        let in_arguments = matches!(context, Context::Arguments { .. });
        is_list || in_arguments && token == Token::Comma
    }

    /// The atom of a name token.
    pub(crate) fn name_atom(&self, lexeme: Lexeme) -> Atom {
        let text = self.slice(lexeme.span);
        match lexeme.token {
            Token::QuotedName if self.flags.is_internal => self.atoms.internal(&unquote(text)),
            Token::QuotedName => self.atoms.intern(&unquote(text)),
            _ => self.atoms.intern(text),
        }
    }

    /// Whether the prefix operator just taken is one here and not an operand.
    fn takes_argument(&mut self, operator: Lexeme, def: OpDef) -> bool {
        let next = self.tokens.peek(0);
        if !matches!(next.token, Token::Name | Token::QuotedName) {
            return next.token.starts_term();
        }
        let atom = self.name_atom(next);
        if self.ops.infix(atom).is_none() && self.ops.postfix(atom).is_none() {
            return true;
        }
        let after = self.tokens.peek(1);
        let attached = next.span.end == after.span.start;
        let apart = operator.span.end < next.span.start;
        let word = is_word(self.slice(operator.span));
        let compound = attached && after.token == Token::Open;
        let literal = attached && atom == known::MINUS && is_number(after);
        match self.ops.prefix(atom) {
            _ if def.priority > self.frame().max => false,
            _ if !after.token.starts_term() => true,
            _ if compound && !word => true,
            None => apart && (compound || literal),
            Some(inner) if inner.priority > def.right_max() => apart && literal,
            Some(_) => !word || (apart && attached),
        }
    }

    // ---- after an operand ----

    /// Takes the operator or the end that follows an operand, or closes the innermost operator.
    fn after(&mut self, left: Operand) -> Result<ParserState, SyntaxError> {
        let lexeme = self.tokens.peek(0);
        if let Some(state) = self.operator(lexeme, left) {
            return Ok(state);
        }
        let frame = self.frame();
        match frame.context {
            Context::Prefix { name, priority } => {
                self.frames.pop();
                Ok(self.built(name, &[left.id], frame.start, left.span.end, priority))
            }
            Context::Infix { name, priority, left: first } => {
                self.frames.pop();
                if self.comments(name) {
                    let span = self.terms.span(first);
                    return Ok(ParserState::After(Operand { id: first, span, priority }));
                }
                Ok(self.built(name, &[first, left.id], frame.start, left.span.end, priority))
            }
            _ => self.end(frame, left, lexeme),
        }
    }

    /// The infix or postfix operator, if the token is one that fits here.
    fn operator(&mut self, lexeme: Lexeme, left: Operand) -> Option<ParserState> {
        let name = self.operator_atom(lexeme)?;
        if self.flags.syntax == Syntax::Swi
            && matches!(lexeme.token, Token::Comma | Token::Bar)
            && self.separates(lexeme.token)
        {
            return None;
        }
        let max = self.frame().max;
        let fits = |def: &OpDef| def.priority <= max && left.priority <= def.left_max();
        let clashes = |def: OpDef| def.priority <= max && left.priority > def.left_max();
        if let Some(def) = self.infix(name).filter(fits) {
            self.tokens.take();
            let context = Context::Infix { name, priority: def.priority, left: left.id };
            self.frames.push(Frame { context, max: def.right_max(), start: left.span.start, span: lexeme.span });
            return Some(ParserState::Operand);
        }
        let start = lexeme.span.start;
        if self.clash.is_none_or(|(at, _)| at != start)
            && self.infix(name).or(self.ops.postfix(name)).is_some_and(clashes)
        {
            self.clash = Some((start, left.priority));
        }
        let def = self.ops.postfix(name).or_else(|| self.unit(name, left)).filter(fits)?;
        self.tokens.take();
        Some(self.built(name, &[left.id], left.span.start, lexeme.span.end, def.priority))
    }

    /// Whether what comes stands between the parts of an assertion: in no brackets.
    fn is_between_parts(&self) -> bool {
        let is_open =
            |frame: &Frame| !matches!(frame.context, Context::Clause | Context::Prefix { .. } | Context::Infix { .. });
        self.asserts && !self.frames.iter().any(is_open)
    }

    /// Whether an operator stands before the comment of an assertion: `:- pred p(A) : list(A) # "what it is for".`
    fn comments(&self, name: Atom) -> bool {
        self.is_between_parts() && self.ops.infix(name).is_none() && &*self.atoms.name(name) == "#"
    }

    /// The infix operator of that name. `=>` is Ciao's between the parts of an assertion and SWI-Prolog's elsewhere, also in
    /// brackets: as it is written.
    fn infix(&self, name: Atom) -> Option<OpDef> {
        if self.comments(name) {
            return Some(OpDef { priority: 980, class: OpType::Xfx });
        }
        let def = self.ops.infix(name)?;
        let is_rule = name == known::RULE && def.priority == CLAUSE;
        Some(if is_rule && self.is_between_parts() { OpDef { priority: 975, class: OpType::Xfx } } else { def })
    }

    /// A unit of time behind a number of an assertion: `40 ns`.
    fn unit(&self, name: Atom, left: Operand) -> Option<OpDef> {
        let is_number = matches!(self.terms.get(left.id), Node::Int(_) | Node::Float(_));
        let is_unit = self.asserts && is_number && UNITS.contains(&&*self.atoms.name(name));
        is_unit.then_some(OpDef { priority: 200, class: OpType::Xf })
    }

    /// The atom that the token is as an infix or postfix operator.
    pub(crate) fn operator_atom(&self, lexeme: Lexeme) -> Option<Atom> {
        match lexeme.token {
            Token::Name | Token::QuotedName => Some(self.name_atom(lexeme)),
            Token::Comma => Some(known::COMMA),
            Token::Bar => Some(known::BAR),
            _ => None,
        }
    }

    fn built(&mut self, name: Atom, args: &[TermId], start: u32, end: u32, priority: u16) -> ParserState {
        let span = Span { start, end };
        let id = self.terms.compound(name, args, span);
        ParserState::After(Operand { id, span, priority })
    }

    /// Takes what may follow a whole term inside a bracket.
    fn end(&mut self, frame: Frame, last: Operand, lexeme: Lexeme) -> Result<ParserState, SyntaxError> {
        let span = Span { start: frame.start, end: lexeme.span.end };
        let whole = |id| Ok(ParserState::After(Operand { id, span, priority: 0 }));
        match (frame.context, lexeme.token) {
            (Context::Clause, Token::End) => {
                self.tokens.take();
                Ok(ParserState::Done(last.id))
            }
            (Context::Clause, Token::Eof) if self.ending == Ending::StopOrEof => Ok(ParserState::Done(last.id)),
            (Context::Paren, Token::Close) => {
                self.close();
                whole(last.id)
            }
            (Context::Curly, Token::CloseCurly) => {
                self.close();
                whole(self.terms.compound(known::CURLY, &[last.id], span))
            }
            (Context::Arguments { .. } | Context::List { .. }, Token::Comma) => {
                self.tokens.take();
                self.arguments.push(last.id);
                Ok(ParserState::Operand)
            }
            (Context::Arguments { name, first }, Token::Close) => {
                self.close();
                self.arguments.push(last.id);
                let id = self.terms.compound(name, &self.arguments[first..], span);
                self.arguments.truncate(first);
                whole(id)
            }
            (Context::List { first }, Token::Bar) => {
                self.tokens.take();
                self.arguments.push(last.id);
                self.frames.pop();
                self.frames.push(Frame { context: Context::ListTail { first }, ..frame });
                Ok(ParserState::Operand)
            }
            (Context::List { first }, Token::CloseList) => {
                self.close();
                self.arguments.push(last.id);
                let nil = self.terms.atom(known::NIL, lexeme.span);
                whole(self.list(first, nil, span))
            }
            (Context::ListTail { first }, Token::CloseList) => {
                self.close();
                whole(self.list(first, last.id, span))
            }
            _ => Err(complain::operator_expected(self, lexeme)),
        }
    }

    /// Takes the closing bracket and leaves its frame.
    fn close(&mut self) {
        self.tokens.take();
        self.frames.pop();
    }

    /// The list of the arguments from `first` on. A cell's text reaches from its element to the closing bracket.
    fn list(&mut self, first: usize, tail: TermId, span: Span) -> TermId {
        let items = &self.arguments[first..];
        let list = items.iter().enumerate().rev().fold(tail, |tail, (index, &item)| {
            let start = if index == 0 { span.start } else { self.terms.span(item).start };
            self.terms.cons(item, tail, Span { start, end: span.end })
        });
        self.arguments.truncate(first);
        list
    }
}

fn is_number(lexeme: Lexeme) -> bool {
    matches!(lexeme.token, Token::Int | Token::Float)
}

/// Whether an operator is a word and not made of symbols.
pub(crate) fn is_word(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '\'')
}
