const SCALE: u32 = 12u;
const OFFSET_BITS: u32 = 0u;
const N: u32 = 4u;
const CHECKS: u32 = 3u;
const FRAME_INTERLEAVED: u32 = 0u;
const WORKGROUP_SIZE: u32 = 64u;
// binary/pack-syndrome: the syndromes of a word's frames as sign bits, checks in the decoder's order.
// in   row [check]: row of H, syndrome [frame][M]
// out  check_signs [word][check]; FRAME_INTERLEAVED: with the word last
// map  one invocation per check; workgroup y = word. FRAME_INTERLEAVED: one workgroup per 32 checks (x) and WORKGROUP_SIZE words (y), which
//      transposes a tile in workgroup memory
// workgroup bytes: 4·32·(WORKGROUP_SIZE + 1), FRAME_INTERLEAVED only
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

// Which frame, or word of frames, a workgroup is for: workgroup y, or, where there are more than a dispatch can have in one
// dimension, rows of SLOTS_PER_ROW of them in y, which z counts. The last row may go on where no frame is. Also takes a
// global_invocation_id: invocations stand in x. Kernels that give a workgroup WORKGROUP_SIZE frames or words never need rows. The twin
// of the dispatch: wgsl/common/workgroup-slot.ts.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }

// Two f16 numbers to a word, rounded alike on every device. Twin: wgsl/binary/formats/f16.ts.
// Rounds to the nearest half, ties to even; magnitudes at most 2^15, and below 2^-14 zero. pack2x16float may round as it
// likes, but of halves it makes themselves.
fn round_half(x: vec2f) -> vec2f {
  let limited = clamp(x, vec2f(-32768.0), vec2f(32768.0));
  let bits = bitcast<vec2u>(limited);
  let rounded = (bits + 0xfffu + ((bits >> vec2u(13u)) & vec2u(1u))) & vec2u(0xffffe000u);
  return select(bitcast<vec2f>(rounded), vec2f(0.0), abs(limited) < vec2f(0.00006103515625));
}

// Message words of two f16 numbers: two frames to a word, stored as halves, computed in f32. Needs no f16 feature. The file
// that imports this one has to_half: a value as a half can hold it.
alias Lanes = vec2f;
alias Wide = vec2f;
alias Signs = vec2u;

const INTERLEAVE: u32 = 2u;
const SIGN_BITS: u32 = 0x80008000u;
const NEUTRAL: Lanes = vec2f(3.0e38);

fn unpack(word: u32) -> Lanes { return unpack2x16float(word); }
fn pack(value: Lanes) -> u32 { return pack2x16float(to_half(value)); }
fn widen(word: u32) -> Wide { return unpack(word); }
fn narrow(sum: Wide) -> u32 { return pack(sum); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 { return pack(t + unpack(message)); }
fn lane_of(llr: f32, lane: u32) -> u32 {
  return pack(vec2f(select(llr, 0.0, llr == 0.0), 0.0)) << (16u * lane);
}
fn signs_of(t: Lanes) -> Signs { return bitcast<vec2u>(t); }
fn sign_word(t: Lanes) -> u32 {
  let bits = bitcast<vec2u>(t) & vec2u(0x80000000u);
  return (bits.x >> 16u) | bits.y;
}
fn signs_from(word: u32) -> Signs { return vec2u(word << 16u, word); }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<vec2f>(bitcast<vec2u>(magnitude) ^ (signs & vec2u(0x80000000u)));
}
fn shorten(magnitude: Lanes) -> Lanes {
  return bitcast<vec2f>(bitcast<vec2u>(magnitude) & vec2u(0xfffff000u));
}


fn to_half(x: vec2f) -> vec2f { return round_half(x); }

// Where element x of a word of frames stands in a buffer that has so many elements for each word: [word][element], or, with
// FRAME_INTERLEAVED, [element][word]: then neighbours in a dispatch read neighbours in memory whatever the graph. Twin:
// wgsl/common/word-index.ts. The kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn word_index(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return x * word_count() + word; }
  return word * elements + x;
}


@group(0) @binding(1) var<storage, read> row: array<u32>;
@group(0) @binding(2) var<storage, read> syndrome: array<u32>;
@group(0) @binding(3) var<storage, read_write> check_signs: array<u32>;

// The sign bits of row m.
fn signs(word: u32, m: u32) -> u32 {
  var odd = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    if (frame < run.frames && syndrome[min(frame, run.frames - 1u) * CHECKS + m] != 0u) {
      odd |= 1u << ((lane + 1u) * (32u / INTERLEAVE) - 1u);
    }
  }
  return odd;
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = workgroup_slot(id);
  if (id.x >= CHECKS || word >= word_count()) { return; }
  check_signs[word * CHECKS + id.x] = signs(word, row[id.x]);
}
