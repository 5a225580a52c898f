import { describe, expect, it } from "vitest";
import { parityCheckMatrix } from "../../../src/code/parity-check-matrix.ts";
import { decoderProgram } from "../../../src/decoder/decoder.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import { itInCi, nested, sweep } from "../../sweep.ts";
import { spec } from "../specs.ts";
import { expectDecodings } from "./expect-decodings.ts";
import { everyCheckDegree, everyVariableDegree, regular } from "./graphs.ts";

// The rules besides Min-Max with messages=int12: the CPU, a device that computes in f32 and a device that computes in f16 give the
// textbook's bits.
const engines = bothEngines();
const inF16 = bothEngines({ f16: true });
const FIELDS = [8, 2, 4, 16, 32, 64, 128, 256];
/** Specs of a rule for a field, the second with the largest and least sums and products. */
const RULES = {
  ems: (q: number) => [`nm=${Math.min(q / 2, 20)} offset=1.25`, `nm=${q} offset=0`],
  "trellis-min-max": () => ["scale=0.35", "scale=1"],
  "one-minimum-trellis-min-max": () => ["scale=0.35", "scale=1 second=0.7"],
};

const LISTS = [
  "int7 nm=16 bubbles=8 nc=2 pops=20 presort=yes scale=1",
  "int6 nm=6 sums=syndromes",
  "int8 nm=12 step=0.25 bubbles=0 offset=1",
  "int8 nm=12 step=0.25 sums=syndromes paths=11,2,1 offset=1",
  "int7 nm=4 sums=syndromes paths=2 scale=1",
  "int6 nm=6 scale=0.75",
  "int5 nm=8 bubbles=3 presort=yes",
  "int5 nm=8 sums=syndromes paths=7,3x4,1x3 presort=yes",
  "int5 nm=1 step=1",
];
// Lists of extended min-sum: every option, field, check degree and schedule.
const LIST_CASES = FIELDS.slice(1).flatMap((q, f) =>
  [everyVariableDegree, everyCheckDegree].flatMap((graph, g) =>
    ["flooding", "layered"].flatMap((schedule, s) =>
      LISTS.map((options, o) => {
        const [isLarge, stops] = [(f + g + s) % 2 === 1, (f + s) % 3 === 2];
        return { q, graph, schedule, options, turn: f + 2 * g + s + o, isLarge, stops };
      }),
    ),
  ),
);
// Each limit of syndromes leaves out some of these.
const limited = {
  options: "int8 nm=12 step=0.25 sums=syndromes paths=11x8,3x7,2x5 presort=yes",
  ...{ q: 16, graph: everyCheckDegree, schedule: "flooding", turn: 1, isLarge: false, stops: false },
};
const fewLists = [
  limited,
  ...LIST_CASES.filter(
    ({ turn, graph, q, schedule }) =>
      turn % 9 === 4 && (q <= 16 || (graph === everyVariableDegree && schedule === "flooding")),
  ),
];
it.each(sweep({ few: fewLists, every: [limited, ...LIST_CASES] }, 8))(
  "ems messages=$options over GF($q), $schedule",
  async ({ q, graph, schedule, options, turn, isLarge, stops }) => {
    const isOnBoth = turn % 18 === 4 && q <= 8;
    const on = isOnBoth ? [engines.cpu, engines.gpu] : [engines.cpu];
    // A software device compiles layers of checks of many degrees for a minute.
    const matrix = isOnBoth && schedule === "layered" ? regular(q) : graph(q);
    const large = isLarge ? { bound: 2 ** 9, grid: 2 ** -5 } : {};
    const words = `ems messages=${options} schedule=${schedule} stop=${stops ? "syndrome" : "none"}`;
    const given = { matrix, seed: q + turn, frames: 3, iterations: 2, withSyndrome: turn % 2 === 1 };
    await expectDecodings(on, { ...given, ...large, words });
  },
);

