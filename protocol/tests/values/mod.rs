//! Strategies for every value that can cross the pipe.

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use tetrarch_protocol::gtp::{self, ColourWord, Failure, FailureKind, Input, Request, Response};
use tetrarch_protocol::ugi::{
    Answer, BestMove, Bound, Clock, Command, Flavour, Go, Info, OptionDecl, OptionKind, Query,
    Reply, Score, ScoreReport, Start,
};
use tetrarch_protocol::{Depth, Millis, Nodes, Permille, Player, Seconds};

/// Words that mean something somewhere on a line; a free word may not be one of them, because no
/// escape exists. (Capitals make a word free in any case, and so do the digits and signs below.)
fn word() -> impl Strategy<Value = String> {
    "[A-Z0-9äß!-.+-]{1,8}".prop_filter("a comment or a number", |word| {
        !word.contains('#') && word.parse::<f64>().is_err()
    })
}

fn words() -> impl Strategy<Value = Vec<String>> {
    vec(word(), 0..6)
}

fn text() -> impl Strategy<Value = String> {
    vec(word(), 1..5).prop_map(|words| words.join(" "))
}

fn player() -> impl Strategy<Value = Player> {
    proptest::sample::select(Player::ALL.to_vec())
}

fn flavour() -> impl Strategy<Value = Flavour> {
    prop_oneof![Just(Flavour::Ugi), Just(Flavour::Uci)]
}

fn millis() -> impl Strategy<Value = Millis> {
    any::<i64>().prop_map(Millis)
}

pub fn go() -> impl Strategy<Value = Go> {
    let clock = (of(millis()), of(millis())).prop_map(|(time, inc)| Clock { time, inc });
    (
        proptest::array::uniform4(clock),
        of(any::<u32>()),
        of(millis()),
        of(any::<u32>().prop_map(Depth)),
        of(any::<u64>().prop_map(Nodes)),
        of(any::<u32>()),
        any::<[bool; 2]>(),
        words(),
    )
        .prop_map(
            |(clocks, moves_to_go, move_time, depth, nodes, mate, [infinite, ponder], list)| Go {
                clocks,
                moves_to_go,
                move_time,
                depth,
                nodes,
                mate,
                infinite,
                ponder,
                search_moves: list,
            },
        )
}

fn query() -> impl Strategy<Value = Query> {
    prop_oneof![
        Just(Query::GameOver),
        player().prop_map(Query::IsTurn),
        Just(Query::Result),
        Just(Query::Turn),
        Just(Query::Players),
        Just(Query::Fen),
        Just(Query::Moves),
        prop_oneof![Just(String::new()), text()].prop_map(Query::IsLegal),
        Just(Query::Score),
        prop_oneof![Just(String::new()), text()].prop_map(Query::Unknown),
    ]
}

pub fn command() -> impl Strategy<Value = Command> {
    let start = prop_oneof![Just(Start::Startpos), text().prop_map(Start::Fen)];
    let value = of(prop_oneof![Just(String::new()), text()]);
    prop_oneof![
        Just(Command::Ugi),
        Just(Command::Uci),
        Just(Command::IsReady),
        (text(), value).prop_map(|(name, value)| Command::SetOption { name, value }),
        flavour().prop_map(Command::NewGame),
        (start, words()).prop_map(|(from, moves)| Command::Position { from, moves }),
        go().prop_map(Command::Go),
        any::<u32>().prop_map(|depth| Command::Perft(Depth(depth))),
        Just(Command::Stop),
        Just(Command::PonderHit),
        query().prop_map(Command::Query),
        Just(Command::Display),
        vec(word(), 1..4).prop_map(Command::Play),
        Just(Command::Undo),
        Just(Command::Moves),
        Just(Command::Eval),
        Just(Command::Bench),
        of(word()).prop_map(Command::Help),
        any::<bool>().prop_map(Command::Debug),
        Just(Command::Quit),
    ]
}

fn info() -> impl Strategy<Value = Info> {
    let score = prop_oneof![any::<i32>().prop_map(Score::Cp), any::<i32>().prop_map(Score::Mate)];
    let bound = of(prop_oneof![Just(Bound::Lower), Just(Bound::Upper)]);
    let score = (score, bound).prop_map(|(score, bound)| ScoreReport { score, bound });
    (
        of(any::<u32>().prop_map(Depth)),
        of(any::<u32>().prop_map(Depth)),
        of(any::<u32>()),
        of(score),
        of(any::<u64>().prop_map(Nodes)),
        of(any::<u64>()),
        of(any::<u32>().prop_map(Permille)),
        of(millis()),
        words(),
    )
        .prop_map(|(depth, seldepth, multipv, score, nodes, nps, hashfull, time, pv)| Info {
            depth,
            seldepth,
            multipv,
            score,
            nodes,
            nps,
            hashfull,
            time,
            pv,
        })
}

