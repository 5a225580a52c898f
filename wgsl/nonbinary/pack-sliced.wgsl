// nonbinary/pack-sliced: channel LLRs in steps, bit-sliced (nonbinary/formats/sliced), and as the first messages to the checks.
// in   channel_llr [frame][N][q] f32, natural logarithm; variable_start [N + 1], variable_edges [edge] (edge, h)
//      products [h][q] = h·a
// out  channel [variable][word of frames][plane][symbol]: min(⌊L/step·2^SHIFT + 1/2⌋, RECEIVED_MAX), of known symbols 2^CHANNEL_BITS − 1
//      variable_words [edge][word][plane][symbol x = h·a], unless variable nodes do that as slots are refilled (REFILLS above 1): the same by 2^SHIFT, to the nearest, at most 2^BITS − 1
// map  one workgroup per variable (x) and WORDS_PER_WORKGROUP words of frames (y), BLOCKS invocations per word, four symbols each
// exact: the step is a power of two
const WORKGROUP_SIZE: u32 = max(32u, Q / 4u);
#import common/run, common/bound, nonbinary/formats/sliced, common/workgroup-slot, nonbinary/formats/sliced-sums

#in channel_llr: vec4f, variable_start: u32, variable_edges: vec2u, products: vec4u
#out channel: vec4u, variable_words: u32

const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);
const CHANNEL_MAX: u32 = (1u << CHANNEL_BITS) - 1u;

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let n = workgroup.x;
  let words = (run.frames + SLICED_FRAMES - 1u) / SLICED_FRAMES;
  let word = workgroup_slot(workgroup) * WORDS_PER_WORKGROUP + invocation / BLOCKS;
  let block = invocation % BLOCKS;
  if (word >= words) { return; }
  var sums: Sums;
  for (var lane = 0u; lane < SLICED_FRAMES; lane++) {
    let frame = min(word * SLICED_FRAMES + lane, run.frames - 1u);
    let llr = channel_llr[(frame * N + n) * BLOCKS + block];
    let received = vec4u(min(floor(llr * STEPS_PER_LLR + 0.5), vec4f(f32(RECEIVED_MAX))));
    let steps = select(received, vec4u(CHANNEL_MAX), llr >= vec4f(LLR_BOUND));
#for p in 0..CHANNEL_BITS: sums[$p] |= ((steps >> vec4u($pu)) & vec4u(1u)) << vec4u(lane);
  }
#for p in 0..CHANNEL_BITS: channel[((n * words + word) * CHANNEL_BITS + $pu) * BLOCKS + block] = sums[$p];
  if (REFILLS > 1u) { return; }
  let numbers = message_of(&sums);
  for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
    let edge = variable_edges[k];
    let x = products[edge.y * BLOCKS + block];
#for p in 0..BITS
    {
      let at = ((edge.x * words + word) * BITS + $pu) * Q;
      variable_words[at + x.x] = numbers[$p].x;
      variable_words[at + x.y] = numbers[$p].y;
      variable_words[at + x.z] = numbers[$p].z;
      variable_words[at + x.w] = numbers[$p].w;
    }
#end
  }
}
