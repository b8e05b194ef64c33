//! The equations of section 4 of spec/analysis.md, one line each: equations, then the expected bound.
//! Long, because each fault that was found in a bound has its equations here as well.

use solver::{Bound, Direction, Expr, Guard, Limits, Solution, System, Value, solve};

const BOTH: [Direction; 2] = [Direction::Upper, Direction::Lower];

/// The bound of the first function, or the reason there is none.
fn bound(text: &str, direction: Direction) -> Result<Solution, String> {
    let system: System = text.parse().map_err(|e| format!("{text}: {e}"))?;
    let name = system.definitions[0].name.clone();
    match solve(&system, direction, &Limits::default()).remove(&name) {
        Some(Bound::Known(solution)) => Ok(solution),
        Some(Bound::Unknown { reason, .. }) => Err(reason),
        None => Err("no bound was returned".to_string()),
    }
}

fn canonical(text: &str) -> Expr {
    text.parse::<Expr>().unwrap().simplify()
}

/// One piece of the bound has this closed form and holds just where stated; the others are known too.
fn expect(equations: &str, direction: Direction, closed: &str, valid: &str) -> Solution {
    let solution = bound(equations, direction).unwrap_or_else(|e| panic!("{equations}: {e}"));
    let wanted = canonical(closed);
    let piece = solution.pieces.iter().find(|piece| piece.closed() == Some(&wanted));
    let piece = piece.unwrap_or_else(|| panic!("{equations}: {direction:?} {solution} by {}", solution.rule));
    let region = valid.parse::<Guard>().unwrap();
    let same = piece.region.implies_all(&region) && region.implies_all(&piece.region);
    assert!(same, "{equations}: {direction:?} {solution} by {}", solution.rule);
    assert!(solution.is_complete(), "{equations}: {direction:?} {solution} {:?}", solution.pieces);
    solution
}

/// The value of a bound of a function of x and of another parameter.
fn value_at(bound: &Solution, x: i64, other: i64) -> f64 {
    let point = |v: &solver::Var| Some(if v.as_str() == "x" { x } else { other });
    let form = bound.at(&point).expect("a form everywhere");
    form.eval_f64(&|v: &solver::Var| point(v).map(|value| value as f64))
}

/// The only closed form.
fn whole(solution: &Solution) -> Expr {
    solution.single().unwrap_or_else(|| panic!("{solution}")).1.clone()
}

/// Nothing is known of it, at least somewhere.
fn is_open(equations: &str) -> bool {
    bound(equations, Direction::Upper).map_or(true, |solution| !solution.is_complete())
}

/// One piece of the upper bound has this closed form.
fn has_piece(equations: &str, closed: &str) {
    has_piece_from(equations, Direction::Upper, closed);
}

fn has_lower_piece(equations: &str, closed: &str) {
    has_piece_from(equations, Direction::Lower, closed);
}

fn has_piece_from(equations: &str, direction: Direction, closed: &str) {
    let bound = bound(equations, direction).unwrap_or_else(|e| panic!("{equations}: {e}"));
    let wanted = canonical(closed);
    assert!(bound.pieces.iter().any(|piece| piece.closed() == Some(&wanted)), "{equations}: {bound}");
}

fn exact(equations: &str, closed: &str, valid: &str) {
    for direction in BOTH {
        let solution = expect(equations, direction, closed, valid);
        assert!(solution.is_exact(), "{equations}: {direction:?} is not claimed exact");
    }
}

#[test]
fn long_steps_are_stairs() {
    let small = "f(x) = f(x-1) + 1 if x >= 1 and x <= 9; f(0) = 1";
    exact(&format!("f(x) = f(x-10) + 1 if x >= 10; {small}"), "x - 9*floor(x/10) + 1", "x >= 0");
    exact(&format!("f(x) = f(x-10) + 13 if x >= 10; {small}"), "x + 3*floor(x/10) + 1", "x >= 0");
}

#[test]
fn cases_1_to_6_first_order_linear() {
    exact("T(n) = T(n-1) + 1 if n >= 1; T(0) = 1", "n + 1", "n >= 0");
    exact("T(n) = T(n-1) + n + 1 if n >= 1; T(0) = 1", "(n + 1)*(n + 2)/2", "n >= 0");
    exact("T(n) = T(n-1) + n^3 if n >= 1; T(0) = 0", "n^2*(n + 1)^2/4", "n >= 0");
    exact("T(n) = 2*T(n-1) + 1 if n >= 1; T(0) = 1", "2^(n + 1) - 1", "n >= 0");
    exact("T(n) = 2*T(n-1) + 2^(n-1) + 1 if n >= 1; T(0) = 1", "n*2^(n - 1) + 2^(n + 1) - 1", "n >= 0");
    exact("T(n) = 2*T(n-1) + n^2 if n >= 1; T(0) = 0", "6*2^n - n^2 - 4*n - 6", "n >= 0");
}

#[test]
fn cases_without_calls_bound_each_other() {
    // More regions than are told apart: one case is above all others.
    let cases: Vec<String> = (0..30).map(|k| format!("f(x) = x + {k} if x >= {k}")).collect();
    expect(&cases.join("; "), Direction::Upper, "x + 29", "x >= 0");
    exact("f(x) = x if x >= 0; f(x) = x + 1 if x >= 0 and x <= -1", "x", "x >= 0");
}

#[test]
fn case_7_polynomial_coefficient_is_at_most_three_factorials() {
    let equations = "T(n) = n*T(n-1) + 1 if n >= 1; T(0) = 1";
    exact(equations, "fact(n) + fact(n)*sum(k, 1, n, 1/fact(k))", "n >= 0");
    let closed = whole(&bound(equations, Direction::Upper).unwrap());
    for n in 0..60i64 {
        let at = |_: &solver::Var| Some(solver::Rational::from(n));
        let three = canonical("3*fact(n)").eval(&at).unwrap();
        assert!(closed.eval(&at).unwrap() <= three, "n = {n}");
    }
}

#[test]
fn cases_8_to_11_higher_order_linear() {
    exact("T(n) = T(n-1) + T(n-2) + 1 if n >= 2; T(0) = 1; T(1) = 1", "2*fib(n + 1) - 1", "n >= 0");
    exact("T(n) = T(n-1) + T(n-2) + n if n >= 2; T(0) = 0; T(1) = 1", "fib(n + 4) - n - 3", "n >= 0");
    exact("T(n) = 4*T(n-1) - 4*T(n-2) + 2^n if n >= 2; T(0) = 0; T(1) = 2", "n*(n + 1)*2^(n - 1)", "n >= 0");
    exact("T(n) = T(n-2) + 1 if n >= 2; T(0) = 1; T(1) = 1", "floor(n/2) + 1", "n >= 0");
}

#[test]
fn cases_12_to_15_divide_and_conquer() {
    exact("T(n) = T(floor(n/2)) + 1 if n >= 2; T(1) = 1", "floor(log2(n)) + 1", "n >= 1");
    let merge_sort = "n*ceil(log2(n)) - 2^ceil(log2(n)) + n";
    exact("T(n) = T(ceil(n/2)) + T(floor(n/2)) + n if n >= 2; T(1) = 0", merge_sort, "n >= 1");
    exact("T(n) = T(ceil(n/2)) + T(floor(n/2)) + 1 if n >= 2; T(1) = 1", "2*n - 1", "n >= 1");
    // At most 3*n^log2(3), and tighter.
    expect("T(n) = 3*T(floor(n/2)) + n if n >= 2; T(1) = 1", Direction::Upper, "3*n^log2(3) - 2*n", "n >= 1");
}

#[test]
fn cases_16_to_19_several_variables() {
    exact("f(x, y) = f(x-1, y) + y + 2 if x >= 1; f(0, y) = 1", "x*y + 2*x + 1", "x >= 0");
    let ends = "f(x, y) = 1 if x = 0 or y = 0";
    let joint = format!("f(x, y) = 1 + f(x-1, y-1) if x >= 1 and y >= 1; {ends}");
    exact(&joint, "1 + min(x, y)", "x >= 0 and y >= 0");
    let merge = format!("f(x, y) = 1 + max(f(x-1, y), f(x, y-1)) if x >= 1 and y >= 1; {ends}");
    exact(&merge, "x + y", "x >= 1 and y >= 1");
    exact("f(x, y) = f(x-1, y+1) if x >= 1; f(0, y) = y", "x + y", "x >= 0");
}

#[test]
fn what_doubles_ends_where_it_is_not_zero() {
    let doubled = "f(x, y) = f(2*x, y) + 1 if x < y; f(x, y) = 1 if x >= y";
    has_piece(doubled, "floor(log2(y - 1)) + 2");
    assert!(is_open(doubled));
}

#[test]
fn what_takes_its_arguments_in_turns_is_exact() {
    let swap = "f(x, y) = f(y, x-1) + 1 if x >= 1; f(0, y) = 1";
    exact(swap, "2*x + 1", "x >= 0 and y >= x");
    exact(swap, "2*y + 2", "x >= y + 1 and y >= 0");
    let three = "f(x, y, z) = f(y, z, x-1) + 1 if x >= 1; f(0, y, z) = 1";
    exact(three, "3*x + 1", "x >= 0 and y >= x and z >= x");
    exact(three, "3*y + 2", "x >= y + 1 and y >= 0 and z >= y");
}

#[test]
fn merging_walks_both_arguments() {
    let ends = "f(x, y) = 1 if y = 0 and x >= 1; f(x, y) = 1 if x = 0 and y >= 0";
    let steps = "f(x-1, y) + 2 if x >= 1 and y >= 1; f(x, y) = f(x-1, y-1) + 2 if x >= 1 and y >= 1; \
        f(x, y) = f(x, y-1) + 2 if x >= 1 and y >= 1";
    let one = expect(&format!("f(x, y) = {steps}; {ends}"), Direction::Upper, "2*x + 2*y - 1", "x >= 1 and y >= 1");
    assert!(one.is_exact());
    // The same through functions of its own for the three outcomes of a comparison.
    let three = format!(
        "f(x, y) = l(x-1, y-1) + 1 if x >= 1 and y >= 1; f(x, y) = e(x-1, y-1) + 1 if x >= 1 and y >= 1; \
         f(x, y) = r(x-1, y-1) + 1 if x >= 1 and y >= 1; {ends}; \
         l(x, y) = f(x, y+1) + 1 if x >= 0 and y >= 0; e(x, y) = f(x, y) + 1 if x >= 0 and y >= 0; \
         r(x, y) = f(x+1, y) + 1 if x >= 0 and y >= 0"
    );
    expect(&three, Direction::Upper, "2*x + 2*y - 1", "x >= 1 and y >= 1");
}

