//! Execution profiles: calls, ports, depths.

use super::name;
use crate::fold::{Boxed, Fold, Reads};
use crate::report::{Field, Report, Table};
use rustc_hash::FxHashMap;
use std::ops::ControlFlow;
use wam::code::Program;
use wam::instr::PredId;
use wam::machine::watch::{Event, Port, Ports};

const CALLS: Ports = Ports::NONE.with(Port::Call);

/// How many goals are called.
#[derive(Default)]
pub struct Calls(u64);

impl Fold for Calls {
    fn reads(&self) -> Reads {
        Reads { boxes: Boxed::No, ..Reads::ports(CALLS) }
    }

    fn initialize(&mut self) {
        self.0 = 0;
    }

    fn collect(&mut self, _event: &mut Event<'_>) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn post_process(&mut self, _program: &Program) -> Report {
        Report::Count { what: "calls".to_string(), value: self.0 }
    }
}

/// How often each port is passed, by predicate.
#[derive(Default)]
pub struct PortCounts(FxHashMap<PredId, [u64; Port::COUNT]>);

impl Fold for PortCounts {
    fn reads(&self) -> Reads {
        Reads::ports(Ports::ALL)
    }

    fn takes(&self) -> Ports {
        Ports::EVERY
    }

    fn initialize(&mut self) {
        self.0.clear();
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        self.0.entry(event.pred()).or_default()[event.port() as usize] += 1;
        ControlFlow::Continue(())
    }

    fn post_process(&mut self, program: &Program) -> Report {
        let mut table = Table::new(&["predicate"]);
        let is_seen = |port: &Port| self.0.values().any(|counts| counts[*port as usize] > 0);
        let ports: Vec<Port> = Port::every().filter(|port| !port.is_internal() || is_seen(port)).collect();
        table.columns.extend(ports.iter().map(Port::to_string));
        let mut rows: Vec<_> = self.0.iter().map(|(&pred, counts)| (name(program, pred), *counts)).collect();
        rows.sort_by(|(a, x), (b, y)| y[0].cmp(&x[0]).then_with(|| a.cmp(b)));
        let total = rows.iter().fold([0; Port::COUNT], |mut sum, (_, counts)| {
            sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            sum
        });
        rows.push(("total".to_string(), total));
        let row = |(name, counts): (String, [u64; Port::COUNT])| {
            let counts = ports.iter().map(|&port| Field::from(counts[port as usize]));
            std::iter::once(Field::from(name)).chain(counts).collect()
        };
        table.rows = rows.into_iter().map(row).collect();
        Report::Table(table)
    }
}

/// How many goals are called at each depth, or, where they are many, at so many depths in a row.
pub struct Depths {
    counts: Vec<u64>,
    /// How many depths are counted together.
    width: usize,
}

/// So many counts there are at most.
const MOST_DEPTHS: usize = 1 << 12;

impl Default for Depths {
    fn default() -> Self {
        Depths { counts: Vec::new(), width: 1 }
    }
}

impl Fold for Depths {
    fn reads(&self) -> Reads {
        Reads::ports(CALLS)
    }

    fn initialize(&mut self) {
        *self = Depths::default();
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        let depth = event.depth().max(1) as usize - 1;
        while depth / self.width >= MOST_DEPTHS {
            self.counts = self.counts.chunks(2).map(|pair| pair.iter().sum()).collect();
            self.width *= 2;
        }
        let at = depth / self.width;
        if self.counts.len() <= at {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += 1;
        ControlFlow::Continue(())
    }

    fn post_process(&mut self, _program: &Program) -> Report {
        let mut table = Table::new(&["depth", "calls"]);
        let depth = |at: usize| match self.width {
            1 => Field::Number(at as u64 + 1),
            width => Field::Text(format!("{} to {}", at * width + 1, (at + 1) * width)),
        };
        table.rows = self.counts.iter().enumerate().map(|(at, &calls)| vec![depth(at), calls.into()]).collect();
        Report::Table(table)
    }
}

/// The greatest depth.
#[derive(Default)]
pub struct MaxDepth(u32);

impl Fold for MaxDepth {
    fn reads(&self) -> Reads {
        Reads::ports(CALLS)
    }

    fn initialize(&mut self) {
        self.0 = 0;
    }

    fn collect(&mut self, event: &mut Event<'_>) -> ControlFlow<()> {
        self.0 = self.0.max(event.depth());
        ControlFlow::Continue(())
    }

    fn post_process(&mut self, _program: &Program) -> Report {
        Report::Count { what: "greatest depth".to_string(), value: self.0.into() }
    }
}
