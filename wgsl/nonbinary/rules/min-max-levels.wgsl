// nonbinary/rules/min-max-levels: level-sliced Min-Max check nodes (doc/papers/level-sliced-min-max.md): thermometer codes, max = AND,
// min = OR, so that a pair of a trellis step is one operation for INTERLEAVE frames. One invocation for a whole check
// of one word of frames. Flooding or LAYERED.
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  flooding: variable_words [edge][word of symbols x][word of slots before], check_to_variable
//      [edge][word of symbols x][word of slots]
//      LAYERED: variable_words [variable][symbol a][word], posteriors, integers in lanes; check_to_variable
//      [edge][word of symbols x][word]
// map  one workgroup per check (x) and WORKGROUP_SIZE words of slots (y), one invocation per word
// private bytes: 4·degree·q of forward metrics, which devices keep in their caches
// exact: integers
#import common/run, nonbinary/formats/levels, nonbinary/formats/level-messages

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots

alias Metric = u32;
const WORST: Metric = 0u;
alias Tiled = Metric;
fn tiled(metric: Metric) -> Tiled { return metric; }
fn untiled(value: Tiled) -> Metric { return value; }
fn closest(least: Metric, a: Metric, b: Metric, c: Metric, d: Metric) -> Metric { return (least | (a & b)) | (c & d); }
fn forced(x: u32) -> Metric { return select(LANES << MOST, 0xffffffffu, x == 0u); }
fn settle(vector: ptr<function, Vector>) {}

const ROW: u32 = max(Q, 4u) / 4u;      // vectors of a row of `quotients`

// This invocation's check and word of frames.
var<private> first_edge: u32;
var<private> words: u32;
var<private> word: u32;
var<private> word_before: u32;
// For each bit of a symbol: the lanes whose syndrome has it.
var<private> syndrome_bits: array<u32, P>;

#import nonbinary/check-node/trellis-step, nonbinary/check-node/forward-backward

// Thermometer codes: bit t of a lane says whether the value v is at most t, so that max is AND and min is OR. The lane is 2^LEVELS − 2^v.
// The numbers v + 1 begin at bit `first` of the lanes.
fn thermometers(numbers: u32, first: u32) -> u32 {
  var word = LANES - 1u;
#for l in 0..INTERLEAVE
  {
    let number = (numbers >> (first + $lu * LEVELS)) & NUMBER;
    if ($lu == 0u) {
      word -= select((1u << number) >> 1u, 1u << ((number - 1u) & 31u), LEVELS == 32u);
    } else {
      word -= (1u << (max($lu * LEVELS, 1u) - 1u)) << number;
    }
  }
#end
  return word;
}

fn load_input(i: u32, to: ptr<function, Vector>) {
  let e = first_edge + i;
  if (LAYERED == 1u) { load_difference(e, to); }
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
    if (LAYERED == 1u) {
#for x in 0..PART: (*to)[block + $xu] = thermometers(at_most(MOST, (*to)[block + $xu]) + LANES, 0u);
    } else {
      var packed: PartWords;
#for w in 0..PART_WORDS
      packed[$w] = variable_words[(e * MESSAGE_WORDS + part_start(block) + $wu) * words + word_before];
#end
#for x in 0..PART
      (*to)[block + $xu] = thermometers(
        packed[$xu / BLOCK_SYMBOLS * BLOCK_WORDS + $xu % BLOCK_SYMBOLS / SYMBOLS_PER_LANE],
        $xu % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS,
      );
#end
    }
  }
  if (SYNDROME == 1u && i == 0u) { permute_by_syndrome(to); }
}

// LAYERED: posteriors less the check's last message, normalised, at most CHANNEL_MAX, in the order of the check's symbols.
fn load_difference(e: u32, to: ptr<function, Vector>) {
  let edge = check_edges[e];
  var leasts = no_values();
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
    // Before the first message: the effect of a message that is equal for all symbols.
    var packed: PartWords;
    if (run.iteration > 0u) {
#for w in 0..PART_WORDS: packed[$w] = check_to_variable[(e * MESSAGE_WORDS + part_start(block) + $wu) * words + word];
    }
    unpack(&packed, block, to);
#for k in 0..PART_QUADS
    {
      let a = quotients[edge.y * ROW + block / 4u + $ku];
#for u in 0..QUAD
      {
        let x = block + 4u * $ku + $uu;
        // LEVELS more than the difference, which may be negative because other checks have normalised the posterior
        // since.
        let value = variable_words[(edge.x * Q + a[$u]) * words + word] + ((LEVELS + 1u) * LANES - (*to)[x]);
        (*to)[x] = value;
        with_value(&leasts, value);
      }
#end
    }
#end
  }
  let least = least_values(&leasts);
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
#for x in 0..PART: (*to)[block + $xu] = at_most(CHANNEL_MAX, (*to)[block + $xu] - least);
  }
}

