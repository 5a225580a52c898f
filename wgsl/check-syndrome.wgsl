// check-syndrome: marks the frames of which a check fails: the sum of its decisions (sign bits of the posteriors) is not the
// check's bit of the syndrome.
// in   groups [group], graph (shared/check-groups), posteriors [word][N],
//      check_signs [word][check] (SYNDROME only)
// i/o  unsatisfied [iteration][frame]: 1 where a check fails
// map  one work item per check; workgroup y = word
#import shared/run
#import <lanes>

@group(0) @binding(1) var<storage, read> groups: array<CheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> check_signs: array<u32>;
@group(0) @binding(4) var<storage, read> posteriors: array<u32>;
@group(0) @binding(5) var<storage, read_write> unsatisfied: array<atomic<u32>>;

#import shared/check-groups
#import shared/check-parity

fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word * N + variable]; }

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let word = id.y;
  if (id.x >= CHECKS) { return; }
  let group = groups[graph[CHECK_GROUP_AT + id.x]];
  let odd = parity(group, id.x - group.check, word);
  if (odd == 0u) { return; }
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = word * FRAMES_PER_WORD + lane;
    let fails = ((odd >> (lane * (32u / FRAMES_PER_WORD))) & SIGN_BITS & (0xffffffffu >> (32u - 32u / FRAMES_PER_WORD))) != 0u;
    if (fails && frame < run.frames) {
      // A done frame stays done: it was left as it was, so its checks are satisfied.
      atomicStore(&unsatisfied[run.iteration * run.frames + frame], 1u);
    }
  }
}
