// A word for each edge.
const NO_MESSAGES = NO_MESSAGE;
const RAISE = 0.0;

fn low_byte_mask(_invocation: u32, _zero: u32) -> u32 { return 0u; }
fn raised(t: Lanes) -> Lanes { return t; }
fn lowered(t: Lanes) -> Lanes { return t; }
fn message_0(messages: u32, _low_bytes: u32) -> u32 { return messages; }
fn with_message_0(_messages: u32, message: u32, _low_bytes: u32) -> u32 { return message; }
