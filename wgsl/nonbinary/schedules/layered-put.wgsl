// Layered schedules: a check adds its new message to the posterior less its last message, of which the schedule declares others_of(place of the
// posterior, output of load_input).
#import nonbinary/schedules/edges
const CHANGES_POSTERIORS: bool = true;

#if <weights>
fn put(e: u32, edge: vec2u, x: u32, shift: u32, unweighted: Four, input: Four, slot: u32) {
  let values = weighted(e, unweighted);
#else
fn put(e: u32, edge: vec2u, x: u32, shift: u32, values: Four, input: Four, slot: u32) {
#end
  put_message(e, x, shift, values, slot);
  for (var u = 0u; u < QUAD; u++) {
    let a = quotient(edge.y, (x + u) ^ shift);
    let at = (edge.x * Q + a) * run_slots() + slot;
    variable_words[at] = posterior_word(together(others_of(at, input[u]), rounded(values[u])));
  }
}
