//! Statements to systems: the equations of each function together, its parameters named alike, its domain in place.
//!
//! In: the text of a system. Out: the [`System`], or all that is wrong with it, in the order of the text. Every called
//! function must have equations and as many arguments as these, and every variable must be a parameter.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::grammar::StatementParser;
use super::syntax::{CallSite, Comparison, Domain, Equation, Head, Scope, Statement};
use super::token::{self, Spanned, Token};
use super::{Located, Span, parse};
use crate::error::Fault;
use crate::system::equation::{Case, Definition, System};
use crate::system::form::{Linear, Relation};
use crate::system::guard::Guard;
use crate::{Expr, FnName, Var};

/// So many errors are collected at most.
const ERRORS_LIMIT: usize = 100;

/// All that is said of one function.
struct Function<'s> {
    name: &'s str,
    /// Parameters at its first head.
    arity: usize,
    equations: Vec<Equation<'s>>,
    domain: Option<Domain<'s>>,
}

/// Functions in the order of the text, and where each is.
#[derive(Default)]
struct Functions<'s> {
    all: Vec<Function<'s>>,
    index: HashMap<&'s str, usize>,
}

/// Reads a system.
pub(super) fn read(text: &str) -> Result<System, Vec<Located>> {
    let statements = token::statements(text);
    let scope = Scope::new(statements.iter().filter_map(|tokens| defined(tokens)).collect());
    let (mut functions, mut calls, mut errors) = (Functions::default(), Vec::new(), Vec::new());
    let parser = StatementParser::new();
    for tokens in statements {
        if errors.len() >= ERRORS_LIMIT {
            break;
        }
        let read = parse(tokens, |tokens| parser.parse(&scope, tokens));
        let (variables, called) = (scope.take_variables(), scope.take_calls());
        let read = read.and_then(|statement| {
            unbound(&statement, &variables)?;
            functions.add(statement)
        });
        match read {
            Ok(()) => calls.extend(called),
            Err(error) => errors.push(error),
        }
    }
    errors.extend(functions.all.iter().filter_map(|function| {
        match (&function.domain, function.equations.as_slice()) {
            (Some(domain), []) => Some(Located {
                span: domain.head.span.clone(),
                fault: Fault::NoEquation { name: FnName::new(function.name), arity: function.arity },
            }),
            _ => None,
        }
    }));
    // Where an equation is wrong its function may only seem to be missing.
    if errors.is_empty() {
        errors.extend(calls.iter().filter_map(|call| functions.wrong_call(call)).take(ERRORS_LIMIT));
    }
    if errors.is_empty() {
        let definitions = functions.all.into_iter().map(definition).collect::<Result<_, Located>>();
        let system = definitions.map(|definitions| System { definitions });
        return system.map(with_calls_inside).map_err(|error| vec![error]);
    }
    errors.sort_by_key(|error| error.span.start);
    Err(errors)
}

/// The function that a statement is about, if it begins like one.
fn defined<'s>(tokens: &[Spanned<'s>]) -> Option<&'s str> {
    let tokens = match tokens {
        [(_, Token::Domain, _), rest @ ..] if !matches!(rest, [(_, Token::Open, _), ..]) => rest,
        tokens => tokens,
    };
    match tokens {
        [(_, Token::Name(name), _), (_, Token::Open, _), ..] => Some(*name),
        [(_, Token::Domain, _), (_, Token::Open, _), ..] => Some("domain"),
        _ => None,
    }
}

/// A variable of a statement that is no parameter of its function.
fn unbound(statement: &Statement<'_>, variables: &[(&str, Span)]) -> Result<(), Located> {
    let (head, free) = match statement {
        Statement::Equation(Equation { head, rhs, alternatives }) => {
            (head, rhs.vars().into_iter().chain(alternatives.iter().flat_map(|all| mentioned(all))).collect())
        }
        Statement::Domain(Domain { head, region }) => (head, mentioned(region)),
    };
    let parameters: Vec<&Var> = head.args.iter().filter_map(variable).collect();
    let fixed = head.args.iter().flat_map(Expr::vars);
    let Some(unbound) = free.into_iter().chain(fixed).find(|var: &Var| !parameters.contains(&var)) else {
        return Ok(());
    };
    let place = variables.iter().find(|(name, _)| *name == unbound.as_str());
    let span = place.map_or_else(|| head.span.clone(), |(_, span)| span.clone());
    let names: Vec<&str> = parameters.iter().map(|var| var.as_str()).collect();
    let expected = match names.as_slice() {
        [] => format!("no variable, since {} has no parameter of a name here", head.name),
        names => format!("a parameter of {}: {}", head.name, names.join(", ")),
    };
    Err(Located { span, fault: Fault::unexpected(expected, format!("`{unbound}`")) })
}

fn mentioned(constraints: &[Comparison]) -> BTreeSet<Var> {
    constraints.iter().flat_map(|c| c.lhs.vars().into_iter().chain(c.rhs.vars())).collect()
}

fn variable(arg: &Expr) -> Option<&Var> {
    match arg {
        Expr::Var(var) => Some(var),
        _ => None,
    }
}

