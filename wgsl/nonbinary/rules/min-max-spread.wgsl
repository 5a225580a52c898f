// nonbinary/rules/min-max-spread: the check nodes of nonbinary/rules/min-max for vectors that do not fit one invocation's registers. q /
// BLOCK invocations share a vector, and workgroup memory has the check's inputs and forward metrics. A trellis step C(c) = min_x max(A(x),
// B(c ⊕ x)) works on blocks of BLOCK symbols: an invocation computes one block of C from all blocks of A. It combines each of them with the
// block of B whose number is the exclusive or of both numbers. Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only, one frame to a word), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and LANES slots (y), q / BLOCK invocations per word of SLOT_FRAMES frames, words next to each other
// exact: minima, maxima and one subtraction, with the bits of nonbinary/rules/min-max
#import common/run, common/workgroup-slot, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>

const QUAD: u32 = 4u;
const GROUPS: u32 = Q / BLOCK;          // invocations of a vector
alias Block = array<Value, BLOCK>;

// First the inputs Q_i, which B_i replace. Then F_1 … F_{degree − 3}, after the least values of each group's inputs.
// The places are dimensions of their own, because devices check each index that is not constant: by vector, four of a block's symbols,
// block and word.
var<workgroup> vectors: array<array<array<array<vec4u, LANES>, GROUPS>, BLOCK_QUADS>, VECTORS>;
// Least value of each edge's message.
var<workgroup> least_of: array<u32, DEGREE * LANES>;

// This invocation's check, and its word and group in the workgroup.
var<private> lane: u32;
var<private> group: u32;
var<private> exists: bool;
var<private> first_edge: u32;
var<private> first_shift: u32;
var<private> slot: u32;
var<private> before: u32;

fn place_of_forward(i: u32) -> u32 { return select(DEGREE + i - 1u, 0u, i == 0u); }

fn word_of(value: Value) -> u32 { return words_of(Four(value, value, value, value)).x; }
fn value_of(word: u32) -> Value { return symbol_value(word, 0u); }
fn shift_of(i: u32) -> u32 { return select(0u, first_shift, i == 0u); }

// Symbol x of an edge, as memory has it.
fn read_symbol(i: u32, x: u32) -> Value {
  let e = first_edge + i;
  let edge = check_edges[e];
  return raw_value(e, edge, quotient(edge.y, x ^ shift_of(i)), x ^ shift_of(i), slot, before);
}

// An incoming message is normalised: its least value is subtracted, and the result is at most INPUT_BOUND (nonbinary/rules/min-max).
fn normalised(value: Value, least: Value) -> Value { return rounded(min(value - least, as_value(INPUT_BOUND))); }
fn outgoing(value: Value) -> Value { return select(value, min(value, as_value(MESSAGE_BOUND)), INPUT_BOUND > MESSAGE_BOUND); }

fn store_block(vector: u32, values: ptr<function, Block>) {
#for k in 0..BLOCK_QUADS
  vectors[vector][$k][group][lane] =
    words_of(Four((*values)[QUAD * $ku], (*values)[QUAD * $ku + 1u], (*values)[QUAD * $ku + 2u], (*values)[QUAD * $ku + 3u]));
#end
}

// The normalised messages of all edges. The loads of all edges are issued together, so that they overlap. A check with fewer edges than
// others of the dispatch loads its last edge again.
fn load_inputs(degree: u32) {
#for i in 0..DEGREE
  var input_$i: Block;
  var least_$i = GREATEST;
#for j in 0..BLOCK: input_$i[$j] = read_symbol(min($iu, degree - 1u), group * BLOCK + $ju);
#end
#for i in 0..DEGREE
#for j in 0..BLOCK: least_$i = min(least_$i, input_$i[$j]);
  vectors[DEGREE + $iu / (QUAD * BLOCK_QUADS)][$iu / QUAD % BLOCK_QUADS][group][lane][$iu % QUAD] = word_of(least_$i);
#end
  workgroupBarrier();
  for (var g = 0u; g < GROUPS; g++) {
#for i in 0..DEGREE
    least_$i = min(least_$i, value_of(vectors[DEGREE + $iu / (QUAD * BLOCK_QUADS)][$iu / QUAD % BLOCK_QUADS][g][lane][$iu % QUAD]));
#end
  }
#for i in 0..DEGREE
#for j in 0..BLOCK: input_$i[$j] = normalised(input_$i[$j], least_$i);
  store_block($iu, &input_$i);
  if (LAYERED == 1u && group == 0u) { least_of[$iu * LANES + lane] = word_of(least_$i); }
#end
  workgroupBarrier();
}

