//! Closed forms as text for people and for programs, in the unit of their resource.
//!
//! Comes in: an expression of the solver in the base of its weights (picoseconds for time, see
//! `analyzer::resource::Weights::time`). Goes out: text such as `9.07*x + 14.2 ns`, or with all digits for JSON, which
//! the solver's parser reads back. Coefficients of times become decimals; exponents and what stands under floors and
//! logarithms stays exact.
//!
//! For people, terms with a bulky factor in common are one product, the unit suits the leading coefficient, and of more
//! than a dozen terms the leading ones are shown.

use crate::units::{Resource, TimeUnit, significant};
use solver::{Expr, Rational};

/// The most terms that are shown of a function, however they are nested.
const MOST_TERMS: usize = 12;
/// The most terms of a sum inside a function that has more than [`MOST_TERMS`].
const MOST_INNER: usize = 3;

/// A closed form for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Readable {
    /// At most some dozen terms, with `…` for the others; times have their unit.
    pub short: String,
    /// All of it, where that is more.
    pub whole: Option<String>,
}

/// How numbers are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Digits {
    /// Three digits, for people.
    Three,
    /// As many as a double has, for programs.
    All,
    /// Fractions.
    Exact,
}

/// How a function is written.
#[derive(Clone, Copy)]
struct Style {
    digits: Digits,
    /// The most terms of a sum inside others.
    inner: usize,
}

/// Text, and how many terms are in it.
struct Shown {
    text: String,
    terms: usize,
}

/// A closed form for people; times with their unit.
pub fn readable(expr: &Expr, resource: Resource) -> Readable {
    let collected = collect(expr);
    let (digits, scale, unit) = match resource {
        Resource::Time => {
            let unit = unit_of(&collected);
            (Digits::Three, per_picosecond(unit), format!(" {unit}"))
        }
        _ => (Digits::Exact, Rational::ONE, String::new()),
    };
    let all = scaled(&collected, &scale, Style { digits, inner: usize::MAX });
    let whole = match digits == Digits::Exact && collected == *expr {
        // The solver writes fractions as people do.
        true => expr.to_string(),
        false => format!("{}{unit}", all.text),
    };
    if all.terms <= MOST_TERMS {
        return Readable { short: whole, whole: None };
    }
    let terms = match &collected {
        Expr::Add(terms) => in_order(terms),
        _ => vec![&collected],
    };
    let style = Style { digits, inner: MOST_INNER };
    let short = sum(&terms, &scale, style, |shown, next| shown == 0 || shown + next <= MOST_TERMS);
    Readable { short: format!("{}{unit}", short.text), whole: Some(whole) }
}

/// A closed form for programs, in the base unit of its resource.
pub fn precise(expr: &Expr, resource: Resource) -> String {
    match resource {
        Resource::Time => {
            scaled(expr, &per_picosecond(TimeUnit::Ns), Style { digits: Digits::All, inner: usize::MAX }).text
        }
        _ => expr.to_string(),
    }
}

/// What a picosecond is in a unit of formulas.
fn per_picosecond(unit: TimeUnit) -> Rational {
    let picoseconds = (unit.nanoseconds() * 1e3).round() as i64;
    Rational::ratio(1, picoseconds).unwrap_or(Rational::ONE)
}

/// The unit in which the coefficients of a time in picoseconds read best.
fn unit_of(expr: &Expr) -> TimeUnit {
    let (leading, smallest) = (leading(expr), smallest(expr));
    if leading < 100.0 {
        return TimeUnit::Ps;
    }
    let units = [TimeUnit::Ns, TimeUnit::Us, TimeUnit::Ms, TimeUnit::S];
    let per = |unit: TimeUnit| unit.nanoseconds() * 1e3;
    let suits = |unit: &TimeUnit| smallest >= per(*unit) || leading >= 1e5 * per(*unit) / 1e3;
    units.into_iter().rev().find(suits).unwrap_or(TimeUnit::Ns)
}

