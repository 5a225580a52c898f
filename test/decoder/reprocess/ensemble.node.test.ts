import { describe, expect, it } from "vitest";
import { decoderProgram, readDecoder } from "../../../src/decoder/decoder.ts";
import type { DecodableCode } from "../../../src/decoder/rule.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import { galoisField } from "../../../src/galois/field.ts";
import { bothEngines } from "../../engines.ts";
import type { BinaryResult } from "../../oracle/binary/decoder.ts";
import { runParameters } from "../../run-parameters.ts";
import { ALL, sweep, widened } from "../../sweep.ts";
import { smallCodes } from "../binary/codes.ts";
import { FRAME_KINDS, type Frame, inputsOf, randomFrames } from "../binary/frames.ts";
import { oracleOf } from "../binary/oracle.ts";
import { oracleOf as symbolOracle } from "../oracle.ts";
import { randomMatrix } from "../random-matrix.ts";
import { noisyFrames } from "../words.ts";
import { reprocessOn } from "./run.ts";

// Frames that fail are decoded again by the other members of an ensemble, each with its own random orders and values, on both engines as by the
// oracle's members one after the other.
const engines = bothEngines();
const ENGINES = ["cpu", "gpu"] as const;
const codes: Readonly<Record<string, DecodableCode>> = {
  ...smallCodes(),
  "GF(8)": { matrix: randomMatrix(galoisField(8), [4, 4, 4, 4, 4, 4], 12, 8) },
};

const CASES = [
  ["min-sum schedule=layered layers=rows order=random iterations=2 mapping=streaming", "Z = 5 with degree-1 variables"],
  ["normalised-min-sum schedule=layered order=random(3) messages=int12 iterations=2", "unstructured"],
  ["min-sum messages=int8 variable=memory gamma=uniform(-0.3,0.9) gamma-seed=2 iterations=3", "Z = 32"],
  [
    "min-sum schedule=layered messages=int12 variable=memory gamma=uniform(-0.3,0.9) order=random edge=damped iterations=2 mapping=resident",
    "accumulator, one absent",
  ],
  ["min-max schedule=layered order=random iterations=1", "GF(8)"],
  ["ems messages=int12 variable=memory gamma=uniform(-0.5,0.9) iterations=2", "GF(8)"],
] as const;

interface AnyFrame {
  readonly llr: readonly (number | readonly number[])[];
  readonly syndrome: ArrayLike<number>;
}
type Result = Pick<BinaryResult, "decision" | "unsatisfied" | "iterations"> & {
  readonly posterior: readonly unknown[];
};
type Decode = (frame: AnyFrame & { readonly carried?: readonly unknown[] }) => Result;

function memberOf(code: DecodableCode, spec: DecoderSpec, withSyndrome: boolean, member: number): Decode {
  const { q } = code.matrix.field;
  return q === 2
    ? (oracleOf(code, spec, withSyndrome, undefined, member) as unknown as Decode)
    : (symbolOracle(code.matrix, spec, withSyndrome, member) as unknown as Decode);
}

/** Σ |LLR| over the bits that differ from the channel's decision, or Σ L(a) of symbols. */
function costOf(llr: AnyFrame["llr"], word: readonly number[]): number {
  const costs = llr.map((value, n) =>
    typeof value === "number" ? Number(value < 0 !== (word[n] === 1)) * Math.abs(value) : value[word[n]],
  );
  return costs.reduce((sum, cost) => sum + cost, 0);
}

/** Relays, the last with all frames in its legs. */
const RELAYS = [
  ["min-sum variable=memory gamma=0.125 iterations=3 mapping=streaming", "Z = 32", "legs=4"],
  [
    "min-sum messages=int12 variable=memory gamma=-0.2 iterations=2 mapping=resident",
    "unstructured",
    "legs=3 leg-gamma=uniform(-0.5,0.9)",
  ],
  [
    "normalised-min-sum messages=int8 variable=memory gamma=0.5 edge=self-corrected iterations=3 mapping=frames",
    "Z = 5 with degree-1 variables",
    "legs=4 solutions=2",
  ],
  [
    "min-sum schedule=layered messages=int12 variable=memory gamma=-0.2 iterations=5 mapping=resident",
    "unstructured",
    "legs=6 leg-gamma=uniform(-0.5,0.9)",
  ],
  [
    "min-sum schedule=layered order=random edge=damped variable=memory iterations=2 mapping=streaming",
    "Z = 32",
    "legs=4 solutions=2",
  ],
  ["offset-min-sum schedule=layered messages=int12 variable=memory iterations=2 mapping=chip", "Z = 32", "legs=3"],
  ["ems schedule=layered variable=memory gamma=0.125 iterations=2", "GF(8)", "legs=4"],
  ["min-max schedule=layered messages=int12 variable=memory iterations=2", "GF(8)", "legs=3 solutions=2"],
  ["ems variable=memory gamma=0.125 iterations=3", "GF(8)", "legs=8"],
  ["min-max messages=int12 variable=memory gamma=-0.2 edge=damped iterations=2", "GF(8)", "legs=3 solutions=2"],
] as const;

