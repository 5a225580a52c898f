// A vector over GF(q) in the GROUPS lanes of a vector of a CPU: register w·PER_WORD + b of a lane has symbol b of word w·GROUPS + lane. Numbers of
// symbols are linear over GF(2) in those of lanes and registers. The kernel imports storage and nonbinary/place.
const PER_WORD: u32 = SYMBOLS_PER_WORD;
alias Part = array<f32, PART>;

fn symbol_of_lane(lane: u32) -> u32 { return PER_WORD * lane; }
fn symbol_of_register(j: u32) -> u32 { return j / PER_WORD * PER_WORD * GROUPS + j % PER_WORD; }
// The place of a symbol in an array of registers of lanes.
fn place_in_lanes(x: u32) -> u32 {
  let word = x / PER_WORD;
  return (word / GROUPS * PER_WORD + x % PER_WORD) * GROUPS + word % GROUPS;
}
fn word_of_part(t: ptr<function, Part>, w: u32) -> u32 { return words_of(Four((*t)[w * PER_WORD], (*t)[w * PER_WORD + PER_WORD - 1u], 0.0, 0.0))[0]; }
