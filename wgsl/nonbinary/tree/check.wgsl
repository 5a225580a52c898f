// nonbinary/tree/check: a whole iteration of flooding Min-Max for few frames in one dispatch. A check adds up the messages that its
// variables heard in the iteration before (nonbinary/tree/sums), normalises them, and makes each edge's R, the product of the others'
// vectors with A * B (c) = min_x max(A(x), B(c ⊕ x)), along a tree: products that do not depend on each other run side by side, so
// that a check of degree 6 takes three steps instead of the ten of the forward-backward algorithm. With early termination it also
// tests the decisions of the iteration before, and a frame that passes stops one iteration later, whose messages nothing reads.
// in   check_start [M + 1]; behind it, from TREE on, the first round of each degree 0 … DEGREE + 1, and [round][ROWS] of products: left
//      and right, 10 bits each, and target, 11 bits, a vector or OUTGOING + an edge of the check; edges, multiples: nonbinary/tree/sums
//      channel_llr [frame][N][q], syndrome [frame][M] (SYNDROME only)
// i/o  unsatisfied [iteration][frame]; messages [frame][half][edge and one of zeros][symbol a]
// map  one workgroup per check (x) and frame (y, z); ROWS rows of q invocations, each for an edge or a product at a time. Of a product
//      an invocation does BLOCK × BLOCK pairs at a time of one of PARTS parts of the symbols; the parts' minima follow
// exact: additions in the order of the variable's edges, minima, maxima, one subtraction: the bits of nonbinary/rules/min-max and
//      min-max-levels
#import common/run, common/workgroup-slot, common/bound

#in check_start: u32, edges: u32, multiples: u32, channel_llr: f32, syndrome: u32
#out unsatisfied: atomic<u32>, messages: f32

#import nonbinary/tree/sums, common/check-sum

const WORST: f32 = 3.0e38;             // greater than any message
const MOST: f32 = select(LLR_BOUND, f32(LEVELS) - 1.0, LEVELS > 0u);
const NO_PRODUCT: u32 = 0xffffffffu;
const OUTGOING: u32 = 1024u;           // targets from here on are edges
const BLOCKS: u32 = Q / BLOCK;         // of a vector
const STEPS: u32 = BLOCKS / PARTS;     // blocks of a part

#if !WIDE: alias Block = array<f32, 1>;
#else: alias Block = vec4f;

// Inputs of the edges, the neutral vector, and products on the way. One invocation writes a block, as WGSL lets a write to a component
// touch its whole vector.
var<workgroup> vectors: array<Block, VECTORS * BLOCKS>;
var<workgroup> partial: array<Block, ROWS * PARTS * BLOCKS>;
// Inputs before they are normalised, [row][x].
var<workgroup> inputs: array<f32, ROWS * Q>;
var<workgroup> least_of: array<f32, ROWS * GROUPS>;

fn least_of_group(row: u32, group: u32) -> f32 {
  var least = WORST;
  for (var j = 0u; j < GROUP; j++) { least = min(least, inputs[row * Q + group * GROUP + j]); }
  return least;
}

fn normalised_block(row: u32, block: u32) -> Block {
  var least = least_of[row * GROUPS];
  for (var group = 1u; group < GROUPS; group++) { least = min(least, least_of[row * GROUPS + group]); }
  var values: Block;
#for c in 0..BLOCK: values[$c] = min(inputs[row * Q + block * BLOCK + $cu] - least, MOST);
  return values;
}

fn neutral_block(block: u32) -> Block {
  var values: Block;
#for c in 0..BLOCK: values[$c] = select(MOST, 0.0, block * BLOCK + $cu == 0u);
  return values;
}

// A part of a product, of BLOCK symbols.
fn multiply_part(left: u32, right: u32, row: u32, x: u32) {
  let block = x % BLOCKS;
  let part = x / BLOCKS;
  var least: Block;
#for c in 0..BLOCK: least[$c] = WORST;
  for (var step = 0u; step < STEPS; step++) {
    let at = part * STEPS + step;
    let a = vectors[left * BLOCKS + at];
    let b = vectors[right * BLOCKS + (at ^ block)];
#for c in 0..BLOCK: #for j in 0..BLOCK: least[$c] = min(least[$c], max(a[$j], b[$cu ^ $ju]));
  }
  partial[(row * PARTS + part) * BLOCKS + block] = least;
}