describe.each(["ems", "trellis-min-max", "one-minimum-trellis-min-max"] as const)("%s messages=int12", (rule) => {
  const words = (options: string, schedule: string) =>
    `${rule} messages=int12 ${options} schedule=${schedule} stop=none`;

  // The rules share their vectors and have fields in turn.
  const own = rule === "ems" ? [8, 2, 128] : [8, 16, 256];
  const graphs = [everyVariableDegree, everyCheckDegree];
  const casesOf = (q: number) => {
    const every = ["flooding", "layered"].flatMap((schedule, i) =>
      graphs
        .slice(0, q > 32 ? 1 : 2)
        .flatMap((graph) => [false, true].map((isLarge) => ({ schedule, i, graph, isLarge }))),
    );
    // Each case compiles kernels, so schedules and fields have large LLRs in turn.
    const hasTurn = (i: number, isLarge: boolean) => isLarge === ((i + Math.log2(q)) % 2 === 1);
    return { few: every.filter(({ graph, i, isLarge }) => graph === graphs[0] && hasTurn(i, isLarge)), every };
  };
  it.each(nested({ few: own, every: FIELDS }, casesOf, 8))("over GF(%i): the CPU", async (q, cases) => {
    for (const { schedule, i, graph, isLarge } of cases) {
      const withSyndrome = i === graphs.indexOf(graph);
      const given = { matrix: graph(q), seed: q, withSyndrome, frames: 2 * i + 1, iterations: 2 };
      // LLRs are so large that messages and sums are cut.
      const large = isLarge ? { bound: 2 ** 11, grid: 2 ** -5 } : {};
      const options = RULES[rule](q)[isLarge ? 1 - i : i];
      await expectDecodings([engines.cpu], { ...given, ...large, words: words(options, schedule) });
    }
  });

  const cases = [
    [4, "flooding", everyCheckDegree],
    [4, "layered", regular],
  ] as const;
  const every = [
    ...cases,
    [8, "layered", everyVariableDegree],
    [2, "layered", everyCheckDegree],
    [16, "flooding", everyVariableDegree],
    [32, "flooding", regular],
    [64, "flooding", regular],
  ] as const;
  const few = [cases[Number(rule === "ems")]];
  it.each(sweep({ few, every }, 4))("over GF(%i), %s: devices", async (q, schedule, graph) => {
    const given = { matrix: graph(q), seed: q, frames: 5, iterations: 2, withSyndrome: schedule === "layered" };
    for (const { gpu } of [engines, inF16]) {
      await expectDecodings([gpu], {
        ...given,
        words: words(RULES[rule](q)[0], schedule),
        bound: 2 ** 11,
        grid: 2 ** -5,
      });
    }
  });

  itInCi("stops each frame at its own iteration", async () => {
    const given = { matrix: regular(8), seed: 8, frames: 11, words: `${rule} messages=int12` };
    expect(new Set(await expectDecodings([engines.cpu], given)).size).toBeGreaterThan(1);
    const layered = { ...given, words: `${rule} messages=int12 schedule=layered` };
    expect(new Set(await expectDecodings([engines.cpu], layered)).size).toBeGreaterThan(1);
  });
});

it("offset and scale become numbers of whole steps", () => {
  expect(spec("ems messages=int12 offset=0.3").options.offset).toBe(0.25);
  expect(spec("ems offset=0.3").options.offset).toBe(0.3);
  expect(spec("trellis-min-max messages=int12 scale=0.35").options.scale).toBe(String(90 / 256));
});

it("trellis-min-max refuses checks with more edges than 8 bits tell apart", () => {
  const checks = (degree: number) =>
    parityCheckMatrix(galoisField(4), degree, [Array.from({ length: degree }, (_, n): [number, number] => [n, 1])]);
  const plan = (degree: number) => () =>
    decoderProgram({ matrix: checks(degree) }, spec("trellis-min-max messages=int12"), engines.cpu.limits);
  expect(plan(255)).not.toThrow();
  expect(plan(256)).toThrow("degree 255 at most, and this code has one of degree 256: use messages=f32");
});

it.each([
  ["15,4x12", "least reliable edges need presort=yes"],
  ["3,4", "neither entries nor edges may grow"],
  ["0,4", "numbers for one, two and three edges"],
  ["255,255,255", "a check of 4 edges has 66716671 syndromes, and at most 262144 are summed: lower paths"],
])("ems refuses paths=%s", (paths, why) => {
  const plan = () =>
    decoderProgram(
      { matrix: regular(256) },
      spec(`ems messages=int6 sums=syndromes paths=${paths}`),
      engines.cpu.limits,
    );
  expect(plan).toThrow(why);
});
