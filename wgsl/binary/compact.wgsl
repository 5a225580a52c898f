// binary/compact: the words of frames that the next iteration works on: those of which a frame fails a check after this one.
// in   unsatisfied [iteration][frame]
// i/o  active_words [2 + 2·words]: how many, for even and for odd iterations; then word and done lanes of each slot. The words of
//      a workgroup stand together and in order, the workgroups in any order, which no result depends on
// map  one invocation per word; workgroup y = WORKGROUP_SIZE words
// workgroup bytes: 4·(WORKGROUP_SIZE + 1)
#import common/run
#import <lanes>
#import common/lane-bits

@group(0) @binding(1) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(2) var<storage, read_write> active_words: array<atomic<u32>>;

#import common/prefix-sums

var<workgroup> begin: u32;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) invocation: u32) {
  let word = id.y * WORKGROUP_SIZE + invocation;
  var done = 0u;
  for (var lane = 0u; lane < INTERLEAVE; lane++) {
    let frame = word * INTERLEAVE + lane;
    let satisfied =
      frame >= run.frames || unsatisfied[run.iteration * run.frames + min(frame, run.frames - 1u)] == 0u;
    done |= select(0u, LANE << (lane * LANE_BITS), satisfied);
  }
  let is_active = done != 0xffffffffu;
  let up_to = sum_up_to(invocation, u32(is_active));
  if (invocation == WORKGROUP_SIZE - 1u) { begin = atomicAdd(&active_words[(run.iteration + 1u) & 1u], up_to); }
  workgroupBarrier();
  if (is_active) {
    let slot = begin + up_to - 1u;
    atomicStore(&active_words[2u + 2u * slot], word);
    atomicStore(&active_words[3u + 2u * slot], done);
  }
  // This iteration is over; the one after the next counts here.
  if (word == 0u) { atomicStore(&active_words[run.iteration & 1u], 0u); }
}
