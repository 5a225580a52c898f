import { describe, it } from "vitest";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { expectCheckMessages } from "./expect-check-messages.ts";
import { expectDecodings } from "./expect-decodings.ts";

// Scales of Trellis Min-Max over GF(8), and its variants over every field. Devices and schedules are in rules.test.ts, whole numbers in int12.node.test.ts.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];

describe("the scale of trellis Min-Max", () => {
  /** Messages with 23 significant bits, whose products are rounded or truncated, and messages with few. */
  const frames = [
    { bound: 32, grid: 2 ** -18 },
    { bound: 2, grid: 2 ** -22 },
    { bound: 6, grid: 1 },
  ];
  const given = { q: 8, weights: [4, 1, 5, 2, 9, 3], seed: 3, frames };

  it.each([
    ["f32", frames],
    // f16 has eleven significant bits.
    ["f16", undefined],
  ])("multiplies twelve bits by twelve, %s", async (messages, of) => {
    const inFormat = { ...given, frames: of };
    for (const scale of sweep([0.825, 0.3, 0.0626, 0.9998, 0.375, 1], 3)) {
      const words = `trellis-min-max messages=${messages} scale=${scale}`;
      for (const withSyndrome of [false, true]) {
        await expectCheckMessages([engines.cpu], { ...inFormat, words, withSyndrome });
      }
    }
    await expectCheckMessages([engines.gpu], {
      ...inFormat,
      words: `trellis-min-max messages=${messages} scale=0.825`,
    });
  });

  it.each(sweep(["flooding", "layered"], 2))("0.825 decodes the same on all, %s", async (schedule) => {
    const words = `trellis-min-max scale=0.825 schedule=${schedule} stop=none`;
    await expectDecodings(both(), {
      matrix: randomMatrix(galoisField(8), [4, 4, 4, 4, 4, 4], 12, 8),
      words,
      seed: 3,
      frames: 10,
    });
  });
});

it.each(
  sweep(
    ["one-minimum-trellis-min-max", "basic-set-trellis-min-max"].flatMap((rule, r) =>
      [2, 4, 8, 16, 32, 64, 128, 256].map((q, i) => [rule, q, (i + r) % 2 === 0 ? "f32" : "f16"] as const),
    ),
    16,
  ),
)("%s over GF(%i), %s", async (rule, q, messages) => {
  const words = `${rule} messages=${messages} scale=0.8125`;
  await expectCheckMessages([engines.cpu], { q, weights: [1, 2, 5, 9], words, seed: q, withSyndrome: true });
});
