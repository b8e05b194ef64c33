//! The lists of clauses against a plain list of rows.

use super::*;
use proptest::prelude::*;

/// A clause of the model: number, key, born, died.
type Row = (i64, Cell, u64, u64);

fn key(n: u8) -> Cell {
    if n == 0 { OPEN } else { Cell::int(n.into()) }
}

fn found(clauses: &mut Clauses, wanted: Cell, stamp: u64) -> Vec<i64> {
    let keys = [wanted, OPEN, OPEN, OPEN];
    let way = clauses.way(&keys);
    let mut orders = Vec::new();
    let mut next = clauses.first(way, &keys, stamp);
    while let Some(id) = next {
        orders.push(clauses.get(id).order);
        next = clauses.next(id, way, &keys, stamp);
    }
    orders
}

proptest! {
    #[test]
    fn the_set_behaves_as_a_list_does(steps in prop::collection::vec((0u8..7, 0u8..5, any::<u16>()), 1..200)) {
        let (mut clauses, mut model) = (Clauses::default(), Vec::<Row>::new());
        let term = Record::of_constant(Cell::NIL);
        let mut old = 0;
        for (at, (action, n, pick)) in steps.into_iter().enumerate() {
            let stamp = at as u64 + 1;
            match action {
                0 | 1 => {
                    let place = if action == 0 { Place::Last } else { Place::First };
                    clauses.add(place, [key(n), OPEN, OPEN, OPEN], (Code::NULL, 0), term.clone(), stamp);
                    let order = match place { Place::Last => clauses.next_order, Place::First => clauses.first_order };
                    let row = (order, key(n), stamp, ALIVE);
                    if place == Place::Last { model.push(row) } else { model.insert(0, row) }
                }
                2 => {
                    let all = [OPEN; INDEXED];
                    let mut ids = Vec::new();
                    let mut next = clauses.first(Way(0), &all, stamp);
                    while let Some(id) = next {
                        ids.push(id);
                        next = clauses.next(id, Way(0), &all, stamp);
                    }
                    if !ids.is_empty() {
                        let id = ids[usize::from(pick) % ids.len()];
                        let order = clauses.get(id).order;
                        prop_assert!(clauses.erase(id, stamp));
                        model.iter_mut().filter(|row| row.0 == order).for_each(|row| row.3 = stamp);
                    }
                }
                3 => old = stamp - 1,
                5 => {
                    let dead: Vec<usize> = (0..model.len()).filter(|&at| model[at].3 != ALIVE).collect();
                    if !dead.is_empty() {
                        let row = &mut model[dead[usize::from(pick) % dead.len()]];
                        let order = row.0;
                        let is_it = |clause: &Option<Clause>| clause.as_ref().is_some_and(|clause| clause.order == order);
                        let id = clauses.slots.iter().position(is_it).expect("the model has what was not swept away");
                        clauses.revive(ClauseId(id as u32), stamp);
                        row.3 = ALIVE;
                        old = stamp;
                    }
                }
                4 => {
                    clauses.sweep(&[old]);
                    model.retain(|row| row.3 == ALIVE || (row.2 <= old && old < row.3));
                }
                _ => {}
            }
            for when in [old, stamp] {
                let expected: Vec<i64> = model
                    .iter()
                    .filter(|row| row.2 <= when && when < row.3)
                    .filter(|row| n == 0 || row.1 == OPEN || row.1 == key(n))
                    .map(|row| row.0)
                    .collect();
                prop_assert_eq!(found(&mut clauses, key(n), when), expected);
            }
        }
    }
}
