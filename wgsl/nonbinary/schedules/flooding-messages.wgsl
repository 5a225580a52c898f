// Flooding schedules: a check writes its messages and changes nothing else. The schedule declares raw_word(e, edge, a, x, before), the word
// with a symbol of an incoming message.
#import nonbinary/schedules/edges
const CHANGES_POSTERIORS: bool = false;

fn raw_value(e: u32, edge: vec2u, a: u32, x: u32, slot: u32, before: u32) -> Value {
  return symbol_value(raw_word(e, edge, a, x, before), a);
}

fn put(e: u32, edge: vec2u, x: u32, shift: u32, values: Four, input: Four, slot: u32) {
#if <weights>: put_message(e, x, shift, weighted(e, values), slot);
#else: put_message(e, x, shift, values, slot);
}
