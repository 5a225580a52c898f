import { describe, expect, it } from "vitest";
import { galoisField } from "../../src/galois/field.ts";
import { bothEngines } from "../engines.ts";
import { itLong, nested } from "../sweep.ts";
import { expectDecodings } from "./nonbinary/expect-decodings.ts";
import { randomMatrix } from "./random-matrix.ts";
import { RULES } from "./specs.ts";

// GPU, CPU and the textbook's Algorithm 1 agree on every decision and on the checks of every iteration.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];
/** The engines for a field: a device compiles large ones for seconds. */
const enginesOf = (q: number) => ([2, 4, 8, 64].includes(q) ? both() : [engines.cpu]);
const FRAMES = 6;
const ITERATIONS = 5;
const counts = { frames: FRAMES, iterations: ITERATIONS };

describe.each(RULES)("%s decoder", (rule) => {
  const onRegular = async (q: number) => {
    const matrix = randomMatrix(galoisField(q), [4, 4, 4, 4, 4, 4], 12, q);
    const iterations = await expectDecodings(enginesOf(q), { ...counts, matrix, words: rule, seed: q });
    const early = iterations.filter((each) => each < ITERATIONS).length;
    expect(early, "some frames stop early and some do not").toBeGreaterThan(0);
    expect(early).toBeLessThan(FRAMES);
  };
  const onIrregular = async (q: number) => {
    const matrix = randomMatrix(galoisField(q), [2, 3, 7, 4, 5], 9, q);
    await expectDecodings(enginesOf(q), { ...counts, matrix, words: `${rule} stop=none layout=MNq`, seed: q + 1 });
  };
  const graphs = [onRegular, onIrregular];
  // Kernels take most of the time to compile, so larger fields have the graphs in turn.
  const graphsOf = (q: number) => ({ few: q > 8 ? [graphs[Math.log2(q) % 2]] : graphs, every: graphs });
  it.each(nested({ few: [4, 2, 64, 256], every: [4, 2, 8, 16, 32, 64, 128, 256] }, graphsOf, 4, 8))(
    "over GF(%i)",
    async (q, expectations) => {
      for (const expectAlike of expectations) await expectAlike(q);
    },
  );

  itLong("with variables of degree 1 and checks of degree 1, which force their symbol to 0", async () => {
    // LLRs are integers, because sums with the bound 2^20 of a degree-1 check have only three fractional bits in f32.
    const given = { ...counts, matrix: randomMatrix(galoisField(8), [1, 3, 4, 2], 7, 3), grid: 1 };
    await expectDecodings(both(), { ...given, words: rule, seed: 4 });
    await expectDecodings(both(), { ...given, words: `${rule} stop=none`, seed: 5 });
  });

  itLong("with metrics in storage memory, and with one iteration only", async () => {
    const given = { ...counts, matrix: randomMatrix(galoisField(4), [4, 4, 4], 6, 8) };
    await expectDecodings(both(), { ...given, words: `${rule} metrics=storage`, seed: 6 });
    await expectDecodings(both(), { ...given, words: rule, seed: 9, iterations: 1 });
  });
});
