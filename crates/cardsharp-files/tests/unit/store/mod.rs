//! A log on a disk that fails at any moment, and the journal beside it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use redb::StorageBackend;
use serde::{Deserialize, Serialize};

use super::database::{Store, StoreForm};
use super::journal_file::EVENTS;
use super::{EventLog, LogForm, StoreError};
use crate::SyncPolicy;
use crate::json_lines::{BadLine, JsonLines, LineFault};

const FORM: LogForm = LogForm { database: "events.redb", journal: "events.jsonl", is_private: false, version: 1 };

const STORE_FORM: StoreForm = StoreForm { file: FORM.database, version: FORM.version, tables: &[EVENTS] };

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Deed {
    n: usize,
    text: String,
}

fn deed(n: usize) -> Deed {
    let text = "x".repeat(10 + 977 * n % 4000);
    Deed { n, text }
}

fn deeds(count: usize) -> Vec<Deed> {
    (1..=count).map(deed).collect()
}

fn read(log: &EventLog) -> Vec<Deed> {
    let mut found = Vec::new();
    log.read(|_, event| found.push(event.unwrap())).unwrap();
    found
}

fn open(folder: &Path) -> (EventLog, Vec<BadLine>) {
    EventLog::open(folder, &FORM, SyncPolicy::Os, Duration::ZERO).unwrap()
}

/// The contents of a disk as programs read them, and as they are after power loss.
#[derive(Clone, Debug, Default)]
struct Contents {
    written: Vec<u8>,
    synced: Vec<u8>,
}

/// A disk that fails after a number of operations, and from then on.
#[derive(Clone, Debug)]
struct Disk {
    contents: Arc<Mutex<Contents>>,
    left: Arc<Mutex<usize>>,
}

impl Disk {
    fn new(contents: Contents) -> Disk {
        Disk { contents: Arc::new(Mutex::new(contents)), left: Arc::new(Mutex::new(usize::MAX)) }
    }

    fn operate(&self) -> io::Result<()> {
        let mut left = self.left.lock().unwrap();
        *left = left.checked_sub(1).ok_or(ErrorKind::StorageFull)?;
        Ok(())
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.contents.lock().unwrap().written.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let offset = usize::try_from(offset).unwrap();
        let contents = self.contents.lock().unwrap();
        out.copy_from_slice(&contents.written[offset..offset + out.len()]);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.operate()?;
        let len = usize::try_from(len).unwrap();
        self.contents.lock().unwrap().written.resize(len, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        self.operate()?;
        let mut contents = self.contents.lock().unwrap();
        contents.synced = contents.written.clone();
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        // A disk that becomes full may have taken a part.
        let done = self.operate();
        let taken = if done.is_ok() { data.len() } else { data.len() / 2 };
        let offset = usize::try_from(offset).unwrap();
        let mut contents = self.contents.lock().unwrap();
        contents.written[offset..offset + taken].copy_from_slice(&data[..taken]);
        done
    }
}

fn log_on(disk: &Disk, journal: &Path) -> EventLog {
    let store = Store::on(disk.clone(), Path::new(FORM.database)).unwrap();
    EventLog::of(store, journal, false).unwrap().0
}

#[test]
fn what_was_acknowledged_survives_a_disk_that_fails_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let journal = folder.path().join(FORM.journal);
    let disk = Disk::new(Contents::default());
    let store = Store::on(disk.clone(), Path::new(FORM.database)).unwrap();
    store.begin(&STORE_FORM).unwrap();
    drop(store);
    let begun = disk.contents.lock().unwrap().clone();
    let (mut operations, mut absent, mut there) = (0, 0, 0);
    loop {
        let disk = Disk::new(begun.clone());
        fs::write(&journal, "").unwrap();
        let mut log = log_on(&disk, &journal);
        *disk.left.lock().unwrap() = operations;
        let six = deeds(6);
        let acknowledged = six.iter().take_while(|deed| log.append([*deed]).is_ok());
        let acknowledged = acknowledged.count();
        if acknowledged == 6 {
            break;
        }
        // No more is taken, even by a disk that has room again.
        *disk.left.lock().unwrap() = usize::MAX;
        let refused = log.append([&deed(7)]).unwrap_err();
        assert!(matches!(refused, StoreError::Unwritable(_)), "{refused}");
        log.finish().unwrap_err();
        let left = disk.contents.lock().unwrap().clone();
        let text = fs::read_to_string(&journal).unwrap();
        assert_eq!(text.lines().count(), acknowledged);
        drop(log);
        for after in [&left.written, &left.synced] {
            let disk = Disk::new(Contents { written: after.clone(), synced: after.clone() });
            let mut log = log_on(&disk, &journal);
            let found = read(&log);
            let whole = found == deeds(acknowledged + 1);
            assert!(whole || found == deeds(acknowledged), "{operations}");
            there += usize::from(whole);
            absent += usize::from(!whole);
            // The same event again is one more, and the log goes on.
            log.append([&deed(acknowledged + 1)]).unwrap();
            assert_eq!(read(&log).len(), found.len() + 1);
            log.finish().unwrap();
            fs::write(&journal, &text).unwrap();
        }
        operations += 1;
    }
    assert!(operations > 20 && absent > 20 && there > 0, "{operations}");
}

#[test]
fn two_processes_cannot_use_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (log, _) = open(folder.path());
    let taken = EventLog::open(folder.path(), &FORM, SyncPolicy::Os, Duration::ZERO);
    let taken = taken.unwrap_err();
    assert!(matches!(taken, StoreError::Taken(_)), "{taken}");
    assert!(taken.to_string().contains(FORM.database), "{taken}");
    drop(log);
    open(folder.path());
}