/// The coefficient of the leading term.
fn leading(expr: &Expr) -> f64 {
    match expr {
        Expr::Add(terms) => terms.first().map_or(0.0, leading),
        Expr::Max(options) | Expr::Min(options) => options.iter().map(leading).fold(0.0, f64::max),
        Expr::Sum(binder) | Expr::MaxOver(binder) | Expr::MinOver(binder) => leading(&binder.body),
        Expr::Num(n) => n.to_f64().abs(),
        Expr::Mul(factors) => factors.iter().map(leading).product(),
        _ => 1.0,
    }
}

/// The least coefficient.
fn smallest(expr: &Expr) -> f64 {
    match expr {
        Expr::Add(terms) | Expr::Max(terms) | Expr::Min(terms) => {
            terms.iter().map(smallest).filter(|&s| s > 0.0).fold(f64::INFINITY, f64::min)
        }
        Expr::Sum(binder) | Expr::MaxOver(binder) | Expr::MinOver(binder) => smallest(&binder.body),
        Expr::Num(n) => n.to_f64().abs(),
        Expr::Mul(factors) => factors.iter().map(smallest).product(),
        _ => 1.0,
    }
}

/// Terms with the same bulky factors as one product, at every level: `x*max(…) - max(…)` is `(x - 1)*max(…)`.
fn collect(expr: &Expr) -> Expr {
    let inside = expr.map_children(&mut collect);
    let Expr::Add(terms) = &inside else { return inside };
    let mut groups: Vec<(Vec<&Expr>, Vec<&Expr>)> = Vec::new();
    for term in terms {
        let bulky = match term {
            Expr::Mul(factors) => factors.iter().filter(|factor| is_bulky(factor)).collect(),
            other if is_bulky(other) => vec![other],
            _ => Vec::new(),
        };
        match groups.iter_mut().find(|(factors, _)| !bulky.is_empty() && *factors == bulky) {
            Some((_, terms)) => terms.push(term),
            None => groups.push((bulky, vec![term])),
        }
    }
    if groups.len() == terms.len() {
        return inside;
    }
    let mut products: Vec<Expr> = groups.into_iter().map(|(bulky, terms)| product_of(&bulky, &terms)).collect();
    if products.len() == 1 { products.swap_remove(0) } else { Expr::Add(products) }
}

/// What takes so much room that it is written once: all but variables, numbers, and functions and powers of these.
fn is_bulky(factor: &Expr) -> bool {
    match factor {
        Expr::Max(_) | Expr::Min(_) | Expr::Sum(_) | Expr::MaxOver(_) | Expr::MinOver(_) => true,
        Expr::Log2(of) | Expr::Floor(of) | Expr::Ceil(of) | Expr::Fact(of) => !matches!(**of, Expr::Var(_)),
        _ => false,
    }
}

/// The sum of terms that have these factors in common.
fn product_of(bulky: &[&Expr], terms: &[&Expr]) -> Expr {
    if let [only] = terms {
        return (*only).clone();
    }
    let parted: Vec<(Rational, Vec<&Expr>)> = terms
        .iter()
        .map(|term| match term {
            Expr::Mul(factors) => split(factors),
            other => (Rational::ONE, vec![*other]),
        })
        .collect();
    // The least coefficient stands before all where the others are multiples of it.
    let least = parted.iter().map(|(n, _)| n.abs()).min().unwrap_or(Rational::ONE);
    let is_multiple = |(n, _): &(Rational, Vec<&Expr>)| (n / &least).is_integer();
    let common = if parted.iter().all(is_multiple) { least } else { Rational::ONE };
    let rest = |(n, factors): &(Rational, Vec<&Expr>)| -> Expr {
        let mut product = vec![Expr::Num(n / &common)];
        product.extend(factors.iter().filter(|factor| !bulky.contains(factor)).map(|&factor| factor.clone()));
        match product.len() {
            1 => product.swap_remove(0),
            _ => Expr::Mul(product),
        }
    };
    let mut factors = vec![Expr::Num(common.clone()), Expr::Add(parted.iter().map(rest).collect())];
    factors.extend(bulky.iter().map(|&factor| factor.clone()));
    Expr::Mul(factors)
}