#[test]
fn what_is_solved_of_a_component_serves_the_rest() {
    // The cycle g -> g does not pass through f, so f cannot be solved before g.
    let equations = "f(x, y) = g(x, y-1) + 1 if y >= 1; f(x, 0) = 1; \
        g(x, y) = g(x, y-1) + 1 if y >= 1 and x >= 0; g(x, y) = f(x-1, y+1) + 1 if x >= 1 and y >= 0; \
        g(x, y) = 1 if y = 0 and x >= 0";
    let bound = bound(equations, Direction::Upper).unwrap_or_else(|e| panic!("{e}"));
    for (x, y, at_least) in [(0, 0, 1), (0, 3, 4), (2, 2, 7)] {
        let at = |v: &solver::Var| Some(solver::Rational::from(if v.to_string() == "x" { x } else { y }));
        let whole = |v: &solver::Var| Some(if v.to_string() == "x" { x } else { y });
        let expr = bound.at(&whole).expect("a bound there");
        assert!(expr.eval(&at).unwrap() >= solver::Rational::from(at_least), "{bound}");
    }
}

#[test]
fn case_20_maximum_of_recurrences() {
    let equations = "T(n) = max(T(n-1) + 10, 2*T(n-1) + 1) if n >= 1; T(0) = 1";
    for direction in BOTH {
        assert!(expect(equations, direction, "12*2^(n - 1) - 1", "n >= 1").is_exact());
    }
}

#[test]
fn cases_21_and_22_trees() {
    // The first part is solved already: all of its cost at every step would be cubic.
    exact(
        "T(n) = maxover(k, 0, n-1, k^2/2 + 5*k/2 + n + T(n-1-k) + 2) if n >= 1; T(0) = 1",
        "n^2/2 + 5*n/2 + 1",
        "n >= 0",
    );
    let quicksort = "T(n) = 1 + n + maxover(k, 0, n-1, T(k) + T(n-1-k) + k + 1) if n >= 1; T(0) = 1";
    exact(quicksort, "n^2 + 3*n + 1", "n >= 0");
    exact("T(n) = 1 + maxover(k, 0, n-1, T(k) + T(n-1-k)) if n >= 1; T(0) = 1", "2*n + 1", "n >= 0");
    exact("T(n) = 1 + minover(k, 0, n-1, T(k) + T(n-1-k)) if n >= 1; T(0) = 1", "2*n + 1", "n >= 0");
}

#[test]
fn a_choice_below_a_part_of_an_argument_is_a_step_of_a_logarithm() {
    let digits = "domain f(x, y): x >= 0 and y >= 0\nf(x, y) = maxover(k, 1, floor(x/2), f(k, y)) + 1 if x >= 1 and x >= y + 1 and y >= 2\n\
                  f(x, y) = f(1, y) + 1 if x = y and y >= 2\nf(x, y) = f(0, y) + 1 if x >= 1 and y >= x + 1\nf(0, y) = 0";
    expect(digits, Direction::Upper, "floor(log2(x)) + 1", "x >= 1 and y >= 2");
}

#[test]
fn steps_that_several_parameters_count_are_as_many_as_the_least_says() {
    let zip = "f(x, y) = f(x - 1, y - 1) + 1 if x >= 1 and y >= 1 and x >= y + 1\n\
               f(x, y) = f(x - 1, y - 1) + 1 if x >= 1 and y >= 1 and y >= x + 1\n\
               f(x, y) = 0 if y = 0 and x >= 1\nf(x, y) = 0 if x = 0 and y >= 1";
    expect(zip, Direction::Upper, "min(x, y)", "x >= 0 and y >= 0");
}

#[test]
fn case_23_mutual_recursion() {
    // Even n: 4*2^(n/2) - 3. Odd n: 6*2^((n - 1)/2) - 3, which passes 4*2^(n/2) from n = 9 on (93 against 90.5).
    let equations = "A(n) = 1 + 2*B(n-1) if n >= 1; B(n) = 1 + A(n-1) if n >= 1; A(0) = 1; B(0) = 1";
    exact(equations, "4*2^floor(n/2) + 2*mod(n, 2)*2^floor(n/2) - 3", "n >= 0");
}

#[test]
fn case_24_greatest_common_divisor_is_logarithmic() {
    let equations = "f(x, y) = 1 + f(y, x mod y) if y >= 1 and x >= 0; f(x, 0) = 1";
    let solution = expect(equations, Direction::Upper, "2*floor(log2(y)) + 3", "y >= 1 and x >= 0");
    let closed =
        solution.pieces.iter().find_map(|piece| piece.closed().filter(|e| e.has_call() || e.mentions(&"y".into())));
    assert_eq!(closed.unwrap().leading_order(&"y".into()), "log(y)");
}

#[test]
fn case_25_is_refused_above_and_finite_below() {
    let ackermann = "A(m, n) = 1 + A(m-1, 1) if m >= 1 and n = 0; \
                     A(m, n) = 1 + A(m, n-1) + A(m-1, A(m, n-1)) if m >= 1 and n >= 1; A(0, n) = 1 if n >= 0";
    let cases = [
        (ackermann, "1", "m >= 0 and n >= 0"),
        ("f(n) = f(n+1)", "0", ""),
        ("f(n) = f(n+1) + 1 if n >= 0", "0", "n >= 0"),
    ];
    for (equations, lower, valid) in cases {
        assert!(bound(equations, Direction::Upper).is_err(), "{equations}");
        expect(equations, Direction::Lower, lower, valid);
    }
}

#[test]
fn fractions_and_exponentials_of_a_calibrated_machine_are_exact() {
    exact("T(n) = T(n-1) + 17/3 + 123/1000*n if n >= 1; T(0) = 5/2", "123/2000*n^2 + 34369/6000*n + 5/2", "n >= 0");
    exact("T(n) = 2*T(n-1) + 5*2^(n-1) + 3*n - 7 if n >= 1; T(0) = 40", "5*n*2^(n-1) + 39*2^n - 3*n + 1", "n >= 0");
    exact("T(n) = T(n-1) + fib(n) if n >= 1; T(0) = 1", "fib(n + 2)", "n >= 0");
    exact("T(n) = T(n-1) + floor(n/2) if n >= 1; T(0) = 0", "n^2/4 - n/4 + floor(n/2)/2", "n >= 0");
    exact("T(x, y) = T(x-1, y) + 3*y + 2 if x >= 1; T(0, y) = 4", "3*x*y + 2*x + 4", "x >= 0");
}

#[test]
fn accumulators_counters_and_bounds_on_parameters() {
    exact("T(n, a) = T(n-1, a+n) + 1 if n >= 1; T(0, a) = 2", "n + 2", "n >= 0");
    let counter = "T(i, n) = T(i+1, n) + 1 if i < n; T(i, n) = 1 if i >= n";
    assert!(expect(counter, Direction::Upper, "n - i + 1", "n - i >= 0").is_exact());
    let branches = "T(x, y) = T(x-1, y) + 3*y if x >= 1; T(x, y) = T(x-1, y) + 9 if x >= 1; T(0, y) = 4";
    expect(branches, Direction::Upper, "x*max(3*y, 9) + 4", "x >= 0");
    expect(branches, Direction::Lower, "x*min(3*y, 9) + 4", "x >= 0");
}

#[test]
fn trees_with_leaves_at_one_and_symbolic_costs() {
    let split = |over: &str| {
        format!(
            "T(n, y) = 7 + y + {over}(k, 1, n-2, T(k, y) + T(n-1-k, y)) if n >= 3; T(n, y) = 3 if n = 1; \
             T(n, y) = 5 + y if n = 1"
        )
    };
    // (c + b)/2 per node, with the costlier leaf above and the cheaper below.
    expect(&split("maxover"), Direction::Upper, "(2*y + 12)/2*n - 1", "n >= 1 and y >= 0");
    expect(&split("minover"), Direction::Lower, "(y + 10)/2*n - y/2 - 2", "n >= 1 and y >= 0");
}

#[test]
fn solutions_are_put_into_callers_also_at_their_first_points() {
    let system = "H(n) = H(n-1) + A(n-1) if n >= 1; H(0) = 1; A(n) = 5 + A(n-1) if n >= 2; A(1) = 3; A(0) = 100";
    for direction in BOTH {
        assert!(expect(system, direction, "5/2*n^2 - 9/2*n + 103", "n >= 1").is_exact());
    }
}

#[test]
fn what_halving_leaves_over() {
    let rest = "T(n) = T(n - floor(n/2) - 1) + T(floor(n/2)) + 1 if n >= 1; T(0) = 1";
    expect(rest, Direction::Upper, "2*n + 1", "n >= 0");
    let halves = "T(n) = T(n - floor(n/2)) + T(floor(n/2)) + 1 if n >= 2; T(1) = 1";
    expect(halves, Direction::Upper, "2*n - 1", "n >= 1");
}

#[test]
fn a_split_is_not_decided_where_its_worst_place_has_no_case() {
    // It calls itself where it is, without end.
    assert!(is_open(
        "domain f(x, y): x >= 1 and y >= 0 and x >= y; \
         f(x, y) = maxover(k, 0, x, f(x, k)) + 1 if y = 0; f(x, y) = 1 if y = 0"
    ));
}

#[test]
fn splits_in_several_arguments_take_each_part_at_its_worst() {
    let taken =
        "f(x, y) = maxover(k, 0, y, y + f(x - 1, y - k) + 2) if x >= 1 and y >= 0; f(x, y) = 1 if x = 0 and y >= 0";
    has_piece(taken, "x*y + 2*x + 1");
    let paced = "f(x, y) = maxover(k, 1, x - 4, y + max(1, k + 2*y - 2) + f(x - k - 3, y) + 1) if x >= 5 and y >= 1; \
                 f(x, y) = maxover(k, 1, x - 4, y + f(x - k - 3, y) + 2) if x >= 5 and y >= 1; \
                 f(x, y) = 1 if x = 1 and y >= 0";
    let closed = "x^2/2 + 3*x*y/4 - 3*x/4 - 3*y/4 + 5/4";
    has_piece(paced, closed);
}

#[test]
fn steps_in_any_direction_cost_at_most_the_costliest_each() {
    let merged = "f(x, y) = f(x, y - 4) + 2 if x >= 5 and y >= 5; f(x, y) = f(x - 4, y) + 2 if x >= 5 and y >= 5; \
                  f(x, y) = f(x - 4, y - 4) + 2^x if x >= 5 and y >= 5; \
                  f(x, y) = 1 if x >= 5 and y = 1; f(x, y) = 1 if x = 1 and y >= 1";
    let closed = "((x - 1)/4 + (y - 1)/4)*max(2, 2^x) + 1";
    has_piece(merged, closed);
}

#[test]
fn the_parameter_that_ends_first_says_how_often() {
    let drawn =
        "r(x, y) = r(x - 1, y - 1) + x + 3 if x >= 1 and y >= 1; r(x, y) = 1 if y = 0; r(x, y) = 3 if x = 0 and y >= 1";
    has_piece(drawn, "x*y - y^2/2 + 7/2*y + 1");
    has_piece(drawn, "x^2/2 + 7/2*x + 3");
}

