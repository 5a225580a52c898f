// clear-words: sets the leading words of a buffer to zero, within a run: before each stage of a round what a run begins with.
// out  words [WORDS and more]
// map  one work item per word, WORDS_PER_ITEM after one another where there are more than a dispatch has work items
#import shared/run

@group(0) @binding(1) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  for (var k = 0u; k < WORDS_PER_ITEM; k++) {
    let at = (id.x * WORDS_PER_ITEM + k) * GROUP + item;
    if (at < WORDS) { words[at] = 0u; }
  }
}