/// Terms as they are written: what is taken off does not stand first where something can stand before it.
fn in_order(terms: &[Expr]) -> Vec<&Expr> {
    let negative = |term: &Expr| match term {
        Expr::Num(n) => n.is_negative(),
        Expr::Mul(factors) => split(factors).0.is_negative(),
        _ => false,
    };
    let mut order: Vec<&Expr> = terms.iter().collect();
    if let Some(at) = order.iter().position(|term| !negative(term) && term.as_num().is_none()) {
        order[..=at].rotate_right(1);
    }
    order
}

/// An expression times a positive number.
fn scaled(expr: &Expr, scale: &Rational, style: Style) -> Shown {
    match expr {
        Expr::Add(terms) => {
            let mut left = style.inner;
            sum(&in_order(terms), scale, style, |_, _| {
                let fits = left > 0;
                left = left.saturating_sub(1);
                fits
            })
        }
        Expr::Num(n) => Shown { text: number(&(n * scale), style.digits), terms: 1 },
        Expr::Max(options) => call("max", options, scale, style),
        Expr::Min(options) => call("min", options, scale, style),
        Expr::Sum(_) | Expr::MaxOver(_) | Expr::MinOver(_) => binder(expr, scale, style),
        Expr::Mul(factors) => {
            let (coefficient, rest) = split(factors);
            product(&(&coefficient * scale), &rest, style)
        }
        Expr::Inf => Shown { text: "inf".into(), terms: 1 },
        other => product(scale, &[other], style),
    }
}

/// A sum of terms as long as they fit: `fits` is told how many terms there are already, and how many the next one has.
fn sum(terms: &[&Expr], scale: &Rational, style: Style, mut fits: impl FnMut(usize, usize) -> bool) -> Shown {
    let mut shown = Shown { text: String::new(), terms: 0 };
    for term in terms {
        let next = scaled(term, scale, style);
        if !fits(shown.terms, next.terms) {
            shown.text.push_str(" + …");
            break;
        }
        shown.terms += next.terms;
        match (shown.text.is_empty(), next.text.strip_prefix('-')) {
            (true, _) => shown.text = next.text,
            (false, Some(positive)) => shown.text.push_str(&format!(" - {positive}")),
            (false, None) => shown.text.push_str(&format!(" + {}", next.text)),
        }
    }
    shown
}

fn call(name: &str, options: &[Expr], scale: &Rational, style: Style) -> Shown {
    let options: Vec<Shown> = options.iter().map(|option| scaled(option, scale, style)).collect();
    let texts: Vec<&str> = options.iter().map(|option| option.text.as_str()).collect();
    let terms = options.iter().map(|option| option.terms).sum();
    Shown { text: format!("{name}({})", texts.join(", ")), terms }
}

fn binder(expr: &Expr, scale: &Rational, style: Style) -> Shown {
    let (name, binder) = match expr {
        Expr::Sum(binder) => ("sum", binder),
        Expr::MaxOver(binder) => ("maxover", binder),
        Expr::MinOver(binder) => ("minover", binder),
        other => return product(scale, &[other], style),
    };
    let body = scaled(&binder.body, scale, style);
    Shown { text: format!("{name}({}, {}, {}, {})", binder.var, binder.lo, binder.hi, body.text), terms: body.terms }
}

/// A factor that a coefficient may go into.
fn takes(factor: &Expr) -> bool {
    matches!(factor, Expr::Add(_) | Expr::Max(_) | Expr::Min(_) | Expr::Sum(_) | Expr::MaxOver(_) | Expr::MinOver(_))
}

