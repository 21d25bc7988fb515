//! The net run forwards with its errors run backwards.

#![allow(clippy::needless_range_loop, reason = "iterators are not inlined for the machine at hand")]

use tetrarch::games::iris::MAX_SIZE;
use tetrarch::games::iris::net::features::FACTS;
use tetrarch::games::iris::net::features::Features;
use tetrarch::games::iris::net::layers::{Machine, Work, add, dot, fast, multiply, relu};
use tetrarch::games::iris::net::{
    BIAS_1, BIAS_2, BIAS_3, BOARD, CHANNELS, CONV_2, CONV_3, EMBED, Frame, HIDDEN, HIDDEN_BIAS,
    HIDDEN_BOARD, POLICY, ROWS, Row, SCALARS, TAPS, VALUE, ZERO,
};

use super::weights::Weights;

/// Places of the largest board with a border around it.
const PADDED: usize = (2 * MAX_SIZE + 1) * (2 * MAX_SIZE + 1);

/// A position and what should be said of it.
pub struct Lesson {
    /// The size of the board.
    pub size: usize,
    /// What the net sees.
    pub features: Features,
    /// How likely the mover wins.
    pub chance: f32,
    /// The legal placements by their cells, with their shares, which add up to 1; empty if
    /// nobody knows them.
    pub policy: Vec<(u8, f32)>,
}

/// How wrong the net was.
#[derive(Clone, Copy, Default, Debug)]
pub struct Loss {
    /// Cross-entropy of the value, above that of the best possible answer.
    pub value: f64,
    /// The same of the policy.
    pub policy: f64,
    /// How often the likeliest placement was the likeliest.
    pub hits: f64,
    /// Lessons, and those with a policy.
    pub count: [f64; 2],
    /// Squares of the errors of the value.
    pub squares: f64,
}

impl Loss {
    /// Adds another's.
    pub fn add(&mut self, other: &Loss) {
        self.value += other.value;
        self.policy += other.policy;
        self.hits += other.hits;
        self.squares += other.squares;
        self.count[0] += other.count[0];
        self.count[1] += other.count[1];
    }

    /// Means: value, policy, hits, squares.
    pub fn means(&self) -> [f64; 4] {
        let [all, some] = self.count.map(|count| count.max(1.0));
        [self.value / all, self.policy / some, self.hits / some, self.squares / all]
    }
}

/// Rows to work with, and the gradient so far.
pub struct Gradient {
    /// As the net's.
    pub rows: Vec<Row>,
    /// The convolutions' weights from output to input, by the tap that leads back.
    back: [Vec<Row>; 2],
}

/// The tap in the opposite direction.
const BACK: [usize; TAPS] = [0, 4, 5, 6, 1, 2, 3];

struct Learn<'a> {
    gradient: &'a mut Gradient,
    net: &'a Weights,
    lessons: &'a [Lesson],
}

impl Work for Learn<'_> {
    type Output = Loss;

    #[inline(always)]
    fn work(self, _machine: impl Machine) -> Loss {
        let mut loss = Loss::default();
        // No iterator's closure here: it would be compiled for the oldest machine.
        for lesson in self.lessons {
            loss.add(&self.gradient.one(self.net, lesson));
        }
        loss
    }
}

impl Gradient {
    /// Nothing yet, for a net as it is now.
    pub fn new(net: &Weights) -> Gradient {
        let turn = |weights: &[Row]| {
            let mut back = vec![ZERO; TAPS * CHANNELS];
            for tap in 0..TAPS {
                for from in 0..CHANNELS {
                    for to in 0..CHANNELS {
                        back[tap * CHANNELS + to][from] = weights[BACK[tap] * CHANNELS + from][to];
                    }
                }
            }
            back
        };
        let back = [turn(&net.rows[CONV_2..BIAS_2]), turn(&net.rows[CONV_3..BIAS_3])];
        Gradient { rows: vec![ZERO; ROWS], back }
    }

    /// Adds the gradient of the loss of some lessons.
    pub fn learn(&mut self, net: &Weights, lessons: &[Lesson]) -> Loss {
        fast(Learn { gradient: self, net, lessons })
    }

