// binary/soft: the posteriors as LLRs ln P(0)/P(1), frame by frame.
// in   symbol [variable]: code symbol, posteriors [word][N]; FRAME_INTERLEAVED: with the word last
// out  soft [frame][N] f32             natural logarithm
// map  one invocation per variable; workgroup y = word. FRAME_INTERLEAVED: one workgroup per 32 variables (x) and WORKGROUP_SIZE words
//      (y), which transposes a tile in workgroup memory
// workgroup bytes: 4·32·(WORKGROUP_SIZE + 1), FRAME_INTERLEAVED only
// exact: one multiplication, of a whole number in formats of integers
#import common/run
#import common/workgroup-slot
#import common/word-index

@group(0) @binding(1) var<storage, read> symbol: array<u32>;
@group(0) @binding(2) var<storage, read> posteriors: array<u32>;
@group(0) @binding(3) var<storage, read_write> soft: array<f32>;

const STEP: f32 = bitcast<f32>(STEP_BITS);

// The number of a lane: an f32, one of two f16, or one of four signed bytes.
fn number_of(word: u32, lane: u32) -> f32 {
#if ONE
  return bitcast<f32>(word);
#end
#if TWO
  return unpack2x16float(word >> (16u * lane)).x;
#end
#if FOUR
  return f32(bitcast<i32>(word << (24u - 8u * lane)) >> 24u);
#end
}

fn write(word: u32, n: u32, posterior: u32) {
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    if (frame < run.frames) { soft[frame * N + n] = number_of(posterior, lane) * STEP; }
  }
}

#if FRAME_INTERLEAVED
#import binary/transposed-tile

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let first = id.x * TILE;
  let word = min(id.y * WORKGROUP_SIZE + invocation, word_count() - 1u);
  for (var x = 0u; x < TILE; x++) {
    tile[x * PITCH + invocation] = posteriors[word_index(word, min(first + x, N - 1u), N)];
  }
  workgroupBarrier();
  let x = invocation % TILE;
  if (first + x >= N) { return; }
  let n = symbol[first + x];
  for (var w = invocation / TILE; w < min(WORKGROUP_SIZE, word_count() - id.y * WORKGROUP_SIZE); w += WORKGROUP_SIZE / TILE) {
    write(id.y * WORKGROUP_SIZE + w, n, tile[x * PITCH + w]);
  }
}
#end
#if !FRAME_INTERLEAVED
@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = workgroup_slot(id);
  if (id.x >= N || word >= word_count()) { return; }
  write(word, symbol[id.x], posteriors[word * N + id.x]);
}
#end
