// channel/points/sample: points of a constellation, chosen by labels of coded bits, over AWGN. A use of the channel carries a label: on one
// axis (DIMENSIONS 1, amplitudes) or in the plane (2, in-phase and quadrature).
// in   noise [4096]                    alias table of the noise cells
//      codeword [frame][N]
//      label_bits [use][BITS]          coded bit n·P + b that is bit j of the use's label, least significant first; PADDING for a 0;
//                                      with SHORTER [2][use][BITS], those of the shorter code blocks first (code-block)
//      points [label][DIMENSIONS] i32  grid steps
//      and with FADING, behind the points, the 65536 equally likely gains of Rayleigh fading in multiples of 2^-14
// part <sent>: channel/points/sent, which sends points as they are, or that of a channel (PointSampler, src/channel/discrete-channel.ts)
// out  received [frame][use][DIMENSIONS + FADING] i32  gain · point + noise cell − 2048, grid steps; with FADING the gain behind it, which
//      is the same for BLOCK · USES_OF_POINT uses
// map  one invocation per four coordinates; workgroup y = frame
// exact: integers
// numeric range: |received| ≤ 16383
#import common/run, common/workgroup-slot, <random>

#in noise: u32, codeword: u32, label_bits: u32, points: i32
#out received: i32

#import channel/alias-sample, channel/points/faded
#if SHORTER: #import channel/points/code-block

const STREAM_NOISE: u32 = 0u;
const PADDING: u32 = 0xffffffffu;
const STREAM_FADING: u32 = 6u;
const VALUES: u32 = USES * DIMENSIONS;
const STRIDE: u32 = DIMENSIONS + FADING;
const LABELS: u32 = 1u << BITS;

fn label_of(slot: u32, place: u32) -> u32 {
  var label = 0u;
  var first = place * BITS;
#if SHORTER: first += longer_block(slot) * USES * BITS;
  for (var j = 0u; j < BITS; j++) {
    let bit = label_bits[first + j];
    if (bit != PADDING) { label |= ((codeword[slot * N + bit / P] >> (bit % P)) & 1u) << j; }
  }
  return label;
}

#import <sent>

fn gain_of(slot: u32, place: u32) -> i32 {
  let block = place / (USES_OF_POINT * BLOCK);
  let words = random_words(vec4u(frame_index(slot), block / 4u, STREAM_FADING), run.key);
  return points[LABELS * DIMENSIONS + (words[block % 4u] >> 16u)];
}

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (4u * id.x >= VALUES || slot >= run.frames) { return; }
  let words = random_words(vec4u(frame_index(slot), id.x, STREAM_NOISE), run.key);
  for (var i = 0u; i < min(4u, VALUES - 4u * id.x); i++) {
    let value = 4u * id.x + i;
    let place = value / DIMENSIONS;
    let d = value % DIMENSIONS;
    let at = (slot * USES + place) * STRIDE;
    var gain = GAIN_ONE;
    if (FADING == 1u) {
      gain = gain_of(slot, place);
      if (d == 0u) { received[at + STRIDE - 1u] = gain; }
    }
    let point = faded(sent_coordinate(slot, place, d), gain);
    received[at + d] = point + i32(alias_sample(words[i])) - 2048;
  }
}
