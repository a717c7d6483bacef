//! The contract of a device.

use std::ffi::c_void;
use std::path::PathBuf;

use thiserror::Error;

/// A reason why a device cannot do what is asked of it.
#[derive(Debug, Error)]
pub enum DeviceError {
    /// There is no driver.
    #[error("no driver of an NVIDIA card was found (libcuda); install the driver, or compute on the processor")]
    NoDriver,
    /// The kernels cannot be unpacked.
    #[error("the kernels cannot be unpacked: {0}")]
    Kernels(String),
    /// The memory is full.
    #[error("the device has no {asked} bytes left: {free} bytes are free")]
    OutOfMemory {
        /// The bytes asked for.
        asked: u64,
        /// The bytes that are free.
        free: u64,
    },
    /// The driver reports an error.
    #[error("the device cannot {action}: {reason}")]
    Driver {
        /// The action that failed.
        action: String,
        /// The driver's words.
        reason: String,
    },
    /// The library of the host build cannot be used.
    #[error("{path}: {reason}")]
    Library {
        /// The file.
        path: PathBuf,
        /// The loader's words.
        reason: String,
    },
}

/// The size of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The number of blocks.
    pub blocks: u64,
    /// The number of threads of a block.
    pub threads: u32,
    /// The bytes of memory that the threads of a block share.
    pub shared_bytes: u32,
}

/// A device with memory of its own that runs kernels. Addresses are those of the device.
pub trait Device: std::fmt::Debug + Send + Sync {
    /// The name and the memory of the device.
    fn name(&self) -> String;

    /// The bytes of memory that are free.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if the device does not tell.
    fn free_bytes(&self) -> Result<u64, DeviceError>;

    /// Takes memory, all zero.
    ///
    /// # Errors
    ///
    /// [`DeviceError::OutOfMemory`] if there is not as much.
    fn allocate(&self, bytes: u64) -> Result<u64, DeviceError>;

    /// Gives memory back that [`Device::allocate`] took.
    fn release(&self, address: u64, bytes: u64);

    /// Copies bytes to the device.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if the device refuses.
    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), DeviceError>;

    /// Copies bytes from the device, after all kernels launched so far.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if the device refuses, or if a kernel failed.
    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), DeviceError>;

    /// Fills memory with zero.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if the device refuses.
    fn clear(&self, address: u64, bytes: u64) -> Result<(), DeviceError>;

    /// Starts a kernel. Kernels run one after the other.
    ///
    /// # Safety
    ///
    /// `arguments` must point to the one parameter of the kernel, and all addresses in it to memory of this device
    /// that is as long as the kernel needs.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if there is no kernel of this name, or if the launch is too large.
    unsafe fn launch(&self, kernel: &str, size: Launch, arguments: *const c_void) -> Result<(), DeviceError>;

    /// Waits until all kernels have ended.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if a kernel failed.
    fn wait(&self) -> Result<(), DeviceError>;
}
