import { z } from "zod";
import { channels } from "../src/channel/channels.ts";
import { ENGINE_OPTIONS } from "../src/cli/options/decoder.ts";
import { print } from "../src/cli/output.ts";
import type { Code } from "../src/code/code.ts";
import { constructCode } from "../src/code/construct/recipe.ts";
import { readDecoder } from "../src/decoder/decoder.ts";
import type { Engine } from "../src/engine/engine.ts";
import { unlessRefused } from "../src/errors.ts";
import { defaultPolynomial } from "../src/galois/primitive.ts";
import { loadCode } from "../src/node/codes/codes.ts";
import { formatTable } from "../src/report/table.ts";
import { type MeasuredPoint, nextValue, requiredValue } from "../src/simulation/required.ts";
import { sum } from "../src/sum.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { MeasurementFile, type MeasurementKind } from "./shared/files.ts";
import { countFrames, jobOf } from "./shared/measure.ts";
import { CODES, decoder, measurement, ofCodes, reportOut } from "./shared/options.ts";
import { readTable } from "./shared/tables.ts";

const CASE = z.strictObject({
  /** A built-in code, or `pegN-dv-dc`: a regular code by progressive edge growth. */
  code: z.string(),
  /** 5G: block rows used. */
  rows: z.int().optional(),
  schedule: z.enum(["layered", "flooding"]),
  iterations: z.int(),
  /** Eb/N0 in dB at which the search begins. */
  ebn0: z.number(),
});

/** A code and its min-sum decoder, whose scale or offset varies. */
type ScaleCase = z.infer<typeof CASE>;

/** Rates 1/5 to 9/10, column weights from 3 to 13, 5 to 50 iterations, both schedules. */
const { cases: CASES } = readTable("binary-scales", z.strictObject({ cases: z.array(CASE) }));

/** Frames of a point per wanted error: enough for twice the wanted errors at the wanted FER. */
const FRAMES_PER_ERROR = 2;

/** A scale or an offset, as the end of a decoder's spec. */
interface Correction {
  readonly rule: string;
  readonly words: string;
}

const ROW = CASE.omit({ ebn0: true }).extend({
  /** Rule and correction of the decoder. */
  rule: z.string(),
  correction: z.string(),
  /** Eb/N0 in dB at which the curve passes the FER; left out if the search does not reach it. */
  crossing: z.strictObject({ at: z.number(), low: z.number(), high: z.number() }).optional(),
  /** [Eb/N0 in dB, frames, frame errors] */
  points: z.array(z.tuple([z.number(), z.int(), z.int()])),
});

/** A correction of a decoder of a code, searched. */
type ScaleRow = Readonly<z.infer<typeof ROW>>;

const ROWS: MeasurementKind<ScaleRow> = {
  experiment: "binary-scales",
  schema: ROW,
  key: (row) => rowKey(row, { rule: row.rule, words: row.correction }),
};

const rowKey = ({ code, rows, schedule, iterations }: Omit<ScaleCase, "ebn0">, { rule, words }: Correction) =>
  JSON.stringify([code, rows, schedule, iterations, rule, words]);

/** A case's name in tables. */
const caseText = ({ code, rows, schedule, iterations }: ScaleCase) =>
  `${code}${rows === undefined ? "" : ` --rows ${rows}`}, ${schedule}, ${iterations} iterations`;

interface CaseResult {
  readonly one: ScaleCase;
  readonly found: readonly ScaleRow[];
}

