// variable-levels: variable nodes of level-sliced Min-Max, in integers: V_k(a) = C(a) + Σ_{others} R(a), to the check
// min(V_k(a) − min V_k, LEVELS) as thermometers; decision argmin_a C(a) + Σ R(a), the lowest symbol of equals.
// in   variable_start [N + 1], variable_edges [edge] (edge, h) in variable-major order, products [h][max(q, 4)] = h·a
//      channel [variable][symbol][word of frames], check_to_variable [edge][symbol x = h·a][word of places], lists
// out  variable_to_check [edge][symbol x][word of places], but after the last iteration
//      symbols [variable][frame]: decisions, where they count: with early termination, and after the last iteration
// map  one workgroup per variable (x) and GROUP words of places (y), one work item per word
// numeric range: sums at most CHANNEL_MAX + degree·LEVELS, which fits a lane
// exact: integers
#import shared/run
#import shared/levels

@group(0) @binding(1) var<storage, read> variable_start: array<u32>;
@group(0) @binding(2) var<storage, read> variable_edges: array<vec2u>;
@group(0) @binding(3) var<storage, read> products: array<vec4u>;
@group(0) @binding(4) var<storage, read> channel: array<u32>;
@group(0) @binding(5) var<storage, read> check_to_variable: array<u32>;
@group(0) @binding(6) var<storage, read> lists: array<u32>;
@group(0) @binding(7) var<storage, read_write> variable_to_check: array<u32>;
@group(0) @binding(8) var<storage, read_write> symbols: array<u32>;

#import shared/frame-places

const ROW: u32 = (Q + 3u) / 4u;       // vectors of a row of `products`
alias Vector = array<u32, Q>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let n = group.x;
  let words = (run.frames + FRAMES_PER_WORD - 1u) / FRAMES_PER_WORD;
  let word = group.y * GROUP + item;
  let left = frames_left();
  if (word * FRAMES_PER_WORD >= left) { return; }
  let first = variable_start[n];
  let degree = variable_start[n + 1u] - first;
  let last = run.iteration + 1u == ITERATIONS;
  var at: Gathered;
#for l in 0..FRAMES_PER_WORD
  gather_from(&at, $lu, frame_at(min(word * FRAMES_PER_WORD + $lu, left - 1u)));
#end

#if KEPT
  // All messages at once, so that they are under way together, and once only.
#for k in 0..UNROLLED_DEGREE
  var edge_$k = vec2u(0u);
  var heard_$k: Vector;
  if ($ku < degree) {
    edge_$k = variable_edges[first + $ku];
#for j in 0..TILE_FOURS
    {
      let x = products[edge_$k.y * ROW + $ju];
#for u in 0..SOME
      heard_$k[4u * $ju + $uu] = check_to_variable[(edge_$k.x * Q + x[$u]) * words + word];
#end
    }
#end
  }
#end
#end
  // C + Σ R: every check adds LEVELS − ones.
  var sums: Vector;
  let levels = degree * LEVELS * (0xffffffffu / LANE);
#if ONE_TILE
  { const block = 0u;
#end
#if !ONE_TILE
  for (var block = 0u; block < Q; block += TILE) {
#end
#for a in 0..TILE
    {
      let row = (n * Q + block + $au) * words;
      var own = 0u;
      if (MOVES) {
#for l in 0..FRAMES_PER_WORD
        own |= ((channel[row + at.word[$l]] >> at.shift[$l]) & LANE) << ($lu * LEVELS);
#end
      } else {
        own = channel[row + word];
      }
      sums[block + $au] = own + levels;
    }
#end
  }
#if KEPT
#for k in 0..UNROLLED_DEGREE
  if ($ku < degree) {
#for a in 0..TILE
    heard_$k[$a] = ones(heard_$k[$a]);
    sums[$a] -= heard_$k[$a];
#end
  }
#end
#end
#if !KEPT
  for (var k = 0u; k < degree; k++) {
    let edge = variable_edges[first + k];
#if ONE_TILE
    { const block = 0u;
#end
#if !ONE_TILE
    for (var block = 0u; block < Q; block += TILE) {
#end
#for k in 0..TILE_FOURS
      {
        let x = products[edge.y * ROW + block / 4u + $ku];
#for u in 0..SOME
        sums[block + 4u * $ku + $uu] -= ones(check_to_variable[(edge.x * Q + x[$u]) * words + word]);
#end
      }
#end
    }
  }
#end

  if (MOVES || last) {
#for l in 0..FRAMES_PER_WORD
    {
      var best = 0u;
      var least = lane_of(sums[0], $lu);
#if ONE_TILE
      { const block = 0u;
#end
#if !ONE_TILE
      for (var block = 0u; block < Q; block += TILE) {
#end
#for a in 0..TILE
        {
          let value = lane_of(sums[block + $au], $lu);
          best = select(best, block + $au, value < least);
          least = min(least, value);
        }
#end
      }
      let place = word * FRAMES_PER_WORD + $lu;
      if (place < left) { symbols[n * run.frames + frame_at(place)] = best; }
    }
#end
  }
  if (last) { return; }

#if KEPT
#for k in 0..UNROLLED_DEGREE
  if ($ku < degree) {
    var leasts = no_values();
#for a in 0..TILE
    heard_$k[$a] += sums[$a];
    with_value(&leasts, heard_$k[$a]);
#end
    let least = least_values(&leasts);
#for j in 0..TILE_FOURS
    {
      let x = products[edge_$k.y * ROW + $ju];
#for u in 0..SOME
      variable_to_check[(edge_$k.x * Q + x[$u]) * words + word] = thermometers(heard_$k[4u * $ju + $uu] - least);
#end
    }
#end
  }
#end
#end
#if !KEPT
  for (var k = 0u; k < degree; k++) {
    let edge = variable_edges[first + k];
    var others: Vector;
    var leasts = no_values();
#if ONE_TILE
    { const block = 0u;
#end
#if !ONE_TILE
    for (var block = 0u; block < Q; block += TILE) {
#end
#for k in 0..TILE_FOURS
      {
        let x = products[edge.y * ROW + block / 4u + $ku];
#for u in 0..SOME
        others[block + 4u * $ku + $uu] =
          sums[block + 4u * $ku + $uu] + ones(check_to_variable[(edge.x * Q + x[$u]) * words + word]);
        with_value(&leasts, others[block + 4u * $ku + $uu]);
#end
      }
#end
    }
    let least = least_values(&leasts);
#if ONE_TILE
    { const block = 0u;
#end
#if !ONE_TILE
    for (var block = 0u; block < Q; block += TILE) {
#end
#for j in 0..TILE_FOURS
      {
        let x = products[edge.y * ROW + block / 4u + $ju];
#for u in 0..SOME
        variable_to_check[(edge.x * Q + x[$u]) * words + word] = thermometers(others[block + 4u * $ju + $uu] - least);
#end
      }
#end
    }
  }
#end
}
