//! Files of JSON Lines that are only ever appended to, and survive a crash between two lines.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use serde::Serialize;

/// A file open for appending lines.
#[derive(Debug)]
pub struct JsonLines {
    file: File,
    /// The file's end has a line without its line break, left by a crash or a full disk.
    torn: bool,
}

impl JsonLines {
    /// Goes on at the end of `file`, which must be open for reading and appending.
    ///
    /// # Errors
    ///
    /// Its end cannot be read.
    pub fn at_end_of(mut file: File) -> io::Result<JsonLines> {
        let torn = ends_torn(&mut file)?;
        Ok(JsonLines { file, torn })
    }

    /// Appends a line for each value and hands them to the system at once. A line left unfinished is
    /// closed first, so that it spoils only itself.
    ///
    /// # Errors
    ///
    /// They could not be written, or not all of them; what is torn then is closed by the next append.
    pub fn append<'v, T: Serialize + 'v>(
        &mut self,
        values: impl IntoIterator<Item = &'v T>,
    ) -> io::Result<()> {
        let mut bytes = Vec::new();
        if self.torn {
            bytes.push(b'\n');
        }
        for value in values {
            serde_json::to_writer(&mut bytes, value)?;
            bytes.push(b'\n');
        }
        self.torn = true;
        self.file.write_all(&bytes)?;
        self.torn = false;
        self.file.flush()
    }

    /// Waits until the disk has everything.
    ///
    /// # Errors
    ///
    /// The disk has failed.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

fn ends_torn(file: &mut File) -> io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last != *b"\n")
}