#[test]
fn what_branches_is_bounded_in_powers_of_one_size_where_that_is_enough() {
    // Combinations of x out of y elements: 4^y where the levels are counted, each with the costliest.
    let combinations = "c(x, y) = c(x, y - 1) + c(x - 1, y - 1) + 2 if x >= 1 and y >= 1 and y >= x + 1; \
                        c(x, y) = 2^y + c(x - 1, y - 1) if x >= 1 and y >= 1 and y = x; \
                        c(x, y) = 2^(y + 1) - 2 if x >= 1 and y >= 1 and x >= y + 1; c(x, y) = 0 if y = 0 and x >= 1; \
                        c(x, y) = 1 if x = 0 and y >= 0";
    has_piece(combinations, "3*2^y - 2");
}

#[test]
fn steps_of_a_period_are_of_as_few_floors_as_can_be() {
    expect(
        "f(x) = f(x - 5) + 7 if x >= 6; f(x) = 2 if x >= 1 and x <= 5; f(x) = 0 if x = 0",
        Direction::Upper,
        "7*floor(x/5 + 4/5) - 5",
        "x >= 1",
    );
}

#[test]
fn the_greater_of_two_in_an_argument_is_decided() {
    let chunks = "f(x, y) = f(x, max(0, y - x)) + x + 1 if x >= 1 and y >= 1; f(x, y) = 1 if y = 0";
    let at = |direction| {
        let found = bound(chunks, direction).unwrap();
        [(1, 9), (3, 9), (3, 10), (20, 10)].map(|(x, y)| value_at(&found, x, y))
    };
    let counted = [19.0, 13.0, 17.0, 22.0];
    for ((upper, lower), value) in at(Direction::Upper).into_iter().zip(at(Direction::Lower)).zip(counted) {
        assert!(lower <= value && value <= upper && upper <= 2.0 * value, "{lower} {value} {upper}");
    }
    // What cancels must still end, and the variable of a sum is another than a parameter of its name.
    let endless = "f(x, y) = g(x, max(0, y)) - g(x, y) + 1 if y >= 0; g(x, y) = g(x, y) + 1";
    let upper = bound(endless, Direction::Upper);
    assert!(
        upper.as_ref().map_or(true, |found| found.pieces.iter().all(|piece| piece.closed().is_none())),
        "{upper:?}"
    );
    let hidden = "f(x, y) = sum(x, 0, y, g(max(0, x - 1))) + 1; g(x) = x + 1";
    for direction in [Direction::Upper, Direction::Lower] {
        let known = bound(hidden, direction).ok().filter(|found| found.pieces.iter().any(|p| p.closed().is_some()));
        let value = known.and_then(|found| found.at(&|v| Some(if v.as_str() == "x" { -1 } else { 2 })).cloned());
        let at = |v: &solver::Var| Some(if v.as_str() == "x" { -1.0 } else { 2.0 });
        let value = value.map_or(5.0, |form| form.eval_f64(&at));
        assert!(if direction == Direction::Upper { value >= 5.0 } else { value <= 5.0 }, "{direction:?}: {value}");
    }
}

#[test]
fn functions_with_the_same_equations_are_one() {
    let pegs = "f(x) = g(x - 1) + h(x - 1) + 1 if x >= 1; f(x) = 1 if x = 0; \
                g(y) = 1 if y = 0; g(y) = f(y - 1) + h(y - 1) + 1 if y >= 1; \
                h(z) = g(z - 1) + f(z - 1) + 1 if z >= 1; h(z) = 1 if z = 0";
    for direction in [Direction::Upper, Direction::Lower] {
        expect(pegs, direction, "2^(x + 1) - 1", "x >= 0");
        let system: System = pegs.parse().unwrap();
        let bounds = solve(&system, direction, &Limits::default());
        let others: Vec<String> = ["g", "h"].map(|name| bounds[&name.into()].known().unwrap().to_string()).into();
        assert_eq!(others, ["2^(y + 1) - 1 for y >= 0", "2^(z + 1) - 1 for z >= 0"], "{direction:?}");
    }
    // One that differs in what it calls is another.
    let other = "f(x) = f(x - 1) + 1 if x >= 1; f(x) = 1 if x = 0; g(x) = h(x - 1) + 1 if x >= 1; g(x) = 1 if x = 0; \
                 h(x) = 7";
    expect(other, Direction::Lower, "x + 1", "x >= 0");
    let bounds = solve(&other.parse().unwrap(), Direction::Lower, &Limits::default());
    assert_eq!(bounds[&"g".into()].known().unwrap().to_string(), "1 for x = 0; 8 for x >= 1");
}

#[test]
fn levels_of_a_part_cost_at_most_the_costliest_each() {
    let digits = "f(x) = f(floor(x/10)) + log2(floor(x/10))/log2(10) + 3 if x >= 10; f(x) = 1 if x >= 0 and x <= 9";
    has_piece(digits, "(log2(x/10)/log2(10) + 1)*(log2(floor(x/10))/log2(10) + 3) + 1");
    expect(digits, Direction::Lower, "3*log2(x/10)/log2(10) + 1", "x >= 10");
    let bits = "f(x, y) = f(floor(x/2), y) + y if x >= 1; f(x, y) = 2 if x = 0";
    has_piece(bits, "y*(floor(log2(x)) + 1) + 2");
    let either =
        "f(x) = f(floor(x/2)) + 1 if x >= 1; f(x) = floor(log2(x)) + 2 if x >= 2; f(x) = 2 if x = 1; f(x) = 1 if x = 0";
    has_piece(either, "floor(log2(x)) + 2");
    // A call where no case applies is 0.
    let gap = "f(x, y) = f(floor(x/3), y) + log2(x) + y if x >= 4; f(x, y) = 5 if x = 3";
    expect(gap, Direction::Lower, "2*log2(x)/log2(3) - 4/log2(3)", "y >= 0 and x >= 4");
    // What ends before is not as dear.
    let early = "f(x) = f(floor(x/3)) + log2(x) if x >= 3; f(x) = 0 if x >= 0 and x <= 40";
    expect(early, Direction::Lower, "0", "x >= 0");
}

#[test]
fn what_moves_by_itself_ends_where_the_first_does() {
    let bits = "f(x, y) = f(x - 1, floor(y/2)) + 1 if x >= 1 and y >= 1; f(x, y) = 0 if x >= 1 and y = 0; f(x, y) = 1 if x = 0";
    has_piece(bits, "min(x, floor(log2(y)) + 1) + 1");
    expect(bits, Direction::Lower, "min(x, floor(log2(y))) + 1", "x >= 0 and y >= 1");
    // Costs of one parameter count in that one only.
    let dear = "f(x, y) = f(x - 1, floor(y/2)) + x if x >= 1 and y >= 1; f(x, y) = 0 if x >= 1 and y = 0; f(x, y) = 1 if x = 0";
    has_piece(dear, "x*floor(log2(y)) + x + 1");
    // Where only one has ended no case applies, which is an end as well.
    let both = "f(x, y) = f(x - 1, floor(y/2)) + 1 if x >= 1 and y >= 1; f(x, y) = 5 if x = 0 and y = 0";
    expect(both, Direction::Lower, "min(x, floor(log2(y)) + 1)", "x >= 0 and y >= 1");
    // One that may stay as it is tells nothing.
    let stays = "f(x, y) = f(floor(x/2), y - 1) + 1 if x >= 2 and y >= 1; f(x, y) = f(0, y - 1) + 1 if x = 0 and y >= 1; \
                 f(x, y) = 1 if x = 1; f(x, y) = 1 if x != 1 and y = 0";
    has_piece(stays, "y + 1");
    // What is left of one may be anything where the other has ended.
    let three = "f(x, y, z) = f(x - 1, floor(y/2), floor(z/3)) + 2 if x >= 1 and y >= 1 and z >= 1; \
                 f(x, y, z) = 7 if x = 0; f(x, y, z) = 1 if x >= 1 and y = 0; f(x, y, z) = 0 if x >= 1 and y >= 1 and z = 0";
    has_piece(three, "2*min(x, log2(z)/log2(3) + 1, floor(log2(y)) + 1) + 7");
}

#[test]
fn what_is_left_at_an_end_is_not_what_it_is_met_with() {
    let reset = "f(x, n, k) = f(x - 1, n, n) + 1 if x >= 1 and k = 0 and n >= 0; f(x, n, k) = 1 if x = 0 and k >= 0 and n >= 0; \
                 f(x, n, k) = f(x, n, k - 1) + 1 if x >= 1 and k >= 1 and n >= 0";
    for direction in [Direction::Upper, Direction::Lower] {
        expect(reset, direction, "n*x + k - n + x + 1", "x >= 1 and n >= 0 and k >= 0");
    }
}

/// Nobody looks for a thousand functions.
#[test]
fn steps_of_many_sizes_are_solved_in_time() {
    let roman = "f(x) = f(x - 1000) + 1 if x >= 1000; f(x) = f(x - 900) + 2 if x >= 900 and x <= 999; \
                 f(x) = f(x - 1) + 14 if x >= 1 and x <= 899; f(x) = 1 if x = 0";
    has_piece(roman, "14*x + 1");
}

#[test]
fn periodic_steps_are_rounded_down() {
    let each = |text: &str, closed: &str| {
        expect(text, Direction::Upper, closed, "x >= 0");
        expect(text, Direction::Lower, closed, "x >= 0");
    };
    each("f(x) = f(x - 3) + 1 if x >= 3; f(x) = 1 if x >= 0 and x <= 2", "floor(x/3) + 1");
    each("f(x) = f(x - 5) + 2 if x >= 5; f(x) = x if x >= 0 and x <= 4", "x - 3*floor(x/5)");
    let sums = "x*floor(x/3)/3 - x^2/18 + x/18 + floor(x/3 + 1/3)/9 + 2*floor(x/3)/9";
    each("f(x) = f(x - 3) + floor(x/3) if x >= 3; f(x) = 0 if x >= 0 and x <= 2", sums);
}

#[test]
fn splits_that_leave_one_part_cost_by_what_they_take() {
    // A list of lists by its nodes: the rows are lists of k nodes.
    let rows = "f(x) = minover(k, 1, x - 2, 2*k - 3*floor(k/2) + f(x - k - 1)) if x >= 3; f(x) = 1 if x = 1";
    expect(rows, Direction::Lower, "x/3 + 2/3", "x >= 1");
    let rows = "f(x) = maxover(k, 1, x - 2, 2*k - 3*floor(k/2)) if x >= 5; f(x) = 1 if x = 1; f(x) = 0 if x = 1; \
                f(x) = maxover(k, 1, x - 2, 2*k - 3*floor(k/2) + f(x - k - 1)) if x >= 3";
    has_piece(rows, "x");
}

