//! The options that a user can set: one table that declares, reads and changes them.

use std::fmt;
use std::time::Duration;

use tetrarch_protocol::ugi::{OptionDecl, OptionKind};

use crate::board::hex;
use crate::games::{Name, Setup, linetris, manalath, otrio};
use crate::search::{Memory, STRONGEST, WEAKEST};
use crate::text::brief;

/// The value of every option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Which game, and the options of each.
    pub setup: Setup,
    /// The table's size in MiB.
    pub hash: usize,
    /// How many threads search.
    pub threads: usize,
    /// How many lines a search reports.
    pub multi_pv: usize,
    /// Whether the client means to ponder. Nothing depends on it: `go ponder` says it all.
    pub ponder: bool,
    /// Time that passes between a clock and the engine.
    pub overhead: Duration,
    /// How well to play.
    pub level: u8,
    /// The randomness of the lower levels.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            setup: Setup::default(),
            hash: Memory::DEFAULT,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            overhead: Duration::from_millis(10),
            level: STRONGEST,
            seed: 0,
        }
    }
}

/// What must be done after an option was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    Nothing,
    /// Another game, or other rules: back to its start position.
    Restart,
    /// A table of another size.
    Resize,
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionError {
    /// There is no option of that name.
    Unknown {
        /// The name that was asked for.
        name: String,
    },
    /// What should be `NAME=VALUE` has no `=`.
    Shape {
        /// What it is.
        found: String,
    },
    /// The option does not take that value.
    Value {
        /// The option.
        name: &'static str,
        /// The value that was asked for.
        found: String,
        /// What it takes.
        expected: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => write!(f, "unknown option '{}'", brief(name)),
            Self::Shape { found } => write!(f, "expected NAME=VALUE, found '{}'", brief(found)),
            Self::Value { name, found, expected } => {
                write!(f, "option {name}: expected {expected}, found '{}'", brief(found))
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// What an option belongs to, which decides what follows from setting it.
#[derive(Clone, Copy)]
enum Scope {
    /// The choice of the game.
    Choice,
    /// One game's rules or board.
    Game(Name),
    /// The table's size.
    Table,
    /// The search or the clock: heeded when the next search begins.
    Search,
}

/// How an option is read and written.
enum Access {
    Check(fn(&mut Options) -> &mut bool),
    Spin {
        min: i64,
        max: i64,
        get: fn(&Options) -> i64,
        set: fn(&mut Options, i64),
    },
    Combo {
        values: &'static [&'static str],
        get: fn(&Options) -> usize,
        set: fn(&mut Options, usize),
    },
}

struct Entry {
    name: &'static str,
    scope: Scope,
    access: Access,
}

/// A number that is a field of its own, of whatever integer type.
macro_rules! spin {
    ($min:expr, $max:expr, $($field:ident).+: $kind:ty) => {
        Access::Spin {
            min: $min as i64,
            max: $max as i64,
            get: |options| options.$($field).+ as i64,
            set: |options, value| options.$($field).+ = value as $kind,
        }
    };
}

/// One of several values, each with its word.
macro_rules! combo {
    ($($field:ident).+: $($word:literal => $value:expr),+) => {
        Access::Combo {
            values: &[$($word),+],
            get: |options| {
                let values = [$($value),+];
                values.iter().position(|value| *value == options.$($field).+).unwrap_or(0)
            },
            set: |options, index| options.$($field).+ = [$($value),+][index],
        }
    };
}

const TABLE: &[Entry] = &[
    Entry {
        name: "Game",
        scope: Scope::Choice,
        access: combo!(setup.game: "iris" => Name::Iris, "manalath" => Name::Manalath,
            "otrio" => Name::Otrio, "linetris" => Name::Linetris),
    },
    Entry {
        name: "IrisSize",
        scope: Scope::Game(Name::Iris),
        access: spin!(hex::MIN_SIZE, hex::MAX_SIZE, setup.iris_size: usize),
    },
    Entry {
        name: "ManalathSize",
        scope: Scope::Game(Name::Manalath),
        access: spin!(hex::MIN_SIZE, manalath::MAX_SIZE, setup.manalath_size: usize),
    },
    Entry {
        name: "ManalathBoth",
        scope: Scope::Game(Name::Manalath),
        access: combo!(setup.manalath_both:
            "loses" => manalath::Both::Loses, "first" => manalath::Both::First),
    },
    Entry {
        name: "OtrioMode",
        scope: Scope::Game(Name::Otrio),
        access: combo!(setup.otrio_mode:
            "2x1" => otrio::Mode::TwoByOne, "2x2" => otrio::Mode::TwoByTwo,
            "3x1" => otrio::Mode::ThreeByOne, "4x1" => otrio::Mode::FourByOne),
    },
    Entry {
        name: "LinetrisColumns",
        scope: Scope::Game(Name::Linetris),
        access: spin!(linetris::MIN_SIDE, linetris::MAX_SIDE, setup.linetris_columns: usize),
    },
    Entry {
        name: "LinetrisRows",
        scope: Scope::Game(Name::Linetris),
        access: spin!(linetris::MIN_SIDE, linetris::MAX_SIDE, setup.linetris_rows: usize),
    },
    Entry {
        name: "LinetrisClear",
        scope: Scope::Game(Name::Linetris),
        access: Access::Check(|options| &mut options.setup.linetris_rules.clear),
    },
    Entry {
        name: "LinetrisOrder",
        scope: Scope::Game(Name::Linetris),
        access: combo!(setup.linetris_rules.order:
            "win" => linetris::Order::Win, "clear" => linetris::Order::Clear),
    },
    Entry {
        name: "Hash",
        scope: Scope::Table,
        access: spin!(Memory::MIN, Memory::MAX, hash: usize),
    },
    Entry { name: "Threads", scope: Scope::Search, access: spin!(1, 256, threads: usize) },
    Entry { name: "MultiPV", scope: Scope::Search, access: spin!(1, 256, multi_pv: usize) },
    Entry {
        name: "Ponder",
        scope: Scope::Search,
        access: Access::Check(|options| &mut options.ponder),
    },
    Entry {
        name: "MoveOverhead",
        scope: Scope::Search,
        access: Access::Spin {
            min: 0,
            max: 10_000,
            get: |options| options.overhead.as_millis() as i64,
            set: |options, value| options.overhead = Duration::from_millis(value as u64),
        },
    },
    Entry { name: "Level", scope: Scope::Search, access: spin!(WEAKEST, STRONGEST, level: u8) },
    Entry { name: "Seed", scope: Scope::Search, access: spin!(0, u32::MAX, seed: u64) },
];

impl Entry {
    /// The declaration, with the value in `options` as the default.
    fn declare(&self, options: &Options) -> OptionDecl {
        let kind = match self.access {
            Access::Check(field) => OptionKind::Check { default: *field(&mut options.clone()) },
            Access::Spin { min, max, get, .. } => {
                OptionKind::Spin { default: get(options), min, max }
            }
            Access::Combo { values, get, .. } => OptionKind::Combo {
                default: values[get(options)].into(),
                values: values.iter().map(ToString::to_string).collect(),
            },
        };
        OptionDecl { name: self.name.into(), kind }
    }

    /// The value in `options`, as it would be set.
    fn value(&self, options: &Options) -> String {
        match self.declare(options).kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } | OptionKind::String { default } => default,
            OptionKind::Button => String::new(),
        }
    }

    /// Sets the option, or says what it takes.
    fn set(&self, options: &mut Options, text: &str) -> Result<(), String> {
        match self.access {
            Access::Check(field) => {
                let value =
                    ["false", "true"].iter().position(|word| word.eq_ignore_ascii_case(text));
                *field(options) = value.ok_or("true or false")? == 1;
            }
            Access::Spin { min, max, set, .. } => {
                let value = text.parse().ok().filter(|value| (min..=max).contains(value));
                set(options, value.ok_or_else(|| format!("a whole number from {min} to {max}"))?);
            }
            Access::Combo { values, set, .. } => {
                let index = values.iter().position(|word| word.eq_ignore_ascii_case(text));
                set(options, index.ok_or_else(|| format!("one of {}", values.join(", ")))?);
            }
        }
        Ok(())
    }
}

