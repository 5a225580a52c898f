// The items of a workgroup of WORKGROUP_SIZE invocations, each with ITEMS of them: of the WORDS words of workgroup y, TOGETHER at a time, or,
// FRAME_INTERLEAVED, of one word each. The kernel imports common/workgroup-slot and common/word-index, and declares ITEMS_OF_FRAME and
// fill_item(first_word: u32, item: u32), which fills an item of TOGETHER words, or AT_ONCE items of a word. The entry point calls `fill_items` unless `has_no_word`.

// Whether an invocation has no word. Others find out for each item.
fn has_no_word(workgroup: vec3u, invocation: u32) -> bool {
#if FRAME_INTERLEAVED: return workgroup_slot(workgroup) * WORKGROUP_SIZE + invocation >= word_count();
#else: return false;
}

fn fill_items(workgroup: vec3u, invocation: u32) {
  let slot = workgroup_slot(workgroup);
#if FRAME_INTERLEAVED
  let first = workgroup.x * ITEMS;
  for (var item = first; item < min(first + ITEMS, ITEMS_OF_FRAME); item += AT_ONCE) { fill_item(slot * WORKGROUP_SIZE + invocation, item); }
#else
  for (var i = 0u; i < ITEMS; i++) {
    let index = (workgroup.x * ITEMS + i) * WORKGROUP_SIZE + invocation;
    let group = index / ITEMS_OF_FRAME;
    if (group < WORDS / TOGETHER) { fill_item(slot * WORDS + group * TOGETHER, index % ITEMS_OF_FRAME); }
  }
#end
}