#[test]
fn forms_that_fall_or_grow_by_a_factor_take_logarithmically_many_steps() {
    let search = "b(l, h) = 1 + b(l, floor((l + h)/2) - 1) if l >= 0 and l <= h; \
                  b(l, h) = 1 + b(floor((l + h)/2) + 1, h) if l >= 0 and l <= h; b(l, h) = 1 if l >= h + 1 and h >= 0";
    has_piece(search, "floor(log2(h - l + 1)) + 2");
    has_piece("d(i, n) = 1 + d(2*i, n) if i < n and i >= 1; d(i, n) = 1 if i >= n", "floor(log2(n - 1)) + 2");
    // Two thirds: log2(3/2) > 7/12.
    has_piece("t(n) = 1 + t(floor(2*n/3)) if n >= 2; t(0) = 1; t(1) = 1", "floor(12/7*log2(n) + 2/7)");
    let extra = "g(x, y, z) = 1 + g(y, x mod y, z + 1) if y >= 1 and x >= 0; g(x, 0, z) = 1";
    has_piece(extra, "2*floor(log2(y)) + 3");
    // What does not grow is 1 or more at the end as well, and says nothing of the last step there.
    let sums = "domain d(i, j, n): n >= 2 and i >= 1 and j >= 0; \
                d(i, j, n) = 1 + d(i + j, i + j, n) if i + j < n; d(i, j, n) = 1 if i + j >= n";
    has_piece(sums, "floor(log2(n - 1)) + 2");
    let falling = "domain d(i, n): n >= 2 and i >= 1; d(i, n) = 1 + d(2*i, n - 1) if i < n; d(i, n) = 1 if i >= n";
    has_piece(falling, "floor(log2(n - 1)) + 2");
    // An end that costs a logarithm is reached with less of the form.
    let end = "g(x, y) = 1 + g(x, floor((x + y + 1)/2) - 1) if y >= x + 1 and x >= 0; g(x, y) = 1 if y <= x; \
               g(x, y) = floor(log2(y - floor((x + y + 1)/2))) + 3 if y >= x + 2 and x >= 0";
    has_piece(end, "floor(log2(y/2 - x/2 + 1/2)) + 3");
}

#[test]
fn forms_of_which_a_part_is_left_take_logarithmically_many_steps_or_more() {
    let search = "b(x, y) = b(x, floor((x + y)/2)) + 1 if y >= x + 2; b(x, y) = b(floor((x + y)/2), y) + 1 if y >= x + 2; \
                  b(x, y) = 1 if y <= x + 1";
    has_lower_piece(search, "ceil(log2(y/2 - x/2 + 1/2)) + 1");
    has_lower_piece(
        "g(n) = min(g(floor(n/2)), g(n - floor(n/2))) + 1 if n >= 2; g(n) = 1 if n <= 1",
        "floor(log2(n)) + 1",
    );
    // Nothing is left where no case applies.
    has_lower_piece("b(x, y) = b(x, floor((x + y)/2)) + 4 if y >= x + 2", "4*ceil(log2(y/2 - x/2 + 1/2))");
}

#[test]
fn splits_that_go_up_in_steps_have_a_line_below_them() {
    let leaves = "c(x) = minover(k, 1, x - 1, c(k) + c(x - 1 - k)) + 1 if x >= 2; c(x) = c(x - 1) + 2 if x >= 2; c(1) = 1; c(0) = 1";
    has_lower_piece(leaves, "x");
}

#[test]
fn a_call_that_meets_no_recursion_is_none() {
    let factors = "f(x, y) = f(x, x) + 3 if y >= x + 1 and x >= 2; f(x, y) = f(1, y) + 1 if x = y and x >= 2; f(x, y) = 1 if x = 1; \
                   f(x, y) = f(x, y + 1) + 3 if x >= y + 1 and y >= 2";
    has_piece(factors, "5");
    has_piece(factors, "3*x - 3*y + 2");
}

/// Trial division: what is divided by 1 never ends.
#[test]
fn a_region_that_no_call_leaves_is_where_a_parameter_is_above_a_number() {
    let factors = "domain f(x, y): x >= 0 and y >= 0; f(x, y) = 1 if x = 1; \
                   f(x, y) = 1 + maxover(k, 1, floor(x/2), f(k, y)) if x >= y + 1 and y >= 2; f(x, y) = 1 + f(1, y) if x = y and y >= 2; \
                   f(x, y) = 3 + maxover(v, min(x, y + 2), max(x, y + 2), f(x, v)) if y <= x - 1 and y >= 3; \
                   f(x, y) = 3 + f(x, 3) if y <= x - 1 and y = 2; f(x, y) = 3 + f(x, x) if y >= x + 1 and y >= 2 and x >= 2; \
                   f(x, y) = 1 + f(x, y) if y = 1 and x >= 2";
    has_piece(factors, "3*x - 3*y + 5");
    has_piece(factors, "2");
    assert!(is_open(factors));
}

#[test]
fn a_lower_bound_grows_at_least_as_one_step_does() {
    has_lower_piece("h(n) = h(floor(2*n/3)) + n if n >= 2; h(n) = 1 if n <= 1", "3/2*n - 1/2");
}

#[test]
fn linear_programs_weigh_steps_that_take_turns() {
    has_piece(
        "il(x, y) = 1 + il(y, x - 1) if x >= 1; il(x, y) = 2 + il(y, x - 2) if x >= 2; il(0, y) = 1",
        "x + y + 1",
    );
    // By a parameter, which may be 1.
    has_piece(
        "r(x, y) = x + r(x - y, y) if x >= y and y >= 1; r(x, y) = 0 if x < y",
        "x^2/2 - x*y + y^2/2 + 3/2*x - y/2",
    );
    // Two of x make three of y, which costs more than it makes.
    let traded = "f(x, y) = 2 + f(x - 2, y + 3) if x >= 2; f(x, y) = 5 + f(x, y - 1) if y >= 1; f(x, y) = 7";
    has_piece(traded, "17/2*x + 5*y + 7");
    let reset = "l(x, y, n) = 1 + l(x, y - 1, n) if y >= 1; l(x, 0, n) = 1 + l(x - 1, n, n) if x >= 1; l(0, 0, n) = 1";
    has_piece(reset, "x*n + x + y + 1");
    // x rises as long as y is there: not lexicographic.
    has_piece(
        "p(x, y) = 1 + p(x + y, y - 1) if x >= 0 and y >= 1; p(x, 0) = 1 + p(x - 1, 0) if x >= 1; p(0, 0) = 1",
        "y^2/2 + x + 3*y/2 + 1",
    );
    let gcd = "g(x, y) = 1 + g(x - y, y) if x >= y + 1 and y >= 1; g(x, y) = 1 + g(x, y - x) if y >= x + 1 and x >= 1; \
               g(x, y) = 1 if x = y and x >= 1";
    has_piece(gcd, "x + y - 1");
}

#[test]
fn several_calls_of_a_form_that_falls_are_a_power() {
    has_piece("f(x, y) = 1 + f(x - 1, y) + f(y, x - 1) if x >= 1; f(0, y) = 1", "2*2^(x + y) - 1");
    has_piece("f(x, y) = 2 + f(y, x - 1) + f(x - 1, y) + f(x - 1, y) if x >= 1; f(0, y) = 1", "2*3^(x + y) - 1");
}

#[test]
fn linear_programs_bound_from_below_as_well() {
    let has_lower = |equations: &str, closed: &str| {
        let bound = bound(equations, Direction::Lower).unwrap_or_else(|e| panic!("{equations}: {e}"));
        let wanted = canonical(closed);
        assert!(bound.pieces.iter().any(|piece| piece.closed() == Some(&wanted)), "{equations}: {bound}");
    };
    // Chunks of k, as many as there are: what is taken counts, and each chunk.
    let chunks = "domain t(k, y): k >= 0 and y >= 0; domain f(x, y, k): x >= 0 and y >= 0 and k >= 0; \
                  t(k, y) = 1 if y = 0; t(k, y) = f(k, y, k) + 1 if y >= 1 and k >= 1; \
                  f(x, y, k) = 1 + f(x-1, y-1, k) if x >= 1 and y >= 1; f(x, y, k) = 1 + t(k, 0) if x >= 1 and y = 0; \
                  f(x, y, k) = 1 + t(k, y) if x = 0 and y >= 0";
    has_lower(chunks, "y + 3");
    has_piece(chunks, "3*y + 1");
    // A scanner: no function is on all cycles; what is cheapest for its length is taken on and on.
    let scanner = "all(x) = 9 if x = 0; all(x) = one(x) + 3 if x >= 1; all(x) = all(x-1) + 2 if x >= 1; \
                   one(x) = all(x-1) + 5 if x >= 1; one(x) = name(x-1) + 4 if x >= 1; one(x) = digits(x-1) + 2 if x >= 1; \
                   name(x) = all(x) + 6 if x >= 0; name(x) = name(x-1) + 3 if x >= 1; \
                   digits(x) = all(x) + 3 if x >= 0; digits(x) = digits(x-1) + 2 if x >= 1";
    has_lower(scanner, "2*x + 9");
}

#[test]
fn each_function_of_a_component_has_a_measure_of_its_own() {
    // No function is on all cycles; one walks its only argument, one the difference of two.
    let system = "f(x) = 1 + g(0, x) if x >= 1; f(0) = 1; g(i, n) = 1 + g(i + 1, n) if i < n; \
                  g(i, n) = 1 + h(n, 3) if i >= n; h(u, v) = h(u, v - 1) + 1 if v >= 1; h(u, 0) = f(u - 1) if u >= 1";
    has_piece(system, "x^2/2 + 11/2*x + 5");
}

#[test]
fn functions_of_a_component_that_no_function_is_common_to_share_a_bound() {
    // A subset of an ordered set: `other` goes on by itself and back through `same`.
    let system = "whole(x, y) = same(x-1, y-1) + 1 if x >= 1 and y >= 1; whole(x, y) = 1 if x = 0; \
                  whole(x, y) = other(x-1, y-1) + 1 if x >= 1 and y >= 1; same(x, y) = whole(x, y) + 1; \
                  other(x, y) = other(x, y-1) + 1 if y >= 1; other(x, y) = same(x, y-1) + 1 if y >= 1";
    has_piece(system, "2*y + 1");
    let falling = "f(x) = f(x-1) + g(x-1) if x >= 1; g(x) = g(x-1) + 9 - f(x-1) if x >= 1; f(0) = 1; g(0) = 1";
    assert!(bound(falling, Direction::Upper).is_err(), "a value that falls with another is not joined");
}

#[test]
fn what_is_not_looked_at_is_named() {
    let without_choices = "f(n) = sum(k, 0, n, maxover(j, 3, k, j)) if n >= 0";
    let of_any_sign = "f(x) = g(x, x, x, x) if x <= 5; g(a, b, c, d) = a + b + c + d if a + b + c + d >= 0";
    for (equations, what) in [
        (without_choices, "a split in a sum that may have no choice"),
        (of_any_sign, "a call in which too many arguments may be negative"),
    ] {
        let reason = match bound(equations, Direction::Upper) {
            Ok(solution) => solution.pieces.into_iter().find_map(|piece| match piece.value {
                Value::Unknown(reason) => Some(reason),
                Value::Closed { .. } => None,
            }),
            Err(reason) => Some(reason),
        };
        assert_eq!(reason, Some(format!("{what} is not defined")), "{equations}");
    }
}

