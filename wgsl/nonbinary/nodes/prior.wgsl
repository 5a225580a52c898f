// nonbinary/nodes/prior: the priors of variables for the next sums, by a rule that changes them, from the posteriors of the iteration before:
// b(a) = prior(λ(a), P(a)) less the least of them, where P(a) is less its least. LAYERED, before the first layer: the posteriors take the priors
// that were made an iteration ago, and the next priors are made of them, so that checks read priors of the posteriors two iterations before theirs,
// as with a flooding schedule (binary/posterior/new-prior).
// in   variable_start [N + 1], from VALUES_AT on a value of each variable for its rule, variable_edges [edge] (edge, h) in variable-major order,
//      products [h][max(q, 4)] = h·a, lists, channel [variable][word of symbols][word of frames]; LAYERED: [variable][symbol][word of frames]
// i/o  priors in the form of channel, LAYERED then the next ones; beliefs: LAYERED posteriors [variable][symbol][slot], otherwise check_to_variable [edge][word of symbols][slot]
//      carried [variable][symbol][frame] f32, P(a); CARRIES alone: written, and read instead of beliefs at the START of the next leg, which
//      begins with the channel's priors: LAYERED it writes the next ones alone. LAYERED and CARRIES: nothing else is written
//      CARRIED: the leg has begun with a START
// map  one workgroup per variable (x) and WORKGROUP_SIZE slots (y), one invocation per word of SLOT_FRAMES frames
// private bytes: 8·q
// exact: in the LLR domain
#import common/run, nonbinary/nodes/numbers, <variable>

#in variable_start: u32, variable_edges: vec2u, products: u32, active_list: u32, channel: u32
#out priors: u32, beliefs: u32, carried: f32

#import common/active-frames/slots

const WORDS: u32 = select(Q / SYMBOLS_PER_WORD, Q, LAYERED == 1u); // of a vector of the channel
const PER_WORD: u32 = Q / WORDS;
const FORM: u32 = select(MESSAGES, POSTERIORS, LAYERED == 1u);
const PRIOR_MOST: f32 = bitcast<f32>(PRIOR_MOST_BITS);
const POSTERIOR_MOST: f32 = bitcast<f32>(POSTERIOR_MOST_BITS);

fn variable_value(n: u32) -> u32 { return variable_start[VALUES_AT + n]; }
fn place_of(n: u32, a: u32, word: u32) -> u32 { return (n * WORDS + a / PER_WORD) * run_slots() + word; }
fn half_of(a: u32, lane: u32) -> u32 { return select(a & 1u, lane, PER_WORD == 1u); }

// The posterior of a symbol, as the variable's decision has it.
fn posterior_of(n: u32, a: u32, slot: u32, word: u32, lane: u32) -> f32 {
  if (LAYERED == 1u) { return number_in(beliefs[(n * Q + a) * run_slots() + slot], lane, POSTERIORS); }
  var sum = number_in(priors[place_of(n, a, word)], half_of(a, lane), MESSAGES);
  for (var k = variable_start[n]; k < variable_start[n + 1u]; k++) {
    let edge = variable_edges[k];
    let x = products[edge.y * max(Q, 4u) + a];
    let message = beliefs[(edge.x * (Q / SYMBOLS_PER_WORD) + x / SYMBOLS_PER_WORD) * message_slots() + slot];
    sum = min(sum + number_in(message, message_half(x, lane), MESSAGES), POSTERIOR_MOST);
  }
  return sum;
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let slot = workgroup.y * WORKGROUP_SIZE + invocation;
  if (slot >= slots_of(active_frames())) { return; }
  let n = workgroup.x;
  let word = entry_slot(entry_at(slot));
  let pitch = run_slots() * SLOT_FRAMES;
  // Of the priors to write: LAYERED the next ones.
  let own = select(n, N + n, LAYERED == 1u);
  for (var lane = 0u; lane < SLOT_FRAMES; lane++) {
    let frame = word * SLOT_FRAMES + lane;
    var posterior: array<f32, Q>;
    var changed: array<f32, Q>;
#if START
    for (var a = 0u; a < Q; a++) { posterior[a] = carried[(n * Q + a) * pitch + frame]; }
#else
    var least = 3.0e38;
    for (var a = 0u; a < Q; a++) {
      posterior[a] = posterior_of(n, a, slot, word, lane);
      least = min(least, posterior[a]);
    }
    for (var a = 0u; a < Q; a++) {
      posterior[a] -= least;
      if (CARRIES == 1u) { carried[(n * Q + a) * pitch + frame] = posterior[a]; }
    }
    if (LAYERED * CARRIES == 1u) { continue; }
    // The first iteration has the channel's priors, as has the second but for a leg of a relay.
    if (LAYERED == 1u && run.iteration + CARRIED > 1u) {
      var least_posterior = 3.0e38;
      for (var a = 0u; a < Q; a++) {
        let at = place_of(n, a, word);
        let next = priors[place_of(N + n, a, word)];
        posterior[a] += number_in(next, half_of(a, lane), FORM) - number_in(priors[at], half_of(a, lane), FORM);
        least_posterior = min(least_posterior, posterior[a]);
        priors[at] = word_with(priors[at], half_of(a, lane), number_in(next, half_of(a, lane), FORM), FORM);
      }
      for (var a = 0u; a < Q; a++) {
        let at = (n * Q + a) * run_slots() + slot;
        posterior[a] = min(posterior[a] - least_posterior, POSTERIOR_MOST);
        beliefs[at] = word_with(beliefs[at], lane, posterior[a], POSTERIORS);
      }
    }
#end
    var least_prior = 3.0e38;
    for (var a = 0u; a < Q; a++) {
      changed[a] = prior(number_in(channel[place_of(n, a, word)], half_of(a, lane), FORM), posterior[a], n);
      least_prior = min(least_prior, changed[a]);
    }
    for (var a = 0u; a < Q; a++) {
      let at = place_of(own, a, word);
      priors[at] = word_with(priors[at], half_of(a, lane), min(changed[a] - least_prior, PRIOR_MOST), FORM);
    }
  }
}