    #[inline(always)]
    fn one(&mut self, net: &Weights, lesson: &Lesson) -> Loss {
        let (rows, features) = (&net.rows, &lesson.features);
        let frame = Frame::of(lesson.size);
        let (places, taps) = (&frame.places, &frame.taps);
        let count = places.len();
        let mut first = [ZERO; PADDED];
        for cell in 0..count {
            first[places[cell]] = relu(embed(rows, frame, features, cell));
        }
        let (mut bias, mut hidden) = (rows[BIAS_2], rows[HIDDEN_BIAS]);
        for &fact in &features.board {
            add(&mut bias, &rows[BOARD + usize::from(fact)]);
            add(&mut hidden, &rows[HIDDEN_BOARD + usize::from(fact)]);
        }
        let mut second = [ZERO; PADDED];
        let weights = &rows[CONV_2..BIAS_2];
        convolve(weights, places, taps, &first, |_| bias, |at, sum| second[at] = relu(sum));
        let mut third = [ZERO; PADDED];
        let weights = &rows[CONV_3..BIAS_3];
        let start = |place: usize| {
            let mut start = rows[BIAS_3];
            add(&mut start, &first[place]);
            start
        };
        convolve(weights, places, taps, &second, start, |at, sum| third[at] = relu(sum));
        let mut pools = [ZERO; 3];
        let mut argmax = [places[0]; CHANNELS];
        let mut rim = 0;
        for cell in 0..count {
            let place = places[cell];
            let row = third[place];
            add(&mut pools[0], &row);
            if frame.rim[cell] {
                add(&mut pools[1], &row);
                rim += 1;
            }
            for channel in 0..CHANNELS {
                if row[channel] > pools[2][channel] {
                    pools[2][channel] = row[channel];
                    argmax[channel] = place;
                }
            }
        }
        let scales = [1.0 / count as f32, 1.0 / rim as f32, 1.0];
        for part in 0..3 {
            for channel in 0..CHANNELS {
                pools[part][channel] *= scales[part];
                let weights = &rows[HIDDEN + part * CHANNELS + channel];
                multiply(&mut hidden, pools[part][channel], weights);
            }
        }
        let hidden = relu(hidden);
        let biases = rows[SCALARS];
        let value = biases[2] + dot(&hidden, &rows[VALUE]);

        // Backwards from here.
        let mut loss = Loss { count: [1.0, 0.0], ..Loss::default() };
        let mut back = [ZERO; PADDED];
        let chance = 1.0 / (1.0 + (-value).exp());
        let wrong = chance - lesson.chance;
        loss.value =
            f64::from(entropy(lesson.chance, chance) - entropy(lesson.chance, lesson.chance));
        loss.squares = f64::from(wrong * wrong);
        let grown = &mut self.rows;
        let mut scalars = ZERO;
        scalars[2] = wrong;
        multiply(&mut grown[VALUE], wrong, &hidden);
        let mut below = ZERO;
        for channel in 0..CHANNELS {
            below[channel] = if hidden[channel] > 0.0 { wrong * rows[VALUE][channel] } else { 0.0 };
        }
        add(&mut grown[HIDDEN_BIAS], &below);
        for &fact in &features.board {
            add(&mut grown[HIDDEN_BOARD + usize::from(fact)], &below);
        }
        let mut pooled = [ZERO; 3];
        for part in 0..3 {
            let pool = &pools[part];
            for channel in 0..CHANNELS {
                let at = HIDDEN + part * CHANNELS + channel;
                multiply(&mut grown[at], pool[channel], &below);
                pooled[part][channel] = scales[part] * dot(&rows[at], &below);
            }
        }
        for cell in 0..count {
            let place = places[cell];
            add(&mut back[place], &pooled[0]);
            if frame.rim[cell] {
                add(&mut back[place], &pooled[1]);
            }
        }
        for channel in 0..CHANNELS {
            back[argmax[channel]][channel] += pooled[2][channel];
        }
        if !lesson.policy.is_empty() {
            let mut guess = Vec::with_capacity(lesson.policy.len());
            for &(code, _) in &lesson.policy {
                let cell = usize::from(code);
                let row = &third[places[cell]];
                guess.push(if frame.rim[cell] {
                    let across = &third[places[frame.opposites[cell]]];
                    biases[1] + dot(row, &rows[POLICY + 1]) + dot(across, &rows[POLICY + 1])
                } else {
                    biases[0] + dot(row, &rows[POLICY])
                });
            }
            softmax(&mut guess);
            loss.count[1] = 1.0;
            let best = |shares: &mut dyn Iterator<Item = f32>| {
                let start = (0, f32::MIN);
                let pick =
                    |best: (usize, f32), one: (usize, f32)| if one.1 > best.1 { one } else { best };
                shares.enumerate().fold(start, pick).0
            };
            let hit = best(&mut guess.iter().copied())
                == best(&mut lesson.policy.iter().map(|one| one.1));
            loss.hits = f64::from(u8::from(hit));
            for (&(code, share), &guess) in lesson.policy.iter().zip(&guess) {
                if share > 0.0 {
                    loss.policy += f64::from(share * (share.ln() - guess.max(1e-9).ln()));
                }
                let wrong = guess - share;
                let cell = usize::from(code);
                let kind = usize::from(frame.rim[cell]);
                scalars[kind] += wrong;
                let pair = [places[cell], places[frame.opposites[cell]]];
                for &place in &pair[..=kind] {
                    multiply(&mut back[place], wrong, &rows[POLICY + kind]);
                    multiply(&mut grown[POLICY + kind], wrong, &third[place]);
                }
            }
        }
        add(&mut grown[SCALARS], &scalars);
        gate(places, &third, &mut back);
        let mut residual = back;
        weigh(&mut grown[CONV_3..BIAS_3], frame, &second, &back);
        for cell in 0..count {
            add(&mut grown[BIAS_3], &back[places[cell]]);
        }
        let mut lower = [ZERO; PADDED];
        convolve(&self.back[1], places, taps, &back, |_| ZERO, |at, sum| lower[at] = sum);
        gate(places, &second, &mut lower);
        weigh(&mut grown[CONV_2..BIAS_2], frame, &first, &lower);
        let mut sum = ZERO;
        for cell in 0..count {
            add(&mut sum, &lower[places[cell]]);
        }
        add(&mut grown[BIAS_2], &sum);
        for &fact in &features.board {
            add(&mut grown[BOARD + usize::from(fact)], &sum);
        }
        convolve(&self.back[0], places, taps, &lower, |at| back[at], |at, sum| residual[at] = sum);
        gate(places, &first, &mut residual);
        for cell in 0..count {
            let row = &residual[places[cell]];
            add(&mut grown[BIAS_1], row);
            for tap in 0..TAPS {
                let near = usize::from(frame.near[cell][tap]);
                if near >= features.cells.len() {
                    continue;
                }
                let facts = features.cells[near].as_slice();
                for at in 0..facts.len() {
                    add(&mut grown[EMBED + tap * FACTS + usize::from(facts[at])], row);
                }
            }
        }
        loss
    }
}

