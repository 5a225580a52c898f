// Hands the core variables of a word of frames to `update_variable(n, word, done)`, with the lanes of frames that are done. The kernel declares it and
// `progress`: unsatisfied [iteration][frame], or FRAME_INTERLEAVED the list of active words (common/active-frames/words). One invocation per variable,
// workgroup y = word. FRAME_INTERLEAVED: one workgroup per VARIABLES_PER_WORKGROUP variables (x) and WORKGROUP_SIZE slots of words (y). The kernel
// imports run and lanes, and returns from places beyond `place_count` itself, which tells the compiler for CPUs how many invocations there are.
#import common/word-index, common/workgroup-slot

#if FRAME_INTERLEAVED
#import common/active-frames/words

fn place_of(id: vec3u, invocation: u32) -> u32 { return id.y * WORKGROUP_SIZE + invocation; }
fn place_count() -> u32 { return active_count(); }
fn each_variable(id: vec3u, slot: u32) {
  let word = active_word(slot);
  let done = active_done(slot);
  let last = min((id.x + 1u) * VARIABLES_PER_WORKGROUP, CORE);
  for (var n = id.x * VARIABLES_PER_WORKGROUP; n < last; n++) { update_variable(n, word, done); }
}
#else
#import common/active-frames/done-lanes

fn place_of(id: vec3u, invocation: u32) -> u32 { return id.x * WORKGROUP_SIZE + invocation; }
fn place_count() -> u32 { return CORE; }
fn each_variable(id: vec3u, n: u32) {
  let word = workgroup_slot(id);
  if (word >= word_count()) { return; }
  let done = done_lanes(word);
  if (done != 0xffffffffu) { update_variable(n, word, done); }
}
#end

// Lanes of done frames keep their values.
fn store_posterior(at: u32, after: u32, done: u32) {
  posteriors[at] = select(after, (posteriors[at] & done) | (after & ~done), done != 0u);
}
