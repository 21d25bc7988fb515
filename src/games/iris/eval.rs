//! The judgement of Iris.

use super::Iris;
use crate::board::hex::HexSet;
use crate::search::Judge;

impl<B: HexSet> Judge for Iris<B> {}
