//! The processor in place of a card.

use std::alloc::Layout;
use std::ffi::c_void;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use libloading::Library;

use super::device::{Device, DeviceError, Launch};

/// A kernel of the host build: it works on one block.
type BlockKernel = unsafe extern "C" fn(*const c_void, i64, *mut f32);

/// The alignment of all memory, which is that of a card's.
const ALIGNMENT: usize = 256;

/// The processor, with the kernels of a library. Threads of the processor share the blocks of a launch.
#[derive(Debug)]
pub struct HostDevice {
    library: Library,
    path: PathBuf,
    threads: usize,
}

impl HostDevice {
    /// Opens a library of kernels, to run on this number of threads.
    ///
    /// # Safety
    ///
    /// The library must be a host build of kernels: their code is run.
    ///
    /// # Errors
    ///
    /// [`DeviceError::Library`] if it cannot be loaded.
    pub unsafe fn open(path: &Path, threads: usize) -> Result<HostDevice, DeviceError> {
        let fail = |error: libloading::Error| DeviceError::Library { path: path.to_owned(), reason: error.to_string() };
        Ok(HostDevice {
            // SAFETY: the caller answers for the library.
            library: unsafe { Library::new(path) }.map_err(fail)?,
            path: path.to_owned(),
            threads: threads.max(1),
        })
    }

    /// Calls a function of the library without arguments.
    ///
    /// # Safety
    ///
    /// The library must have a function of this name that takes nothing and returns 64 bits.
    ///
    /// # Errors
    ///
    /// [`DeviceError::Library`] if there is none.
    pub unsafe fn ask(&self, name: &str) -> Result<u64, DeviceError> {
        // SAFETY: the caller answers for the type.
        let found = unsafe { self.library.get::<unsafe extern "C" fn() -> u64>(name) };
        let function = found.map_err(|error| self.missing(name, &error))?;
        // SAFETY: as above.
        Ok(unsafe { function() })
    }

    fn missing(&self, name: &str, error: &libloading::Error) -> DeviceError {
        DeviceError::Library { path: self.path.clone(), reason: format!("{name}: {error}") }
    }

    fn layout(bytes: u64) -> Option<Layout> {
        let bytes = usize::try_from(bytes).ok()?;
        Layout::from_size_align(bytes, ALIGNMENT).ok()
    }
}

impl Device for HostDevice {
    fn name(&self) -> String {
        format!("this machine's processor, {} threads", self.threads)
    }

    fn free_bytes(&self) -> Result<u64, DeviceError> {
        Ok(u64::MAX)
    }

    fn allocate(&self, bytes: u64) -> Result<u64, DeviceError> {
        let full = DeviceError::OutOfMemory { asked: bytes, free: 0 };
        let Some(layout) = HostDevice::layout(bytes) else {
            return Err(full);
        };
        // SAFETY: `Buffer` asks for some bytes at least.
        let address = unsafe { std::alloc::alloc_zeroed(layout) };
        if address.is_null() {
            return Err(full);
        }
        Ok(address as u64)
    }

    fn release(&self, address: u64, bytes: u64) {
        if let Some(layout) = HostDevice::layout(bytes) {
            // SAFETY: the address and length are those of `allocate`.
            unsafe { std::alloc::dealloc(address as *mut u8, layout) };
        }
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        // SAFETY: `Buffer` checks lengths; other callers give addresses of memory that they have taken.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), address as *mut u8, bytes.len()) };
        Ok(())
    }

    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), DeviceError> {
        // SAFETY: as in `write`.
        unsafe { std::ptr::copy_nonoverlapping(address as *const u8, bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    fn clear(&self, address: u64, bytes: u64) -> Result<(), DeviceError> {
        // SAFETY: as in `write`.
        unsafe { std::ptr::write_bytes(address as *mut u8, 0, bytes as usize) };
        Ok(())
    }

    unsafe fn launch(&self, kernel: &str, size: Launch, arguments: *const c_void) -> Result<(), DeviceError> {
        // SAFETY: the library is a host build of kernels, by the contract of `open`.
        let found = unsafe { self.library.get::<BlockKernel>(kernel) };
        let function = *found.map_err(|error| self.missing(kernel, &error))?;
        let next = AtomicU64::new(0);
        // A pointer is no `Sync`, though all threads only read what it points to.
        let arguments = arguments as usize;
        let work = || {
            let mut shared = vec![0.0_f32; size.shared_bytes.div_ceil(4) as usize + 4];
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= size.blocks {
                    return;
                }
                // SAFETY: the caller answers for the arguments, and the shared memory is as long as asked for.
                unsafe { function(arguments as *const c_void, block as i64, shared.as_mut_ptr()) };
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(size.blocks.max(1) as usize) {
                scope.spawn(work);
            }
            work();
        });
        Ok(())
    }

    fn wait(&self) -> Result<(), DeviceError> {
        Ok(())
    }
}
