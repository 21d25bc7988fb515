//! Connect Four side by side with the crates one would otherwise take: the general search of
//! `minimax`, over the very same game type and judgement, and the solver `connect-four-ai`.
//!
//! Times mean little by themselves on a busy machine: look at the ratios.

use std::time::{Duration, Instant};

use minimax::strategies::iterative::{IterativeOptions, IterativeSearch};
use minimax::{Evaluation, Evaluator, Strategy, Winner};
use tetrarch::game::{Game, Outcome, Steps, Turn};
use tetrarch::games::linetris::{Column, Linetris, Order, Rules};
use tetrarch::history::History;
use tetrarch::search::{Judge, Limits, Memory, Score, Signal, Task, search};

type Board = Linetris<u64>;

const TABLE: usize = 64;
const DEPTH: u32 = 14;
const ROUNDS: usize = 3;

/// Our game as `minimax` wants it.
struct Adapter;

impl minimax::Game for Adapter {
    type S = Board;
    type M = Column;

    fn generate_moves(state: &Board, moves: &mut Vec<Column>) -> Option<Winner> {
        let mut steps = Steps::new();
        state.steps(&mut steps);
        moves.extend(steps);
        Self::get_winner(state)
    }

    fn apply(state: &mut Board, column: Column) -> Option<Board> {
        let mut next = *state;
        next.play(column);
        Some(next)
    }

    fn get_winner(state: &Board) -> Option<Winner> {
        state.outcome().map(|outcome| match outcome {
            Outcome::Drawn => Winner::Draw,
            Outcome::Won(seat) if seat == state.mover() => Winner::PlayerToMove,
            Outcome::Won(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &Board) -> u64 {
        state.key()
    }

    fn table_index(column: Column) -> u16 {
        column.0.into()
    }

    fn max_table_index() -> u16 {
        10
    }
}

#[derive(Default)]
struct Ours;

impl Evaluator for Ours {
    type G = Adapter;

    fn evaluate(&self, state: &Board) -> Evaluation {
        state.judge(&state.look()) as Evaluation
    }
}

fn start() -> Board {
    let rules = Rules { clear: false, order: Order::Win };
    Board::new(7, 6, rules).expect("7x6 fits 64 bits")
}

fn after(moves: &str) -> History<Board> {
    let mut history = History::new(start());
    for digit in moves.bytes() {
        history.play(Turn::one(Column(digit - b'1')));
    }
    history
}

/// Time, nodes and score of our search.
fn ours(memory: &Memory, history: &History<Board>, depth: Option<u32>) -> (Duration, u64, Score) {
    memory.clear();
    let task = Task { limits: Limits { depth, ..Limits::default() }, ..Task::default() };
    let begin = Instant::now();
    let mut last = (0, Score::DRAW);
    search(history, &task, memory, &Signal::default(), &mut |report| {
        last = (report.nodes, report.score);
    });
    (begin.elapsed(), last.0, last.1)
}

/// Time and nodes of the other search.
fn theirs(options: IterativeOptions) -> (Duration, u64) {
    let mut search = IterativeSearch::new(Ours, options.with_table_byte_size(TABLE << 20));
    search.set_max_depth(DEPTH as u8);
    let mut root = start();
    let begin = Instant::now();
    search.choose_move(&root);
    let time = begin.elapsed();
    // The count is told in words only.
    let told = search.stats(&mut root);
    let words: Vec<&str> = told.split_whitespace().collect();
    let at = words.iter().position(|&word| word == "Explored");
    let nodes = at.and_then(|at| words.get(at + 1)?.parse().ok()).unwrap_or(0);
    (time, nodes)
}

fn rate(time: Duration, nodes: u64) -> f64 {
    nodes as f64 / time.as_secs_f64() / 1e6
}

fn main() {
    println!("Connect Four 7x6 from the start to depth {DEPTH}, {TABLE} MiB, best of {ROUNDS}");
    let best = |run: &dyn Fn() -> (Duration, u64)| (0..ROUNDS).map(|_| run()).min();
    // The other table is written when it is made, ours when it is first used.
    let memory = Memory::new(TABLE);
    ours(&memory, &History::new(start()), Some(2 * DEPTH));
    let (time, nodes) = best(&|| {
        let (time, nodes, _) = ours(&memory, &History::new(start()), Some(DEPTH));
        (time, nodes)
    })
    .expect("at least one round");
    println!(
        "  tetrarch            {time:>12.3?} {nodes:>10} nodes {:>6.2} M/s",
        rate(time, nodes)
    );
    let options = [
        ("minimax, plain", IterativeOptions::new()),
        ("minimax, countermoves", IterativeOptions::new().with_countermoves()),
        ("minimax, reordering", IterativeOptions::new().with_countermove_history()),
    ];
    for (name, options) in options {
        let (other, count) = best(&|| theirs(options)).expect("at least one round");
        println!(
            "  {name:<22}{other:>10.3?} {count:>10} nodes {:>6.2} M/s: {:.1} times our time, {:.2} of our speed",
            rate(other, count),
            other.as_secs_f64() / time.as_secs_f64(),
            rate(other, count) / rate(time, nodes)
        );
    }
    println!("Connect Four solved from these moves, against connect-four-ai without its book");
    for moves in ["274552224131661", "5455174361263362", "6614446666373154"] {
        let (time, nodes, score) = ours(&memory, &after(moves), None);
        let mut solver = connect_four_ai::Solver::empty();
        let position = connect_four_ai::Position::from_moves(moves).expect("legal moves");
        let begin = Instant::now();
        let value = solver.solve(&position);
        let other = begin.elapsed();
        println!(
            "  {moves:<17} {score:<8} {time:>12.3?} {nodes:>10} nodes; theirs {value:>3} {other:>12.3?}: {:.2} of our time",
            other.as_secs_f64() / time.as_secs_f64()
        );
    }
}
