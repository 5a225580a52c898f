const BOUND_BITS: u32 = 1098907648u;
const N: u32 = 16200u;
const CHECKS: u32 = 1800u;
const FRAME_INTERLEAVED: u32 = 1u;
const WORKGROUP_SIZE: u32 = 64u;
// binary/compact: the words of frames that the next iteration works on: those of which a frame fails a check after this one.
// in   unsatisfied [iteration][frame]
// i/o  active_words [2 + 2·words]: how many, for even and for odd iterations; then word and done lanes of each slot. The words of
//      a workgroup stand together and in order, the workgroups in any order, which no result depends on
// map  one invocation per word; workgroup y = WORKGROUP_SIZE words
// workgroup bytes: 4·(WORKGROUP_SIZE + 1)
// What changes from run to run and, in `iteration`, from dispatch to dispatch. Written by the engine (src/engine/run-uniform.ts).
struct Run {
  first_frame: vec2u,   // 64-bit index of the frame in slot 0: low word, high word
  key: vec2u,           // random key
  frames: u32,          // frames in this run, in slots 0 … frames − 1
  iteration: u32,       // from 0
  chunk_frames: u32,    // frames per chunk
  chunk_offset: u32,    // first_frame modulo chunk_frames
  llr_scale: f32,       // LLR per grid step of the channel output
  amplitude: i32,       // ±1 in grid steps
}

@group(0) @binding(0) var<uniform> run: Run;

// 64-bit index of the frame in a slot.
fn frame_index(slot: u32) -> vec2u {
  let low = run.first_frame.x + slot;
  return vec2u(low, run.first_frame.y + u32(low < slot));
}

// Message words of one f32 number: one frame to a word. Twin: wgsl/binary/formats/f32.ts.
alias Lanes = f32;
alias Wide = f32;
alias Signs = u32;

const INTERLEAVE: u32 = 1u;
const SIGN_BITS: u32 = 0x80000000u;
const NEUTRAL: Lanes = 3.0e38; // of the missing one of a circulant: changes no minimum and no sign

fn unpack(word: u32) -> Lanes { return bitcast<f32>(word); }
fn pack(value: Lanes) -> u32 { return bitcast<u32>(value); }
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(sum); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return pack(t + unpack(message)); }
// One frame's channel LLR as the word holds it. No negative zero, so that sign bits are signs.
fn lane_of(llr: f32, lane: u32) -> u32 { return pack(select(llr, 0.0, llr == 0.0)); }
fn signs_of(t: Lanes) -> Signs { return bitcast<u32>(t); }
fn sign_word(t: Lanes) -> u32 { return bitcast<u32>(t) & SIGN_BITS; }
fn signs_from(word: u32) -> Signs { return word; }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<f32>(bitcast<u32>(magnitude) ^ (signs & 0x80000000u));
}
// At most 12 significant bits: a product with a scale of few bits is then exact, so it does not matter whether a compiler
// fuses it with the addition that follows.
fn shorten(magnitude: Lanes) -> Lanes { return bitcast<f32>(bitcast<u32>(magnitude) & 0xfffff000u); }

// Width of a lane, and lane 0's bits. The kernel imports lanes.
const LANE_BITS: u32 = 32u / INTERLEAVE;
const LANE: u32 = 0xffffffffu >> (32u - LANE_BITS);


@group(0) @binding(1) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(2) var<storage, read_write> active_words: array<atomic<u32>>;

// Sum of the values of invocations 0 … item of a workgroup of WORKGROUP_SIZE. All of its invocations call it.
// workgroup bytes: 4·WORKGROUP_SIZE
var<workgroup> sums: array<u32, WORKGROUP_SIZE>;

fn sum_up_to(invocation: u32, value: u32) -> u32 {
  sums[invocation] = value;
  workgroupBarrier();
  for (var distance = 1u; distance < WORKGROUP_SIZE; distance *= 2u) {
    var sum = sums[invocation];
    if (invocation >= distance) { sum += sums[invocation - distance]; }
    workgroupBarrier();
    sums[invocation] = sum;
    workgroupBarrier();
  }
  return sums[invocation];
}


var<workgroup> begin: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let word = id.y * WORKGROUP_SIZE + invocation;
  var done = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let satisfied =
      frame >= run.frames || unsatisfied[run.iteration * run.frames + min(frame, run.frames - 1u)] == 0u;
    done |= select(0u, LANE << (lane * LANE_BITS), satisfied);
  }
  let is_active = done != 0xffffffffu;
  let up_to = sum_up_to(invocation, u32(is_active));
  if (invocation == WORKGROUP_SIZE - 1u) { begin = atomicAdd(&active_words[(run.iteration + 1u) & 1u], up_to); }
  workgroupBarrier();
  if (is_active) {
    let slot = begin + up_to - 1u;
    atomicStore(&active_words[2u + 2u * slot], word);
    atomicStore(&active_words[3u + 2u * slot], done);
  }
  // This iteration is over; the one after the next counts here.
  if (word == 0u) { atomicStore(&active_words[run.iteration & 1u], 0u); }
}
