//! Transform: the functions of a component as one function with a parameter more, which says which of them it is.
//!
//! In: functions that call each other. Out: a function that calls only itself and equals each of them where that parameter has
//! its number and those that it does not have are 0. Nothing is lost, but only what tells numbers apart is served by it.

use crate::system::equation::{Case, Definition};
use crate::system::form::Relation;
use crate::system::guard::Guard;
use crate::{Expr, FnName, Var};

/// The functions as one.
pub(crate) struct Tagged {
    pub definition: Definition,
    /// Where each of the functions is in it, in their order.
    pub places: Vec<Guard>,
}

impl Tagged {
    /// What the parameters of the one function are, for the function of a number.
    pub fn values(&self, nth: usize, params: &[Var]) -> Vec<(Var, Expr)> {
        let own = params.iter().cloned().map(Expr::Var).chain(std::iter::repeat(Expr::int(0)));
        let (tag, others) = self.definition.params.split_last().expect("at least the number");
        let numbered = [(tag.clone(), Expr::int(nth as i64))];
        others.iter().cloned().zip(own).chain(numbered).collect()
    }
}

pub(crate) fn tagged(functions: &[Definition]) -> Tagged {
    let arity = functions.iter().map(|d| d.params.len()).max().unwrap_or(0);
    let tag = Var::new("_which");
    let names: Vec<Var> = (0..arity).map(|at| Var::new(format!("_of{at}"))).collect();
    let name = FnName::new(format!("{}+", functions[0].name));
    let (mut cases, mut places) = (Vec::new(), Vec::new());
    for (nth, function) in functions.iter().enumerate() {
        let own: Vec<(Var, Expr)> = function.params.iter().cloned().zip(names.iter().cloned().map(Expr::Var)).collect();
        let equal =
            |guard: Guard, var: &Var, value: i64| guard.and(&Expr::Var(var.clone()), Relation::Eq, &Expr::int(value));
        let here = |guard: &Guard| equal(guard.subst_all(&own), &tag, nth as i64);
        cases.extend(function.cases.iter().map(|case| Case {
            guard: here(&case.guard),
            rhs: renamed(&case.rhs.subst_all(&own), functions, &name, arity),
        }));
        let place = here(&function.domain);
        places.push(names[function.params.len()..].iter().fold(place, |place, unused| equal(place, unused, 0)));
    }
    let params = names.into_iter().chain([tag]).collect();
    Tagged { definition: Definition { name, params, domain: Guard::always(), cases }, places }
}

/// With calls of the one function in place of calls of the others.
fn renamed(e: &Expr, functions: &[Definition], name: &FnName, arity: usize) -> Expr {
    match e.map_children(&mut |child| renamed(child, functions, name, arity)) {
        Expr::Call(called, mut args) => {
            match functions.iter().position(|d| d.name == called && d.params.len() == args.len()) {
                Some(nth) => {
                    args.resize(arity, Expr::int(0));
                    args.push(Expr::int(nth as i64));
                    Expr::Call(name.clone(), args)
                }
                None => Expr::Call(called, args),
            }
        }
        other => other,
    }
}
