// The items of a workgroup of WORKGROUP_SIZE invocations, each with ITEMS of them: of the WORDS words of workgroup y, TOGETHER at a time, or,
// FRAME_INTERLEAVED, of one word each. The kernel imports common/workgroup-slot and common/word-index, and declares ITEMS_OF_FRAME and
// fill_item(first_word: u32, item: u32), which fills an item of TOGETHER words.
fn fill_items(workgroup: vec3u, invocation: u32) {
  let slot = workgroup_slot(workgroup);
#if FRAME_INTERLEAVED
  let word = slot * WORKGROUP_SIZE + invocation;
  if (word >= word_count()) { return; }
#end
  for (var i = 0u; i < ITEMS; i++) {
#if FRAME_INTERLEAVED
    let item = workgroup.x * ITEMS + i;
    if (item < ITEMS_OF_FRAME) { fill_item(word, item); }
#end
#if !FRAME_INTERLEAVED
    let index = (workgroup.x * ITEMS + i) * WORKGROUP_SIZE + invocation;
    let group = index / ITEMS_OF_FRAME;
    if (group < WORDS / TOGETHER) { fill_item(slot * WORDS + group * TOGETHER, index % ITEMS_OF_FRAME); }
#end
  }
}
