//! Graphs and flame graphs as SVG.

use crate::error::CliError;
use inferno::flamegraph;
use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;
use monitor::render::folded;
use monitor::report::{Graph, Stack};

/// The width of a letter and the height of a node, in pixels.
const LETTER: f64 = 11.0;
const HEIGHT: f64 = 36.0;
const MARGIN: f64 = 24.0;
/// Letters of the label of a loop, at least.
const LOOP: usize = 5;

/// A picture of nothing.
const EMPTY: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"240\" height=\"40\">\
    <text x=\"12\" y=\"25\" font-family=\"sans-serif\" font-size=\"14\">nothing was called</text></svg>\n";

/// A graph as SVG, laid out in levels.
pub fn graph(graph: &Graph) -> String {
    if graph.nodes.is_empty() {
        return EMPTY.to_string();
    }
    let mut picture = VisualGraph::new(Orientation::TopToBottom);
    let nodes: Vec<_> = graph
        .nodes
        .iter()
        .map(|name| {
            let size = Point::new(LETTER * name.chars().count() as f64 + MARGIN, HEIGHT);
            let shape = ShapeKind::new_box(name);
            picture.add_node(Element::create(shape, StyleAttr::simple(), Orientation::TopToBottom, size))
        })
        .collect();
    for arc in &graph.arcs {
        // The loop of an arc from a node to itself is as wide as its label.
        let least = if arc.from == arc.to { LOOP } else { 0 };
        let label = if graph.counted { arc.count.to_string() } else { String::new() };
        let label = format!("{label:^least$}");
        picture.add_edge(Arrow::simple(&label), nodes[arc.from], nodes[arc.to]);
    }
    let mut svg = SVGWriter::new();
    picture.do_it(false, false, false, &mut svg);
    svg.finalize()
}

/// Stacks as a flame graph.
pub fn flames(stacks: &[Stack]) -> Result<String, CliError> {
    if stacks.is_empty() {
        return Ok(EMPTY.to_string());
    }
    let mut options = flamegraph::Options::default();
    options.title = "Calls by the predicates that made them".into();
    options.count_name = "calls".into();
    let text = folded(stacks);
    let mut svg = Vec::new();
    flamegraph::from_lines(&mut options, text.lines(), &mut svg)
        .map_err(|error| CliError::usage(format!("no flame graph could be drawn: {error}")))?;
    Ok(String::from_utf8_lossy(&svg).into_owned())
}