impl<'s> Functions<'s> {
    fn add(&mut self, statement: Statement<'s>) -> Result<(), Located> {
        let head = match &statement {
            Statement::Equation(equation) => &equation.head,
            Statement::Domain(domain) => &domain.head,
        };
        let Head { name, args, span } = head;
        let name: &'s str = name;
        let at = *self.index.entry(name).or_insert_with(|| {
            self.all.push(Function { name, arity: args.len(), equations: Vec::new(), domain: None });
            self.all.len() - 1
        });
        let function = &mut self.all[at];
        if args.len() != function.arity {
            return Err(arity(name, args.len(), function.arity, span));
        }
        match statement {
            Statement::Equation(equation) => function.equations.push(equation),
            Statement::Domain(domain) => {
                let distinct: HashSet<&Var> = domain.head.args.iter().filter_map(variable).collect();
                let span = domain.head.span.clone();
                if distinct.len() != function.arity {
                    let found = format!("another head of {name}");
                    return Err(Located { span, fault: Fault::unexpected("distinct variables in a domain", found) });
                }
                if function.domain.is_some() {
                    let found = format!("a second domain of {name}");
                    return Err(Located { span, fault: Fault::unexpected("one domain for each function", found) });
                }
                function.domain = Some(domain);
            }
        }
        Ok(())
    }

    fn wrong_call(&self, call: &CallSite<'_>) -> Option<Located> {
        let CallSite { name, arity: given, span } = call;
        match self.index.get(*name).map(|&at| self.all[at].arity) {
            None => {
                let fault = Fault::NoEquation { name: FnName::new(name), arity: *given };
                Some(Located { span: span.clone(), fault })
            }
            Some(expected) if expected != *given => Some(arity(name, *given, expected, span)),
            Some(_) => None,
        }
    }
}

fn arity(name: &str, given: usize, expected: usize, span: &Span) -> Located {
    Located { span: span.clone(), fault: Fault::Arity { name: FnName::new(name), given, expected } }
}

/// The definition of a function. A number as parameter of a head, `T(0, y) = 4`, is the guard `x = 0`; alternatives
/// make several cases.
fn definition(function: Function<'_>) -> Result<Definition, Located> {
    let params = parameters(&function);
    let linear = |span: &Span, comparisons: Vec<Comparison>| {
        guard(comparisons).map_err(|text| Located { span: span.clone(), fault: Fault::NotLinear { text } })
    };
    let domain = match &function.domain {
        Some(domain) => {
            let (renamed, _) = renaming(&domain.head, &params);
            linear(&domain.head.span, domain.region.iter().map(|c| c.subst_all(&renamed)).collect())?
        }
        None => Guard::always(),
    };
    let mut cases = Vec::new();
    for equation in &function.equations {
        let (renamed, fixed) = renaming(&equation.head, &params);
        let rhs = equation.rhs.subst_all(&renamed);
        for alternative in &equation.alternatives {
            let constraints = alternative.iter().map(|constraint| constraint.subst_all(&renamed));
            let guard = linear(&equation.head.span, fixed.iter().cloned().chain(constraints).collect())?;
            cases.push(Case { guard: domain.clone().both(&guard), rhs: rhs.clone() });
        }
    }
    Ok(Definition { name: FnName::new(function.name), params, domain, cases })
}

/// The system with domains that all calls certainly stay in: of other functions the cases say where they apply, which they
/// do all the same.
fn with_calls_inside(mut system: System) -> System {
    let domains: HashMap<FnName, (Vec<Var>, Guard)> =
        system.definitions.iter().map(|d| (d.name.clone(), (d.params.clone(), d.domain.clone()))).collect();
    let mut left: HashSet<FnName> = HashSet::new();
    for case in system.definitions.iter().flat_map(|definition| &definition.cases) {
        case.rhs.visit(&mut |e| {
            let Expr::Call(name, args) = e else { return };
            let (params, domain) = &domains[name];
            let values: Vec<(Var, Expr)> = params.iter().cloned().zip(args.iter().cloned()).collect();
            let (at_least, distinct) = domain.forms();
            let stays = |form: &Linear| case.guard.ensures(&form.to_expr().subst_all(&values));
            if !distinct.is_empty() || !at_least.iter().all(stays) {
                left.insert(name.clone());
            }
        });
    }
    for definition in system.definitions.iter_mut().filter(|definition| left.contains(&definition.name)) {
        definition.domain = Guard::always();
    }
    system
}

/// All of these hold; the text of one that is not linear.
pub(super) fn guard(comparisons: Vec<Comparison>) -> Result<Guard, String> {
    comparisons.into_iter().try_fold(Guard::always(), |guard, c| {
        guard.linear(&c.lhs, c.relation, &c.rhs).ok_or_else(|| format!("{} compared with {}", c.lhs, c.rhs))
    })
}

/// At each position the first variable written there, or a new name.
fn parameters(function: &Function<'_>) -> Vec<Var> {
    let mut params: Vec<Var> = Vec::new();
    for i in 0..function.arity {
        let heads = function.equations.iter().map(|equation| &equation.head);
        let written = heads.filter_map(|head| variable(&head.args[i])).find(|var| !params.contains(var)).cloned();
        let fresh = || (1..).map(|k| Var::new(format!("a{k}"))).find(|v| !params.contains(v));
        params.push(written.or_else(fresh).expect("there are enough names"));
    }
    params
}

/// What the variables of a head are called, and what its other arguments require.
fn renaming(head: &Head<'_>, params: &[Var]) -> (Vec<(Var, Expr)>, Vec<Comparison>) {
    let mut renamed: Vec<(Var, Expr)> = Vec::new();
    let mut others: Vec<(&Var, &Expr)> = Vec::new();
    for (arg, param) in head.args.iter().zip(params) {
        match arg {
            Expr::Var(v) if !renamed.iter().any(|(seen, _)| seen == v) => {
                renamed.push((v.clone(), Expr::Var(param.clone())));
            }
            other => others.push((param, other)),
        }
    }
    let value = |(param, other): &(&Var, &Expr)| {
        Comparison::new(Expr::Var((*param).clone()), Relation::Eq, other.subst_all(&renamed))
    };
    let fixed = others.iter().map(value).collect();
    (renamed, fixed)
}
