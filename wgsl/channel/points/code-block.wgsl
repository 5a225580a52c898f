// channel/points/code-block: the order of sending of a frame. Frame f is code block f mod BLOCKS of a transport block, and the code blocks
// 0 … SHORTER − 1 send fewer bits than the others.
#import common/run

fn longer_block(slot: u32) -> u32 {
  let frame = frame_index(slot);
  let carry = (0xffffffffu % BLOCKS + 1u) % BLOCKS;
  return u32((frame.y % BLOCKS * carry + frame.x % BLOCKS) % BLOCKS >= SHORTER);
}
