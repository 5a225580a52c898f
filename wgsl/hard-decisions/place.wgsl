// The word of an invocation, and its nodes: workgroup x has NODES_PER_WORKGROUP nodes, workgroup y WORKGROUP_SIZE slots of words. Memory is
// [row][word of 32 frames]. The kernel imports run and returns from slots beyond active_count() itself, which tells the compiler for CPUs how
// many invocations there are. It declares `progress`, the list of active words (common/active-frames/words).
const INTERLEAVE: u32 = 32u;
#import common/active-frames/words

fn slot_of(id: vec3u, invocation: u32) -> u32 { return id.y * WORKGROUP_SIZE + invocation; }
fn first_node(id: vec3u) -> u32 { return id.x * NODES_PER_WORKGROUP; }
fn end_node(id: vec3u, nodes: u32) -> u32 { return min((id.x + 1u) * NODES_PER_WORKGROUP, nodes); }
