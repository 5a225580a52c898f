// A word for two edges: bytes of m + 128, the first edge's in the low half of each lane. Messages are raised by 128 steps: the half of the bits
// 0x3800 + m + 128 is 1/2 + (m + 128)/2048. A posterior less a raised message is 128 steps too low.
const NO_MESSAGES = 0x80808080u;
const RAISE = 128.0 / 2048.0;

// The low bytes of both lanes. The mask comes from workgroup memory, so that it stays in a register: an instruction has one constant of 32 bits,
// and unpacking needs the mask and the bits of 1/2. All invocations of a workgroup call it.
var<workgroup> kept_mask: u32;
fn low_byte_mask(invocation: u32, zero: u32) -> u32 {
  if (invocation == 0u) { kept_mask = 0x00ff00ffu ^ zero; }
  workgroupBarrier();
  return kept_mask;
}

fn raised(t: Lanes) -> Lanes { return t - Lanes(RAISE); }
fn lowered(t: Lanes) -> Lanes { return t + Lanes(RAISE); }
fn message_0(messages: u32, low_bytes: u32) -> u32 { return (messages & low_bytes) | 0x38003800u; }
fn message_1(messages: u32, low_bytes: u32) -> u32 { return message_0(messages >> 8u, low_bytes); }
fn with_message_0(messages: u32, message: u32, low_bytes: u32) -> u32 { return (message & low_bytes) | (messages & ~low_bytes); }
fn with_message_1(messages: u32, message: u32, low_bytes: u32) -> u32 { return (messages & low_bytes) | ((message << 8u) & ~low_bytes); }
fn paired(first: u32, second: u32, low_bytes: u32) -> u32 { return (first & low_bytes) | ((second << 8u) & ~low_bytes); }
