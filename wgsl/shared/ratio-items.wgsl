// Which nodes and which word of frames a work item has, and where in an array the element of a node and a word is.
// FRAMES_FASTEST: the work items of a workgroup have the same NODES_PER_GROUP nodes (x), each a word of its own (y), and words
// are fastest in memory. Else each has a node of its own (x), all the same word (y), and nodes are fastest. Twin:
// src/kernel/ratio-items.ts. The kernel imports run and message.
#import shared/workgroup-slot
fn words_of_run() -> u32 { return (run.frames + FRAMES_PER_WORD - 1u) / FRAMES_PER_WORD; }

fn item_word(group: vec3u, item: u32) -> u32 {
  if (FRAMES_FASTEST == 1u) { return group.y * GROUP + item; }
  return workgroup_slot(group);
}

// First node and end.
fn item_nodes(group: vec3u, item: u32, count: u32) -> vec2u {
  if (FRAMES_FASTEST == 1u) {
    let first = group.x * NODES_PER_GROUP;
    return min(vec2u(first, first + NODES_PER_GROUP), vec2u(count));
  }
  let node = group.x * GROUP + item;
  return min(vec2u(node, node + 1u), vec2u(count));
}

fn element(index: u32, count: u32, word: u32) -> u32 {
  if (FRAMES_FASTEST == 1u) { return index * words_of_run() + word; }
  return word * count + index;
}
