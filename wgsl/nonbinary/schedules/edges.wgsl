// Messages of a check over GF(q) in its own order: symbol x = h·a of an edge, and x ⊕ s for the first edge, which
// accounts for the syndrome s. The kernel declares the buffers and imports storage and run.
#if <weights>
#import <weights>
const HAS_WEIGHTS: bool = true;
#else
const HAS_WEIGHTS: bool = false;
#end
#import nonbinary/place

const ROW: u32 = max(Q, 4u) / 4u;      // vectors of a row of `quotients`

fn quotient(h: u32, x: u32) -> u32 { return quotients[h * ROW + x / 4u][x % 4u]; }

// Four symbols x … x + 3 (two over GF(2)).
fn put_message(e: u32, x: u32, shift: u32, values: Four, slot: u32) {
  var at = x;
  var permuted = values;
  if (SYNDROME == 1u) {
    let low = shift & 3u;
    at = x ^ (shift & ~3u);
    permuted = Four(values[low], values[1u ^ low], values[2u ^ low], values[3u ^ low]);
  }
  let words = words_of(permuted);
  for (var w = 0u; w < QUAD / SYMBOLS_PER_WORD; w++) {
    check_to_variable[place(e, at / SYMBOLS_PER_WORD + w, message_slots(), slot)] = words[w];
  }
}
