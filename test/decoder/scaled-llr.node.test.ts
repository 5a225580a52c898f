import { expect, test } from "vitest";
import { channelLlr } from "../../src/decoder/channel-llr.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import { cpuEngine } from "../../src/engine/cpu/engine.ts";
import { decodeFrames } from "../../src/engine/decode.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { gaussianNumbers } from "../simulation/random.ts";
import { sweep } from "../sweep.ts";

// A receiver that takes the noise for less than it is scales all LLRs. LLRs are limited to what messages can outvote, so no frame that is
// decoded from true LLRs is lost by it: every decoder, number format and form, with the schedules in turn. About 5 bits of each frame are wrong.
const FRAMES = 12;
/** Frames of an ordered-statistics decoder, which tries thousands of words for each. */
const SEARCHED_FRAMES = 4;
const EBN0 = 10 ** 0.8;
const SCALES = [1, 10, 1000];

/** Every combination of the options that change the arithmetic of messages, with the schedules in turn. */
function variants(rule: string): string[] {
  const { options, iterates } = checkNodeRules[rule];
  const arithmetic = ["messages", "form", "bits", "basis"].flatMap((name) => {
    const choices = options[name]?.choices;
    return choices === undefined ? [] : [choices.map((choice) => `${name}=${choice}`)];
  });
  const words = iterates === false ? [rule] : [`${rule} iterations=30`];
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
const CASES = Object.keys(checkNodeRules).flatMap(variants);

test.each(sweep(CASES, 4))("%s decodes scaled LLRs as it does true ones", async (words) => {
  const decoder = readDecoder(words);
  const { input } = checkNodeRules[decoder.rule];
  const code = loadCode(input === "bit" ? "wifi-648-324" : words.includes("mlgd") ? "nb837-gf32" : "nb620-gf32");
  const { columns, rows, field } = code.matrix;
  const frames = checkNodeRules[decoder.rule].iterates === false ? SEARCHED_FRAMES : FRAMES;
  const deviation = Math.sqrt(1 / (2 * (1 - rows / columns) * EBN0));
  const noise = gaussianNumbers(1);
  const llrs = Float64Array.from(
    { length: frames * columns * field.p },
    () => (2 * (1 + deviation * noise())) / deviation ** 2,
  );
  const wrong: boolean[][] = [];
  for (const scale of SCALES) {
    const scaled = Float32Array.from(llrs, (llr) => scale * llr);
    const { symbols } = await decodeFrames(engine, code, decoder, channelLlr(scaled, code, decoder).llr);
    const decided = Array.from({ length: frames }, (_, frame) =>
      symbols.subarray(frame * columns, (frame + 1) * columns),
    );
    wrong.push(decided.map((word) => word.some((symbol) => symbol !== 0)));
  }
  expect(wrong[0].filter(Boolean).length, "wrong from true LLRs").toBeLessThan(frames / 2);
  const lost = SCALES.map((_, i) => wrong[i].filter((isWrong, frame) => isWrong && !wrong[0][frame]).length);
  expect(lost, `frames lost by LLRs times ${SCALES.join(", ")}`).toEqual([0, 0, 0]);
});
