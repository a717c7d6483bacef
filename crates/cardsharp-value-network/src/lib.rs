//! Networks that learn values from examples.
//!
//! A depth-limited game (`range::DepthLimited` of `cardsharp-solvers`) needs the values of its leaves for any pair of
//! ranges. Solving each leaf anew in every iteration is slow. A network learns them from solved examples, as in M.
//! Moravčík and others, "DeepStack: expert-level artificial intelligence in heads-up no-limit poker", Science 2017. The
//! network is fully connected, with rectified linear units; it is trained by Adam (D. P. Kingma, J. Ba, "Adam: a method
//! for stochastic optimization", ICLR 2015) on weighted squared errors.
//!
//! Learning runs on the threads of the rayon pool. The same seed and examples give the same network on
//! any number of threads, and on processors with the same instructions.
//!
//! | noun | file |
//! |---|---|
//! | a network, and its bytes | `network` |
//! | inputs with the outputs that are wanted | `examples` |
//! | the steps of learning | `trainer` |
//!
//! ```
//! use cardsharp_value_network::{Examples, Fit, Network, Trainer};
//!
//! let mut examples = Examples::new(1, 1);
//! for step in 0..100 {
//!     let x = step as f32 / 50.0 - 1.0;
//!     examples.add(&[x], &[x.abs()], &[1.0]);
//! }
//! let mut trainer = Trainer::new(Network::new(&[1, 16, 1], 1));
//! let before = trainer.network().error(&examples);
//! trainer.fit(&examples, Fit { steps: 500, batch: 20, rate: 0.01, seed: 1 });
//! assert!(trainer.network().error(&examples) < before / 10.0);
//! ```

#![deny(unsafe_code)] // But for the call of a function compiled for AVX2.

mod examples;
mod network;
mod trainer;

pub use examples::Examples;
pub use network::{BadNetwork, Network};
pub use trainer::{Fit, Trainer};
