import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type BenchReport, benchTables } from "../../../src/cli/bench.ts";
import { chosenDecoder } from "../../../src/cli/options/decoder.ts";
import { decoderWords, readDecoder } from "../../../src/decoder/decoder.ts";
import { loadCode } from "../../../src/node/codes/codes.ts";
import { parsePoints } from "../../../src/simulation/points.ts";
import { newFolder } from "../../new-folder.ts";
import { gaussianNumbers } from "../../simulation/random.ts";
import { itLong } from "../../sweep.ts";
import { ldpc } from "../run-in-process.ts";

const code = loadCode("tiny20-gf2");

describe("--reprocess and its options", () => {
  it.each([
    [
      { reprocess: "eqml", stages: "4", alpha: "12.5", iterations: 7 },
      "sum-product reprocess=eqml stages=4 alpha=12.5 iterations=7",
    ],
    [{ decoder: "min-sum  reprocess=abp", stages: "2" }, "min-sum reprocess=abp stages=2"],
    [
      { decoder: "min-sum", reprocess: "osd", osdOrder: "4", osdSweep: "40", osdFrom: "channel" },
      "min-sum reprocess=osd osd-order=4 osd-sweep=40 osd-from=channel",
    ],
    [{ decoder: "min-sum mapping=streaming" }, "min-sum mapping=streaming"],
  ] as const)("are words of the decoder said apart, which another process reads: %o", (options, words) => {
    const spec = chosenDecoder(code, options);
    expect(spec).toEqual(readDecoder(words));
    expect(readDecoder(decoderWords(spec))).toEqual(spec);
  });

  it("may repeat the decoder's words, but not contradict them", () => {
    const decoder = "min-sum reprocess=eqml stages=3 alpha=20";
    expect(chosenDecoder(code, { decoder, reprocess: "eqml", stages: "3", alpha: "20.0" })).toEqual(
      readDecoder(decoder),
    );
    for (const [option, text] of [
      [{ reprocess: "abp" }, "--reprocess abp, but --decoder says reprocess=eqml"],
      [{ stages: "4" }, "--stages 4, but --decoder says stages=3"],
      [{ alpha: "" }, "--alpha , but --decoder says alpha=20"],
    ] as const) {
      expect(() => chosenDecoder(code, { decoder, ...option })).toThrow(`${text}: leave one of them out`);
    }
  });

  it("are not for decoders that do not reprocess", () => {
    expect(() => chosenDecoder(loadCode("tiny10-gf4"), { reprocess: "eqml" })).toThrow(
      /decoder option reprocess=eqml: choose none, osd/,
    );
  });
});

const folder = newFolder();

const CODE = "--code=tiny20-gf2";
const EQML = ["--reprocess", "eqml", "--stages", "3", "--alpha", "16"];
const SPEC = "reprocess=eqml stages=3 alpha=16";

describe("ldpc simulate --reprocess", () => {
  const simulate = async (name: string, ...options: string[]) => {
    const out = join(folder, name);
    const frames = ["--max-frames=1000", "--max-errors=100000", "--ebn0=1", "--seed=4"];
    const result = await ldpc("simulate", CODE, "--engine=cpu", `--out=${out}`, ...frames, "--quiet", ...options);
    expect(result.stderr).toBe("");
    const [point] = parsePoints(readFileSync(join(out, "points.csv"), "utf8"));
    return { ...result, point, decoder: JSON.parse(readFileSync(join(out, "run.json"), "utf8")).decoder };
  };

  it("is the decoder's option given separately, decodes failed frames, and shows the distance to maximum likelihood", async () => {
    const plain = await simulate("plain");
    const apart = await simulate("apart", ...EQML);
    const words = await simulate("words", "--decoder", `sum-product ${SPEC}`);
    expect(plain.decoder).toContain("reprocess=none");
    expect(apart.decoder).toMatch(/ reprocess=eqml stages=3 alpha=16$/);
    expect(words.decoder).toBe(apart.decoder);
    expect(words.point).toEqual(apart.point);
    // With the same frames, many failed frames are decoded and the errors of converged frames stay.
    expect(apart.point.frame_errors).toBeLessThan(plain.point.frame_errors);
    expect(apart.point.undetected).toBeGreaterThanOrEqual(plain.point.undetected);
    expect(apart.point.iterations).toBe(plain.point.iterations);
    // More frames end in a codeword, and many wrong frames are wrong under maximum-likelihood decoding too.
    expect(apart.point.ml_errors).toBeGreaterThan(plain.point.ml_errors!);
    expect(apart.point.ml_errors).toBeGreaterThan(0.4 * apart.point.frame_errors);
    expect(apart.point.ml_errors).toBeLessThan(apart.point.frame_errors);
    expect(apart.stdout).toMatch(/ML ≥/);
  });

  itLong("is osd too, with a codeword for every frame", async () => {
    const plain = await simulate("plain-osd");
    const { decoder, point } = await simulate("osd", "--reprocess=osd", "--osd-order=3", "--osd-from=channel");
    expect(decoder).toMatch(/ reprocess=osd osd-order=3 osd-sweep=0 osd-from=channel$/);
    expect(point.frame_errors).toBeLessThan(plain.point.frame_errors);
    expect(point.undetected).toBe(point.frame_errors);
    expect(point.ml_errors).toBeGreaterThan(plain.point.ml_errors!);
    expect(point.iterations).toBe(plain.point.iterations);
  });
});

