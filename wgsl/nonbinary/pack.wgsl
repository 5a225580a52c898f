// nonbinary/pack: channel LLRs in the decoder's form, frame-interleaved, which are also the first messages to the
// checks.
// in   channel_llr [frame][N][q] f32, natural logarithm; variable_start [N + 1], variable_edges [edge] (edge, h)
//      products [h][max(q, 4)] = h·a
// out  flooding: channel [variable][word of symbols][word of frames]; FIRST_MESSAGES:
//      variable_words [edge][word of symbols][word of frames] the same, symbols in the order x = h·a of the check where a word holds one, else a
//      LAYERED: variable_words [variable][symbol][word of frames], posteriors
// map  one workgroup per variable and WORKGROUP_SIZE words of SLOT_FRAMES frames (workgroup y), which transposes tiles of converted words in
//      workgroup memory; DIRECT: each invocation reads its frames from channel_llr, which costs a CPU less
#import common/run, <storage>, <domain>, nonbinary/place

#in channel_llr: f32, variable_start: u32, variable_edges: vec2u, products: u32
#out channel: u32, variable_words: u32

const QUAD: u32 = min(Q, 4u);                                              // symbols that an invocation converts at once
const QUAD_WORDS: u32 = select(QUAD / SYMBOLS_PER_WORD, QUAD, LAYERED == 1u);

// Symbols a … a + 3 of a variable (two over GF(2)) as memory has them.
fn words_at(n: u32, a: u32, slot: u32) -> vec4u {
  var values: Four;
  for (var u = 0u; u < QUAD; u++) {
    var numbers: array<f32, SLOT_FRAMES>;
    for (var lane = 0u; lane < SLOT_FRAMES; lane++) {
      var frame = slot * SLOT_FRAMES + lane;
      if (SLOT_FRAMES > 1u) { frame = min(frame, run.frames - 1u); }
      numbers[lane] = channel_value(channel_llr[(frame * N + n) * Q + a + u]);
    }
    values[u] = value_from(numbers);
  }
  if (LAYERED == 0u) { return words_of(values); }
  var words: vec4u;
  for (var u = 0u; u < QUAD; u++) { words[u] = posterior_word(values[u]); }
  return words;
}

fn put_words(n: u32, a: u32, slot: u32, slots: u32, words: vec4u) {
  if (LAYERED == 1u) {
    for (var u = 0u; u < QUAD; u++) { variable_words[(n * Q + a + u) * slots + slot] = words[u]; }
    return;
  }
  let begin = variable_start[n];
  let end = variable_start[n + 1u];
  let first = a / SYMBOLS_PER_WORD;
  for (var w = 0u; w < QUAD_WORDS; w++) { channel[place(n, first + w, slots, slot)] = words[w]; }
  for (var k = begin; k < end && FIRST_MESSAGES == 1u; k++) {
    let edge = variable_edges[k];
    for (var w = 0u; w < QUAD_WORDS; w++) {
      let x = products[edge.y * max(Q, 4u) + first + w];
      let to = select(first + w, x, SYMBOLS_PER_WORD == 1u);
      variable_words[place(edge.x, to, slots, slot)] = words[w];
    }
  }
}

#if CONTIGUOUS
const QUADS: u32 = Q / QUAD;
#else
#if !DIRECT
const TILE: u32 = min(Q, 32u);             // symbols, which fill a cache line of channel_llr
const QUADS: u32 = TILE / QUAD;
const PITCH: u32 = WORKGROUP_SIZE + 1u;

var<workgroup> tile: array<u32, TILE * PITCH>;
#end
#end

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let n = workgroup.x;
  let slots = (run.frames + SLOT_FRAMES - 1u) / SLOT_FRAMES;
#if CONTIGUOUS
  // Neighbours write words that follow each other.
  for (var i = invocation; i < QUADS * WORKGROUP_SIZE; i += WORKGROUP_SIZE) {
    let slot = workgroup.y * WORKGROUP_SIZE + i / QUADS;
    if (slot >= slots) { return; }
    let a = i % QUADS * QUAD;
    put_words(n, a, slot, slots, words_at(n, a, slot));
  }
#else
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
#if DIRECT
  if (slot >= slots) { return; }
  for (var a = 0u; a < Q; a += QUAD) { put_words(n, a, slot, slots, words_at(n, a, slot)); }
#else
  for (var block = 0u; block < Q; block += TILE) {
    for (var i = invocation; i < QUADS * WORKGROUP_SIZE; i += WORKGROUP_SIZE) {
      let quad = i % QUADS;
      let place = i / QUADS;
      let words = words_at(n, block + quad * QUAD, min(workgroup.y * WORKGROUP_SIZE + place, slots - 1u));
      for (var w = 0u; w < QUAD_WORDS; w++) { tile[(quad * QUAD_WORDS + w) * PITCH + place] = words[w]; }
    }
    workgroupBarrier();
    for (var quad = 0u; quad < QUADS && slot < slots; quad++) {
      var words: vec4u;
      for (var w = 0u; w < QUAD_WORDS; w++) { words[w] = tile[(quad * QUAD_WORDS + w) * PITCH + invocation]; }
      put_words(n, block + quad * QUAD, slot, slots, words);
    }
    workgroupBarrier();
  }
#end
#end
}
