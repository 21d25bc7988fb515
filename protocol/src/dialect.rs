//! Which of the two languages a client speaks.

use std::fmt;

use crate::line;
use crate::{gtp, ugi};

/// A language of the engine. UCI is a flavour of UGI, chosen by its handshake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// UGI and UCI.
    Ugi,
    /// GTP version 2.
    Gtp,
}

impl Dialect {
    /// What the first line of a session says about the language: a number or a command that only
    /// GTP knows means GTP, anything else UGI. Blank lines and comments decide nothing.
    ///
    /// ```
    /// use tetrarch_protocol::Dialect;
    /// assert_eq!(Dialect::detect("1 name"), Some(Dialect::Gtp));
    /// assert_eq!(Dialect::detect("list_commands"), Some(Dialect::Gtp));
    /// assert_eq!(Dialect::detect("quit"), Some(Dialect::Ugi));
    /// assert_eq!(Dialect::detect("# hello"), None);
    /// ```
    pub fn detect(line: &str) -> Option<Dialect> {
        let line = gtp::clean(line);
        let (_, first) = line::word(&line).ok()?;
        let only_gtp = gtp::Verb::find(first).is_some() && ugi::Verb::find(first).is_none();
        Some(match gtp::is_number(first) || only_gtp {
            true => Dialect::Gtp,
            false => Dialect::Ugi,
        })
    }

    /// The language with this name.
    pub fn read(name: &str) -> Option<Dialect> {
        [Dialect::Ugi, Dialect::Gtp]
            .into_iter()
            .find(|dialect| dialect.to_string().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Ugi => "ugi",
            Dialect::Gtp => "gtp",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_and_unknown_words_are_ugi() {
        for line in ["play b d4", "undo", "quit", "hello", "uci", "d # draw", "-1", "4x"] {
            assert_eq!(Dialect::detect(line), Some(Dialect::Ugi), "{line}");
        }
        for line in ["1", "99999999999999999999 name", "\tname\r\n", "genmove b", "\u{1}komi 5"] {
            assert_eq!(Dialect::detect(line), Some(Dialect::Gtp), "{line}");
        }
        for line in ["", " \t\r\n", "# interrupt", "  # 1 name", "\u{1}"] {
            assert_eq!(Dialect::detect(line), None, "{line}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for dialect in [Dialect::Ugi, Dialect::Gtp] {
            assert_eq!(Dialect::read(&dialect.to_string()), Some(dialect));
        }
        assert_eq!(Dialect::read("xboard"), None);
    }
}
