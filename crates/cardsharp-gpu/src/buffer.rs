//! Memory of a device.

use std::sync::Arc;

use super::device::{Device, DeviceError};

/// A number that has the same bytes on the device, in little-endian order.
pub trait Plain: Copy + Default {
    /// Adds the bytes to `out`.
    fn put(self, out: &mut Vec<u8>);
    /// Reads the number from its bytes.
    fn get(bytes: &[u8]) -> Self;
}

macro_rules! plain {
    ($($number:ty),*) => {$(
        impl Plain for $number {
            fn put(self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            fn get(bytes: &[u8]) -> Self {
                let mut exact = [0; size_of::<Self>()];
                exact.copy_from_slice(bytes);
                Self::from_le_bytes(exact)
            }
        }
    )*};
}

plain!(u8, u16, u32, u64, i32, f32);

/// A piece of memory of a device.
#[derive(Debug)]
pub struct Buffer {
    device: Arc<dyn Device>,
    address: u64,
    bytes: u64,
}

impl Buffer {
    /// Memory that is all zero.
    ///
    /// # Errors
    ///
    /// [`DeviceError::OutOfMemory`] if there is not as much.
    pub fn zeroed(device: &Arc<dyn Device>, bytes: u64) -> Result<Buffer, DeviceError> {
        // Every address is that of some memory.
        let bytes = bytes.max(16);
        Ok(Buffer { address: device.allocate(bytes)?, device: Arc::clone(device), bytes })
    }

    /// Memory with these numbers.
    ///
    /// # Errors
    ///
    /// As for [`Buffer::zeroed`] and [`Device::write`].
    pub fn of<N: Plain>(device: &Arc<dyn Device>, numbers: &[N]) -> Result<Buffer, DeviceError> {
        let buffer = Buffer::zeroed(device, size_of_val(numbers) as u64)?;
        buffer.write(numbers)?;
        Ok(buffer)
    }

    /// The address of the first byte on the device.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// The length.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Writes numbers to the beginning.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if the device refuses.
    ///
    /// # Panics
    ///
    /// If there is no room for them.
    pub fn write<N: Plain>(&self, numbers: &[N]) -> Result<(), DeviceError> {
        let mut bytes = Vec::with_capacity(size_of_val(numbers));
        for &number in numbers {
            number.put(&mut bytes);
        }
        assert!(bytes.len() as u64 <= self.bytes, "more numbers than the buffer has room for");
        self.device.write(self.address, &bytes)
    }

    /// Reads `count` numbers from number `first` on.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if the device refuses, or if a kernel failed.
    ///
    /// # Panics
    ///
    /// If there are not as many.
    pub fn read<N: Plain>(&self, first: u64, count: usize) -> Result<Vec<N>, DeviceError> {
        let size = size_of::<N>() as u64;
        assert!((first + count as u64) * size <= self.bytes, "more numbers than the buffer has");
        let mut bytes = vec![0; count * size_of::<N>()];
        self.device.read(self.address + first * size, &mut bytes)?;
        Ok(bytes.chunks_exact(size_of::<N>()).map(N::get).collect())
    }

    /// Fills it with zero.
    ///
    /// # Errors
    ///
    /// [`DeviceError`] if the device refuses.
    pub fn clear(&self) -> Result<(), DeviceError> {
        self.device.clear(self.address, self.bytes)
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.device.release(self.address, self.bytes);
    }
}
