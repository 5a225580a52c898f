// nonbinary/rules/ems: extended min-sum check nodes by the forward-backward algorithm (Voicila, Declercq et al. 2010), one
// invocation for a whole check of one frame, frame-interleaved. Messages are cut to their NM least values, and among equal
// values to the lower x = h·a. So is the result of each trellis step C(c) = min_x A(x) + B(c ⊕ x). Vectors stay full, with
// ABSENT at the cut symbols. The absent symbols of an outgoing message get its largest present value + OFFSET, and messages
// are SCALE times the values. Flooding
// or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame
// private bytes: 4·degree·q of forward metrics, which devices keep in their caches
// exact: minima, comparisons, additions of two numbers, one subtraction, a product of 12 bits and 12 bits (MAGNITUDE_MASK)
#import common/run, common/bound, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>

alias Metric = f32;
const WORST: Metric = 3.0e38;   // greater than any sum
const ABSENT: f32 = 1.0e30; // greater than any sum of present values
const OFFSET: f32 = bitcast<f32>(OFFSET_BITS);
const SCALE: f32 = bitcast<f32>(SCALE_BITS);
alias Tiled = Metric;
fn tiled(metric: Metric) -> Tiled { return metric; }
fn untiled(value: Tiled) -> Metric { return value; }
#if !KEEPS
fn closest(least: Metric, a: Metric, b: Metric, c: Metric, d: Metric) -> Metric { return min(least, min(a + b, c + d)); }
#else
// Sums are not negative, so their bits have the same order. CPUs find minima of integers beside additions of f32 numbers.
fn closest(least: Metric, a: Metric, b: Metric, c: Metric, d: Metric) -> Metric {
  return bitcast<f32>(min(bitcast<i32>(least), min(bitcast<i32>(a + b), bitcast<i32>(c + d))));
}
#end

// This invocation's check and frame.
var<private> first_edge: u32;
var<private> sum: u32;         // s
var<private> slot: u32;
var<private> before: u32;
var<private> is_alone: bool;   // whether the check has degree 1, whose message is certain

#import nonbinary/check-node/trellis-step, nonbinary/check-node/forward-backward

// An incoming message is normalised: less its least value, at most LLR_BOUND. Absent symbols are sent as the
// saturation.
const SHIFTS: bool = SYNDROME == 1u;
const NOTHING_YET: f32 = WORST;
fn gathered(least: f32, value: f32) -> f32 { return min(least, value); }
fn normaliser(least: f32) -> f32 { return least; }
fn normalised(value: f32, least: f32) -> f32 { return rounded(min(value - least, LLR_BOUND)); }
fn outgoing(value: f32, saturation: f32) -> f32 {
  let found = select(value, saturation, value >= ABSENT);
  return select(SCALE * bitcast<f32>(bitcast<u32>(found) & MAGNITUDE_MASK), found, is_alone);
}

#import nonbinary/check-node/normalised-vectors

fn forced(x: u32) -> Metric { return select(LLR_BOUND, 0.0, x == 0u); }
// Keeps the NM least values, and among equal values the lower symbols: a symbol stays if fewer than NM precede it. The other
// symbols are read from a copy in memory, so that the code, which is copied to every call, stays short and the vector stays in
// registers.
#if !KEEPS
fn settle(vector: ptr<function, Vector>) {
  if (NM == Q) { return; }
  var copied = *vector;
  for (var block = 0u; block < Q; block += TILE) {
    var own: Tile;
    var before_it: array<u32, TILE>;
#for x in 0..TILE
    own[$x] = (*vector)[block + $xu];
    before_it[$x] = 0u;
#end
    for (var other = 0u; other < Q; other++) {
      let value = copied[other];
#for x in 0..TILE: before_it[$x] += u32((value < own[$x]) | ((value == own[$x]) & (other < block + $xu)));
    }
#for x in 0..TILE: (*vector)[block + $xu] = select(ABSENT, own[$x], before_it[$x] < NM);
  }
}
#else
// The same from memory: the greatest kept value is found bit by bit, as the greatest number with fewer than NM lesser values.
fn settle(vector: ptr<function, Vector>) {
  if (NM == Q) { return; }
  var last = 0;
  for (var bit = 0x40000000; bit > 0; bit >>= 1u) {
    let candidate = last | bit;
    last = select(last, candidate, lesser(vector, candidate) < i32(NM));
  }
  // Number of equal values that are kept.
  var room = i32(NM) - lesser(vector, last);
  for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE
    {
      let value = (*vector)[block + $xu];
      let fits = (bitcast<i32>(value) == last) & (room > 0);
      room += select(0, -1, fits);
      (*vector)[block + $xu] = select(ABSENT, value, fits | (bitcast<i32>(value) < last));
    }
#end
  }
}

// Number of values below a number. The values are not negative, so their bits have the same order.
fn lesser(vector: ptr<function, Vector>, number: i32) -> i32 {
  var count = 0;
  for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE: count -= select(0, -1, bitcast<i32>((*vector)[block + $xu]) < number);
  }
  return count;
}
#end

#if KEEPS: var<private> uncut: array<Vector, DEGREE>;   // LAYERED without syndromes only
fn load_input(i: u32, to: ptr<function, Vector>) {
  load_vector(first_edge + i, 0u, slot, before, to);
#if KEEPS: if (LAYERED == 1u && !SHIFTS) { uncut[i] = *to; }
  settle(to);
}

// `values` at x belong to symbol x ⊕ s.
fn put_vector(i: u32, values: ptr<function, Vector>, input: ptr<function, Vector>) {
  let e = first_edge + i;
  // The incoming message before it is cut; layered schedules add to it.
  var heard: Vector;
#if KEEPS: if (LAYERED == 1u && !SHIFTS) { heard = uncut[i]; }
  if (LAYERED == 1u && (KEEPS == 0u || SHIFTS)) { load_vector(e, sum, slot, before, &heard); }
  var largest = 0.0;
  for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE
    {
      let value = (*values)[block + $ku];
      largest = max(largest, select(value, 0.0, value >= ABSENT));
    }
#end
  }
  send_vector(e, sum, slot, largest + OFFSET, values, &heard);
}

#if KEEPS
fn put_kept(vectors: ptr<function, Vectors>, i: u32, number: u32) { put_vector(i, &(*vectors)[number], &(*vectors)[i]); }
#end

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= active_frames()) { return; }
  let frame = frame_at(at);
#import nonbinary/check-node/this-check
  slot = at;
  before = slot_before(at);
  first_edge = check_start[m];
  sum = 0u;
  if (SYNDROME == 1u) { sum = syndrome[frame * M + m]; }
  let degree = check_start[m + 1u] - first_edge;
  is_alone = degree == 1u;
  forward_backward(degree);
}