// Numbers of thermometers: LEVELS + 1 minus the number of ones in each lane. countOneBits counts the ones in all lanes up to each lane. The
// factor adds this count to the next lane and subtracts it from its own, so each lane gets its own count.
fn packed_levels(values: ptr<function, Vector>, block: u32) -> PartWords {
  var words: PartWords;
#for x in 0..PART
  words[$xu / BLOCK_SYMBOLS * BLOCK_WORDS + $xu % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    ((LEVELS + 1u) * LANES) << ($xu % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS);
#end
#for x in 0..PART
#for l in 0..INTERLEAVE
  words[$xu / BLOCK_SYMBOLS * BLOCK_WORDS + $xu % BLOCK_SYMBOLS / SYMBOLS_PER_LANE] +=
    countOneBits((*values)[block + $xu] << (32u - LEVELS - $lu * LEVELS))
    * ((LANE << ($lu * LEVELS)) * (1u << ($xu % BLOCK_SYMBOLS % SYMBOLS_PER_LANE * SYMBOL_BITS)));
#end
#end
  return words;
}

fn put_vector(i: u32, values: ptr<function, Vector>, input: ptr<function, Vector>) {
  let e = first_edge + i;
  if (SYNDROME == 1u && i == 0u) { permute_by_syndrome(values); }
  if (LAYERED == 1u) { load_difference(e, input); }
#if ONE_PART: { const block = 0u;
#else: for (var block = 0u; block < Q; block += PART) {
    var packed = packed_levels(values, block);
#for w in 0..PART_WORDS: check_to_variable[(e * MESSAGE_WORDS + part_start(block) + $wu) * words + word] = packed[$w];
    if (LAYERED == 1u) {
      unpack(&packed, block, values);
#for k in 0..PART_QUADS
      {
        let edge = check_edges[e];
        let a = quotients[edge.y * ROW + block / 4u + $ku];
#for u in 0..QUAD
        {
          let x = block + 4u * $ku + $uu;
          variable_words[(edge.x * Q + a[$u]) * words + word] = (*input)[x] + (*values)[x] - LANES;
        }
#end
      }
#end
#for x in 0..PART: (*input)[block + $xu] = thermometers(at_most(MOST, (*input)[block + $xu]) + LANES, 0u);
    }
  }
}
#if KEEPS
fn put_kept(vectors: ptr<function, Vectors>, i: u32, number: u32) {
  var values: Vector = (*vectors)[number];
  var input: Vector;
  put_vector(i, &values, &input);
}
#end

// The vector in the order x ⊕ s, s each lane's syndrome.
fn permute_by_syndrome(vector: ptr<function, Vector>) {
  for (var bit = 0u; bit < P; bit++) {
    let lanes = syndrome_bits[bit];
    for (var x = 0u; x < Q; x++) {
      let y = x | (1u << bit);
      if (y == x) { continue; }
      let swapped = ((*vector)[x] ^ (*vector)[y]) & lanes;
      (*vector)[x] ^= swapped;
      (*vector)[y] ^= swapped;
    }
  }
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  words = message_slots();
  let own = workgroup.y * WORKGROUP_SIZE + invocation;
  if (own * INTERLEAVE >= active_frames()) { return; }
#import nonbinary/check-node/this-check
  first_edge = check_start[m];
  let degree = check_start[m + 1u] - first_edge;
  let own_word = entry_slot(entry_at(own));
  word = own;
  word_before = slot_before(own * INTERLEAVE) / INTERLEAVE;
  if (SYNDROME == 1u) {
    for (var lane = 0u; lane < INTERLEAVE; lane++) {
      // A lane without a frame repeats another lane.
      let s = syndrome[min(own_word * INTERLEAVE + lane, run.frames - 1u) * M + m];
      for (var bit = 0u; bit < P; bit++) {
        syndrome_bits[bit] |= select(0u, LANE << (lane * LEVELS), ((s >> bit) & 1u) == 1u);
      }
    }
  }
  forward_backward(degree);
}
