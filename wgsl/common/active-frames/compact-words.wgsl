// common/active-frames/compact-words: lists the words of frames for the next iteration: words with a frame that fails a
// check after this iteration. Words keep their places, so a list needs neither an order nor the previous list, and many
// workgroups make it at once; where active frames move together, common/active-frames/compact keeps their order in one
// workgroup.
// in   progress: unsatisfied [iteration][frame]
// i/o  active_list (common/active-frames/list, common/active-frames/words). The words of a workgroup are together and
//      in order, the workgroups in any order, which affects no result
// map  one invocation per word; workgroup y = WORKGROUP_SIZE words
// workgroup bytes: 4·(WORKGROUP_SIZE + 1)
#import common/run

@group(0) @binding(1) var<storage, read> progress: array<u32>;
@group(0) @binding(2) var<storage, read_write> active_list: array<atomic<u32>>;

#import common/prefix-sums
#import common/active-frames/list
#import common/active-frames/done-lanes

var<workgroup> begin: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let word = id.y * WORKGROUP_SIZE + invocation;
  let done = satisfied_lanes(word, run.iteration);
  let is_active = done != 0xffffffffu;
  let up_to = sum_up_to(invocation, u32(is_active));
  if (invocation == WORKGROUP_SIZE - 1u) {
    begin = atomicAdd(&active_list[counter_at(ACTIVE, run.iteration + 1u)], up_to);
  }
  workgroupBarrier();
  if (is_active) {
    let at = LIST_HEAD + 2u * (begin + up_to - 1u);
    atomicStore(&active_list[at], word);
    atomicStore(&active_list[at + 1u], done);
  }
  // This iteration's counter is free now: the iteration after the next uses it.
  if (word == 0u) { atomicStore(&active_list[counter_at(ACTIVE, run.iteration)], 0u); }
}
