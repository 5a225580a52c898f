// binary/prior: the priors of core variables of a layered schedule, at the start of every iteration but the first, and CARRIED of the first too, by a rule that
// changes them.
// in   variable_values [variable] for the rule, channel [word][N], progress: unsatisfied [iteration][frame]; FRAME_INTERLEAVED: the list of
//      active words (common/active-frames/words)
// i/o  posteriors [word][N], messages [word][MESSAGE_ELEMENTS], whose elements from PRIORS_AT on are the priors of core variables, then the next; FRAME_INTERLEAVED:
//      these and the channel with the word last
// map  binary/posterior/each-variable
// exact: with formats of whole numbers and f32
#import common/run, <lanes>, <variable>

#in variable_values: u32, channel: u32, progress: u32
#out posteriors: u32, messages: u32

#import binary/posterior/each-variable, binary/posterior/new-prior

fn variable_value(n: u32) -> u32 { return variable_values[n]; }

fn update_variable(n: u32, word: u32, done: u32) {
  let at = word_index(word, n, N);
  let prior_at = word_index(word, PRIORS_AT + n, MESSAGE_ELEMENTS);
  let next_at = word_index(word, PRIORS_AT + CORE + n, MESSAGE_ELEMENTS);
  let changed = changed_priors(channel[at], posteriors[at], messages[prior_at], messages[next_at], run.iteration, n);
  messages[prior_at] = changed.prior;
  messages[next_at] = changed.next;
  store_posterior(at, changed.posterior, done);
}

#main id: workgroup_id, invocation: local_invocation_index {
  let place = place_of(id, invocation);
  if (place >= place_count()) { return; }
  each_variable(id, place);
}
