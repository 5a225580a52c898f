const SCALE: u32 = 256u;
const OFFSET_STEPS: u32 = 0u;
const N: u32 = 648u;
const CHECKS: u32 = 108u;
const FRAME_INTERLEAVED: u32 = 0u;
const MESSAGES: u32 = 2376u;
const LIFTING_SIZE: u32 = 27u;
const COMPACT: u32 = 1u;
const EDGES_BY_CHECK: u32 = 0u;
const LISTS: u32 = 0u;
const CHECK_GROUP_AT: u32 = 176u;
const CHECKS_PER_ENTRY: u32 = 27u;
const ABSENT: u32 = 4294967295u;
const SYNDROME: u32 = 0u;
const SYNDROME_IN_CHANNEL: u32 = 0u;
const STOP: u32 = 1u;
const LAYERED: u32 = 1u;
const EDGE_WORDS: u32 = 0u;
const PRIORS: u32 = 1u;
const PRIORS_AT: u32 = 2376u;
const CARRIED: u32 = 0u;
const ORDERS: u32 = 0u;
const MESSAGE_ELEMENTS: u32 = 3024u;
const CORE: u32 = 567u;
const SHARED: u32 = 21u;
const COLUMNS: u32 = 24u;
const ROWS: u32 = 4u;
const LAYERS: u32 = 4u;
const MESSAGE_WORDS: u32 = 88u;
const LACKS_EDGE: u32 = 0u;
const DEGREE_0: u32 = 22u;
const LAST_0: u32 = 21u;
const START_0: u32 = 1u;
const BOUNDED_0: u32 = 2u;
const CHECK_0: u32 = 0u;
const DEGREE_ONE_0: u32 = 0u;
const FIRST_0_0: u32 = 0u;
const SHIFT_0_0: u32 = 0u;
const ABSENT_0_0: u32 = 4294967295u;
const FIRST_0_1: u32 = 27u;
const SHIFT_0_1: u32 = 0u;
const ABSENT_0_1: u32 = 4294967295u;
const FIRST_0_2: u32 = 54u;
const SHIFT_0_2: u32 = 0u;
const ABSENT_0_2: u32 = 4294967295u;
const FIRST_0_3: u32 = 81u;
const SHIFT_0_3: u32 = 0u;
const ABSENT_0_3: u32 = 4294967295u;
const FIRST_0_4: u32 = 108u;
const SHIFT_0_4: u32 = 0u;
const ABSENT_0_4: u32 = 4294967295u;
const FIRST_0_5: u32 = 135u;
const SHIFT_0_5: u32 = 0u;
const ABSENT_0_5: u32 = 4294967295u;
const FIRST_0_6: u32 = 162u;
const SHIFT_0_6: u32 = 0u;
const ABSENT_0_6: u32 = 4294967295u;
const FIRST_0_7: u32 = 189u;
const SHIFT_0_7: u32 = 0u;
const ABSENT_0_7: u32 = 4294967295u;
const FIRST_0_8: u32 = 216u;
const SHIFT_0_8: u32 = 0u;
const ABSENT_0_8: u32 = 4294967295u;
const FIRST_0_9: u32 = 243u;
const SHIFT_0_9: u32 = 0u;
const ABSENT_0_9: u32 = 4294967295u;
const FIRST_0_10: u32 = 270u;
const SHIFT_0_10: u32 = 0u;
const ABSENT_0_10: u32 = 4294967295u;
const FIRST_0_11: u32 = 297u;
const SHIFT_0_11: u32 = 0u;
const ABSENT_0_11: u32 = 4294967295u;
const FIRST_0_12: u32 = 324u;
const SHIFT_0_12: u32 = 0u;
const ABSENT_0_12: u32 = 4294967295u;
const FIRST_0_13: u32 = 351u;
const SHIFT_0_13: u32 = 0u;
const ABSENT_0_13: u32 = 4294967295u;
const FIRST_0_14: u32 = 378u;
const SHIFT_0_14: u32 = 0u;
const ABSENT_0_14: u32 = 4294967295u;
const FIRST_0_15: u32 = 405u;
const SHIFT_0_15: u32 = 0u;
const ABSENT_0_15: u32 = 4294967295u;
const FIRST_0_16: u32 = 432u;
const SHIFT_0_16: u32 = 0u;
const ABSENT_0_16: u32 = 4294967295u;
const FIRST_0_17: u32 = 459u;
const SHIFT_0_17: u32 = 0u;
const ABSENT_0_17: u32 = 4294967295u;
const FIRST_0_18: u32 = 486u;
const SHIFT_0_18: u32 = 0u;
const ABSENT_0_18: u32 = 4294967295u;
const FIRST_0_19: u32 = 513u;
const SHIFT_0_19: u32 = 0u;
const ABSENT_0_19: u32 = 4294967295u;
const FIRST_0_20: u32 = 540u;
const SHIFT_0_20: u32 = 0u;
const ABSENT_0_20: u32 = 4294967295u;
const FIRST_0_21: u32 = 567u;
const SHIFT_0_21: u32 = 0u;
const ABSENT_0_21: u32 = 4294967295u;
const BATCHES_0: u32 = 22u;
const DEGREE_1: u32 = 22u;
const LAST_1: u32 = 21u;
const START_1: u32 = 1u;
const BOUNDED_1: u32 = 2u;
const CHECK_1: u32 = 27u;
const DEGREE_ONE_1: u32 = 0u;
const FIRST_1_0: u32 = 0u;
const SHIFT_1_0: u32 = 13u;
const ABSENT_1_0: u32 = 4294967295u;
const FIRST_1_1: u32 = 27u;
const SHIFT_1_1: u32 = 26u;
const ABSENT_1_1: u32 = 4294967295u;
const FIRST_1_2: u32 = 54u;
const SHIFT_1_2: u32 = 3u;
const ABSENT_1_2: u32 = 4294967295u;
const FIRST_1_3: u32 = 81u;
const SHIFT_1_3: u32 = 20u;
const ABSENT_1_3: u32 = 4294967295u;
const FIRST_1_4: u32 = 108u;
const SHIFT_1_4: u32 = 2u;
const ABSENT_1_4: u32 = 4294967295u;
const FIRST_1_5: u32 = 135u;
const SHIFT_1_5: u32 = 22u;
const ABSENT_1_5: u32 = 4294967295u;
const FIRST_1_6: u32 = 162u;
const SHIFT_1_6: u32 = 14u;
const ABSENT_1_6: u32 = 4294967295u;
const FIRST_1_7: u32 = 189u;
const SHIFT_1_7: u32 = 6u;
const ABSENT_1_7: u32 = 4294967295u;
const FIRST_1_8: u32 = 216u;
const SHIFT_1_8: u32 = 17u;
const ABSENT_1_8: u32 = 4294967295u;
const FIRST_1_9: u32 = 243u;
const SHIFT_1_9: u32 = 9u;
const ABSENT_1_9: u32 = 4294967295u;
const FIRST_1_10: u32 = 270u;
const SHIFT_1_10: u32 = 25u;
const ABSENT_1_10: u32 = 4294967295u;
const FIRST_1_11: u32 = 297u;
const SHIFT_1_11: u32 = 11u;
const ABSENT_1_11: u32 = 4294967295u;
const FIRST_1_12: u32 = 324u;
const SHIFT_1_12: u32 = 7u;
const ABSENT_1_12: u32 = 4294967295u;
const FIRST_1_13: u32 = 351u;
const SHIFT_1_13: u32 = 8u;
const ABSENT_1_13: u32 = 4294967295u;
const FIRST_1_14: u32 = 378u;
const SHIFT_1_14: u32 = 19u;
const ABSENT_1_14: u32 = 4294967295u;
const FIRST_1_15: u32 = 405u;
const SHIFT_1_15: u32 = 24u;
const ABSENT_1_15: u32 = 4294967295u;
const FIRST_1_16: u32 = 432u;
const SHIFT_1_16: u32 = 15u;
const ABSENT_1_16: u32 = 4294967295u;
const FIRST_1_17: u32 = 459u;
const SHIFT_1_17: u32 = 1u;
const ABSENT_1_17: u32 = 4294967295u;
const FIRST_1_18: u32 = 486u;
const SHIFT_1_18: u32 = 18u;
const ABSENT_1_18: u32 = 4294967295u;
const FIRST_1_19: u32 = 513u;
const SHIFT_1_19: u32 = 16u;
const ABSENT_1_19: u32 = 4294967295u;
const FIRST_1_20: u32 = 567u;
const SHIFT_1_20: u32 = 0u;
const ABSENT_1_20: u32 = 4294967295u;
const FIRST_1_21: u32 = 594u;
const SHIFT_1_21: u32 = 0u;
const ABSENT_1_21: u32 = 4294967295u;
const BATCHES_1: u32 = 22u;
const DEGREE_2: u32 = 22u;
const LAST_2: u32 = 21u;
const START_2: u32 = 1u;
const BOUNDED_2: u32 = 2u;
const CHECK_2: u32 = 54u;
const DEGREE_ONE_2: u32 = 0u;
const FIRST_2_0: u32 = 0u;
const SHIFT_2_0: u32 = 5u;
const ABSENT_2_0: u32 = 4294967295u;
const FIRST_2_1: u32 = 27u;
const SHIFT_2_1: u32 = 3u;
const ABSENT_2_1: u32 = 4294967295u;
const FIRST_2_2: u32 = 54u;
const SHIFT_2_2: u32 = 23u;
const ABSENT_2_2: u32 = 4294967295u;
const FIRST_2_3: u32 = 81u;
const SHIFT_2_3: u32 = 9u;
const ABSENT_2_3: u32 = 4294967295u;
const FIRST_2_4: u32 = 108u;
const SHIFT_2_4: u32 = 1u;
const ABSENT_2_4: u32 = 4294967295u;
const FIRST_2_5: u32 = 135u;
const SHIFT_2_5: u32 = 18u;
const ABSENT_2_5: u32 = 4294967295u;
const FIRST_2_6: u32 = 162u;
const SHIFT_2_6: u32 = 21u;
const ABSENT_2_6: u32 = 4294967295u;
const FIRST_2_7: u32 = 189u;
const SHIFT_2_7: u32 = 20u;
const ABSENT_2_7: u32 = 4294967295u;
const FIRST_2_8: u32 = 216u;
const SHIFT_2_8: u32 = 11u;
const ABSENT_2_8: u32 = 4294967295u;
const FIRST_2_9: u32 = 243u;
const SHIFT_2_9: u32 = 14u;
const ABSENT_2_9: u32 = 4294967295u;
const FIRST_2_10: u32 = 270u;
const SHIFT_2_10: u32 = 15u;
const ABSENT_2_10: u32 = 4294967295u;
const FIRST_2_11: u32 = 297u;
const SHIFT_2_11: u32 = 17u;
const ABSENT_2_11: u32 = 4294967295u;
const FIRST_2_12: u32 = 351u;
const SHIFT_2_12: u32 = 6u;
const ABSENT_2_12: u32 = 4294967295u;
const FIRST_2_13: u32 = 378u;
const SHIFT_2_13: u32 = 0u;
const ABSENT_2_13: u32 = 4294967295u;
const FIRST_2_14: u32 = 405u;
const SHIFT_2_14: u32 = 8u;
const ABSENT_2_14: u32 = 4294967295u;
const FIRST_2_15: u32 = 432u;
const SHIFT_2_15: u32 = 12u;
const ABSENT_2_15: u32 = 4294967295u;
const FIRST_2_16: u32 = 459u;
const SHIFT_2_16: u32 = 13u;
const ABSENT_2_16: u32 = 4294967295u;
const FIRST_2_17: u32 = 486u;
const SHIFT_2_17: u32 = 19u;
const ABSENT_2_17: u32 = 4294967295u;
const FIRST_2_18: u32 = 513u;
const SHIFT_2_18: u32 = 2u;
const ABSENT_2_18: u32 = 4294967295u;
const FIRST_2_19: u32 = 540u;
const SHIFT_2_19: u32 = 26u;
const ABSENT_2_19: u32 = 4294967295u;
const FIRST_2_20: u32 = 594u;
const SHIFT_2_20: u32 = 0u;
const ABSENT_2_20: u32 = 4294967295u;
const FIRST_2_21: u32 = 621u;
const SHIFT_2_21: u32 = 0u;
const ABSENT_2_21: u32 = 4294967295u;
const BATCHES_2: u32 = 22u;
const DEGREE_3: u32 = 22u;
const LAST_3: u32 = 21u;
const START_3: u32 = 1u;
const BOUNDED_3: u32 = 2u;
const CHECK_3: u32 = 81u;
const DEGREE_ONE_3: u32 = 0u;
const FIRST_3_0: u32 = 0u;
const SHIFT_3_0: u32 = 17u;
const ABSENT_3_0: u32 = 4294967295u;
const FIRST_3_1: u32 = 27u;
const SHIFT_3_1: u32 = 21u;
const ABSENT_3_1: u32 = 4294967295u;
const FIRST_3_2: u32 = 54u;
const SHIFT_3_2: u32 = 6u;
const ABSENT_3_2: u32 = 4294967295u;
const FIRST_3_3: u32 = 81u;
const SHIFT_3_3: u32 = 20u;
const ABSENT_3_3: u32 = 4294967295u;
const FIRST_3_4: u32 = 108u;
const SHIFT_3_4: u32 = 22u;
const ABSENT_3_4: u32 = 4294967295u;
const FIRST_3_5: u32 = 135u;
const SHIFT_3_5: u32 = 13u;
const ABSENT_3_5: u32 = 4294967295u;
const FIRST_3_6: u32 = 162u;
const SHIFT_3_6: u32 = 25u;
const ABSENT_3_6: u32 = 4294967295u;
const FIRST_3_7: u32 = 189u;
const SHIFT_3_7: u32 = 12u;
const ABSENT_3_7: u32 = 4294967295u;
const FIRST_3_8: u32 = 216u;
const SHIFT_3_8: u32 = 14u;
const ABSENT_3_8: u32 = 4294967295u;
const FIRST_3_9: u32 = 243u;
const SHIFT_3_9: u32 = 10u;
const ABSENT_3_9: u32 = 4294967295u;
const FIRST_3_10: u32 = 270u;
const SHIFT_3_10: u32 = 24u;
const ABSENT_3_10: u32 = 4294967295u;
const FIRST_3_11: u32 = 297u;
const SHIFT_3_11: u32 = 19u;
const ABSENT_3_11: u32 = 4294967295u;
const FIRST_3_12: u32 = 324u;
const SHIFT_3_12: u32 = 23u;
const ABSENT_3_12: u32 = 4294967295u;
const FIRST_3_13: u32 = 351u;
const SHIFT_3_13: u32 = 4u;
const ABSENT_3_13: u32 = 4294967295u;
const FIRST_3_14: u32 = 378u;
const SHIFT_3_14: u32 = 5u;
const ABSENT_3_14: u32 = 4294967295u;
const FIRST_3_15: u32 = 405u;
const SHIFT_3_15: u32 = 16u;
const ABSENT_3_15: u32 = 4294967295u;
const FIRST_3_16: u32 = 432u;
const SHIFT_3_16: u32 = 9u;
const ABSENT_3_16: u32 = 4294967295u;
const FIRST_3_17: u32 = 459u;
const SHIFT_3_17: u32 = 26u;
const ABSENT_3_17: u32 = 4294967295u;
const FIRST_3_18: u32 = 486u;
const SHIFT_3_18: u32 = 8u;
const ABSENT_3_18: u32 = 4294967295u;
const FIRST_3_19: u32 = 513u;
const SHIFT_3_19: u32 = 1u;
const ABSENT_3_19: u32 = 4294967295u;
const FIRST_3_20: u32 = 540u;
const SHIFT_3_20: u32 = 0u;
const ABSENT_3_20: u32 = 4294967295u;
const FIRST_3_21: u32 = 621u;
const SHIFT_3_21: u32 = 0u;
const ABSENT_3_21: u32 = 4294967295u;
const BATCHES_3: u32 = 22u;
const SIGN_WORDS: u32 = 2u;
const OWN_SIGN_WORDS: u32 = 0u;
const TURN_WORDS: u32 = 0u;
const SLICED: u32 = 0u;
const UNROLLED_TESTS: u32 = 2u;
const PLANES_SIZE: u32 = 0u;
const LARGEST_STEPS: u32 = 511u;
const HAS_SCALE: u32 = 0u;
const OFFSET_FIRST: u32 = 0u;
const ITERATIONS: u32 = 10u;
const OWN_IN_REGISTERS: u32 = 1u;
const WORDS: u32 = 3u;
const PACKED: u32 = 0u;
const COLLECTS_SIGNS: u32 = 0u;
const OWN_SIGNS_LAST: u32 = 0u;
const VALUES_AT: u32 = 0u;
const STORES_IN_LOOP: u32 = 0u;
const WORKGROUP_SIZE: u32 = 81u;
const F16: u32 = 0u;
// binary/chip/iterations: all iterations of a layered decoder of a quasi-cyclic code in one dispatch, posteriors in workgroup memory and messages in
// registers. An invocation has check z of every block row, all rows are unrolled with their shifts as constants, and each
// edge's message is a variable of its own. A check finds the least magnitude of the other edges of each edge by minima from
// both ends (forward and backward). A workgroup ends when its frames have ended. Rule and number format are the variant's.
// PRIORS: a rule changes the priors of variables at the start of an iteration.
// Block columns whose circulants all have shift 0 are private: variable z is read by check z alone, and its posterior is in a register.
// in   channel [word][N], check_signs [word][check] sign bits of the syndrome (SYNDROME only), turns [word][z] bits of the visits of
//      parts of block rows in which check z is updated, then from VALUES_AT on a value of each variable for its rule, plane_edges (SLICED only) for each block row that is tested by planes the places
//      of its first four edges and of the end, then four edges: for each its shift and 65536 times the place of its plane
// i/o  unsatisfied [iteration][frame]
// out  posteriors [word][N]; PACKED: only their signs, INTERLEAVE bits for each block column, the first in the lowest bits (common/decided)
// map  one workgroup per WORDS words of frames (workgroup y), LIFTING_SIZE invocations for each word
// workgroup bytes: 4·WORDS·(CORE + PLANES_SIZE + 2) + 8
// exact: the results of binary/resident and binary/check
// Directives decide what constants decide for each edge: a driver takes twice the time to compile functions of an edge with constant branches.
// Parameters that change from run to run and, for `iteration`, from dispatch to dispatch. The engine writes them
// (src/engine/gpu/run-uniform.ts).
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

