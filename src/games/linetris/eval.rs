//! The judgement of Linetris.

use super::Linetris;
use crate::board::grid::Shifts;
use crate::search::Judge;

impl<B: Shifts> Judge for Linetris<B> {}
