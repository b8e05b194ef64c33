//! The eleven programs of the paper's table 7 with their inputs.
//!
//! The four programs with distinct bounds get inputs that reach the lower and the upper bound: of a few candidates the
//! one that executes the fewest, and the most instructions.

use predict::sizes::SizePoint;

/// Whether a program's cost is a function of its sizes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// It is.
    Exact,
    /// It lies between two functions of them.
    Bounds,
}

/// Which input a program is run on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Input {
    /// The only kind there is.
    Any,
    /// One that reaches the lower bound.
    Least,
    /// One that reaches the upper bound.
    Most,
}

/// Sizes of the input: x, and y where there is one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Sizes {
    /// The first size.
    pub x: i64,
    /// The second size.
    pub y: Option<i64>,
}

impl Sizes {
    /// As a point of the functions.
    pub fn point(self) -> SizePoint {
        let named = [("x", Some(self.x)), ("y", self.y)];
        named.into_iter().filter_map(|(name, size)| Some((name.to_string(), size?))).collect()
    }
}

/// A program of table 7.
pub struct Program {
    /// Its number in the table.
    pub number: usize,
    /// `name/arity`.
    pub predicate: &'static str,
    /// Its text.
    pub text: &'static str,
    /// Whether its cost is a function of its sizes.
    pub cost: Cost,
    /// The sizes of the table.
    pub at: Sizes,
    /// The sizes of the one measured run that scales the functions.
    pub once: Sizes,
    /// Further sizes, for the plots.
    pub sweep: Vec<Sizes>,
    goals: fn(Sizes, Input) -> Vec<String>,
}

