// source/information-bits: random information bits, a word for 32 frames.
// in   information_position [k]        positions of the information bits in the codeword
// out  codeword [word of 32 frames][N] bit f of a word belongs to its frame f; the encoding kernels write parity
// map  one workgroup of WORKGROUP_SIZE per BITS_TOGETHER information bits (x) and word (y). First an invocation draws 128 bits of one
//      frame, then it gathers a bit of 32 frames
// workgroup bytes: 4·BITS_TOGETHER
// Information bit i of a frame is bit i mod 32 of the word ⌊i/32⌋ mod 4 of random number ⌊i/128⌋, as in source/information.
#import common/run
#import common/workgroup-slot
#import <random>

@group(0) @binding(1) var<storage, read> information_position: array<u32>;
@group(0) @binding(2) var<storage, read_write> codeword: array<u32>;

const STREAM_INFORMATION: u32 = 1u;
const FRAMES: u32 = 32u;
const DRAWS: u32 = WORKGROUP_SIZE / FRAMES;
const BITS_TOGETHER: u32 = 128u * DRAWS;

// [32 bits][frame]
var<workgroup> drawn: array<u32, BITS_TOGETHER>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let word = workgroup_slot(workgroup);
  if (word * FRAMES >= run.frames) { return; }
  let frame = invocation % FRAMES;
  let draw = invocation / FRAMES;
  let words = random_words(vec4u(frame_index(word * FRAMES + frame), workgroup.x * DRAWS + draw, STREAM_INFORMATION), run.key);
#for j in 0..4
  drawn[(4u * draw + $ju) * FRAMES + frame] = words[$j];
#end
  workgroupBarrier();
  let first = workgroup.x * BITS_TOGETHER;
  for (var i = invocation; i < min(BITS_TOGETHER, K - first); i += WORKGROUP_SIZE) {
    var bits = 0u;
    for (var f = 0u; f < FRAMES; f++) { bits |= ((drawn[(i / 32u) * FRAMES + f] >> (i % 32u)) & 1u) << f; }
    codeword[word * N + information_position[first + i]] = bits;
  }
}
