//! The grammar both dialects share: a line is words between blanks.

use std::borrow::Cow;
use std::fmt::{self, Write};

use nom::bytes::complete::{take_till1, take_while};
use nom::character::complete as number;
use nom::combinator::{all_consuming, eof, verify};
use nom::error::{ContextError, ErrorKind, FromExternalError, ParseError};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{Err, IResult, Parser};

/// What a grammar answers: the rest of the line and a value, or where it got stuck.
pub(crate) type Parsed<'a, T> = IResult<&'a str, T, Stuck<'a>>;

/// Where a grammar stopped, and what it hoped to find there.
#[derive(Debug)]
pub(crate) struct Stuck<'a> {
    /// The part of the line that could not be read.
    pub at: &'a str,
    /// What should have stood there; empty until somebody names it.
    pub expected: Cow<'static, str>,
}

impl<'a> ParseError<&'a str> for Stuck<'a> {
    fn from_error_kind(at: &'a str, _: ErrorKind) -> Self {
        Stuck { at, expected: Cow::Borrowed("") }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a> ContextError<&'a str> for Stuck<'a> {
    fn add_context(_: &'a str, expected: &'static str, mut other: Self) -> Self {
        // The innermost name is the most precise one.
        if other.expected.is_empty() {
            other.expected = Cow::Borrowed(expected);
        }
        other
    }
}

impl<'a, E> FromExternalError<&'a str, E> for Stuck<'a> {
    fn from_external_error(at: &'a str, kind: ErrorKind, _: E) -> Self {
        Self::from_error_kind(at, kind)
    }
}

impl<'a> From<Err<Stuck<'a>>> for Stuck<'a> {
    fn from(error: Err<Stuck<'a>>) -> Self {
        match error {
            Err::Error(stuck) | Err::Failure(stuck) => stuck,
            // Complete parsers never ask for more; the line simply ended.
            Err::Incomplete(_) => Self::from_error_kind("", ErrorKind::Eof),
        }
    }
}

/// Blanks separate words. Every control character is one (so a stray CR or NUL cannot become part
/// of a word and break a line when it is printed again), and so are the characters that some
/// readers take for the end of a line, and the byte order mark some shells put first.
pub(crate) fn is_blank(c: char) -> bool {
    c == ' ' || c.is_control() || matches!(c, '\u{feff}' | '\u{2028}' | '\u{2029}')
}

fn blanks(input: &str) -> Parsed<'_, &str> {
    take_while(is_blank).parse(input)
}

/// The next word, whatever it is.
pub(crate) fn word(input: &str) -> Parsed<'_, &str> {
    preceded(blanks, take_till1(is_blank)).parse(input)
}

/// The next word, if it is this one.
pub(crate) fn keyword<'a>(
    expected: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Stuck<'a>> {
    verify(word, move |found: &str| found == expected)
}

/// All words to the end of the line, possibly none.
pub(crate) fn words(input: &str) -> Parsed<'_, Vec<String>> {
    many0(word.map(str::to_owned)).parse(input)
}

/// Words up to a stop word (which stays) or the end of the line, joined by single blanks.
pub(crate) fn text_until<'a>(
    stop: impl Fn(&str) -> bool,
) -> impl Parser<&'a str, Output = String, Error = Stuck<'a>> {
    nom::multi::fold_many0(
        verify(word, move |found: &str| !stop(found)),
        String::new,
        |mut text, word| {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(word);
            text
        },
    )
}

/// The rest of the line, runs of blanks reduced to one.
pub(crate) fn text(input: &str) -> Parsed<'_, String> {
    text_until(|_| false).parse(input)
}

/// Nothing but blanks up to the end of the line.
pub(crate) fn end(input: &str) -> Parsed<'_, ()> {
    preceded(blanks, eof).map(|_| ()).parse(input)
}

/// Makes a failure final, and says what was hoped for.
pub(crate) fn expect<'a, T>(
    what: impl Into<Cow<'static, str>>,
    mut parser: impl Parser<&'a str, Output = T, Error = Stuck<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    let what = what.into();
    move |input| {
        parser.parse(input).map_err(|error| {
            let mut stuck = Stuck::from(error);
            if stuck.expected.is_empty() {
                stuck.expected = what.clone();
            }
            Err::Failure(stuck)
        })
    }
}

/// A word that is a number and fits its type. Overflow is a failure like any other.
pub(crate) trait Number: Sized {
    /// Reads the whole word.
    fn read(word: &str) -> Option<Self>;
}

macro_rules! numbers {
    ($($kind:ident),*) => {$(
        impl Number for $kind {
            fn read(word: &str) -> Option<Self> {
                all_consuming(number::$kind::<_, nom::error::Error<&str>>)
                    .parse(word)
                    .ok()
                    .map(|(_, value)| value)
            }
        }
    )*};
}
numbers!(u32, u64, i32, i64);

/// The next word as a number.
pub(crate) fn numeral<T: Number>(input: &str) -> Parsed<'_, T> {
    nom::combinator::map_opt(word, T::read).parse(input)
}

/// Text that must stay on its line: whatever could end the line is printed as a blank.
pub(crate) struct OneLine<'a>(pub &'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = self.0.split(|c| c != ' ' && is_blank(c));
        f.write_str(pieces.next().unwrap_or_default())?;
        pieces.try_for_each(|piece| {
            f.write_char(' ')?;
            f.write_str(piece)
        })
    }
}

/// Text that must stay one word: its blanks are printed as `_`, and no text at all as `_` too.
pub(crate) struct OneWord<'a>(pub &'a str);

impl fmt::Display for OneWord<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_char('_');
        }
        let mut pieces = self.0.split(is_blank);
        f.write_str(pieces.next().unwrap_or_default())?;
        pieces.try_for_each(|piece| {
            f.write_char('_')?;
            f.write_str(piece)
        })
    }
}

/// Each word after a blank.
pub(crate) fn write_words(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    words.iter().try_for_each(|word| write!(f, " {}", OneWord(word)))
}

/// The beginning of a word, short enough to be quoted in an error: the line may have had a
/// megabyte without a blank.
pub(crate) fn excerpt(word: &str) -> String {
    const LONGEST: usize = 60;
    match word.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &word[..cut]),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_of_every_kind_separate_words() {
        let (_, found) = words(" \u{feff}a\t b\0c\r\n").unwrap();
        assert_eq!(found, ["a", "b", "c"]);
    }

    #[test]
    fn numbers_must_fit_and_fill_the_word() {
        assert_eq!(i64::read("-5"), Some(-5));
        assert_eq!(u32::read("4294967296"), None);
        assert_eq!(u64::read("99999999999999999999"), None);
        assert_eq!(u32::read("12x"), None);
        assert_eq!(u32::read(""), None);
    }

    #[test]
    fn what_is_printed_keeps_its_shape() {
        assert_eq!(OneLine("a\nb\u{85}c  d").to_string(), "a b c  d");
        assert_eq!(OneWord("a b\n").to_string(), "a_b_");
        assert_eq!(OneWord("").to_string(), "_");
    }

    #[test]
    fn excerpts_cut_between_characters() {
        let long = "ä".repeat(100);
        assert_eq!(excerpt(&long).chars().count(), 61);
        assert_eq!(excerpt("short"), "short");
    }
}
