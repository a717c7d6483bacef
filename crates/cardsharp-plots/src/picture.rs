//! Pictures as files: PNG, or SVG with a title and a description for readers who cannot see it.

use std::path::Path;

use cardsharp_files::replace;
use cardsharp_policy::report::ReportError;
use maud::html;

/// The content of a picture, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Caption {
    /// One line.
    pub title: String,
    /// Everything that the picture shows, apart from the figures.
    pub description: String,
}

/// The file format that a file's name asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Svg,
    Png,
}

impl Form {
    fn of(path: &Path) -> Result<Form, ReportError> {
        let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
        match end.as_deref() {
            None | Some("svg") => Ok(Form::Svg),
            Some("png") if WITH_PNG => Ok(Form::Png),
            Some("png") => Err(ReportError::NoPng { path: path.to_owned() }),
            Some(_) => Err(ReportError::UnknownPicture { path: path.to_owned() }),
        }
    }
}

/// Checks that a picture can be written to a path with this name.
///
/// # Errors
///
/// The name's extension is neither `.svg` nor, if PNG was compiled in, `.png`. A name without an
/// extension stands for SVG.
pub fn check_name(path: &Path) -> Result<(), ReportError> {
    Form::of(path).map(|_| ())
}

/// Saves an SVG as it is, or as PNG, as the file's name asks for.
///
/// # Errors
///
/// [`ReportError`] names the file and its fault.
pub fn save_svg(path: &Path, svg: &str, title: &str, description: &str) -> Result<(), ReportError> {
    let caption = Caption { title: title.to_owned(), description: description.to_owned() };
    save(path, &caption, |out| {
        out.push_str(svg);
        Ok(())
    })
}

/// Saves the SVG that `draw` makes, in the format that the file's name asks for.
pub(super) fn save(
    path: &Path,
    caption: &Caption,
    draw: impl FnOnce(&mut String) -> Result<(), Box<dyn std::error::Error>>,
) -> Result<(), ReportError> {
    let form = Form::of(path)?;
    let failed = |detail: String| ReportError::Drawing { path: path.to_owned(), detail };
    let mut svg = String::new();
    draw(&mut svg).map_err(|error| failed(error.to_string()))?;
    let bytes = match form {
        Form::Svg => captioned(&svg, caption).into_bytes(),
        Form::Png => rasterized(&svg).map_err(failed)?,
    };
    replace(path, &bytes).map_err(|error| ReportError::io(path, "write it", error))
}

/// The SVG with its caption as the first elements, as the SVG standard requires.
fn captioned(svg: &str, caption: &Caption) -> String {
    let end_of_tag = svg.find("<svg").and_then(|at| Some(at + svg[at..].find('>')?));
    let Some(end) = end_of_tag else {
        return svg.to_owned();
    };
    let (head, rest) = svg.split_at(end);
    let caption = html! {
        title #title { (caption.title) } "\n"
        desc #desc { (caption.description) }
    };
    let caption = caption.into_string();
    let rest = &rest[1..];
    format!("{head} role=\"img\" aria-labelledby=\"title desc\">\n{caption}{rest}")
}

/// True if this cardsharp was built with PNG.
pub const WITH_PNG: bool = cfg!(feature = "png");

/// The PNG of an SVG.
///
/// # Errors
///
/// It is no SVG, it is too large, or PNG was not compiled in. The error says which.
#[cfg(feature = "png")]
pub fn rasterized(svg: &str) -> Result<Vec<u8>, String> {
    use resvg::{tiny_skia, usvg};
    /// Pixels of the PNG for one of the SVG: sharp on dense screens and in print.
    const SCALE: f32 = 2.0;
    const FONT: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");
    let mut options = usvg::Options { font_family: "DejaVu Sans".to_owned(), ..usvg::Options::default() };
    let fonts = options.fontdb_mut();
    fonts.load_font_data(FONT.to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size();
    let pixels = |side: u32| (side as f32 * SCALE) as u32;
    let canvas = tiny_skia::Pixmap::new(pixels(size.width()), pixels(size.height()));
    let mut canvas = canvas.ok_or("the picture is too large")?;
    let scale = tiny_skia::Transform::from_scale(SCALE, SCALE);
    resvg::render(&tree, scale, &mut canvas.as_mut());
    canvas.encode_png().map_err(|error| error.to_string())
}

/// The PNG of an SVG, which was not compiled in.
///
/// # Errors
///
/// Always.
#[cfg(not(feature = "png"))]
pub fn rasterized(_: &str) -> Result<Vec<u8>, String> {
    Err("this cardsharp was built without PNG".to_owned())
}
