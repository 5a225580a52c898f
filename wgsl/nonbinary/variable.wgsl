// nonbinary/variable: a variable node's messages, each from the channel and all other checks, not normalised, and its
// decision from all messages: V_k(a) = L(a) + Σ_{k' ≠ k} R_k'(a), c = argmin_a L(a) + Σ R(a) (nonbinary paper,
// Algorithm 1), or products of probabilities (domain). A decision is the lowest symbol of equals.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order, products [h][max(q, 4)] = h·a
//      channel [variable][word of symbols][word of frames], check_to_variable [edge][word of symbols x = h·a][slot], lists
// out  variable_to_check [edge][word of symbols][slot], but after the last iteration: symbols in the order of the check,
//      x = h·a, where a word holds one, else a
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
//      REGULAR: each variable has UNROLLED_DEGREE edges, so no condition divides the code
// map  one workgroup per variable (x) and WORKGROUP_SIZE slots (y), one invocation per word of SLOT_FRAMES frames
//      The messages of UNROLLED_DEGREE edges are kept in registers; with 0 they are read again for every edge.
// exact: in the LLR domain: additions in the order of the variable's edges
#import common/run, <storage>, <domain>

#in variable_start: u32, variable_edges: vec2u, products: vec4u, channel: u32, check_to_variable: u32, active_list: u32
#out variable_to_check: u32, symbols: u32

#import common/active-frames/slots

const WORDS: u32 = Q / SYMBOLS_PER_WORD;
const ROW: u32 = (Q + 3u) / 4u;       // vectors of a row of `products`
const QUAD: u32 = min(Q, 4u); // symbols processed at once

// Whether no check has processed the frames yet.
var<private> knows_nothing: bool;

fn message(edge: u32, x: u32, slot: u32) -> Value {
  return symbol_value(check_to_variable[(edge * WORDS + x / SYMBOLS_PER_WORD) * message_slots() + slot], x);
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let n = workgroup.x;
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= slots_of(occupied_frames())) { return; }
  knows_nothing = is_refilled(slot);
  let word = entry_slot(entry_at(slot));
  let first = variable_start[n];
#if REGULAR: const degree = UNROLLED_DEGREE;
#else: let degree = variable_start[n + 1u] - first;
  let last = !knows_nothing && iteration_at(slot) + 1u == ITERATIONS;
  var best: Symbols;
  var best_value: Value;
#for k in 0..UNROLLED_DEGREE
  var edge_$k = vec2u(0u);
  if ($ku < degree) { edge_$k = variable_edges[first + $ku]; }
#end
  for (var a = 0u; a < Q; a += QUAD) {
    var own: Four;
    for (var u = 0u; u < QUAD; u++) {
      own[u] = symbol_value(channel[(n * WORDS + (a + u) / SYMBOLS_PER_WORD) * run_slots() + word], a + u);
    }
    var all = own;
#for k in 0..UNROLLED_DEGREE
    var r_$k = nothing_known_4();
    if ($ku < degree && !knows_nothing) {
      let x = products[edge_$k.y * ROW + a / 4u];
      for (var u = 0u; u < QUAD; u++) { r_$k[u] = message(edge_$k.x, x[u], slot); }
    }
    all = together_4(all, r_$k);
#end
    if (UNROLLED_DEGREE == 0u) {
      for (var k = 0u; k < degree; k++) { all = together_4(all, messages_4(variable_edges[first + k], a, slot)); }
    }
    if (!last) {
#for k in 0..UNROLLED_DEGREE
      if ($ku < degree) {
        var sum = own;
#for j in 0..UNROLLED_DEGREE: if ($j != $k) { sum = together_4(sum, r_$j); }
        put(edge_$k, a, sum, slot);
      }
#end
      if (UNROLLED_DEGREE == 0u) {
        for (var k = 0u; k < degree; k++) {
          var sum = own;
          for (var j = 0u; j < degree; j++) {
            if (j != k) { sum = together_4(sum, messages_4(variable_edges[first + j], a, slot)); }
          }
          put(variable_edges[first + k], a, sum, slot);
        }
      }
    }
    for (var u = 0u; u < QUAD; u++) {
      if (a == 0u && u == 0u) {
        best_value = all[u];
      } else {
        let isLikelier = likelier(all[u], best_value);
        best = choose_symbols(best, same_symbol(a + u), isLikelier);
        best_value = choose_value(best_value, all[u], isLikelier);
      }
    }
  }
  if ((COMPACTS || last) && !knows_nothing) {
    let done = done_frames(slot);
    for (var lane = 0u; lane < SLOT_FRAMES; lane++) {
      // Done frames continue only with the other frames of their word.
      let frame = word * SLOT_FRAMES + lane;
      if (frame < run.frames && ((done >> lane) & 1u) == 0u) { symbols[n * run.frames + frame] = symbol_in(best, lane); }
    }
  }
}

fn nothing_known_4() -> Four {
  let value = as_value(NOTHING_KNOWN);
  return Four(value, value, value, value);
}

fn together_4(a: Four, b: Four) -> Four {
  return Four(together(a[0], b[0]), together(a[1], b[1]), together(a[2], b[2]), together(a[3], b[3]));
}

// Messages of an edge for the symbols a … a + 3.
fn messages_4(edge: vec2u, a: u32, slot: u32) -> Four {
  if (knows_nothing) { return nothing_known_4(); }
  let x = products[edge.y * ROW + a / 4u];
  var values: Four;
  for (var u = 0u; u < QUAD; u++) { values[u] = message(edge.x, x[u], slot); }
  return values;
}

fn put(edge: vec2u, a: u32, values: Four, slot: u32) {
  let words = words_of(values);
  let x = products[edge.y * ROW + a / 4u];
  for (var w = 0u; w < QUAD / SYMBOLS_PER_WORD; w++) {
    let word = select(a / SYMBOLS_PER_WORD + w, x[w], SYMBOLS_PER_WORD == 1u);
    variable_to_check[(edge.x * WORDS + word) * message_slots() + slot] = words[w];
  }
}
