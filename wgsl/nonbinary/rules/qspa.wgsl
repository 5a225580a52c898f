// nonbinary/rules/qspa: q-ary sum-product check nodes by Walsh-Hadamard transforms, in the probability domain: R_i = W⁻¹ Π_{k≠i} W Q_k over
// x = h·a (Barnault and Declercq 2003). One invocation for a whole check of one frame. The product over the other edges is the product of
// all edges before times the product of all edges after, or, IN_REGISTERS, the product of the other half times the others of the own half.
// Messages are read and transformed again, because private memory for their spectra would exceed a GPU's caches; KEEPS: it holds the
// spectra. The code has each transform once (the reason is in nonbinary/check-node/forward-backward.wgsl).
// Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame
// private bytes: 4·degree·q of products, none if IN_REGISTERS; KEEPS: as many of spectra and, LAYERED, of inputs
// range: inputs are scaled to sum 1, so outputs sum to 1. Values below FLOOR become FLOOR: differences of f32 numbers near 1
//      have errors of 1e-7, so a smaller or negative probability would be noise
// not exact: sums and products of f32, whose order a device chooses within the rules of WGSL
#import common/run, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>

const FLOOR: f32 = bitcast<f32>(FLOOR_BITS);
alias Vector = array<f32, Q>;

// This invocation's check and frame.
var<private> first_edge: u32;
var<private> first_shift: u32;
var<private> slot: u32;
var<private> before: u32;
// Products of the spectra before an edge.
#if !KEEPS
#if !IN_REGISTERS: var<private> products_before: array<f32, DEGREE * Q>;
#end

// An incoming message is scaled to sum 1; an outgoing message is the inverse transform's result, at least FLOOR.
const SHIFTS: bool = SYNDROME == 1u;
const NOTHING_YET: f32 = 0.0;
fn gathered(sum: f32, value: f32) -> f32 { return sum + value; }
fn normaliser(sum: f32) -> f32 { return 1.0 / sum; }
fn normalised(value: f32, scale: f32) -> f32 { return value * scale; }
fn outgoing(value: f32, by: f32) -> f32 { return max(value * (1.0 / f32(Q)), FLOOR); }

#import nonbinary/check-node/normalised-vectors

fn shift_of(i: u32) -> u32 { return select(0u, first_shift, i == 0u); }
fn load_input(i: u32, to: ptr<function, Vector>) { load_vector(first_edge + i, shift_of(i), slot, before, to); }

#import nonbinary/check-node/transform

fn put_vector(i: u32, values: ptr<function, Vector>) {
  var input: Vector;
  if (LAYERED == 1u) { load_input(i, &input); }
  send_vector(first_edge + i, shift_of(i), slot, 0.0, values, &input);
}

#if IN_REGISTERS
// The edges form two halves of at most three. Registers have the product of one half, three spectra of the other half and a result. There
// are three passes: the second half's product, the first half's messages and product, the second half's messages. The three spectra form a
// ring, so that the code has each transform once.
fn update_check(degree: u32) {
  let half = (degree + 1u) / 2u;
  var ring_0: Vector;
  var ring_1: Vector;
  var ring_2: Vector;
  var product: Vector;
  var others: Vector;
  for (var pass_number = 0u; pass_number < 3u; pass_number++) {
    let first = select(half, 0u, pass_number == 1u);
    let count = select(degree - half, half, pass_number == 1u);
#for x in 0..TILE
    ring_1[$x] = 1.0;
    ring_2[$x] = 1.0;
#end
    for (var i = 0u; i < count; i++) {
      ring_0 = ring_1;
      ring_1 = ring_2;
      load_input(first + i, &ring_2);
      transform(&ring_2);
    }
    if (count < 3u) {
#for x in 0..TILE: ring_0[$x] = 1.0;
    }
    for (var i = select(0u, count, pass_number > 0u); i > 0u; i--) {
#for x in 0..TILE: others[$x] = product[$x] * ring_0[$x] * ring_1[$x];
      transform(&others);
      put_vector(first + i - 1u, &others);
      others = ring_2;
      ring_2 = ring_1;
      ring_1 = ring_0;
      ring_0 = others;
    }
#for x in 0..TILE: product[$x] = ring_0[$x] * ring_1[$x] * ring_2[$x];
  }
}
#end
#if KEEPS
const KEPT_INPUTS: u32 = select(1u, DEGREE, LAYERED == 1u);
// Each message is read and transformed once.
fn update_check(degree: u32) {
  var spectra: array<Vector, DEGREE>;
  var inputs: array<Vector, KEPT_INPUTS>;
  for (var i = 0u; i < degree; i++) {
    load_input(i, &spectra[i]);
    if (LAYERED == 1u) { inputs[i] = spectra[i]; }
    transform(&spectra[i]);
  }
  // Absent edges are neutral.
  for (var i = degree; i < DEGREE; i++) {
    for (var x = 0u; x < Q; x++) { spectra[i][x] = 1.0; }
  }
  for (var x = 0u; x < Q; x++) {
    var own: array<f32, DEGREE>;
    var products: array<f32, DEGREE>;
    var product = 1.0;
#for i in 0..DEGREE
    own[$i] = spectra[$i][x];
    products[$i] = product;
    product *= own[$i];
#end
    product = 1.0;
#for i in DEGREE..0
    spectra[$i][x] = products[$i] * product;
    product *= own[$i];
#end
  }
  for (var i = 0u; i < degree; i++) {
    transform(&spectra[i]);
    send_vector(first_edge + i, shift_of(i), slot, 0.0, &spectra[i], &inputs[select(0u, i, LAYERED == 1u)]);
  }
}
#else
#if !IN_REGISTERS
// The product of the edges before, and on the way back the product of the edges after. (Conditions surround loops, because loads under
// separate conditions would wait for each other.)
fn update_check(degree: u32) {
  var product: Vector;
  for (var operation = 0u; operation + 1u < 2u * degree; operation++) {
    let back = operation + 1u >= degree;
    let i = select(operation, 2u * degree - 2u - operation, back);
    var spectrum: Vector;
    var others: Vector;
    load_input(i, &spectrum);
    transform(&spectrum);
    if (operation == 0u) {
      product = spectrum;
      continue;
    }
    if (!back) {
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE
        products_before[i * Q + block + $xu] = product[block + $xu];
        product[block + $xu] *= spectrum[block + $xu];
#end
      }
      continue;
    }
    if (i + 1u == degree) {
      others = product;
      product = spectrum;
    } else if (i == 0u) {
      others = product;
    } else {
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE
        others[block + $xu] = product[block + $xu] * products_before[i * Q + block + $xu];
        product[block + $xu] *= spectrum[block + $xu];
#end
      }
    }
    transform(&others);
    put_vector(i, &others);
  }
}
#end
#end

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= active_frames()) { return; }
  let frame = frame_at(at);
#import nonbinary/check-node/this-check
  slot = at;
  before = slot_before(at);
  first_edge = check_start[m];
  let degree = check_start[m + 1u] - first_edge;
  first_shift = 0u;
  if (SYNDROME == 1u) { first_shift = syndrome[frame * M + m]; }

  if (degree == 1u) {
    // A check of one edge forces its variable to its syndrome, which is symbol 0 of the first edge's order.
    var forced: Vector;
    for (var x = 0u; x < Q; x++) { forced[x] = select(0.0, f32(Q), x == 0u); }
    put_vector(0u, &forced);
    return;
  }
  update_check(degree);
}
