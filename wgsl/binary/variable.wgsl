// binary/variable: posteriors of a flooding schedule: channel plus all check-to-variable messages (EQML paper, eq. 4), of core
// variables; degree-1 variables get theirs with their check.
// in   variable_start [block column + 1] or [variable + 1], from VALUES_AT on a value of each variable for its rule, variable_edges (first message of a circulant, shift) by block
//      column, or (message, 0) by variable (src/decoder/binary/variable-lists.ts), channel [word][N],
//      messages [word][message], progress: unsatisfied [iteration][frame]; FRAME_INTERLEAVED: the list of active words
//      (common/active-frames/words)
// i/o  posteriors [word][N]; FRAME_INTERLEAVED: all three with the word last
// map  binary/posterior/each-variable
// exact: sums in the order of the lists
#import common/run, <lanes>, <variable>

#in variable_start: u32, variable_edges: vec2u, channel: u32, messages: u32, progress: u32
#out posteriors: u32

#import binary/posterior/each-variable

#import binary/posterior/variable-sum

fn load_posterior(word: u32, n: u32) -> u32 { return posteriors[word_index(word, n, N)]; }
fn variable_value(n: u32) -> u32 { return variable_start[VALUES_AT + n]; }

fn list_start(i: u32) -> u32 { return variable_start[i]; }
fn list_edge(k: u32) -> vec2u { return variable_edges[k]; }

fn sum_of(n: u32, word: u32, done: u32) { store_posterior(word_index(word, n, N), variable_sum(word, n), done); }

// SERIAL: a processor runs workgroups one after the other. The messages of a variable of $d messages are found once for all words.
#if SERIAL
#if <sum>
#import <sum>
#else
alias Sum = Wide;
fn sum_from(start: Wide) -> Sum { return start; }
fn sum_of_word(word: u32) -> Sum { return widen(word); }
fn sum_with(sum: Sum, message: u32) -> Sum { return sum + widen(message); }
fn sum_word(sum: Sum) -> u32 { return narrow(sum); }
#end

#for d in DEGREES
fn sum_of_$d(n: u32, word: u32, done: u32) {
  let first = list_start(n / BLOCK);
#for k in 0..$d
  let edge$k = list_edge(first + $ku);
  let message$k = entry_message(edge$k, n % BLOCK);
#end
#if PRIORS: var sum = sum_from(prior_of(word, n));
#else: var sum = sum_of_word(channel[word_index(word, n, N)]);
#for k in 0..$d: sum = sum_with(sum, messages[word_index(word, message$k, MESSAGE_ELEMENTS)]);
  store_posterior(word_index(word, n, N), sum_word(sum), done);
}
#end

fn update_variable(n: u32, word: u32, done: u32) {
  let degree = list_start(n / BLOCK + 1u) - list_start(n / BLOCK);
  // The variable of the edge that a check lacks is summed message by message.
  switch (select(degree, 0u, n == LACKING_VARIABLE)) {
#for d in DEGREES: case $du: { sum_of_$d(n, word, done); }
    default: { sum_of(n, word, done); }
  }
}
#else
fn update_variable(n: u32, word: u32, done: u32) { sum_of(n, word, done); }
#end

#main id: workgroup_id, invocation: local_invocation_index {
  let place = place_of(id, invocation);
  if (place >= place_count()) { return; }
  each_variable(id, place);
}
