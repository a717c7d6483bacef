use super::*;

/// Clients that ask for a whole journal and do not read it cost a piece each. Sixty-four times this file would not
/// fit in memory.
#[tokio::test]
async fn the_file_is_read_as_the_client_takes_it() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let size = 1 << 40;
    file.as_file().set_len(size).unwrap();
    let waiting: Vec<Response> = (0..64).map(|_| answer(file.path(), None).unwrap()).collect();
    for response in &waiting {
        assert_eq!(response.headers()[CONTENT_LENGTH], size.to_string());
    }
    let last = answer(file.path(), Some((size - 10, u64::MAX))).unwrap();
    let bytes = axum::body::to_bytes(last.into_body(), 100).await.unwrap();
    assert_eq!(bytes.len(), 10);
    let part = answer(file.path(), Some((0, u64::MAX))).unwrap();
    let bytes = axum::body::to_bytes(part.into_body(), usize::MAX).await.unwrap();
    assert_eq!(bytes.len() as u64, MAX_BYTES);
}
