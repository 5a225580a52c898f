// nonbinary/rules/trellis/trellis-min-max-sliced: trellis Min-Max check nodes as nonbinary/rules/trellis/trellis-min-max, on integers
// of BITS bits, bit-sliced (nonbinary/formats/sliced): a comparison, a selection or a permutation by z_i costs the same
// for 32 frames as for one. The variable nodes scale the messages, since they have more bits. Flooding.
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients: not read, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words [edge][word of slots before][plane][symbol x], normalised
//      check_to_variable [edge][word of slots][plane][symbol x]; until then z_i lies there, planes 0 … 3 and 4 … 7 in the first
//      four symbols of two planes
// map  one workgroup per check (x) and WORDS_PER_WORKGROUP words of slots (y), BLOCKS invocations per word, four symbols each.
//      Flooding, each message is read once and each written once; about 4,500 logic operations for an edge of 32 frames over
//      GF(32) at BITS = 5, a fifth of them for pairs of deviations at degree 27.
// exact: integers
const WORKGROUP_SIZE: u32 = max(32u, Q / 4u);
#import common/run, nonbinary/formats/sliced, common/workgroup-slot

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: vec4u, check_to_variable: vec4u

#import common/active-frames/slots

#import nonbinary/formats/sliced-vectors

alias Positions = array<vec4u, POSITION_BITS>;

// The lowest symbol whose message is 0; at least one symbol has message 0.
fn likeliest_of(values: ptr<function, Numbers>) -> Symbols {
  var some = vec4u(0u);
#for p in 0..BITS: some |= (*values)[$p];
  let zero = ~some;
  // Whether an earlier symbol has message 0, and the bits of the first such symbol.
  var known: array<vec4u, 3>;
  known[0] = vec4u(
    zero.x | zero.y | zero.z | zero.w,
    some.x & (zero.y | (some.z & zero.w)),
    some.x & some.y & (zero.z | zero.w),
    0u,
  );
  for (var s = 2u; s < P; s++) {
    let other = invocation ^ (1u << (s - 2u));
    let upper = vec4u(0u - u32(other < invocation));
    exchanged[half][0][invocation] = known[0];
    exchanged[half][1][invocation] = known[1];
    workgroupBarrier();
    let other_0 = exchanged[half][0][other];
    let other_1 = exchanged[half][1][other];
    half ^= 1u;
    let high = merged(other_0, known[0], upper);
    let below = vec4u(merged(known[0], other_0, upper).x);
    known[0] = merged(high, merged(known[0], other_0, upper), below);
    known[1] = merged(merged(other_1, known[1], upper), merged(known[1], other_1, upper), below);
#for b in 2..P: if (s == $bu) { known[(1u + $bu) / 4u][(1u + $bu) % 4u] = ~below.x; }
  }
  var symbols: Symbols;
#for b in 0..P: symbols[$b] = known[(1u + $bu) / 4u][(1u + $bu) % 4u];
  return symbols;
}

// State of each deviation of this invocation after some edges: the least message and its edge, the first of equals, and
// the second message.
var<private> least: Numbers;
var<private> position: Positions;
var<private> second: Numbers;

fn take(message: ptr<function, Numbers>, i: u32) {
  var first = least;
  var next = second;
  let closer = less(message, &first);
  var later: Numbers;
#for p in 0..BITS
  later[$p] = merged((*message)[$p], first[$p], closer);
  least[$p] = merged(first[$p], (*message)[$p], closer);
#end
#for p in 0..POSITION_BITS: position[$p] = merged(position[$p], all_or_none(i, $pu), closer);
  let closer_second = less(&later, &next);
#for p in 0..BITS: second[$p] = merged(next[$p], later[$p], closer_second);
}

// The extra column: for each deviation the least value of one deviation or of two that add up to it, and their edges.
var<private> extra: Numbers;
var<private> one: Positions;
var<private> two: Positions;

