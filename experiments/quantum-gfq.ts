import { z } from "zod";
import { namedPair } from "../src/code/css/pair.ts";
import { permutationPair } from "../src/code/css/permutation-pair.ts";
import { isModelCode, type ModelCode } from "../src/decoder/shots/model.ts";
import { InputError } from "../src/errors.ts";
import { galoisField } from "../src/galois/field.ts";
import { loadCode } from "../src/node/codes/codes.ts";
import { formatNumber } from "../src/report/format.ts";
import { measurement } from "./shared/options.ts";
import { reportExperiment } from "./shared/report.ts";
import { failuresText, type MeasuredShots, measureShots } from "./shared/shots.ts";
import { readTable } from "./shared/tables.ts";

const RECIPE = z.strictObject({
  family: z.enum(["circulant-pair", "affine-pair"]),
  q: z.int(),
  columns: z.int(),
  size: z.int(),
  girth: z.int(),
});

const TABLE = z.strictObject({
  decoder: z.string(),
  /** Codes of the package by their names, others by their recipes. */
  codes: z.array(z.strictObject({ name: z.string(), recipe: RECIPE.optional(), points: z.array(z.number()) })),
  /** Points that others published, for the table of doc/papers/quantum-gfq.md. */
  published: z.array(z.unknown()),
});

/** A code's size and counts at a point. */
export type GfqPoint = MeasuredShots & { readonly n: number; readonly k: number; readonly p: number };

/** The error rate at which the hashing bound of the depolarizing channel, 1 − H(p) − p·log2 3, equals a rate. */
export function hashingBound(rate: number): number {
  let [low, high] = [0, 0.25];
  for (let i = 0; i < 60; i++) {
    const p = (low + high) / 2;
    const entropy = -p * Math.log2(p / 3) - (1 - p) * Math.log2(1 - p);
    [low, high] = 1 - entropy > rate ? [p, high] : [low, p];
  }
  return low;
}

export default reportExperiment({
  name: "quantum-gfq",
  summary:
    "pairs of codes over GF(q) on the depolarizing channel: failures over p, distance to the hashing bound, logical qubits per second",
  options: {
    seconds: measurement.number("most seconds of each point", "10", 5),
    frames: measurement.count("most frames of each point", "1e6", 1e8),
    errors: measurement.count("failures that end a point", "100", 200),
    match: measurement.text("points whose names contain the text", "pair2304", "", { defaultText: "all points" }),
  },
  quick: { seconds: 0.01, frames: 32, match: "pair2304-gf256, p 0.085" },
  plan({ seconds, frames, errors, match }, lab) {
    const { decoder, codes } = readTable("quantum-gfq", TABLE);
    const points = codes.flatMap(({ points: own, ...code }) =>
      own.map((p) => ({ ...code, p, what: `${code.name}, p ${formatNumber(p)}` })),
    );
    const wanted = points.filter(({ what }) => what.includes(match));
    if (wanted.length === 0) throw new InputError(`no point has "${match}" in its name: such as ${points[0].what}`);
    const made = new Map<string, ModelCode>();
    return {
      source: `Pairs of codes over GF(q), ${decoder}`,
      settings: { seconds, frames, errors, match },
      measurements: wanted.map(({ name, recipe, p, what }) => ({
        name: what,
        async measure(share) {
          const code = made.get(name) ?? codeOf(name, recipe);
          made.set(name, code);
          const n = (code.matrix.columns / 2) * code.matrix.field.p;
          const k = code.rewired!.pair!.logical!;
          const shot = { code, channel: "depolarizing", p, decoder, enough: errors, countsAlone: true } as const;
          const measured = await measureShots(lab.engine, shot, { seconds, shots: frames }, share);
          const details: GfqPoint = { ...measured, n, k, p };
          const { failures, shots, undetected, iterations, rate } = details;
          const [x, z] = details.kinds;
          const rows = [
            {
              what,
              unit: "failures of a frame",
              ours: failures / shots,
              errors: failures,
              how: `${failuresText(details)}; ${x} with wrong X errors, ${z} with wrong Z errors, ${undetected} undetected`,
            },
            {
              what,
              unit: "logical qubits/s",
              ours: k * rate,
              how: `${formatNumber(rate, 3)} frames/s of ${k} logical qubits, ${formatNumber(iterations / shots, 3)} iterations; hashing bound at p ${formatNumber(hashingBound(k / n), 4)}`,
            },
          ];
          return { rows, details };
        },
      })),
    };
  },
});

function codeOf(name: string, recipe: z.infer<typeof RECIPE> | undefined): ModelCode {
  if (recipe === undefined) {
    const code = loadCode(name);
    if (!isModelCode(code)) throw new Error(`${name} is no pair of codes`);
    return code;
  }
  const { polynomial } = galoisField(recipe.q);
  const pair = permutationPair({ ...recipe, polynomial, seed: 1, attempts: 20_000 });
  return { description: "", source: "", ...namedPair(name, pair, name) };
}
