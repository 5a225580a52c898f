// nonbinary/rules/trellis/trellis-int12: nonbinary/rules/trellis/trellis-min-max in whole steps. One invocation processes a whole check of
// the two frames of a word, whose likeliest symbols z_i differ, so that vectors are permuted by selections alone. A check cuts its inputs at
// MESSAGE_BOUND; R_i is ⌊SCALE/256 · Δ + 1/2⌋. A pair of edges is one number. Flooding or layered (messages).
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h)
//      quotients [h][max(q, 4)] = x/h, syndrome [frame][M] (SYNDROME only), lists
// i/o  variable_words, check_to_variable: nonbinary/schedules/flooding, nonbinary/schedules/layered
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per word of SLOT_FRAMES = 2 frames
// private bytes: 4·degree and 28·q in words of two frames, which devices keep in registers or their caches
// exact: minima, maxima, subtractions and comparisons of whole numbers up to 2048; products of 9 bits and 9 bits
#import common/run, <storage>, <domain>

#in checks: u32, check_start: u32, check_edges: vec2u, quotients: vec4u, syndrome: u32, active_list: u32
#out variable_words: u32, check_to_variable: u32

#import common/active-frames/slots, <messages>, <deviations>

alias Vector = array<Value, Q>;
alias Edges = array<Symbols, Q>;
alias Pairs = array<Value, PAIRS>;
alias PairEdges = array<Symbols, PAIRS>;

var<private> likeliest: array<Symbols, DEGREE>;

// The least message and its edge for each deviation, the first of equals, and the second message.
var<private> firsts: Vector;
var<private> positions: Edges;
var<private> seconds: Vector;

// The messages to an edge, by deviation a.
var<private> extra: Vector;     // E
var<private> unowned: Vector;   // the least message
var<private> owned: Vector;     // to the first of the edges of E: the second message, if this edge has the least
var<private> owners: Edges;     // the edges of E, as a pair

// An incoming message is normalised: less its least value, at most INPUT_BOUND.
const SHIFTS: bool = false;
const NOTHING_YET: Value = GREATEST;
fn gathered(least: Value, value: Value) -> Value { return value_least(least, value); }
fn normaliser(least: Value) -> Value { return least; }
fn normalised(value: Value, least: Value) -> Value { return value_least(value_difference(value, least), as_value(INPUT_BOUND)); }
fn outgoing(value: Value, by: Value) -> Value { return value; }

#import nonbinary/check-node/normalised-vectors, nonbinary/check-node/syndromes-of-word

// The symbol with the least message, 0, the lowest of equals.
fn likeliest_of(message: ptr<function, Vector>) -> Symbols {
  var symbol = same_symbol(0u);
  for (var end = Q; end > 0u; end -= TILE) {
    let block = end - TILE;
#for k in TILE..0
    symbol = choose_symbols(symbol, same_symbol(block + $ku), value_less((*message)[block + $ku], as_value(1.0)));
#end
  }
  return symbol;
}

// Symbol x becomes the former symbol x ⊕ permutation.
fn permute(vector: ptr<function, Vector>, permutation: Symbols) {
  for (var block = 0u; block < Q; block += TILE) {
    var tile: array<Value, TILE>;
#for k in 0..TILE: tile[$k] = (*vector)[block + $ku];
#for s in 0..TILE_BITS
    {
      let had = tile;
      let swaps = has_bit(permutation, 1u << $su);
#for k in 0..TILE: tile[$k] = choose_value(had[$k], had[$ku ^ (1u << $su)], swaps);
    }
#end
#for k in 0..TILE: (*vector)[block + $ku] = tile[$k];
  }
  for (var bit = TILE; bit < Q; bit *= 2u) {
    let swaps = has_bit(permutation, bit);
    for (var block = 0u; block < Q; block += TILE) {
      if ((block & bit) != 0u) { continue; }
#for k in 0..TILE
      {
        let low = (*vector)[block + $ku];
        let high = (*vector)[block + bit + $ku];
        (*vector)[block + $ku] = choose_value(low, high, swaps);
        (*vector)[block + bit + $ku] = choose_value(high, low, swaps);
      }
#end
    }
  }
}

// Reads the messages of a check, collects the least messages of each deviation, and returns the sum of the likeliest symbols and the
// syndrome.
fn collect(first: u32, degree: u32, syndrome_symbols: Symbols, slot: u32, before: u32) -> Symbols {
  var sum = syndrome_symbols;
  var message: Vector;
  var least: Vector;
  var second: Vector;
  var position: Edges;
  for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE
    least[block + $ku] = as_value(MESSAGE_BOUND);
    second[block + $ku] = as_value(MESSAGE_BOUND);
    position[block + $ku] = same_symbol(0u);
#end
  }
  for (var i = 0u; i < degree; i++) {
#if ONE_MINIMUM
    // The second half of the edges has a minimum of its own.
    if (i == degree / 2u) {
      for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE
        firsts[block + $ku] = least[block + $ku];
        positions[block + $ku] = position[block + $ku];
        least[block + $ku] = as_value(MESSAGE_BOUND);
#end
      }
    }
