// nonbinary/nodes/edge: the messages from variables to the checks of a dispatch, by a rule of edges: less their least, at most EDGE_MOST, then
// by edge_updated, then less their least. LAYERED: the message, a posterior less the check's last message, takes the posterior's place before
// the rule, and the last message's place after it, for nonbinary/schedules/layered-read.
// in   checks [check of this dispatch], check_start [M + 1], check_edges [edge] (variable, h), products [h][max(q, 4)] = h·a, lists
// i/o  check_to_variable [edge][word of symbols x][slot], LAYERED alone
//      variable_words: LAYERED posteriors [variable][symbol][slot], otherwise variable_to_check as nonbinary/variable writes it
//      edge_state [edge][STATES][frame], what edge_updated returned: a word for each symbol, or one word. FIRST: there is none yet
// map  one workgroup per check (x) and WORKGROUP_SIZE slots (y), one invocation per word of SLOT_FRAMES frames
// private bytes: 4·q
// exact: in the LLR domain
#import common/run, nonbinary/nodes/numbers, nonbinary/place

struct Edge {
  t: Lanes,
  state: u32,
}
// Of the message: its likeliest symbol, the lowest of equals, whether others are as likely, and the symbol of this call of edge_updated.
var<private> likeliest: u32;
var<private> is_tied: bool;
var<private> symbol: u32;
#import <edge>

#in checks: u32, check_start: u32, check_edges: vec2u, products: u32, active_list: u32
#out check_to_variable: u32, variable_words: u32, edge_state: u32

#import common/active-frames/slots

const EDGE_MOST: f32 = bitcast<f32>(EDGE_MOST_BITS);

// Symbol a as the check orders it, and where memory has it in a message of the check, in a posterior, and in a message to the check.
fn symbol_at_check(edge: vec2u, a: u32) -> u32 { return products[edge.y * max(Q, 4u) + a]; }
fn message_place(e: u32, x: u32, slot: u32) -> u32 { return place(e, x / SYMBOLS_PER_WORD, message_slots(), slot); }
fn posterior_place(edge: vec2u, a: u32, slot: u32) -> u32 { return (edge.x * Q + a) * run_slots() + slot; }
fn input_place(e: u32, edge: vec2u, a: u32, slot: u32) -> u32 {
  let word = select(a / SYMBOLS_PER_WORD, symbol_at_check(edge, a), SYMBOLS_PER_WORD == 1u);
  return place(e, word, message_slots(), slot);
}

fn message_of(e: u32, edge: vec2u, a: u32, slot: u32, lane: u32, first: bool) -> f32 {
  if (LAYERED == 0u) { return number_in(variable_words[input_place(e, edge, a, slot)], message_half(a, lane), MESSAGES); }
  let posterior = number_in(variable_words[posterior_place(edge, a, slot)], lane, POSTERIORS);
  if (first) { return posterior; }
  let x = symbol_at_check(edge, a);
  return posterior - number_in(check_to_variable[message_place(e, x, slot)], message_half(x, lane), MESSAGES);
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= slots_of(active_frames())) { return; }
#import nonbinary/check-node/this-check
  let first = FIRST == 1u || (LAYERED == 1u && run.iteration == 0u);
  let word = entry_slot(entry_at(slot));
  let pitch = run_slots() * SLOT_FRAMES;
  for (var e = check_start[m]; e < check_start[m + 1u]; e++) {
    let edge = check_edges[e];
    for (var lane = 0u; lane < SLOT_FRAMES; lane++) {
      let own = e * STATES * pitch + word * SLOT_FRAMES + lane;
      var t: array<f32, Q>;
      var least = 3.0e38;
      for (var a = 0u; a < Q; a++) {
        t[a] = message_of(e, edge, a, slot, lane, first);
        least = min(least, t[a]);
      }
      var likely = 0u;
      for (var a = Q; a > 0u; a--) {
        t[a - 1u] = as_message(min(t[a - 1u] - least, EDGE_MOST));
        likely += u32(t[a - 1u] == 0.0);
        likeliest = select(likeliest, a - 1u, t[a - 1u] == 0.0);
      }
      is_tied = likely > 1u;
      var least_read = 3.0e38;
      var state = edge_state[own];
      var after = 0u;
      for (var a = 0u; a < Q; a++) {
        if (STATES > 1u) { state = edge_state[own + a * pitch]; }
        symbol = a;
        if (LAYERED == 1u) {
          let at = posterior_place(edge, a, slot);
          variable_words[at] = word_with(variable_words[at], lane, t[a], POSTERIORS);
        }
        let read = edge_updated(t[a], state, first);
        t[a] = read.t;
        after = read.state;
        least_read = min(least_read, read.t);
        if (STATES > 1u) { edge_state[own + a * pitch] = after; }
      }
      if (STATES == 1u) { edge_state[own] = after; }
      for (var a = 0u; a < Q; a++) {
        if (LAYERED == 1u) {
          let x = symbol_at_check(edge, a);
          let at = message_place(e, x, slot);
          check_to_variable[at] = word_with(check_to_variable[at], message_half(x, lane), t[a] - least_read, MESSAGES);
        } else {
          let at = input_place(e, edge, a, slot);
          variable_words[at] = word_with(variable_words[at], message_half(a, lane), t[a] - least_read, MESSAGES);
        }
      }
    }
  }
}