/// A journal of an earlier version, with these deeds.
fn write_old_journal(path: &Path, deeds: &[Deed]) {
    let mut options = OpenOptions::new();
    let file = options.create(true).append(true).read(true).open(path);
    let mut lines = JsonLines::at_end_of(file.unwrap()).unwrap();
    lines.append(deeds).unwrap();
}

#[test]
fn a_journal_of_an_earlier_version_is_taken_over_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FORM.journal);
    let without_sum = serde_json::to_string(&deed(1)).unwrap() + "\n";
    fs::write(&path, &without_sum).unwrap();
    write_old_journal(&path, &deeds(4)[1..]);
    let before = fs::read(&path).unwrap();
    let (mut log, damaged) = open(folder.path());
    assert_eq!((read(&log), damaged), (deeds(4), Vec::new()));
    assert_eq!(fs::read(&path).unwrap(), before);
    log.append(&deeds(6)[4..]).unwrap();
    log.finish().unwrap();
    drop(log);
    // The earlier version goes on, and then this one.
    write_old_journal(&path, &deeds(8)[6..]);
    assert_eq!(read(&open(folder.path()).0), deeds(8));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn a_damaged_line_is_named_left_out_and_kept_in_another_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FORM.journal);
    write_old_journal(&path, &deeds(3));
    let text = fs::read_to_string(&path).unwrap();
    let changed = text.replacen("\"n\":2", "\"n\":9", 1);
    fs::write(&path, changed.trim_end()).unwrap();
    let (log, damaged) = open(folder.path());
    let fault = LineFault::Changed;
    assert_eq!(damaged, [BadLine { line: 2, fault }]);
    assert_eq!(read(&log), [deed(1), deed(3)]);
    let aside = folder.path().join("events.jsonl.different-1");
    assert_eq!(fs::read_to_string(aside).unwrap(), changed.trim_end());
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
    drop(log);
    assert_eq!(open(folder.path()).1, []);

    // A torn line was not acknowledged. It is cut off.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FORM.journal);
    write_old_journal(&path, &deeds(3));
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    let (log, damaged) = open(folder.path());
    let fault = LineFault::Torn;
    assert_eq!(damaged, [BadLine { line: 3, fault }]);
    assert_eq!(read(&log), deeds(2));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn the_journal_is_made_again_from_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FORM.journal);
    let (mut log, _) = open(folder.path());
    log.append(&deeds(5)).unwrap();
    drop(log);
    let whole = fs::read_to_string(&path).unwrap();
    for left in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..left]).unwrap();
        open(folder.path());
        assert_eq!(fs::read_to_string(&path).unwrap(), whole, "{left} bytes");
    }
    fs::remove_file(&path).unwrap();
    open(folder.path());
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    let other = whole.replacen("\"n\":1", "\"n\":8", 1);
    fs::write(&path, &other).unwrap();
    assert_eq!(read(&open(folder.path()).0), deeds(5));
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    let aside = folder.path().join("events.jsonl.different-1");
    assert_eq!(fs::read_to_string(aside).unwrap(), other);
}

#[test]
fn a_journal_that_cannot_be_written_follows_once_its_rest_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FORM.journal);
    let (mut log, _) = open(folder.path());
    log.append([&deed(1)]).unwrap();
    let writable = log.journal.exchange_file(File::open(&path).unwrap());
    for deed in &deeds(4)[1..] {
        log.append([deed]).unwrap();
    }
    let behind = log.finish().unwrap_err();
    let named = behind.to_string().contains(FORM.journal);
    assert!(named && matches!(behind, StoreError::JournalBehind { .. }), "{behind}");
    assert_eq!(read(&log), deeds(4));
    // The half of a line, as a full disk leaves it.
    let mut text = fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 1);
    text.push_str("{\"n\":2,\"te");
    fs::write(&path, &text).unwrap();
    log.append([&deed(5)]).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "not cut off yet");
    log.journal.exchange_file(writable);
    log.append([&deed(6)]).unwrap();
    log.finish().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let numbers = text.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["n"].as_u64().unwrap()
    });
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    drop(log);
    assert_eq!(read(&open(folder.path()).0), deeds(6));
}

#[test]
fn a_damaged_database_is_begun_again_from_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let (mut log, _) = open(folder.path());
    log.append(&deeds(3)).unwrap();
    drop(log);
    let database = folder.path().join(FORM.database);
    let mut bytes = fs::read(&database).unwrap();
    for byte in &mut bytes[4096..] {
        *byte = !*byte;
    }
    fs::write(&database, bytes).unwrap();
    let damaged = EventLog::open(folder.path(), &FORM, SyncPolicy::Os, Duration::ZERO);
    let damaged = damaged.unwrap_err();
    let told = damaged.to_string();
    assert!(told.contains("remove it") && told.contains(FORM.journal), "{told}");
    fs::remove_file(&database).unwrap();
    assert_eq!(read(&open(folder.path()).0), deeds(3));
}

#[test]
fn another_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()));
    let later = LogForm { version: 9, ..FORM };
    let refused = EventLog::open(folder.path(), &later, SyncPolicy::Always, Duration::ZERO);
    let refused = refused.unwrap_err().to_string();
    assert!(refused.contains("has version 1, this server reads 9"), "{refused}");
}
