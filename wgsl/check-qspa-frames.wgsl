// check-qspa-frames: q-ary sum-product check nodes by Walsh-Hadamard transforms, in the probability domain: R_i = W⁻¹ Π_{k≠i}
// W Q_k over x = h·a (Barnault and Declercq 2003). One work item for a whole check of one frame, UNROLLED edges at a time:
// all of them where their spectra fit registers, else one after the other with the spectra in private memory. Flooding or
// layered (messages).
// in   checks [check of this dispatch], all of degree DEGREE; check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: shared/symbol-flooding, shared/symbol-layered
// map  one workgroup per check (x) and GROUP places (y), one work item per frame
// range: inputs are scaled to sum 1, so outputs sum to 1; what is below FLOOR is FLOOR: differences of f32 numbers near 1
//      are wrong by 1e-7, so that a smaller probability, or a negative one, would be noise
// not exact: sums and products of f32, of which a device chooses the order within the rules of WGSL
#import shared/run
#import <storage>
#import <domain>

@group(0) @binding(1) var<storage, read> checks: array<u32>;
@group(0) @binding(2) var<storage, read> check_start: array<u32>;
@group(0) @binding(3) var<storage, read> check_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> quotients: array<vec4u>;
@group(0) @binding(5) var<storage, read> syndrome: array<u32>;
@group(0) @binding(6) var<storage, read> lists: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_words: array<u32>;
@group(0) @binding(8) var<storage, read_write> check_to_variable: array<u32>;

#import shared/frame-places
#import <messages>

const FLOOR: f32 = bitcast<f32>(FLOOR_BITS);
alias Vector = array<f32, Q>;
alias Spectra = array<f32, DEGREE * Q>;

// This work item's check and frame.
var<private> first_edge: u32;
var<private> first_shift: u32;
var<private> place: u32;
var<private> before: u32;

// The message of edge i, scaled to sum 1, from `at` on.
fn load_input(i: u32, to: ptr<function, Spectra>, at: u32) {
  let e = first_edge + i;
  let shift = select(0u, first_shift, i == 0u);
  let edge = check_edges[e];
  var sum = 0.0;
  for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE_FOURS
    {
      let x = block + 4u * $ku;
      var a = quotients[edge.y * ROW + x / 4u];
      if (SYNDROME == 1u) {
        for (var u = 0u; u < SOME; u++) { a[u] = quotient(edge.y, (x + u) ^ shift); }
      }
#for u in 0..SOME
      let value_$u = raw_value(e, edge, a[$u], (x + $uu) ^ shift, place, before);
      sum += value_$u;
      (*to)[at + x + $uu] = value_$u;
#end
    }
#end
  }
  let scale = 1.0 / sum;
  for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE
    (*to)[at + block + $ku] *= scale;
#end
  }
}

// Walsh-Hadamard transform in place: q·log2 q additions.
fn transform(vector: ptr<function, Spectra>, at: u32) {
  for (var block = 0u; block < Q; block += TILE) {
    var t: array<f32, TILE>;
#for k in 0..TILE
    t[$k] = (*vector)[at + block + $ku];
#end
#for l in LENGTHS
#for k in 0..TILE
    if (($ku & $lu) == 0u) {
      let sum = t[$k] + t[$ku | $lu];
      t[$ku | $lu] = t[$k] - t[$ku | $lu];
      t[$k] = sum;
    }
#end
#end
#for k in 0..TILE
    (*vector)[at + block + $ku] = t[$k];
#end
  }
  for (var length = TILE; length < Q; length *= 2u) {
    for (var k = 0u; k < Q; k++) {
      if ((k & length) != 0u) { continue; }
      let sum = (*vector)[at + k] + (*vector)[at + k + length];
      (*vector)[at + k + length] = (*vector)[at + k] - (*vector)[at + k + length];
      (*vector)[at + k] = sum;
    }
  }
}

// In place of each edge's coefficient the product of the others'.
fn multiply_others(spectra: ptr<function, Spectra>, x: u32) {
  if (UNROLLED == DEGREE) {
    var product = 1.0;
#for i in 0..UNROLLED
    let own_$i = (*spectra)[$iu * Q + x];
    (*spectra)[$iu * Q + x] = product;
    product *= own_$i;
#end
    product = 1.0;
#for i in UNROLLED..0
    (*spectra)[$iu * Q + x] *= product;
    product *= own_$i;
#end
    return;
  }
  var own: array<f32, DEGREE>;
  var product = 1.0;
  for (var i = 0u; i < DEGREE; i++) {
    own[i] = (*spectra)[i * Q + x];
    (*spectra)[i * Q + x] = product;
    product *= own[i];
  }
  product = 1.0;
  for (var i = DEGREE; i > 0u; i--) {
    (*spectra)[(i - 1u) * Q + x] *= product;
    product *= own[i - 1u];
  }
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let at = group.y * GROUP + item;
  if (at >= frames_left()) { return; }
  let frame = frame_at(at);
  let m = checks[group.x];
  place = select(frame, at, MOVES_MESSAGES);
  before = place_before(at);
  first_edge = check_start[m];
  first_shift = 0u;
  if (SYNDROME == 1u) { first_shift = syndrome[frame * M + m]; }

  var spectra: Spectra;
  for (var i = 0u; i < DEGREE; i += UNROLLED) {
#for j in 0..UNROLLED
    load_input(i + $ju, &spectra, (i + $ju) * Q);
    transform(&spectra, (i + $ju) * Q);
#end
  }
  for (var block = 0u; block < Q; block += TILE) {
#for x in 0..TILE
    multiply_others(&spectra, block + $xu);
#end
  }
  for (var i = 0u; i < DEGREE; i += UNROLLED) {
#for j in 0..UNROLLED
    transform(&spectra, (i + $ju) * Q);
    put_vector(i + $ju, &spectra, (i + $ju) * Q);
#end
  }
}

fn put_vector(i: u32, spectra: ptr<function, Spectra>, at: u32) {
  let e = first_edge + i;
  let edge = check_edges[e];
  let shift = select(0u, first_shift, i == 0u);
  var input: Spectra;
  if (!MOVES_MESSAGES) { load_input(i, &input, 0u); }
  for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE_FOURS
    {
      var four: vec4f;
      var had: vec4f;
#for u in 0..SOME
      four[$u] = max((*spectra)[at + block + 4u * $ku + $uu] * (1.0 / f32(Q)), FLOOR);
      had[$u] = input[block + 4u * $ku + $uu];
#end
      put(e, edge, block + 4u * $ku, shift, four, had, place);
    }
#end
  }
}
