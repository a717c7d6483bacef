//! NVIDIA cards.

use std::collections::HashMap;
use std::ffi::{CString, c_void};
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::{CudaContext, DriverError, result, sys};

use super::device::{Device, DeviceError, Launch};

/// The shared memory that a block has without asking for more.
const SHARED_WITHOUT_ASKING: u32 = 48 * 1024;

/// The first NVIDIA card, with the kernels of one module.
#[derive(Debug)]
pub struct CudaDevice {
    context: Arc<CudaContext>,
    module: Handle<sys::CUmodule>,
    /// The kernels by name, with the shared memory that they were last allowed.
    kernels: Mutex<HashMap<String, Kernel>>,
}

/// A handle of the driver, which any thread may use.
#[derive(Clone, Copy, Debug)]
struct Handle<T>(T);

// SAFETY: handles of the driver are numbers, and the driver synchronises their use.
unsafe impl<T> Send for Handle<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Handle<T> {}

#[derive(Clone, Copy, Debug)]
struct Kernel {
    function: Handle<sys::CUfunction>,
    shared_bytes: u32,
}

fn refused(action: &str) -> impl Fn(DriverError) -> DeviceError {
    let action = action.to_owned();
    move |error| DeviceError::Driver { action: action.clone(), reason: error.to_string() }
}

impl CudaDevice {
    /// Opens the first card, and compiles the kernels of `ptx` for it.
    ///
    /// # Errors
    ///
    /// [`DeviceError::NoDriver`] if there is no driver, and [`DeviceError::Driver`] if there is no card or if it is too
    /// old for the kernels.
    pub fn open(ptx: &str) -> Result<CudaDevice, DeviceError> {
        // SAFETY: this looks for a library. Without it `CudaContext::new` would panic.
        if !unsafe { sys::is_culib_present() } {
            return Err(DeviceError::NoDriver);
        }
        let context = CudaContext::new(0).map_err(refused("be opened"))?;
        let text = CString::new(ptx).map_err(|_| DeviceError::Kernels("a zero byte is among them".to_owned()))?;
        // SAFETY: the image is a text that ends with a zero byte, as the driver wants it.
        let module = unsafe { result::module::load_data(text.as_ptr().cast()) };
        Ok(CudaDevice {
            context,
            module: Handle(module.map_err(refused("load the kernels"))?),
            kernels: Mutex::default(),
        })
    }

    /// Makes the context that of this thread.
    fn enter(&self) -> Result<(), DeviceError> {
        self.context.bind_to_thread().map_err(refused("be entered"))
    }

    /// The kernel `name`, with at least `shared_bytes` of shared memory.
    fn kernel(&self, name: &str, shared_bytes: u32) -> Result<sys::CUfunction, DeviceError> {
        let mut kernels = self.kernels.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kernel = match kernels.get(name) {
            Some(&kernel) => kernel,
            None => {
                let owned = CString::new(name).map_err(|_| DeviceError::Kernels(format!("{name:?} is no name")))?;
                // SAFETY: the module is loaded as long as `self` lives.
                let found = unsafe { result::module::get_function(self.module.0, owned) };
                Kernel {
                    function: Handle(found.map_err(refused(&format!("find the kernel {name}")))?),
                    shared_bytes: SHARED_WITHOUT_ASKING,
                }
            }
        };
        if shared_bytes > kernel.shared_bytes {
            let most = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            // SAFETY: the function is one of the module.
            let set = unsafe { result::function::set_function_attribute(kernel.function.0, most, shared_bytes as i32) };
            set.map_err(refused(&format!("give {shared_bytes} bytes of shared memory to the kernel {name}")))?;
            kernel.shared_bytes = shared_bytes;
        }
        kernels.insert(name.to_owned(), kernel);
        Ok(kernel.function.0)
    }
}

impl Device for CudaDevice {
    fn name(&self) -> String {
        let name = self.context.name().unwrap_or_else(|_| "a card without a name".to_owned());
        match self.context.total_mem() {
            Ok(bytes) => format!("{name}, {} MiB", bytes >> 20),
            Err(_) => name,
        }
    }

    fn free_bytes(&self) -> Result<u64, DeviceError> {
        self.enter()?;
        let (free, _) = result::mem_get_info().map_err(refused("tell its free memory"))?;
        Ok(free as u64)
    }

    fn allocate(&self, bytes: u64) -> Result<u64, DeviceError> {
        self.enter()?;
        // SAFETY: the memory is cleared before anybody reads it.
        let found = unsafe { result::malloc_sync(bytes as usize) };
        let Ok(address) = found else {
            let free = self.free_bytes()?;
            return Err(DeviceError::OutOfMemory { asked: bytes, free });
        };
        self.clear(address, bytes)?;
        Ok(address)
    }

    fn release(&self, address: u64, _bytes: u64) {
        if self.enter().is_ok() {
            // SAFETY: the address came from `allocate`. An error means that the card is gone, and its memory with it.
            let _ = unsafe { result::free_sync(address) };
        }
    }

    fn write(&self, address: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        self.enter()?;
        // SAFETY: `Buffer` checks lengths; other callers give addresses of memory that they have taken.
        unsafe { result::memcpy_htod_sync(address, bytes) }.map_err(refused("be written to"))
    }

    fn read(&self, address: u64, bytes: &mut [u8]) -> Result<(), DeviceError> {
        self.wait()?;
        // SAFETY: as in `write`.
        unsafe { result::memcpy_dtoh_sync(bytes, address) }.map_err(refused("be read"))
    }

    fn clear(&self, address: u64, bytes: u64) -> Result<(), DeviceError> {
        self.enter()?;
        // SAFETY: as in `write`.
        unsafe { result::memset_d8_sync(address, 0, bytes as usize) }.map_err(refused("clear memory"))
    }

    unsafe fn launch(&self, kernel: &str, size: Launch, arguments: *const c_void) -> Result<(), DeviceError> {
        if size.blocks == 0 {
            return Ok(());
        }
        self.enter()?;
        let function = self.kernel(kernel, size.shared_bytes)?;
        let blocks = u32::try_from(size.blocks).map_err(|_| DeviceError::Driver {
            action: format!("run the kernel {kernel}"),
            reason: format!("{} blocks are too many", size.blocks),
        })?;
        let (grid, block) = ((blocks, 1, 1), (size.threads, 1, 1));
        let stream = std::ptr::null_mut();
        // SAFETY: the caller answers for the arguments.
        let launched = unsafe {
            result::launch_kernel(function, grid, block, size.shared_bytes, stream, &mut [arguments.cast_mut()])
        };
        launched.map_err(refused(&format!("start the kernel {kernel}")))
    }

    fn wait(&self) -> Result<(), DeviceError> {
        self.enter()?;
        result::ctx::synchronize().map_err(refused("finish its kernels"))
    }
}