// The frame, or word of frames, of a workgroup: workgroup y, or, beyond a dispatch's limit in one dimension, rows of
// SLOTS_PER_ROW workgroups in y, which z counts. The last row may extend beyond the frames. The function also accepts a
// global_invocation_id, whose x counts invocations. Kernels that give a workgroup WORKGROUP_SIZE frames or words never
// need rows.
const SLOTS_PER_ROW: u32 = 64u;

fn workgroup_slot(workgroup: vec3u) -> u32 { return workgroup.z * SLOTS_PER_ROW + workgroup.y; }

// Message words of two whole numbers of steps. LLRs are in steps of 1/16, posteriors within ±1536, messages within ±511, channel LLRs within
// ±480, so that the messages of a variable can outweigh a wrong channel LLR; known symbols are ±1536. A difference is within ±2047.
// What formats of whole numbers of steps share, which are held as f16: two frames to a word. f16 holds whole numbers up to 2048 exactly, so
// devices that compute in f16 (F16) and devices that compute in f32 get the same bits. The file that imports this one declares
// NEUTRAL, STEPS_PER_LLR, CLIP, MESSAGE_BOUND and POSTERIOR_BOUND.
// Represents certainty; no message is larger.
const LLR_BOUND: f32 = 1048576.0;

// The two halves of a word computed in f32: lanes and their signs. The file that imports this one declares INTERLEAVE,
// SIGN_BITS and the conversion of numbers into halves.
alias Lanes = vec2f;
alias Signs = vec2u;

fn unpack(word: u32) -> Lanes { return unpack2x16float(word); }
fn signs_of(t: Lanes) -> Signs { return bitcast<vec2u>(t); }
fn sign_word(t: Lanes) -> u32 {
  let bits = bitcast<vec2u>(t) & vec2u(0x80000000u);
  return (bits.x >> 16u) | bits.y;
}
fn signs_from(word: u32) -> Signs { return vec2u(word << 16u, word); }
fn with_signs(magnitude: Lanes, signs: Signs) -> Lanes {
  return bitcast<vec2f>(bitcast<vec2u>(magnitude) ^ (signs & vec2u(0x80000000u)));
}
// Sign bits of the lanes that are not 0; 0 in the lanes whose sign bit is set in `lanes`.
fn nonzero_word(t: Lanes) -> u32 {
  let bits = select(vec2u(0x8000u, 0x80000000u), vec2u(), t == Lanes());
  return bits.x | bits.y;
}
fn erased_where(t: Lanes, lanes: u32) -> Lanes {
  return select(t, Lanes(), (vec2u(lanes) & vec2u(0x8000u, 0x80000000u)) != vec2u());
}

alias Number = f32;

fn pack(value: Lanes) -> u32 { return pack2x16float(value); }

alias Wide = vec2f;

const INTERLEAVE: u32 = 2u;
const SIGN_BITS: u32 = 0x80008000u;

// Minima and maxima of lanes that are numbers of WGSL. The kernel imports lanes.
fn least_of(a: Lanes, b: Lanes) -> Lanes { return min(a, b); }
fn greatest_of(a: Lanes, b: Lanes) -> Lanes { return max(a, b); }
fn absolute(t: Lanes) -> Lanes { return abs(t); }
fn choose_if_equal(a: Lanes, b: Lanes, yes: Lanes, no: Lanes) -> Lanes { return select(no, yes, a == b); }


fn widen(word: u32) -> Wide { return vec2f(unpack(word)); }
fn narrow(sum: Wide) -> u32 { return pack(Lanes(clamp(sum, vec2f(-POSTERIOR_BOUND), vec2f(POSTERIOR_BOUND)))); }
fn difference(posterior: u32, message: u32) -> Lanes { return unpack(posterior) - unpack(message); }
fn total(t: Lanes, message: u32) -> u32 {
  return pack(clamp(t + unpack(message), Lanes(-POSTERIOR_BOUND), Lanes(POSTERIOR_BOUND)));
}
// In f32, where products of 11 and 9 bits are exact.
fn scaled_steps(m: Lanes, scale: u32) -> Lanes { return Lanes(floor(vec2f(m) * (f32(scale) / 256.0) + vec2f(0.5))); }
fn reduced_steps(m: Lanes, steps: u32) -> Lanes { return max(m - Lanes(Number(steps)), Lanes()); }
// ⌊x·factor/256 + 1/2⌋; the factor's bits are a signed number of at most 256. In f32, where the product is exact.
fn portion(x: Wide, factor: u32) -> Wide { return floor(x * (f32(bitcast<i32>(factor)) / 256.0) + vec2f(0.5)); }
fn wide_of(t: Lanes) -> Wide { return vec2f(t); }
fn lanes_of(x: Wide) -> Lanes { return Lanes(x); }
// LLR in steps, to the nearest, ties away from zero.
fn lane_of(llr: f32, lane: u32) -> u32 {
  let largest = select(CLIP, POSTERIOR_BOUND, abs(llr) >= LLR_BOUND);
  let steps = min(floor(abs(llr) * STEPS_PER_LLR + 0.5), largest);
  return pack2x16float(vec2f(select(steps, -steps, llr < 0.0 && steps > 0.0), 0.0)) << (16u * lane);
}
// The word with the other sign in the lanes whose lowest bit is set in `ones`; 0 stays.
fn negated(word: u32, ones: u32) -> u32 { return word ^ ((ones << 15u) & ((word & 0x7fff7fffu) + 0x7fff7fffu)); }

const NEUTRAL: Lanes = Lanes(2047.0);
const STEPS_PER_LLR: f32 = 16.0;
const CLIP: f32 = 480.0;
const MESSAGE_BOUND: Lanes = Lanes(511.0);
const POSTERIOR_BOUND = 1536.0;

// Min-sum check node on whole steps, as binary/rules/min-sum-int12, for kernels that find the least magnitude of the other edges of
// each edge by minima from both ends of the check. Numbers are in units of 512 steps, where a magnitude less its offset is cut to
// 0 … 1 by the subtraction itself. The minima begin with LARGEST, so that no message has to be cut.
struct Extrinsic {
  message: u32,
  posterior: u32,
}

// An edge's result: the new message as its word, and the posterior that includes it.
fn extrinsic(t: Lanes, out: Lanes) -> Extrinsic {
  let message = pack(out);
  return Extrinsic(message, total(t, message));
}

// The least magnitudes of a check in units of UNIT steps, for rules of binary/chip: before and after the minima. The rule declares UNIT, and
// GRID, the least f16 number whose ten lowest bits count steps, with its bits in both halves, GRID_BITS.
const LARGEST: Lanes = Lanes(Number(f32(LARGEST_STEPS) / UNIT));
const OFFSET: Lanes = Lanes(Number(f32(OFFSET_STEPS) / UNIT));

// The input of the minima: the magnitude of a difference, less the offset if the rule has no scale.
fn magnitude(t: Lanes) -> Lanes {
  return abs(t);
}

// Magnitude of a message, of the least `magnitude` of the other edges.
fn outgoing(least: Lanes) -> Lanes {
  return least;
}

// ⌊m·SCALE/256 + 1/2⌋ steps of m steps
fn scaled(m: Lanes) -> Lanes {
  return Lanes(floor(vec2f(m) * (UNIT * f32(SCALE) / 256.0) + vec2f(0.5)) / UNIT);
}

const UNIT = 512.0;
const GRID: Lanes = Lanes(2.0);
const GRID_BITS = 0x40004000u;
const BOUND: Lanes = Lanes(Number(POSTERIOR_BOUND / UNIT));

// The message of an edge before the first iteration.
const NO_MESSAGE = 0u;

// A word of numbers of steps in units: a posterior, and an LLR of a variable of degree 1. Signs of a posterior in units. A posterior in steps.
fn in_units(word: u32) -> u32 { return pack(unpack(word) * Lanes(Number(1.0 / UNIT))); }
fn own_in_units(word: u32) -> u32 { return in_units(word); }
fn signs_of_units(word: u32) -> u32 { return word; }
fn in_steps(word: u32) -> u32 { return pack(unpack(word) * Lanes(Number(UNIT))); }

// Message and posterior of an edge: magnitude, product of all signs of the check, and difference.
fn updated(magnitude: Lanes, signs: Signs, t: Lanes, _raised: Lanes) -> Extrinsic {
  let message = with_signs(magnitude, signs ^ signs_of(t));
  return Extrinsic(pack(message), pack(clamp(t + message, -BOUND, BOUND)));
}

// A word for each edge.
const NO_MESSAGES = NO_MESSAGE;
const RAISE = 0.0;

fn low_byte_mask(_invocation: u32, _zero: u32) -> u32 { return 0u; }
fn raised(t: Lanes) -> Lanes { return t; }
fn lowered(t: Lanes) -> Lanes { return t; }
fn message_0(messages: u32, _low_bytes: u32) -> u32 { return messages; }
fn with_message_0(_messages: u32, message: u32, _low_bytes: u32) -> u32 { return message; }


@group(0) @binding(1) var<storage, read> channel: array<u32>;
@group(0) @binding(2) var<storage, read> check_signs: array<u32>;
@group(0) @binding(3) var<storage, read_write> unsatisfied: array<u32>;
@group(0) @binding(4) var<storage, read_write> posteriors: array<u32>;
@group(0) @binding(5) var<storage, read> turns: array<u32>;
@group(0) @binding(6) var<storage, read> plane_edges: array<vec4u>;

// Width of a lane, and lane 0's bits. The kernel imports lanes.
const LANE_BITS: u32 = 32u / INTERLEAVE;
const LANE: u32 = 0xffffffffu >> (32u - LANE_BITS);


var<workgroup> posterior: array<u32, WORDS * CORE>;
var<private> private_posterior_21: u32;
var<private> private_posterior_22: u32;
var<private> private_posterior_23: u32;
// Sign bits of the posteriors of variables of degree 1, moved right by OWN_PLACE_r for block row r.
fn with_own_sign(signs: u32, posterior_in_units: u32, place: u32) -> u32 {
  let there = SIGN_BITS >> place;
  return (signs & ~there) | ((signs_of_units(posterior_in_units) >> place) & there);
}
// Sign bits of the lanes of each word that fail a check, all bits of its done lanes, and whether a lane of any word is
// neither.
var<workgroup> failing: array<atomic<u32>, WORDS>;
var<workgroup> done_lanes: array<u32, WORDS>;
var<workgroup> undecided: u32;

// Index of element x of a word of frames in a buffer that has `elements` elements for each word: [word][element], or,
// with FRAME_INTERLEAVED, [element][word]: neighbours in a dispatch then read neighbours in memory for every graph. The
// kernel imports run and lanes.
fn word_count() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn word_index(word: u32, x: u32, elements: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return x * word_count() + word; }
  return word * elements + x;
}

// The part that the update of checks and their test share. The kernel declares check_signs.
fn exists(message: u32) -> bool { return ABSENT == 0xffffffffu || message != ABSENT; }

fn check_sign(word: u32, check: u32) -> u32 {
  return 0u;
}


// Masks of whole lanes from their sign bits. The kernel imports lanes.

// All bits of the lanes with a set sign bit.
fn whole_lanes(signs: u32) -> u32 {
  var lanes = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let mask = LANE << (lane * LANE_BITS);
    if ((signs & mask) != 0u) { lanes |= mask; }
  }
  return lanes;
}


// Whether a lane of any word has neither failed nor is done. All invocations of the workgroup call it.
fn any_undecided(invocation: u32) -> bool {
  if (invocation == 0u) {
    var rest = 0u;
    for (var place = 0u; place < WORDS; place++) { rest |= ~(atomicLoad(&failing[place]) | done_lanes[place]); }
    undecided = rest & SIGN_BITS;
  }
  return workgroupUniformLoad(&undecided) != 0u;
}

fn if_there(t: Lanes, _absent: u32, _z: u32) -> Lanes { return t; }
fn sign_if_there(signs: u32, _absent: u32, _z: u32) -> u32 { return signs; }

// Functions of binary/chip/iterations that read core posteriors from the channel and write them to device memory.

// Writes the posteriors of lanes of a word. Without early termination all lanes end together.
fn store(word: u32, variable: u32, value: u32, lanes: u32) {
  let at = word * N + variable;
  if (lanes == 0xffffffffu) { posteriors[at] = value; }
  else if (lanes != 0u) { posteriors[at] = (posteriors[at] & ~lanes) | (value & lanes); }
}

// Core posteriors start as the channel's, with all loads under way at once.
fn load_core(word: u32, core: u32, z: u32) {
  let channel_0 = channel[word * N + 0u * LIFTING_SIZE + z];
  let channel_1 = channel[word * N + 1u * LIFTING_SIZE + z];
  let channel_2 = channel[word * N + 2u * LIFTING_SIZE + z];
  let channel_3 = channel[word * N + 3u * LIFTING_SIZE + z];
  let channel_4 = channel[word * N + 4u * LIFTING_SIZE + z];
  let channel_5 = channel[word * N + 5u * LIFTING_SIZE + z];
  let channel_6 = channel[word * N + 6u * LIFTING_SIZE + z];
  let channel_7 = channel[word * N + 7u * LIFTING_SIZE + z];
  let channel_8 = channel[word * N + 8u * LIFTING_SIZE + z];
  let channel_9 = channel[word * N + 9u * LIFTING_SIZE + z];
  let channel_10 = channel[word * N + 10u * LIFTING_SIZE + z];
  let channel_11 = channel[word * N + 11u * LIFTING_SIZE + z];
  let channel_12 = channel[word * N + 12u * LIFTING_SIZE + z];
  let channel_13 = channel[word * N + 13u * LIFTING_SIZE + z];
  let channel_14 = channel[word * N + 14u * LIFTING_SIZE + z];
  let channel_15 = channel[word * N + 15u * LIFTING_SIZE + z];
  let channel_16 = channel[word * N + 16u * LIFTING_SIZE + z];
  let channel_17 = channel[word * N + 17u * LIFTING_SIZE + z];
  let channel_18 = channel[word * N + 18u * LIFTING_SIZE + z];
  let channel_19 = channel[word * N + 19u * LIFTING_SIZE + z];
  let channel_20 = channel[word * N + 20u * LIFTING_SIZE + z];
  let channel_21 = channel[word * N + 21u * LIFTING_SIZE + z];
  let channel_22 = channel[word * N + 22u * LIFTING_SIZE + z];
  let channel_23 = channel[word * N + 23u * LIFTING_SIZE + z];
  posterior[core + 0u * LIFTING_SIZE + z] = in_units(channel_0);
  posterior[core + 1u * LIFTING_SIZE + z] = in_units(channel_1);
  posterior[core + 2u * LIFTING_SIZE + z] = in_units(channel_2);
  posterior[core + 3u * LIFTING_SIZE + z] = in_units(channel_3);
  posterior[core + 4u * LIFTING_SIZE + z] = in_units(channel_4);
  posterior[core + 5u * LIFTING_SIZE + z] = in_units(channel_5);
  posterior[core + 6u * LIFTING_SIZE + z] = in_units(channel_6);
  posterior[core + 7u * LIFTING_SIZE + z] = in_units(channel_7);
  posterior[core + 8u * LIFTING_SIZE + z] = in_units(channel_8);
  posterior[core + 9u * LIFTING_SIZE + z] = in_units(channel_9);
  posterior[core + 10u * LIFTING_SIZE + z] = in_units(channel_10);
  posterior[core + 11u * LIFTING_SIZE + z] = in_units(channel_11);
  posterior[core + 12u * LIFTING_SIZE + z] = in_units(channel_12);
  posterior[core + 13u * LIFTING_SIZE + z] = in_units(channel_13);
  posterior[core + 14u * LIFTING_SIZE + z] = in_units(channel_14);
  posterior[core + 15u * LIFTING_SIZE + z] = in_units(channel_15);
  posterior[core + 16u * LIFTING_SIZE + z] = in_units(channel_16);
  posterior[core + 17u * LIFTING_SIZE + z] = in_units(channel_17);
  posterior[core + 18u * LIFTING_SIZE + z] = in_units(channel_18);
  posterior[core + 19u * LIFTING_SIZE + z] = in_units(channel_19);
  posterior[core + 20u * LIFTING_SIZE + z] = in_units(channel_20);
  private_posterior_21 = in_units(channel_21);
  private_posterior_22 = in_units(channel_22);
  private_posterior_23 = in_units(channel_23);
}


