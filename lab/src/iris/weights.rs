//! The weights of a net as they are learnt: with fractions, which are rounded when they are stored.

use tetrarch::games::iris::net::{Net, ROWS, Row, UNIT, ZERO};

/// Weights of a net.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// In the order of the net's constants.
    pub rows: Vec<Row>,
}

impl Weights {
    /// No weight at all: everything is equal.
    pub fn blank() -> Weights {
        Weights { rows: vec![ZERO; ROWS] }
    }

    /// Reads weights as [`Weights::to_bytes`] writes them; what is missing is 0.
    pub fn from_bytes(bytes: &[u8]) -> Weights {
        let mut blank = Weights::blank();
        let weights = blank.rows.iter_mut().flatten();
        for (weight, pair) in weights.zip(bytes.chunks_exact(2)) {
            *weight = f32::from(i16::from_le_bytes([pair[0], pair[1]])) * UNIT;
        }
        blank
    }

    /// The weights as whole numbers of [`UNIT`], two bytes each.
    pub fn to_bytes(&self) -> Vec<u8> {
        let weights = self.rows.iter().flatten();
        weights.flat_map(|weight| ((weight / UNIT).round() as i16).to_le_bytes()).collect()
    }

    /// The net that computes with them.
    pub fn net(&self) -> Net {
        Net::from_bytes(&self.to_bytes())
    }
}
