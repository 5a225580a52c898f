// list-words: the words of frames that the next iteration works on: those of which a frame fails a check after this one.
// in   unsatisfied [iteration][frame]
// i/o  open_words [2 + 2·words]: how many, for even and for odd iterations; then word and done lanes of each place. The words of
//      a workgroup stand together and in order, the workgroups in any order, which no result depends on
// map  one work item per word; workgroup y = GROUP words
// workgroup bytes: 4·(GROUP + 1)
#import shared/run
#import <lanes>
#import shared/lane-bits

@group(0) @binding(1) var<storage, read> unsatisfied: array<u32>;
@group(0) @binding(2) var<storage, read_write> open_words: array<atomic<u32>>;

#import shared/prefix-sums

var<workgroup> begin: u32;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  let word = id.y * GROUP + item;
  var done = 0u;
  for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
    let frame = word * FRAMES_PER_WORD + lane;
    let satisfied =
      frame >= run.frames || unsatisfied[run.iteration * run.frames + min(frame, run.frames - 1u)] == 0u;
    done |= select(0u, LANE << (lane * LANE_BITS), satisfied);
  }
  let is_open = done != 0xffffffffu;
  let up_to = sum_up_to(item, u32(is_open));
  if (item == GROUP - 1u) { begin = atomicAdd(&open_words[(run.iteration + 1u) & 1u], up_to); }
  workgroupBarrier();
  if (is_open) {
    let place = begin + up_to - 1u;
    atomicStore(&open_words[2u + 2u * place], word);
    atomicStore(&open_words[3u + 2u * place], done);
  }
  // This iteration is over; the one after the next counts here.
  if (word == 0u) { atomicStore(&open_words[run.iteration & 1u], 0u); }
}
