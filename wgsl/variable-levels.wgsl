// variable-levels: variable nodes of level-sliced Min-Max, in integers: V_k(a) = C(a) + Σ_{others} R(a), to the check
// min(V_k(a) − min V_k, LEVELS); decision argmin_a C(a) + Σ R(a), the lowest symbol of equals.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order
//      products: KEPT [max(q, 4)] = logarithms to the base α, else [h][max(q, 4)] = h·a
//      channel [variable][symbol][word of frames], check_to_variable [edge][word of symbols x = h·a][word of places], lists
// out  variable_to_check [edge][word of symbols x][word of places], but after the last iteration
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and GROUP words of places (y), one work item per word. KEPT: all messages of a variable
//      in registers, where a variable index would be memory; h turns them by fixed permutations. Else they are read twice.
// numeric range: sums at most CHANNEL_MAX + degree·LEVELS, which fits a lane
// exact: integers
#import shared/run
#import shared/levels
#import shared/level-messages

@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<vec4u>;
@group(0) @binding(4) var<storage, read> channel: array<u32>;
@group(0) @binding(5) var<storage, read> check_to_variable: array<u32>;
@group(0) @binding(6) var<storage, read> lists: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_to_check: array<u32>;
@group(0) @binding(8) var<storage, read_write> symbols: array<u32>;

#import shared/frame-places

const ROW: u32 = (Q + 3u) / 4u;       // vectors of a row of `products`
alias Vector = array<u32, Q>;

#if KEPT
fn logarithm(h: u32) -> u32 { return products[h / 4u][h % 4u]; }

// Symbol a becomes what symbol α^k·a was: a fixed permutation for each bit of k, which is the same for the whole workgroup.
fn turn(vector: ptr<function, Vector>, k: u32) {
#for b in 0..P
  if (((k >> $bu) & 1u) == 1u) {
    let had = *vector;
#for a in 1..Q
    (*vector)[$a] = had[0u
#for i in 0..P
      ^ ((($au >> $iu) & 1u) * TURN_$b_$i)
#end
    ];
#end
  }
#end
}
#end

#if !KEPT
// The numbers of a message, symbols x.
fn load_message(e: u32, words: u32, word: u32, to: ptr<function, Vector>) {
#if ONE_PART
  { const block = 0u;
#end
#if !ONE_PART
  for (var block = 0u; block < Q; block += PART) {
#end
    var packed: PartWords;
#for w in 0..PART_WORDS
    packed[$w] = check_to_variable[(e * MESSAGE_WORDS + part_start(block) + $wu) * words + word];
#end
    unpack(&packed, block, to);
  }
}
#end

fn store_message(e: u32, words: u32, word: u32, numbers: ptr<function, Vector>) {
#if ONE_PART
  { const block = 0u;
#end
#if !ONE_PART
  for (var block = 0u; block < Q; block += PART) {
#end
    let packed = pack(numbers, block);
#for w in 0..PART_WORDS
    variable_to_check[(e * MESSAGE_WORDS + part_start(block) + $wu) * words + word] = packed[$w];
#end
  }
}

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let n = group.x;
  let words = (run.frames + FRAMES_PER_WORD - 1u) / FRAMES_PER_WORD;
  let word = group.y * GROUP + item;
  let left = frames_left();
  if (word * FRAMES_PER_WORD >= left) { return; }
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  let last = run.iteration + 1u == ITERATIONS;
  let entry = entry_at(word);
  let own_word = listed_place(entry);

#if KEPT
  // All messages at once, so that they are under way together, and once only.
#for k in 0..UNROLLED_DEGREE
  var edge_$k = vec2u(0u);
  var packed_$k: PartWords;
  if ($ku < degree) {
    edge_$k = variable_edges[first + $ku];
#for w in 0..PART_WORDS
    packed_$k[$w] = check_to_variable[(edge_$k.x * MESSAGE_WORDS + $wu) * words + word];
#end
  }
#end
#end
  var sums: Vector;
#if ONE_PART
  { const block = 0u;
#end
#if !ONE_PART
  for (var block = 0u; block < Q; block += PART) {
#end
#for a in 0..PART
    sums[block + $au] = channel[(n * Q + block + $au) * words + own_word];
#end
  }
#if KEPT
#for k in 0..UNROLLED_DEGREE
  var heard_$k: Vector;
  if ($ku < degree) {
    unpack(&packed_$k, 0u, &heard_$k);
    turn(&heard_$k, logarithm(edge_$k.y));
#for a in 0..PART
    sums[$a] += heard_$k[$a];
#end
  }
#end
#end
#if !KEPT
  var heard: Vector;
  for (var k = 0u; k < degree; k++) {
    let edge = variable_edges[first + k];
    load_message(edge.x, words, word, &heard);
#if ONE_PART
    { const block = 0u;
#end
#if !ONE_PART
    for (var block = 0u; block < Q; block += PART) {
#end
#for k in 0..PART_FOURS
      {
        let x = products[edge.y * ROW + block / 4u + $ku];
#for u in 0..SOME
        sums[block + 4u * $ku + $uu] += heard[x[$u]];
#end
      }
#end
    }
  }
#end

  if (MOVES || last) {
#for l in 0..FRAMES_PER_WORD
    {
      var best = 0u;
      var least = lane_of(sums[0], $lu);
#if ONE_PART
      { const block = 0u;
#end
#if !ONE_PART
      for (var block = 0u; block < Q; block += PART) {
#end
#for a in 0..PART
        {
          let value = lane_of(sums[block + $au], $lu);
          best = select(best, block + $au, value < least);
          least = min(least, value);
        }
#end
      }
      // Frames that are done go on for the sake of others alone.
      let frame = own_word * FRAMES_PER_WORD + $lu;
      let done = ((listed_done(entry) >> $lu) & 1u) == 1u;
      if (frame < run.frames && !done) { symbols[n * run.frames + frame] = best; }
    }
#end
  }
  if (last) { return; }

#if KEPT
#for k in 0..UNROLLED_DEGREE
  if ($ku < degree) {
    var leasts = no_values();
#for a in 0..PART
    heard_$k[$a] = sums[$a] - heard_$k[$a];
    with_value(&leasts, heard_$k[$a]);
#end
    let least = least_values(&leasts);
#for a in 0..PART
    heard_$k[$a] = at_most(LEVELS, heard_$k[$a] - least);
#end
    turn(&heard_$k, Q - 1u - logarithm(edge_$k.y));
    store_message(edge_$k.x, words, word, &heard_$k);
  }
#end
#end
#if !KEPT
  for (var k = 0u; k < degree; k++) {
    let edge = variable_edges[first + k];
    load_message(edge.x, words, word, &heard);
    var leasts = no_values();
#if ONE_PART
    { const block = 0u;
#end
#if !ONE_PART
    for (var block = 0u; block < Q; block += PART) {
#end
#for k in 0..PART_FOURS
      {
        let x = products[edge.y * ROW + block / 4u + $ku];
#for u in 0..SOME
        heard[x[$u]] = sums[block + 4u * $ku + $uu] - heard[x[$u]];
        with_value(&leasts, heard[x[$u]]);
#end
      }
#end
    }
    let least = least_values(&leasts);
#if ONE_PART
    { const block = 0u;
#end
#if !ONE_PART
    for (var block = 0u; block < Q; block += PART) {
#end
#for x in 0..PART
      heard[block + $xu] = at_most(LEVELS, heard[block + $xu] - least);
#end
    }
    store_message(edge.x, words, word, &heard);
  }
#end
}
