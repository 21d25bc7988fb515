//! What a controller asks for.

use std::fmt;

use nom::Parser;
use nom::combinator::verify;

use super::Verb;
use crate::line::{self, OneLine, OneWord, Parsed, expect, numeral, word};
use crate::{Player, Seconds};

/// The word for a side, in lower case. Those that mean the same in every game are known here;
/// a game's own colour names are for its adapter to translate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ColourWord(String);

impl ColourWord {
    /// Takes any word; capitals do not matter.
    pub fn new(word: &str) -> ColourWord {
        ColourWord(word.to_ascii_lowercase())
    }

    /// The word in lower case.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The player, if the word means the same in every game: black begins, white is second.
    pub fn player(&self) -> Option<Player> {
        match self.as_str() {
            "b" | "black" => Some(Player::P1),
            "w" | "white" => Some(Player::P2),
            word => Player::read(word),
        }
    }
}

impl From<&str> for ColourWord {
    fn from(word: &str) -> ColourWord {
        ColourWord::new(word)
    }
}

impl fmt::Display for ColourWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Bare(&self.0).fmt(f)
    }
}

/// A command with its arguments. Moves and vertices are kept as they were sent.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// `protocol_version`
    ProtocolVersion,
    /// `name`
    Name,
    /// `version`
    Version,
    /// `known_command NAME`
    KnownCommand(String),
    /// `list_commands`
    ListCommands,
    /// `quit`
    Quit,
    /// `boardsize N`
    BoardSize(u32),
    /// `rectangular_boardsize W H`
    RectangularBoardSize {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// `clear_board`
    ClearBoard,
    /// `komi X`: the word, which is a finite number.
    Komi(String),
    /// `play COLOUR MOVE`
    Play {
        /// Who plays.
        colour: ColourWord,
        /// A vertex, a move of the game's own, or `pass`.
        mv: String,
    },
    /// `genmove COLOUR`
    GenMove(ColourWord),
    /// `reg_genmove COLOUR`
    RegGenMove(ColourWord),
    /// `undo`
    Undo,
    /// `showboard`
    ShowBoard,
    /// `final_score`
    FinalScore,
    /// `time_settings MAIN BYOYOMI STONES`. In the standard's words, a byo-yomi time without
    /// stones means no time limit.
    TimeSettings {
        /// Main time.
        main: Seconds,
        /// Length of a byo-yomi period.
        byo_yomi: Seconds,
        /// Stones to play in each.
        stones: u32,
    },
    /// `time_left COLOUR TIME STONES`
    TimeLeft {
        /// Whose clock.
        colour: ColourWord,
        /// What it shows.
        time: Seconds,
        /// Stones left in the byo-yomi period; 0 means main time.
        stones: u32,
    },
    /// `cputime`
    CpuTime,
    /// `set_game GAME`
    SetGame(String),
    /// `list_games`
    ListGames,
    /// `gogui-interrupt`
    GoguiInterrupt,
    /// `gogui-analyze_commands`
    GoguiAnalyzeCommands,
    /// `gogui-rules_game_id`
    GoguiRulesGameId,
    /// `gogui-rules_board`
    GoguiRulesBoard,
    /// `gogui-rules_board_size`
    GoguiRulesBoardSize,
    /// `gogui-rules_legal_moves`
    GoguiRulesLegalMoves,
    /// `gogui-rules_side_to_move`
    GoguiRulesSideToMove,
    /// `gogui-rules_final_result`
    GoguiRulesFinalResult,
    /// Any other name, without its arguments; to be answered `unknown command`.
    Unknown(String),
}

impl Command {
    /// The name of the command; none if it is unknown.
    pub fn verb(&self) -> Option<Verb> {
        Some(match self {
            Command::ProtocolVersion => Verb::ProtocolVersion,
            Command::Name => Verb::Name,
            Command::Version => Verb::Version,
            Command::KnownCommand(_) => Verb::KnownCommand,
            Command::ListCommands => Verb::ListCommands,
            Command::Quit => Verb::Quit,
            Command::BoardSize(_) => Verb::BoardSize,
            Command::RectangularBoardSize { .. } => Verb::RectangularBoardSize,
            Command::ClearBoard => Verb::ClearBoard,
            Command::Komi(_) => Verb::Komi,
            Command::Play { .. } => Verb::Play,
            Command::GenMove(_) => Verb::GenMove,
            Command::RegGenMove(_) => Verb::RegGenMove,
            Command::Undo => Verb::Undo,
            Command::ShowBoard => Verb::ShowBoard,
            Command::FinalScore => Verb::FinalScore,
            Command::TimeSettings { .. } => Verb::TimeSettings,
            Command::TimeLeft { .. } => Verb::TimeLeft,
            Command::CpuTime => Verb::CpuTime,
            Command::SetGame(_) => Verb::SetGame,
            Command::ListGames => Verb::ListGames,
            Command::GoguiInterrupt => Verb::GoguiInterrupt,
            Command::GoguiAnalyzeCommands => Verb::GoguiAnalyzeCommands,
            Command::GoguiRulesGameId => Verb::GoguiRulesGameId,
            Command::GoguiRulesBoard => Verb::GoguiRulesBoard,
            Command::GoguiRulesBoardSize => Verb::GoguiRulesBoardSize,
            Command::GoguiRulesLegalMoves => Verb::GoguiRulesLegalMoves,
            Command::GoguiRulesSideToMove => Verb::GoguiRulesSideToMove,
            Command::GoguiRulesFinalResult => Verb::GoguiRulesFinalResult,
            Command::Unknown(_) => return None,
        })
    }
}