/// A coefficient times factors. It goes into the factor with numbers of its size, if there is one: `x*(9.07*y + 3.1)`;
/// its sign stands before all.
fn product(coefficient: &Rational, factors: &[&Expr], style: Style) -> Shown {
    if coefficient.is_negative() {
        let positive = product(&coefficient.abs(), factors, style);
        return Shown { text: format!("-{}", positive.text), terms: positive.terms };
    }
    let (wide, plain): (Vec<&Expr>, Vec<&Expr>) = factors.iter().copied().partition(|factor| takes(factor));
    let taker = match style.digits {
        Digits::Exact => None,
        Digits::Three | Digits::All => (0..wide.len()).max_by(|&a, &b| smallest(wide[a]).total_cmp(&smallest(wide[b]))),
    };
    let one = Rational::ONE;
    let own = if taker.is_some() { &one } else { coefficient };
    let mut parts: Vec<String> = Vec::new();
    let symbol = match plain.as_slice() {
        [] => String::new(),
        [only] => only.to_string(),
        several => Expr::Mul(several.iter().map(|&factor| factor.clone()).collect()).to_string(),
    };
    match symbol.strip_prefix("1/") {
        _ if own.is_one() => parts.push(symbol),
        Some(below) => parts.push(format!("{}/{below}", number(own, style.digits))),
        None => parts.extend([number(own, style.digits), symbol]),
    }
    let mut terms = 0;
    for (at, factor) in wide.iter().enumerate() {
        let inner = match taker == Some(at) {
            true => scaled(factor, coefficient, style),
            // Numbers beside the one that has the unit are plain.
            false => scaled(factor, &Rational::ONE, Style { digits: plain_digits(style.digits), ..style }),
        };
        terms += inner.terms;
        parts.push(if matches!(factor, Expr::Add(_)) { format!("({})", inner.text) } else { inner.text });
    }
    parts.retain(|part| !part.is_empty());
    Shown { text: if parts.is_empty() { "1".into() } else { parts.join("*") }, terms: terms.max(1) }
}

fn plain_digits(digits: Digits) -> Digits {
    match digits {
        Digits::All => Digits::All,
        Digits::Three | Digits::Exact => Digits::Exact,
    }
}

/// The number of a product and its other factors.
fn split(factors: &[Expr]) -> (Rational, Vec<&Expr>) {
    let mut coefficient = Rational::ONE;
    let mut rest = Vec::new();
    for factor in factors {
        match factor {
            Expr::Num(n) => coefficient = &coefficient * n,
            other => rest.push(other),
        }
    }
    (coefficient, rest)
}

