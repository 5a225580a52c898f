import { describe, it } from "vitest";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { isExact, rulesPassing } from "../../oracle/rules.ts";
import { IN_BROWSER, inNode, sweep, widened } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { expectCheckMessages } from "./expect-check-messages.ts";
import { expectDecodings } from "./expect-decodings.ts";

// GPU, CPU and oracle agree for every rule of symbols in the table that promises equal bits. Whole numbers and levels are tested in
// suites of their own, as are rules that promise a tolerance.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];
const RULES = rulesPassing("symbols").filter(isExact);
/** Formats whose messages the helpers compare one by one. */
const VECTORS = ["f32", "f16"];

/** Numbers of a rule's options that its tiles and sums depend on. */
const OTHER_NUMBERS: Readonly<Record<string, readonly string[]>> = {
  ems: ["nm=1", "nm=16 offset=0.3"],
  "trellis-min-max": ["scale=0.6875"],
  "one-minimum-trellis-min-max": ["second=0.7 scale=0.6875"],
};

/** Specs of a rule with each of its formats and frame interleaving. */
function decodersOf(rule: string): string[] {
  const { messages, mapping } = checkNodeRules[rule].options;
  const words = mapping?.choices?.includes("frames") ? `${rule} mapping=frames` : rule;
  const formats = messages?.choices?.filter((format) => VECTORS.includes(format));
  const each = formats === undefined ? [words] : formats.map((format) => `${words} messages=${format}`);
  return [...each, ...(OTHER_NUMBERS[rule] ?? []).map((numbers) => `${each[0]} ${numbers}`)];
}

describe.each(
  sweep(
    RULES.flatMap(decodersOf).map((words, i) => [words, i % 2] as const),
    6,
  ),
)("%s", (words, turn) => {
  // Kernels take most of the time to compile, so a decoder has a field and a schedule in turn.
  const inTurn = <T>(both: readonly [T, T]) => widened({ few: [both[turn]], every: both });

  // In Node, whole decodings have the kernels on a device.
  it.each(IN_BROWSER ? [4] : inTurn([4, 64]))("messages of checks over GF(%i)", async (q) => {
    await expectCheckMessages(IN_BROWSER ? both() : [engines.cpu], {
      q,
      weights: [4, 1, 2, 5, 3],
      words,
      seed: q,
      withSyndrome: true,
    });
  });

  // A GPU's tile spans two tiles of software devices.
  it.each(inNode(sweep([16], 1)))("messages of checks over GF(%i), in a GPU's tile", async (q) => {
    await expectCheckMessages([engines.cpu], { q, weights: [5, 5], words, seed: 2, likeGpu: true });
  });

  it.each(inNode(inTurn(["flooding", "layered"])))("decodes, schedule=%s", async (schedule) => {
    const matrix = randomMatrix(galoisField(8), [4, 4, 4, 4, 4, 4], 12, 8);
    const stop = schedule === "flooding" ? "syndrome" : "none";
    const given = { matrix, words: `${words} schedule=${schedule} stop=${stop}`, seed: 5 };
    await expectDecodings(both(), { ...given, withSyndrome: stop === "none" });
  });
});
