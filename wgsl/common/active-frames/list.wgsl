// The buffer `active_list`: counters by name, then the lists of compaction.
// Of a counter with two words, the first belongs to even iterations, the second to odd ones (counter_at).
// - ACTIVE: active slots. A slot is a word of memory: SLOT_FRAMES frames share it and are active together;
// - OCCUPIED: with slot refill, the number of active and of just refilled slots;
// - STARTED: with slot refill, the number of slots of the run that have started.
// An entry of kernel common/active-frames/compact holds a slot of the run and, if it has at most 4 frames, a done bit
// for each frame. A done frame stays in a slot with active frames, with common/active-frames/fill also while most slots are
// active. The done bits of more frames have a row of their own.
const ACTIVE: u32 = 0u;
const OCCUPIED: u32 = 2u;
const STARTED: u32 = 4u;
const LIST_HEAD: u32 = 5u;
const ENTRY_FRAMES: u32 = 4u;
const SLOT_BITS: u32 = 28u;
fn counter_at(counter: u32, iteration: u32) -> u32 { return counter + (iteration & 1u); }
fn entry_slot(entry: u32) -> u32 { return entry & ((1u << SLOT_BITS) - 1u); }
fn entry_done(entry: u32) -> u32 { return entry >> SLOT_BITS; }
