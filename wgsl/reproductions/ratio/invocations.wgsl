// The nodes and the word of frames of an invocation, and the position in an array of the element for a node and a word.
// FRAME_INTERLEAVED: the invocations of a workgroup have the same NODES_PER_WORKGROUP nodes (x), each with a word of
// its own (y), and words are contiguous in memory. Else each has a node of its own (x), all the same word (y), and
// nodes are contiguous. The kernel imports run and message.
#import common/workgroup-slot
fn words_of_run() -> u32 { return (run.frames + INTERLEAVE - 1u) / INTERLEAVE; }

fn invocation_word(workgroup: vec3u, invocation: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return workgroup.y * WORKGROUP_SIZE + invocation; }
  return workgroup_slot(workgroup);
}

// First node and end.
fn invocation_nodes(workgroup: vec3u, invocation: u32, count: u32) -> vec2u {
  if (FRAME_INTERLEAVED == 1u) {
    let first = workgroup.x * NODES_PER_WORKGROUP;
    return min(vec2u(first, first + NODES_PER_WORKGROUP), vec2u(count));
  }
  let node = workgroup.x * WORKGROUP_SIZE + invocation;
  return min(vec2u(node, node + 1u), vec2u(count));
}

fn element(index: u32, count: u32, word: u32) -> u32 {
  if (FRAME_INTERLEAVED == 1u) { return index * words_of_run() + word; }
  return word * count + index;
}
