import { it } from "vitest";
import { LLR_BOUND } from "../../../wgsl/common/bound.ts";
import { bothEngines } from "../../engines.ts";
import { sweep } from "../../sweep.ts";
import { expectDecodings } from "./expect-decodings.ts";
import { everyCheckDegree, everyVariableDegree, regular } from "./graphs.ts";

// Sum-product on a grid is the oracle's bit for bit over every field, with checks of degree 1 to 30 and variables of degree 1 to 8, flooding and
// layered, with small LLRs and with LLRs beyond the clip.
const engines = bothEngines();
const GRAPHS = { regular, everyVariableDegree, everyCheckDegree };
const CASES = [2, 4, 8, 16, 32, 64, 128, 256].flatMap((q, f) =>
  Object.keys(GRAPHS).flatMap((graph, g) =>
    ["flooding", "layered"].map((schedule, s) => ({
      q,
      graph: graph as keyof typeof GRAPHS,
      schedule,
      turn: f + g + s,
    })),
  ),
);
// A kernel for checks of degree 30 takes seconds to compile.
const few = CASES.filter(({ q, graph, schedule }, i) =>
  graph === "everyCheckDegree"
    ? q === 4 && schedule === "flooding"
    : q > 32
      ? q === 256 && graph !== "regular"
      : i % 5 < 2,
);

it.each(sweep({ few, every: CASES }, 4))("GF($q), $graph, $schedule", async ({ q, graph, schedule, turn }) => {
  const words = `qspa-grid schedule=${schedule} stop=${turn % 3 === 0 ? "syndrome" : "none"}`;
  const on = q === 32 || q === 4 ? [engines.cpu, engines.gpu] : [engines.cpu];
  const given = { words, seed: q + turn, iterations: 3, withSyndrome: turn % 2 === 0, bound: turn % 2 === 0 ? 8 : 60 };
  await expectDecodings(on, { ...given, matrix: GRAPHS[graph](q), frames: q > 32 ? 2 : 5 });
});

// A vector over several invocations, as on a GPU, with messages of 16 bits: of variables of degree 1 to 8, and in slots that are refilled. Over
// GF(128) and GF(256) checks of 7 edges have messages of 32 bits, and so has a clip that 16 bits do not hold.
const VARIABLES = { graph: "everyVariableDegree" as const, stop: "none", refills: 1, bound: 8 };
const SPREAD = [256, 32, 64, 128].flatMap((q) => [
  { q, ...VARIABLES },
  { q, graph: "regular" as const, stop: "syndrome", refills: 3, bound: 8 },
]);
const KNOWN = { q: 32, ...VARIABLES, bound: 2 * LLR_BOUND };
const CLIPPED = { q: 32, ...VARIABLES, graph: "regular" as const, stop: "none llr-clip=30", bound: 60 };
it.each(sweep({ few: [SPREAD[0], ...SPREAD.slice(2, 4), KNOWN], every: [...SPREAD, KNOWN, CLIPPED] }, 2))(
  "GF($q), spread, $graph, stop=$stop, refills $refills, LLRs below $bound",
  async ({ q, graph, stop, refills, bound }) => {
    const given = { iterations: 3, seed: q, frames: 13, likeGpu: true, bound, refills };
    // The CPU engine compiles a GPU's form in a fifth of the time, so a device has one form.
    await expectDecodings([q === 32 && refills === 1 ? engines.gpu : engines.cpu], {
      ...given,
      matrix: GRAPHS[graph](q),
      words: `qspa-grid stop=${stop}`,
      withSyndrome: true,
    });
  },
);
