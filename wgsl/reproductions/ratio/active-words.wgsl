// Positions of words of frames and of messages. With FRAME_INTERLEAVED and early termination compaction (kernel
// common/active-frames/compact, whose slots are words here) moves the active words up: slot i of an iteration holds
// word word_at(i, iteration). The kernel declares `active_list`
// and imports reproductions/ratio/invocations.
#import common/active-frames/slots

fn active_words_at(iteration: u32) -> u32 {
  if (FRAME_INTERLEAVED == 0u) { return words_of_run(); }
  return active_slots_in(iteration);
}

fn word_at(slot: u32, iteration: u32) -> u32 {
  if (FRAME_INTERLEAVED == 0u) { return slot; }
  return entry_slot(entry_in(slot, iteration));
}

fn word_before(slot: u32, iteration: u32) -> u32 {
  if (FRAME_INTERLEAVED == 0u) { return slot; }
  return slot_before_in(slot, iteration);
}

// Message k of node i among the dispatch's nodes, all of degree DEGREE, in the array in the order of these nodes:
// FRAME_INTERLEAVED: as many slots as the node has edges; ROWS: [node][slot]; else [slot][node]; both padded.
fn own_index(i: u32, k: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return FIRST_EDGE + i * DEGREE + k; }
  if (ROWS == 1u) { return (FIRST_NODE + i) * SLOTS + k; }
  return k * NODES + FIRST_NODE + i;
}
