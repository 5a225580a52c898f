// Rows of each of the two lists of kernel list-frames: entries (shared/listed-place), places before, and, where a place has more
// frames than an entry has bits for, a bit for each of its frames that is done. Twin: src/kernel/listed-place.ts.
const LIST_ROWS: u32 = select(2u, 3u, PLACE_FRAMES > 4u);
