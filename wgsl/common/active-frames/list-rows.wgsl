// Rows of each of the two lists of kernel common/active-frames/compact: entries (common/active-frames/list); the slots of the iteration before; where a slot
// has more frames than an entry has bits, a bit for each of its frames that is done; with REFILLS above 1 the iteration of the run in
// which its frames started.
const LIST_ROWS: u32 = 2u + u32(SLOT_FRAMES > ENTRY_FRAMES) + u32(REFILLS > 1u);

fn list_of(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * LIST_ROWS * run.frames; }

// Numbers of slots for all frames of the run, and for messages.
fn run_slots() -> u32 { return (run.frames + SLOT_FRAMES - 1u) / SLOT_FRAMES; }
fn message_slots() -> u32 { return (run.frames + REFILLS * SLOT_FRAMES - 1u) / (REFILLS * SLOT_FRAMES); }
