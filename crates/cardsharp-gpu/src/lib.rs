//! Memory and kernels on a graphics card.
//!
//! A [`Device`] has memory of its own and runs kernels by name. There are two:
//!
//! - [`CudaDevice`] is an NVIDIA card. Its driver is loaded at run time: a build needs nothing of it, and where there
//!   is none, [`CudaDevice::open`] says so. The kernels are given as PTX, which the driver compiles for the card.
//! - [`HostDevice`] runs the same kernels on the processor, from a library that a C++ compiler has made of the same
//!   source. A block is one thread there. Its use is to test kernels without a card.
//!
//! [`Buffer`] is a piece of memory of a device, and is released when it is dropped.

mod buffer;
mod cuda;
mod device;
mod host;

pub use buffer::{Buffer, Plain};
pub use cuda::CudaDevice;
pub use device::{Device, DeviceError, Launch};
pub use host::HostDevice;
