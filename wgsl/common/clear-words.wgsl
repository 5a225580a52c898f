// common/clear-words: sets the leading words of a buffer to zero within a run: each stage of a round needs the state of
// a fresh run.
// out  words [WORDS and more]
// map  one invocation per word, WORDS_PER_INVOCATION after one another where there are more than a dispatch has invocations
#import common/run

#out words: u32

#main id: workgroup_id, invocation: local_invocation_index {
  for (var k = 0u; k < WORDS_PER_INVOCATION; k++) {
    let at = (id.x * WORDS_PER_INVOCATION + k) * WORKGROUP_SIZE + invocation;
    if (at < WORDS) { words[at] = 0u; }
  }
}
