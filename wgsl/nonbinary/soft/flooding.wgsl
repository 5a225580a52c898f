// nonbinary/soft/flooding: the posterior of a variable node as costs, L(a) = ln P(s)/P(a) with s the likeliest symbol, from the channel
// and all messages that nonbinary/variable decides from.
// in   variable_start [N + 1], variable_edges [edge] (edge, h), products [h][max(q, 4)] = h·a, channel, check_to_variable, lists: as
//      nonbinary/variable
// out  soft [frame][N][q] f32, natural logarithm, where decisions count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and WORKGROUP_SIZE slots (y), one invocation per word of SLOT_FRAMES frames
// exact: in the LLR domain: additions in the order of the variable's edges
#import common/run, <storage>, <domain>, nonbinary/soft/cost

#in variable_start: u32, variable_edges: vec2u, products: vec4u, channel: u32, check_to_variable: u32, active_list: u32
#out soft: f32

#import common/active-frames/slots

const WORDS: u32 = Q / SYMBOLS_PER_WORD;
const ROW: u32 = (Q + 3u) / 4u;

fn total(n: u32, a: u32, slot: u32, word: u32) -> Value {
  var all = symbol_value(channel[(n * WORDS + a / SYMBOLS_PER_WORD) * run_slots() + word], a);
  for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
    let edge = variable_edges[k];
    let x = products[edge.y * ROW + a / 4u][a % 4u];
    let message = check_to_variable[(edge.x * WORDS + x / SYMBOLS_PER_WORD) * message_slots() + slot];
    all = together(all, symbol_value(message, x));
  }
  return all;
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= slots_of(active_frames()) || !(COMPACTS || run.iteration + 1u == ITERATIONS)) { return; }
  let n = workgroup.x;
  let word = entry_slot(entry_at(slot));
  let done = done_frames(slot);
  for (var lane = 0u; lane < SLOT_FRAMES; lane++) {
    let frame = word * SLOT_FRAMES + lane;
    if (frame < run.frames && ((done >> lane) & 1u) == 0u) {
      let at = (frame * N + n) * Q;
      var likeliest = frame_number(total(n, 0u, slot, word), lane);
      soft[at] = likeliest;
      for (var a = 1u; a < Q; a++) {
        let value = frame_number(total(n, a, slot, word), lane);
        soft[at + a] = value;
        likeliest = select(likeliest, value, is_likelier(value, likeliest));
      }
      for (var a = 0u; a < Q; a++) { soft[at + a] = cost_of(soft[at + a], likeliest); }
    }
  }
}