fn product_block(row: u32, block: u32) -> Block {
  var least = partial[row * PARTS * BLOCKS + block];
  for (var part = 1u; part < PARTS; part++) {
    let other = partial[(row * PARTS + part) * BLOCKS + block];
#for c in 0..BLOCK: least[$c] = min(least[$c], other[$c]);
  }
  return least;
}

fn product_symbol(row: u32, x: u32) -> f32 {
  var least = WORST;
  for (var part = 0u; part < PARTS; part++) {
    least = min(least, partial[(row * PARTS + part) * BLOCKS + x / BLOCK][x % BLOCK]);
  }
  return least;
}

@compute @workgroup_size(ROWS * Q)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let slot = workgroup_slot(workgroup);
  if (slot >= run.frames) { return; }
  let m = workgroup.x;
  let row = invocation / Q;
  let x = invocation % Q;
  let first = check_start[m];
  let degree = check_start[m + 1u] - first;
  let sum = check_sum(slot, m);
  let knows = run.iteration > 0u;
  let tests = STOP == 1u && knows;
  var live = true;
  if (STOP == 1u && run.iteration > 1u) {
    live = atomicLoad(&unsatisfied[(run.iteration - 2u) * run.frames + slot]) != 0u;
  }
  let heard = messages_of(slot, run.iteration + 1u);
  let sent = messages_of(slot, run.iteration);

  if (invocation < BLOCKS) { vectors[DEGREE * BLOCKS + invocation] = neutral_block(invocation); }
  for (var begin = 0u; begin < DEGREE; begin += ROWS) {
    let i = begin + row;
    let e = first + i;
    var h = 0u;
    if (i < degree) {
      h = edges[e * EDGE_WORDS + 1u];
      let a = quotient_of(h, x ^ select(0u, sum, i == 0u));
      let sums = sums_of(e, a, slot, knows, heard);
      inputs[row * Q + x] = sums.x;
      if (tests) { totals[row * Q + a] = sums.y; }
    }
    workgroupBarrier();
    if (i < degree && x < GROUPS) {
      least_of[row * GROUPS + x] = least_of_group(row, x);
      if (tests) { find_likeliest(row, x); }
    }
    workgroupBarrier();
    if (i < degree) {
      if (x < BLOCKS) { vectors[i * BLOCKS + x] = normalised_block(row, x); }
      if (tests && x == 0u) { atomicXor(&sum_of_products, product_of(h, decision_of(row))); }
    }
    // Before the next edges' inputs.
    workgroupBarrier();
  }
  if (tests && live && invocation == 0u && atomicLoad(&sum_of_products) != sum) {
    atomicStore(&unsatisfied[(run.iteration - 1u) * run.frames + slot], 1u);
  }

  let end = check_start[TREE + degree + 1u];
  for (var round = check_start[TREE + degree]; round < end; round++) {
    let product = check_start[TREE + DEGREE + 2u + round * ROWS + row];
    let multiplies = product != NO_PRODUCT && live;
    let target_vector = product >> 20u;
    var to = 0u;
    if (multiplies) {
      if (target_vector >= OUTGOING) {
        let i = target_vector - OUTGOING;
        let a = quotient_of(edges[(first + i) * EDGE_WORDS + 1u], x ^ select(0u, sum, i == 0u));
        to = sent + (first + i) * Q + a;
      }
      multiply_part(product & 1023u, (product >> 10u) & 1023u, row, x);
    }
    workgroupBarrier();
    if (multiplies) {
      if (target_vector >= OUTGOING) {
        messages[to] = product_symbol(row, x);
      } else if (x < BLOCKS) {
        vectors[target_vector * BLOCKS + x] = product_block(row, x);
      }
    }
    workgroupBarrier();
  }
}
