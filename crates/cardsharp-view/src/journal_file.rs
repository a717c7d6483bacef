//! A journal's file as it is, whole or from a byte on.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use axum::body::Body;
use axum::http::header::{ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_RANGE, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode, header::RANGE};
use axum::response::{IntoResponse, Response};
use futures_util::stream::try_unfold;
use tokio::io::AsyncReadExt;

/// The most bytes of an answer to a request for a range.
const MAX_BYTES: u64 = 1 << 20;
/// The bytes of an answer that are in memory at a time.
const PIECE: usize = 1 << 16;

/// The first and the last byte that a request asks for, by `Range: bytes=FIRST-LAST` or `bytes=FIRST-`. Other ranges
/// are left out, as RFC 9110 (14.2) allows: the whole file is the answer.
pub(super) fn range_of(headers: &HeaderMap) -> Option<(u64, u64)> {
    let text = headers.get(RANGE)?.to_str().ok()?;
    let (first, last) = text.strip_prefix("bytes=")?.split_once('-')?;
    let last = match last {
        "" => u64::MAX,
        last => last.parse().ok()?,
    };
    Some((first.parse().ok()?, last))
}

/// The answer with a journal's file, or with the part of it that `range` names: the bytes from the first to the last
/// one, at most a megabyte of them.
///
/// # Errors
///
/// The file cannot be read.
pub(super) fn answer(path: &Path, range: Option<(u64, u64)>) -> io::Result<Response> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // A quote or a line break would end the header's value.
    let name = name.replace(|letter: char| !letter.is_ascii_graphic() || letter == '"', "_");
    let headers = [
        (CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (ACCEPT_RANGES, "bytes".to_owned()),
    ];
    let Some((first, last)) = range else {
        let length = [(CONTENT_LENGTH, size)];
        return Ok((headers, length, pieces(file, size)).into_response());
    };
    if first >= size || last < first {
        let range = [(CONTENT_RANGE, format!("bytes */{size}"))];
        return Ok((StatusCode::RANGE_NOT_SATISFIABLE, headers, range).into_response());
    }
    file.seek(SeekFrom::Start(first))?;
    let length = (last.saturating_add(1).min(size) - first).min(MAX_BYTES);
    let end = first + length;
    let range = [(CONTENT_RANGE, format!("bytes {first}-{}/{size}", end - 1)), (CONTENT_LENGTH, length.to_string())];
    let body = pieces(file, length);
    Ok((StatusCode::PARTIAL_CONTENT, headers, range, body).into_response())
}

/// The next `length` bytes of the file, read a piece at a time as the client takes them.
fn pieces(file: File, length: u64) -> Body {
    let file = tokio::fs::File::from_std(file).take(length);
    Body::from_stream(try_unfold(file, |mut file| async move {
        let mut piece = vec![0; PIECE];
        let read = file.read(&mut piece).await?;
        piece.truncate(read);
        Ok::<_, io::Error>((read > 0).then_some((piece, file)))
    }))
}

#[cfg(test)]
#[path = "../tests/unit/journal_file.rs"]
mod tests;
