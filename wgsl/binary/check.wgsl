// binary/check: updates a run of checks: a layer (LAYERED, which updates posteriors at once), or all of them
// (flooding). Rule and number format are the variant's.
// in   groups [group], graph (binary/check-node/groups), layer (first check, checks), or with ORDERS for each
//      iteration in turn, channel [word][N], check_signs [word][check]
//      sign bits of the syndrome (SYNDROME only), progress: unsatisfied [iteration][frame]; FRAME_INTERLEAVED:
//      the list of active words (common/active-frames/words)
// i/o  posteriors [word][N], messages [word][MESSAGE_ELEMENTS]; FRAME_INTERLEAVED: all these with the word last
// map  binary/check-node/each-check
// exact: with min-sum rules
#import common/run, <lanes>, <rule>, <edge>

#in check_groups: PackedCheckGroup, graph: u32, layer: u32, channel: u32, check_signs: u32, progress: u32
#out posteriors: u32, messages: u32

#import binary/check-node/each-check, binary/check-node/edges, binary/check-node/update

fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word_index(word, variable, N)]; }
fn store_posterior(word: u32, variable: u32, value: u32) { posteriors[word_index(word, variable, N)] = value; }

#if ORDERS
fn first_check() -> u32 { return layer[2u * (run.iteration % ORDERS)]; }
fn check_count() -> u32 { return layer[2u * (run.iteration % ORDERS) + 1u]; }
#else
fn first_check() -> u32 { return layer[0]; }
fn check_count() -> u32 { return layer[1]; }
#end

#if <weights>: fn weights_iteration() -> u32 { return run.iteration; }
fn degree_one_is_read() -> bool { return STOP == 1u || run.iteration + 1u == ITERATIONS; }

#if !FRAME_INTERLEAVED: #import common/active-frames/done-lanes

var<private> done_now: u32;
fn done_of() -> u32 { return done_now; }
fn begin(done: u32) { done_now = done; }
fn process(group: PackedCheckGroup, first_t: u32, last_t: u32, word: u32) {
  update_checks(group, first_t, last_t, word, run.iteration == 0u);
}
fn needs_more() -> bool { return true; }
fn finish(_word: u32) {}

#main id: workgroup_id, invocation: local_invocation_index {
  let place = place_of(id, invocation);
  if (place >= place_count(check_count())) { return; }
  each_check(id, place, first_check(), check_count());
}