export default defineExperiment({
  name: "binary-scales",
  summary: "Eb/N0 at one FER over the scales and offsets of min-sum in f32, by code, rate, schedule and iterations",
  options: {
    scales: decoder.numbers("scales of normalised min-sum", "0.75 0.875", [0.6875, 0.75, 0.8125, 0.875, 0.9375]),
    offsets: decoder.numbers("offsets of offset min-sum", "0.375 0.5", [0.25, 0.375, 0.5, 0.625]),
    code: CODES,
    fer: measurement.number("FER at which decoders are compared", "1e-2", 1e-3, { above: 0, below: 1 }),
    errors: measurement.count("frame errors of each point", "400", 100),
    out: reportOut("binary-scales"),
    ...ENGINE_OPTIONS,
  },
  quick: {
    code: ["wifi-648-324"],
    scales: [0.75, 0.875],
    offsets: [0.25, 0.5],
    fer: 1e-2,
    errors: 50,
    out: "runs/binary-scales-quick.json",
  },
  async run(options, lab) {
    const { fer, errors, out } = options;
    const corrections = [
      ...options.scales.map((scale) => ({ rule: "normalised-min-sum", words: `scale=${scale}` })),
      ...options.offsets.map((offset) => ({ rule: "offset-min-sum", words: `offset=${offset}` })),
    ];
    for (const { rule, words } of corrections) readDecoder(`${rule} ${words}`);
    const cases = ofCodes(CASES, options.code);
    const file = MeasurementFile.open(ROWS, out, lab.identity({ fer, errors }));
    const resultOf = (one: ScaleCase): CaseResult => ({
      one,
      found: corrections.flatMap((correction) => file.find(rowKey(one, correction)) ?? []),
    });
    const steps = cases.map((one) => ({
      what: caseText(one),
      isDone: () => resultOf(one).found.length === corrections.length,
      async run(share: (done: number) => void) {
        const missing = corrections.filter((correction) => file.find(rowKey(one, correction)) === undefined);
        for await (const row of searchCase(lab.engine, one, missing, fer, errors)) {
          file.set(row);
          file.save();
          share(resultOf(one).found.length / corrections.length);
        }
        return lossTable([resultOf(one)], corrections).split("\n");
      },
    }));
    await lab.measure(steps, out);
    print(lossTable(cases.map(resultOf), corrections));
    print(`\n${out}`);
  },
});

/** The code of a case. @throws InputError for a name that is neither a code's nor of the form `pegN-dv-dc`. */
function codeOf({ code, rows }: ScaleCase): Code {
  const [, n, dv, dc] = /^peg(\d+)-(\d+)-(\d+)$/.exec(code) ?? [];
  if (n === undefined) return loadCode(code, { rows });
  const fixed = { polynomial: defaultPolynomial(2), labels: "random", seed: 1, attempts: 1 } as const;
  return constructCode({ family: "peg", name: code, q: 2, n: Number(n), degrees: [Number(dv), Number(dc)], ...fixed });
}

/** The results of corrections. The search of each begins where the previous one ended. */
async function* searchCase(
  engine: Engine,
  one: ScaleCase,
  corrections: readonly Correction[],
  fer: number,
  errors: number,
): AsyncGenerator<ScaleRow> {
  const code = codeOf(one);
  const { ebn0: first, ...rest } = one;
  let start = first;
  // A curve that does not pass the FER has no crossing.
  const next = (points: readonly MeasuredPoint[]) => unlessRefused(() => nextValue(points, fer, channels.ebn0, 2));
  for (const { rule, words } of corrections) {
    const decoder = `${rule} schedule=${one.schedule} iterations=${one.iterations} ${words}`;
    const points: MeasuredPoint[] = [];
    for (let at: number | undefined = start; at !== undefined; at = next(points)) {
      const { frames, frameErrors } = await countFrames(
        jobOf(engine, { code, decoder, at }),
        errors,
        (FRAMES_PER_ERROR * errors) / fer,
      );
      points.push({ value: at, frames, errors: frameErrors });
    }
    const found = requiredValue(points, fer, channels.ebn0);
    const crossing = found && { at: found.value, low: found.low, high: found.high };
    if (found !== undefined) start = Number(found.value.toFixed(1));
    const counted = points
      .map((each): ScaleRow["points"][number] => [each.value, each.frames, each.errors])
      .sort(([a], [b]) => a - b);
    yield { ...rest, rule, correction: words, crossing, points: counted };
  }
}

/**
 * For each case, the dB that each correction needs beyond the best one; for several cases, the worst value and the
 * mean.
 */
function lossTable(results: readonly CaseResult[], corrections: readonly Correction[]): string {
  const losses = results.map(({ found }) => {
    const best = Math.min(...found.map(({ crossing }) => crossing?.at ?? Number.POSITIVE_INFINITY));
    return { best, of: found.map(({ crossing }) => (crossing === undefined ? Number.NaN : crossing.at - best)) };
  });
  const text = (loss: number) => (Number.isNaN(loss) ? "–" : loss.toFixed(3));
  const rows = results.map(({ one }, i) => [caseText(one), losses[i].best.toFixed(3), ...losses[i].of.map(text)]);
  if (results.length > 1) {
    const columns = corrections.map((_, c) => losses.map(({ of }) => of[c]));
    rows.push(["worst", "", ...columns.map((column) => text(Math.max(...column)))]);
    rows.push(["mean", "", ...columns.map((column) => text(sum(column) / column.length))]);
  }
  const headers = ["code", "best, dB", ...corrections.map(({ words }) => words)];
  return formatTable(headers, rows, { align: ["left", ...headers.slice(1).map(() => "right" as const)] });
}
