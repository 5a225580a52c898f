// source/encoding/encode-bits: parity bits of a systematic binary code, a word for 32 frames: parity[j] = Σ_i u[i]·g[i][j]. The sums of each four
// information words in all 16 combinations are tabulated, so four bits of a generator word select one addition (Arlazarov,
// Dinic, Kronrod and Faradžev, "On economical construction of the transitive closure of an oriented graph", 1970).
// in   information_position [k], parity_position [rank]
//      generator [word][rank]           bit i mod 32 of word ⌊i/32⌋ is g[i][j]
// i/o  codeword [word of 32 frames][N]  information bits in, parity bits out
// map  one invocation per parity bit and four words, the group of workgroup y
// bound by the additions, k·rank/4 of four words for 128 frames, and their loads from workgroup memory
// exact: exclusive or
#import common/run, common/workgroup-slot

#in information_position: u32, parity_position: u32, generator: u32
#out codeword: u32

const FRAMES: u32 = 32u;

// [four bits of a generator word][their combination]
var<workgroup> sums: array<vec4u, 128>;

fn information(first: u32, i: u32) -> vec4u {
  if (i >= K) { return vec4u(0u); }
  let at = information_position[i];
  let last = (run.frames - 1u) / FRAMES;
  return vec4u(
    codeword[first * N + at],
    codeword[min(first + 1u, last) * N + at],
    codeword[min(first + 2u, last) * N + at],
    codeword[min(first + 3u, last) * N + at],
  );
}

#main workgroup: workgroup_id, invocation: local_invocation_index {
  let first = 4u * workgroup_slot(workgroup);
  if (first * FRAMES >= run.frames) { return; }
  let j = workgroup.x * WORKGROUP_SIZE + invocation;
  var parity = vec4u(0u);
  for (var word = 0u; word < WORDS; word++) {
    workgroupBarrier();
    for (var t = invocation; t < 128u; t += WORKGROUP_SIZE) {
      var sum = vec4u(0u);
      for (var b = 0u; b < 4u; b++) {
        if (((t >> b) & 1u) == 1u) { sum ^= information(first, 32u * word + 4u * (t / 16u) + b); }
      }
      sums[t] = sum;
    }
    workgroupBarrier();
    let row = generator[word * RANK + min(j, RANK - 1u)];
#for d in 0..8: parity ^= sums[16u * $du + ((row >> (4u * $du)) & 15u)];
  }
  if (j >= RANK) { return; }
#for l in 0..4
  if ((first + $lu) * FRAMES < run.frames) { codeword[(first + $lu) * N + parity_position[j]] = parity[$l]; }
#end
}