#end
    load_vector(first + i, 0u, slot, before, &message);
    let z = likeliest_of(&message);
    likeliest[i] = z;
    sum ^= z;
    permute(&message, z);
    for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE
      {
        let deviation = block + $ku;
        let value = message[deviation];
        position[deviation] = choose_symbols(position[deviation], same_symbol(i), value_less(value, least[deviation]));
#if !ONE_MINIMUM: second[deviation] = value_least(second[deviation], value_greatest(least[deviation], value));
        least[deviation] = value_least(least[deviation], value);
      }
#end
    }
  }
  for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE
#if ONE_MINIMUM
    {
      let before_half = firsts[block + $ku];
      let of_half = least[block + $ku];
      positions[block + $ku] = choose_symbols(positions[block + $ku], position[block + $ku], value_less(of_half, before_half));
      firsts[block + $ku] = value_least(before_half, of_half);
      seconds[block + $ku] = value_greatest(before_half, of_half);
    }
#else
    firsts[block + $ku] = least[block + $ku];
    positions[block + $ku] = position[block + $ku];
    seconds[block + $ku] = second[block + $ku];
#end
#end
  }
  return sum;
}

// Computes the extra column and its edges, PAIRS deviations at a time with PAIRS others.
fn make_column() {
  // Pairs with deviation 0 do not count.
  firsts[0] = GREATEST;
  for (var block = 0u; block < Q; block += PAIRS) {
    var best: Pairs;
    var edges: PairEdges;
#for c in 0..PAIRS
    best[$c] = firsts[block + $cu];
    edges[$c] = edge_pair(positions[block + $cu], positions[block + $cu]);
#end
    // Deviations x of other and y of partner add up to one of block; among equals the pair of the lowest x counts.
    for (var other = 0u; other < Q; other += PAIRS) {
      let partner = other ^ block;
      if (other > partner) { continue; }
      var x: Pairs;
      var y: Pairs;
      var x_edge: PairEdges;
      var y_edge: PairEdges;
#for k in 0..PAIRS
      x[$k] = firsts[other + $ku];
      y[$k] = firsts[partner + $ku];
      x_edge[$k] = positions[other + $ku];
      y_edge[$k] = positions[partner + $ku];
#end
#for k in 0..PAIRS
#for c in 0..PAIRS
      {
        let value = unless_equal(value_greatest(x[$k], y[$cu ^ $ku]), x_edge[$k], y_edge[$cu ^ $ku]);
        edges[$c] = choose_symbols(edges[$c], edge_pair(x_edge[$k], y_edge[$cu ^ $ku]), value_less(value, best[$c]));
        best[$c] = value_least(best[$c], value);
      }
#end
#end
    }
    // Deviation 0 has no edges.
    if (block == 0u) {
      best[0] = as_value(0.0);
      edges[0] = edge_pair(same_symbol(255u), same_symbol(255u));
    }
#for c in 0..PAIRS
    {
      let first = first_edge_of(edges[$c]);
      let second = second_edge_of(edges[$c]);
      let position = positions[block + $cu];
      let least = firsts[block + $cu];
      let second_has_least = edges_equal(second, position);
      let is_owned = edges_equal(first, position) | second_has_least;
      owners[block + $cu] = choose_symbols(edges[$c], edge_pair(second, first), second_has_least);
      extra[block + $cu] = scaled(best[$c]);
      unowned[block + $cu] = scaled(least);
      owned[block + $cu] = choose_value(scaled(least), value_scaled(seconds[block + $cu], SECOND_SCALE), is_owned);
    }
#end
  }
}

// Writes the column's messages to each edge.
fn answer(first: u32, degree: u32, sum: Symbols, slot: u32, before: u32) {
  var said: Vector;
  // The incoming message; layered schedules add to it.
  var heard: Vector;
  for (var i = 0u; i < degree; i++) {
    let edge = same_symbol(i);
    for (var block = 0u; block < Q; block += TILE) {
#for k in 0..TILE
      {
        let pair = owners[block + $ku];
        let other = choose_value(extra[block + $ku], unowned[block + $ku], edges_equal(second_edge_of(pair), edge));
        said[block + $ku] = choose_value(other, owned[block + $ku], edges_equal(first_edge_of(pair), edge));
      }
#end
    }
    permute(&said, sum ^ likeliest[i]);
    if (LAYERED == 1u) { load_vector(first + i, 0u, slot, before, &heard); }
    send_vector(first + i, 0u, slot, as_value(0.0), &said, &heard);
  }
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let at = workgroup.y * WORKGROUP_SIZE + invocation;
  if (at >= slots_of(active_frames())) { return; }
  let own = entry_slot(entry_at(at));
#import nonbinary/check-node/this-check
  let slot = at;
  let before = slot_before(at * SLOT_FRAMES) / SLOT_FRAMES;
  let first = check_start[m];
  let degree = check_start[m + 1u] - first;
  var sum = same_symbol(0u);
  if (SYNDROME == 1u) { sum = syndromes_of(own, m); }
  sum = collect(first, degree, sum, slot, before);
  make_column();
  answer(first, degree, sum, slot, before);
}
