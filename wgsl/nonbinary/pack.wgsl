// nonbinary/pack: channel LLRs in the decoder's form, frame-interleaved, which are also the first messages to the
// checks.
// in   channel_llr [frame][N][q] f32, natural logarithm; variable_start [N + 1], variable_edges [edge] (edge, h)
//      products [h][max(q, 4)] = h·a
// out  flooding: channel [variable][word of symbols][word of frames]; unless variable nodes do that as slots are refilled (REFILLS above 1),
//      variable_words [edge][word of symbols][word of frames] the same, symbols in the order x = h·a of the check where a word holds one, else a
//      LAYERED: variable_words [variable][symbol][word of frames], posteriors
// map  one workgroup per variable and WORKGROUP_SIZE words of SLOT_FRAMES frames (workgroup y), which transposes tiles in workgroup memory;
//      DIRECT: each invocation reads its frames from channel_llr, which costs a CPU less
// workgroup bytes: 4·(SLOT_FRAMES·WORKGROUP_SIZE + 1)·min(q, 8), none if DIRECT
#import common/run
#import <storage>
#import <domain>

@group(0) @binding(1) var<storage, read> channel_llr: array<f32>;
@group(0) @binding(2) var<storage, read> variable_start: array<u32>;
@group(0) @binding(3) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(4) var<storage, read> products: array<u32>;
@group(0) @binding(5) var<storage, read_write> channel: array<u32>;
@group(0) @binding(6) var<storage, read_write> variable_words: array<u32>;

const WORDS: u32 = Q / SYMBOLS_PER_WORD;

#if DIRECT
fn llr(n: u32, a: u32, slot: u32, lane: u32) -> f32 {
  var frame = slot * SLOT_FRAMES + lane;
  if (SLOT_FRAMES > 1u) { frame = min(frame, run.frames - 1u); }
  return channel_llr[(frame * N + n) * Q + a];
}
#end
#if !DIRECT
const TILE: u32 = min(Q, 8u);
const FRAMES: u32 = SLOT_FRAMES * WORKGROUP_SIZE;   // of a workgroup
const PITCH: u32 = FRAMES + 1u;

var<workgroup> tile: array<f32, TILE * PITCH>;

fn llr(n: u32, a: u32, slot: u32, lane: u32) -> f32 {
  return tile[(a % TILE) * PITCH + (slot % WORKGROUP_SIZE) * SLOT_FRAMES + lane];
}
#end

// Symbols a … a + 3 of a variable (two over GF(2)).
fn put_four(n: u32, a: u32, slot: u32, slots: u32) {
  var values: Four;
  for (var u = 0u; u < min(4u, Q); u++) {
    var numbers: array<f32, SLOT_FRAMES>;
    for (var lane = 0u; lane < SLOT_FRAMES; lane++) { numbers[lane] = channel_value(llr(n, a + u, slot, lane)); }
    values[u] = value_from(numbers);
  }
  if (LAYERED == 1u) {
    for (var u = 0u; u < min(4u, Q); u++) {
      variable_words[(n * Q + a + u) * slots + slot] = posterior_word(values[u]);
    }
    return;
  }
  let words = words_of(values);
  let begin = variable_start[n];
  let end = variable_start[n + 1u];
  let first = a / SYMBOLS_PER_WORD;
  for (var w = 0u; w < min(4u, Q) / SYMBOLS_PER_WORD; w++) {
    channel[(n * WORDS + first + w) * slots + slot] = words[w];
  }
  for (var k = begin; k < end && REFILLS == 1u; k++) {
    let edge = variable_edges[k];
    for (var w = 0u; w < min(4u, Q) / SYMBOLS_PER_WORD; w++) {
      let x = products[edge.y * max(Q, 4u) + first + w];
      let to = select(first + w, x, SYMBOLS_PER_WORD == 1u);
      variable_words[(edge.x * WORDS + to) * slots + slot] = words[w];
    }
  }
}

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let n = workgroup.x;
  let slots = (run.frames + SLOT_FRAMES - 1u) / SLOT_FRAMES;
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
#if DIRECT
  if (slot >= slots) { return; }
  for (var a = 0u; a < Q; a += 4u) { put_four(n, a, slot, slots); }
#end
#if !DIRECT
  let first = workgroup.y * WORKGROUP_SIZE * SLOT_FRAMES;
  for (var block = 0u; block < Q; block += TILE) {
    for (var i = invocation; i < TILE * FRAMES; i += WORKGROUP_SIZE) {
      let a = i % TILE;
      let source = min(first + i / TILE, run.frames - 1u);
      tile[a * PITCH + i / TILE] = channel_llr[(source * N + n) * Q + block + a];
    }
    workgroupBarrier();
    for (var a = 0u; a < TILE && slot < slots; a += 4u) { put_four(n, block + a, slot, slots); }
    workgroupBarrier();
  }
#end
}