#[test]
fn a_case_for_a_negative_number_counts() {
    let equations = "f(x) = 0 if x != -1; f(x) = 1 if x = -1";
    let bound = bound(equations, Direction::Upper).expect("a bound");
    for (x, value) in [(-2, 0), (-1, 1), (0, 0)] {
        assert_eq!(bound.at(&|_| Some(x)), Some(&Expr::int(value)), "{bound}");
    }
}

#[test]
fn sums_of_other_values_and_of_powers() {
    let combinations =
        "domain C(x, y): x >= 0 and y >= 0; C(x, y) = 1 + sum(k, 0, y - 1, C(x - 1, y - 1 - k)) if x >= 1; C(0, y) = 1";
    expect(combinations, Direction::Upper, "2^y", "x >= 1 and y >= 0");
    let twice = "T(n) = 1 + sum(k, 0, n - 1, sum(j, 0, k, T(j))) if n >= 1; T(0) = 1";
    for direction in BOTH {
        let bound = bound(twice, direction).expect("a bound");
        // 1, 2, 5, 13, 34: every second one of Fibonacci's numbers.
        let value = bound.at(&|_| Some(4)).expect("a form").eval_f64(&|_| Some(4.0));
        assert!(if direction == Direction::Upper { value >= 34.0 } else { value <= 34.0 }, "{bound}");
    }
    exact("f(x) = sum(s, 1, x, 2^(x - s)) if x >= 1", "2^x - 1", "x >= 1");
    exact("f(x) = sum(s, 0, x - 1, s*2^s) if x >= 1", "x*2^x - 2^(x + 1) + 2", "x >= 1");
    // From one end to another that lies before it, there is nothing.
    let backwards = "f(x, y) = sum(s, x, y, 2^s) if x >= 0 and y >= 0 and x >= y + 5";
    BOTH.iter().for_each(|&direction| drop(expect(backwards, direction, "0", "y >= 0 and x >= y + 5")));
}

#[test]
fn sums_of_all_earlier_values() {
    let both = |equations: &str, closed: &str, valid: &str| {
        BOTH.iter().for_each(|&direction| drop(expect(equations, direction, closed, valid)));
    };
    both("T(n) = sum(k, 0, n - 1, T(k)) + 1 if n >= 1; T(0) = 1", "2^n", "n >= 0");
    both("T(n) = 1 + sum(k, 1, n - 1, T(k)) if n >= 2; T(1) = 1", "2^(n - 1)", "n >= 1");
    both("T(n) = 1 + sum(k, 0, n - 1, T(k) + T(n - 1 - k)) if n >= 1; T(0) = 1", "3^n", "n >= 0");
    both("T(n) = 1 + sum(k, 1, n, T(n - k)) if n >= 1; T(0) = 1", "2^n", "n >= 0");
    // Where several cases apply before it begins.
    let first = "T(n) = 1 + sum(k, 0, n - 1, T(k)) if n >= 3; T(0) = 1; T(1) = 2; T(1) = 3; T(2) = 0";
    expect(first, Direction::Upper, "5*2^(n - 3)", "n >= 3");
    expect(first, Direction::Lower, "2^(n - 1)", "n >= 3");
    // Not where a factor may be below zero, nor where another case applies as well.
    let is_held = |equations: &str, n: i64, y: i64, values: [f64; 2]| {
        for (direction, value) in BOTH.into_iter().zip(values) {
            let Ok(bound) = bound(equations, direction) else { continue };
            let at = |v: &solver::Var| Some(if v.as_str() == "n" { n } else { y });
            let Some(form) = bound.at(&at) else { continue };
            let claimed = form.eval_f64(&|v| at(v).map(|value| value as f64));
            let holds = if direction == Direction::Upper { claimed >= value } else { claimed <= value };
            assert!(holds, "{equations}: {direction:?} {bound} at {n}, {y}");
        }
    };
    let either = "T(n, y) = y*sum(k, 0, n - 1, T(k, y)) + 1 if n >= 1; T(0, y) = 1; T(0, y) = 2";
    is_held(either, 1, -1, [0.0, -1.0]);
    is_held("T(n) = sum(k, 0, n - 1, T(k)) if n >= 1; T(0) = 1; T(n) = 100 if n = 5", 6, 0, [116.0, 32.0]);
    // Quicksort's comparisons on average: 2*(n + 1)*H(n) - 4*n.
    let average = "T(n) = n - 1 + 2/n*sum(k, 0, n - 1, T(k)) if n >= 1; T(0) = 0";
    let bound = bound(average, Direction::Upper).expect("a bound");
    for (n, comparisons) in [(1, 0.0), (2, 1.0), (3, 8.0 / 3.0), (10, 24.437), (20, 71.105)] {
        let form = bound.at(&|_| Some(n)).expect("a form");
        let value = form.eval_f64(&|_| Some(n as f64));
        assert!((value - comparisons).abs() < 1e-3, "{bound} at {n}: {value}");
    }
}

#[test]
fn a_form_of_other_sizes_is_claimed_where_cases_apply_only() {
    let equations = "f(x, y) = 1 if x >= 1 and y >= 1; f(0, y) = 1; f(x, 0) = 1";
    for direction in BOTH {
        let bound = bound(equations, direction).expect("a bound");
        let at = |x: i64, y: i64| bound.at(&|v| Some(if v.as_str() == "x" { x } else { y }));
        for (x, y) in [(-1, 3), (2, -1), (-2, -2)] {
            assert_eq!(at(x, y), None, "{bound} at {x}, {y}");
        }
        for (x, y) in [(-1, 0), (0, -1), (0, 0), (3, 4)] {
            assert_eq!(at(x, y), Some(&Expr::int(1)), "{bound} at {x}, {y}");
        }
    }
}

#[test]
fn splits_into_three_and_more_parts() {
    // A term of two subterms and one that is not walked: the smallest of that leaves most to the others.
    let split = |value: &str| format!("T(x) = maxover(k, 1, x-3, maxover(j, 1, x-k-2, {value})) if x >= 4; T(1) = 1");
    for (value, closed) in [
        ("T(j) + T(x-k-j-1) + 1", "2*x/3 + 1/3"),
        ("T(j) + 1", "x/3 + 2/3"),
        ("T(k) + T(j) + T(x-k-j-1) + 1", "x"),
        ("T(j) + T(x-k-j-1) + j + 1", "x^2/6 + x/6 + 2/3"),
        ("T(j) + T(x-k-j-1) + x", "x^2/2 + 5*x/6 - 1/3"),
    ] {
        expect(&split(value), Direction::Upper, closed, "x >= 1");
    }
    let four =
        "T(x) = maxover(k, 1, x-4, maxover(j, 1, x-k-3, maxover(i, 1, x-k-j-2, T(j) + T(i) + 1))) if x >= 5; T(1) = 1";
    expect(four, Direction::Upper, "x/2 + 1/2", "x >= 1");
    let least = "T(x) = minover(k, 1, x-3, minover(j, 1, x-k-2, T(k) + T(j) + T(x-k-j-1) + 1)) if x >= 4; T(1) = 1";
    expect(least, Direction::Lower, "x", "x >= 1");
    // One part is the whole: nothing ends.
    let whole = "T(x) = maxover(k, 0, x-3, maxover(j, 0, x-k, T(x-k-j) + 1)) if x >= 4; T(1) = 1";
    assert!(is_open(whole));
}

#[test]
fn products_of_calls_are_bounded_by_logarithms() {
    exact("S(n) = S(floor(n/2))*S(n - floor(n/2)) if n >= 2; S(1) = 1; S(0) = 1", "1", "n >= 0");
    for (equations, closed, valid) in [
        ("S(n) = S(n-1)^2 if n >= 2; S(1) = 2", "2^(2^(n - 1))", "n >= 1"),
        ("S(n) = S(n-1)^2 + S(n-1) if n >= 2; S(1) = 1", "2^(2^(n - 1) - 1)", "n >= 1"),
        ("S(n) = S(n-1)*S(n-2) if n >= 2; S(1) = 3; S(0) = 1", "3^fib(n)", "n >= 0"),
        ("S(n) = 3*S(n-1)*S(n-1) if n >= 1; S(0) = 1", "3^(2^n - 1)", "n >= 0"),
        ("S(x) = maxover(k, 0, x-1, S(k)*S(x-k-1)) if x >= 1; S(0) = 2", "2^(x + 1)", "x >= 0"),
        ("S(x) = maxover(k, 0, x-1, S(k)*S(x-k-1) + 1) if x >= 1; S(0) = 0", "2^x", "x >= 0"),
    ] {
        expect(equations, Direction::Upper, closed, valid);
    }
    // Two goals with one solution each: the cost of the second counts once.
    let once = "C(n) = C(n-1) + S(n-1)*C(n-1) + 1 if n >= 1; C(0) = 1; S(n) = S(n-1)^2 if n >= 1; S(0) = 1";
    exact(once, "2^(n + 1) - 1", "n >= 0");
    let often = "C(n) = C(n-1) + S(n-1)*C(n-1) + 1 if n >= 1; C(0) = 1; S(n) = S(n-1)^2 if n >= 1; S(0) = 2";
    expect(often, Direction::Upper, "4^n*2^(2^n)/2", "n >= 0");
    // What is no call counts by its own logarithm.
    let by_factor = "T(n) = floor(n/2)*T(n - 1) + 2 if n >= 1; T(0) = 1";
    let solution = bound(by_factor, Direction::Upper).unwrap_or_else(|e| panic!("{by_factor}: {e}"));
    assert!(solution.is_complete(), "{by_factor}: {solution}");
    // From 2 to 2.
    let stays = "T(x) = 2^(x - floor(x/2))*T(floor(x/2)) + T(x - floor(x/4)) if x >= 2; T(x) = 1 if x <= 1";
    assert!(is_open(stays), "{stays}");
    // A split's terms are alternatives: two products are no product of four.
    let ends = "S(x) = 1 if x >= 2; S(x) = 1 if x = 1";
    let two = "maxover(k, 1, x-2, maxover(j, 1, x-2, S(k)*S(x-k-1) + S(j)*S(x-j-1) + 1))";
    expect(&format!("S(x) = {two} if x >= 3; {ends}"), Direction::Upper, "3^(1/2)*3^(x/2 - 1)", "x >= 1");
    // A polynomial through the first values is no bound; powers whose exponents are differences.
    let halves = "T(x) = 2^(x - floor(x/2) - 1)*T(floor(x/2)) + T(x - floor(x/2)) + x*2^x if x >= 2";
    expect(&format!("{halves}; T(x) = 1 if x <= 1"), Direction::Upper, "2*4^x", "x >= 2");
    let factor = "T(x) = maxover(k, 1, x-4, (x-3)/2*T(k) + x - 2) if x >= 5; T(x) = 0 if x >= 2; T(1) = 1";
    let solution = bound(factor, Direction::Upper).unwrap_or_else(|e| panic!("{factor}: {e}"));
    assert!(solution.is_complete(), "{factor}: {solution}");
    for open in [
        "S(n) = S(n)*S(n-1) if n >= 1; S(0) = 1",
        "S(n) = (S(n-1) - 2)*(S(n-1) - 2) if n >= 1; S(0) = 1",
        "S(n) = S(n-1)*S(n-1) - 2*S(n-1) + 3 if n >= 1; S(0) = 1",
    ] {
        assert!(bound(open, Direction::Upper).is_err(), "{open}");
    }
}

