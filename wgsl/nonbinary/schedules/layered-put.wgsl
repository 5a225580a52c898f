// Layered schedules: a check adds its new message to the output of load_input, the posterior less its last message.
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
    variable_words[(edge.x * Q + a) * run_slots() + slot] = posterior_word(together(input[u], rounded(values[u])));
  }
}
