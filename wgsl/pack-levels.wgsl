// pack-levels: channel LLRs in steps, as wide as a lane, frames fastest, and as the first messages to the checks.
// in   channel_llr [frame][N][q] f32, natural logarithm; variable_start [N + 1], variable_edges [edge] (edge, h)
//      products [h][max(q, 4)] = h·a
// out  flooding: channel [variable][symbol][word of frames]: min(⌊L/step + 1/2⌋, CHANNEL_MAX) in each lane;
//      variable_words [edge][word of symbols x = h·a][word] the same, at most LEVELS
//      LAYERED: variable_words [variable][symbol][word], posteriors, lanes as of `channel`
// map  one workgroup per variable and GROUP words (workgroup y), which turns tiles around in workgroup memory, and one work item
//      per word for its messages
// private bytes: 8·q
// workgroup bytes: 4·(GROUP + 1)·min(q, 8)
// exact: the step is a power of two
#import shared/run
#import shared/levels
#import shared/level-messages

@group(0) @binding(1) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(2) var<storage, read> variable_start: array<u32>;
@group(0) @binding(3) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> products: array<u32>;
@group(0) @binding(5) var<storage, read_write> channel: array<u32>;
@group(0) @binding(6) var<storage, read_write> variable_words: array<u32>;

alias Vector = array<u32, Q>;
const BLOCK: u32 = min(Q, 8u);
const PITCH: u32 = GROUP + 1u;
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

var<workgroup> tile: array<u32, BLOCK * PITCH>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let n = group.x;
  let words = (run.frames + FRAMES_PER_WORD - 1u) / FRAMES_PER_WORD;
  let word = group.y * GROUP + item;
  var own: Vector;
  for (var block = 0u; block < Q; block += BLOCK) {
    // Every word of the tile is made by one work item, which packs its frames.
    for (var i = item; i < BLOCK * GROUP; i += GROUP) {
      var packed = 0u;
      for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
        let frame = (group.y * GROUP + i / BLOCK) * FRAMES_PER_WORD + lane;
        let llr = channel_llr[(min(frame, run.frames - 1u) * N + n) * Q + block + i % BLOCK];
        packed |= u32(min(floor(llr * STEPS_PER_LLR + 0.5), f32(CHANNEL_MAX))) << (lane * LEVELS);
      }
      tile[(i % BLOCK) * PITCH + i / BLOCK] = packed;
    }
    workgroupBarrier();
    for (var a = 0u; a < BLOCK && word < words; a++) {
      let values = tile[a * PITCH + item];
      if (LAYERED == 1u) {
        variable_words[(n * Q + block + a) * words + word] = values;
        continue;
      }
      channel[(n * Q + block + a) * words + word] = values;
      own[block + a] = at_most(LEVELS, values);
    }
    workgroupBarrier();
  }
  if (LAYERED == 1u || word >= words) { return; }
  for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
    let edge = variable_edges[k];
    var turned: Vector;
    for (var a = 0u; a < Q; a++) { turned[products[edge.y * max(Q, 4u) + a]] = own[a]; }
    for (var block = 0u; block < Q; block += PART) {
      let packed = pack(&turned, block);
#for w in 0..PART_WORDS
      variable_words[(edge.x * MESSAGE_WORDS + part_start(block) + $wu) * words + word] = packed[$w];
#end
    }
  }
}
