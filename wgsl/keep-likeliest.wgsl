// keep-likeliest: of each frame of the round the likeliest word of all stages so far: the list decision. Of equal costs the
// earlier stage's stays, and of a stage the test of the lower number. Counts the tests.
// in   failed, positions (shared/test-tree), costs [test] of judge-tests, test_decision [test][N]
// i/o  best_cost [frame of the round], which stage 0 begins anew, best_word [frame of the round][N], tests [frame]: how many
//      tests were done, those of stage 0 (the frame itself) left out
// map  one workgroup per frame of the round (y)
// workgroup bytes: 12·GROUP
// exact: comparisons only
#import shared/run
#import shared/workgroup-slot

@group(0) @binding(1) var<storage, read> failed: array<u32>;
@group(0) @binding(2) var<storage, read> positions: array<u32>;
@group(0) @binding(3) var<storage, read> costs: array<f32>;
@group(0) @binding(4) var<storage, read> test_decision: array<u32>;
@group(0) @binding(5) var<storage, read_write> best_cost: array<f32>;
@group(0) @binding(6) var<storage, read_write> best_word: array<u32>;
@group(0) @binding(7) var<storage, read_write> tests: array<u32>;

#import shared/test-tree
#import shared/no-word

var<workgroup> least: array<f32, GROUP>;
var<workgroup> place: array<u32, GROUP>;
var<workgroup> counts: array<u32, GROUP>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  let frame = workgroup_slot(id);
  if (frame >= ROUND_FRAMES) { return; }
  let stage = stage_number();
  let first = frame << stage;
  var best = NO_WORD;
  var at = first;
  var count = 0u;
  for (var test = first + item; test < first + (1u << stage); test += GROUP) {
    count += u32(is_tested(test));
    if (costs[test] < best) {
      best = costs[test];
      at = test;
    }
  }
  least[item] = best;
  place[item] = at;
  counts[item] = count;
  workgroupBarrier();
  for (var half = GROUP / 2u; half > 0u; half /= 2u) {
    if (item < half) {
      let other = item + half;
      if (least[other] < least[item] || (least[other] == least[item] && place[other] < place[item])) {
        least[item] = least[other];
        place[item] = place[other];
      }
      counts[item] += counts[other];
    }
    workgroupBarrier();
  }
  let before = best_cost[frame];
  let is_better = least[0] < select(before, NO_WORD, stage == 0u);
  if (is_better) {
    for (var n = item; n < N; n += GROUP) { best_word[frame * N + n] = test_decision[place[0] * N + n]; }
  }
  storageBarrier();
  if (item != 0u) { return; }
  if (is_better || stage == 0u) { best_cost[frame] = least[0]; }
  if (stage > 0u && counts[0] > 0u) { tests[slot_of(frame)] += counts[0]; }
}