const ALL_CASES = [
  // Each member is compiled, so the two picks are in turn.
  ...CASES.map(
    ([words, name], i) =>
      [`${words} reprocess=ensemble ensemble=5 pick=${["first", "lightest"][i % 2]}`, name] as const,
  ),
  ...RELAYS.map(([words, name, own]) => [`${words} reprocess=relay ${own}`, name] as const),
];

/** The decodings of a frame by the members of its decoder, as many as it has. */
function decodingsOf(code: DecodableCode, spec: DecoderSpec, withSyndrome: boolean): (frame: AnyFrame) => Result[] {
  const { reprocess, ensemble, legs, "leg-gamma": gamma } = spec.options;
  if (reprocess === "ensemble") {
    const members = Array.from({ length: Number(ensemble) }, (_, k) => memberOf(code, spec, withSyndrome, k));
    return (frame) => members.map((decode) => decode(frame));
  }
  const legSpec = { ...spec, options: { ...spec.options, gamma } };
  const first = memberOf(code, spec, withSyndrome, 0);
  const others = Array.from({ length: Number(legs) }, (_, k) => memberOf(code, legSpec, withSyndrome, k + 1));
  return (frame) => {
    const all = [first(frame)];
    for (const decode of others) all.push(decode({ ...frame, carried: all.at(-1)!.posterior }));
    return all;
  };
}

describe.each(sweep(ALL_CASES, 6))("%s, %s", (words, name) => {
  const withSyndrome = words.includes("int12");
  const code = codes[name];
  const spec = readDecoder(words);
  const { reprocess, pick, solutions = 1 } = spec.options;
  const wanted = reprocess === "relay" ? Number(solutions) : pick === "first" ? 1 : Number.POSITIVE_INFINITY;
  const isOfAll = reprocess === "relay" && wanted > 1;
  const number = (ALL ? 8 : 4) * FRAME_KINDS.length;
  const isOfBits = code.matrix.field.q === 2;
  const frames: readonly AnyFrame[] = isOfBits
    ? randomFrames(code.matrix, number, 9, withSyndrome)
    : noisyFrames(code.matrix, { count: 3 * number, seed: 9, withSyndrome });
  const inputs = isOfBits
    ? inputsOf(frames as Frame[], withSyndrome)
    : {
        channel_llr: Float32Array.from(frames.flatMap(({ llr }) => llr.flat())),
        ...(withSyndrome && { syndrome: Uint32Array.from(frames.flatMap(({ syndrome }) => Array.from(syndrome))) }),
      };
  const decode = decodingsOf(code, spec, withSyndrome);
  const decodings = frames.map((frame) => {
    const all = decode(frame);
    const hasWord = all.map(({ unsatisfied, iterations }) => !unsatisfied[iterations - 1]);
    if (hasWord[0] && !isOfAll) return { words: [all[0].decision], satisfied: true, tests: 0 };
    // A relay decodes its first leg again.
    const again = reprocess === "relay" ? 1 : 0;
    const found = all.flatMap(({ decision }, k) =>
      hasWord[k] ? [{ decision, k, cost: costOf(frame.llr, decision) }] : [],
    );
    const kept = found.slice(0, wanted);
    const tests = (kept.length === wanted ? kept[wanted - 1].k : all.length - 1) + again;
    if (kept.length === 0) return { words: [all[0].decision], satisfied: false, tests };
    // f32 cannot distinguish words of nearly equal costs.
    const least = Math.min(...kept.map(({ cost }) => cost)) * (1 + 2 ** -18);
    return { words: kept.filter(({ cost }) => cost <= least).map(({ decision }) => decision), satisfied: true, tests };
  });

  it("has frames that another member decodes, and frames that none decodes", () => {
    expect(
      decodings.filter(({ tests, satisfied }) => tests > (reprocess === "relay" ? 1 : 0) && satisfied).length,
    ).toBeGreaterThan(0);
    expect(decodings.some(({ satisfied }) => !satisfied)).toBe(true);
  });

  // A device compiles each for seconds and has every third case, of which CI leaves the two slowest out.
  const turn = ALL_CASES.findIndex(([each]) => each === words);
  const every = ENGINES.slice(0, turn === 0 || (ALL && turn % 3 === 0) ? 2 : 1);
  it.each([9, 15].includes(turn) ? widened({ few: every.slice(0, 1), every }) : every)("%s", async (on) => {
    const engine = engines[on];
    const count = frames.length;
    const { columns } = code.matrix;
    const program = decoderProgram(code, spec, engine.limits, { syndrome: withSyndrome, frames: count });
    const prepared = await engine.prepare(program, count);
    const { outputs } = await prepared.run(
      runParameters({ frames: count }),
      [
        { buffer: "decision", elements: count * columns },
        { buffer: "unsatisfied", elements: count * spec.iterations },
        { buffer: "tests", elements: count },
      ],
      inputs,
    );
    prepared.release();
    const [decision, unsatisfied, tests] = outputs;
    decodings.forEach((expected, f) => {
      expect(expected.words, `frame ${f}`).toContainEqual([...decision.subarray(f * columns, (f + 1) * columns)]);
      expect(unsatisfied[(spec.iterations - 1) * count + f], `frame ${f}`).toBe(expected.satisfied ? 0 : 1);
      expect(tests[f], `frame ${f}: decodings`).toBe(expected.tests);
    });
  });
});

