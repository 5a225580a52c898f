// ratio-syndrome: the syndromes of a word's frames: sign and decision bits of the lanes where the check's bit is 1.
// in   row [check]: row of H, syndrome [frame][M]
// out  check_syndromes [word][check], FRAMES_FASTEST [check][word]
// map  shared/ratio-items
#import shared/run
#import <message>
#import shared/ratio-items

@group(0) @binding(1) var<storage, read> row: array<u32>;
@group(0) @binding(2) var<storage, read> syndrome: array<u32>;
@group(0) @binding(3) var<storage, read_write> check_syndromes: array<u32>;

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) item: u32) {
  let word = item_word(group, item);
  if (word >= words_of_run()) { return; }
  let nodes = item_nodes(group, item, M);
  for (var m = nodes.x; m < nodes.y; m++) {
    var odd = 0u;
    for (var lane = 0u; lane < FRAMES_PER_WORD; lane++) {
      let frame = word * FRAMES_PER_WORD + lane;
      if (frame < run.frames && syndrome[min(frame, run.frames - 1u) * M + row[m]] != 0u) {
        odd |= 3u << ((lane + 1u) * (32u / FRAMES_PER_WORD) - 2u);
      }
    }
    check_syndromes[element(m, M, word)] = odd;
  }
}
