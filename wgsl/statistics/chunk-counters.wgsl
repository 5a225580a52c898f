// The counters of a chunk (statistics/tally). The kernel imports run and declares `counters`.
const COUNTERS: u32 = 13u;

#import statistics/square

// First counter of the chunk of the frame in a slot.
fn chunk_counters(slot: u32) -> u32 { return COUNTERS * ((run.chunk_offset + slot) / run.chunk_frames); }

// Skips zero increments, which are most of them for a correct frame.
fn add(index: u32, value: u32) {
  if (value != 0u) { atomicAdd(&counters[index], value); }
}

fn add_square(index: u32, value: u32) {
  if (value == 0u) { return; }
  let square = square_wide(value);
  let before = atomicAdd(&counters[index], square.x);
  add(index + 1u, square.y + u32(before + square.x < before));
}
