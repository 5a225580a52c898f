// reconciliation/pack-bits: packs bits with a word each, all of them or a selection. Bits after the last are zero.
// in   position [LENGTH]               of the bits in their frame (SELECT only; else bit i is at i)
//      block_bits [frame]              number of selected bits of the frame; all later bits are zero (SELECT only)
//      bits [frame][WIDTH]             0 or 1
// out  packed [frame]                  LENGTH bits a frame (reconciliation/packed-bits)
// map  one invocation per word of the stream, which may hold bytes of several frames; workgroup y takes as many words as a
//      frame has at most
// exact: nothing is computed
#import common/run
#import common/workgroup-slot
#import reconciliation/packed-bits

@group(0) @binding(1) var<storage, read> position: array<u32>;
@group(0) @binding(2) var<storage, read> block_bits: array<u32>;
@group(0) @binding(3) var<storage, read> bits: array<u32>;
@group(0) @binding(4) var<storage, read_write> packed: array<u32>;

@compute @workgroup_size(WORKGROUP_SIZE)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let bytes = packed_bytes(LENGTH);
  let frame_words = (bytes + 3u) / 4u;
  let word = workgroup_slot(id) * frame_words + id.x;
  if (id.x >= frame_words || 4u * word >= run.frames * bytes) { return; }
  var sum = 0u;
  for (var byte = 4u * word; byte < min(4u * word + 4u, run.frames * bytes); byte++) {
    let frame = byte / bytes;
    let first = 8u * (byte - frame * bytes);
    var count = LENGTH;
#if SELECT
    count = min(block_bits[frame], LENGTH);
#end
    for (var i = first; i < min(first + 8u, count); i++) {
      var at = i;
#if SELECT
      at = position[i];
#end
      sum |= bits[frame * WIDTH + at] << bit_in_word(8u * byte + i - first);
    }
  }
  packed[word] = sum;
}
