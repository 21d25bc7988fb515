//! Sparring partners, proofs, tuning and training for the tetrarch engine.
//!
//! Partners are small UGI engines, so that `tetrarch referee` plays and judges every match:
//!
//! ```text
//! tetrarch referee --game iris --engine name=A cmd=tetrarch \
//!     --engine name=B cmd="tetrarch-lab serve rave" --each movetime=400 --rounds 50 --plies 2
//! ```

pub mod errors;
pub mod iris;
pub mod ladder;
pub mod manalath;
pub mod openings;
pub mod prove;
pub mod record;
pub mod serve;
pub mod tune;
