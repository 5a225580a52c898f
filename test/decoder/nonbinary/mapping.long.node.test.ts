import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import { InputError } from "../../../src/errors.ts";
import { bothEngines } from "../../engines.ts";
import { expectSameElements } from "../../same-elements.ts";
import { sweep } from "../../sweep.ts";
import { spec } from "../specs.ts";
import { noisyFrames } from "../words.ts";
import { everyVariableDegree, regular } from "./graphs.ts";
import { runFrames } from "./run-frames.ts";

// The mappings of Min-Max give equal results.
const engines = bothEngines();

const GIVEN = [
  [4, "with"],
  [32, "with"],
] as const;

it.each(sweep(GIVEN, 3))(
  "over GF(%i), %s syndromes, mapping=frames and mapping=tree are mapping=symbols bit for bit, of any LLRs",
  async (q, which) => {
    const matrix = everyVariableDegree(q);
    const withSyndrome = which === "with";
    // f32 numbers with all 24 significant bits, so that sums are rounded.
    const frames = noisyFrames(matrix, { count: q === 4 ? 130 : 11, seed: q, withSyndrome, grid: 2 ** -40 });
    const found: number[][] = [];
    for (const [mapping, engine] of (["symbols", "frames", "tree"] as const).flatMap((mapping) =>
      (q === 4 ? [engines.cpu, engines.gpu] : [engines.cpu]).map((engine) => [mapping, engine] as const),
    )) {
      const how = spec(`min-max iterations=6 mapping=${mapping}`);
      await runFrames(engine, { matrix, how, frames, withSyndrome }, ({ decision, unsatisfied }) => {
        found.push([...decision, ...unsatisfied]);
      });
    }
    for (const other of found) expectSameElements(other, found[0]);
    const marks = found[0].slice(frames.length * matrix.columns);
    expect(new Set(marks), "some frames fail and some do not").toEqual(new Set([0, 1]));
  },
);

const LEVELS: [q: number, messages: string][] = [
  [8, "levels8 step=1"],
  [4, "levels16 step=0.25"],
];

// Equal for all LLRs: the mappings clip the channel at different bounds, which does not change results.
it.each(sweep(LEVELS, 3))("over GF(%i), %s: binary numbers are thermometer codes bit for bit", async (q, messages) => {
  const matrix = everyVariableDegree(q);
  const frames = noisyFrames(matrix, { count: 40, seed: q, grid: 2 ** -10, bound: 60 });
  const found: number[][] = [];
  for (const mapping of ["frames", "sliced"]) {
    // A device has both mappings in min-max.node.test.ts and sliced.node.test.ts.
    const how = spec(`min-max iterations=4 messages=${messages} mapping=${mapping}`);
    await runFrames(engines.cpu, { matrix, how, frames }, ({ decision, unsatisfied }) => {
      found.push([...decision, ...unsatisfied]);
    });
  }
  for (const other of found) expectSameElements(other, found[0]);
  expect(new Set(found[0].slice(frames.length * matrix.columns)), "some fail").toEqual(new Set([0, 1]));
});

describe("mapping=auto", () => {
  const matrix = regular(8);
  const device = { workgroupBytes: 16384, workgroupSize: 256, software: false };
  const FRAMES = /^an invocation for a check of (one frame|two frames)/;
  const mappingOf = (words: string, limits: typeof device & { simd?: boolean }, frames?: number) => {
    const { plan } = decoderProgram({ matrix }, readDecoder(words), limits, { frames });
    return plan.some((text) => FRAMES.test(text))
      ? "frames"
      : plan.join().includes("a tree of products")
        ? "tree"
        : plan.join().includes("layout")
          ? "symbols"
          : "none";
  };

  it("depends on the frames in flight, and on the device", () => {
    expect([1, 31, 32, 10_000, undefined].map((frames) => mappingOf("min-max", device, frames))).toEqual([
      "tree",
      "tree",
      "frames",
      "frames",
      "frames",
    ]);
    expect(mappingOf("min-max", { ...device, workgroupBytes: 256 }, 1), "where a check does not fit").toBe("symbols");
    const software = { ...device, software: true };
    expect([1, 15, 16, undefined].map((frames) => mappingOf("min-max", software, frames))).toEqual([
      "symbols",
      "symbols",
      "frames",
      "frames",
    ]);
    expect(mappingOf("min-max", { ...software, simd: true }, 1)).toBe("frames");
  });

  it("of levels is binary numbers where they are faster: on a GPU with many frames", () => {
    const isSliced = (words: string, given: { q?: number; frames?: number; software?: boolean } = {}) => {
      const { q = 32, frames = 4096, ...limits } = given;
      const how = readDecoder(`min-max ${words}`);
      const { plan } = decoderProgram({ matrix: regular(q) }, how, { ...device, ...limits }, { frames });
      return plan.some((text) => text.includes("bit-sliced"));
    };
    expect(isSliced("messages=levels16 stop=none")).toBe(true);
    expect(isSliced("messages=levels16")).toBe(false);
    expect(isSliced("messages=levels16", { q: 64 })).toBe(true);
    expect(isSliced("messages=levels32")).toBe(true);
    expect(isSliced("messages=levels8 stop=none")).toBe(false);
    for (const given of [{ frames: 512 }, { software: true }, { q: 2 }]) {
      expect(isSliced("messages=levels32", given), JSON.stringify(given)).toBe(false);
    }
    expect(isSliced("messages=levels32 schedule=layered")).toBe(false);
    expect(isSliced("messages=levels8 mapping=sliced", { software: true, frames: 1 })).toBe(true);
    expect(() => isSliced("mapping=sliced")).toThrow(
      "mapping=sliced is for schedule=flooding messages=levels8, levels16 or levels32: use mapping=frames for flooding f32",
    );
  });

  it("does not depend on them where there is one mapping, or one is named", () => {
    for (const words of ["min-max schedule=layered", "min-max messages=int12", "min-max mapping=frames"]) {
      expect(mappingOf(words, device, 1), words).toBe("frames");
    }
    expect(mappingOf("min-max mapping=symbols", device, 10_000)).toBe("symbols");
  });

  it.each(["symbols", "tree"])("refuses mapping=%s of what it has no kernels for", (mapping) => {
    for (const [words, what] of [
      ["schedule=layered", "layered f32"],
      ["messages=int12", "flooding int12"],
      ...(mapping === "symbols" ? [["messages=levels8", "flooding levels8"]] : []),
    ]) {
      const plan = () => decoderProgram({ matrix }, readDecoder(`min-max mapping=${mapping} ${words}`), device);
      expect(plan).toThrow(InputError);
      expect(plan).toThrow(`use mapping=frames for ${what}`);
    }
  });
});