/// The first layer before its activation: rows of facts, by direction.
#[inline(always)]
fn embed(rows: &[Row], frame: &Frame, features: &Features, cell: usize) -> Row {
    let mut sum = rows[BIAS_1];
    for tap in 0..TAPS {
        // The border is no cell and has no facts.
        let near = usize::from(frame.near[cell][tap]);
        if near >= features.cells.len() {
            continue;
        }
        let facts = features.cells[near].as_slice();
        for at in 0..facts.len() {
            add(&mut sum, &rows[EMBED + tap * FACTS + usize::from(facts[at])]);
        }
    }
    sum
}

/// Cells that are worked on at once: their weights are loaded only once.
const BLOCK: usize = 4;

/// For each place: the sum over its taps and their channels of input times weight, beginning with
/// what `start` gives. `weights` has a row for each tap and input channel.
#[inline(always)]
fn convolve(
    weights: &[Row],
    places: &[usize],
    taps: &[isize; TAPS],
    input: &[Row],
    start: impl Fn(usize) -> Row,
    mut finish: impl FnMut(usize, Row),
) {
    let mut begin = 0;
    while begin < places.len() {
        let block = &places[begin..places.len().min(begin + BLOCK)];
        begin += BLOCK;
        // A short last block repeats its last cell.
        let (mut places, mut sums) = ([0; BLOCK], [ZERO; BLOCK]);
        for at in 0..BLOCK {
            places[at] = block[at.min(block.len() - 1)];
            sums[at] = start(places[at]);
        }
        for tap in 0..TAPS {
            let weights = &weights[tap * CHANNELS..(tap + 1) * CHANNELS];
            let mut near = [&input[0]; BLOCK];
            for at in 0..BLOCK {
                near[at] = &input[places[at].wrapping_add_signed(taps[tap])];
            }
            for channel in 0..CHANNELS {
                for at in 0..BLOCK {
                    multiply(&mut sums[at], near[at][channel], &weights[channel]);
                }
            }
        }
        for at in 0..block.len() {
            finish(block[at], sums[at]);
        }
    }
}

