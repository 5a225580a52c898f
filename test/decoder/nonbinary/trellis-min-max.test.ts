import { describe, expect, it } from "vitest";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { inNode, sweep } from "../../sweep.ts";
import { randomMatrix } from "../random-matrix.ts";
import { expectCheckMessages } from "./expect-check-messages.ts";
import { expectDecodings } from "./expect-decodings.ts";

// GPU, CPU and the oracle of Trellis Min-Max agree bit for bit. Each case compiles a kernel.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];
const regular = (q: number) => randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
/** Row weights 1 … 30, or fewer weights for fields with a slow oracle. */
const weights = (q: number) => (q <= 32 ? Array.from({ length: 30 }, (_, i) => i + 1) : [4, 1, 9, 2, 30, 3]);

describe("trellis Min-Max check nodes", () => {
  const FIELDS = [
    [2, "f16"],
    [2, "f32"],
    [4, "f16"],
    [8, "f32"],
    [16, "f16"],
    [32, "f32"],
    [64, "f16"],
    [128, "f32"],
    [256, "f16"],
  ] as const;

  // A device compiles a field for seconds: it has small and large ones in both formats.
  const onDevice = [FIELDS[0], FIELDS[3], FIELDS[4], FIELDS[7], FIELDS[8]];
  it.each(sweep(FIELDS, 6, FIELDS.length))("over GF(%i), %s, irregular, with syndromes", async (q, messages) => {
    const words = `trellis-min-max messages=${messages} scale=0.6875`;
    const isOnDevice = onDevice.some((each) => each[0] === q && each[1] === messages);
    await expectCheckMessages(isOnDevice ? both() : [engines.cpu], {
      q,
      weights: weights(q),
      words,
      seed: q,
      withSyndrome: true,
    });
  });

  // A GPU's tile spans two tiles of software devices.
  it.each(inNode(["f32", "f16"]))("over GF(16), %s, in a GPU's tile", async (messages) => {
    const words = `trellis-min-max messages=${messages}`;
    await expectCheckMessages([engines.gpu], { q: 16, weights: [5, 5], words, seed: 1, likeGpu: true });
  });
});

describe("trellis Min-Max decoder", () => {
  const FLOODING = [
    [8, "f16"],
    [2, "f32"],
    [64, "f32"],
  ] as const;
  it.each(inNode(FLOODING))("over GF(%i), flooding, %s", async (q, messages) => {
    const words = `trellis-min-max messages=${messages}`;
    const iterations = await expectDecodings(both(), { matrix: regular(q), words, seed: q, frames: 10 });
    expect(new Set(iterations).size, "frames stop at different iterations").toBeGreaterThan(1);
  });

  const LAYERED = [
    [4, "f32", "syndrome"],
    [16, "f16", "none"],
  ] as const;
  it.each(sweep(LAYERED, 1, 2))("over GF(%i), layered, %s, stop=%s, with syndromes", async (q, messages, stop) => {
    const words = `trellis-min-max schedule=layered messages=${messages} stop=${stop}`;
    await expectDecodings(both(), { matrix: regular(q), words, seed: q, withSyndrome: true, frames: 10 });
  });

  it.each(inNode(["f32", "f16"]))(
    "%s, with checks and variables of degree 1, flooding and layered",
    async (messages) => {
      const matrix = randomMatrix(galoisField(4), [1, 3, 4, 1, 4], 7, 3);
      // LLRs are integers, because sums with the bound 2^20 of a degree-1 check have few fractional bits in f32.
      const given = { matrix, seed: 4, grid: 1, withSyndrome: true, frames: 10 };
      const words = `trellis-min-max messages=${messages} scale=0.5`;
      const [some, others] = messages === "f32" ? [both(), [engines.cpu]] : [[engines.cpu], both()];
      await expectDecodings(some, { ...given, words });
      await expectDecodings(others, { ...given, words: `${words} schedule=layered` });
    },
  );
});
