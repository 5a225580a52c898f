// A sum of a channel value and messages whose bytes are lanes of format int8: 16 bits hold 255 messages of at most 31.
#import common/arithmetic/shorts
struct Sum {
  even: u32, // of bytes 0 and 2
  odd: u32,  // of bytes 1 and 3
}
fn sum_of_word(word: u32) -> Sum { return Sum(even_bytes(word), odd_bytes(word)); }
fn sum_with(sum: Sum, message: u32) -> Sum {
  return Sum(shorts_sum(sum.even, even_bytes(message)), shorts_sum(sum.odd, odd_bytes(message)));
}
fn sum_word(sum: Sum) -> u32 {
  let even = bounded_shorts(sum.even) & 0x00ff00ffu;
  return even | ((bounded_shorts(sum.odd) & 0x00ff00ffu) << 8u);
}
fn bounded_shorts(x: u32) -> u32 { return shorts_greatest(shorts_least(x, 0x007f007fu), 0xff81ff81u); }

// Bytes as 16-bit numbers.
fn even_bytes(x: u32) -> u32 { return (x & 0x00ff00ffu) | (((x >> 7u) & 0x00010001u) * 0xff00u); }
fn odd_bytes(x: u32) -> u32 { return even_bytes(x >> 8u); }
