// source/information: random information symbols.
// in   information_position [k]        positions of the information symbols in the codeword
// out  codeword [frame][N]             information symbols set; parity is left to the encoding kernels
// map  one invocation per four information symbols; workgroup y = frame
#import common/run
#import common/workgroup-slot
#import common/philox

@group(0) @binding(1) var<storage, read> information_position: array<u32>;
@group(0) @binding(2) var<storage, read_write> codeword: array<u32>;

const STREAM_INFORMATION: u32 = 1u;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let slot = workgroup_slot(id);
  if (4u * id.x >= K || slot >= run.frames) { return; }
  let words = philox(vec4u(frame_index(slot), id.x, STREAM_INFORMATION), run.key);
  for (var j = 0u; j < min(4u, K - 4u * id.x); j++) {
    codeword[slot * N + information_position[4u * id.x + j]] = words[j] >> (32u - P);
  }
}
