// Message words of two f16 numbers, rounded as the device does: two frames to a word, stored as halves, computed in f32. Needs no f16 feature.
#import binary/formats/f16-lanes
fn unpack(word: u32) -> Lanes { return unpack2x16float(word); }
fn pack(value: Lanes) -> u32 { return pack2x16float(clamp(value, vec2f(-32768.0), vec2f(32768.0))); }
