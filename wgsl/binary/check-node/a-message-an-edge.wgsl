// The messages of a check in memory, a word for each edge (binary/check-node/compressed has fewer).
struct Places {
  word: u32,
  first: u32, // message of edge 0
  count: u32, // messages between two of a check
}
alias Stored = u32; // nothing

fn places_of(word: u32, group: PackedCheckGroup, t: u32) -> Places { return Places(word, group.message + t, group.count); }
fn element_of(places: Places, k: u32) -> u32 { return word_index(places.word, places.first + k * places.count, MESSAGE_ELEMENTS); }

fn stored_messages(_places: Places, _degree: u32, _first: bool) -> Stored { return 0u; }
fn message_at(_stored: ptr<function, Stored>, places: Places, k: u32, _degree: u32, first: bool) -> u32 {
  return select(messages[element_of(places, k)], 0u, first);
}
fn begin_messages(_stored: ptr<function, Stored>, _places: Places, _degree: u32, _check: ptr<function, Check>) {}
fn store_message(
  _stored: ptr<function, Stored>, places: Places, k: u32, _degree: u32, message: u32, _check: ptr<function, Check>, _t: Lanes, _term: EdgeTerm
) {
  messages[element_of(places, k)] = message;
}
