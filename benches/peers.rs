//! Connect Four side by side with the crates one would otherwise take: the general search of
//! `minimax`, over the very same game type and judgement, and the solver `connect-four-ai`.
//!
//! Times are the processor's: on a busy machine the clock would favour the shorter run, which fits
//! between two interruptions. They still mean little by themselves: look at the ratios.
//!
//! A node is the same on both sides: a position that was reached by a move and looked at, be it to
//! search, to judge, to find it in the table or to see that the game is over; the same position
//! twice is two nodes. `minimax` counts each call of its `negamax`; we count each call of ours, and
//! each position judged side by side with its siblings, some of which a search one by one would not
//! have reached. What our resolver settles at the node above is counted by nobody here, though
//! `minimax` has to go there: moves that win at once, and moves that let the opponent win at once.
//!
//! So the two trees differ in kind, and the time to a depth says more than nodes a second. To
//! compare like with like there is a second line of ours, *plain*: without the resolver, without
//! reductions, deepening step by step over one table as `minimax` does.

use std::time::Duration;

use cpu_time::ProcessTime;
use minimax::strategies::iterative::{IterativeOptions, IterativeSearch};
use minimax::{Evaluation, Evaluator, Strategy, Winner};
use tetrarch::game::{Game, Outcome, Steps, Turn};
use tetrarch::games::linetris::{Column, Linetris, Order, Rules};
use tetrarch::history::History;
use tetrarch::search::{Judge, Limits, Memory, Parts, Score, Signal, Task, search, study};

type Board = Linetris<u64>;

const TABLE: usize = 64;
const DEPTH: u32 = 14;
const ROUNDS: usize = 3;
/// Ours is over so soon that it takes more runs to find one that nothing disturbed.
const REPEATS: usize = 10;

/// A search with its name: what it takes, and how many nodes it looks at.
type Run<'a> = (&'a str, &'a dyn Fn() -> (Duration, u64));

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
    let begin = ProcessTime::now();
    let mut last = (0, Score::DRAW);
    search(history, &task, memory, &Signal::default(), &mut |report| {
        last = (report.nodes, report.score);
    });
    (begin.elapsed(), last.0, last.1)
}

/// Time and nodes of our search without what `minimax` does not have either.
fn plain(memory: &Memory) -> (Duration, u64) {
    memory.clear();
    let parts = Parts { resolve: false, reduce: false, ..Parts::ALL };
    let root = History::new(start());
    let begin = ProcessTime::now();
    let nodes = (1..=DEPTH).map(|depth| study(&root, depth, parts, memory).1).sum();
    (begin.elapsed(), nodes)
}

/// Time and nodes of the other search.
fn theirs(options: IterativeOptions) -> (Duration, u64) {
    let mut search = IterativeSearch::new(Ours, options.with_table_byte_size(TABLE << 20));
    search.set_max_depth(DEPTH as u8);
    let mut root = start();
    let begin = ProcessTime::now();
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

fn best(rounds: usize, run: impl Fn() -> (Duration, u64)) -> (Duration, u64) {
    (0..rounds).map(|_| run()).min().expect("at least one round")
}

fn main() {
    println!(
        "Connect Four 7x6 from the start to depth {DEPTH}, {TABLE} MiB, best of {ROUNDS} rounds (ours to that depth: {REPEATS} times a round)"
    );
    // The other table is written when it is made, ours when it is first used.
    let memory = Memory::new(TABLE);
    let deepen = |depth| {
        let (time, nodes, _) = ours(&memory, &History::new(start()), Some(depth));
        (time, nodes)
    };
    deepen(2 * DEPTH);
    let plain = || plain(&memory);
    let full = || best(REPEATS, || deepen(DEPTH));
    // As long as the others take: by then the table no longer fits the caches.
    let long = || deepen(2 * DEPTH);
    let option = |options: IterativeOptions| move || theirs(options);
    let [bare, counters, history] = [
        IterativeOptions::new(),
        IterativeOptions::new().with_countermoves(),
        IterativeOptions::new().with_countermove_history(),
    ]
    .map(option);
    let runs: [Run<'_>; 6] = [
        ("tetrarch", &full),
        ("tetrarch, plain", &plain),
        ("tetrarch, twice as deep", &long),
        ("minimax, plain", &bare),
        ("minimax, countermoves", &counters),
        ("minimax, reordering", &history),
    ];
    // Round by round: a machine that is slow for a while is slow for all.
    let mut bests = runs.map(|(name, run)| (name, run()));
    for _ in 1..ROUNDS {
        for ((_, run), (_, so_far)) in runs.iter().zip(&mut bests) {
            *so_far = run().min(*so_far);
        }
    }
    let (own, others) = bests.split_at(3);
    for (name, (time, nodes)) in bests {
        println!("  {name:<24}{time:>10.3?} {nodes:>10} nodes {:>6.2} M/s", rate(time, nodes));
    }
    for &(name, (time, nodes)) in others {
        println!("  against {name}");
        for &(name, (our_time, our_nodes)) in &own[..2] {
            println!(
                "    {name:<22}{:>10.1} times faster {:>16.2} times its nodes per second",
                time.as_secs_f64() / our_time.as_secs_f64(),
                rate(our_time, our_nodes) / rate(time, nodes)
            );
        }
    }
    println!("Connect Four solved from these moves, against connect-four-ai without its book");
    for moves in ["274552224131661", "5455174361263362", "6614446666373154"] {
        let (time, nodes, score) = ours(&memory, &after(moves), None);
        let mut solver = connect_four_ai::Solver::empty();
        let position = connect_four_ai::Position::from_moves(moves).expect("legal moves");
        let begin = ProcessTime::now();
        let value = solver.solve(&position);
        let other = begin.elapsed();
        println!(
            "  {moves:<17} {score:<8} {time:>12.3?} {nodes:>10} nodes; theirs {value:>3} {other:>12.3?}: {:.2} of our time",
            other.as_secs_f64() / time.as_secs_f64()
        );
    }
}
