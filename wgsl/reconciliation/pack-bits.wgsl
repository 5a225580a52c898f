// reconciliation/pack-bits: packs bits with a word each, all of them or a selection. Bits after the last are zero.
// in   position [LENGTH]               of the bits in their frame (SELECT only; else bit i is at i)
//      block_bits [frame]              number of selected bits of the frame; all later bits are zero (SELECT only)
//      bits [frame][WIDTH]             0 or 1
// out  packed [frame]                  LENGTH bits a frame (reconciliation/packed-bits)
// map  one invocation per word of the stream, which may hold bytes of several frames; workgroup y takes as many words as a
//      frame has at most
// exact: nothing is computed
#import common/run, common/workgroup-slot, reconciliation/packed-bits

#in position: u32, block_bits: u32, bits: u32
#out packed: u32

#main id: global_invocation_id {
  let bytes = packed_bytes(LENGTH);
  let frame_words = (bytes + 3u) / 4u;
  let word = workgroup_slot(id) * frame_words + id.x;
  if (id.x >= frame_words || 4u * word >= run.frames * bytes) { return; }
  var sum = 0u;
  for (var byte = 4u * word; byte < min(4u * word + 4u, run.frames * bytes); byte++) {
    let frame = byte / bytes;
    let first = 8u * (byte - frame * bytes);
    var count = LENGTH;
#if SELECT: count = min(block_bits[frame], LENGTH);
    for (var i = first; i < min(first + 8u, count); i++) {
      var at = i;
#if SELECT: at = position[i];
      sum |= bits[frame * WIDTH + at] << bit_in_word(8u * byte + i - first);
    }
  }
  packed[word] = sum;
}
