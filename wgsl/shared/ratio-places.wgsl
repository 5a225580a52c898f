// Where words of frames and messages are. With FRAMES_FASTEST and early termination the words with frames that are not done
// move up (kernel list-frames, whose places are words here): place i of an iteration holds word word_at(i, iteration). The
// kernel declares `lists` [LIST_HEAD + 2·2·frames] (shared/listed-place): for even and for odd iterations the word at each place,
// and its place one iteration before. The kernel imports ratio-items. Twin: src/kernel/ratio-items.ts.
#import shared/listed-place

const MOVES: bool = STOP == 1u && FRAMES_FASTEST == 1u;

fn list_base(iteration: u32) -> u32 { return LIST_HEAD + (iteration & 1u) * 2u * run.frames; }

fn words_left(iteration: u32) -> u32 {
  if (!MOVES || iteration == 0u) { return words_of_run(); }
  return lists[iteration & 1u];
}

fn word_at(place: u32, iteration: u32) -> u32 {
  if (!MOVES || iteration == 0u) { return place; }
  return listed_place(lists[list_base(iteration) + place]);
}

fn place_before(place: u32, iteration: u32) -> u32 {
  if (!MOVES || iteration == 0u) { return place; }
  return lists[list_base(iteration) + run.frames + place];
}

// Message k of node i of the dispatch's nodes, all of degree DEGREE, in the array in the order of these nodes:
// FRAMES_FASTEST: as many slots as the node has edges; ROWS: [node][slot]; else [slot][node]; both padded.
fn own_index(i: u32, k: u32) -> u32 {
  if (FRAMES_FASTEST == 1u) { return FIRST_EDGE + i * DEGREE + k; }
  if (ROWS == 1u) { return (FIRST_NODE + i) * SLOTS + k; }
  return k * NODES + FIRST_NODE + i;
}