impl Options {
    /// Every option with its type, range and default.
    pub fn declarations() -> Vec<OptionDecl> {
        let defaults = Options::default();
        TABLE.iter().map(|entry| entry.declare(&defaults)).collect()
    }

    /// Sets options that are written `NAME=VALUE`, as on a command line.
    ///
    /// # Errors
    /// One of them is wrong; those before it have been set.
    pub fn assign<'a>(
        &mut self,
        words: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), OptionError> {
        for word in words {
            let shape = || OptionError::Shape { found: word.into() };
            let (name, value) = word.split_once('=').ok_or_else(shape)?;
            self.set(name, value)?;
        }
        Ok(())
    }

    /// What makes the game in play and its rules: `Game` first, then the options of that game with
    /// their values.
    pub fn rules(&self) -> Vec<(String, String)> {
        let is_rule = |scope| match scope {
            Scope::Choice => true,
            Scope::Game(game) => game == self.setup.game,
            Scope::Table | Scope::Search => false,
        };
        let rules = TABLE.iter().filter(|entry| is_rule(entry.scope));
        rules.map(|entry| (entry.name.into(), entry.value(self))).collect()
    }

    /// Sets an option by its name, which may be in any letter case.
    ///
    /// # Errors
    /// The name or the value is wrong; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<Effect, OptionError> {
        let entry = TABLE
            .iter()
            .find(|entry| entry.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| OptionError::Unknown { name: name.into() })?;
        entry.set(self, value).map_err(|expected| OptionError::Value {
            name: entry.name,
            found: value.into(),
            expected,
        })?;
        Ok(match entry.scope {
            Scope::Choice => Effect::Restart,
            Scope::Game(game) if game == self.setup.game => Effect::Restart,
            Scope::Game(_) | Scope::Search => Effect::Nothing,
            Scope::Table => Effect::Resize,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_a_game_can_be_set_again() {
        let mut options = Options::default();
        for (name, value) in
            [("game", "LINETRIS"), ("linetrisrows", "8"), ("LinetrisClear", "False")]
        {
            assert_eq!(options.set(name, value), Ok(Effect::Restart));
        }
        assert_eq!(options.set("IrisSize", "4"), Ok(Effect::Nothing));
        let mut again = Options::default();
        for (name, value) in options.rules() {
            assert!(again.set(&name, &value).is_ok());
        }
        assert_eq!(again.rules(), options.rules());
        assert_eq!(again.setup.linetris_rows, 8);
        assert!(!again.setup.linetris_rules.clear);
    }

    #[test]
    fn wrong_names_and_values_change_nothing() {
        let mut options = Options::default();
        for (name, value, error) in [
            ("Colour", "1", "unknown option 'Colour'"),
            ("IrisSize", "9", "option IrisSize: expected a whole number from 2 to 8, found '9'"),
            (
                "IrisSize",
                "99999999999999999999",
                "option IrisSize: expected a whole number from 2 to 8, found '99999999999999999999'",
            ),
            ("Ponder", "yes", "option Ponder: expected true or false, found 'yes'"),
            ("LinetrisOrder", "", "option LinetrisOrder: expected one of win, clear, found ''"),
        ] {
            let refused = options.set(name, value).map_err(|error| error.to_string());
            assert_eq!(refused, Err(error.to_owned()));
            assert_eq!(options, Options::default());
        }
    }

    #[test]
    fn every_default_is_one_token() {
        for option in Options::declarations() {
            assert!(TABLE.iter().any(|entry| entry.name == option.name));
            let value = TABLE
                .iter()
                .find(|entry| entry.name == option.name)
                .map(|entry| entry.value(&Options::default()));
            assert!(value.is_some_and(|value| !value.is_empty() && !value.contains(' ')));
        }
    }
}