/// What follows the name of the command. Words after the last argument are ignored, except after a
/// move: the second half of a turn must not be lost in silence.
pub(super) fn command(verb: Verb, input: &str) -> Parsed<'_, Command> {
    let plain = |command| Ok((input, command));
    match verb {
        Verb::ProtocolVersion => plain(Command::ProtocolVersion),
        Verb::Name => plain(Command::Name),
        Verb::Version => plain(Command::Version),
        Verb::KnownCommand => expect("the name of a command", word)
            .map(|name| Command::KnownCommand(name.to_owned()))
            .parse(input),
        Verb::ListCommands => plain(Command::ListCommands),
        Verb::Quit => plain(Command::Quit),
        Verb::BoardSize => expect("a size", numeral).map(Command::BoardSize).parse(input),
        Verb::RectangularBoardSize => (expect("a width", numeral), expect("a height", numeral))
            .map(|(width, height)| Command::RectangularBoardSize { width, height })
            .parse(input),
        Verb::ClearBoard => plain(Command::ClearBoard),
        Verb::Komi => expect("a number", verify(word, is_finite))
            .map(|komi| Command::Komi(komi.to_owned()))
            .parse(input),
        Verb::Play => play(input),
        Verb::GenMove => colour.map(Command::GenMove).parse(input),
        Verb::RegGenMove => colour.map(Command::RegGenMove).parse(input),
        Verb::Undo => plain(Command::Undo),
        Verb::ShowBoard => plain(Command::ShowBoard),
        Verb::FinalScore => plain(Command::FinalScore),
        Verb::TimeSettings => (seconds, seconds, stones)
            .map(|(main, byo_yomi, stones)| Command::TimeSettings { main, byo_yomi, stones })
            .parse(input),
        Verb::TimeLeft => (colour, seconds, stones)
            .map(|(colour, time, stones)| Command::TimeLeft { colour, time, stones })
            .parse(input),
        Verb::CpuTime => plain(Command::CpuTime),
        Verb::SetGame => {
            let name = verify(line::text, |name: &str| !name.is_empty());
            expect("the name of a game", name).map(Command::SetGame).parse(input)
        }
        Verb::ListGames => plain(Command::ListGames),
        Verb::GoguiInterrupt => plain(Command::GoguiInterrupt),
        Verb::GoguiAnalyzeCommands => plain(Command::GoguiAnalyzeCommands),
        Verb::GoguiRulesGameId => plain(Command::GoguiRulesGameId),
        Verb::GoguiRulesBoard => plain(Command::GoguiRulesBoard),
        Verb::GoguiRulesBoardSize => plain(Command::GoguiRulesBoardSize),
        Verb::GoguiRulesLegalMoves => plain(Command::GoguiRulesLegalMoves),
        Verb::GoguiRulesSideToMove => plain(Command::GoguiRulesSideToMove),
        Verb::GoguiRulesFinalResult => plain(Command::GoguiRulesFinalResult),
    }
}

fn play(input: &str) -> Parsed<'_, Command> {
    let (input, colour) = colour(input)?;
    let (input, mv) = expect("a move", word).parse(input)?;
    let (input, ()) = expect("nothing after the move", line::end).parse(input)?;
    let mv = mv.to_owned();
    Ok((input, Command::Play { colour, mv }))
}

fn colour(input: &str) -> Parsed<'_, ColourWord> {
    expect("a colour", word).map(ColourWord::new).parse(input)
}

fn seconds(input: &str) -> Parsed<'_, Seconds> {
    expect("seconds", numeral).parse(input)
}

fn stones(input: &str) -> Parsed<'_, u32> {
    expect("a number of stones", numeral).parse(input)
}

fn is_finite(word: &str) -> bool {
    word.parse::<f64>().is_ok_and(f64::is_finite)
}

/// A word in which nothing begins a comment.
struct Bare<'a>(&'a str);

impl fmt::Display for Bare<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        OneWord(&self.0.replace('#', "_")).fmt(f)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(verb) = self.verb() {
            verb.fmt(f)?;
        }
        match self {
            Command::KnownCommand(name) => write!(f, " {}", Bare(name)),
            Command::BoardSize(size) => write!(f, " {size}"),
            Command::RectangularBoardSize { width, height } => write!(f, " {width} {height}"),
            Command::Komi(komi) => write!(f, " {}", Bare(komi)),
            Command::Play { colour, mv } => write!(f, " {colour} {}", Bare(mv)),
            Command::GenMove(colour) | Command::RegGenMove(colour) => write!(f, " {colour}"),
            Command::TimeSettings { main, byo_yomi, stones } => {
                write!(f, " {main} {byo_yomi} {stones}")
            }
            Command::TimeLeft { colour, time, stones } => write!(f, " {colour} {time} {stones}"),
            Command::SetGame(name) => write!(f, " {}", OneLine(&name.replace('#', "_"))),
            Command::Unknown(name) => Bare(name).fmt(f),
            _ => Ok(()),
        }
    }
}
