// Groups of checks of equal degree that are updated alike (src/decoder/binary/graph.ts). Check t of a group has its message
// k at message + k·count + t. `graph` holds block column's first variable and shift of each circulant (COMPACT), or the
// variable of each message, in the order of messages or, EDGES_BY_CHECK, with the edges of a check together, for which a
// CPU needs fewer addresses; then lists of block rows; then, from CHECK_GROUP_AT on, the group of every CHECKS_PER_ENTRY
// checks.
struct PackedCheckGroup {
  entry: u32,   // first circulant
  message: u32, // first message
  check: u32,   // number of check 0
  degree_one: u32,    // variable number of check 0's degree-1 variable, if the checks have one
  list: u32,    // index in `graph` of the list of rows of the block; NO_LIST: check t is row t
  count: u32,   // number of checks
  degree: u32,  // number of edges to core variables
  flags: u32,   // 1: the checks have a degree-1 variable; 2: first group of a layer; 4: the checks are not tested
  stored: u32,  // first element of its messages in memory (COMPRESSED)
}

const NO_LIST: u32 = 0xffffffffu;
const HAS_DEGREE_ONE: u32 = 1u;
const NEW_LAYER: u32 = 2u;
const UNTESTED: u32 = 4u;

fn group_of(check: u32) -> PackedCheckGroup { return check_groups[graph[CHECK_GROUP_AT + check / CHECKS_PER_ENTRY]]; }

// Number of the last check of a check's group, plus 1.
fn end_of_group(check: u32) -> u32 {
  let group = group_of(check);
  return group.check + group.count;
}

// Row of the block for check t of a group.
fn block_row(group: PackedCheckGroup, t: u32) -> u32 {
  if (LISTS == 0u || group.list == NO_LIST) { return t; }
  return graph[group.list + t];
}

// Variable of edge k of check t, row i of its block.
fn edge_variable(group: PackedCheckGroup, k: u32, t: u32, i: u32) -> u32 {
  if (COMPACT + EDGES_BY_CHECK == 0u) { return graph[group.message + t + k * group.count]; }
  if (COMPACT == 0u) { return graph[group.message + t * group.degree + k]; }
  let entry = 2u * (group.entry + k);
  let x = i + graph[entry + 1u];
  return graph[entry] + select(x, x - LIFTING_SIZE, x >= LIFTING_SIZE);
}