fn option() -> impl Strategy<Value = OptionDecl> {
    let default = || prop_oneof![Just(String::new()), text()];
    let kind = prop_oneof![
        any::<bool>().prop_map(|default| OptionKind::Check { default }),
        any::<[i64; 3]>().prop_map(|[default, min, max]| OptionKind::Spin { default, min, max }),
        (default(), vec(default(), 0..5))
            .prop_map(|(default, values)| OptionKind::Combo { default, values }),
        Just(OptionKind::Button),
        default().prop_map(|default| OptionKind::String { default }),
    ];
    (text(), kind).prop_map(|(name, kind)| OptionDecl { name, kind })
}

pub fn reply() -> impl Strategy<Value = Reply> {
    let best = prop_oneof![
        Just(BestMove::none()),
        (word().prop_map(Some), of(word())).prop_map(|(mv, ponder)| BestMove { mv, ponder }),
    ];
    prop_oneof![
        text().prop_map(Reply::IdName),
        text().prop_map(Reply::IdAuthor),
        option().prop_map(Reply::Option),
        Just(Reply::UgiOk),
        Just(Reply::UciOk),
        Just(Reply::ReadyOk),
        info().prop_map(Reply::Info),
        text().prop_map(Reply::InfoString),
        text().prop_map(Reply::error),
        best.prop_map(Reply::BestMove),
        text().prop_map(|text| Reply::Response(Answer::from(text))),
        (word(), any::<u64>()).prop_map(|(mv, count)| Reply::PerftLine { mv, count: Nodes(count) }),
        any::<u64>().prop_map(|nodes| Reply::PerftTotal(Nodes(nodes))),
        "( {0,4}[A-Z.|/\\\\-]{1,5}){0,4}".prop_map(Reply::Text),
    ]
}

fn colour() -> impl Strategy<Value = ColourWord> {
    word().prop_map(|word| ColourWord::new(&word))
}

fn gtp_command() -> impl Strategy<Value = gtp::Command> {
    use gtp::Command;
    let plain = [
        Command::ProtocolVersion,
        Command::Name,
        Command::Version,
        Command::ListCommands,
        Command::Quit,
        Command::ClearBoard,
        Command::Undo,
        Command::ShowBoard,
        Command::FinalScore,
        Command::CpuTime,
        Command::ListGames,
        Command::GoguiInterrupt,
        Command::GoguiAnalyzeCommands,
        Command::GoguiRulesGameId,
        Command::GoguiRulesBoard,
        Command::GoguiRulesBoardSize,
        Command::GoguiRulesLegalMoves,
        Command::GoguiRulesSideToMove,
        Command::GoguiRulesFinalResult,
    ];
    let seconds = || any::<i64>().prop_map(Seconds);
    prop_oneof![
        proptest::sample::select(plain.to_vec()),
        word().prop_map(Command::KnownCommand),
        any::<u32>().prop_map(Command::BoardSize),
        any::<[u32; 2]>()
            .prop_map(|[width, height]| Command::RectangularBoardSize { width, height }),
        "-?[0-9]{1,3}(\\.[05])?".prop_map(Command::Komi),
        (colour(), word()).prop_map(|(colour, mv)| Command::Play { colour, mv }),
        colour().prop_map(Command::GenMove),
        colour().prop_map(Command::RegGenMove),
        (seconds(), seconds(), any::<u32>()).prop_map(|(main, byo_yomi, stones)| {
            Command::TimeSettings { main, byo_yomi, stones }
        }),
        (colour(), seconds(), any::<u32>())
            .prop_map(|(colour, time, stones)| { Command::TimeLeft { colour, time, stones } }),
        text().prop_map(Command::SetGame),
        word().prop_map(Command::Unknown),
    ]
}

pub fn input() -> impl Strategy<Value = Input> {
    let request = (of(any::<u32>()), gtp_command())
        .prop_map(|(id, command)| Input::Request(Request { id, command }));
    prop_oneof![1 => Just(Input::Interrupt), 20 => request]
}

pub fn response() -> impl Strategy<Value = Response> {
    let lines = vec(" {0,3}[A-Za-z0-9=?.#]{1,6}", 0..4).prop_map(|lines| lines.join("\n"));
    // The first line loses the blanks before it, but may be left empty.
    let text = (any::<bool>(), lines).prop_map(|(below, lines)| match below && !lines.is_empty() {
        true => format!("\n{lines}"),
        false => lines.trim_start().to_owned(),
    });
    let kind = proptest::sample::select(vec![
        FailureKind::UnknownCommand,
        FailureKind::SyntaxError,
        FailureKind::IllegalMove,
        FailureKind::UnacceptableSize,
        FailureKind::CannotUndo,
        FailureKind::Other,
    ]);
    let detail = prop_oneof![Just(String::new()), "[A-Z:]{1,5}( [A-Z:]{1,5}){0,3}"];
    let failure = (kind, detail).prop_map(|(kind, detail)| Failure { kind, detail });
    let body = prop_oneof![text.prop_map(Ok), failure.prop_map(Err)];
    (of(any::<u32>()), body).prop_map(|(id, body)| Response { id, body })
}
