//! The judgement of Manalath.

use super::Manalath;
use crate::search::Judge;

impl Judge for Manalath {}
