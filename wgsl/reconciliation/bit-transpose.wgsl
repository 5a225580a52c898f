// Transposes 32 words as a matrix of bits: bit b of word w and bit w of word b change places.
fn transpose(words: ptr<function, array<u32, 32>>) {
  var width = 16u;
  var mask = 0x0000ffffu;
#for s in 0..5
  for (var i = 0u; i < 16u; i++) {
    let low = (i / width) * 2u * width + i % width;
    let swapped = (((*words)[low] >> width) ^ (*words)[low + width]) & mask;
    (*words)[low + width] ^= swapped;
    (*words)[low] ^= swapped << width;
  }
  width /= 2u;
  mask ^= mask << width;
#end
}
