// The messages of a check in memory as two magnitudes and two bits an edge, where that is less than a word an edge.
// Element 0 is the magnitude sent to every edge but the least, element 1 the one sent to the least edge. Each further element has two bits for each of
// COMPRESSED edges: the sign of the message, and whether its magnitude is element 0. The kernel imports lanes and common/lane-bits, and a rule whose messages have two
// magnitudes in each check. The rule declares check_minima, the least and the second magnitude without signs, and check_distance, which is 0 in the lanes in which the edge is the least.
struct Places {
  word: u32,
  first: u32, // element 0
  count: u32, // elements between two of a check
}
struct Stored {
  minima: vec2u, // the two magnitudes
  edges: u32, // the bits of COMPRESSED edges
}

const LANE_ONES: u32 = SIGN_BITS >> (LANE_BITS - 1u);

fn is_compressed(degree: u32) -> bool { return 2u + (degree + COMPRESSED - 1u) / COMPRESSED < degree; }
fn places_of(word: u32, group: PackedCheckGroup, t: u32) -> Places { return Places(word, group.stored + t, group.count); }
fn element_of(places: Places, i: u32) -> u32 { return word_index(places.word, places.first + i * places.count, MESSAGE_ELEMENTS); }
fn element_at(places: Places, i: u32, first: bool) -> u32 { return select(messages[element_of(places, i)], 0u, first); }

fn stored_messages(places: Places, degree: u32, first: bool) -> Stored {
  if (!is_compressed(degree)) { return Stored(); }
  return Stored(vec2u(element_at(places, 0u, first), element_at(places, 1u, first)), 0u);
}
// Messages are read in the order of edges.
fn message_at(stored: ptr<function, Stored>, places: Places, k: u32, degree: u32, first: bool) -> u32 {
  if (!is_compressed(degree)) { return element_at(places, k, first); }
  if (k % COMPRESSED == 0u) { (*stored).edges = element_at(places, 2u + k / COMPRESSED, first); }
  let at = 2u * (k % COMPRESSED);
  let negative = ((*stored).edges >> at) & LANE_ONES;
  let others = (((*stored).edges >> (at + 1u)) & LANE_ONES) * (0xffffffffu / LANE_ONES);
  let magnitude = ((*stored).minima.x & others) | ((*stored).minima.y & ~others);
  if (INTERLEAVE == 4u) { return negated(magnitude, negative); }
  return magnitude ^ (negative << (LANE_BITS - 1u));
}

fn begin_messages(stored: ptr<function, Stored>, places: Places, degree: u32, check: ptr<function, Check>) {
  if (!is_compressed(degree)) { return; }
  let minima = check_minima(check);
  messages[element_of(places, 0u)] = minima.x;
  messages[element_of(places, 1u)] = minima.y;
  (*stored).edges = 0u;
}
// Messages are stored in the reverse order of edges.
fn store_message(
  stored: ptr<function, Stored>, places: Places, k: u32, degree: u32, message: u32, check: ptr<function, Check>, t: Lanes, term: EdgeTerm
) {
  if (!is_compressed(degree)) {
    messages[element_of(places, k)] = message;
    return;
  }
  let at = 2u * (k % COMPRESSED);
  let others = (check_distance(check, t, term) + ~SIGN_BITS) & SIGN_BITS;
  (*stored).edges |= ((message & SIGN_BITS) >> (LANE_BITS - 1u - at)) | (others >> (LANE_BITS - 2u - at));
  if (k % COMPRESSED > 0u) { return; }
  messages[element_of(places, 2u + k / COMPRESSED)] = (*stored).edges;
  (*stored).edges = 0u;
}
