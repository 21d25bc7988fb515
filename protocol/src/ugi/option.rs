//! `option`: what can be set.

use std::fmt;

use nom::Parser;
use nom::combinator::{map_opt, verify};
use nom::multi::many0;
use nom::sequence::preceded;

use super::Value;
use crate::line::{self, Number, OneLine, Parsed, keyword, text_until, word};

/// An option as the engine declares it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OptionDecl {
    /// Its name; compared without regard to capitals.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes, and what it is set to at first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value at first.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at first.
        default: i64,
        /// The smallest allowed.
        min: i64,
        /// The largest allowed.
        max: i64,
    },
    /// One of a list of words.
    Combo {
        /// The value at first.
        default: String,
        /// All values.
        values: Vec<String>,
    },
    /// Nothing: setting it does something.
    Button,
    /// Free text.
    String {
        /// The value at first; an empty one is written `<empty>`.
        default: String,
    },
}

impl fmt::Display for OptionDecl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", OneLine(&self.name))?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, values } => {
                write!(f, "combo default {}", Value(default))?;
                values.iter().try_for_each(|value| write!(f, " var {}", Value(value)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::String { default } => write!(f, "string default {}", Value(default)),
        }
    }
}

/// Everything after the word `option`, attributes in any order, the later of two the same wins.
pub(super) fn option(input: &str) -> Parsed<'_, OptionDecl> {
    let name = text_until(|word| word == "type");
    let name = verify(name, |name: &str| !name.is_empty());
    let (input, name) = preceded(keyword("name"), name).parse(input)?;
    let (input, kind) = preceded(keyword("type"), word).parse(input)?;
    let (input, kind) = match kind {
        "button" => (input, OptionKind::Button),
        "string" => preceded(keyword("default"), line::text)
            .map(|text| OptionKind::String { default: Value::read(text) })
            .parse(input)?,
        kind => map_opt(attributes, |found| found.into_kind(kind)).parse(input)?,
    };
    Ok((input, OptionDecl { name, kind }))
}

/// What may follow the type.
#[derive(Default)]
struct Attributes {
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    values: Vec<String>,
}

impl Attributes {
    fn into_kind(self, kind: &str) -> Option<OptionKind> {
        let default = self.default?;
        Some(match kind {
            "check" => OptionKind::Check { default: default.parse().ok()? },
            "spin" => {
                OptionKind::Spin { default: i64::read(&default)?, min: self.min?, max: self.max? }
            }
            "combo" => OptionKind::Combo { default: Value::read(default), values: self.values },
            _ => return None,
        })
    }
}

fn attributes(input: &str) -> Parsed<'_, Attributes> {
    let is_name = |word: &str| matches!(word, "default" | "min" | "max" | "var");
    let attribute = (verify(word, is_name), text_until(is_name));
    let (input, pairs) = many0(attribute).parse(input)?;
    let mut found = Attributes::default();
    for (name, text) in pairs {
        match name {
            "default" => found.default = Some(text),
            "min" => found.min = i64::read(&text),
            "max" => found.max = i64::read(&text),
            _ => found.values.push(Value::read(text)),
        }
    }
    Ok((input, found))
}
