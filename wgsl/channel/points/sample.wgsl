// channel/points/sample: points of a constellation, chosen by labels of coded bits, over AWGN. A use of the channel carries a label: on one
// axis (DIMENSIONS 1, amplitudes) or in the plane (2, in-phase and quadrature).
// in   noise [4096]                    alias table of the noise cells
//      codeword [frame][N]
//      label_bits [use][BITS]          coded bit n·P + b that is bit j of the use's label, least significant first; PADDING for a 0
//      points [label][DIMENSIONS] i32  grid steps
// out  received [frame][use][DIMENSIONS] i32  point + noise cell − 2048, grid steps
// map  one invocation per four values; workgroup y = frame
// exact: integers
// numeric range: |received| ≤ 16383
#import common/run
#import common/workgroup-slot
#import <random>

@group(0) @binding(1) var<storage, read> noise: array<u32>;
@group(0) @binding(2) var<storage, read> codeword: array<u32>;
@group(0) @binding(3) var<storage, read> label_bits: array<u32>;
@group(0) @binding(4) var<storage, read> points: array<i32>;
@group(0) @binding(5) var<storage, read_write> received: array<i32>;

#import channel/alias-sample

const STREAM_NOISE: u32 = 0u;
const PADDING: u32 = 0xffffffffu;
const VALUES: u32 = USES * DIMENSIONS;

fn label_of(slot: u32, place: u32) -> u32 {
  var label = 0u;
  for (var j = 0u; j < BITS; j++) {
    let bit = label_bits[place * BITS + j];
    if (bit != PADDING) { label |= ((codeword[slot * N + bit / P] >> (bit % P)) & 1u) << j; }
  }
  return label;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (4u * id.x >= VALUES || slot >= run.frames) { return; }
  let words = random_words(vec4u(frame_index(slot), id.x, STREAM_NOISE), run.key);
  for (var i = 0u; i < min(4u, VALUES - 4u * id.x); i++) {
    let value = 4u * id.x + i;
    let point = points[label_of(slot, value / DIMENSIONS) * DIMENSIONS + value % DIMENSIONS];
    received[slot * VALUES + value] = point + i32(alias_sample(words[i])) - 2048;
  }
}
