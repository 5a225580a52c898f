// Where words of frames and messages are. With FRAME_INTERLEAVED and early termination compaction (kernel common/active-frames/compact, whose slots are
// words here) moves the active words up: slot i of an iteration holds word word_at(i, iteration). The kernel declares `active_list`
// [LIST_HEAD + 2·2·frames] (common/active-frames/list): for even and for odd iterations the word of each slot, and its slot one iteration
// before. The kernel imports ratio-items. Twin: wgsl/reproductions/ratio/invocations.ts.
#import common/active-frames/list

const COMPACTS: bool = STOP == 1u && FRAME_INTERLEAVED == 1u;

fn list_base(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * 2u * run.frames; }

fn active_words_at(iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return words_of_run(); }
  return active_list[iteration & 1u];
}

fn word_at(slot: u32, iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return slot; }
  return entry_slot(active_list[list_base(iteration) + slot]);
}

fn slot_before(slot: u32, iteration: u32) -> u32 {
  if (!COMPACTS || iteration == 0u) { return slot; }
  return active_list[list_base(iteration) + run.frames + slot];
}

// Message k of node i of the dispatch's nodes, all of degree DEGREE, in the array in the order of these nodes:
// FRAME_INTERLEAVED: as many slots as the node has edges; ROWS: [node][slot]; else [slot][node]; both padded.
fn own_index(i: u32, k: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return FIRST_EDGE + i * DEGREE + k; }
  if (ROWS == 1u) { return (FIRST_NODE + i) * SLOTS + k; }
  return k * NODES + FIRST_NODE + i;
}