/// Nothing flows back through what was cut off at zero.
#[inline(always)]
fn gate(places: &[usize], active: &[Row; PADDED], back: &mut [Row; PADDED]) {
    for cell in 0..places.len() {
        let (active, back) = (&active[places[cell]], &mut back[places[cell]]);
        for channel in 0..CHANNELS {
            back[channel] = if active[channel] > 0.0 { back[channel] } else { 0.0 };
        }
    }
}

/// Adds the gradient of a convolution's weights.
#[inline(always)]
fn weigh(weights: &mut [Row], frame: &Frame, input: &[Row; PADDED], back: &[Row; PADDED]) {
    for tap in 0..TAPS {
        for block in 0..CHANNELS / BLOCK {
            let mut sums = [ZERO; BLOCK];
            for cell in 0..frame.places.len() {
                let place = frame.places[cell];
                let from = &input[place.wrapping_add_signed(frame.taps[tap])];
                let row = &back[place];
                for at in 0..BLOCK {
                    multiply(&mut sums[at], from[block * BLOCK + at], row);
                }
            }
            for at in 0..BLOCK {
                add(&mut weights[tap * CHANNELS + block * BLOCK + at], &sums[at]);
            }
        }
    }
}

/// The cross-entropy of a chance and a guess at it.
fn entropy(chance: f32, guess: f32) -> f32 {
    let guess = guess.clamp(1e-6, 1.0 - 1e-6);
    -chance * guess.ln() - (1.0 - chance) * (1.0 - guess).ln()
}

/// Logits to shares.
pub fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - most).exp());
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|share| *share /= sum);
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;
    use tetrarch::game::{Game, Steps};
    use tetrarch::games::iris::Iris;

    fn random_weights(rng: &mut Rng) -> Weights {
        let mut net = Weights::blank();
        net.rows.iter_mut().flatten().for_each(|weight| *weight = 0.3 * (rng.f32() - 0.5));
        Weights::from_bytes(&net.to_bytes())
    }

    fn lesson(rng: &mut Rng) -> (Iris<u64>, Lesson) {
        let mut position = Iris::<u64>::new(4).expect("a board");
        let mut steps = Steps::new();
        for _ in 0..9 {
            steps.clear();
            position.placements(&mut steps);
            position.play(steps[rng.usize(..steps.len())]);
        }
        steps.clear();
        position.placements(&mut steps);
        let share = 1.0 / steps.len() as f32;
        let policy = steps.iter().map(|&step| (super::super::data::code(step), share)).collect();
        let features = Features::of(&position);
        (position, Lesson { size: 4, features, chance: 0.8, policy })
    }

    #[test]
    fn forwards_it_says_what_the_engine_says() {
        let small = include_bytes!("../../../src/games/iris/net/small.bin");
        let mut rng = Rng::with_seed(3);
        let mut squares = 0.0;
        for _ in 0..200 {
            let weights =
                if rng.bool() { Weights::from_bytes(small) } else { random_weights(&mut rng) };
            let (position, lesson) = lesson(&mut rng);
            let opinion = weights.net().judge(&position);
            let loss = Gradient::new(&weights).learn(&weights, &[lesson]);
            let chance = 1.0 / (1.0 + (-opinion.value).exp());
            let square = f64::from((chance - 0.8).powi(2));
            squares += (loss.squares - square).powi(2);
        }
        // The engine rounds what its layers hand on.
        let error = (squares / 200.0).sqrt();
        assert!(error < 3e-4, "{error}");
    }

    #[test]
    fn backwards_it_is_the_slope() {
        let mut rng = Rng::with_seed(5);
        let net = random_weights(&mut rng);
        let (_, lesson) = lesson(&mut rng);
        let lessons = [lesson];
        let mut gradient = Gradient::new(&net);
        gradient.learn(&net, &lessons);
        let total = |net: &Weights| {
            let loss = Gradient::new(net).learn(net, &lessons);
            loss.value + loss.policy
        };
        let mut checked = 0;
        for _ in 0..800 {
            let (row, channel) = (rng.usize(..ROWS), rng.usize(..CHANNELS));
            let slope = f64::from(gradient.rows[row][channel]);
            if slope == 0.0 {
                continue;
            }
            let step = 2e-3;
            let moved = |by: f32| {
                let mut net = net.clone();
                net.rows[row][channel] += by;
                total(&net)
            };
            let measured = (moved(step) - moved(-step)) / f64::from(2.0 * step);
            let error = (measured - slope).abs();
            assert!(error < 2e-3 + 0.05 * slope.abs(), "{row} {channel}: {slope} {measured}");
            checked += 1;
        }
        assert!(checked > 100, "{checked}");
    }
}