// A block of the trellis step of two vectors.
fn step(left: u32, right: u32, to: ptr<function, Block>) {
  var least: array<Ranked, BLOCK>;
#for c in 0..BLOCK: least[$c] = GREATEST_RANK;
  // Four blocks at a time, so that the loads of the next blocks overlap the comparisons.
  for (var block = 0u; block < GROUPS; block += BLOCKS_TOGETHER) {
#for h in 0..BLOCKS_TOGETHER
    var a_$h: array<Ranked, BLOCK>;
    var b_$h: array<Ranked, BLOCK>;
#for k in 0..BLOCK_QUADS
    let left_$h_$k = vectors[left][$k][block + $hu][lane];
    let right_$h_$k = vectors[right][$k][group ^ (block + $hu)][lane];
#for u in 0..4
    a_$h[QUAD * $ku + $uu] = ranked(value_of(left_$h_$k[$u]));
    b_$h[QUAD * $ku + $uu] = ranked(value_of(right_$h_$k[$u]));
#end
#end
#end
#for h in 0..BLOCKS_TOGETHER
#for x in 0..BLOCK_PAIRS
#for c in 0..BLOCK
    least[$c] = closest_ranks(least[$c], a_$h[2 * $x], b_$h[$cu ^ (2u * $xu)], a_$h[2 * $x + 1], b_$h[$cu ^ (2u * $xu + 1u)]);
#end
#end
#end
  }
#for c in 0..BLOCK: (*to)[$c] = unranked(least[$c]);
}

fn put_block(i: u32, values: ptr<function, Block>) {
  if (!exists) { return; }
  let e = first_edge + i;
  let edge = check_edges[e];
  // All loads come before the first store, after which a load would wait, since memory could be the same.
  var input: Block;
  if (LAYERED == 1u) {
    let least = value_of(least_of[i * LANES + lane]);
#for j in 0..BLOCK: input[$j] = normalised(read_symbol(i, group * BLOCK + $ju), least);
  }
#for k in 0..BLOCK_QUADS
  {
    let x = group * BLOCK + QUAD * $ku;
    var four: Four;
    var had: Four;
#for u in 0..4
    four[$u] = outgoing((*values)[QUAD * $ku + $uu]);
    had[$u] = input[QUAD * $ku + $uu];
#end
    put(e, edge, x, shift_of(i), four, had, slot);
  }
#end
}

// Checks with one or two edges. One edge: the check forces its variable. Two edges: each message goes to the other edge.
fn put_few(degree: u32) {
  for (var i = 0u; i < degree; i++) {
    var values: Block;
#for j in 0..BLOCK
    values[$j] = value_of(vectors[1u - i][$ju / QUAD][group][lane][$ju % QUAD]);
    if (degree == 1u) { values[$j] = select(rounded(as_value(MESSAGE_BOUND)), Value(0.0), group * BLOCK + $ju == 0u); }
#end
    put_block(i, &values);
  }
}

// The steps F_1 … F_{degree − 3} and the last edge's R, then R_i and B_i for each i from degree − 2 to 1, where B_1 is the first edge's R.
// Both directions share one loop, so that the code has the step once (nonbinary/check-node/forward-backward).
fn forward_backward(degree: u32) {
  const NONE = 0xffffffffu;
  var result: Block;
  let forths = degree - 2u;
  for (var n = 0u; n < 3u * forths; n++) {
    let forth = n < forths;
    let back = n - forths;
    let i = select(forths - back / 2u, n + 1u, forth);
    let sends = !forth && (back & 1u) == 0u;
    let left = select(i, place_of_forward(i - 1u), forth || sends);
    let right = select(i + 1u, i, forth);
    step(left, right, &result);
    var target_edge = select(NONE, i, sends);
    if (forth && i == forths) { target_edge = degree - 1u; }
    if (!forth && !sends && i == 1u) { target_edge = 0u; }
    if (target_edge != NONE) {
      put_block(target_edge, &result);
    } else {
      // B_i replaces Q_i, which other invocations may still read.
      if (!forth) { workgroupBarrier(); }
      store_block(select(i, place_of_forward(i), forth), &result);
      workgroupBarrier();
    }
  }
}

@compute @workgroup_size(GROUPS * LANES)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let end = (active_frames() + SLOT_FRAMES - 1u) / SLOT_FRAMES;
  let begin = workgroup_slot(workgroup) * LANES;
  if (begin >= end) { return; }
  lane = invocation % LANES;
  group = invocation / LANES;
  // Invocations without a frame repeat the last frame's and store nothing, because all invocations must meet every barrier.
  let at = min(begin + lane, end - 1u);
  exists = begin + lane < end;
  let own = entry_slot(entry_at(at));
#import nonbinary/check-node/this-check
  slot = at;
  before = slot_before(at * SLOT_FRAMES) / SLOT_FRAMES;
  let first = check_start[m];
  let degree = check_start[m + 1u] - first;
  first_edge = first;
  first_shift = 0u;
  if (SYNDROME == 1u) { first_shift = syndrome[own * M + m]; }
  load_inputs(degree);
  if (degree < 3u) {
    put_few(degree);
  } else {
    forward_backward(degree);
  }
}
