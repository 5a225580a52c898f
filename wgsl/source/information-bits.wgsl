// source/information-bits: random information bits, a word for 32 frames.
// in   information_position [k]        positions of the information bits in the codeword
// out  codeword [word of 32 frames][N] bit f of a word belongs to its frame f; the encoding kernels write parity
// map  one workgroup of WORKGROUP_SIZE per BITS_TOGETHER information bits (x) and word (y). First an invocation draws 128 bits of one
//      frame, then blocks of 32 bits of 32 frames are transposed
// Information bit i of a frame is bit i mod 32 of the word ⌊i/32⌋ mod 4 of random number ⌊i/128⌋, as in source/information.
const WORKGROUP_SIZE: u32 = 128u;
#import common/run, common/workgroup-slot, <random>

#in information_position: u32
#out codeword: u32

const STREAM_INFORMATION: u32 = 1u;
const FRAMES: u32 = 32u;
const DRAWS: u32 = WORKGROUP_SIZE / FRAMES;
const BLOCKS: u32 = 4u * DRAWS;
const BITS_TOGETHER: u32 = FRAMES * BLOCKS;

// [frame][block] with a bit of the block at each bit; transposed, [bit][block] with a frame at each bit
var<workgroup> drawn: array<u32, BITS_TOGETHER>;

// Of the pair of rows with the distance `width` it exchanges the upper bits of the first with the lower bits of the second, in parts of
// `width` bits. `lower` has ones in the lower parts.
fn exchange(pair: u32, width: u32, lower: u32) {
  let row = pair / BLOCKS;
  let first = (row / width * 2u * width + row % width) * BLOCKS + pair % BLOCKS;
  let second = first + width * BLOCKS;
  let change = ((drawn[first] >> width) ^ drawn[second]) & lower;
  drawn[first] ^= change << width;
  drawn[second] ^= change;
}

// One of the five steps of a transposition.
fn exchange_all(invocation: u32, width: u32, lower: u32) {
  workgroupBarrier();
  for (var i = 0u; i < BITS_TOGETHER / 2u / WORKGROUP_SIZE; i++) { exchange(i * WORKGROUP_SIZE + invocation, width, lower); }
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let word = workgroup_slot(workgroup);
  if (word * FRAMES >= run.frames) { return; }
  let frame = invocation / DRAWS;
  let draw = invocation % DRAWS;
  let words = random_words(vec4u(frame_index(word * FRAMES + frame), workgroup.x * DRAWS + draw, STREAM_INFORMATION), run.key);
#for j in 0..4: drawn[frame * BLOCKS + $ju * DRAWS + draw] = words[$j];
  exchange_all(invocation, 16u, 0x0000ffffu);
  exchange_all(invocation, 8u, 0x00ff00ffu);
  exchange_all(invocation, 4u, 0x0f0f0f0fu);
  exchange_all(invocation, 2u, 0x33333333u);
  exchange_all(invocation, 1u, 0x55555555u);
  workgroupBarrier();
  for (var i = 0u; i < BITS_TOGETHER / WORKGROUP_SIZE; i++) {
    let bit = i * WORKGROUP_SIZE + invocation;
    let index = workgroup.x * BITS_TOGETHER + bit;
    if (index < K) {
      codeword[word * N + information_position[index]] = drawn[(bit % 32u) * BLOCKS + bit / 32u % 4u * DRAWS + bit / 128u];
    }
  }
}
