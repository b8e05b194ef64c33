//! A plot as PNG: the bytes of a file.
//!
//! The SVG, drawn twice as fine. Its text is drawn in DejaVu Sans, which comes with the program: a plot looks alike whichever
//! fonts a machine has.

use super::Plot;
use super::svg::{SIZE, svg};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::Arc;

/// Pixels of the picture for each of the SVG.
const SCALE: u32 = 2;

/// Draws a plot.
pub fn png(plot: &Plot) -> Vec<u8> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.set_sans_serif_family(FONT);
    let options = Options { fontdb: Arc::new(fonts), font_family: FONT.into(), ..Options::default() };
    let tree = Tree::from_str(&svg(plot), &options).expect("what was drawn is SVG");
    let (width, height) = SIZE;
    let mut picture = Pixmap::new(width * SCALE, height * SCALE).expect("it is neither empty nor large");
    resvg::render(&tree, Transform::from_scale(SCALE as f32, SCALE as f32), &mut picture.as_mut());
    picture.encode_png().expect("a picture in memory can be encoded")
}

const FONT: &str = "DejaVu Sans";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::tests::plot;
    use std::collections::BTreeMap;

    /// How many pixels have each colour, and how wide and high a picture is.
    fn colours(bytes: &[u8]) -> (BTreeMap<[u8; 4], usize>, (u32, u32)) {
        let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("it is PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it fits")];
        let info = reader.next_frame(&mut pixels).expect("it is whole");
        assert_eq!((info.color_type, info.bit_depth), (::png::ColorType::Rgba, ::png::BitDepth::Eight));
        let mut colours = BTreeMap::new();
        for pixel in pixels[..info.buffer_size()].chunks_exact(4) {
            *colours.entry([pixel[0], pixel[1], pixel[2], pixel[3]]).or_insert(0) += 1;
        }
        (colours, (info.width, info.height))
    }

    #[test]
    fn lines_bands_points_and_text_are_drawn() {
        let (with_text, size) = colours(&png(&plot()));
        assert_eq!(size, (1440, 920));
        let white = with_text[&[255; 4]];
        assert!(white > 600_000 && white < 1_300_000, "{white} pixels are white");
        for colour in [[31, 90, 150, 255], [178, 74, 20, 255], [20, 20, 20, 255]] {
            assert!(with_text.get(&colour).is_some_and(|count| *count > 100), "{colour:?}");
        }
        // A title of nothing but blanks leaves pixels white that letters have darkened.
        let (without, _) = colours(&png(&Plot { title: " ".into(), ..plot() }));
        assert!(without[&[255; 4]] > white + 100, "{} and {white}", without[&[255; 4]]);
    }

    #[test]
    fn letters_of_units_and_powers_are_in_the_font() {
        let dark = |title: &str| {
            let (colours, _) = colours(&png(&Plot { title: title.into(), ..plot() }));
            colours
                .iter()
                .filter(|(colour, _)| colour[..3].iter().all(|part| *part < 128))
                .map(|of| of.1)
                .sum::<usize>()
        };
        let blank = dark(" ");
        for letter in ["µ", "²", "·", "×", "≤", "ä"] {
            assert!(dark(letter) > blank, "{letter}");
        }
    }

    #[test]
    fn nothing_to_draw_is_an_empty_plot() {
        assert_eq!(colours(&png(&Plot::default())).1, (1440, 920));
    }
}
