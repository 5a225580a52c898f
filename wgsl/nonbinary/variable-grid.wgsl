// nonbinary/variable-grid: the variable nodes of nonbinary/variable for messages of 16 bits (nonbinary/check-node/grid-numbers), which are normalised
// and rounded to the grid where they are written, as checks on the grid would do it where they read them. A vector is spread over q / PART
// invocations, which tell each other the greatest values of their parts.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order, products [h][q] = h·a
//      channel [variable][symbol a][frame], check_to_variable [edge][symbol x = h·a][slot], lists
// out  variable_to_check [edge][symbol x][slot], but after the last iteration; START: the first messages, of the channel alone
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
// map  NEIGHBOURS workgroups per variable (x) and as many times LANES slots (y), as nonbinary/rules/qspa-spread; q / PART invocations per slot of two
//      frames
// exact: products in the order of the variable's edges
#import common/run, common/workgroup-slot, <domain>

#in variable_start: u32, variable_edges: vec2u, products: vec4u, channel: f32, check_to_variable: u32, active_list: u32
#out variable_to_check: u32, symbols: u32

#import common/active-frames/slots, nonbinary/check-node/grid-numbers

const GROUPS: u32 = Q / PART;
const ONES: u32 = 0x5c005c00u; // two messages of a check that knows nothing

// Of each edge, and of the decision, the greatest value of each group's part.
var<workgroup> greatest: array<array<array<vec2f, LANES>, GROUPS>, DEGREE + 1u>;
var<workgroup> likeliest: array<array<vec2u, LANES>, GROUPS>;

fn word_at(edge: u32, x: u32, slot: u32) -> u32 { return (edge * Q + x) * message_slots() + slot; }

@compute @workgroup_size(GROUPS * LANES)
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let end = slots_of(occupied_frames());
  let begin = (workgroup_slot(workgroup) * NEIGHBOURS + workgroup.x % NEIGHBOURS) * LANES;
  if (begin >= end) { return; }
  let lane = invocation % LANES;
  let group = invocation / LANES;
  // Invocations without a slot repeat the last one's and store nothing, because all invocations must meet the barrier.
  let slot = min(begin + lane, end - 1u);
  let n = workgroup.x / NEIGHBOURS;
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  let knows_nothing = START == 1u || is_refilled(slot);
  let last = !knows_nothing && iteration_at(slot) + 1u == ITERATIONS;
  let decides = !knows_nothing && (COMPACTS || last);
  let word = entry_slot(entry_at(slot));

  // All loads are issued together, so that they overlap.
#for k in 0..DEGREE
  let edge_$k = variable_edges[first + min($ku, degree - 1u)];
  var heard_$k: array<u32, PART>;
  let is_absent_$k = knows_nothing || $ku >= degree;
#for j in 0..PART_QUADS
  let x_$k_$j = products[edge_$k.y * (Q / 4u) + group * PART_QUADS + $ju];
#for u in 0..4
#if START: heard_$k[4 * $j + $u] = ONES;
#else: heard_$k[4 * $j + $u] = select(check_to_variable[word_at(edge_$k.x, x_$k_$j[$u], slot)], ONES, is_absent_$k);
#end
#end
  var message_$k: array<vec2f, PART>;
  var most_$k = vec2f(0.0);
#end
  let second = min(2u * word + 1u, run.frames - 1u);
  var best: vec2u;
  var best_value = vec2f(0.0);
#for j in 0..PART
  {
    let a = group * PART + $ju;
    let own = vec2f(channel[(n * Q + a) * run.frames + 2u * word], channel[(n * Q + a) * run.frames + second]);
#for l in 0..2
    {
#for k in 0..DEGREE: let r_$k = from_upper_half(heard_$k[$j] << (16u - 16u * $lu));
      var all = own[$l];
#for k in 0..DEGREE
      var sum_$k = all;
#for i in 0..DEGREE: if ($i > $k) { sum_$k = together(sum_$k, r_$i); }
      message_$k[$j][$l] = sum_$k;
      all = together(all, r_$k);
#end
      if (decides && all > best_value[$l]) {
        best_value[$l] = all;
        best[$l] = a;
      }
    }
#end
#for k in 0..DEGREE: most_$k = max(most_$k, message_$k[$j]);
  }
#end
#for k in 0..DEGREE: greatest[$k][group][lane] = most_$k;
  if (decides) {
    greatest[DEGREE][group][lane] = best_value;
    likeliest[group][lane] = best;
  }
  workgroupBarrier();
  if (begin + lane >= end) { return; }

  if (!last) {
#for k in 0..DEGREE
    if ($ku < degree) {
      var most = vec2f(0.0);
      for (var g = 0u; g < GROUPS; g++) { most = max(most, greatest[$k][g][lane]); }
      let scale = vec2f(to_half(most.x), to_half(most.y));
#for j in 0..PART_QUADS
#for u in 0..4
      {
        let message = message_$k[4 * $j + $u] * scale;
        variable_to_check[word_at(edge_$k.x, x_$k_$j[$u], slot)] =
          (upper_half(input_on_grid(message.x)) >> 16u) | upper_half(input_on_grid(message.y));
      }
#end
#end
    }
#end
  }
  if (decides && group == 0u) {
    for (var g = 1u; g < GROUPS; g++) {
      let isLikelier = greatest[DEGREE][g][lane] > best_value;
      best_value = select(best_value, greatest[DEGREE][g][lane], isLikelier);
      best = select(best, likeliest[g][lane], isLikelier);
    }
    let done = done_frames(slot);
    for (var l = 0u; l < 2u; l++) {
      // Done frames continue only with the other frame of their slot.
      if (2u * word + l < run.frames && ((done >> l) & 1u) == 0u) { symbols[n * run.frames + 2u * word + l] = best[l]; }
    }
  }
}