fn collect_signs(_core: u32, _z: u32) {}

// Writes the core posteriors that an invocation began with. Branches by lanes are in a loop if the code has many
// edges, because drivers compile one copy of them faster.
fn store_core(word: u32, core: u32, z: u32, lanes: u32) {
  if (lanes == 0u) { return; }
  store(word, 0u * LIFTING_SIZE + z, in_steps(posterior[core + 0u * LIFTING_SIZE + z]), lanes);
  store(word, 1u * LIFTING_SIZE + z, in_steps(posterior[core + 1u * LIFTING_SIZE + z]), lanes);
  store(word, 2u * LIFTING_SIZE + z, in_steps(posterior[core + 2u * LIFTING_SIZE + z]), lanes);
  store(word, 3u * LIFTING_SIZE + z, in_steps(posterior[core + 3u * LIFTING_SIZE + z]), lanes);
  store(word, 4u * LIFTING_SIZE + z, in_steps(posterior[core + 4u * LIFTING_SIZE + z]), lanes);
  store(word, 5u * LIFTING_SIZE + z, in_steps(posterior[core + 5u * LIFTING_SIZE + z]), lanes);
  store(word, 6u * LIFTING_SIZE + z, in_steps(posterior[core + 6u * LIFTING_SIZE + z]), lanes);
  store(word, 7u * LIFTING_SIZE + z, in_steps(posterior[core + 7u * LIFTING_SIZE + z]), lanes);
  store(word, 8u * LIFTING_SIZE + z, in_steps(posterior[core + 8u * LIFTING_SIZE + z]), lanes);
  store(word, 9u * LIFTING_SIZE + z, in_steps(posterior[core + 9u * LIFTING_SIZE + z]), lanes);
  store(word, 10u * LIFTING_SIZE + z, in_steps(posterior[core + 10u * LIFTING_SIZE + z]), lanes);
  store(word, 11u * LIFTING_SIZE + z, in_steps(posterior[core + 11u * LIFTING_SIZE + z]), lanes);
  store(word, 12u * LIFTING_SIZE + z, in_steps(posterior[core + 12u * LIFTING_SIZE + z]), lanes);
  store(word, 13u * LIFTING_SIZE + z, in_steps(posterior[core + 13u * LIFTING_SIZE + z]), lanes);
  store(word, 14u * LIFTING_SIZE + z, in_steps(posterior[core + 14u * LIFTING_SIZE + z]), lanes);
  store(word, 15u * LIFTING_SIZE + z, in_steps(posterior[core + 15u * LIFTING_SIZE + z]), lanes);
  store(word, 16u * LIFTING_SIZE + z, in_steps(posterior[core + 16u * LIFTING_SIZE + z]), lanes);
  store(word, 17u * LIFTING_SIZE + z, in_steps(posterior[core + 17u * LIFTING_SIZE + z]), lanes);
  store(word, 18u * LIFTING_SIZE + z, in_steps(posterior[core + 18u * LIFTING_SIZE + z]), lanes);
  store(word, 19u * LIFTING_SIZE + z, in_steps(posterior[core + 19u * LIFTING_SIZE + z]), lanes);
  store(word, 20u * LIFTING_SIZE + z, in_steps(posterior[core + 20u * LIFTING_SIZE + z]), lanes);
  store(word, 21u * LIFTING_SIZE + z, in_steps(private_posterior_21), lanes);
  store(word, 22u * LIFTING_SIZE + z, in_steps(private_posterior_22), lanes);
  store(word, 23u * LIFTING_SIZE + z, in_steps(private_posterior_23), lanes);
}


// Memory: the prior of variable n is λ + γ_n·(P − λ), where λ is the channel's LLR, P the posterior of the iteration before and γ_n its
// `variable_value`, a factor in the form of the number format.
fn prior(channel: Wide, posterior: Wide, n: u32) -> Wide { return channel + portion(posterior - channel, variable_value(n)); }

// The prior of a variable of a layered schedule changes at the start of an iteration, and its posterior by the same amount. The kernel imports lanes
// and <variable> and declares variable_value. In the first iteration the prior is the channel's LLR.
struct NewPrior {
  posterior: u32,
  prior: u32,
}

fn with_new_prior(channel: u32, posterior: u32, before: u32, n: u32) -> NewPrior {
  let after = narrow(prior(widen(channel), widen(posterior), n));
  return NewPrior(narrow(widen(posterior) + (widen(after) - widen(before))), after);
}


fn variable_value(n: u32) -> u32 { return turns[VALUES_AT + n]; }

var<private> prior_0: u32;
var<private> prior_1: u32;
var<private> prior_2: u32;
var<private> prior_3: u32;
var<private> prior_4: u32;
var<private> prior_5: u32;
var<private> prior_6: u32;
var<private> prior_7: u32;
var<private> prior_8: u32;
var<private> prior_9: u32;
var<private> prior_10: u32;
var<private> prior_11: u32;
var<private> prior_12: u32;
var<private> prior_13: u32;
var<private> prior_14: u32;
var<private> prior_15: u32;
var<private> prior_16: u32;
var<private> prior_17: u32;
var<private> prior_18: u32;
var<private> prior_19: u32;
var<private> prior_20: u32;
var<private> prior_21: u32;
var<private> prior_22: u32;
var<private> prior_23: u32;
fn change_priors(word: u32, core: u32, z: u32, iteration: u32) {
  let own_0 = channel[word * N + 0u * LIFTING_SIZE + z];
  let before_0 = select(prior_0, own_0, iteration == 1u);
  let own_1 = channel[word * N + 1u * LIFTING_SIZE + z];
  let before_1 = select(prior_1, own_1, iteration == 1u);
  let own_2 = channel[word * N + 2u * LIFTING_SIZE + z];
  let before_2 = select(prior_2, own_2, iteration == 1u);
  let own_3 = channel[word * N + 3u * LIFTING_SIZE + z];
  let before_3 = select(prior_3, own_3, iteration == 1u);
  let own_4 = channel[word * N + 4u * LIFTING_SIZE + z];
  let before_4 = select(prior_4, own_4, iteration == 1u);
  let own_5 = channel[word * N + 5u * LIFTING_SIZE + z];
  let before_5 = select(prior_5, own_5, iteration == 1u);
  let own_6 = channel[word * N + 6u * LIFTING_SIZE + z];
  let before_6 = select(prior_6, own_6, iteration == 1u);
  let own_7 = channel[word * N + 7u * LIFTING_SIZE + z];
  let before_7 = select(prior_7, own_7, iteration == 1u);
  let own_8 = channel[word * N + 8u * LIFTING_SIZE + z];
  let before_8 = select(prior_8, own_8, iteration == 1u);
  let own_9 = channel[word * N + 9u * LIFTING_SIZE + z];
  let before_9 = select(prior_9, own_9, iteration == 1u);
  let own_10 = channel[word * N + 10u * LIFTING_SIZE + z];
  let before_10 = select(prior_10, own_10, iteration == 1u);
  let own_11 = channel[word * N + 11u * LIFTING_SIZE + z];
  let before_11 = select(prior_11, own_11, iteration == 1u);
  let own_12 = channel[word * N + 12u * LIFTING_SIZE + z];
  let before_12 = select(prior_12, own_12, iteration == 1u);
  let own_13 = channel[word * N + 13u * LIFTING_SIZE + z];
  let before_13 = select(prior_13, own_13, iteration == 1u);
  let own_14 = channel[word * N + 14u * LIFTING_SIZE + z];
  let before_14 = select(prior_14, own_14, iteration == 1u);
  let own_15 = channel[word * N + 15u * LIFTING_SIZE + z];
  let before_15 = select(prior_15, own_15, iteration == 1u);
  let own_16 = channel[word * N + 16u * LIFTING_SIZE + z];
  let before_16 = select(prior_16, own_16, iteration == 1u);
  let own_17 = channel[word * N + 17u * LIFTING_SIZE + z];
  let before_17 = select(prior_17, own_17, iteration == 1u);
  let own_18 = channel[word * N + 18u * LIFTING_SIZE + z];
  let before_18 = select(prior_18, own_18, iteration == 1u);
  let own_19 = channel[word * N + 19u * LIFTING_SIZE + z];
  let before_19 = select(prior_19, own_19, iteration == 1u);
  let own_20 = channel[word * N + 20u * LIFTING_SIZE + z];
  let before_20 = select(prior_20, own_20, iteration == 1u);
  let own_21 = channel[word * N + 21u * LIFTING_SIZE + z];
  let before_21 = select(prior_21, own_21, iteration == 1u);
  let own_22 = channel[word * N + 22u * LIFTING_SIZE + z];
  let before_22 = select(prior_22, own_22, iteration == 1u);
  let own_23 = channel[word * N + 23u * LIFTING_SIZE + z];
  let before_23 = select(prior_23, own_23, iteration == 1u);
  let at_0 = core + 0u * LIFTING_SIZE + z;
  let changed_0 = with_new_prior(own_0, in_steps(posterior[at_0]), before_0, 0u * LIFTING_SIZE + z);
  posterior[at_0] = in_units(changed_0.posterior);
  prior_0 = changed_0.prior;
  let at_1 = core + 1u * LIFTING_SIZE + z;
  let changed_1 = with_new_prior(own_1, in_steps(posterior[at_1]), before_1, 1u * LIFTING_SIZE + z);
  posterior[at_1] = in_units(changed_1.posterior);
  prior_1 = changed_1.prior;
  let at_2 = core + 2u * LIFTING_SIZE + z;
  let changed_2 = with_new_prior(own_2, in_steps(posterior[at_2]), before_2, 2u * LIFTING_SIZE + z);
  posterior[at_2] = in_units(changed_2.posterior);
  prior_2 = changed_2.prior;
  let at_3 = core + 3u * LIFTING_SIZE + z;
  let changed_3 = with_new_prior(own_3, in_steps(posterior[at_3]), before_3, 3u * LIFTING_SIZE + z);
  posterior[at_3] = in_units(changed_3.posterior);
  prior_3 = changed_3.prior;
  let at_4 = core + 4u * LIFTING_SIZE + z;
  let changed_4 = with_new_prior(own_4, in_steps(posterior[at_4]), before_4, 4u * LIFTING_SIZE + z);
  posterior[at_4] = in_units(changed_4.posterior);
  prior_4 = changed_4.prior;
  let at_5 = core + 5u * LIFTING_SIZE + z;
  let changed_5 = with_new_prior(own_5, in_steps(posterior[at_5]), before_5, 5u * LIFTING_SIZE + z);
  posterior[at_5] = in_units(changed_5.posterior);
  prior_5 = changed_5.prior;
  let at_6 = core + 6u * LIFTING_SIZE + z;
  let changed_6 = with_new_prior(own_6, in_steps(posterior[at_6]), before_6, 6u * LIFTING_SIZE + z);
  posterior[at_6] = in_units(changed_6.posterior);
  prior_6 = changed_6.prior;
  let at_7 = core + 7u * LIFTING_SIZE + z;
  let changed_7 = with_new_prior(own_7, in_steps(posterior[at_7]), before_7, 7u * LIFTING_SIZE + z);
  posterior[at_7] = in_units(changed_7.posterior);
  prior_7 = changed_7.prior;
  let at_8 = core + 8u * LIFTING_SIZE + z;
  let changed_8 = with_new_prior(own_8, in_steps(posterior[at_8]), before_8, 8u * LIFTING_SIZE + z);
  posterior[at_8] = in_units(changed_8.posterior);
  prior_8 = changed_8.prior;
  let at_9 = core + 9u * LIFTING_SIZE + z;
  let changed_9 = with_new_prior(own_9, in_steps(posterior[at_9]), before_9, 9u * LIFTING_SIZE + z);
  posterior[at_9] = in_units(changed_9.posterior);
  prior_9 = changed_9.prior;
  let at_10 = core + 10u * LIFTING_SIZE + z;
  let changed_10 = with_new_prior(own_10, in_steps(posterior[at_10]), before_10, 10u * LIFTING_SIZE + z);
  posterior[at_10] = in_units(changed_10.posterior);
  prior_10 = changed_10.prior;
  let at_11 = core + 11u * LIFTING_SIZE + z;
  let changed_11 = with_new_prior(own_11, in_steps(posterior[at_11]), before_11, 11u * LIFTING_SIZE + z);
  posterior[at_11] = in_units(changed_11.posterior);
  prior_11 = changed_11.prior;
  let at_12 = core + 12u * LIFTING_SIZE + z;
  let changed_12 = with_new_prior(own_12, in_steps(posterior[at_12]), before_12, 12u * LIFTING_SIZE + z);
  posterior[at_12] = in_units(changed_12.posterior);
  prior_12 = changed_12.prior;
  let at_13 = core + 13u * LIFTING_SIZE + z;
  let changed_13 = with_new_prior(own_13, in_steps(posterior[at_13]), before_13, 13u * LIFTING_SIZE + z);
  posterior[at_13] = in_units(changed_13.posterior);
  prior_13 = changed_13.prior;
  let at_14 = core + 14u * LIFTING_SIZE + z;
  let changed_14 = with_new_prior(own_14, in_steps(posterior[at_14]), before_14, 14u * LIFTING_SIZE + z);
  posterior[at_14] = in_units(changed_14.posterior);
  prior_14 = changed_14.prior;
  let at_15 = core + 15u * LIFTING_SIZE + z;
  let changed_15 = with_new_prior(own_15, in_steps(posterior[at_15]), before_15, 15u * LIFTING_SIZE + z);
  posterior[at_15] = in_units(changed_15.posterior);
  prior_15 = changed_15.prior;
  let at_16 = core + 16u * LIFTING_SIZE + z;
  let changed_16 = with_new_prior(own_16, in_steps(posterior[at_16]), before_16, 16u * LIFTING_SIZE + z);
  posterior[at_16] = in_units(changed_16.posterior);
  prior_16 = changed_16.prior;
  let at_17 = core + 17u * LIFTING_SIZE + z;
  let changed_17 = with_new_prior(own_17, in_steps(posterior[at_17]), before_17, 17u * LIFTING_SIZE + z);
  posterior[at_17] = in_units(changed_17.posterior);
  prior_17 = changed_17.prior;
  let at_18 = core + 18u * LIFTING_SIZE + z;
  let changed_18 = with_new_prior(own_18, in_steps(posterior[at_18]), before_18, 18u * LIFTING_SIZE + z);
  posterior[at_18] = in_units(changed_18.posterior);
  prior_18 = changed_18.prior;
  let at_19 = core + 19u * LIFTING_SIZE + z;
  let changed_19 = with_new_prior(own_19, in_steps(posterior[at_19]), before_19, 19u * LIFTING_SIZE + z);
  posterior[at_19] = in_units(changed_19.posterior);
  prior_19 = changed_19.prior;
  let at_20 = core + 20u * LIFTING_SIZE + z;
  let changed_20 = with_new_prior(own_20, in_steps(posterior[at_20]), before_20, 20u * LIFTING_SIZE + z);
  posterior[at_20] = in_units(changed_20.posterior);
  prior_20 = changed_20.prior;
  let changed_21 = with_new_prior(own_21, in_steps(private_posterior_21), before_21, 21u * LIFTING_SIZE + z);
  private_posterior_21 = in_units(changed_21.posterior);
  prior_21 = changed_21.prior;
  let changed_22 = with_new_prior(own_22, in_steps(private_posterior_22), before_22, 22u * LIFTING_SIZE + z);
  private_posterior_22 = in_units(changed_22.posterior);
  prior_22 = changed_22.prior;
  let changed_23 = with_new_prior(own_23, in_steps(private_posterior_23), before_23, 23u * LIFTING_SIZE + z);
  private_posterior_23 = in_units(changed_23.posterior);
  prior_23 = changed_23.prior;
}

// All bits of the lanes of a word that no frame has.
fn lanes_without_frame(word: u32) -> u32 {
  var lanes = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    if (word * INTERLEAVE + lane >= run.frames) { lanes |= LANE << (lane * LANE_BITS); }
  }
  return lanes;
}

