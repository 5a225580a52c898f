// nonbinary/rules/ems-lists: extended min-sum check nodes as hardware has them, in whole steps: a message is a list of its NM least symbols in the
// order of their values, and a check adds lists (sums). Edges are taken in their order, PRESORTS: from the least reliable on, by the second value of
// their lists. Absent symbols of an outgoing message get its last value + OFFSET, at most MESSAGE_BOUND; an outgoing message is
// ⌊SCALE/256 · m + 1/2⌋. Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame
// exact: whole numbers
#import common/run, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>

// An entry has its symbol in bits 0 … 7, the number of edges that deviate from their likeliest symbols in bits 8 … 15, and its value above.
alias List = array<u32, NM>;
alias Vector = array<f32, Q>;
const QUAD: u32 = min(Q, 4u);
const NONE: u32 = 0xffffffffu;
const VALUE: u32 = 0x10000u;
const SECOND: u32 = min(1u, NM - 1u);

// This invocation's check and frame.
var<private> first_edge: u32;
var<private> slot: u32;
var<private> before: u32;
// Lists of the inputs, of sums, and of a message.
var<private> lists: array<List, RESULT + 1u>;
var<private> turns: array<u32, DEGREE>;

// An incoming message less its least value, at most INPUT_BOUND. Loops have their update in their bodies, so that no compiler for CPUs unrolls
// them.
fn load_vector(e: u32, to: ptr<function, Vector>) {
  let edge = check_edges[e];
  var least = GREATEST;
  for (var x = 0u; x < Q;) {
    (*to)[x] = raw_value(e, edge, quotient(edge.y, x), x, slot, before);
    least = min(least, (*to)[x]);
    x++;
  }
  for (var x = 0u; x < Q;) {
    (*to)[x] = min((*to)[x] - least, INPUT_BOUND);
    x++;
  }
}

// The NM least values of a vector below GREATEST, and of equal ones the lower symbols.
fn keep_least(vector: ptr<function, Vector>, list: u32) {
  var count = 0u;
  for (var k = 0u; k < NM;) {
    lists[list][k] = NONE;
    k++;
  }
  for (var x = 0u; x < Q;) {
    let entry = u32(min((*vector)[x], MESSAGE_BOUND)) * VALUE + x;
    if ((*vector)[x] < GREATEST && entry < lists[list][NM - 1u]) {
      var at = min(count, NM - 1u);
      while (at > 0u && lists[list][at - 1u] > entry) {
        lists[list][at] = lists[list][at - 1u];
        at--;
      }
      lists[list][at] = entry;
      count = min(count + 1u, NM);
    }
    x++;
  }
}

fn load_list(i: u32) {
  var vector: Vector;
  load_vector(first_edge + i, &vector);
  keep_least(&vector, i);
  for (var k = 1u; k < NM;) {
    lists[i][k] |= 0x100u;
    k++;
  }
}

// Edges in the order in which they are added.
fn order_edges(degree: u32) {
  for (var i = 0u; i < degree; i++) {
    var at = i;
#if PRESORTS
    while (at > 0u && lists[turns[at - 1u]][SECOND] / VALUE > lists[i][SECOND] / VALUE) {
      turns[at] = turns[at - 1u];
      at--;
    }
#end
    turns[at] = i;
  }
}

// Sends values to an edge; layered schedules add them to its input.
fn put_vector(e: u32, vector: ptr<function, Vector>) {
  let edge = check_edges[e];
  var heard: Vector;
  if (LAYERED == 1u) { load_vector(e, &heard); }
  for (var x = 0u; x < Q;) {
    var four: Four;
    var had: Four;
    for (var u = 0u; u < QUAD; u++) {
      four[u] = (*vector)[x + u];
      if (LAYERED == 1u) { had[u] = heard[x + u]; }
    }
    put(e, edge, x, 0u, four, had, slot);
    x += QUAD;
  }
}

// The symbols of a list belong to symbol x ⊕ s.
fn put_list(i: u32, list: u32, shift: u32) {
  var last = 0u;
  for (var k = 0u; k < NM;) {
    if (lists[list][k] != NONE) { last = lists[list][k] / VALUE; }
    k++;
  }
  var vector: Vector;
  let absent = scaled(min(f32(last + OFFSET), MESSAGE_BOUND));
  for (var x = 0u; x < Q;) {
    vector[x] = absent;
    x++;
  }
  for (var k = 0u; k < NM;) {
    let entry = lists[list][k];
    if (entry != NONE) { vector[(entry ^ shift) & 0xffu] = scaled(f32(entry / VALUE)); }
    k++;
  }
  put_vector(first_edge + i, &vector);
}

fn scaled(value: f32) -> f32 { return floor(value * f32(SCALE) / 256.0 + 0.5); }

// The message of a check of degree 1 is certain.
fn put_alone(shift: u32) {
  var vector: Vector;
  for (var x = 0u; x < Q;) {
    vector[x] = select(MESSAGE_BOUND, 0.0, x == shift);
    x++;
  }
  put_vector(first_edge, &vector);
}

#import <sums>

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= active_frames()) { return; }
  let frame = frame_at(at);
#import nonbinary/check-node/this-check
  slot = at;
  before = slot_before(at);
  first_edge = check_start[m];
  var shift = 0u;
  if (SYNDROME == 1u) { shift = syndrome[frame * M + m]; }
  let degree = check_start[m + 1u] - first_edge;
  if (degree == 1u) {
    put_alone(shift);
    return;
  }
  for (var i = 0u; i < degree; i++) { load_list(i); }
  order_edges(degree);
  add_lists(degree, shift);
}
