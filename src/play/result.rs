//! How a game ended, explained to those who played it.

use std::cmp::Ordering;

use crate::game::Outcome;
use crate::session::Session;

/// The result in a sentence or two; what decided it where the game keeps a score.
pub fn explain(session: &dyn Session, outcome: Outcome) -> String {
    let result = match outcome {
        Outcome::Won(seat) => format!("{seat} wins."),
        Outcome::Drawn => "The game is drawn.".into(),
    };
    match session.score().and_then(|score| compare(&score)) {
        Some(comparison) => format!("{result}\n{comparison}"),
        None => result,
    }
}

/// Two lists of groups, and the first place where they differ.
fn compare(score: &str) -> Option<String> {
    let (first, second) = score.split_once(' ')?;
    let lists = [first, second].map(|list| {
        list.split(',').filter_map(|item| item.parse::<u32>().ok()).collect::<Vec<u32>>()
    });
    let longest = lists[0].len().max(lists[1].len());
    let differ = (0..longest).find(|&at| lists[0].get(at) != lists[1].get(at));
    let heading = format!("Rim cells of each group: p1 {first}, p2 {second}.");
    let Some(at) = differ else {
        return Some(format!("{heading}\nThe lists are equal."));
    };
    let item = |list: &[u32]| list.get(at).map_or("nothing".into(), u32::to_string);
    let better = match lists[0].get(at).cmp(&lists[1].get(at)) {
        Ordering::Greater => "p1",
        Ordering::Less | Ordering::Equal => "p2",
    };
    Some(format!(
        "{heading}\nThey differ first at group {}: p1 has {}, p2 has {}, so {better}'s list is greater.",
        at + 1,
        item(&lists[0]),
        item(&lists[1]),
    ))
}

#[cfg(test)]
mod tests {
    use super::compare;

    #[test]
    fn lists_are_compared_item_by_item() {
        let text = compare("9,7,4 9,7,3,3").unwrap_or_default();
        assert!(text.ends_with("group 3: p1 has 4, p2 has 3, so p1's list is greater."), "{text}");
        let text = compare("5 5,1").unwrap_or_default();
        assert!(text.ends_with("group 2: p1 has nothing, p2 has 1, so p2's list is greater."));
        assert!(compare("- -").unwrap_or_default().ends_with("The lists are equal."));
    }
}
