// nonbinary/rules/ems-int12: nonbinary/rules/ems in whole steps. One invocation processes a whole check of the two frames of a word. A
// check cuts its inputs and the sums of each trellis step at MESSAGE_BOUND. ABSENT is larger than the sum of two present values, and the
// sum of two absent values is 2048, which f16 holds, so a trellis step is additions and minima alone. Absent symbols of an outgoing message
// get its largest present value + OFFSET, at most MESSAGE_BOUND; an outgoing message is ⌊SCALE/256 · m + 1/2⌋. Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per word of SLOT_FRAMES = 2 frames
// private bytes: 4·degree·q of forward metrics for both frames, which devices keep in their caches
// exact: additions, subtractions, minima and comparisons of whole numbers up to 2048
#import common/run, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>

const ABSENT: f32 = 1024.0;
alias Metric = Value;
alias Tiled = Value;
const WORST: Tiled = GREATEST;
fn tiled(metric: Metric) -> Tiled { return metric; }
fn untiled(value: Tiled) -> Metric { return value; }
fn closest(least: Tiled, a: Tiled, b: Tiled, c: Tiled, d: Tiled) -> Tiled {
  return value_least(least, value_least(value_sum(a, b), value_sum(c, d)));
}
fn forced(x: u32) -> Metric { return select(as_value(MESSAGE_BOUND), as_value(0.0), x == 0u); }

// This invocation's check and frames.
var<private> first_edge: u32;
var<private> first_shift: Symbols;   // s of each frame
var<private> slot: u32;
var<private> before: u32;
var<private> is_alone: bool;        // whether the check has degree 1, whose message is certain

#import nonbinary/check-node/trellis-step, nonbinary/check-node/forward-backward

// An incoming message is normalised: less its least value, at most INPUT_BOUND. Absent symbols are sent as the saturation.
const SHIFTS: bool = false;
const NOTHING_YET: Value = GREATEST;
fn gathered(least: Value, value: Value) -> Value { return value_least(least, value); }
fn normaliser(least: Value) -> Value { return least; }
fn normalised(value: Value, least: Value) -> Value { return value_least(value_difference(value, least), as_value(INPUT_BOUND)); }
fn is_present(value: Value) -> Choice { return value_less(value, as_value(ABSENT)); }
fn outgoing(value: Value, saturation: Value) -> Value {
  let found = choose_value(saturation, value, is_present(value));
  if (is_alone) { return found; }
  return value_scaled(found, SCALE);
}

#import nonbinary/check-node/normalised-vectors, nonbinary/check-node/permute-first
#import nonbinary/check-node/syndromes-of-word

// Cuts the present values of a step's result, and keeps the NM least of them.
fn settle(vector: ptr<function, Vector>) {
  for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE
    {
      let value = (*vector)[block + $xu];
      (*vector)[block + $xu] = choose_value(as_value(ABSENT), value_least(value, as_value(MESSAGE_BOUND)), is_present(value));
    }
#end
  }
  keep_least(vector);
}

// Keeps the NM least values, and among equal values the lower symbols. The greatest kept value is found bit by bit, as the greatest number
// with fewer than NM lesser values.
fn keep_least(vector: ptr<function, Vector>) {
  if (NM == Q) { return; }
  let wanted = as_value(f32(NM));
  var last = as_value(0.0);
  for (var bit = 256u; bit > 0u; bit >>= 1u) {
    let candidate = value_sum(last, as_value(f32(bit)));
    last = choose_value(last, candidate, value_less(lesser(vector, candidate), wanted));
  }
  // Number of values equal to `last` that are kept.
  var room = value_difference(wanted, lesser(vector, last));
  let one = as_value(1.0);
  let above = value_sum(last, one);
  for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE
    {
      let value = (*vector)[block + $xu];
      let is_kept = value_less(value, choose_value(last, above, value_less(as_value(0.0), room)));
      let is_less = value_less(value, last);
      (*vector)[block + $xu] = choose_value(as_value(ABSENT), value, is_kept);
      room = value_difference(room, choose_value(choose_value(as_value(0.0), one, is_kept), as_value(0.0), is_less));
    }
#end
  }
}

// Number of values below a number, in steps.
fn lesser(vector: ptr<function, Vector>, number: Value) -> Value {
  var count = as_value(0.0);
  for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE
    count = value_sum(count, choose_value(as_value(0.0), as_value(1.0), value_less((*vector)[block + $xu], number)));
#end
  }
  return count;
}

#if KEEPS: var<private> uncut: array<Vector, DEGREE>;   // LAYERED only
fn load_input(i: u32, to: ptr<function, Vector>) {
  load_vector(first_edge + i, 0u, slot, before, to);
#if KEEPS: if (LAYERED == 1u) { uncut[i] = *to; }
  if (INPUT_BOUND > MESSAGE_BOUND) {
    for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE: (*to)[block + $xu] = value_least((*to)[block + $xu], as_value(MESSAGE_BOUND));
    }
  }
  keep_least(to);
}

// `values` at x belong to symbol x ⊕ s.
fn put_vector(i: u32, values: ptr<function, Vector>, input: ptr<function, Vector>) {
  let e = first_edge + i;
  // The incoming message before it is cut; layered schedules add to it.
  var heard: Vector;
#if KEEPS: if (LAYERED == 1u) { heard = uncut[i]; }
#else: if (LAYERED == 1u) { load_vector(e, 0u, slot, before, &heard); }
  var largest = as_value(0.0);
  for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE
    {
      let value = choose_value(as_value(0.0), (*values)[block + $ku], is_present((*values)[block + $ku]));
      largest = choose_value(largest, value, value_less(largest, value));
    }
#end
  }
  permute_first(0u, values);
  let saturation = value_least(value_sum(largest, as_value(f32(OFFSET))), as_value(MESSAGE_BOUND));
  send_vector(e, 0u, slot, saturation, values, &heard);
}

#if KEEPS
fn put_kept(vectors: ptr<function, Vectors>, i: u32, number: u32) { put_vector(i, &(*vectors)[number], &(*vectors)[i]); }
#end

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= slots_of(active_frames())) { return; }
  let own = entry_slot(entry_at(at));
#import nonbinary/check-node/this-check
  slot = at;
  before = slot_before(at * SLOT_FRAMES) / SLOT_FRAMES;
  first_edge = check_start[m];
  if (SYNDROME == 1u) { first_shift = syndromes_of(own, m); }
  let degree = check_start[m + 1u] - first_edge;
  is_alone = degree == 1u;
  forward_backward(degree);
}
