import { describe, it } from "vitest";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { isExact, rulesPassing } from "../../oracle/rules.ts";
import { ALL, sweep } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { expectCheckMessages } from "./expect-check-messages.ts";
import { expectDecodings } from "./expect-decodings.ts";

// Every rule of symbols that promises equal bits, found in the table: GPU, CPU and oracle agree. Properties of a
// single rule (its options, tiles, levels) have a suite of their own beside this one; so has a rule that promises a
// tolerance.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];
const RULES = rulesPassing("symbols").filter(isExact);
/** Formats that the helpers can compare message by message. */
const VECTORS = ["f32", "f16"];

/** A rule with each of its formats, frame-interleaved. */
function decodersOf(rule: string): string[] {
  const { messages, mapping } = checkNodeRules[rule].options;
  const words = mapping?.choices?.includes("frames") ? `${rule} mapping=frames` : rule;
  const formats = messages?.choices?.filter((format) => VECTORS.includes(format));
  return formats === undefined ? [words] : formats.map((format) => `${words} messages=${format}`);
}

describe.each(RULES.flatMap(decodersOf))("%s", (words) => {
  it.each(sweep([4, 2, 8, 64], 4, 2))("messages of checks over GF(%i)", async (q) => {
    await expectCheckMessages(both(), { q, weights: [4, 1, 2, 5, 3], words, seed: q, withSyndrome: true });
  });

  it.each(ALL ? ["flooding", "layered"] : ["flooding"])("decodes, schedule=%s", async (schedule) => {
    const matrix = randomMatrix(galoisField(8), [4, 4, 4, 4, 4, 4], 12, 8);
    for (const [stop, withSyndrome] of [
      ["syndrome", false],
      ["none", true],
    ] as const) {
      await expectDecodings(both(), {
        matrix,
        words: `${words} schedule=${schedule} stop=${stop}`,
        seed: 5,
        withSyndrome,
      });
    }
  });
});
