// channel/table/sample: outputs of a channel without memory, whose inputs are the bits of a codeword (INPUT_BITS 1, least significant first)
// or its symbols (INPUT_BITS = P).
// in   noise [input][4096]             alias table of the outputs for each input
//      codeword [frame][N]
// out  outputs [frame][N·P/INPUT_BITS] index of the output of each use
// map  one invocation per four uses; workgroup y = frame
// exact: integers
#import common/run, common/workgroup-slot, <random>, channel/alias-sample

#in noise: u32, codeword: u32
#out outputs: u32

const STREAM_NOISE: u32 = 0u;
const USES_OF_SYMBOL: u32 = P / INPUT_BITS;
const USES: u32 = N * USES_OF_SYMBOL;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (4u * id.x >= USES || slot >= run.frames) { return; }
  let words = random_words(vec4u(frame_index(slot), id.x, STREAM_NOISE), run.key);
  for (var j = 0u; j < min(4u, USES - 4u * id.x); j++) {
    let place = 4u * id.x + j;
    let symbol = codeword[slot * N + place / USES_OF_SYMBOL];
    let input = (symbol >> ((place % USES_OF_SYMBOL) * INPUT_BITS)) & ((1u << INPUT_BITS) - 1u);
    outputs[slot * USES + place] = alias_sample_of(input, words[j]);
  }
}
