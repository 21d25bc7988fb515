//! Hash keys: a fixed table of random words, made when the program is compiled.

/// Spreads the bits of a word: a bijection, so different words stay different.
// CITE: the finaliser of Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
pub const fn mix(word: u64) -> u64 {
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The step between the words that are mixed into keys: odd and without pattern.
const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;

/// Keys for `N` features, all different from those of another `salt`.
pub const fn keys<const N: usize>(salt: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut index = 0;
    while index < N {
        keys[index] = key(salt, index as u64);
        index += 1;
    }
    keys
}

/// One key, for what is too rare to deserve a table.
pub const fn key(salt: u64, index: u64) -> u64 {
    mix(mix(salt.wrapping_mul(STRIDE)).wrapping_add(index.wrapping_add(1).wrapping_mul(STRIDE)))
}
