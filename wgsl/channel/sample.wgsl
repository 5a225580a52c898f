// channel/sample: BPSK (bit 0 → +1, symbol bits least significant first) over a symmetric discrete channel: the output for +1 is
// drawn, and mirrored where −1 was sent.
// in   noise [4096]                    alias table of the noise cells
//      codeword [frame][N]
// out  received [frame][N·p] i32       channel output in grid steps: ±(amplitude + noise cell − 2048)
//      AWGN: amplitude about 256/σ, the cells are the noise. Binary symmetric channel: amplitude 0, cells 2049 (as sent)
//      and 2047 (flipped), so that the output is ±1. Erasures: cells 2049 and 2048 (erased), outputs ±1 and 0.
// map  one invocation per four bits; workgroup y = frame
// numeric range: |received| ≤ amplitude + 2047
#import common/run, common/workgroup-slot, <random>

#in noise: u32, codeword: u32
#out received: i32

#import channel/alias-sample

const STREAM_NOISE: u32 = 0u;
const BITS: u32 = N * P;

#main id: global_invocation_id {
  let slot = workgroup_slot(id);
  if (4u * id.x >= BITS || slot >= run.frames) { return; }
  let words = random_words(vec4u(frame_index(slot), id.x, STREAM_NOISE), run.key);
#for j in 0..4
  let bit_$j = 4u * id.x + $ju;
  if (BITS % 4u == 0u || bit_$j < BITS) {
    let sent = (codeword[slot * N + bit_$j / P] >> (bit_$j % P)) & 1u;
    let output = run.amplitude + i32(alias_sample(words[$j])) - 2048;
    received[slot * BITS + bit_$j] = select(output, -output, sent == 1u);
  }
#end
}
