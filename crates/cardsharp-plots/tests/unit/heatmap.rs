use ndarray::Array2;

use super::*;

fn names(count: usize) -> Vec<String> {
    (0..count).map(|index| index.to_string()).collect()
}

#[test]
fn every_cell_has_its_number_and_colour() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("values.svg");
    let mut values = Array2::from_shape_fn((2, 3), |(a, b)| 0.5 + (a as f64 - b as f64) / 4.0);
    values[(1, 2)] = f64::NAN;
    let (row_names, column_names) = (names(2), names(3));
    let mut heatmap = Heatmap {
        title: "V(a, b) < 1",
        x_label: "points of the follower",
        y_label: "points of the leader",
        note: "",
        values: values.view(),
        errors: None,
        row_names: &row_names,
        column_names: &column_names,
        low: 0.0,
        high: 1.0,
        decimals: 3,
    };
    draw(&path, &heatmap).unwrap();
    let svg = std::fs::read_to_string(&path).unwrap();
    for text in ["0.500", "0.250", "0.000", "0.750", "–", "V(a, b) &lt; 1"] {
        assert!(svg.contains(text), "{text}");
    }
    // The lowest, the middle and no value.
    for colour in ["#2166AC", "#F7F7F7", "#CDCDCD"] {
        assert!(svg.contains(colour), "{colour}");
    }
    // No probability is above 1, whatever its error.
    let errors = Array2::from_elem((2, 3), 0.37);
    heatmap.errors = Some(errors.view());
    draw(&path, &heatmap).unwrap();
    let svg = std::fs::read_to_string(&path).unwrap();
    assert!(svg.contains("(0.3–1.0)") && svg.contains("± 0.4"), "{svg}");
    heatmap.row_names = &column_names;
    let said = draw(&path, &heatmap).unwrap_err().to_string();
    assert!(said.contains("2 rows and 3 columns"), "{said}");
}

#[test]
fn colours_end_at_the_ends() {
    let values = Array2::zeros((0, 0));
    let heatmap = Heatmap {
        title: "",
        x_label: "",
        y_label: "",
        note: "",
        values: values.view(),
        errors: None,
        row_names: &[],
        column_names: &[],
        low: 0.4,
        high: 0.6,
        decimals: 2,
    };
    assert_eq!(heatmap.colour(-7.0), heatmap.colour(0.4));
    assert_eq!(heatmap.colour(7.0), heatmap.colour(0.6));
    assert_eq!(heatmap.colour(0.5), RGBColor(247, 247, 247));
    assert!(is_dark(heatmap.colour(0.6)) && !is_dark(heatmap.colour(0.5)));
}