fn make_column(block: u32) {
  // Pairs with deviation 0 do not count.
  let none = select(vec4u(0u), vec4u(0xffffffffu, 0u, 0u, 0u), block == 0u);
#for p in 0..BITS: least[$p] |= none;
  workgroupBarrier();
#for p in 0..BITS: exchanged[$pu / ROWS][$pu % ROWS][invocation] = least[$p];
#for p in 0..POSITION_BITS: exchanged[(BITS + $pu) / ROWS][(BITS + $pu) % ROWS][invocation] = position[$p];
  workgroupBarrier();
  var best = least;
  var first = position;
  var other_edge = position;
  // Deviations x of one block and y of another add up to one of this block; among equals the pair of the lowest x
  // counts. Each pair of blocks is processed at the lower one.
  let top = firstLeadingBit(max(block, 1u));
  let count = select(BLOCKS / 2u, BLOCKS, block == 0u);
  for (var i = 0u; i < count; i++) {
    let x_block = select(((i >> top) << (top + 1u)) | (i & ((1u << top) - 1u)), i, block == 0u);
    let x_invocation = invocation - block + x_block;
    let y_invocation = invocation - block + (x_block ^ block);
    var x: Numbers;
    var y: Numbers;
    var x_edge: Positions;
    var y_edge: Positions;
#for p in 0..BITS
    x[$p] = exchanged[$pu / ROWS][$pu % ROWS][x_invocation];
    y[$p] = exchanged[$pu / ROWS][$pu % ROWS][y_invocation];
#end
#for p in 0..POSITION_BITS
    x_edge[$p] = exchanged[(BITS + $pu) / ROWS][(BITS + $pu) % ROWS][x_invocation];
    y_edge[$p] = exchanged[(BITS + $pu) / ROWS][(BITS + $pu) % ROWS][y_invocation];
#end
#for k in 0..4
    {
      var x_four: Numbers;
      var y_four: Numbers;
      var distinct = vec4u(0u);
#for p in 0..BITS
      x_four[$p] = vec4u(x[$p][$k]);
      y_four[$p] = swapped(y[$p], $ku);
#end
#for p in 0..POSITION_BITS: distinct |= vec4u(x_edge[$p][$k]) ^ swapped(y_edge[$p], $ku);
      let y_greater = less(&x_four, &y_four);
#for p in 0..BITS: x_four[$p] = merged(x_four[$p], y_four[$p], y_greater);
      let better = less(&x_four, &best) & distinct;
#for p in 0..BITS: best[$p] = merged(best[$p], x_four[$p], better);
#for p in 0..POSITION_BITS
      first[$p] = merged(first[$p], vec4u(x_edge[$p][$k]), better);
      other_edge[$p] = merged(other_edge[$p], swapped(y_edge[$p], $ku), better);
#end
    }
#end
  }
  one = first;
  two = other_edge;
#for p in 0..BITS: extra[$p] = best[$p] & ~none;
  workgroupBarrier();
}

// The column's messages to edge i, by deviation.
fn said_to(i: u32, block: u32) -> Numbers {
  var is_one = ONES;
  var is_two = ONES;
  var has_least = ONES;
#for p in 0..POSITION_BITS
  is_one &= ~(one[$p] ^ all_or_none(i, $pu));
  is_two &= ~(two[$p] ^ all_or_none(i, $pu));
  has_least &= ~(position[$p] ^ all_or_none(i, $pu));
#end
  // Deviation 0 has no edges.
  let deviates = (is_one | is_two) & select(ONES, vec4u(0u, ONES.yzw), block == 0u);
  var numbers: Numbers;
#for p in 0..BITS: numbers[$p] = merged(extra[$p], merged(least[$p], second[$p], has_least), deviates);
  return numbers;
}

#main workgroup: workgroup_id, index: local_invocation_index {
  invocation = index;
  let words = message_slots();
  let active_words = (active_frames() + SLICED_FRAMES - 1u) / SLICED_FRAMES;
  let begin = workgroup_slot(workgroup) * WORDS_PER_WORKGROUP;
  if (begin >= active_words) { return; }
  // Invocations without a word repeat the last word and write nothing.
  let is_there = begin + invocation / BLOCKS < active_words;
  let own = min(begin + invocation / BLOCKS, active_words - 1u);
  let block = invocation % BLOCKS;
  let before = slot_before(own * SLICED_FRAMES) / SLICED_FRAMES;
  let m = checks[workgroup.x];
  let first_edge = check_start[m];
  let degree = check_start[m + 1u] - first_edge;

  var sum: Symbols;
  if (SYNDROME == 1u) { sum = syndrome_planes(entry_slot(entry_at(own)), m); }
#for p in 0..BITS
  least[$p] = ONES;
  second[$p] = ONES;
#end
  for (var i = 0u; i < degree; i++) {
    let from_variable = ((first_edge + i) * words + before) * BITS;
    var message: Numbers;
#for p in 0..BITS: message[$p] = variable_words[(from_variable + $pu) * BLOCKS + block];
    var z = likeliest_of(&message);
    if (is_there && block == 0u) {
      var stored: array<vec4u, 2>;
#for b in 0..P: stored[$bu / 4u][$bu % 4u] = z[$b];
      let at = ((first_edge + i) * words + own) * BITS * BLOCKS;
      check_to_variable[at] = stored[0];
      check_to_variable[at + BLOCKS] = stored[1];
    }
#for b in 0..P: sum[$b] ^= z[$b];
    permute_by(&message, &z);
    take(&message, i);
  }
  make_column(block);
  storageBarrier();
  for (var i = 0u; i < degree; i++) {
    let to_variable = ((first_edge + i) * words + own) * BITS;
    let stored = array<vec4u, 2>(check_to_variable[to_variable * BLOCKS], check_to_variable[(to_variable + 1u) * BLOCKS]);
    var permutation: Symbols;
#for b in 0..P: permutation[$b] = sum[$b] ^ stored[$bu / 4u][$bu % 4u];
    var numbers = said_to(i, block);
    permute_by(&numbers, &permutation);
    if (is_there) {
#for p in 0..BITS: check_to_variable[(to_variable + $pu) * BLOCKS + block] = numbers[$p];
    }
  }
}