const WITH_OSD = [
  ["ensemble", `${CASES[0][0]} ensemble=3`, CASES[0][1]],
  ["relay", `${RELAYS[1][0]} ${RELAYS[1][2]}`, RELAYS[1][1]],
].flatMap(([reprocess, words, name]) => ENGINES.map((on) => ({ reprocess, words, name, on })));

// CI leaves the last, a device's relay, to exhaustive mode.
it.each(sweep({ few: WITH_OSD.slice(0, 3), every: WITH_OSD }, 2))(
  "reprocess=$reprocess+osd decodes by osd what is left alone, on the $on",
  async ({ reprocess, words, name, on }) => {
    const engine = engines[on];
    const code = codes[name];
    const frames = randomFrames(code.matrix, 6 * FRAME_KINDS.length, 9, true);
    const decode = async (how: string) => {
      const spec = readDecoder(
        `${how === "osd" ? words.replace(/ (?:ensemble|legs|leg-gamma)=\S+/g, "") : words} reprocess=${how}`,
      );
      const decoded = await reprocessOn(engine, code, spec, frames, true);
      return decoded.frames.map(({ decision, unsatisfied, tests }) => ({
        decision,
        failed: Number(unsatisfied.at(-1)),
        tests,
      }));
    };
    const [first, osd, both] = [await decode(reprocess), await decode("osd"), await decode(`${reprocess}+osd`)];
    const left = first.filter(({ failed }) => failed === 1).length;
    const failing = osd.filter(({ tests }) => tests === 1).length;
    expect([left > 0, left < failing]).toEqual([true, true]);
    const expected = first.map((frame, f) =>
      frame.failed === 0 ? frame : { ...osd[f], tests: frame.tests + osd[f].tests },
    );
    expect(both).toEqual(expected);
  },
);

it("is refused where its decoders would be the same, and a relay where its legs cannot go on", () => {
  const limits = { workgroupBytes: 16384, workgroupSize: 256, software: false };
  const read = (words: string) =>
    decoderProgram(codes["Z = 32"], readDecoder(`min-sum ${words} reprocess=ensemble`), limits);
  for (const words of ["", "schedule=layered", "variable=memory gamma=0.5"])
    expect(() => read(words)).toThrow("reprocess=ensemble: all its decoders would be the same");
  const relay = readDecoder("min-sum edge=damped reprocess=relay");
  expect(() => decoderProgram(codes["Z = 32"], relay, limits)).toThrow("reprocess=relay is for variable=memory");
});