fn number(value: &Rational, digits: Digits) -> String {
    match digits {
        Digits::Three => significant(value.to_f64(), 3),
        Digits::All => value.to_f64().to_string(),
        Digits::Exact => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use solver::Var;

    fn read(text: &str) -> Expr {
        text.parse::<Expr>().expect("an expression").simplify()
    }

    fn time(text: &str) -> String {
        readable(&read(text), Resource::Time).short
    }

    fn steps(text: &str) -> String {
        readable(&read(text), Resource::Steps).short
    }

    #[test]
    fn times_are_in_nanoseconds_with_three_digits() {
        assert_eq!(time("9072*x + 14231"), "9.07*x + 14.2 ns");
        assert_eq!(time("4536*x^2 - 9072*x + 100"), "4.54*x^2 - 9.07*x + 0.100 ns");
        assert_eq!(time("9072000*x*2^x + 14231000"), "9.07*x*2^x + 14.2 µs");
    }

    #[test]
    fn the_unit_suits_the_leading_coefficient() {
        assert_eq!(time("4*x^3 + 9072"), "4.00*x^3 + 9070 ps");
        assert_eq!(time("123456789000*x + 9072"), "123*x + 0.00000907 ms");
        assert_eq!(time("123456789000*x + 9072000000"), "123*x + 9.07 ms");
    }

    #[test]
    fn scales_reach_into_maxima_and_sums() {
        assert_eq!(time("max(9072*x, 14231)"), "max(14.2, 9.07*x) ns");
        assert_eq!(time("9072*fib(x + 1)"), "9.07*fib(x + 1) ns");
        assert_eq!(time("fact(x)*sum(k, 1, x, 9072/fact(k) + 533)"), "fact(x)*sum(k, 1, x, 9.07/fact(k) + 0.533) ns");
    }

    #[test]
    fn bulky_factors_in_common_are_written_once() {
        let shown = time("x*max(5000, 3540*x - 6390) - max(5000, 3540*x - 6390) + 21600");
        assert_eq!(shown, "(x - 1)*max(5.00, 3.54*x - 6.39) + 21.6 ns");
        assert_eq!(steps("x*log2(y + 1) + 2*log2(y + 1) + x"), "log2(y + 1)*(x + 2) + x");
        assert_eq!(steps("x*2^x + 2^x"), "x*2^x + 2^x");
    }

    #[test]
    fn what_is_taken_off_keeps_its_sign() {
        assert_eq!(time("12000*x - max(5000, 3540*y)"), "12.0*x - max(5.00, 3.54*y) ns");
        assert_eq!(time("0 - 16100*x + 16100*y + 22800"), "16.1*y - 16.1*x + 22.8 ns");
    }

    #[test]
    fn of_many_terms_the_leading_ones_are_shown() {
        let terms: Vec<String> = (1..=20).map(|k| format!("{k}*x^{k}")).collect();
        let shown = readable(&read(&terms.join(" + ")), Resource::Steps);
        assert!(shown.short.starts_with("20*x^20 + 19*x^19 + ") && shown.short.ends_with(" + 9*x^9 + …"), "{shown:?}");
        assert_eq!(shown.whole.as_deref().map(read), Some(read(&terms.join(" + "))));
        let inner = readable(&read(&format!("max(y, {})", terms.join(" + "))), Resource::Steps).short;
        assert_eq!(inner, "max(y, 20*x^20 + 19*x^19 + 18*x^18 + …)");
    }

    #[test]
    fn counts_stay_as_they_are() {
        assert_eq!(steps("1/2*x^2 + 3/2*x + 1"), "1/2*x^2 + 3/2*x + 1");
        assert_eq!(steps("sum(k, 1, x, 3/fact(k))"), read("sum(k, 1, x, 3/fact(k))").to_string());
    }

    const FORMS: [&str; 8] = [
        "9072*x + 14231",
        "1/2*9073*x^2 + x",
        "x*2^x*5 + 7*fib(x + 1)",
        "min(x, 3000)*y + 17*max(x, y)",
        "20000*x - max(5000, 354*y - 639) - 3*x*max(5000, 354*y - 639) + 100000*x^2",
        "fact(x)*sum(k, 1, x, 533*sum(k, 1, k - 1, 3*k/fact(k)) + 1066 + 39466*k/fact(k)) + 46000*fact(x)",
        "4*y^2*max(23253, 28336*y^2 + 7090*x) + x*max(23253, 28336*y^2 + 7090*x) - max(23253, 28336*y^2 + 7090*x) + 4*x^3",
        "max(9000, maxover(k, 1, x, 4796*min(k, y) + 76310)) - minover(k, 1, x, 17*k)",
    ];

    fn agree(expr: &Expr, text: &str, unit: f64, within: f64) {
        let again: Expr = text.parse().expect(text);
        for x in [1.0, 2.0, 7.0, 12.0] {
            let at = |var: &Var| Some(if var.as_str() == "x" { x } else { 11.0 });
            let (one, two) = (expr.eval_f64(&at), again.eval_f64(&at) * unit);
            assert!((one - two).abs() <= within * one.abs().max(1.0), "{text} at {x}: {one} against {two}");
        }
    }

    #[test]
    fn precise_text_reads_back_to_the_same_values() {
        for text in FORMS {
            let expr = read(text);
            agree(&expr, &precise(&expr, Resource::Time), 1e3, 1e-9);
        }
    }

    #[test]
    fn readable_text_has_the_same_values_but_for_its_digits() {
        for text in FORMS {
            let expr = read(text);
            let counted = readable(&expr, Resource::Steps);
            agree(&expr, &counted.whole.unwrap_or(counted.short), 1.0, 1e-9);
            let timed = readable(&expr, Resource::Time);
            let timed = timed.whole.unwrap_or(timed.short);
            let (formula, unit) = timed.rsplit_once(' ').expect("a unit");
            let unit = match unit {
                "ps" => 1.0,
                "ns" => 1e3,
                _ => 1e6,
            };
            agree(&expr, formula, unit, 1e-2);
        }
    }
}