it("ldpc decode --reprocess decodes frames that the plain decoder does not", async () => {
  // The noise around the all-zero word leaves many frames undecoded.
  const n = 20;
  const frames = 300;
  const gaussian = gaussianNumbers(1);
  const deviation = 0.95;
  const llr = Float32Array.from({ length: frames * n }, () => (2 * (1 + deviation * gaussian())) / deviation ** 2);
  const input = join(folder, "llr.f32");
  writeFileSync(input, new Uint8Array(llr.buffer));
  const decode = async (name: string, ...options: string[]) => {
    const files = [`--input=${input}`, `--out=${join(folder, `${name}.bin`)}`, "--json", "--quiet"];
    const { status, stdout } = await ldpc("decode", CODE, "--engine=cpu", "--llr=bit", ...files, ...options);
    expect(status).toBe(0);
    return { summary: JSON.parse(stdout), symbols: readFileSync(join(folder, `${name}.bin`)) };
  };
  const plain = await decode("plain");
  const again = await decode("again", ...EQML);
  expect(plain.summary.notConverged).toBeGreaterThan(20);
  expect(again.summary.notConverged).toBeLessThan(plain.summary.notConverged / 2);
  const zeroFrames = (symbols: Uint8Array) =>
    Array.from({ length: frames }, (_, f) => symbols.subarray(f * n, (f + 1) * n).every((bit) => bit === 0)).filter(
      Boolean,
    );
  expect(zeroFrames(again.symbols).length).toBeGreaterThan(zeroFrames(plain.symbols).length);
});

itLong("ldpc bench --reprocess reports its cost", async () => {
  const options = ["--engine=cpu", "--frames=32", "--seconds=0.01", "--ebn0=1", "--json"];
  const { status, stdout } = await ldpc("bench", CODE, ...options, ...EQML);
  expect(status).toBe(0);
  const report = JSON.parse(stdout);
  expect(benchTables(report)).not.toContain("instead of");
  const { reprocessing, decoder, fixedIterations, earlyTermination } = report;
  expect(decoder).toContain(SPEC);
  expect(fixedIterations.iterations).toBe(10);
  expect(reprocessing.testsPerFrame).toBeGreaterThan(0);
  // A frame has at most 14 tests.
  expect(reprocessing.testsPerFrame).toBeLessThan(14);
  expect(reprocessing.costs).toBeCloseTo(earlyTermination.framesPerSecond / reprocessing.framesPerSecond, 10);
  // Both have the same number of frames in flight. A run's time is the mean of its durations.
  expect(reprocessing.costsOnDevice).toBeCloseTo(reprocessing.meanRunSeconds / earlyTermination.meanRunSeconds, 10);
});

itLong(
  "ldpc bench --reprocess measures all with fewer frames where memory holds fewer with it, and says so",
  async () => {
    const options = ["--engine=gpu", "--memory=0.0005", "--seconds=0.01", "--ebn0=3", "--json"];
    const { status, stdout } = await ldpc("bench", CODE, ...options, "--frames=768", ...EQML);
    expect(status).toBe(0);
    const few: BenchReport = JSON.parse(stdout);
    expect(few.framesWanted).toBe(768);
    const text = benchTables(few);
    const frames = Number(/^(\d+) frames in flight instead of 768: with reprocessing, memory/m.exec(text)?.[1]);
    expect(frames).toBeLessThan(768);
    const inFlight = [...text.matchAll(/^(?:fixed iterations|early termination,|with reprocessing,).*? {2,}(\d+) /gm)];
    expect(inFlight.map(([, words]) => Number(words))).toEqual([frames, frames, frames]);
  },
);
