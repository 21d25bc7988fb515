//! The lists of commands: one macro, so that a list and its enum cannot drift apart.

/// Declares an enum of command names together with what a person wants to know about each.
macro_rules! verbs {
    ($(#[$attribute:meta])* $($name:ident = $word:literal, $usage:literal, $about:literal, $example:literal;)*) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Verb {
            $(#[doc = concat!("`", $usage, "`: ", $about, ".")] $name,)*
        }

        impl Verb {
            /// Every command, in the order in which a person should meet them.
            pub const ALL: &'static [Verb] = &[$(Verb::$name),*];

            /// The word that begins the line.
            pub fn word(self) -> &'static str {
                match self { $(Verb::$name => $word),* }
            }

            /// The shape of the whole line: capitals stand for what the sender fills in.
            pub fn usage(self) -> &'static str {
                match self { $(Verb::$name => $usage),* }
            }

            /// What it does, in one line, without a full stop.
            pub fn about(self) -> &'static str {
                match self { $(Verb::$name => $about),* }
            }

            /// A line that can be sent as it is.
            pub fn example(self) -> &'static str {
                match self { $(Verb::$name => $example),* }
            }

            /// The command with this word, spelled exactly.
            pub fn find(word: &str) -> Option<Verb> {
                Verb::ALL.iter().copied().find(|verb| verb.word() == word)
            }
        }

        impl std::fmt::Display for Verb {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}

pub(crate) use verbs;