impl Program {
    /// The name without arity, for files.
    pub fn name(&self) -> &'static str {
        self.predicate.split('/').next().unwrap_or(self.predicate)
    }

    /// The inputs it is run on.
    pub fn inputs(&self) -> &'static [Input] {
        match self.cost {
            Cost::Exact => &[Input::Any],
            Cost::Bounds => &[Input::Least, Input::Most],
        }
    }

    /// Candidates for a goal of these sizes.
    pub fn goals(&self, sizes: Sizes, input: Input) -> Vec<String> {
        (self.goals)(sizes, input)
    }

    /// All sizes it is run at, without repetition, in order.
    pub fn all_sizes(&self) -> Vec<Sizes> {
        let mut all = self.sweep.clone();
        all.extend([self.at, self.once]);
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn one(x: i64) -> Sizes {
    Sizes { x, y: None }
}

fn two(x: i64, y: i64) -> Sizes {
    Sizes { x, y: Some(y) }
}

macro_rules! text {
    // A macro, because `include_str!` takes a literal.
    ($name:literal) => {
        include_str!(concat!("../../../programs/", $name, ".pl"))
    };
}

/// The programs of table 7, in its order.
pub fn programs() -> Vec<Program> {
    let exact = |number, predicate, text, at: i64, once: i64, sweep: &[i64], goals| Program {
        number,
        predicate,
        text,
        cost: Cost::Exact,
        at: one(at),
        once: one(once),
        sweep: sweep.iter().map(|&x| one(x)).collect(),
        goals,
    };
    let bounds = |number, predicate, text, at, once, sweep: &[Sizes], goals| Program {
        number,
        predicate,
        text,
        cost: Cost::Bounds,
        at,
        once,
        sweep: sweep.to_vec(),
        goals,
    };
    let lists = [two(10, 10), two(20, 20), two(40, 40), two(50, 50)];
    vec![
        exact(1, "append/3", text!("append"), 150, 75, &[10, 25, 50, 100, 125], |s, _| {
            vec![format!("append({}, {}, _)", numbers(s.x), numbers(10))]
        }),
        exact(2, "evalpol/3", text!("evalpol"), 100, 50, &[10, 25, 65, 80], |s, _| {
            vec![format!("evalpol({}, 1, _)", numbers(s.x))]
        }),
        exact(3, "fib/2", text!("fib"), 16, 12, &[6, 8, 10, 14], |s, _| vec![format!("fib({}, _)", s.x)]),
        exact(4, "hanoi/5", text!("hanoi"), 8, 6, &[2, 3, 4, 5, 7], |s, _| vec![format!("hanoi({}, a, b, c, _)", s.x)]),
        exact(5, "nreverse/2", text!("nreverse"), 83, 40, &[10, 20, 30, 60], |s, _| {
            vec![format!("nreverse({}, _)", numbers(s.x))]
        }),
        exact(6, "palindro/2", text!("palindro"), 9, 7, &[3, 4, 5, 6, 8], |s, _| {
            vec![format!("palindro({}, _)", numbers(s.x))]
        }),
        exact(7, "powset/2", text!("powset"), 11, 8, &[4, 5, 6, 7, 9, 10], |s, _| {
            vec![format!("powset({}, _)", numbers(s.x))]
        }),
        bounds(8, "list_diff/3", text!("list_diff"), two(65, 65), two(32, 32), &lists, |s, input| {
            searches("list_diff", s, input)
        }),
        bounds(9, "list_inters/3", text!("list_inters"), two(65, 65), two(32, 32), &lists, |s, input| {
            searches("list_inters", s, input)
        }),
        bounds(
            10,
            "substitute/3",
            text!("substitute"),
            two(67, 20),
            two(33, 20),
            &[two(11, 20), two(21, 20), two(45, 20), two(55, 20)],
            substitutions,
        ),
        bounds(11, "derive/3", text!("derive"), one(75), one(37), &[one(11), one(25), one(49), one(63)], |s, _| {
            let leaves = ["x", "c"];
            OPERATORS
                .iter()
                .flat_map(|op| leaves.iter().map(move |leaf| format!("derive({}, x, _)", tree(s.x, op, leaf))))
                .collect()
        }),
    ]
}

const OPERATORS: [&str; 4] = ["+", "-", "*", "/"];

/// Elements all found at once, or never, or last.
fn searches(name: &str, sizes: Sizes, input: Input) -> Vec<String> {
    let (x, y) = (sizes.x, sizes.y.unwrap_or(0));
    let found = vec!["c".to_string(); x as usize].join(",");
    let others = |n: i64| (0..n).map(|at| format!("b{at}"));
    let front: Vec<String> = std::iter::once("c".to_string()).chain(others(y - 1)).collect();
    let back: Vec<String> = others(y - 1).chain(std::iter::once("c".to_string())).collect();
    match input {
        Input::Least => vec![format!("{name}([{found}], [{}], _)", front.join(","))],
        _ => vec![
            format!("{name}([{found}], [{}], _)", others(y).collect::<Vec<String>>().join(",")),
            format!("{name}([{found}], [{}], _)", back.join(",")),
        ],
    }
}

/// Leaves that the first pair replaces, or none, or the last.
fn substitutions(sizes: Sizes, input: Input) -> Vec<String> {
    let pairs: Vec<String> = (0..sizes.y.unwrap_or(0)).map(|at| format!("p{at}-q{at}")).collect();
    let last = format!("p{}", pairs.len().saturating_sub(1));
    let leaves = match input {
        Input::Least => vec!["p0".to_string()],
        _ => vec!["unknown".to_string(), last],
    };
    let goal = |op: &&str, leaf: &String| format!("substitute({}, [{}], _)", tree(sizes.x, op, leaf), pairs.join(","));
    OPERATORS.iter().flat_map(|op| leaves.iter().map(|leaf| goal(op, leaf)).collect::<Vec<String>>()).collect()
}

/// A balanced expression of so many nodes.
fn tree(nodes: i64, op: &str, leaf: &str) -> String {
    let operators = (nodes - 1) / 2;
    if operators == 0 {
        return leaf.into();
    }
    let left = (operators - 1) / 2;
    let right = operators - 1 - left;
    format!("({} {op} {})", tree(2 * left + 1, op, leaf), tree(2 * right + 1, op, leaf))
}

fn numbers(length: i64) -> String {
    let items: Vec<String> = (1..=length).map(|item| item.to_string()).collect();
    format!("[{}]", items.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use analyzer::inputs::{arguments, is_of, sizes_of};
    use predict::entries::Declared;
    use predict::load::{load_text, term};
    use predict::predicates::find;

    #[test]
    fn every_goal_has_the_sizes_it_is_said_to_have() {
        for program in programs() {
            let loaded = load_text(program.predicate, program.text).expect("it loads");
            let declared = Declared::of(&loaded).expect("its types are good");
            let pred = find(&loaded.program, program.predicate).expect("it is defined");
            let entry = declared.entry(pred, None).expect("it has an entry");
            for sizes in program.all_sizes() {
                for goal in program.inputs().iter().flat_map(|&input| program.goals(sizes, input)) {
                    let read = term(&loaded.program, "goal", &goal).expect("it reads");
                    let args = arguments(&read).iter().zip(&entry.pattern);
                    assert!(args.clone().all(|(&arg, of)| is_of(&read.terms, arg, of, &declared.types)), "{goal}");
                    let measured: Vec<i64> = (args
                        .flat_map(|(&arg, of)| sizes_of(&read.terms, arg, of, &declared.types, &loaded.program.atoms)))
                    .collect();
                    assert_eq!(measured[0], sizes.x, "{goal}");
                    assert!(sizes.y.is_none_or(|y| measured[1] == y), "{goal}");
                }
            }
        }
    }
}
