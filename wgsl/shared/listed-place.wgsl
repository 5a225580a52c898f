// An entry of `lists`, written by list-frames: a place of PLACE_FRAMES frames, and which of them are done, which go on for the
// sake of the others, if there are at most 4; of more a row of the lists of its own says that. Twin: src/kernel/listed-place.ts.
const PLACE_BITS: u32 = 28u;
fn listed_place(entry: u32) -> u32 { return entry & ((1u << PLACE_BITS) - 1u); }
fn listed_done(entry: u32) -> u32 { return entry >> PLACE_BITS; }
