// The buffer `lists`, written by list-frames: how many places are left, in even and in odd iterations; with REFILLS above 1 how
// many there are with those whose frames enter, in even and in odd ones, and how many of the run have entered. Then a list for even
// and one for odd iterations. An entry: a place of PLACE_FRAMES frames, and which of them are done, which go on for the sake of the
// others, if there are at most 4; of more a row of the lists of its own says that. Twin: src/kernel/listed-place.ts.
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const PLACE_BITS: u32 = 28u;
fn listed_place(entry: u32) -> u32 { return entry & ((1u << PLACE_BITS) - 1u); }
fn listed_done(entry: u32) -> u32 { return entry >> PLACE_BITS; }
