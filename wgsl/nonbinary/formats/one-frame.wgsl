// The properties of a number format of vectors over GF(q) with one frame per word: kernels compute in f32. Posteriors
// of layered decoders are f32 words. The kernel has SLOT_FRAMES = 1. nonbinary/formats/int12 has two frames per word.
alias Value = f32;
alias Four = vec4f;
const GREATEST: Value = 3.0e38;
// Values that are not negative as integers, which have the same order: GPUs have an instruction for the minimum of
// three integers.
alias Ranked = i32;
const GREATEST_RANK: Ranked = 0x7f000000;
fn ranked(value: Value) -> Ranked { return bitcast<i32>(value); }
fn unranked(rank: Ranked) -> Value { return bitcast<f32>(rank); }
// The least of `least` and of the greater values of two pairs.
fn closest_ranks(least: Ranked, a: Ranked, b: Ranked, c: Ranked, d: Ranked) -> Ranked { return min(least, min(max(a, b), max(c, d))); }
alias Symbols = u32;    // a symbol of each frame
alias Choice = bool;
#import nonbinary/formats/lanes/numbers

fn as_value(number: f32) -> Value { return number; }
fn value_from(numbers: array<f32, SLOT_FRAMES>) -> Value { return numbers[0]; }
fn symbols_from(symbols: array<u32, SLOT_FRAMES>) -> Symbols { return symbols[0]; }
fn symbol_in(symbols: Symbols, lane: u32) -> u32 { return symbols; }
fn frame_number(value: Value, lane: u32) -> f32 { return value; }
fn posterior_of(word: u32) -> Value { return bitcast<f32>(word); }
fn posterior_word(value: Value) -> u32 { return bitcast<u32>(value); }
