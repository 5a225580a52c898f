// Rows of each of the two lists of kernel list-frames: entries (shared/listed-place), places before, where a place has more
// frames than an entry has bits for a bit for each of its frames that is done, and with REFILLS above 1 the iteration of the run in
// which its frames entered. Twin: src/kernel/listed-place.ts.
const LIST_ROWS: u32 = 2u + u32(PLACE_FRAMES > ENTRY_FRAMES) + u32(REFILLS > 1u);

fn list_of(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * LIST_ROWS * run.frames; }

// Places of all frames of the run, and places that messages have room for.
fn run_places() -> u32 { return (run.frames + PLACE_FRAMES - 1u) / PLACE_FRAMES; }
fn message_places() -> u32 { return (run.frames + REFILLS * PLACE_FRAMES - 1u) / (REFILLS * PLACE_FRAMES); }
