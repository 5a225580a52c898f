// The buffer `active_list`, written by common/active-frames/compact: the number of active slots in even and in odd iterations; with REFILLS above 1 the
// number of occupied slots, those just refilled included, in even and in odd iterations, and how many slots of the run have started.
// Then a list for even and one for odd iterations. An entry holds a slot of the run, SLOT_FRAMES frames, and, if they are at most 4,
// a bit for each that is done, which goes on for the sake of the others; of more frames a row of its own holds these bits. Twin:
// wgsl/common/active-frames/list.ts.
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const SLOT_BITS: u32 = 28u;
fn entry_slot(entry: u32) -> u32 { return entry & ((1u << SLOT_BITS) - 1u); }
fn entry_done(entry: u32) -> u32 { return entry >> SLOT_BITS; }