// Sign bits of the lanes that fail check z of one of the block rows TESTED$s.
fn odd_lanes_0(word: u32, core: u32, _place: u32, z: u32) -> u32 {
  var odd = 0u;
  var signs_0 = check_sign(word, CHECK_0 + z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_0 + z]), ABSENT_0_0, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_1 + z]), ABSENT_0_1, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_2 + z]), ABSENT_0_2, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_3 + z]), ABSENT_0_3, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_4 + z]), ABSENT_0_4, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_5 + z]), ABSENT_0_5, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_6 + z]), ABSENT_0_6, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_7 + z]), ABSENT_0_7, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_8 + z]), ABSENT_0_8, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_9 + z]), ABSENT_0_9, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_10 + z]), ABSENT_0_10, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_11 + z]), ABSENT_0_11, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_12 + z]), ABSENT_0_12, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_13 + z]), ABSENT_0_13, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_14 + z]), ABSENT_0_14, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_15 + z]), ABSENT_0_15, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_16 + z]), ABSENT_0_16, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_17 + z]), ABSENT_0_17, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_18 + z]), ABSENT_0_18, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_19 + z]), ABSENT_0_19, z);
  signs_0 ^= sign_if_there(signs_of_units(posterior[core + FIRST_0_20 + z]), ABSENT_0_20, z);
  signs_0 ^= sign_if_there(signs_of_units(private_posterior_21), ABSENT_0_21, z);
  odd |= signs_0;
  return odd & SIGN_BITS;
}
fn odd_lanes_1(word: u32, core: u32, _place: u32, z: u32) -> u32 {
  var odd = 0u;
  var signs_1 = check_sign(word, CHECK_1 + z);
  let at_1_0 = core + FIRST_1_0 + min(z + SHIFT_1_0, z + SHIFT_1_0 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_0]), ABSENT_1_0, z);
  let at_1_1 = core + FIRST_1_1 + min(z + SHIFT_1_1, z + SHIFT_1_1 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_1]), ABSENT_1_1, z);
  let at_1_2 = core + FIRST_1_2 + min(z + SHIFT_1_2, z + SHIFT_1_2 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_2]), ABSENT_1_2, z);
  let at_1_3 = core + FIRST_1_3 + min(z + SHIFT_1_3, z + SHIFT_1_3 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_3]), ABSENT_1_3, z);
  let at_1_4 = core + FIRST_1_4 + min(z + SHIFT_1_4, z + SHIFT_1_4 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_4]), ABSENT_1_4, z);
  let at_1_5 = core + FIRST_1_5 + min(z + SHIFT_1_5, z + SHIFT_1_5 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_5]), ABSENT_1_5, z);
  let at_1_6 = core + FIRST_1_6 + min(z + SHIFT_1_6, z + SHIFT_1_6 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_6]), ABSENT_1_6, z);
  let at_1_7 = core + FIRST_1_7 + min(z + SHIFT_1_7, z + SHIFT_1_7 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_7]), ABSENT_1_7, z);
  let at_1_8 = core + FIRST_1_8 + min(z + SHIFT_1_8, z + SHIFT_1_8 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_8]), ABSENT_1_8, z);
  let at_1_9 = core + FIRST_1_9 + min(z + SHIFT_1_9, z + SHIFT_1_9 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_9]), ABSENT_1_9, z);
  let at_1_10 = core + FIRST_1_10 + min(z + SHIFT_1_10, z + SHIFT_1_10 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_10]), ABSENT_1_10, z);
  let at_1_11 = core + FIRST_1_11 + min(z + SHIFT_1_11, z + SHIFT_1_11 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_11]), ABSENT_1_11, z);
  let at_1_12 = core + FIRST_1_12 + min(z + SHIFT_1_12, z + SHIFT_1_12 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_12]), ABSENT_1_12, z);
  let at_1_13 = core + FIRST_1_13 + min(z + SHIFT_1_13, z + SHIFT_1_13 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_13]), ABSENT_1_13, z);
  let at_1_14 = core + FIRST_1_14 + min(z + SHIFT_1_14, z + SHIFT_1_14 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_14]), ABSENT_1_14, z);
  let at_1_15 = core + FIRST_1_15 + min(z + SHIFT_1_15, z + SHIFT_1_15 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_15]), ABSENT_1_15, z);
  let at_1_16 = core + FIRST_1_16 + min(z + SHIFT_1_16, z + SHIFT_1_16 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_16]), ABSENT_1_16, z);
  let at_1_17 = core + FIRST_1_17 + min(z + SHIFT_1_17, z + SHIFT_1_17 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_17]), ABSENT_1_17, z);
  let at_1_18 = core + FIRST_1_18 + min(z + SHIFT_1_18, z + SHIFT_1_18 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_18]), ABSENT_1_18, z);
  let at_1_19 = core + FIRST_1_19 + min(z + SHIFT_1_19, z + SHIFT_1_19 - LIFTING_SIZE);
  signs_1 ^= sign_if_there(signs_of_units(posterior[at_1_19]), ABSENT_1_19, z);
  signs_1 ^= sign_if_there(signs_of_units(private_posterior_21), ABSENT_1_20, z);
  signs_1 ^= sign_if_there(signs_of_units(private_posterior_22), ABSENT_1_21, z);
  odd |= signs_1;
  var signs_2 = check_sign(word, CHECK_2 + z);
  signs_2 ^= sign_if_there(signs_of_units(posterior[core + FIRST_2_13 + z]), ABSENT_2_13, z);
  let at_2_0 = core + FIRST_2_0 + min(z + SHIFT_2_0, z + SHIFT_2_0 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_0]), ABSENT_2_0, z);
  let at_2_1 = core + FIRST_2_1 + min(z + SHIFT_2_1, z + SHIFT_2_1 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_1]), ABSENT_2_1, z);
  let at_2_2 = core + FIRST_2_2 + min(z + SHIFT_2_2, z + SHIFT_2_2 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_2]), ABSENT_2_2, z);
  let at_2_3 = core + FIRST_2_3 + min(z + SHIFT_2_3, z + SHIFT_2_3 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_3]), ABSENT_2_3, z);
  let at_2_4 = core + FIRST_2_4 + min(z + SHIFT_2_4, z + SHIFT_2_4 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_4]), ABSENT_2_4, z);
  let at_2_5 = core + FIRST_2_5 + min(z + SHIFT_2_5, z + SHIFT_2_5 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_5]), ABSENT_2_5, z);
  let at_2_6 = core + FIRST_2_6 + min(z + SHIFT_2_6, z + SHIFT_2_6 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_6]), ABSENT_2_6, z);
  let at_2_7 = core + FIRST_2_7 + min(z + SHIFT_2_7, z + SHIFT_2_7 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_7]), ABSENT_2_7, z);
  let at_2_8 = core + FIRST_2_8 + min(z + SHIFT_2_8, z + SHIFT_2_8 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_8]), ABSENT_2_8, z);
  let at_2_9 = core + FIRST_2_9 + min(z + SHIFT_2_9, z + SHIFT_2_9 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_9]), ABSENT_2_9, z);
  let at_2_10 = core + FIRST_2_10 + min(z + SHIFT_2_10, z + SHIFT_2_10 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_10]), ABSENT_2_10, z);
  let at_2_11 = core + FIRST_2_11 + min(z + SHIFT_2_11, z + SHIFT_2_11 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_11]), ABSENT_2_11, z);
  let at_2_12 = core + FIRST_2_12 + min(z + SHIFT_2_12, z + SHIFT_2_12 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_12]), ABSENT_2_12, z);
  let at_2_14 = core + FIRST_2_14 + min(z + SHIFT_2_14, z + SHIFT_2_14 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_14]), ABSENT_2_14, z);
  let at_2_15 = core + FIRST_2_15 + min(z + SHIFT_2_15, z + SHIFT_2_15 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_15]), ABSENT_2_15, z);
  let at_2_16 = core + FIRST_2_16 + min(z + SHIFT_2_16, z + SHIFT_2_16 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_16]), ABSENT_2_16, z);
  let at_2_17 = core + FIRST_2_17 + min(z + SHIFT_2_17, z + SHIFT_2_17 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_17]), ABSENT_2_17, z);
  let at_2_18 = core + FIRST_2_18 + min(z + SHIFT_2_18, z + SHIFT_2_18 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_18]), ABSENT_2_18, z);
  let at_2_19 = core + FIRST_2_19 + min(z + SHIFT_2_19, z + SHIFT_2_19 - LIFTING_SIZE);
  signs_2 ^= sign_if_there(signs_of_units(posterior[at_2_19]), ABSENT_2_19, z);
  signs_2 ^= sign_if_there(signs_of_units(private_posterior_22), ABSENT_2_20, z);
  signs_2 ^= sign_if_there(signs_of_units(private_posterior_23), ABSENT_2_21, z);
  odd |= signs_2;
  var signs_3 = check_sign(word, CHECK_3 + z);
  signs_3 ^= sign_if_there(signs_of_units(posterior[core + FIRST_3_20 + z]), ABSENT_3_20, z);
  let at_3_0 = core + FIRST_3_0 + min(z + SHIFT_3_0, z + SHIFT_3_0 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_0]), ABSENT_3_0, z);
  let at_3_1 = core + FIRST_3_1 + min(z + SHIFT_3_1, z + SHIFT_3_1 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_1]), ABSENT_3_1, z);
  let at_3_2 = core + FIRST_3_2 + min(z + SHIFT_3_2, z + SHIFT_3_2 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_2]), ABSENT_3_2, z);
  let at_3_3 = core + FIRST_3_3 + min(z + SHIFT_3_3, z + SHIFT_3_3 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_3]), ABSENT_3_3, z);
  let at_3_4 = core + FIRST_3_4 + min(z + SHIFT_3_4, z + SHIFT_3_4 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_4]), ABSENT_3_4, z);
  let at_3_5 = core + FIRST_3_5 + min(z + SHIFT_3_5, z + SHIFT_3_5 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_5]), ABSENT_3_5, z);
  let at_3_6 = core + FIRST_3_6 + min(z + SHIFT_3_6, z + SHIFT_3_6 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_6]), ABSENT_3_6, z);
  let at_3_7 = core + FIRST_3_7 + min(z + SHIFT_3_7, z + SHIFT_3_7 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_7]), ABSENT_3_7, z);
  let at_3_8 = core + FIRST_3_8 + min(z + SHIFT_3_8, z + SHIFT_3_8 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_8]), ABSENT_3_8, z);
  let at_3_9 = core + FIRST_3_9 + min(z + SHIFT_3_9, z + SHIFT_3_9 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_9]), ABSENT_3_9, z);
  let at_3_10 = core + FIRST_3_10 + min(z + SHIFT_3_10, z + SHIFT_3_10 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_10]), ABSENT_3_10, z);
  let at_3_11 = core + FIRST_3_11 + min(z + SHIFT_3_11, z + SHIFT_3_11 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_11]), ABSENT_3_11, z);
  let at_3_12 = core + FIRST_3_12 + min(z + SHIFT_3_12, z + SHIFT_3_12 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_12]), ABSENT_3_12, z);
  let at_3_13 = core + FIRST_3_13 + min(z + SHIFT_3_13, z + SHIFT_3_13 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_13]), ABSENT_3_13, z);
  let at_3_14 = core + FIRST_3_14 + min(z + SHIFT_3_14, z + SHIFT_3_14 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_14]), ABSENT_3_14, z);
  let at_3_15 = core + FIRST_3_15 + min(z + SHIFT_3_15, z + SHIFT_3_15 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_15]), ABSENT_3_15, z);
  let at_3_16 = core + FIRST_3_16 + min(z + SHIFT_3_16, z + SHIFT_3_16 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_16]), ABSENT_3_16, z);
  let at_3_17 = core + FIRST_3_17 + min(z + SHIFT_3_17, z + SHIFT_3_17 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_17]), ABSENT_3_17, z);
  let at_3_18 = core + FIRST_3_18 + min(z + SHIFT_3_18, z + SHIFT_3_18 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_18]), ABSENT_3_18, z);
  let at_3_19 = core + FIRST_3_19 + min(z + SHIFT_3_19, z + SHIFT_3_19 - LIFTING_SIZE);
  signs_3 ^= sign_if_there(signs_of_units(posterior[at_3_19]), ABSENT_3_19, z);
  signs_3 ^= sign_if_there(signs_of_units(private_posterior_23), ABSENT_3_21, z);
  odd |= signs_3;
  return odd & SIGN_BITS;
}

// Adds lanes that fail a check. Returns whether a lane of any word has neither failed nor is done.
fn add_failing(odd: u32, place: u32, invocation: u32) -> bool {
  if (odd != 0u) { atomicOr(&failing[place], odd); }
  workgroupBarrier();
  return any_undecided(invocation);
}

// Whether a lane of any word that is not done passes the first checks. A frame that is far from done fails one of them.
fn any_begins_to_pass(word: u32, core: u32, place: u32, z: u32, invocation: u32) -> bool {
  if (z == 0u) { atomicStore(&failing[place], 0u); }
  workgroupBarrier();
  return add_failing(odd_lanes_0(word, core, place, z), place, invocation);
}

// Whether a lane of any word that is not done passes all checks, if one begins to.
fn some_pass_all(some_begin: bool, word: u32, core: u32, place: u32, z: u32, invocation: u32) -> bool {
  var some_pass = some_begin;
  if (some_begin) { some_pass = add_failing(odd_lanes_1(word, core, place, z), place, invocation); }
  return some_pass;
}

// Writes the posteriors of lanes that pass, and the lanes that fail after each of the iterations `first` to `last`, where no lane
// passes before the last. Returns the done lanes.
fn ended(word: u32, core: u32, place: u32, z: u32, done: u32, without_frame: u32, some_pass: bool, first: u32, last: u32) -> u32 {
  var failed = ~done;
  if (some_pass) {
    failed &= whole_lanes(atomicLoad(&failing[place]));
    workgroupBarrier();
  }
  // The first frames of a word that end write the word whole, which needs no read: the others write it again.
  let ending = select(~(failed | done), ~done, last + 1u == ITERATIONS);
  store_core(word, core, z, select(ending, 0xffffffffu, ending != 0u && done == without_frame));
  for (var lane = z; lane < INTERLEAVE; lane += LIFTING_SIZE) {
    let mask = LANE << (lane * LANE_BITS);
    if ((done & mask) == 0u) {
      let end = last + select(0u, 1u, (failed & mask) != 0u);
      for (var i = first; i < end; i++) { unsatisfied[i * run.frames + word * INTERLEAVE + lane] = 1u; }
    }
  }
  if (z == 0u) {
    done_lanes[place] = ~failed;
    atomicStore(&failing[place], 0u);
  }
  return ~failed;
}

fn all_done(invocation: u32) -> bool {
  workgroupBarrier();
  return !any_undecided(invocation);
}