#[test]
fn products_in_mutual_recursion_are_bounded_by_logarithms() {
    let both = "f(x) = maxover(k, 1, x-2, g(k)*f(x-k-1)) if x >= 3; f(1) = 2; \
                g(x) = maxover(k, 1, x-2, g(x-k-1)*f(k)) if x >= 3; g(x) = f(x) if x >= 2; g(1) = 2";
    let solution = expect(both, Direction::Upper, "2^(1/2)*2^(x/2)", "x >= 0");
    assert!(solution.steps.iter().any(|step| step.contains("logarithms")), "{:?}", solution.steps);
    // Neither ends.
    let open = "f(x) = g(x)*f(x-1) if x >= 1; f(0) = 1; g(x) = f(x)*g(x-1) if x >= 1; g(0) = 1";
    assert!(is_open(open), "{open}");
}

#[test]
fn what_branches_is_bounded_by_logarithms_where_nothing_else_is_known() {
    let two = "maxover(k, 1, y-2, maxover(j, 1, y-2, D(x, k) + D(x, j) + 3*x + y + 4))";
    for whole in [
        format!("D(x, y) = {two} if y >= 3; D(x, y) = 2 if y <= 2"),
        // The condition compares two arguments.
        format!("D(x, y) = {two} if y >= x + 3; D(x, y) = 2*x + 1 if y >= 3; D(x, y) = 2 if y <= 2"),
    ] {
        let text = format!("{whole}; E(x, y) = D(x, y) if x >= 0 and y >= 0");
        let solution = bound(&text, Direction::Upper).unwrap_or_else(|e| panic!("{text}: {e}"));
        let known = solution
            .pieces
            .iter()
            .any(|piece| piece.region.holds(&|_| Some(40)) == Some(true) && piece.closed().is_some());
        assert!(known, "{text}: {solution}");
    }
    // Neither falls.
    let open = "D(x, y) = D(y, x) + D(x-1, y+1) + 1 if x >= 1; D(x, y) = 1 if x = 0";
    assert!(is_open(open), "{open}");
    // What is known to be a polynomial stays one.
    exact("T(n) = T(floor(n/2)) + T(n - floor(n/2)) + 1 if n >= 2; T(1) = 1", "2*n - 1", "n >= 1");
}

#[test]
fn what_adds_nothing_is_at_most_its_greatest_end() {
    let ends = "S(x, y) = 1 if x = 0; S(x, y) = 3 if y = 0";
    has_piece(&format!("S(x, y) = S(y, x-1) if x >= 1 and y >= 1; {ends}"), "3");
    let product = "S(x, y) = S(x-1, y)*S(y, x-1) if x >= 1 and y >= 1; S(x, y) = 1 if x = 0; S(x, y) = 1 if y = 0";
    has_piece(product, "1");
    // Two lists that are merged are never both empty at the end, unless they were before.
    let merge = "S(x, y) = S(x-1, y) if x >= 1 and y >= 1; S(x, y) = S(x, y-1) if x >= 1 and y >= 1; \
                 S(x, y) = 1 if x = 0 and y >= 1; S(x, y) = 1 if y = 0 and x >= 1; S(x, y) = 2 if x = 0 and y = 0";
    let bound = bound(merge, Direction::Upper).expect("it has a bound");
    for (x, y, most) in [(0, 0, 2), (0, 1, 1), (3, 0, 1), (1, 1, 1), (4, 2, 1)] {
        let found = bound.at(&|var| Some(if var.as_str() == "x" { x } else { y })).expect("it is bounded there");
        assert_eq!(*found, Expr::int(most), "at {x}, {y}");
    }
}

#[test]
fn counters_that_double_take_logarithmically_many_steps() {
    let ends = "f(x, y) = 1 if x >= y";
    has_piece(&format!("f(x, y) = f(2*x, y) + 1 if x < y and x >= 1; {ends}"), "floor(log2(y - 1)) + 2");
    has_piece(&format!("domain f(x, y): x >= 0; f(x, y) = f(2*x + 1, y) + 3 if x < y; {ends}"), "3*floor(log2(y)) + 4");
    // Several at once are a power of their number.
    has_piece(&format!("f(x, y) = 2*f(2*x, y) + 1 if x < y and x >= 1; {ends}"), "3^(floor(log2(y - 1)) + 1)");
    // From 0, by less than twice, towards a limit that moves, in two ways at once.
    for recursion in [
        "f(2*x, y) + 1 if x < y",
        "f(2*x - 1, y) + 1 if x < y and x >= 1",
        "f(2*x, 2*y) + 1 if x < y and x >= 1",
        "2*f(x + 1, 2*y) + 1 if x < y and x >= 1",
    ] {
        assert!(is_open(&format!("domain f(x, y): x >= 0 and y >= 0; f(x, y) = {recursion}; {ends}")), "{recursion}");
    }
}

#[test]
fn logarithms_that_each_step_adds_are_at_most_the_first() {
    let ends = "if x >= 2; f(x) = 1 if x <= 1";
    for (equations, closed) in [
        ("f(x) = f(floor(x/2)) + x*log2(x) + 5", "2*x*ceil(log2(x)) + 5*x - 2*ceil(log2(x)) - 4"),
        (
            "f(x) = f(ceil(x/2)) + f(floor(x/2)) + x*ceil(log2(x))",
            "x*ceil(log2(x))^2 + x*ceil(log2(x)) - ceil(log2(x))*2^ceil(log2(x)) + x",
        ),
        (
            "f(x) = f(ceil(x/2)) + floor(x/2)*ceil(log2(floor(x/2))) - 2^ceil(log2(floor(x/2))) + x",
            "x*ceil(log2(x)) - ceil(log2(x)) + x - 1",
        ),
    ] {
        has_piece(&format!("domain f(x): x >= 0; {equations} {ends}"), closed);
    }
    // What grows meets greater logarithms later: no bound, or one of all of them.
    let grows = "domain f(x, y): x >= 0 and y >= 1; f(x, y) = f(x-1, 2*y) + ceil(log2(y)) if x >= 1; f(0, y) = 1";
    let solution = bound(grows, Direction::Upper);
    let value = |x| solution.as_ref().map_or(f64::INFINITY, |solution| value_at(solution, x, 1));
    assert!(value(20) >= 191.0, "{solution:?}");
}

#[test]
fn what_halving_leaves_of_a_number_is_summed_exactly() {
    for (equations, closed) in [
        ("f(x) = f(ceil(x/2)) + floor(x/2) if x >= 2; f(x) = x if x <= 1", "x"),
        ("f(x) = f(floor(x/2)) + ceil(x/2) if x >= 1; f(0) = 3", "x + 3"),
        ("f(x) = f(ceil(x/2)) + 3*floor(x/2) + 7 if x >= 2; f(1) = 1", "3*x + 7*ceil(log2(x)) - 2"),
    ] {
        has_piece(&format!("domain f(x): x >= 0; {equations}"), closed);
        has_lower_piece(&format!("domain f(x): x >= 0; {equations}"), closed);
    }
}

#[test]
fn a_parameter_that_is_another_and_a_number_is_left_out() {
    let tied = "domain f(x, y): x >= 0 and y >= 0; f(x, y) = f(ceil(x/2), y - floor(x/2)) + floor(x/2) if x >= 2 and y = x + 1; \
                f(x, y) = 1 if x = 1 and y = 2; f(x, y) = 0 if x = 0 and y = 1";
    let solution = bound(tied, Direction::Upper).expect("a bound");
    assert_eq!((value_at(&solution, 7, 8), value_at(&solution, 1, 2)), (7.0, 1.0), "{solution}");
    // No case applies off the line, and none of it is another line.
    let two = "domain f(x, y): x >= 0 and y >= 0; f(x, y) = f(x - 1, y - 1) + y if x >= 1 and y = x; f(x, y) = 3*x if y = 2*x";
    let solution = bound(two, Direction::Upper).expect("a bound");
    assert!(value_at(&solution, 10, 20) >= 30.0 && value_at(&solution, 10, 10) >= 55.0, "{solution}");
}

#[test]
fn most_of_what_steps_add_may_be_added_by_the_first() {
    let halves = "domain f(x): x >= 0; f(x) = f(ceil(x/2)) + x*ceil(log2(x)) if x >= 2; f(x) = 1 if x <= 1";
    has_lower_piece(halves, "x*ceil(log2(x)) + 1");
    // Where no case applies, or outside of the domain, a call stands for 0.
    for gap in [
        "f(x) = f(x - 3) + x*ceil(log2(x)) if x >= 4; f(1) = 50",
        "f(x) = f(x - 6) + x*ceil(log2(x + 1)) if x >= 1; f(0) = 50",
        "f(x) = f(floor(x/2) - 3) + x*ceil(log2(x + 1)) if x >= 1; f(0) = 50",
    ] {
        let solution = bound(&format!("domain f(x): x >= 0; {gap}"), Direction::Lower).expect("a bound");
        assert!(value_at(&solution, 5, 0) <= 15.0, "{solution}");
    }
}

