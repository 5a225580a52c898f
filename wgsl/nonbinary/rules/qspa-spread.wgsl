// nonbinary/rules/qspa-spread: the check nodes of nonbinary/rules/qspa for vectors that do not fit one invocation's registers. q / PART
// invocations share a vector. A transform runs its low levels on PART consecutive symbols, exchanges the vector once through workgroup
// memory, and runs its high levels. Spectra stay in the second order, in which they are multiplied, and the inverse transform runs in
// reverse. The edges' spectra form a ring of registers, so that the code has each transform once (the reason is in
// nonbinary/check-node/forward-backward.wgsl). Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and FRAMES slots (y), q / PART invocations per frame, frames next to each other
// workgroup bytes: 4·(FRAMES·(q + DEGREE) + PAD·q/PART)
// range, not exact: as nonbinary/rules/qspa
#import common/run
#import common/workgroup-slot
#import <storage>
#import <domain>

@group(0) @binding(1) var<storage, read> checks: array<u32>;
@group(0) @binding(2) var<storage, read> check_start: array<u32>;
@group(0) @binding(3) var<storage, read> check_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> quotients: array<vec4u>;
@group(0) @binding(5) var<storage, read> syndrome: array<u32>;
@group(0) @binding(6) var<storage, read> active_list: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_words: array<u32>;
@group(0) @binding(8) var<storage, read_write> check_to_variable: array<u32>;

#import common/active-frames/slots
#import <messages>

const FLOOR: f32 = bitcast<f32>(FLOOR_BITS);
const GROUPS: u32 = Q / PART;          // invocations of a vector
const LOW: u32 = PART / GROUPS;        // neighbours among them that an invocation has in the second order
alias Part = array<f32, PART>;

// Neighbouring groups write to different banks.
var<workgroup> exchanged: array<f32, FRAMES * Q + PAD * GROUPS>;
// Σ of each edge's message, by which its spectrum is divided.
var<workgroup> sums: array<f32, DEGREE * FRAMES>;

// This invocation's check, and its frame and group in the workgroup.
var<private> lane: u32;
var<private> group: u32;
var<private> first_edge: u32;
var<private> first_shift: u32;
var<private> slot: u32;
var<private> before: u32;

fn place(x: u32) -> u32 { return x * FRAMES + (x / PART) * PAD + lane; }
fn first_order(j: u32) -> u32 { return place(group * PART + j); }
fn second_order(j: u32) -> u32 { return place((j / LOW) * PART + group * LOW + j % LOW); }

fn shift_of(i: u32) -> u32 { return select(0u, first_shift, i == 0u); }

// Symbol x of an edge, as memory has it.
fn read_symbol(i: u32, x: u32) -> f32 {
  let e = first_edge + i;
  let edge = check_edges[e];
  return raw_value(e, edge, quotient(edge.y, x ^ shift_of(i)), x ^ shift_of(i), slot, before);
}

fn low_levels(t: ptr<function, Part>) {
#for l in LOW_LENGTHS
#for k in 0..PART
  if (($ku & $lu) == 0u) {
    let sum = (*t)[$k] + (*t)[$ku | $lu];
    (*t)[$ku | $lu] = (*t)[$k] - (*t)[$ku | $lu];
    (*t)[$k] = sum;
  }
#end
#end
}

fn high_levels(t: ptr<function, Part>) {
#for l in HIGH_LENGTHS
#for k in 0..PART
  if (($ku & $lu) == 0u) {
    let sum = (*t)[$k] + (*t)[$ku | $lu];
    (*t)[$ku | $lu] = (*t)[$k] - (*t)[$ku | $lu];
    (*t)[$k] = sum;
  }
#end
#end
}

// The unscaled spectrum of edge i in the second order.
fn transform(i: u32, t: ptr<function, Part>) {
  low_levels(t);
  workgroupBarrier();
#for j in 0..PART
  exchanged[first_order($ju)] = (*t)[$j];
#end
  workgroupBarrier();
#for j in 0..PART
  (*t)[$j] = exchanged[second_order($ju)];
#end
  high_levels(t);
  if (group == 0u) { sums[i * FRAMES + lane] = (*t)[0]; }
}