// Places beyond the last word repeat it, with all lanes done. Compilers do not know the number `iterations`, or they would unroll
// the loop. The inner loop has only the work of every iteration, because the messages take most registers.
@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let first_word = workgroup_slot(id) * WORDS;
  if (first_word >= word_count()) { return; }
  let place = invocation / LIFTING_SIZE;
  let z = invocation % LIFTING_SIZE;
  let word = min(first_word + place, word_count() - 1u);
  let core = place * (CORE * min(WORDS - 1u, 1u));
  let without_frame = lanes_without_frame(first_word + place);
  var done = without_frame;
  if (z == 0u) { done_lanes[place] = done; }
  load_core(word, core, z);
  var messages_0 = NO_MESSAGES;
  var messages_1 = NO_MESSAGES;
  var messages_2 = NO_MESSAGES;
  var messages_3 = NO_MESSAGES;
  var messages_4 = NO_MESSAGES;
  var messages_5 = NO_MESSAGES;
  var messages_6 = NO_MESSAGES;
  var messages_7 = NO_MESSAGES;
  var messages_8 = NO_MESSAGES;
  var messages_9 = NO_MESSAGES;
  var messages_10 = NO_MESSAGES;
  var messages_11 = NO_MESSAGES;
  var messages_12 = NO_MESSAGES;
  var messages_13 = NO_MESSAGES;
  var messages_14 = NO_MESSAGES;
  var messages_15 = NO_MESSAGES;
  var messages_16 = NO_MESSAGES;
  var messages_17 = NO_MESSAGES;
  var messages_18 = NO_MESSAGES;
  var messages_19 = NO_MESSAGES;
  var messages_20 = NO_MESSAGES;
  var messages_21 = NO_MESSAGES;
  var messages_22 = NO_MESSAGES;
  var messages_23 = NO_MESSAGES;
  var messages_24 = NO_MESSAGES;
  var messages_25 = NO_MESSAGES;
  var messages_26 = NO_MESSAGES;
  var messages_27 = NO_MESSAGES;
  var messages_28 = NO_MESSAGES;
  var messages_29 = NO_MESSAGES;
  var messages_30 = NO_MESSAGES;
  var messages_31 = NO_MESSAGES;
  var messages_32 = NO_MESSAGES;
  var messages_33 = NO_MESSAGES;
  var messages_34 = NO_MESSAGES;
  var messages_35 = NO_MESSAGES;
  var messages_36 = NO_MESSAGES;
  var messages_37 = NO_MESSAGES;
  var messages_38 = NO_MESSAGES;
  var messages_39 = NO_MESSAGES;
  var messages_40 = NO_MESSAGES;
  var messages_41 = NO_MESSAGES;
  var messages_42 = NO_MESSAGES;
  var messages_43 = NO_MESSAGES;
  var messages_44 = NO_MESSAGES;
  var messages_45 = NO_MESSAGES;
  var messages_46 = NO_MESSAGES;
  var messages_47 = NO_MESSAGES;
  var messages_48 = NO_MESSAGES;
  var messages_49 = NO_MESSAGES;
  var messages_50 = NO_MESSAGES;
  var messages_51 = NO_MESSAGES;
  var messages_52 = NO_MESSAGES;
  var messages_53 = NO_MESSAGES;
  var messages_54 = NO_MESSAGES;
  var messages_55 = NO_MESSAGES;
  var messages_56 = NO_MESSAGES;
  var messages_57 = NO_MESSAGES;
  var messages_58 = NO_MESSAGES;
  var messages_59 = NO_MESSAGES;
  var messages_60 = NO_MESSAGES;
  var messages_61 = NO_MESSAGES;
  var messages_62 = NO_MESSAGES;
  var messages_63 = NO_MESSAGES;
  var messages_64 = NO_MESSAGES;
  var messages_65 = NO_MESSAGES;
  var messages_66 = NO_MESSAGES;
  var messages_67 = NO_MESSAGES;
  var messages_68 = NO_MESSAGES;
  var messages_69 = NO_MESSAGES;
  var messages_70 = NO_MESSAGES;
  var messages_71 = NO_MESSAGES;
  var messages_72 = NO_MESSAGES;
  var messages_73 = NO_MESSAGES;
  var messages_74 = NO_MESSAGES;
  var messages_75 = NO_MESSAGES;
  var messages_76 = NO_MESSAGES;
  var messages_77 = NO_MESSAGES;
  var messages_78 = NO_MESSAGES;
  var messages_79 = NO_MESSAGES;
  var messages_80 = NO_MESSAGES;
  var messages_81 = NO_MESSAGES;
  var messages_82 = NO_MESSAGES;
  var messages_83 = NO_MESSAGES;
  var messages_84 = NO_MESSAGES;
  var messages_85 = NO_MESSAGES;
  var messages_86 = NO_MESSAGES;
  var messages_87 = NO_MESSAGES;
  let zero = run.frames >> 31u;
  let iterations = ITERATIONS + zero;
  let low_bytes = low_byte_mask(invocation, zero);
  var first = 0u;
  var iteration = 0u;
  loop {
    workgroupBarrier();
    if (iteration > 0u) { change_priors(word, core, z, iteration); }
    workgroupBarrier();
    var updates_0 = true;
    if (updates_0) {
// Statements of binary/chip/iterations: the update of check z of block row r, unrolled. The least magnitude of the other edges of an edge is that
// of the edges before and after it. It begins with the own magnitude of the row's variable of degree 1, or with the first edge; the bounds of two
// edges then bound all minima. Steps are taken for the edges of a batch together: with all edges in one NVIDIA's compiler spills fewer of many
// registers, with an edge in each its code is faster if registers are few.
let at_0 = core + FIRST_0_0 + z;
let at_1 = core + FIRST_0_1 + z;
let at_2 = core + FIRST_0_2 + z;
let at_3 = core + FIRST_0_3 + z;
let at_4 = core + FIRST_0_4 + z;
let at_5 = core + FIRST_0_5 + z;
let at_6 = core + FIRST_0_6 + z;
let at_7 = core + FIRST_0_7 + z;
let at_8 = core + FIRST_0_8 + z;
let at_9 = core + FIRST_0_9 + z;
let at_10 = core + FIRST_0_10 + z;
let at_11 = core + FIRST_0_11 + z;
let at_12 = core + FIRST_0_12 + z;
let at_13 = core + FIRST_0_13 + z;
let at_14 = core + FIRST_0_14 + z;
let at_15 = core + FIRST_0_15 + z;
let at_16 = core + FIRST_0_16 + z;
let at_17 = core + FIRST_0_17 + z;
let at_18 = core + FIRST_0_18 + z;
let at_19 = core + FIRST_0_19 + z;
let at_20 = core + FIRST_0_20 + z;
let old_0 = posterior[at_0];
let raised_0 = difference(old_0, message_0(messages_0, low_bytes));
let t_0 = if_there(lowered(raised_0), ABSENT_0_0, z);
let old_1 = posterior[at_1];
let raised_1 = difference(old_1, message_0(messages_1, low_bytes));
let t_1 = if_there(lowered(raised_1), ABSENT_0_1, z);
let old_2 = posterior[at_2];
let raised_2 = difference(old_2, message_0(messages_2, low_bytes));
let t_2 = if_there(lowered(raised_2), ABSENT_0_2, z);
let old_3 = posterior[at_3];
let raised_3 = difference(old_3, message_0(messages_3, low_bytes));
let t_3 = if_there(lowered(raised_3), ABSENT_0_3, z);
let old_4 = posterior[at_4];
let raised_4 = difference(old_4, message_0(messages_4, low_bytes));
let t_4 = if_there(lowered(raised_4), ABSENT_0_4, z);
let old_5 = posterior[at_5];
let raised_5 = difference(old_5, message_0(messages_5, low_bytes));
let t_5 = if_there(lowered(raised_5), ABSENT_0_5, z);
let old_6 = posterior[at_6];
let raised_6 = difference(old_6, message_0(messages_6, low_bytes));
let t_6 = if_there(lowered(raised_6), ABSENT_0_6, z);
let old_7 = posterior[at_7];
let raised_7 = difference(old_7, message_0(messages_7, low_bytes));
let t_7 = if_there(lowered(raised_7), ABSENT_0_7, z);
let old_8 = posterior[at_8];
let raised_8 = difference(old_8, message_0(messages_8, low_bytes));
let t_8 = if_there(lowered(raised_8), ABSENT_0_8, z);
let old_9 = posterior[at_9];
let raised_9 = difference(old_9, message_0(messages_9, low_bytes));
let t_9 = if_there(lowered(raised_9), ABSENT_0_9, z);
let old_10 = posterior[at_10];
let raised_10 = difference(old_10, message_0(messages_10, low_bytes));
let t_10 = if_there(lowered(raised_10), ABSENT_0_10, z);
let old_11 = posterior[at_11];
let raised_11 = difference(old_11, message_0(messages_11, low_bytes));
let t_11 = if_there(lowered(raised_11), ABSENT_0_11, z);
let old_12 = posterior[at_12];
let raised_12 = difference(old_12, message_0(messages_12, low_bytes));
let t_12 = if_there(lowered(raised_12), ABSENT_0_12, z);
let old_13 = posterior[at_13];
let raised_13 = difference(old_13, message_0(messages_13, low_bytes));
let t_13 = if_there(lowered(raised_13), ABSENT_0_13, z);
let old_14 = posterior[at_14];
let raised_14 = difference(old_14, message_0(messages_14, low_bytes));
let t_14 = if_there(lowered(raised_14), ABSENT_0_14, z);
let old_15 = posterior[at_15];
let raised_15 = difference(old_15, message_0(messages_15, low_bytes));
let t_15 = if_there(lowered(raised_15), ABSENT_0_15, z);
let old_16 = posterior[at_16];
let raised_16 = difference(old_16, message_0(messages_16, low_bytes));
let t_16 = if_there(lowered(raised_16), ABSENT_0_16, z);
let old_17 = posterior[at_17];
let raised_17 = difference(old_17, message_0(messages_17, low_bytes));
let t_17 = if_there(lowered(raised_17), ABSENT_0_17, z);
let old_18 = posterior[at_18];
let raised_18 = difference(old_18, message_0(messages_18, low_bytes));
let t_18 = if_there(lowered(raised_18), ABSENT_0_18, z);
let old_19 = posterior[at_19];
let raised_19 = difference(old_19, message_0(messages_19, low_bytes));
let t_19 = if_there(lowered(raised_19), ABSENT_0_19, z);
let old_20 = posterior[at_20];
let raised_20 = difference(old_20, message_0(messages_20, low_bytes));
let t_20 = if_there(lowered(raised_20), ABSENT_0_20, z);
let old_21 = private_posterior_21;
let raised_21 = difference(old_21, message_0(messages_21, low_bytes));
let t_21 = if_there(lowered(raised_21), ABSENT_0_21, z);
let magnitude_0 = min(magnitude(t_0), LARGEST);
let magnitude_1 = min(magnitude(t_1), LARGEST);
let magnitude_2 = magnitude(t_2);
let magnitude_3 = magnitude(t_3);
let magnitude_4 = magnitude(t_4);
let magnitude_5 = magnitude(t_5);
let magnitude_6 = magnitude(t_6);
let magnitude_7 = magnitude(t_7);
let magnitude_8 = magnitude(t_8);
let magnitude_9 = magnitude(t_9);
let magnitude_10 = magnitude(t_10);
let magnitude_11 = magnitude(t_11);
let magnitude_12 = magnitude(t_12);
let magnitude_13 = magnitude(t_13);
let magnitude_14 = magnitude(t_14);
let magnitude_15 = magnitude(t_15);
let magnitude_16 = magnitude(t_16);
let magnitude_17 = magnitude(t_17);
let magnitude_18 = magnitude(t_18);
let magnitude_19 = magnitude(t_19);
let magnitude_20 = magnitude(t_20);
let magnitude_21 = magnitude(t_21);
var signs = signs_from(check_sign(word, CHECK_0 + z));
var before = LARGEST;
signs ^= signs_of(t_0);
signs ^= signs_of(t_1);
signs ^= signs_of(t_2);
signs ^= signs_of(t_3);
signs ^= signs_of(t_4);
signs ^= signs_of(t_5);
signs ^= signs_of(t_6);
signs ^= signs_of(t_7);
signs ^= signs_of(t_8);
signs ^= signs_of(t_9);
signs ^= signs_of(t_10);
signs ^= signs_of(t_11);
signs ^= signs_of(t_12);
signs ^= signs_of(t_13);
signs ^= signs_of(t_14);
signs ^= signs_of(t_15);
signs ^= signs_of(t_16);
signs ^= signs_of(t_17);
signs ^= signs_of(t_18);
signs ^= signs_of(t_19);
signs ^= signs_of(t_20);
signs ^= signs_of(t_21);
before = magnitude_0;
let before_1 = before;
before = min(before, magnitude_1);
let before_2 = before;
before = min(before, magnitude_2);
let before_3 = before;
before = min(before, magnitude_3);
let before_4 = before;
before = min(before, magnitude_4);
let before_5 = before;
before = min(before, magnitude_5);
let before_6 = before;
before = min(before, magnitude_6);
let before_7 = before;
before = min(before, magnitude_7);
let before_8 = before;
before = min(before, magnitude_8);
let before_9 = before;
before = min(before, magnitude_9);
let before_10 = before;
before = min(before, magnitude_10);
let before_11 = before;
before = min(before, magnitude_11);
let before_12 = before;
before = min(before, magnitude_12);
let before_13 = before;
before = min(before, magnitude_13);
let before_14 = before;
before = min(before, magnitude_14);
let before_15 = before;
before = min(before, magnitude_15);
let before_16 = before;
before = min(before, magnitude_16);
let before_17 = before;
before = min(before, magnitude_17);
let before_18 = before;
before = min(before, magnitude_18);
let before_19 = before;
before = min(before, magnitude_19);
let before_20 = before;
before = min(before, magnitude_20);
let before_21 = before;
before = min(before, magnitude_21);
let least_21 = before_21;
var after = magnitude_21;
let least_20 = min(before_20, after);
after = min(after, magnitude_20);
let least_19 = min(before_19, after);
after = min(after, magnitude_19);
let least_18 = min(before_18, after);
after = min(after, magnitude_18);
let least_17 = min(before_17, after);
after = min(after, magnitude_17);
let least_16 = min(before_16, after);
after = min(after, magnitude_16);
let least_15 = min(before_15, after);
after = min(after, magnitude_15);
let least_14 = min(before_14, after);
after = min(after, magnitude_14);
let least_13 = min(before_13, after);
after = min(after, magnitude_13);
let least_12 = min(before_12, after);
after = min(after, magnitude_12);
let least_11 = min(before_11, after);
after = min(after, magnitude_11);
let least_10 = min(before_10, after);
after = min(after, magnitude_10);
let least_9 = min(before_9, after);
after = min(after, magnitude_9);
let least_8 = min(before_8, after);
after = min(after, magnitude_8);
let least_7 = min(before_7, after);
after = min(after, magnitude_7);
let least_6 = min(before_6, after);
after = min(after, magnitude_6);
let least_5 = min(before_5, after);
after = min(after, magnitude_5);
let least_4 = min(before_4, after);
after = min(after, magnitude_4);
let least_3 = min(before_3, after);
after = min(after, magnitude_3);
let least_2 = min(before_2, after);
after = min(after, magnitude_2);
let least_1 = min(before_1, after);
after = min(after, magnitude_1);
let least_0 = after;
let edge_0 = updated(outgoing(least_0), signs, t_0, raised_0);
posterior[at_0] = edge_0.posterior;
let edge_1 = updated(outgoing(least_1), signs, t_1, raised_1);
posterior[at_1] = edge_1.posterior;
let edge_2 = updated(outgoing(least_2), signs, t_2, raised_2);
posterior[at_2] = edge_2.posterior;
let edge_3 = updated(outgoing(least_3), signs, t_3, raised_3);
posterior[at_3] = edge_3.posterior;
let edge_4 = updated(outgoing(least_4), signs, t_4, raised_4);
posterior[at_4] = edge_4.posterior;
let edge_5 = updated(outgoing(least_5), signs, t_5, raised_5);
posterior[at_5] = edge_5.posterior;
let edge_6 = updated(outgoing(least_6), signs, t_6, raised_6);
posterior[at_6] = edge_6.posterior;
let edge_7 = updated(outgoing(least_7), signs, t_7, raised_7);
posterior[at_7] = edge_7.posterior;
let edge_8 = updated(outgoing(least_8), signs, t_8, raised_8);
posterior[at_8] = edge_8.posterior;
let edge_9 = updated(outgoing(least_9), signs, t_9, raised_9);
posterior[at_9] = edge_9.posterior;
let edge_10 = updated(outgoing(least_10), signs, t_10, raised_10);
posterior[at_10] = edge_10.posterior;
let edge_11 = updated(outgoing(least_11), signs, t_11, raised_11);
posterior[at_11] = edge_11.posterior;
let edge_12 = updated(outgoing(least_12), signs, t_12, raised_12);
posterior[at_12] = edge_12.posterior;
let edge_13 = updated(outgoing(least_13), signs, t_13, raised_13);
posterior[at_13] = edge_13.posterior;
let edge_14 = updated(outgoing(least_14), signs, t_14, raised_14);
posterior[at_14] = edge_14.posterior;
let edge_15 = updated(outgoing(least_15), signs, t_15, raised_15);
posterior[at_15] = edge_15.posterior;
let edge_16 = updated(outgoing(least_16), signs, t_16, raised_16);
posterior[at_16] = edge_16.posterior;
let edge_17 = updated(outgoing(least_17), signs, t_17, raised_17);
posterior[at_17] = edge_17.posterior;
let edge_18 = updated(outgoing(least_18), signs, t_18, raised_18);
posterior[at_18] = edge_18.posterior;
let edge_19 = updated(outgoing(least_19), signs, t_19, raised_19);
posterior[at_19] = edge_19.posterior;
let edge_20 = updated(outgoing(least_20), signs, t_20, raised_20);
posterior[at_20] = edge_20.posterior;
let edge_21 = updated(outgoing(least_21), signs, t_21, raised_21);
private_posterior_21 = edge_21.posterior;
messages_21 = with_message_0(messages_21, edge_21.message, low_bytes);
messages_20 = with_message_0(messages_20, edge_20.message, low_bytes);
messages_19 = with_message_0(messages_19, edge_19.message, low_bytes);
messages_18 = with_message_0(messages_18, edge_18.message, low_bytes);
messages_17 = with_message_0(messages_17, edge_17.message, low_bytes);
messages_16 = with_message_0(messages_16, edge_16.message, low_bytes);
messages_15 = with_message_0(messages_15, edge_15.message, low_bytes);
messages_14 = with_message_0(messages_14, edge_14.message, low_bytes);
messages_13 = with_message_0(messages_13, edge_13.message, low_bytes);
messages_12 = with_message_0(messages_12, edge_12.message, low_bytes);
messages_11 = with_message_0(messages_11, edge_11.message, low_bytes);
messages_10 = with_message_0(messages_10, edge_10.message, low_bytes);
messages_9 = with_message_0(messages_9, edge_9.message, low_bytes);
messages_8 = with_message_0(messages_8, edge_8.message, low_bytes);
messages_7 = with_message_0(messages_7, edge_7.message, low_bytes);
messages_6 = with_message_0(messages_6, edge_6.message, low_bytes);
messages_5 = with_message_0(messages_5, edge_5.message, low_bytes);
messages_4 = with_message_0(messages_4, edge_4.message, low_bytes);
messages_3 = with_message_0(messages_3, edge_3.message, low_bytes);
messages_2 = with_message_0(messages_2, edge_2.message, low_bytes);
messages_1 = with_message_0(messages_1, edge_1.message, low_bytes);
messages_0 = with_message_0(messages_0, edge_0.message, low_bytes);

    }
    workgroupBarrier();
    var updates_1 = true;
    if (updates_1) {
// Statements of binary/chip/iterations: the update of check z of block row r, unrolled. The least magnitude of the other edges of an edge is that
// of the edges before and after it. It begins with the own magnitude of the row's variable of degree 1, or with the first edge; the bounds of two
// edges then bound all minima. Steps are taken for the edges of a batch together: with all edges in one NVIDIA's compiler spills fewer of many
// registers, with an edge in each its code is faster if registers are few.
let at_0 = core + FIRST_1_0 + min(z + SHIFT_1_0, z + SHIFT_1_0 - LIFTING_SIZE);
let at_1 = core + FIRST_1_1 + min(z + SHIFT_1_1, z + SHIFT_1_1 - LIFTING_SIZE);
let at_2 = core + FIRST_1_2 + min(z + SHIFT_1_2, z + SHIFT_1_2 - LIFTING_SIZE);
let at_3 = core + FIRST_1_3 + min(z + SHIFT_1_3, z + SHIFT_1_3 - LIFTING_SIZE);
let at_4 = core + FIRST_1_4 + min(z + SHIFT_1_4, z + SHIFT_1_4 - LIFTING_SIZE);
let at_5 = core + FIRST_1_5 + min(z + SHIFT_1_5, z + SHIFT_1_5 - LIFTING_SIZE);
let at_6 = core + FIRST_1_6 + min(z + SHIFT_1_6, z + SHIFT_1_6 - LIFTING_SIZE);
let at_7 = core + FIRST_1_7 + min(z + SHIFT_1_7, z + SHIFT_1_7 - LIFTING_SIZE);
let at_8 = core + FIRST_1_8 + min(z + SHIFT_1_8, z + SHIFT_1_8 - LIFTING_SIZE);
let at_9 = core + FIRST_1_9 + min(z + SHIFT_1_9, z + SHIFT_1_9 - LIFTING_SIZE);
let at_10 = core + FIRST_1_10 + min(z + SHIFT_1_10, z + SHIFT_1_10 - LIFTING_SIZE);
let at_11 = core + FIRST_1_11 + min(z + SHIFT_1_11, z + SHIFT_1_11 - LIFTING_SIZE);
let at_12 = core + FIRST_1_12 + min(z + SHIFT_1_12, z + SHIFT_1_12 - LIFTING_SIZE);
let at_13 = core + FIRST_1_13 + min(z + SHIFT_1_13, z + SHIFT_1_13 - LIFTING_SIZE);
let at_14 = core + FIRST_1_14 + min(z + SHIFT_1_14, z + SHIFT_1_14 - LIFTING_SIZE);
let at_15 = core + FIRST_1_15 + min(z + SHIFT_1_15, z + SHIFT_1_15 - LIFTING_SIZE);
let at_16 = core + FIRST_1_16 + min(z + SHIFT_1_16, z + SHIFT_1_16 - LIFTING_SIZE);
let at_17 = core + FIRST_1_17 + min(z + SHIFT_1_17, z + SHIFT_1_17 - LIFTING_SIZE);
let at_18 = core + FIRST_1_18 + min(z + SHIFT_1_18, z + SHIFT_1_18 - LIFTING_SIZE);
let at_19 = core + FIRST_1_19 + min(z + SHIFT_1_19, z + SHIFT_1_19 - LIFTING_SIZE);
let old_0 = posterior[at_0];
let raised_0 = difference(old_0, message_0(messages_22, low_bytes));
let t_0 = if_there(lowered(raised_0), ABSENT_1_0, z);
let old_1 = posterior[at_1];
let raised_1 = difference(old_1, message_0(messages_23, low_bytes));
let t_1 = if_there(lowered(raised_1), ABSENT_1_1, z);
let old_2 = posterior[at_2];
let raised_2 = difference(old_2, message_0(messages_24, low_bytes));
let t_2 = if_there(lowered(raised_2), ABSENT_1_2, z);
let old_3 = posterior[at_3];
let raised_3 = difference(old_3, message_0(messages_25, low_bytes));
let t_3 = if_there(lowered(raised_3), ABSENT_1_3, z);
let old_4 = posterior[at_4];
let raised_4 = difference(old_4, message_0(messages_26, low_bytes));
let t_4 = if_there(lowered(raised_4), ABSENT_1_4, z);
let old_5 = posterior[at_5];
let raised_5 = difference(old_5, message_0(messages_27, low_bytes));
let t_5 = if_there(lowered(raised_5), ABSENT_1_5, z);
let old_6 = posterior[at_6];
let raised_6 = difference(old_6, message_0(messages_28, low_bytes));
let t_6 = if_there(lowered(raised_6), ABSENT_1_6, z);
let old_7 = posterior[at_7];
let raised_7 = difference(old_7, message_0(messages_29, low_bytes));
let t_7 = if_there(lowered(raised_7), ABSENT_1_7, z);
let old_8 = posterior[at_8];
let raised_8 = difference(old_8, message_0(messages_30, low_bytes));
let t_8 = if_there(lowered(raised_8), ABSENT_1_8, z);
let old_9 = posterior[at_9];
let raised_9 = difference(old_9, message_0(messages_31, low_bytes));
let t_9 = if_there(lowered(raised_9), ABSENT_1_9, z);
let old_10 = posterior[at_10];
let raised_10 = difference(old_10, message_0(messages_32, low_bytes));
let t_10 = if_there(lowered(raised_10), ABSENT_1_10, z);
let old_11 = posterior[at_11];
let raised_11 = difference(old_11, message_0(messages_33, low_bytes));
let t_11 = if_there(lowered(raised_11), ABSENT_1_11, z);
let old_12 = posterior[at_12];
let raised_12 = difference(old_12, message_0(messages_34, low_bytes));
let t_12 = if_there(lowered(raised_12), ABSENT_1_12, z);
let old_13 = posterior[at_13];
let raised_13 = difference(old_13, message_0(messages_35, low_bytes));
let t_13 = if_there(lowered(raised_13), ABSENT_1_13, z);
let old_14 = posterior[at_14];
let raised_14 = difference(old_14, message_0(messages_36, low_bytes));
let t_14 = if_there(lowered(raised_14), ABSENT_1_14, z);
let old_15 = posterior[at_15];
let raised_15 = difference(old_15, message_0(messages_37, low_bytes));
let t_15 = if_there(lowered(raised_15), ABSENT_1_15, z);
let old_16 = posterior[at_16];
let raised_16 = difference(old_16, message_0(messages_38, low_bytes));
let t_16 = if_there(lowered(raised_16), ABSENT_1_16, z);
let old_17 = posterior[at_17];
let raised_17 = difference(old_17, message_0(messages_39, low_bytes));
let t_17 = if_there(lowered(raised_17), ABSENT_1_17, z);
let old_18 = posterior[at_18];
let raised_18 = difference(old_18, message_0(messages_40, low_bytes));
let t_18 = if_there(lowered(raised_18), ABSENT_1_18, z);
let old_19 = posterior[at_19];
let raised_19 = difference(old_19, message_0(messages_41, low_bytes));
let t_19 = if_there(lowered(raised_19), ABSENT_1_19, z);
let old_20 = private_posterior_21;
let raised_20 = difference(old_20, message_0(messages_42, low_bytes));
let t_20 = if_there(lowered(raised_20), ABSENT_1_20, z);
let old_21 = private_posterior_22;
let raised_21 = difference(old_21, message_0(messages_43, low_bytes));
let t_21 = if_there(lowered(raised_21), ABSENT_1_21, z);
let magnitude_0 = min(magnitude(t_0), LARGEST);
let magnitude_1 = min(magnitude(t_1), LARGEST);
let magnitude_2 = magnitude(t_2);
let magnitude_3 = magnitude(t_3);
let magnitude_4 = magnitude(t_4);
let magnitude_5 = magnitude(t_5);
let magnitude_6 = magnitude(t_6);
let magnitude_7 = magnitude(t_7);
let magnitude_8 = magnitude(t_8);
let magnitude_9 = magnitude(t_9);
let magnitude_10 = magnitude(t_10);
let magnitude_11 = magnitude(t_11);
let magnitude_12 = magnitude(t_12);
let magnitude_13 = magnitude(t_13);
let magnitude_14 = magnitude(t_14);
let magnitude_15 = magnitude(t_15);
let magnitude_16 = magnitude(t_16);
let magnitude_17 = magnitude(t_17);
let magnitude_18 = magnitude(t_18);
let magnitude_19 = magnitude(t_19);
let magnitude_20 = magnitude(t_20);
let magnitude_21 = magnitude(t_21);
var signs = signs_from(check_sign(word, CHECK_1 + z));
var before = LARGEST;
signs ^= signs_of(t_0);
signs ^= signs_of(t_1);
signs ^= signs_of(t_2);
signs ^= signs_of(t_3);
signs ^= signs_of(t_4);
signs ^= signs_of(t_5);
signs ^= signs_of(t_6);
signs ^= signs_of(t_7);
signs ^= signs_of(t_8);
signs ^= signs_of(t_9);
signs ^= signs_of(t_10);
signs ^= signs_of(t_11);
signs ^= signs_of(t_12);
signs ^= signs_of(t_13);
signs ^= signs_of(t_14);
signs ^= signs_of(t_15);
signs ^= signs_of(t_16);
signs ^= signs_of(t_17);
signs ^= signs_of(t_18);
signs ^= signs_of(t_19);
signs ^= signs_of(t_20);
signs ^= signs_of(t_21);
before = magnitude_0;
let before_1 = before;
before = min(before, magnitude_1);
let before_2 = before;
before = min(before, magnitude_2);
let before_3 = before;
before = min(before, magnitude_3);
let before_4 = before;
before = min(before, magnitude_4);
let before_5 = before;
before = min(before, magnitude_5);
let before_6 = before;
before = min(before, magnitude_6);
let before_7 = before;
before = min(before, magnitude_7);
let before_8 = before;
before = min(before, magnitude_8);
let before_9 = before;
before = min(before, magnitude_9);
let before_10 = before;
before = min(before, magnitude_10);
let before_11 = before;
before = min(before, magnitude_11);
let before_12 = before;
before = min(before, magnitude_12);
let before_13 = before;
before = min(before, magnitude_13);
let before_14 = before;
before = min(before, magnitude_14);
let before_15 = before;
before = min(before, magnitude_15);
let before_16 = before;
before = min(before, magnitude_16);
let before_17 = before;
before = min(before, magnitude_17);
let before_18 = before;
before = min(before, magnitude_18);
let before_19 = before;
before = min(before, magnitude_19);
let before_20 = before;
before = min(before, magnitude_20);
let before_21 = before;
before = min(before, magnitude_21);
let least_21 = before_21;
var after = magnitude_21;
let least_20 = min(before_20, after);
after = min(after, magnitude_20);
let least_19 = min(before_19, after);
after = min(after, magnitude_19);
let least_18 = min(before_18, after);
after = min(after, magnitude_18);
let least_17 = min(before_17, after);
after = min(after, magnitude_17);
let least_16 = min(before_16, after);
after = min(after, magnitude_16);
let least_15 = min(before_15, after);
after = min(after, magnitude_15);
let least_14 = min(before_14, after);
after = min(after, magnitude_14);
let least_13 = min(before_13, after);
after = min(after, magnitude_13);
let least_12 = min(before_12, after);
after = min(after, magnitude_12);
let least_11 = min(before_11, after);
after = min(after, magnitude_11);
let least_10 = min(before_10, after);
after = min(after, magnitude_10);
let least_9 = min(before_9, after);
after = min(after, magnitude_9);
let least_8 = min(before_8, after);
after = min(after, magnitude_8);
let least_7 = min(before_7, after);
after = min(after, magnitude_7);
let least_6 = min(before_6, after);
after = min(after, magnitude_6);
let least_5 = min(before_5, after);
after = min(after, magnitude_5);
let least_4 = min(before_4, after);
after = min(after, magnitude_4);
let least_3 = min(before_3, after);
after = min(after, magnitude_3);
let least_2 = min(before_2, after);
after = min(after, magnitude_2);
let least_1 = min(before_1, after);
after = min(after, magnitude_1);
let least_0 = after;
let edge_0 = updated(outgoing(least_0), signs, t_0, raised_0);
posterior[at_0] = edge_0.posterior;
let edge_1 = updated(outgoing(least_1), signs, t_1, raised_1);
posterior[at_1] = edge_1.posterior;
let edge_2 = updated(outgoing(least_2), signs, t_2, raised_2);
posterior[at_2] = edge_2.posterior;
let edge_3 = updated(outgoing(least_3), signs, t_3, raised_3);
posterior[at_3] = edge_3.posterior;
let edge_4 = updated(outgoing(least_4), signs, t_4, raised_4);
posterior[at_4] = edge_4.posterior;
let edge_5 = updated(outgoing(least_5), signs, t_5, raised_5);
posterior[at_5] = edge_5.posterior;
let edge_6 = updated(outgoing(least_6), signs, t_6, raised_6);
posterior[at_6] = edge_6.posterior;
let edge_7 = updated(outgoing(least_7), signs, t_7, raised_7);
posterior[at_7] = edge_7.posterior;
let edge_8 = updated(outgoing(least_8), signs, t_8, raised_8);
posterior[at_8] = edge_8.posterior;
let edge_9 = updated(outgoing(least_9), signs, t_9, raised_9);
posterior[at_9] = edge_9.posterior;
let edge_10 = updated(outgoing(least_10), signs, t_10, raised_10);
posterior[at_10] = edge_10.posterior;
let edge_11 = updated(outgoing(least_11), signs, t_11, raised_11);
posterior[at_11] = edge_11.posterior;
let edge_12 = updated(outgoing(least_12), signs, t_12, raised_12);
posterior[at_12] = edge_12.posterior;
let edge_13 = updated(outgoing(least_13), signs, t_13, raised_13);
posterior[at_13] = edge_13.posterior;
let edge_14 = updated(outgoing(least_14), signs, t_14, raised_14);
posterior[at_14] = edge_14.posterior;
let edge_15 = updated(outgoing(least_15), signs, t_15, raised_15);
posterior[at_15] = edge_15.posterior;
let edge_16 = updated(outgoing(least_16), signs, t_16, raised_16);
posterior[at_16] = edge_16.posterior;
let edge_17 = updated(outgoing(least_17), signs, t_17, raised_17);
posterior[at_17] = edge_17.posterior;
let edge_18 = updated(outgoing(least_18), signs, t_18, raised_18);
posterior[at_18] = edge_18.posterior;
let edge_19 = updated(outgoing(least_19), signs, t_19, raised_19);
posterior[at_19] = edge_19.posterior;
let edge_20 = updated(outgoing(least_20), signs, t_20, raised_20);
private_posterior_21 = edge_20.posterior;
let edge_21 = updated(outgoing(least_21), signs, t_21, raised_21);
private_posterior_22 = edge_21.posterior;
messages_43 = with_message_0(messages_43, edge_21.message, low_bytes);
messages_42 = with_message_0(messages_42, edge_20.message, low_bytes);
messages_41 = with_message_0(messages_41, edge_19.message, low_bytes);
messages_40 = with_message_0(messages_40, edge_18.message, low_bytes);
messages_39 = with_message_0(messages_39, edge_17.message, low_bytes);
messages_38 = with_message_0(messages_38, edge_16.message, low_bytes);
messages_37 = with_message_0(messages_37, edge_15.message, low_bytes);
messages_36 = with_message_0(messages_36, edge_14.message, low_bytes);
messages_35 = with_message_0(messages_35, edge_13.message, low_bytes);
messages_34 = with_message_0(messages_34, edge_12.message, low_bytes);
messages_33 = with_message_0(messages_33, edge_11.message, low_bytes);
messages_32 = with_message_0(messages_32, edge_10.message, low_bytes);
messages_31 = with_message_0(messages_31, edge_9.message, low_bytes);
messages_30 = with_message_0(messages_30, edge_8.message, low_bytes);
messages_29 = with_message_0(messages_29, edge_7.message, low_bytes);
messages_28 = with_message_0(messages_28, edge_6.message, low_bytes);
messages_27 = with_message_0(messages_27, edge_5.message, low_bytes);
messages_26 = with_message_0(messages_26, edge_4.message, low_bytes);
messages_25 = with_message_0(messages_25, edge_3.message, low_bytes);
messages_24 = with_message_0(messages_24, edge_2.message, low_bytes);
messages_23 = with_message_0(messages_23, edge_1.message, low_bytes);
messages_22 = with_message_0(messages_22, edge_0.message, low_bytes);

    }
    workgroupBarrier();
    var updates_2 = true;
    if (updates_2) {
// Statements of binary/chip/iterations: the update of check z of block row r, unrolled. The least magnitude of the other edges of an edge is that
// of the edges before and after it. It begins with the own magnitude of the row's variable of degree 1, or with the first edge; the bounds of two
// edges then bound all minima. Steps are taken for the edges of a batch together: with all edges in one NVIDIA's compiler spills fewer of many
// registers, with an edge in each its code is faster if registers are few.
let at_13 = core + FIRST_2_13 + z;
let at_0 = core + FIRST_2_0 + min(z + SHIFT_2_0, z + SHIFT_2_0 - LIFTING_SIZE);
let at_1 = core + FIRST_2_1 + min(z + SHIFT_2_1, z + SHIFT_2_1 - LIFTING_SIZE);
let at_2 = core + FIRST_2_2 + min(z + SHIFT_2_2, z + SHIFT_2_2 - LIFTING_SIZE);
let at_3 = core + FIRST_2_3 + min(z + SHIFT_2_3, z + SHIFT_2_3 - LIFTING_SIZE);
let at_4 = core + FIRST_2_4 + min(z + SHIFT_2_4, z + SHIFT_2_4 - LIFTING_SIZE);
let at_5 = core + FIRST_2_5 + min(z + SHIFT_2_5, z + SHIFT_2_5 - LIFTING_SIZE);
let at_6 = core + FIRST_2_6 + min(z + SHIFT_2_6, z + SHIFT_2_6 - LIFTING_SIZE);
let at_7 = core + FIRST_2_7 + min(z + SHIFT_2_7, z + SHIFT_2_7 - LIFTING_SIZE);
let at_8 = core + FIRST_2_8 + min(z + SHIFT_2_8, z + SHIFT_2_8 - LIFTING_SIZE);
let at_9 = core + FIRST_2_9 + min(z + SHIFT_2_9, z + SHIFT_2_9 - LIFTING_SIZE);
let at_10 = core + FIRST_2_10 + min(z + SHIFT_2_10, z + SHIFT_2_10 - LIFTING_SIZE);
let at_11 = core + FIRST_2_11 + min(z + SHIFT_2_11, z + SHIFT_2_11 - LIFTING_SIZE);
let at_12 = core + FIRST_2_12 + min(z + SHIFT_2_12, z + SHIFT_2_12 - LIFTING_SIZE);
let at_14 = core + FIRST_2_14 + min(z + SHIFT_2_14, z + SHIFT_2_14 - LIFTING_SIZE);
let at_15 = core + FIRST_2_15 + min(z + SHIFT_2_15, z + SHIFT_2_15 - LIFTING_SIZE);
let at_16 = core + FIRST_2_16 + min(z + SHIFT_2_16, z + SHIFT_2_16 - LIFTING_SIZE);
let at_17 = core + FIRST_2_17 + min(z + SHIFT_2_17, z + SHIFT_2_17 - LIFTING_SIZE);
let at_18 = core + FIRST_2_18 + min(z + SHIFT_2_18, z + SHIFT_2_18 - LIFTING_SIZE);
let at_19 = core + FIRST_2_19 + min(z + SHIFT_2_19, z + SHIFT_2_19 - LIFTING_SIZE);
let old_0 = posterior[at_0];
let raised_0 = difference(old_0, message_0(messages_44, low_bytes));
let t_0 = if_there(lowered(raised_0), ABSENT_2_0, z);
let old_1 = posterior[at_1];
let raised_1 = difference(old_1, message_0(messages_45, low_bytes));
let t_1 = if_there(lowered(raised_1), ABSENT_2_1, z);
let old_2 = posterior[at_2];
let raised_2 = difference(old_2, message_0(messages_46, low_bytes));
let t_2 = if_there(lowered(raised_2), ABSENT_2_2, z);
let old_3 = posterior[at_3];
let raised_3 = difference(old_3, message_0(messages_47, low_bytes));
let t_3 = if_there(lowered(raised_3), ABSENT_2_3, z);
let old_4 = posterior[at_4];
let raised_4 = difference(old_4, message_0(messages_48, low_bytes));
let t_4 = if_there(lowered(raised_4), ABSENT_2_4, z);
let old_5 = posterior[at_5];
let raised_5 = difference(old_5, message_0(messages_49, low_bytes));
let t_5 = if_there(lowered(raised_5), ABSENT_2_5, z);
let old_6 = posterior[at_6];
let raised_6 = difference(old_6, message_0(messages_50, low_bytes));
let t_6 = if_there(lowered(raised_6), ABSENT_2_6, z);
let old_7 = posterior[at_7];
let raised_7 = difference(old_7, message_0(messages_51, low_bytes));
let t_7 = if_there(lowered(raised_7), ABSENT_2_7, z);
let old_8 = posterior[at_8];
let raised_8 = difference(old_8, message_0(messages_52, low_bytes));
let t_8 = if_there(lowered(raised_8), ABSENT_2_8, z);
let old_9 = posterior[at_9];
let raised_9 = difference(old_9, message_0(messages_53, low_bytes));
let t_9 = if_there(lowered(raised_9), ABSENT_2_9, z);
let old_10 = posterior[at_10];
let raised_10 = difference(old_10, message_0(messages_54, low_bytes));
let t_10 = if_there(lowered(raised_10), ABSENT_2_10, z);
let old_11 = posterior[at_11];
let raised_11 = difference(old_11, message_0(messages_55, low_bytes));
let t_11 = if_there(lowered(raised_11), ABSENT_2_11, z);
let old_12 = posterior[at_12];
let raised_12 = difference(old_12, message_0(messages_56, low_bytes));
let t_12 = if_there(lowered(raised_12), ABSENT_2_12, z);
let old_13 = posterior[at_13];
let raised_13 = difference(old_13, message_0(messages_57, low_bytes));
let t_13 = if_there(lowered(raised_13), ABSENT_2_13, z);
let old_14 = posterior[at_14];
let raised_14 = difference(old_14, message_0(messages_58, low_bytes));
let t_14 = if_there(lowered(raised_14), ABSENT_2_14, z);
let old_15 = posterior[at_15];
let raised_15 = difference(old_15, message_0(messages_59, low_bytes));
let t_15 = if_there(lowered(raised_15), ABSENT_2_15, z);
let old_16 = posterior[at_16];
let raised_16 = difference(old_16, message_0(messages_60, low_bytes));
let t_16 = if_there(lowered(raised_16), ABSENT_2_16, z);
let old_17 = posterior[at_17];
let raised_17 = difference(old_17, message_0(messages_61, low_bytes));
let t_17 = if_there(lowered(raised_17), ABSENT_2_17, z);
let old_18 = posterior[at_18];
let raised_18 = difference(old_18, message_0(messages_62, low_bytes));
let t_18 = if_there(lowered(raised_18), ABSENT_2_18, z);
let old_19 = posterior[at_19];
let raised_19 = difference(old_19, message_0(messages_63, low_bytes));
let t_19 = if_there(lowered(raised_19), ABSENT_2_19, z);
let old_20 = private_posterior_22;
let raised_20 = difference(old_20, message_0(messages_64, low_bytes));
let t_20 = if_there(lowered(raised_20), ABSENT_2_20, z);
let old_21 = private_posterior_23;
let raised_21 = difference(old_21, message_0(messages_65, low_bytes));
let t_21 = if_there(lowered(raised_21), ABSENT_2_21, z);
let magnitude_0 = min(magnitude(t_0), LARGEST);
let magnitude_1 = min(magnitude(t_1), LARGEST);
let magnitude_2 = magnitude(t_2);
let magnitude_3 = magnitude(t_3);
let magnitude_4 = magnitude(t_4);
let magnitude_5 = magnitude(t_5);
let magnitude_6 = magnitude(t_6);
let magnitude_7 = magnitude(t_7);
let magnitude_8 = magnitude(t_8);
let magnitude_9 = magnitude(t_9);
let magnitude_10 = magnitude(t_10);
let magnitude_11 = magnitude(t_11);
let magnitude_12 = magnitude(t_12);
let magnitude_13 = magnitude(t_13);
let magnitude_14 = magnitude(t_14);
let magnitude_15 = magnitude(t_15);
let magnitude_16 = magnitude(t_16);
let magnitude_17 = magnitude(t_17);
let magnitude_18 = magnitude(t_18);
let magnitude_19 = magnitude(t_19);
let magnitude_20 = magnitude(t_20);
let magnitude_21 = magnitude(t_21);
var signs = signs_from(check_sign(word, CHECK_2 + z));
var before = LARGEST;
signs ^= signs_of(t_0);
signs ^= signs_of(t_1);
signs ^= signs_of(t_2);
signs ^= signs_of(t_3);
signs ^= signs_of(t_4);
signs ^= signs_of(t_5);
signs ^= signs_of(t_6);
signs ^= signs_of(t_7);
signs ^= signs_of(t_8);
signs ^= signs_of(t_9);
signs ^= signs_of(t_10);
signs ^= signs_of(t_11);
signs ^= signs_of(t_12);
signs ^= signs_of(t_13);
signs ^= signs_of(t_14);
signs ^= signs_of(t_15);
signs ^= signs_of(t_16);
signs ^= signs_of(t_17);
signs ^= signs_of(t_18);
signs ^= signs_of(t_19);
signs ^= signs_of(t_20);
signs ^= signs_of(t_21);
before = magnitude_0;
let before_1 = before;
before = min(before, magnitude_1);
let before_2 = before;
before = min(before, magnitude_2);
let before_3 = before;
before = min(before, magnitude_3);
let before_4 = before;
before = min(before, magnitude_4);
let before_5 = before;
before = min(before, magnitude_5);
let before_6 = before;
before = min(before, magnitude_6);
let before_7 = before;
before = min(before, magnitude_7);
let before_8 = before;
before = min(before, magnitude_8);
let before_9 = before;
before = min(before, magnitude_9);
let before_10 = before;
before = min(before, magnitude_10);
let before_11 = before;
before = min(before, magnitude_11);
let before_12 = before;
before = min(before, magnitude_12);
let before_13 = before;
before = min(before, magnitude_13);
let before_14 = before;
before = min(before, magnitude_14);
let before_15 = before;
before = min(before, magnitude_15);
let before_16 = before;
before = min(before, magnitude_16);
let before_17 = before;
before = min(before, magnitude_17);
let before_18 = before;
before = min(before, magnitude_18);
let before_19 = before;
before = min(before, magnitude_19);
let before_20 = before;
before = min(before, magnitude_20);
let before_21 = before;
before = min(before, magnitude_21);
let least_21 = before_21;
var after = magnitude_21;
let least_20 = min(before_20, after);
after = min(after, magnitude_20);
let least_19 = min(before_19, after);
after = min(after, magnitude_19);
let least_18 = min(before_18, after);
after = min(after, magnitude_18);
let least_17 = min(before_17, after);
after = min(after, magnitude_17);
let least_16 = min(before_16, after);
after = min(after, magnitude_16);
let least_15 = min(before_15, after);
after = min(after, magnitude_15);
let least_14 = min(before_14, after);
after = min(after, magnitude_14);
let least_13 = min(before_13, after);
after = min(after, magnitude_13);
let least_12 = min(before_12, after);
after = min(after, magnitude_12);
let least_11 = min(before_11, after);
after = min(after, magnitude_11);
let least_10 = min(before_10, after);
after = min(after, magnitude_10);
let least_9 = min(before_9, after);
after = min(after, magnitude_9);
let least_8 = min(before_8, after);
after = min(after, magnitude_8);
let least_7 = min(before_7, after);
after = min(after, magnitude_7);
let least_6 = min(before_6, after);
after = min(after, magnitude_6);
let least_5 = min(before_5, after);
after = min(after, magnitude_5);
let least_4 = min(before_4, after);
after = min(after, magnitude_4);
let least_3 = min(before_3, after);
after = min(after, magnitude_3);
let least_2 = min(before_2, after);
after = min(after, magnitude_2);
let least_1 = min(before_1, after);
after = min(after, magnitude_1);
let least_0 = after;
let edge_0 = updated(outgoing(least_0), signs, t_0, raised_0);
posterior[at_0] = edge_0.posterior;
let edge_1 = updated(outgoing(least_1), signs, t_1, raised_1);
posterior[at_1] = edge_1.posterior;
let edge_2 = updated(outgoing(least_2), signs, t_2, raised_2);
posterior[at_2] = edge_2.posterior;
let edge_3 = updated(outgoing(least_3), signs, t_3, raised_3);
posterior[at_3] = edge_3.posterior;
let edge_4 = updated(outgoing(least_4), signs, t_4, raised_4);
posterior[at_4] = edge_4.posterior;
let edge_5 = updated(outgoing(least_5), signs, t_5, raised_5);
posterior[at_5] = edge_5.posterior;
let edge_6 = updated(outgoing(least_6), signs, t_6, raised_6);
posterior[at_6] = edge_6.posterior;
let edge_7 = updated(outgoing(least_7), signs, t_7, raised_7);
posterior[at_7] = edge_7.posterior;
let edge_8 = updated(outgoing(least_8), signs, t_8, raised_8);
posterior[at_8] = edge_8.posterior;
let edge_9 = updated(outgoing(least_9), signs, t_9, raised_9);
posterior[at_9] = edge_9.posterior;
let edge_10 = updated(outgoing(least_10), signs, t_10, raised_10);
posterior[at_10] = edge_10.posterior;
let edge_11 = updated(outgoing(least_11), signs, t_11, raised_11);
posterior[at_11] = edge_11.posterior;
let edge_12 = updated(outgoing(least_12), signs, t_12, raised_12);
posterior[at_12] = edge_12.posterior;
let edge_13 = updated(outgoing(least_13), signs, t_13, raised_13);
posterior[at_13] = edge_13.posterior;
let edge_14 = updated(outgoing(least_14), signs, t_14, raised_14);
posterior[at_14] = edge_14.posterior;
let edge_15 = updated(outgoing(least_15), signs, t_15, raised_15);
posterior[at_15] = edge_15.posterior;
let edge_16 = updated(outgoing(least_16), signs, t_16, raised_16);
posterior[at_16] = edge_16.posterior;
let edge_17 = updated(outgoing(least_17), signs, t_17, raised_17);
posterior[at_17] = edge_17.posterior;
let edge_18 = updated(outgoing(least_18), signs, t_18, raised_18);
posterior[at_18] = edge_18.posterior;
let edge_19 = updated(outgoing(least_19), signs, t_19, raised_19);
posterior[at_19] = edge_19.posterior;
let edge_20 = updated(outgoing(least_20), signs, t_20, raised_20);
private_posterior_22 = edge_20.posterior;
let edge_21 = updated(outgoing(least_21), signs, t_21, raised_21);
private_posterior_23 = edge_21.posterior;
messages_65 = with_message_0(messages_65, edge_21.message, low_bytes);
messages_64 = with_message_0(messages_64, edge_20.message, low_bytes);
messages_63 = with_message_0(messages_63, edge_19.message, low_bytes);
messages_62 = with_message_0(messages_62, edge_18.message, low_bytes);
messages_61 = with_message_0(messages_61, edge_17.message, low_bytes);
messages_60 = with_message_0(messages_60, edge_16.message, low_bytes);
messages_59 = with_message_0(messages_59, edge_15.message, low_bytes);
messages_58 = with_message_0(messages_58, edge_14.message, low_bytes);
messages_57 = with_message_0(messages_57, edge_13.message, low_bytes);
messages_56 = with_message_0(messages_56, edge_12.message, low_bytes);
messages_55 = with_message_0(messages_55, edge_11.message, low_bytes);
messages_54 = with_message_0(messages_54, edge_10.message, low_bytes);
messages_53 = with_message_0(messages_53, edge_9.message, low_bytes);
messages_52 = with_message_0(messages_52, edge_8.message, low_bytes);
messages_51 = with_message_0(messages_51, edge_7.message, low_bytes);
messages_50 = with_message_0(messages_50, edge_6.message, low_bytes);
messages_49 = with_message_0(messages_49, edge_5.message, low_bytes);
messages_48 = with_message_0(messages_48, edge_4.message, low_bytes);
messages_47 = with_message_0(messages_47, edge_3.message, low_bytes);
messages_46 = with_message_0(messages_46, edge_2.message, low_bytes);
messages_45 = with_message_0(messages_45, edge_1.message, low_bytes);
messages_44 = with_message_0(messages_44, edge_0.message, low_bytes);

    }
    workgroupBarrier();
    var updates_3 = true;
    if (updates_3) {
// Statements of binary/chip/iterations: the update of check z of block row r, unrolled. The least magnitude of the other edges of an edge is that
// of the edges before and after it. It begins with the own magnitude of the row's variable of degree 1, or with the first edge; the bounds of two
// edges then bound all minima. Steps are taken for the edges of a batch together: with all edges in one NVIDIA's compiler spills fewer of many
// registers, with an edge in each its code is faster if registers are few.
let at_20 = core + FIRST_3_20 + z;
let at_0 = core + FIRST_3_0 + min(z + SHIFT_3_0, z + SHIFT_3_0 - LIFTING_SIZE);
let at_1 = core + FIRST_3_1 + min(z + SHIFT_3_1, z + SHIFT_3_1 - LIFTING_SIZE);
let at_2 = core + FIRST_3_2 + min(z + SHIFT_3_2, z + SHIFT_3_2 - LIFTING_SIZE);
let at_3 = core + FIRST_3_3 + min(z + SHIFT_3_3, z + SHIFT_3_3 - LIFTING_SIZE);
let at_4 = core + FIRST_3_4 + min(z + SHIFT_3_4, z + SHIFT_3_4 - LIFTING_SIZE);
let at_5 = core + FIRST_3_5 + min(z + SHIFT_3_5, z + SHIFT_3_5 - LIFTING_SIZE);
let at_6 = core + FIRST_3_6 + min(z + SHIFT_3_6, z + SHIFT_3_6 - LIFTING_SIZE);
let at_7 = core + FIRST_3_7 + min(z + SHIFT_3_7, z + SHIFT_3_7 - LIFTING_SIZE);
let at_8 = core + FIRST_3_8 + min(z + SHIFT_3_8, z + SHIFT_3_8 - LIFTING_SIZE);
let at_9 = core + FIRST_3_9 + min(z + SHIFT_3_9, z + SHIFT_3_9 - LIFTING_SIZE);
let at_10 = core + FIRST_3_10 + min(z + SHIFT_3_10, z + SHIFT_3_10 - LIFTING_SIZE);
let at_11 = core + FIRST_3_11 + min(z + SHIFT_3_11, z + SHIFT_3_11 - LIFTING_SIZE);
let at_12 = core + FIRST_3_12 + min(z + SHIFT_3_12, z + SHIFT_3_12 - LIFTING_SIZE);
let at_13 = core + FIRST_3_13 + min(z + SHIFT_3_13, z + SHIFT_3_13 - LIFTING_SIZE);
let at_14 = core + FIRST_3_14 + min(z + SHIFT_3_14, z + SHIFT_3_14 - LIFTING_SIZE);
let at_15 = core + FIRST_3_15 + min(z + SHIFT_3_15, z + SHIFT_3_15 - LIFTING_SIZE);
let at_16 = core + FIRST_3_16 + min(z + SHIFT_3_16, z + SHIFT_3_16 - LIFTING_SIZE);
let at_17 = core + FIRST_3_17 + min(z + SHIFT_3_17, z + SHIFT_3_17 - LIFTING_SIZE);
let at_18 = core + FIRST_3_18 + min(z + SHIFT_3_18, z + SHIFT_3_18 - LIFTING_SIZE);
let at_19 = core + FIRST_3_19 + min(z + SHIFT_3_19, z + SHIFT_3_19 - LIFTING_SIZE);
let old_0 = posterior[at_0];
let raised_0 = difference(old_0, message_0(messages_66, low_bytes));
let t_0 = if_there(lowered(raised_0), ABSENT_3_0, z);
let old_1 = posterior[at_1];
let raised_1 = difference(old_1, message_0(messages_67, low_bytes));
let t_1 = if_there(lowered(raised_1), ABSENT_3_1, z);
let old_2 = posterior[at_2];
let raised_2 = difference(old_2, message_0(messages_68, low_bytes));
let t_2 = if_there(lowered(raised_2), ABSENT_3_2, z);
let old_3 = posterior[at_3];
let raised_3 = difference(old_3, message_0(messages_69, low_bytes));
let t_3 = if_there(lowered(raised_3), ABSENT_3_3, z);
let old_4 = posterior[at_4];
let raised_4 = difference(old_4, message_0(messages_70, low_bytes));
let t_4 = if_there(lowered(raised_4), ABSENT_3_4, z);
let old_5 = posterior[at_5];
let raised_5 = difference(old_5, message_0(messages_71, low_bytes));
let t_5 = if_there(lowered(raised_5), ABSENT_3_5, z);
let old_6 = posterior[at_6];
let raised_6 = difference(old_6, message_0(messages_72, low_bytes));
let t_6 = if_there(lowered(raised_6), ABSENT_3_6, z);
let old_7 = posterior[at_7];
let raised_7 = difference(old_7, message_0(messages_73, low_bytes));
let t_7 = if_there(lowered(raised_7), ABSENT_3_7, z);
let old_8 = posterior[at_8];
let raised_8 = difference(old_8, message_0(messages_74, low_bytes));
let t_8 = if_there(lowered(raised_8), ABSENT_3_8, z);
let old_9 = posterior[at_9];
let raised_9 = difference(old_9, message_0(messages_75, low_bytes));
let t_9 = if_there(lowered(raised_9), ABSENT_3_9, z);
let old_10 = posterior[at_10];
let raised_10 = difference(old_10, message_0(messages_76, low_bytes));
let t_10 = if_there(lowered(raised_10), ABSENT_3_10, z);
let old_11 = posterior[at_11];
let raised_11 = difference(old_11, message_0(messages_77, low_bytes));
let t_11 = if_there(lowered(raised_11), ABSENT_3_11, z);
let old_12 = posterior[at_12];
let raised_12 = difference(old_12, message_0(messages_78, low_bytes));
let t_12 = if_there(lowered(raised_12), ABSENT_3_12, z);
let old_13 = posterior[at_13];
let raised_13 = difference(old_13, message_0(messages_79, low_bytes));
let t_13 = if_there(lowered(raised_13), ABSENT_3_13, z);
let old_14 = posterior[at_14];
let raised_14 = difference(old_14, message_0(messages_80, low_bytes));
let t_14 = if_there(lowered(raised_14), ABSENT_3_14, z);
let old_15 = posterior[at_15];
let raised_15 = difference(old_15, message_0(messages_81, low_bytes));
let t_15 = if_there(lowered(raised_15), ABSENT_3_15, z);
let old_16 = posterior[at_16];
let raised_16 = difference(old_16, message_0(messages_82, low_bytes));
let t_16 = if_there(lowered(raised_16), ABSENT_3_16, z);
let old_17 = posterior[at_17];
let raised_17 = difference(old_17, message_0(messages_83, low_bytes));
let t_17 = if_there(lowered(raised_17), ABSENT_3_17, z);
let old_18 = posterior[at_18];
let raised_18 = difference(old_18, message_0(messages_84, low_bytes));
let t_18 = if_there(lowered(raised_18), ABSENT_3_18, z);
let old_19 = posterior[at_19];
let raised_19 = difference(old_19, message_0(messages_85, low_bytes));
let t_19 = if_there(lowered(raised_19), ABSENT_3_19, z);
let old_20 = posterior[at_20];
let raised_20 = difference(old_20, message_0(messages_86, low_bytes));
let t_20 = if_there(lowered(raised_20), ABSENT_3_20, z);
let old_21 = private_posterior_23;
let raised_21 = difference(old_21, message_0(messages_87, low_bytes));
let t_21 = if_there(lowered(raised_21), ABSENT_3_21, z);
let magnitude_0 = min(magnitude(t_0), LARGEST);
let magnitude_1 = min(magnitude(t_1), LARGEST);
let magnitude_2 = magnitude(t_2);
let magnitude_3 = magnitude(t_3);
let magnitude_4 = magnitude(t_4);
let magnitude_5 = magnitude(t_5);
let magnitude_6 = magnitude(t_6);
let magnitude_7 = magnitude(t_7);
let magnitude_8 = magnitude(t_8);
let magnitude_9 = magnitude(t_9);
let magnitude_10 = magnitude(t_10);
let magnitude_11 = magnitude(t_11);
let magnitude_12 = magnitude(t_12);
let magnitude_13 = magnitude(t_13);
let magnitude_14 = magnitude(t_14);
let magnitude_15 = magnitude(t_15);
let magnitude_16 = magnitude(t_16);
let magnitude_17 = magnitude(t_17);
let magnitude_18 = magnitude(t_18);
let magnitude_19 = magnitude(t_19);
let magnitude_20 = magnitude(t_20);
let magnitude_21 = magnitude(t_21);
var signs = signs_from(check_sign(word, CHECK_3 + z));
var before = LARGEST;
signs ^= signs_of(t_0);
signs ^= signs_of(t_1);
signs ^= signs_of(t_2);
signs ^= signs_of(t_3);
signs ^= signs_of(t_4);
signs ^= signs_of(t_5);
signs ^= signs_of(t_6);
signs ^= signs_of(t_7);
signs ^= signs_of(t_8);
signs ^= signs_of(t_9);
signs ^= signs_of(t_10);
signs ^= signs_of(t_11);
signs ^= signs_of(t_12);
signs ^= signs_of(t_13);
signs ^= signs_of(t_14);
signs ^= signs_of(t_15);
signs ^= signs_of(t_16);
signs ^= signs_of(t_17);
signs ^= signs_of(t_18);
signs ^= signs_of(t_19);
signs ^= signs_of(t_20);
signs ^= signs_of(t_21);
before = magnitude_0;
let before_1 = before;
before = min(before, magnitude_1);
let before_2 = before;
before = min(before, magnitude_2);
let before_3 = before;
before = min(before, magnitude_3);
let before_4 = before;
before = min(before, magnitude_4);
let before_5 = before;
before = min(before, magnitude_5);
let before_6 = before;
before = min(before, magnitude_6);
let before_7 = before;
before = min(before, magnitude_7);
let before_8 = before;
before = min(before, magnitude_8);
let before_9 = before;
before = min(before, magnitude_9);
let before_10 = before;
before = min(before, magnitude_10);
let before_11 = before;
before = min(before, magnitude_11);
let before_12 = before;
before = min(before, magnitude_12);
let before_13 = before;
before = min(before, magnitude_13);
let before_14 = before;
before = min(before, magnitude_14);
let before_15 = before;
before = min(before, magnitude_15);
let before_16 = before;
before = min(before, magnitude_16);
let before_17 = before;
before = min(before, magnitude_17);
let before_18 = before;
before = min(before, magnitude_18);
let before_19 = before;
before = min(before, magnitude_19);
let before_20 = before;
before = min(before, magnitude_20);
let before_21 = before;
before = min(before, magnitude_21);
let least_21 = before_21;
var after = magnitude_21;
let least_20 = min(before_20, after);
after = min(after, magnitude_20);
let least_19 = min(before_19, after);
after = min(after, magnitude_19);
let least_18 = min(before_18, after);
after = min(after, magnitude_18);
let least_17 = min(before_17, after);
after = min(after, magnitude_17);
let least_16 = min(before_16, after);
after = min(after, magnitude_16);
let least_15 = min(before_15, after);
after = min(after, magnitude_15);
let least_14 = min(before_14, after);
after = min(after, magnitude_14);
let least_13 = min(before_13, after);
after = min(after, magnitude_13);
let least_12 = min(before_12, after);
after = min(after, magnitude_12);
let least_11 = min(before_11, after);
after = min(after, magnitude_11);
let least_10 = min(before_10, after);
after = min(after, magnitude_10);
let least_9 = min(before_9, after);
after = min(after, magnitude_9);
let least_8 = min(before_8, after);
after = min(after, magnitude_8);
let least_7 = min(before_7, after);
after = min(after, magnitude_7);
let least_6 = min(before_6, after);
after = min(after, magnitude_6);
let least_5 = min(before_5, after);
after = min(after, magnitude_5);
let least_4 = min(before_4, after);
after = min(after, magnitude_4);
let least_3 = min(before_3, after);
after = min(after, magnitude_3);
let least_2 = min(before_2, after);
after = min(after, magnitude_2);
let least_1 = min(before_1, after);
after = min(after, magnitude_1);
let least_0 = after;
let edge_0 = updated(outgoing(least_0), signs, t_0, raised_0);
posterior[at_0] = edge_0.posterior;
let edge_1 = updated(outgoing(least_1), signs, t_1, raised_1);
posterior[at_1] = edge_1.posterior;
let edge_2 = updated(outgoing(least_2), signs, t_2, raised_2);
posterior[at_2] = edge_2.posterior;
let edge_3 = updated(outgoing(least_3), signs, t_3, raised_3);
posterior[at_3] = edge_3.posterior;
let edge_4 = updated(outgoing(least_4), signs, t_4, raised_4);
posterior[at_4] = edge_4.posterior;
let edge_5 = updated(outgoing(least_5), signs, t_5, raised_5);
posterior[at_5] = edge_5.posterior;
let edge_6 = updated(outgoing(least_6), signs, t_6, raised_6);
posterior[at_6] = edge_6.posterior;
let edge_7 = updated(outgoing(least_7), signs, t_7, raised_7);
posterior[at_7] = edge_7.posterior;
let edge_8 = updated(outgoing(least_8), signs, t_8, raised_8);
posterior[at_8] = edge_8.posterior;
let edge_9 = updated(outgoing(least_9), signs, t_9, raised_9);
posterior[at_9] = edge_9.posterior;
let edge_10 = updated(outgoing(least_10), signs, t_10, raised_10);
posterior[at_10] = edge_10.posterior;
let edge_11 = updated(outgoing(least_11), signs, t_11, raised_11);
posterior[at_11] = edge_11.posterior;
let edge_12 = updated(outgoing(least_12), signs, t_12, raised_12);
posterior[at_12] = edge_12.posterior;
let edge_13 = updated(outgoing(least_13), signs, t_13, raised_13);
posterior[at_13] = edge_13.posterior;
let edge_14 = updated(outgoing(least_14), signs, t_14, raised_14);
posterior[at_14] = edge_14.posterior;
let edge_15 = updated(outgoing(least_15), signs, t_15, raised_15);
posterior[at_15] = edge_15.posterior;
let edge_16 = updated(outgoing(least_16), signs, t_16, raised_16);
posterior[at_16] = edge_16.posterior;
let edge_17 = updated(outgoing(least_17), signs, t_17, raised_17);
posterior[at_17] = edge_17.posterior;
let edge_18 = updated(outgoing(least_18), signs, t_18, raised_18);
posterior[at_18] = edge_18.posterior;
let edge_19 = updated(outgoing(least_19), signs, t_19, raised_19);
posterior[at_19] = edge_19.posterior;
let edge_20 = updated(outgoing(least_20), signs, t_20, raised_20);
posterior[at_20] = edge_20.posterior;
let edge_21 = updated(outgoing(least_21), signs, t_21, raised_21);
private_posterior_23 = edge_21.posterior;
messages_87 = with_message_0(messages_87, edge_21.message, low_bytes);
messages_86 = with_message_0(messages_86, edge_20.message, low_bytes);
messages_85 = with_message_0(messages_85, edge_19.message, low_bytes);
messages_84 = with_message_0(messages_84, edge_18.message, low_bytes);
messages_83 = with_message_0(messages_83, edge_17.message, low_bytes);
messages_82 = with_message_0(messages_82, edge_16.message, low_bytes);
messages_81 = with_message_0(messages_81, edge_15.message, low_bytes);
messages_80 = with_message_0(messages_80, edge_14.message, low_bytes);
messages_79 = with_message_0(messages_79, edge_13.message, low_bytes);
messages_78 = with_message_0(messages_78, edge_12.message, low_bytes);
messages_77 = with_message_0(messages_77, edge_11.message, low_bytes);
messages_76 = with_message_0(messages_76, edge_10.message, low_bytes);
messages_75 = with_message_0(messages_75, edge_9.message, low_bytes);
messages_74 = with_message_0(messages_74, edge_8.message, low_bytes);
messages_73 = with_message_0(messages_73, edge_7.message, low_bytes);
messages_72 = with_message_0(messages_72, edge_6.message, low_bytes);
messages_71 = with_message_0(messages_71, edge_5.message, low_bytes);
messages_70 = with_message_0(messages_70, edge_4.message, low_bytes);
messages_69 = with_message_0(messages_69, edge_3.message, low_bytes);
messages_68 = with_message_0(messages_68, edge_2.message, low_bytes);
messages_67 = with_message_0(messages_67, edge_1.message, low_bytes);
messages_66 = with_message_0(messages_66, edge_0.message, low_bytes);

    }
    iteration++;
    if (STOP == 1u) {
      let some_begin = any_begins_to_pass(word, core, place, z, invocation);
      if (some_begin || iteration == iterations) {
        collect_signs(core, z);
        let some_pass = some_pass_all(some_begin, word, core, place, z, invocation);
        done = ended(word, core, place, z, done, without_frame, some_pass, first, iteration - 1u);
        first = iteration;
        if (some_pass) { if (all_done(invocation)) { break; } }
      }
    }
    if (iteration == iterations) { break; }
  }
  if (STOP != 1u) {
    workgroupBarrier();
    collect_signs(core, z);
    store_core(word, core, z, 0xffffffffu);
    let some_pass = some_pass_all(any_begins_to_pass(word, core, place, z, invocation), word, core, place, z, invocation);
    done = ended(word, core, place, z, done, without_frame, some_pass, iterations - 1u, iterations - 1u);
  }
}
