// nonbinary/variable-grid: the variable nodes of nonbinary/variable for messages of 16 bits (nonbinary/formats/lanes/grid-pairs), which are normalised
// and rounded to the grid where they are written, as checks on the grid would do it where they read them. A vector is spread over q / PART
// invocations, which tell each other the greatest values of their parts.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order, products [h][q] = h·a
//      channel [variable][symbol a][slot of all frames], check_to_variable [edge][symbol x = h·a][slot], lists
// out  variable_to_check [edge][symbol x][slot], but after the last iteration; START: the first messages, of the channel alone
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
// map  NEIGHBOURS workgroups per variable (x) and as many times BLOCKS · LANES slots (y), as nonbinary/rules/qspa-spread; q / PART invocations per slot
//      of two frames. A workgroup reads the tables of its variable once for BLOCKS blocks of slots, one after the other.
// exact: products in the order of the variable's edges
#import common/run, common/workgroup-slot, <storage>, <domain>

#in variable_start: u32, variable_edges: vec2u, products: vec4u, channel: u32, check_to_variable: u32, active_list: u32
#out variable_to_check: u32, symbols: u32

#import common/active-frames/slots, nonbinary/check-node/grid-numbers

const GROUPS: u32 = Q / PART;
const ONES: u32 = 0xf800f800u; // two messages of a check that knows nothing

// Of each edge, and of the decision, the greatest value of each group's part; of blocks by turns, so that one barrier for each is enough.
var<workgroup> greatest: array<array<array<array<vec2f, LANES>, GROUPS>, DEGREE + 1u>, 2>;
var<workgroup> likeliest: array<array<array<vec2u, LANES>, GROUPS>, 2>;

fn word_at(edge: u32, x: u32, slot: u32) -> u32 { return (edge * Q + x) * message_slots() + slot; }

// A product with message number `messages` of it. Up to the second one it is at least 2^-58-36.
fn both_together(product: vec2f, message: vec2f, messages: u32) -> vec2f {
  let next = bitcast<vec2f>((bitcast<vec2u>(product * message) + vec2u(0x800u)) & vec2u(0xfffff000u));
  return select(next, max(next, vec2f(LEAST)), messages > 2u);
}

@compute @workgroup_size(GROUPS * LANES)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let end = slots_of(occupied_frames());
  let begin = (workgroup_slot(workgroup) * NEIGHBOURS + workgroup.x % NEIGHBOURS) * (BLOCKS * LANES);
  let lane = invocation % LANES;
  let group = invocation / LANES;
  let n = workgroup.x / NEIGHBOURS;
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  let words = slots_of(run.frames);
#for k in 0..DEGREE
  let edge_$k = variable_edges[first + min($ku, degree - 1u)];
#for j in 0..PART_QUADS: let x_$k_$j = products[edge_$k.y * (Q / 4u) + group * PART_QUADS + $ju];
#end
  for (var block = begin; block < min(end, begin + BLOCKS * LANES); block += LANES) {
    let side = block / LANES % 2u;
    // Invocations without a slot repeat the last one's and store nothing, because all invocations must meet the barrier.
    let slot = min(block + lane, end - 1u);
    let exists = block + lane < end;
    let knows_nothing = START == 1u || is_refilled(slot);
    let last = !knows_nothing && iteration_at(slot) + 1u == ITERATIONS;
    let decides = !knows_nothing && (COMPACTS || last);
    let word = entry_slot(entry_at(slot));

    // All loads are issued together, so that they overlap.
#for k in 0..DEGREE
    var heard_$k: array<u32, PART>;
    let is_absent_$k = knows_nothing || $ku >= degree;
#for j in 0..PART_QUADS
#for u in 0..4
#if START: heard_$k[4 * $j + $u] = ONES;
#else: heard_$k[4 * $j + $u] = select(check_to_variable[word_at(edge_$k.x, x_$k_$j[$u], slot)], ONES, is_absent_$k);
#end
#end
    var message_$k: array<vec2f, PART>;
    var most_$k = vec2f(0.0);
#end
    var received: array<u32, PART>;
#for j in 0..PART: received[$j] = channel[(n * Q + group * PART + $ju) * words + word];
    var best: vec2u;
    var best_value = vec2f(0.0);
#for j in 0..PART
    {
#for k in 0..DEGREE: let r_$k = symbol_value(heard_$k[$j], 0u);
      var all = channel_numbers(received[$j]);
#for k in 0..DEGREE
      var sum_$k = all;
#for i in 0..DEGREE: if ($i > $k) { sum_$k = both_together(sum_$k, r_$i, $iu); }
      message_$k[$j] = sum_$k;
      most_$k = max(most_$k, sum_$k);
      all = both_together(all, r_$k, $ku + 1u);
#end
      if (decides) {
        best = select(best, vec2u(group * PART + $ju), all > best_value);
        best_value = max(best_value, all);
      }
    }
#end
#for k in 0..DEGREE: greatest[side][$k][group][lane] = most_$k;
    if (decides) {
      greatest[side][DEGREE][group][lane] = best_value;
      likeliest[side][group][lane] = best;
    }
    workgroupBarrier();

    if (!last && exists) {
#for k in 0..DEGREE
      if ($ku < degree) {
        var most = vec2f(0.0);
        for (var g = 0u; g < GROUPS; g++) { most = max(most, greatest[side][$k][g][lane]); }
        let scale = vec2f(to_half(most.x), to_half(most.y)) * GRID;
#for j in 0..PART_QUADS
#for u in 0..4
        {
          let steps = max(floor(message_$k[4 * $j + $u] * scale + 0.5), vec2f(1.0));
          variable_to_check[word_at(edge_$k.x, x_$k_$j[$u], slot)] = word_of(steps * STEP);
        }
#end
#end
      }
#end
    }
    if (decides && exists && group == 0u) {
      for (var g = 1u; g < GROUPS; g++) {
        let isLikelier = greatest[side][DEGREE][g][lane] > best_value;
        best_value = select(best_value, greatest[side][DEGREE][g][lane], isLikelier);
        best = select(best, likeliest[side][g][lane], isLikelier);
      }
      let done = done_frames(slot);
      for (var l = 0u; l < 2u; l++) {
        // Done frames continue only with the other frame of their slot.
        if (2u * word + l < run.frames && ((done >> l) & 1u) == 0u) { symbols[n * run.frames + 2u * word + l] = best[l]; }
      }
    }
  }
}
