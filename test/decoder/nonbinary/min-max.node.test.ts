import { describe, expect, it } from "vitest";
import { STEP_MESSAGES } from "../../../wgsl/nonbinary/formats/index.ts";
import { bothEngines } from "../../engines.ts";
import { itInCi, nested, sweep } from "../../sweep.ts";
import { type DecodingCase, expectDecodings } from "./expect-decodings.ts";
import { everyCheckDegree, everyVariableDegree, regular } from "./graphs.ts";

// GPU, CPU and textbook agree bit for bit on Min-Max with frame interleaving. Kernels are unrolled and take seconds to compile on a
// software device, so the CPU engine has more cases.
const engines = bothEngines();
const both = () => [engines.cpu, engines.gpu];
const FORMATS = ["f32", ...STEP_MESSAGES, "levels8", "levels16 step=1", "levels32 step=0.125"];
const SCHEDULES = ["flooding", "layered"];
const GRAPHS = { regular, everyVariableDegree, everyCheckDegree };

const named = (format: string, schedule: string, more = "") =>
  `min-max mapping=frames schedule=${schedule} messages=${format} ${more}`.trim();

describe.each(FORMATS)("messages=%s", (format) => {
  // Kernels take most of the time to compile, so each field has one schedule with one combination of stop, graph and kind of words.
  const combinations = (q: number) => {
    const [own, other] = [0, 1].map((turn) => {
      const schedule = ((Math.log2(q) >> 1) + turn) % 2;
      const place = Math.log2(q) + FORMATS.indexOf(format) + schedule;
      const graphs = [everyVariableDegree, regular];
      const both = ["syndrome", "none"].map((stop, i) => {
        const withSyndrome = (i + (place >> 2)) % 2 === 1;
        return { stop, withSyndrome, graph: graphs[((place >> 1) + place + i) % 2], schedule: SCHEDULES[schedule] };
      });
      return [both[place % 2], both[1 - (place % 2)]];
    });
    const further = format === STEP_MESSAGES[0] ? [{ ...own[0], graph: everyCheckDegree }] : [];
    return { few: own.slice(0, 1), every: [...own, other[0], ...further] };
  };
  // Formats have every other field in turn.
  const every = [8, 2, 4, 16, 32, 64, 128, 256];
  const few = every.filter((q) => (Math.log2(q) + FORMATS.indexOf(format)) % 2 === 1);
  it.each(nested({ few, every }, combinations, 8))("over GF(%i): the CPU", async (q, cases) => {
    const large = q > 32;
    for (const { stop, schedule, withSyndrome, graph } of cases) {
      const words = named(format, schedule, `stop=${stop}`);
      const given = { words, seed: q, withSyndrome, frames: large ? 3 : 11, iterations: large ? 2 : 5 };
      await expectDecodings([engines.cpu], { ...given, matrix: graph(q) });
    }
  });
});

type Case = [q: number, words: string, graph: keyof typeof GRAPHS, given?: Partial<DecodingCase>];

/** Every format with one schedule, with and without early termination and syndromes, and every kind of tile. */
const CASES: Case[] = [
  [2, named("f32", "flooding"), "everyCheckDegree", { frames: 70, iterations: 2 }],
  [8, named("int12", "layered", "stop=none"), "regular", { withSyndrome: true, frames: 1 }],
  [4, named("levels8", "layered"), "regular", { frames: 301, iterations: 6 }],
  [2, named("levels32 step=0.0625", "layered", "stop=none"), "regular", { frames: 3, withSyndrome: true }],
  // GPU tiles of up to 32 symbols, which are unrolled.
  [32, named("f32", "flooding"), "regular", { frames: 5, likeGpu: true }],
  [16, named("levels8", "flooding"), "regular", { frames: 9, likeGpu: true, withSyndrome: true }],
  // Vectors of several tiles.
  [32, named("levels16", "flooding"), "regular", { frames: 9, withSyndrome: true }],
];

/** Cases whose format, schedule and kind of tile others above have too. A device in software compiles each for seconds. */
const FURTHER: Case[] = [
  [256, named("f32", "layered", "stop=none"), "regular", { frames: 2, iterations: 2, withSyndrome: true }],
  [8, named("f32", "flooding", "stop=none"), "everyVariableDegree", { withSyndrome: true, frames: 3, likeGpu: true }],
  [4, named("int12", "flooding", "stop=none"), "everyCheckDegree", { frames: 3 }],
  [8, named("levels8", "flooding", "stop=none"), "regular", { frames: 3 }],
  [4, named("levels16 step=0.25", "layered"), "everyVariableDegree", { frames: 131, iterations: 6 }],
  [128, named("levels32", "flooding"), "regular", { frames: 3, iterations: 2 }],
  [32, named("levels16", "flooding"), "regular", { frames: 5, iterations: 2, likeGpu: true }],
  [32, named("levels8", "flooding"), "regular", { frames: 9, iterations: 6 }],
  [64, named("f32", "flooding", "stop=none"), "regular", { frames: 3, iterations: 2 }],
  [64, named("int12", "layered"), "regular", { frames: 3, iterations: 2 }],
  [2, named("int12", "layered"), "everyVariableDegree", { frames: 70 }],
  [2, named("levels8", "layered", "stop=none"), "everyVariableDegree", { withSyndrome: true, frames: 70 }],
  [16, named("f32", "flooding"), "everyCheckDegree", { withSyndrome: true, frames: 13 }],
  [32, named("int12", "flooding"), "regular", { frames: 13, iterations: 6 }],
  [128, named("levels8", "layered"), "regular", { frames: 5, iterations: 2, withSyndrome: true }],
];

describe("GPU and CPU", () => {
  it.each(sweep({ few: CASES, every: [...CASES, ...FURTHER] }, 14))(
    "over GF(%i), %s, %s",
    async (q, words, graph, given) => {
      // A device in software has one of the two unrolled tiles of GPUs.
      const on = given?.likeGpu && q === 32 ? [engines.cpu] : both();
      const iterations = await expectDecodings(on, { matrix: GRAPHS[graph](q), words, seed: q + 1, ...given });
      if (iterations.length > 10 && graph === "regular") {
        expect(new Set(iterations).size, "frames stop at different iterations").toBeGreaterThan(1);
      }
    },
  );

  itInCi("with one iteration", async () => {
    for (const stop of ["syndrome", "none"]) {
      const words = named("f32", "flooding", `stop=${stop}`);
      await expectDecodings(both(), { matrix: regular(4), words, seed: 3, iterations: 1, frames: 5 });
    }
  });
});