// The vector whose spectrum is a product of spectra, in the first order.
fn inverse(t: ptr<function, Part>) {
  high_levels(t);
  workgroupBarrier();
#for j in 0..PART
  exchanged[second_order($ju)] = (*t)[$j];
#end
  workgroupBarrier();
#for j in 0..PART
  (*t)[$j] = exchanged[first_order($ju)];
#end
  low_levels(t);
}

fn put_part(i: u32, t: ptr<function, Part>) {
  let e = first_edge + i;
  let edge = check_edges[e];
  let scale = 1.0 / sums[i * FRAMES + lane];
#for k in 0..PART_QUADS
  {
    let x = group * PART + QUAD * $ku;
    var four: vec4f;
    var had: vec4f;
#for u in 0..QUAD
    four[$u] = max((*t)[QUAD * $ku + $uu] * (1.0 / f32(Q)), FLOOR);
    if (LAYERED == 1u) { had[$u] = read_symbol(i, x + $uu) * scale; }
#end
    put(e, edge, x, shift_of(i), four, had, slot);
  }
#end
}

// Scaled spectra of the edges.
alias Ring = array<Part, DEGREE>;
fn find_spectra(degree: u32, ring: ptr<function, Ring>) {
  // AHEAD: loads of all messages are issued together, so that they overlap.
#for k in 0..DEGREE
#for j in 0..PART
  (*ring)[$k][$j] = 1.0;
#end
  if (AHEAD == 1u && $ku < degree) {
#for j in 0..PART
    (*ring)[$k][$j] = read_symbol($ku, group * PART + $ju);
#end
  }
#end
  // Each message is transformed at the ring's first position. The ring then rotates by one.
  for (var i = 0u; i < DEGREE; i++) {
    var t: Part;
#for j in 0..PART
    t[$j] = (*ring)[0][$j];
#end
    if (i < degree) {
      if (AHEAD == 0u) {
#for j in 0..PART
        t[$j] = read_symbol(i, group * PART + $ju);
#end
      }
      transform(i, &t);
    }
#for k in 1..DEGREE
#for j in 0..PART
    (*ring)[$k - 1][$j] = (*ring)[$k][$j];
#end
#end
#for j in 0..PART
    (*ring)[DEGREE - 1u][$j] = t[$j];
#end
  }
  workgroupBarrier();
#for k in 0..DEGREE
  if ($ku < degree) {
    let scale = 1.0 / sums[$ku * FRAMES + lane];
#for j in 0..PART
    (*ring)[$k][$j] *= scale;
#end
  }
#end
}

// Sends each edge the inverse transform of the product of all other edges' spectra.
fn send_products(degree: u32, exists: bool, ring: ptr<function, Ring>) {
  // The last position has the current edge. The ring rotates backwards.
  for (var n = DEGREE; n > 0u; n--) {
    var t: Part;
#for j in 0..PART
    t[$j] = 1.0;
#end
#for k in 1..DEGREE
#for j in 0..PART
    t[$j] *= (*ring)[$k - 1][$j];
#end
#end
    if (n <= degree) {
      inverse(&t);
      if (exists) { put_part(n - 1u, &t); }
    }
#for j in 0..PART
    t[$j] = (*ring)[DEGREE - 1u][$j];
#end
#for k in DEGREE..1
#for j in 0..PART
    (*ring)[$k][$j] = (*ring)[$k - 1][$j];
#end
#end
#for j in 0..PART
    (*ring)[0][$j] = t[$j];
#end
  }
}

@compute @workgroup_size(GROUPS * FRAMES)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let end = active_frames();
  let begin = workgroup_slot(workgroup) * FRAMES;
  if (begin >= end) { return; }
  lane = invocation % FRAMES;
  group = invocation / FRAMES;
  // Invocations without a frame repeat the last frame's and store nothing, because all invocations must meet every barrier.
  let at = min(begin + lane, end - 1u);
  let exists = begin + lane < end;
  let frame = frame_at(at);
  let m = checks[workgroup.x];
  slot = select(frame, at, COMPACTS_MESSAGES);
  before = slot_before(at);
  let first = check_start[m];
  let degree = check_start[m + 1u] - first;
  first_edge = first;
  first_shift = 0u;
  if (SYNDROME == 1u) { first_shift = syndrome[frame * M + m]; }

  var ring: Ring;
  find_spectra(degree, &ring);
  send_products(degree, exists, &ring);
}
