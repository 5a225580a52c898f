// nonbinary/rules/min-max: Min-Max check nodes by the forward-backward algorithm (nonbinary paper, Algorithm 2). One
// invocation processes a whole check of a word of frames. Memory is frame-interleaved, so all invocations of a
// workgroup share the graph and the permutations by h. A trellis step C(c) = min_x max(A(x), B(c ⊕ x)) runs in
// registers, TILE × TILE pairs at a time. Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per word of SLOT_FRAMES frames
// private bytes: 4·degree·q of forward metrics, which devices keep in their caches
// exact: minima, maxima and one subtraction
#import common/run, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>

alias Metric = Value;
alias Tiled = Ranked;
const WORST: Tiled = GREATEST_RANK;
fn tiled(metric: Metric) -> Tiled { return ranked(metric); }
fn untiled(value: Tiled) -> Metric { return unranked(value); }
fn closest(least: Tiled, a: Tiled, b: Tiled, c: Tiled, d: Tiled) -> Tiled { return closest_ranks(least, a, b, c, d); }
fn forced(x: u32) -> Metric { return select(rounded(as_value(MESSAGE_BOUND)), as_value(0.0), x == 0u); }
fn settle(vector: ptr<function, Vector>) {}

// This invocation's check and frame.
var<private> first_edge: u32;
var<private> first_shift: Symbols;
var<private> slot: u32;
var<private> before: u32;

#import nonbinary/check-node/trellis-step, nonbinary/check-node/forward-backward

// An incoming message is normalised: less its least value, at most INPUT_BOUND. An outgoing message is at most
// MESSAGE_BOUND. A cut of the inputs would have the same effect, since minima and maxima keep the order of values.
const SHIFTS: bool = SYNDROME == 1u && SLOT_FRAMES == 1u;
const NOTHING_YET: Value = GREATEST;
fn gathered(least: Value, value: Value) -> Value { return value_least(least, value); }
fn normaliser(least: Value) -> Value { return least; }
fn normalised(value: Value, least: Value) -> Value { return rounded(value_least(value_difference(value, least), as_value(INPUT_BOUND))); }
fn outgoing(value: Value, by: Value) -> Value {
  return select(value, value_least(value, as_value(MESSAGE_BOUND)), INPUT_BOUND > MESSAGE_BOUND);
}

#import nonbinary/check-node/normalised-vectors

fn shift_of(i: u32) -> u32 { return select(0u, symbol_in(first_shift, 0u), SHIFTS && i == 0u); }
fn load_input(i: u32, to: ptr<function, Vector>) {
  load_vector(first_edge + i, shift_of(i), slot, before, to);
  permute_first(i, to);
}
fn put_vector(i: u32, values: ptr<function, Vector>, input: ptr<function, Vector>) {
  permute_first(i, values);
  if (LAYERED == 1u) { permute_first(i, input); }
  send_vector(first_edge + i, shift_of(i), slot, as_value(0.0), values, input);
}
#if KEEPS
fn put_kept(vectors: ptr<function, Vectors>, i: u32, number: u32) {
  permute_first(i, &(*vectors)[number]);
  if (LAYERED == 1u) { permute_first(i, &(*vectors)[i]); }
  send_vector(first_edge + i, shift_of(i), slot, as_value(0.0), &(*vectors)[number], &(*vectors)[i]);
}
#end

#import nonbinary/check-node/permute-first, nonbinary/check-node/syndromes-of-word
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
  forward_backward(degree);
}
