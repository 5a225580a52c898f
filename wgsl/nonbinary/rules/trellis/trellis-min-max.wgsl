// nonbinary/rules/trellis/trellis-min-max: trellis Min-Max check nodes (Lacruz, García-Herrero, Declercq and Valls 2015), frame-interleaved. One
// invocation processes a whole check of one frame. Let z_i be the likeliest symbol of edge i, β = s ⊕ ⨁ z_i and ΔQ_i(η) = Q_i(η ⊕ z_i). For
// each deviation η ≠ 0 the check keeps the least and the second ΔQ over its edges, and the edge of the least. The extra column E(a) is the
// least value of one deviation or of two that add up to a, with their edges. R_i(x) = SCALE · Δ(a), a = x ⊕ β ⊕ z_i. Δ(0) is 0. For other
// a, Δ(a) is E(a) if edge i is not among its edges, else the least ΔQ_k(a) of k ≠ i. Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per frame. Flooding, each message is read once and
//      each written once. z_i differs by frame, so symbols are permuted by it in registers: log2(q) selections of each word.
//      About 25 operations for each symbol of an edge (16 to read f16, with 4 to permute it, 8 to write) and 4·q² for pairs:
//      at degree 27, q = 32 about 3 million a frame and iteration of nb837-gf32, which take an H200 as long as 0.8 MB.
// private bytes: 4·degree and 28·q, which devices keep in registers or their caches
// exact: minima, maxima, one subtraction and a product of 12 bits and 12 bits (MAGNITUDE_MASK)
#import common/run, common/bound, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>, <deviations>

const LARGEST: f32 = 3.0e38;   // greater than any message
const SCALE: f32 = bitcast<f32>(SCALE_BITS);
const SECOND_SCALE: f32 = bitcast<f32>(SECOND_SCALE_BITS);
const NO_EDGES: u32 = 0xffffffffu;

alias Words = array<u32, WORDS>;
alias TileWords = array<u32, TILE_WORDS>;
alias Pairs = array<u32, PAIRS>;
alias Values = array<f32, Q>;
alias Numbers = array<u32, Q>;
alias Leasts = array<Least, Q>;
alias OfEdges = array<u32, DEGREE>;
alias Inputs = array<Words, DEGREE>;

var<private> likeliest: OfEdges;

// The message of an edge, normalised.
const SHIFTS: bool = false;
const NOTHING_YET: f32 = LARGEST;
fn gathered(least: f32, value: f32) -> f32 { return min(least, value); }

#import nonbinary/check-node/edge-vectors

fn load_message(e: u32, slot: u32, before: u32, to: ptr<function, Words>) {
  var values: Values;
  let least = read_vector(e, 0u, slot, before, &values);
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE_QUADS
    {
      var four: vec4f;
#for u in 0..QUAD: four[$u] = values[block + 4u * $ku + $uu] - least;
      let words = message_words(four);
#for w in 0..QUAD_WORDS: (*to)[block / PER_WORD + QUAD_WORDS * $ku + $wu] = words[$w];
    }
#end
  }
}

// The symbol with the least message, the lowest of equals.
fn likeliest_of(message: ptr<function, Words>) -> u32 {
  var symbol = 0u;
#if ONE_TILE
  { const block = 0u;
#else
  for (var end = WORDS; end > 0u; end -= TILE_WORDS) {
    let block = end - TILE_WORDS;
#end
#for k in TILE_WORDS..0
#for u in PER_WORD..0
    symbol = select(symbol, PER_WORD * (block + $ku) + $uu, element((*message)[block + $ku], $uu) == 0u);
#end
#end
  }
  return symbol;
}

// The least message and its edge for each deviation, and the second message.
var<private> firsts: Numbers;
var<private> positions: Numbers;
var<private> seconds: Numbers;

// The bits of a message that MAGNITUDE_MASK keeps, scaled.
fn scaled(bits: u32) -> f32 { return SCALE * bitcast<f32>(bitcast<u32>(value_of(bits)) & MAGNITUDE_MASK); }
// An edge's second message, scaled. With ONE_MINIMUM that is the least message of the half of the edges without the first, with a factor of its own.
fn scaled_second(bits: u32) -> f32 { return SECOND_SCALE * bitcast<f32>(bitcast<u32>(value_of(bits)) & MAGNITUDE_MASK); }

#import <column>

// The tile of words that the permutation moves to this tile.
fn permuted_block(block: u32, permutation: u32) -> u32 { return block ^ ((permutation / PER_WORD) & (WORDS - TILE_WORDS)); }

// Symbol x of the result is symbol x ⊕ permutation of the tile.
fn permuted(tile: TileWords, permutation: u32) -> TileWords {
  var words = tile;
#for k in 0..TILE_WORDS: words[$k] = permuted_word(words[$k], permutation);
#for s in 0..TILE_BITS
  {
    let was = words;
    let swap = (permutation & (PER_WORD << $su)) != 0u;
#for k in 0..TILE_WORDS: words[$k] = select(was[$k], was[$ku ^ (1u << $su)], swap);
  }
#end
  return words;
}

#if KEEPS
fn tile_of(words: ptr<function, Words>, first: u32) -> TileWords {
  var tile: TileWords;
#for k in 0..TILE_WORDS: tile[$k] = (*words)[first + $ku];
  return tile;
}

#if !ONE_TILE
// The column's messages to edge i, by deviation.
fn say(i: u32, to: ptr<function, Words>) {
  for (var block = 0u; block < WORDS; block += TILE_WORDS) {
    let words = said(i, block);
#for k in 0..TILE_WORDS: (*to)[block + $ku] = words[$k];
  }
}
#end
#end

// Reads the messages of a check, collects the least messages of each deviation, and returns the sum of the likeliest symbols and the
// syndrome. KEEPS: memory, which a CPU caches, holds the messages for layered schedules, which add to them.
#if KEEPS
fn collect(first: u32, degree: u32, syndrome_symbol: u32, slot: u32, before: u32, inputs: ptr<function, Inputs>) -> u32
#else
fn collect(first: u32, degree: u32, syndrome_symbol: u32, slot: u32, before: u32) -> u32
#end
{
  var sum = syndrome_symbol;
#if !KEEPS: var message: Words;
  var least: Leasts;
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE: least[block + $ku] = NONE_YET;
  }
  for (var i = 0u; i < degree; i++) {
#if ONE_MINIMUM
    // The second half of the edges has a minimum of its own.
    if (i == degree / 2u) {
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE
        firsts[block + $ku] = first_of(least[block + $ku]);
        positions[block + $ku] = position_of(least[block + $ku]);
        least[block + $ku] = NONE_YET;
#end
      }
    }
#end
#if KEEPS
    load_message(first + i, slot, before, &(*inputs)[i]);
    let z = likeliest_of(&(*inputs)[i]);
#else
    load_message(first + i, slot, before, &message);
    let z = likeliest_of(&message);
#end
    likeliest[i] = z;
    sum ^= z;
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < WORDS; block += TILE_WORDS) {
      let source = permuted_block(block, z);
      var tile: TileWords;
#for k in 0..TILE_WORDS
#if KEEPS: tile[$k] = (*inputs)[i][source + $ku];
#else: tile[$k] = message[source + $ku];
#end
      tile = permuted(tile, z);
#for k in 0..TILE_WORDS
#for u in 0..PER_WORD
      {
        let deviation = PER_WORD * (block + $ku) + $uu;
        least[deviation] = taken(least[deviation], element(tile[$k], $uu), i);
      }
#end
#end
    }
  }

