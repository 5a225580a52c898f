import { expect, test } from "vitest";
import { codeEncoder } from "../../src/code/encoder.ts";
import { channelLlr } from "../../src/decoder/channel-llr.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { hardRules } from "../../src/decoder/hard-decisions/rules.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { decodeFrames } from "../../src/engine/decode.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { gaussianNumbers } from "../simulation/random.ts";
import { sweep } from "../sweep.ts";

// A receiver that takes the noise for another, or counts in other units, scales all LLRs. Frames whose LLRs are too large or too small for a
// decoder as a whole are scaled back, and single LLRs are limited to what messages can outvote, so no frame that is decoded from true LLRs is
// lost by it: every decoder, number format and form, with the schedules in turn and all iterations, which let messages grow to their bounds, in the noise where hard decisions lose most frames.
const FRAMES = 4;
/** Frames of an ordered-statistics decoder, which tries thousands of words for each. */
const SEARCHED_FRAMES = 2;
const SCALES = [1, 1e-6, 0.2, 5, 1000];
/** Eb/N0 in dB of decoders that need more than the others: of few levels, of hard decisions, of ordered statistics alone. */
const STRONG = 8;
const EBN0 = 4;

/** Every combination of the options that change the arithmetic of messages, with the schedules in turn. */
function variants(rule: string): string[] {
  const { options, iterates } = checkNodeRules[rule];
  const arithmetic = ["messages", "form", "bits", "basis"].flatMap((name) => {
    const choices = options[name]?.choices;
    return choices === undefined ? [] : [choices.map((choice) => `${name}=${choice}`)];
  });
  const words = iterates === false ? [`${rule} order=1`] : [`${rule} iterations=30 stop=none`];
  const schedules = options.schedule?.choices;
  return arithmetic
    .reduce((some, choices) => some.flatMap((text) => choices.map((one) => `${text} ${one}`)), words)
    .map((text, i) => {
      // Levels of trellis-min-max are for flooding alone.
      const own = /^trellis.*messages=levels/.test(text) ? ["flooding"] : schedules;
      return own === undefined ? text : `${text} schedule=${own[i % own.length]}`;
    });
}

const engine = cpuEngine();
// Decoders by hard decisions have the test of powers of two.
const CASES = Object.keys(checkNodeRules)
  .filter((rule) => !Object.hasOwn(hardRules, rule))
  .flatMap(variants);

/** The code, the word and its frames of true LLRs for a decoder. */
function trueLlrs(words: string, frames: number, ebn0: number) {
  const decoder = readDecoder(words);
  const { input } = checkNodeRules[decoder.rule];
  const code = loadCode(
    input === "bit" ? "wifi-648-324" : /mlgd|symbol-flipping/.test(words) ? "nb837-gf32" : "nb620-gf32",
  );
  const { columns, rows, field } = code.matrix;
  const deviation = Math.sqrt(1 / (2 * (1 - rows / columns) * 10 ** (ebn0 / 10)));
  const noise = gaussianNumbers(1);
  const { k, encode } = codeEncoder(code);
  // The zero word would be right from LLRs that are rounded to zero.
  const word = encode(Array.from({ length: k }, (_, i) => (i * i + 1) % field.q));
  const llrs = Float64Array.from({ length: frames * columns * field.p }, (_, i) => {
    const symbol = word[Math.floor(i / field.p) % columns];
    const point = (symbol >> (i % field.p)) & 1 ? -1 : 1;
    return (2 * (point + deviation * noise())) / deviation ** 2;
  });
  return { decoder, code, word, llrs };
}

// CI has every third: a case decodes ten frames in all iterations.
const few = CASES.filter((_, i) => i % 3 === 0);
test.each(sweep({ few, every: CASES }, 10))("%s decodes scaled LLRs as it does true ones", async (words) => {
  const isSearched = checkNodeRules[readDecoder(words).rule].iterates === false;
  const frames = isSearched ? SEARCHED_FRAMES : FRAMES;
  const ebn0 = isSearched || /^(finite|ihrb|isrb|wbrb|symbol-flipping)|levels(8|16) /.test(words) ? STRONG : EBN0;
  const { decoder, code, word, llrs } = trueLlrs(words, frames, ebn0);
  const { columns } = code.matrix;
  const scaled = Float32Array.from(SCALES.flatMap((scale) => Array.from(llrs, (llr) => scale * llr)));
  const { llr, scales } = channelLlr(scaled, code, decoder);
  const [least, most] = [SCALES.indexOf(1e-6), SCALES.indexOf(1000)].map((i) =>
    scales.subarray(i * frames, (i + 1) * frames),
  );
  expect([least.every((scale) => scale > 1), most.every((scale) => scale < 1)]).toEqual([true, true]);
  const { symbols } = await decodeFrames(engine, code, decoder, llr);
  const wrong = SCALES.map((_, i) =>
    Array.from({ length: frames }, (_, frame) => {
      const first = (i * frames + frame) * columns;
      return symbols.subarray(first, first + columns).some((symbol, n) => symbol !== word[n]);
    }),
  );
  expect(wrong[0].filter(Boolean).length, "wrong from true LLRs").toBeLessThan(frames / 2);
  const lost = SCALES.map((_, i) => wrong[i].filter((isWrong, frame) => isWrong && !wrong[0][frame]).length);
  expect(lost, `frames lost by LLRs times ${SCALES.join(", ")}`).toEqual(SCALES.map(() => 0));
});

// Rules that compare and add, without a constant in LLRs. Other rules are other rules at another scale (doc/design/decoding.md).
const COMPARING = [
  "min-sum",
  "normalised-min-sum schedule=layered iterations=4",
  "min-max",
  "trellis-min-max",
  "one-minimum-trellis-min-max",
  "basic-set-trellis-min-max",
  "ems offset=0",
  ...Object.keys(hardRules),
];
test.each(sweep(COMPARING, 3))(
  "%s decides the same at every power of two, in a noise where it fails",
  async (words) => {
    const frames = 6;
    const { decoder, code, llrs } = trueLlrs(words, frames, 1.5);
    // Apart, because random flips follow the number of a frame.
    const decoded = [1, 2 ** -12, 2 ** 10].map((scale) => {
      const scaled = llrs.map((llr) => scale * llr);
      return decodeFrames(engine, code, decoder, channelLlr(Float32Array.from(scaled), code, decoder).llr);
    });
    const [same, ...others] = (await Promise.all(decoded)).map(({ symbols }) => symbols);
    expect(others).toEqual([same, same]);
    expect((await decoded[0]).converged).toContain(0);
  },
);
