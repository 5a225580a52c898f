// tally: adds each frame's outcome to the counters of its chunk.
// in   codeword [frame][N], decision [frame][N], is_information [N] (0 or 1), unsatisfied [iteration][frame]
// i/o  counters [chunk of this run][12]: frames, frame errors, information frame errors, symbol errors, bit errors,
//      undetected, iterations, iterations of correct frames, symbol errors² (low, high), bit errors² (low, high)
// map  one workgroup per frame (workgroup y), GROUP work items share its symbols
// workgroup bytes: 12
#import shared/run

@group(0) @binding(1) var<storage, read> codeword: array<u32>;
@group(0) @binding(2) var<storage, read> decision: array<u32>;
@group(0) @binding(3) var<storage, read> is_information: array<u32>;
@group(0) @binding(4) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(5) var<storage, read_write> counters: array<atomic<u32>>;

var<workgroup> symbol_errors: atomic<u32>;
var<workgroup> bit_errors: atomic<u32>;
var<workgroup> information_errors: atomic<u32>;

#import shared/square

fn add_square(index: u32, value: u32) {
  let square = square_wide(value);
  let before = atomicAdd(&counters[index], square.x);
  atomicAdd(&counters[index + 1u], square.y + u32(before + square.x < before));
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let slot = group.y;
  for (var n = item; n < N; n += GROUP) {
    let difference = codeword[slot * N + n] ^ decision[slot * N + n];
    if (difference != 0u) {
      atomicAdd(&symbol_errors, 1u);
      atomicAdd(&bit_errors, countOneBits(difference));
      atomicAdd(&information_errors, is_information[n]);
    }
  }
  workgroupBarrier();
  if (item != 0u) { return; }
  var iterations = 1u;
  var satisfied = false;
  for (; iterations <= ITERATIONS; iterations++) {
    satisfied = unsatisfied[(iterations - 1u) * run.frames + slot] == 0u;
    if (satisfied && STOP == 1u) { break; }
  }
  iterations = min(iterations, ITERATIONS);
  let wrong = atomicLoad(&symbol_errors);
  let wrong_bits = atomicLoad(&bit_errors);
  let base = 12u * ((run.chunk_offset + slot) / run.chunk_frames);
  atomicAdd(&counters[base], 1u);
  atomicAdd(&counters[base + 1u], u32(wrong > 0u));
  atomicAdd(&counters[base + 2u], u32(atomicLoad(&information_errors) > 0u));
  atomicAdd(&counters[base + 3u], wrong);
  atomicAdd(&counters[base + 4u], wrong_bits);
  atomicAdd(&counters[base + 5u], u32(wrong > 0u && satisfied));
  atomicAdd(&counters[base + 6u], iterations);
  atomicAdd(&counters[base + 7u], select(iterations, 0u, wrong > 0u));
  add_square(base + 8u, wrong);
  add_square(base + 10u, wrong_bits);
}
