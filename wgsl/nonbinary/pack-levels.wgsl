// nonbinary/pack-levels: channel LLRs in steps, as wide as a lane or half of it, frame-interleaved, and as the first messages to the checks.
// in   channel_llr [frame][N][q] f32, natural logarithm; variable_start [N + 1], variable_edges [edge] (edge, h)
//      products: IN_REGISTERS [max(q, 4)] = logarithms to the base α, else [h][max(q, 4)] = h·a
// out  flooding: channel [variable][word of CHANNEL_PER_LANE symbols][word of frames]: min(⌊L/step + 1/2⌋, RECEIVED_MAX), of known symbols CHANNEL_MAX, IN_REGISTERS in the
//      order of the variable's first edge, h·a; unless variable nodes do that as slots are refilled (REFILLS above 1), variable_words [edge][word of symbols x = h·a][word] the same, at most LEVELS − 1
//      LAYERED: variable_words [variable][symbol][word], posteriors, in lanes
// map  one workgroup per variable and WORKGROUP_SIZE words (workgroup y), which transposes tiles of BLOCK symbols in workgroup memory, and
//      one invocation per word for its messages. DIRECT: no tile, for CPUs, which load a frame's neighbouring LLRs from the cache. IN_REGISTERS: a vector in registers, permuted to the order of each edge by fixed
//      permutations
// private bytes: IN_REGISTERS 0, else 8·q
// exact: the step is a power of two
#import common/run, common/bound, nonbinary/formats/levels, nonbinary/formats/level-messages

#in channel_llr: f32, variable_start: u32, variable_edges: vec2u, products: vec4u
#out channel: u32, variable_words: u32

alias Vector = array<u32, Q>;
const PITCH: u32 = WORKGROUP_SIZE + 1u;
const STEPS_PER_LLR: f32 = bitcast<f32>(STEPS_PER_LLR_BITS);

#if !DIRECT: var<workgroup> tile: array<u32, BLOCK * PITCH>;

#if IN_REGISTERS
fn logarithm(h: u32) -> u32 { return products[h / 4u][h % 4u]; }
#import nonbinary/formats/permute-symbols
#end

#if !DIRECT
// Packs symbols from `block` on into the tile: one invocation makes each word, from its frames.
fn load_tile(n: u32, block: u32, first_word: u32, invocation: u32) {
  for (var row = 0u; row < BLOCK; row += BLOCK_LOADS) {
    // Several loads overlap.
#for r in 0..BLOCK_LOADS
    let i_$r = (row + $ru) * WORKGROUP_SIZE + invocation;
#for l in 0..INTERLEAVE
    let llr_$r_$l = llr_of((first_word + i_$r / BLOCK) * INTERLEAVE + $lu, n, block + i_$r % BLOCK);
#end
#end
#for r in 0..BLOCK_LOADS
    tile[(i_$r % BLOCK) * PITCH + i_$r / BLOCK] = 0u
#for l in 0..INTERLEAVE: | (steps(llr_$r_$l) << ($lu * LEVELS))
      ;
#end
  }
}
#else
// A symbol's numbers of the frames of a word.
fn steps_of(n: u32, a: u32, word: u32) -> u32 {
  return 0u
#for l in 0..INTERLEAVE: | (steps(llr_of(word * INTERLEAVE + $lu, n, a)) << ($lu * LEVELS))
    ;
}
#end

// A lane without a frame repeats another lane.
fn llr_of(frame: u32, n: u32, a: u32) -> f32 { return channel_llr[(min(frame, run.frames - 1u) * N + n) * Q + a]; }

fn steps(llr: f32) -> u32 {
  return select(u32(min(llr * STEPS_PER_LLR + 0.5, f32(RECEIVED_MAX))), CHANNEL_MAX, llr >= LLR_BOUND);
}

#if !IN_REGISTERS
// The first messages of a word to the variable's checks, in their order.
fn put_messages(n: u32, words: u32, word: u32, own: ptr<function, Vector>) {
  for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
    let edge = variable_edges[k];
    var permuted: Vector;
    for (var x = 0u; x < Q; x += 4u) {
      let four = products[edge.y * (max(Q, 4u) / 4u) + x / 4u];
#for u in 0..QUAD: permuted[four[$u]] = (*own)[x + $uu];
    }
    for (var block = 0u; block < Q; block += PART) {
      let packed = pack(&permuted, block);
#for w in 0..PART_WORDS: variable_words[(edge.x * MESSAGE_WORDS + part_start(block) + $wu) * words + word] = packed[$w];
    }
  }
}
#end

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let n = workgroup.x;
  let words = (run.frames + INTERLEAVE - 1u) / INTERLEAVE;
  let word = workgroup.y * WORKGROUP_SIZE + invocation;
  var own: Vector;
#if IN_REGISTERS
  load_tile(n, 0u, workgroup.y * WORKGROUP_SIZE, invocation);
  workgroupBarrier();
  if (word >= words) { return; }
#for a in 0..PART: own[$a] = tile[$au * PITCH + invocation];
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  var order = 0u;
  for (var k = 0u; k < max(degree, 1u); k++) {
    var edge = vec2u(0u, 1u);
    if (degree > 0u) { edge = variable_edges[first + k]; }
    let next = logarithm(edge.y);
    reorder(&own, order, next);
    order = next;
    if (k == 0u) {
#for w in 0..PART_CHANNEL_WORDS
      channel[(n * Q / CHANNEL_PER_LANE + $wu) * words + word] = 0u
#for u in 0..CHANNEL_PER_LANE: | (own[$wu * CHANNEL_PER_LANE + $uu] << ($uu * CHANNEL_BITS))
        ;
#end
#for a in 0..PART: own[$a] = at_most(MOST, own[$a]) + LANES;
    }
    if (degree == 0u || REFILLS > 1u) { return; }
    let packed = pack(&own, 0u);
#for w in 0..PART_WORDS: variable_words[(edge.x * MESSAGE_WORDS + $wu) * words + word] = packed[$w];
  }
#end
#if DIRECT: if (word >= words) { return; }
#if !IN_REGISTERS
  for (var block = 0u; block < Q; block += BLOCK) {
#if !DIRECT
    load_tile(n, block, workgroup.y * WORKGROUP_SIZE, invocation);
    workgroupBarrier();
#end
    for (var a = 0u; a < BLOCK && word < words; a += CHANNEL_PER_LANE) {
      var in_lanes = 0u;
#for u in 0..CHANNEL_PER_LANE
#if DIRECT: let values_$u = steps_of(n, block + a + $uu, word);
#else: let values_$u = tile[(a + $uu) * PITCH + invocation];
      in_lanes |= values_$u << ($uu * CHANNEL_BITS);
      if (LAYERED == 1u) {
        variable_words[(n * Q + block + a + $uu) * words + word] = values_$u;
      } else {
        own[block + a + $uu] = at_most(MOST, values_$u) + LANES;
      }
#end
      if (LAYERED == 0u) { channel[((n * Q + block + a) / CHANNEL_PER_LANE) * words + word] = in_lanes; }
    }
#if !DIRECT: workgroupBarrier();
  }
  if (LAYERED == 1u || REFILLS > 1u || word >= words) { return; }
  put_messages(n, words, word, &own);
#end
}
