//! The judgement of Otrio.

use super::Otrio;
use crate::search::Judge;

impl Judge for Otrio {}
