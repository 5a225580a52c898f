// An entry of `lists`, written by list-frames: a place of PLACE_FRAMES frames, at most 4, and which of them are done, which go
// on for the sake of the others. Twin: src/kernel/listed-place.ts.
const PLACE_BITS: u32 = 28u;
fn listed_place(entry: u32) -> u32 { return entry & ((1u << PLACE_BITS) - 1u); }
fn listed_done(entry: u32) -> u32 { return entry >> PLACE_BITS; }