#[test]
fn arguments_that_grow_are_at_most_what_they_come_to() {
    let natural = "domain f(x, y): x >= 0 and y >= 0; ";
    for (equations, closed) in [
        ("f(x, y) = f(x-1, 2*y) + y if x >= 1; f(x, y) = f(x-1, y) + y if x >= 1; f(0, y) = 1", "x*y*2^x + 1"),
        ("f(x, y) = f(x-1, 2*y) + y^2 if x >= 1; f(0, y) = 1", "x*y^2*4^x + 1"),
        ("f(x, y) = f(x-1, x+y) + y^2 if x >= 1; f(0, y) = 1", "x*(x^2 + y)^2 + 1"),
        (
            "f(x, y) = f(x-1, y) + f(x, y-1) + f(x-1, y-1) + 2 if x >= 1 and y >= 1; f(x, y) = 1 if x = 0 or y = 0",
            "2*3^x*3^y - 1",
        ),
    ] {
        has_piece(&format!("{natural}{equations}"), closed);
    }
    // Where the end has no case it counts 0, not y - 5.
    let gap = "f(x, y) = f(x-1, 2*y) if x >= 1; f(x, y) = y - 5 if x = 0 and y >= 5";
    if let Ok(solution) = bound(&format!("{natural}{gap}"), Direction::Upper) {
        let at = |v: &solver::Var| Some(i64::from(v.as_str() == "x"));
        let value = solution.at(&at).map(|expr| expr.eval(&|v| at(v).map(solver::Rational::from)).expect("a value"));
        assert!(value.is_none_or(|value| !value.is_negative()), "{solution}");
    }
    // What falls with y is not greatest where y is.
    let falls = "f(x, y) = f(x-1, 2*y) + 10 - y if x >= 1; f(0, y) = 100 - y";
    has_piece(&format!("{natural}{falls}"), "10*x + 100 + y - y*2^(x + 1)");
    let endless = "f(x, y) = f(x, 2*y) + y if x >= 1; f(0, y) = 1";
    assert!(is_open(&format!("{natural}{endless}")), "{endless}");
}

#[test]
fn parts_other_than_halves_and_rests_that_are_rounded() {
    expect("T(n) = T(floor(n/3)) + 1 if n >= 3; T(n) = 1 if n <= 2", Direction::Upper, "log2(n)/log2(3) + 1", "n >= 1");
    let merge_sort = "T(n) = T(floor(n/2)) + T(n - floor(n/2)) + n + floor(n/2) + 2 if n >= 2; T(1) = 1; T(0) = 1";
    has_piece(merge_sort, "3/2*n*ceil(log2(n)) + 9/2*n - 3*2^(ceil(log2(n)) - 1) - 2");
}

#[test]
fn coefficients_and_rests_divided_by_the_size() {
    exact("H(n) = H(n-1) + 1/n if n >= 1; H(0) = 0", "sum(k, 1, n, 1/k)", "n >= 0");
    // Comparisons of quicksort on average.
    exact("T(n) = (n + 1)/n*T(n-1) + 2 if n >= 1; T(0) = 0", "(n + 1)*sum(k, 1, n, 2/(k + 1))", "n >= 0");
}

#[test]
fn subtracting_a_parameter_divides_by_it() {
    let division = "r(x, y) = 1 + r(x - y, y) if x >= y and y >= 1; r(x, y) = 0 if x < y and x >= 0";
    exact(division, "floor(x/y)", "x >= y and y >= 1");
    let steps = "s(i, n, d) = 2 + s(i + d, n, d) if i < n and d >= 1; s(i, n, d) = 1 if i >= n";
    let count = "2*floor((n - i - 1)/d) + 3";
    expect(&format!("domain s(i, n, d): i >= 0; {steps}"), Direction::Upper, count, "n >= i + 1 and d >= 1");
    expect(&format!("domain s(i, n, d): i >= 0; {steps}"), Direction::Lower, count, "n >= i + 1 and d >= 1");
    // By d or more, at one cost or another; by d or less there may be more steps.
    let faster = "f(x, d) = 3 + f(x - d, d) if x >= d and d >= 1; f(x, d) = 1 + f(x - d - 1, d) if x >= d + 1 and d >= 1; \
                  f(x, d) = 1 if x < d and x >= 0";
    has_piece(faster, "3*floor(x/d) + 1");
    let caller = "h(x, y) = h(x-1, y) + r(x, y) if x >= 1; h(0, y) = 1; ";
    expect(&format!("{caller}{division}"), Direction::Upper, "x*floor(x/y) + 1", "x >= 0 and y >= 1");
    assert!(is_open("domain f(x, d): x >= 0 and d >= 0; f(x, d) = 1 + f(x - d, d) if x >= d; f(x, d) = 0 if x < d"));
}

#[test]
fn steps_in_two_directions_at_once_are_binomial() {
    let ends = "f(x, y) = 1 if x = 0 and y >= 0; f(x, y) = 1 if y = 0 and x >= 0";
    let paths = format!("f(x, y) = 1 + f(x-1, y) + f(x, y-1) if x >= 1 and y >= 1; {ends}");
    exact(&paths, "2*fact(x + y)/(fact(x)*fact(y)) - 1", "x >= 0 and y >= 0");
    let pascal = "c(n, k) = c(n-1, k) + c(n-1, k-1) if k >= 1 and k < n; c(n, k) = 1 if k = 0 and n >= 0; \
                  c(n, k) = 1 if k = n and n >= 1";
    exact(pascal, "fact(n)/(fact(k)*fact(n - k))", "k >= 0 and n >= k");
    let dear = "f(x, y) = 3 + f(x-1, y) + f(x, y-1) if x >= 1 and y >= 1; f(x, y) = 2 if x = 0 and y >= 0; \
                f(x, y) = 4 if y = 0 and x >= 0";
    for (direction, ends) in [(Direction::Upper, 7), (Direction::Lower, 5)] {
        expect(dear, direction, &format!("{ends}*fact(x + y)/(fact(x)*fact(y)) - 3"), "x >= 0 and y >= 0");
    }
    // It may stop anywhere.
    let stops = format!("{paths}; f(x, y) = 1 if x >= 3 and y >= 3");
    expect(&stops, Direction::Lower, "1", "x >= 0 and y >= 0");
}

#[test]
fn what_is_multiplied_with_each_call_is_a_factor() {
    exact("f(x, y) = f(x-1, 2*y) + y if x >= 1; f(0, y) = 1", "y*2^x - y + 1", "x >= 0");
    exact("f(x, y) = f(x-1, 2*y) + 1 if x >= 1; f(0, y) = y", "y*2^x + x", "x >= 0");
    exact("f(x, y) = f(x-1, 2*y + 1) + y if x >= 1; f(0, y) = 0", "(y + 1)*2^x - x - y - 1", "x >= 0");
    exact("f(x, y) = 2*f(x-1, 3*y) + 1 if x >= 1; f(0, y) = y", "y*6^x + 2^x - 1", "x >= 0");
}

#[test]
fn symbolic_factors_are_powers() {
    let natural = "domain f(x, y): x >= 0 and y >= 0; ";
    for (recursion, closed) in [
        ("y*(1 + f(x-1, y))", "y^x + sum(k, 1, x, y*y^(x - k))"),
        ("1 + (y + 1)*f(x-1, y)", "(y + 1)^x + sum(k, 1, x, (y + 1)^(x - k))"),
    ] {
        exact(&format!("{natural}f(x, y) = {recursion} if x >= 1; f(0, y) = 1"), closed, "");
    }
}

#[test]
fn what_levels_cost_by_their_number_adds_up() {
    let depth = "g(n) = g(floor(n/2)) + 1 if n >= 1; g(0) = 1";
    let once = format!("f(n) = f(floor(n/2)) + g(floor(n/2)) + 1 if n >= 1; f(0) = 1; {depth}");
    exact(&once, "floor(log2(n))^2/2 + 5*floor(log2(n))/2 + 3", "n >= 1");
    let twice = format!("f(n) = 2*f(floor(n/2)) + g(floor(n/2)) + 1 if n >= 2; f(n) = 1 if n <= 1; {depth}");
    exact(&twice, "5*2^floor(log2(n)) - floor(log2(n)) - 4", "n >= 1");
    let mixed = "T(n) = 3*T(floor(n/2)) + floor(log2(n)) + n if n >= 2; T(1) = 1";
    let levels = "3/4*3^floor(log2(n)) - floor(log2(n))/2 - 3/4";
    expect(mixed, Direction::Upper, &format!("3*n^log2(3) - 2*n + {levels}"), "n >= 1");
    let sum = format!("f(n) = f(n-1) + g(n) if n >= 1; f(0) = 1; {depth}");
    has_piece(&sum, "n*floor(log2(n)) + 2*n + 1");
}

#[test]
fn lower_bounds_grow_as_upper_ones_do() {
    let quarters = "T(n) = 4*T(floor(n/2)) + n^2 if n >= 2; T(1) = 1";
    expect(quarters, Direction::Upper, "n^2*log2(n) + n^2", "n >= 1");
    expect(quarters, Direction::Lower, "(n + 1)^2*log2(n + 1) - 5/3*(n + 1)^2 + 2*(n + 1) - 1/3", "n >= 1");
    let thirds = "T(n) = 2*T(floor(n/3)) + n if n >= 3; T(n) = 1 if n <= 2 and n >= 1";
    let third = "(n + 1)^(1/log2(3))";
    expect(thirds, Direction::Lower, &format!("3*n + 4 - 9/2*{third}"), "n >= 1");
    // Exact above, so below, too.
    exact("S(n) = S(n-1)^2 if n >= 1; S(0) = 2", "2^(2^n)", "n >= 0");
    exact("S(n) = S(floor(n/2))*S(n - floor(n/2)) if n >= 2; S(1) = 2; S(0) = 1", "2^n", "n >= 0");
    let reset = "l(x, y, n) = 1 + l(x, y - 1, n) if y >= 1; l(x, 0, n) = 1 + l(x - 1, n, n) if x >= 1; l(0, 0, n) = 1";
    exact(&format!("domain l(x, y, n): x >= 0 and y >= 0 and n >= 0; {reset}"), "x*n + x + y + 1", "");
    let doubling = "d(i, n) = 1 + d(2*i, n) if i < n and i >= 1; d(i, n) = 1 if i >= n";
    expect(doubling, Direction::Lower, "floor(log2((n - 1)/i)) + 2", "i >= 1 and n >= i + 1");
}

#[test]
fn claims_have_values_where_they_are_made() {
    // Nothing is divided by 0, and 0 has no logarithm.
    let divided = "h(x, y) = h(x-1, y) + floor(x/y) if x >= 1 and y >= 1; h(0, y) = 1";
    expect(divided, Direction::Upper, "x*floor(x/y) + 1", "x >= 0 and y >= 1");
    expect("T(n) = T(n-1) + n/(n + 1) if n >= 1; T(0) = 3", Direction::Upper, "3 + sum(k, 1, n, k/(k + 1))", "n >= 0");
    // A negative factor takes the least of several values.
    assert!(is_open("T(n) = -1/n*T(n-1) if n >= 1; T(0) = 1; T(0) = 5"));
}

#[test]
fn inner_calls_are_any_value_up_to_a_bound() {
    for (equations, closed) in [
        ("f(n) = f(f(n-1)) if n >= 1; f(0) = 0", "0"),
        ("f(n) = f(f(n-1)) + 1 if n >= 1; f(0) = 0", "n"),
        ("f(n) = f(f(f(n-1))) + 1 if n >= 1; f(0) = 0", "n"),
        ("f(n) = f(n - 1 - f(n-1)) + 1 if n >= 1; f(0) = 0", "n"),
        ("f(n, m) = f(f(n-1, m), m) + 1 if n >= 1; f(0, m) = 0", "n"),
    ] {
        has_piece(equations, closed);
    }
    // f(1) = f(f(0)) = f(1); an inner call that does not end; values that fall.
    for open in [
        "f(n) = f(f(n-1)) if n >= 1; f(0) = 1",
        "f(n) = f(f(n)) if n >= 1; f(0) = 0",
        "f(n) = f(f(n+1) - f(n+1)) if n >= 1; f(0) = 0",
        "f(n) = n - f(f(n-1)) if n >= 1; f(0) = 0",
    ] {
        assert!(is_open(open), "{open}");
    }
}

