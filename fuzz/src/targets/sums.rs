//! Policies and checkpoints with their checksums set right, so that a changed byte gets further than to its checksum.

use cardsharp_policy::container::{ALIGNMENT, Compression, Header, MAGIC, SectionEntry};

/// The bytes before the header.
const PREFIX: usize = 32;

/// The header and the table of sections, as the file has them.
type Head = (Header, Vec<SectionEntry>);

/// The same file with the checksums and the lengths that its content has. `None` if it has no header at all.
pub fn set_right(file: &[u8]) -> Option<Vec<u8>> {
    let length = u64::from_le_bytes(file.get(16..24)?.try_into().ok()?);
    let after = file.get(PREFIX..)?;
    // A length that reaches beyond the file is that of the whole file.
    let (encoded, _) = after.split_at_checked(usize::try_from(length).ok()?).unwrap_or((after, &[]));
    let configuration = bincode::config::standard().with_limit::<{ 1 << 20 }>();
    let head: Option<(Head, usize)> = bincode::serde::decode_from_slice(encoded, configuration).ok();
    let Some(((header, mut entries), _)) = head else {
        return Some(with_head(file, encoded, &file[PREFIX + encoded.len()..]));
    };
    let sections = sections(file, PREFIX + encoded.len(), &mut entries);
    let encoded = bincode::serde::encode_to_vec((&header, &entries), configuration).ok()?;
    let mut rest = Vec::new();
    for section in sections {
        let end = (PREFIX + encoded.len() + rest.len()) as u64;
        let padding = end.next_multiple_of(ALIGNMENT) - end;
        rest.resize(rest.len() + padding as usize, 0);
        rest.extend_from_slice(section);
    }
    Some(with_head(file, &encoded, &rest))
}

/// The bytes of the sections, whose entries get the lengths and checksums of what is there.
fn sections<'f>(file: &'f [u8], mut end: usize, entries: &mut [SectionEntry]) -> Vec<&'f [u8]> {
    let count = entries.len();
    let mut sections = Vec::new();
    for (number, entry) in entries.iter_mut().enumerate() {
        let rest = file.get(end.next_multiple_of(ALIGNMENT as usize)..).unwrap_or_default();
        let stored = usize::try_from(entry.stored).unwrap_or(usize::MAX).min(rest.len());
        let stored = if number + 1 == count { rest.len() } else { stored };
        let size = if entry.compression == Compression::None { entry.element.size() as usize } else { 1 };
        let section = &rest[..stored - stored % size];
        if entry.compression == Compression::None {
            entry.count = (section.len() / size) as u64;
        }
        entry.stored = section.len() as u64;
        entry.crc = crc32fast::hash(section);
        end = file.len() - rest.len() + section.len();
        sections.push(section);
    }
    sections
}

/// The file of this header, with its checksum. The format's version and codec are those of `file`.
fn with_head(file: &[u8], encoded: &[u8], rest: &[u8]) -> Vec<u8> {
    let mut whole = MAGIC.to_vec();
    whole.extend_from_slice(&file[8..16]);
    whole.extend_from_slice(&(encoded.len() as u64).to_le_bytes());
    let mut sum = crc32fast::Hasher::new();
    sum.update(&whole[8..]);
    sum.update(encoded);
    whole.extend_from_slice(&sum.finalize().to_le_bytes());
    whole.extend_from_slice(&[0; 4]);
    whole.extend_from_slice(encoded);
    whole.extend_from_slice(rest);
    whole
}