#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE
#if ONE_MINIMUM
    {
      let before_half = firsts[block + $ku];
      let of_half = first_of(least[block + $ku]);
      firsts[block + $ku] = min(before_half, of_half);
      positions[block + $ku] = select(position_of(least[block + $ku]), positions[block + $ku], before_half <= of_half);
      seconds[block + $ku] = max(before_half, of_half);
    }
#else
    firsts[block + $ku] = first_of(least[block + $ku]);
    positions[block + $ku] = position_of(least[block + $ku]);
    seconds[block + $ku] = second_of(least[block + $ku]);
#end
#end
  }
  return sum;
}

// Writes the column's messages to each edge. KEEPS: the messages of all deviations come before their permutation, which reads one array then.
#if KEEPS: fn answer(first: u32, degree: u32, sum: u32, slot: u32, inputs: ptr<function, Inputs>)
#else: fn answer(first: u32, degree: u32, sum: u32, slot: u32, before: u32)
{
#if KEEPS: var by_deviation: Words;
#else: var message: Words;
#if ONE_TILE
  var column: Column;
  read_column(&column);
#end
  for (var i = 0u; i < degree; i++) {
    let e = first + i;
    let permutation = sum ^ likeliest[i];
#if !KEEPS
    if (CHANGES_POSTERIORS) { load_message(e, slot, before, &message); }
#else
#if !ONE_TILE: say(i, &by_deviation);
#end
#if ONE_TILE: { const block = 0u;
#else: for (var block = 0u; block < WORDS; block += TILE_WORDS) {
#if ONE_TILE
      let words = permuted(said(i, &column), permutation);
#else
#if KEEPS: let words = permuted(tile_of(&by_deviation, permuted_block(block, permutation)), permutation);
#else: let words = permuted(said(i, permuted_block(block, permutation)), permutation);
#end
      if (!CHANGES_POSTERIORS && !HAS_WEIGHTS) {
#for k in 0..TILE_WORDS: check_to_variable[(e * WORDS + block + $ku) * message_slots() + slot] = words[$k];
      } else {
        let edge = check_edges[e];
#for k in 0..TILE_QUADS
        {
          var four: vec4f;
          var had: vec4f;
#for u in 0..QUAD
          four[$u] = symbol_value(words[QUAD_WORDS * $ku + $uu / PER_WORD], $uu);
#if KEEPS: had[$u] = symbol_value((*inputs)[i][block + QUAD_WORDS * $ku + $uu / PER_WORD], $uu);
#else: had[$u] = symbol_value(message[block + QUAD_WORDS * $ku + $uu / PER_WORD], $uu);
#end
          put(e, edge, PER_WORD * block + 4u * $ku, 0u, four, had, slot);
        }
#end
      }
    }
  }
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= active_frames()) { return; }
  let frame = frame_at(at);
  let slot = at;
  let before = slot_before(at);
#import nonbinary/check-node/this-check
  let first = check_start[m];
  let degree = check_start[m + 1u] - first;
  var syndrome_symbol = 0u;
  if (SYNDROME == 1u) { syndrome_symbol = syndrome[frame * M + m]; }
#if KEEPS
  var inputs: Inputs;
  let sum = collect(first, degree, syndrome_symbol, slot, before, &inputs);
  make_column();
  answer(first, degree, sum, slot, &inputs);
#else
  let sum = collect(first, degree, syndrome_symbol, slot, before);
  make_column();
  answer(first, degree, sum, slot, before);
#end
}