#[test]
fn a_region_that_no_call_leaves_is_solved_by_itself() {
    let halving = |rest: &str| {
        format!(
            "domain c(x, y): x >= 0 and y >= 0; c(x, y) = 0 if x = 0; c(x, y) = 1 if x = 1 and y >= 1; \
             c(x, y) = c(1, 0) + c(0, 0) if x = 1 and y = 0; \
             c(x, y) = c(x - floor(x/2), {rest}) + c(floor(x/2), y) if x >= 2 and 2*y + 1 >= x; c(x, y) = inf if x >= 2*y + 2"
        )
    };
    for direction in BOTH {
        let solution = bound(&halving("y - floor(x/2)"), direction).unwrap_or_else(|e| panic!("{e}"));
        let of = |x, y| solution.piece_at(&|v: &solver::Var| Some(if v.as_str() == "x" { x } else { y })).unwrap();
        assert_eq!(of(7, 7).closed(), Some(&canonical("x")), "{solution}");
        assert_eq!(of(7, 12).closed(), Some(&canonical("x")), "{solution}");
        // There it does not end.
        assert!(direction == Direction::Lower || of(7, 6).closed().is_none(), "{solution}");
    }
    // One more is taken than the number says, so that calls leave the region.
    let solution = bound(&halving("y - floor(x/2) - 1"), Direction::Upper);
    assert!(solution.map_or(true, |solution| !solution.is_complete()));
}

#[test]
fn conditions_that_compare_arguments_may_be_left_out() {
    let found = "f(x, y) = maxover(k, 1, y - 2, f(x, k)) + x if y >= x + 4 and y >= 3; f(x, y) = 1 if y <= 2; f(x, y) = 2 if y <= x + 3";
    let solution = bound(found, Direction::Upper).unwrap_or_else(|e| panic!("{e}"));
    assert!(solution.is_complete(), "{solution}");
    // Without falling somewhere it does not end.
    assert!(is_open("f(x, y) = f(x, y) + 1 if y >= x + 4; f(x, y) = 1 if y <= x + 3"));
    assert!(is_open("f(x, y) = maxover(k, 1, y, f(x, k)) + 1 if y >= x + 4; f(x, y) = 1 if y <= x + 3"));
}

#[test]
fn parts_rounded_alike_take_one_step_per_binary_digit() {
    // Powers by squaring: an odd number is made even first.
    let power = "f(x) = f(floor(x/2 - 1/2)) + 2 if x >= 1; f(x) = f(floor(x/2)) + 1 if x >= 1; f(x) = 1 if x = 0";
    let [upper, lower] = [Direction::Upper, Direction::Lower].map(|side| bound(power, side).unwrap());
    for n in [1, 2, 3, 7, 8, 100, 1023, 1024] {
        let digits = f64::from((n as u32).ilog2());
        assert_eq!(value_at(&upper, n, 0), 2.0 * digits + 3.0, "{n}: {upper}");
        assert_eq!(value_at(&lower, n, 0), f64::from((n as u32 + 1).ilog2()) + 1.0, "{n}: {lower}");
    }
    // Either half of an interval, without its middle or with it.
    let halves =
        "f(x) = f(ceil(x/2)) + 1 if x >= 2; f(x) = f(floor(x/2) - 1) + 1 if x >= 2; f(x) = 1 if x >= 0 and x <= 1";
    let [upper, lower] = [Direction::Upper, Direction::Lower].map(|side| bound(halves, side).unwrap());
    for n in [2, 3, 4, 9, 64, 65, 1000] {
        assert!(value_at(&upper, n, 0) <= f64::from((n as u32 - 1).ilog2()) + 2.0, "{n}: {upper}");
        assert!(value_at(&lower, n, 0) >= f64::from((n as u32 + 2).ilog2()) - 1.0, "{n}: {lower}");
    }
    // What is cheaper for greater numbers does not rise.
    let falling =
        "f(x) = f(floor(x/2 - 1/2)) + 9 if x >= 1 and x <= 20; f(x) = f(floor(x/2)) + 1 if x >= 21; f(x) = 1 if x = 0";
    let lower = bound(falling, Direction::Lower).unwrap();
    assert!(value_at(&lower, 20, 0) <= 37.0 && value_at(&lower, 21, 0) <= 29.0, "{lower}");
}

#[test]
fn loops_that_call_what_calls_them_are_so_many_turns() {
    // A determinant by its first row: the loop over the row calls it, with one row and one column less.
    let det = "d(x, y) = 1 + e(y, x-1, y) if x >= 1 and y >= 0; d(x, y) = 1 if x = 0 and y >= 0; \
        e(z, x, y) = x*y + d(x, y-1) + e(z-1, x, y) if z >= 1 and x >= 0 and y >= 1; e(z, x, y) = 1 if z = 0 and x >= 0 and y >= 0";
    let bound = bound(det, Direction::Upper).unwrap();
    assert!(bound.is_complete(), "{bound}");
    // y*d(x-1, y-1) + …: at most a power.
    for (x, y) in [(3, 3), (5, 5), (6, 4)] {
        assert!(value_at(&bound, x, y) <= 8.0 * (y as f64).powi(x as i32), "{x}, {y}: {bound}");
    }
    // A column that is counted up is at most what it comes to.
    let det = "d(x, y) = 1 + e(y, 0, x-1, y) if x >= 1 and y >= 0; d(x, y) = 1 if x = 0 and y >= 0; \
        e(z, j, x, y) = x*j + d(x, y-1) + e(z-1, j+1, x, y) if z >= 1 and x >= 0 and y >= 1 and j >= 0; \
        e(z, j, x, y) = 1 if z = 0 and x >= 0 and y >= 0 and j >= 0";
    has_piece(det, "sum(k, 1, x, k*y^2*y^(x - k) - y^2*y^(x - k) + 2*y^(x - k)) + y^x");
    // Turns that differ, or that change what is called, are no such loop.
    assert!(is_open(
        "d(x) = 1 + e(x, x) if x >= 1; e(z, x) = d(x) + e(z-1, x) if z >= 1 and x >= 0; e(z, x) = 1 if z = 0"
    ));
}

#[test]
fn what_ends_with_the_first_of_two_lists_lasts_as_long_as_the_shorter() {
    let merge = "f(x, y) = f(x-1, y) + 1 if x >= 1 and y >= 1; f(x, y) = f(x, y-1) + 1 if x >= 1 and y >= 1; \
        f(x, y) = 1 if y = 0 and x >= 1; f(x, y) = 1 if x = 0 and y >= 0";
    has_lower_piece(merge, "x + 1");
    has_lower_piece(merge, "y + 1");
    // The other one need not fall at all.
    let walk = "f(x, y) = f(x-1, y) + 1 if x >= 1 and y >= 1; f(x, y) = 1 if y = 0 and x >= 0; f(x, y) = 1 if x = 0 and y >= 1";
    has_lower_piece(walk, "x + 1");
}

#[test]
fn halves_of_what_is_doubled_are_as_much_on_each_level() {
    // Runs merged in pairs: half as many, twice as long.
    let runs = "t(x, y) = 2*floor(x/2)*y + floor(x/2) + t(x - floor(x/2), 2*y) + 2 if x >= 2 and y >= 0; \
        t(x, y) = 1 if x = 1 and y >= 0; t(x, y) = 1 if x = 0 and y >= 0";
    let at_least_one = runs.replace("2*floor(x/2)*y", "floor(x/2)*max(1, 2*y)");
    for runs in [runs, at_least_one.as_str()] {
        let bound = bound(runs, Direction::Upper).unwrap();
        assert!(bound.is_complete(), "{bound}");
        for x in [16, 100, 1000] {
            let levels = (x as f64).log2();
            assert!((x as f64 * levels..4.0 * x as f64 * levels).contains(&value_at(&bound, x, 1)), "{x}: {bound}");
        }
    }
}

#[test]
fn what_calls_itself_where_it_is_bounds_nothing_from_below() {
    // A piece of one element may go on with itself, and then takes longer than one that ends.
    let halves = "f(x) = floor(x/2) + f(x - floor(x/2)) + f(floor(x/2)) + 2 if x >= 2; f(x) = 1 if x = 1; \
        f(x) = f(x) + f(0) + 2 if x = 1; f(x) = 1 if x = 0";
    has_lower_piece(halves, "x*ceil(log2(x))/2 + 3*x - 2^(ceil(log2(x)) - 1) - 3/2");
    // Not so where something is taken away: there is no least value.
    let falls = "f(x) = 1 if x = 1; f(x) = f(x) - 1 if x = 1; f(x) = f(x-1) + 1 if x >= 2";
    assert!(bound(falls, Direction::Lower).is_err());
}

#[test]
fn claims_of_logarithms_roots_and_powers_are_compared() {
    let natural: Guard = "x >= 0".parse().expect("a condition");
    let from_one: Guard = "x >= 1".parse().expect("a condition");
    for (region, small, large) in [
        (&from_one, "2*floor(log2(x)) + 2", "2*log2(x + 1) + 2"),
        (&natural, "floor(sqrt(x)) + 2", "x + 2"),
        (&natural, "sqrt(x)", "x + 1"),
        (&natural, "2*fib(x + 1) - 1", "2^x"),
        (&natural, "fib(x + 1)", "2*2^x"),
        (&from_one, "x*ceil(log2(x))", "x*log2(x) + x"),
        (&from_one, "2*x*ceil(log2(x)) + 5*x - 2^(ceil(log2(x)) + 1) - 2", "2*x*log2(x) + 5*x"),
    ] {
        let compared = solver::Compared::at_most(region, &canonical(small), &canonical(large), None);
        assert!(compared.is_everywhere(), "{small} <= {large}: {compared:?}");
    }
    for (small, large) in [("log2(x + 2)", "log2(x + 1)"), ("2^x", "fib(x + 1)"), ("x", "4*sqrt(x)")] {
        let compared = solver::Compared::at_most(&natural, &canonical(small), &canonical(large), None);
        assert!(!compared.is_everywhere(), "{small} <= {large}: {compared:?}");
    }
}

/// First values are not looked at one by one over a step.
#[test]
fn long_steps_take_no_more_than_short_ones() {
    let steps = "f(x, y) = f(x + 1000000007, y) + 1 if x < y; f(x, y) = 1 if x >= y";
    has_piece(steps, "1/1000000007*y - 1/1000000007*x + 2000000013/1000000007");
    assert!(bound(steps, Direction::Lower).is_ok());
}
