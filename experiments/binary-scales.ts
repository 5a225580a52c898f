import { z } from "zod";
import { number, numbers, texts } from "../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../src/cli/options/decoder.ts";
import { print } from "../src/cli/output.ts";
import { readDecoder } from "../src/decoder/decoder.ts";
import type { Engine } from "../src/engine/engine.ts";
import { InputError } from "../src/errors.ts";
import { formatTable } from "../src/report/table.ts";
import { codeFilter } from "./shared/code-filter.ts";
import { ferCounter, searchFer } from "./shared/fer-search.ts";
import { MeasurementFile, type MeasurementKind } from "./shared/measurement-file.ts";
import { reportOut } from "./shared/options.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import type { Step } from "./shared/runner/lab.ts";
import { SCALE_CASES, type ScaleCase, scaleCaseText, scaleCode } from "./shared/scale-cases.ts";

/** Distance of a search's points, and their range around its start, in dB. */
const STEP = 0.1;
const REACH = 2;
/** Frames of a point per wanted error: enough for twice the wanted errors at the wanted FER. */
const FRAMES_PER_ERROR = 2;

/** A scale or an offset, as the end of a decoder's spec. */
interface Correction {
  readonly rule: string;
  readonly words: string;
}

const ROW = z.strictObject({
  code: z.string(),
  rows: z.int().optional(),
  schedule: z.enum(["layered", "flooding"]),
  iterations: z.int(),
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

function rowKey({ code, rows, schedule, iterations }: Omit<ScaleCase, "ebn0">, { rule, words }: Correction): string {
  return JSON.stringify([code, rows, schedule, iterations, rule, words]);
}

/** A case and the results of each correction. */
interface CaseResult {
  readonly one: ScaleCase;
  readonly found: readonly ScaleRow[];
}

interface Wanted {
  readonly fer: number;
  readonly errors: number;
}

export default defineExperiment({
  name: "binary-scales",
  summary: "Eb/N0 at one FER over the scales and offsets of min-sum in f32, by code, rate, schedule and iterations",
  options: {
    scales: numbers({
      group: "Decoder",
      describe: "scales of normalised min-sum",
      example: "0.75 0.875",
      default: [0.6875, 0.75, 0.8125, 0.875, 0.9375],
    }),
    offsets: numbers({
      group: "Decoder",
      describe: "offsets of offset min-sum",
      example: "0.375 0.5",
      default: [0.25, 0.375, 0.5, 0.625],
    }),
    code: texts({
      group: "Code",
      describe: "codes of the experiment to measure",
      placeholder: "CODE",
      example: "wimax-2304-1152",
      defaultText: "all",
    }),
    fer: number({
      group: "Measurement",
      describe: "FER at which decoders are compared",
      example: "1e-2",
      default: 1e-3,
    }),
    errors: number({ group: "Measurement", describe: "frame errors of each point", example: "400", default: 100 }),
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
    if (!(fer > 0 && fer < 1)) throw new InputError(`--fer ${fer}: give a number in (0, 1)`);
    const corrections = [
      ...options.scales.map((scale) => ({ rule: "normalised-min-sum", words: `scale=${scale}` })),
      ...options.offsets.map((offset) => ({ rule: "offset-min-sum", words: `offset=${offset}` })),
    ];
    for (const { rule, words } of corrections) readDecoder(`${rule} ${words}`);
    const cases = SCALE_CASES.filter(codeFilter(SCALE_CASES, options.code));
    const file = MeasurementFile.open(ROWS, out, lab.identity({ fer, errors }));
    const resultOf = (one: ScaleCase): CaseResult => ({
      one,
      found: corrections.flatMap((correction) => file.find(rowKey(one, correction)) ?? []),
    });
    const steps = cases.map(
      (one): Step => ({
        what: scaleCaseText(one),
        isDone: () => resultOf(one).found.length === corrections.length,
        async run(share) {
          let made = resultOf(one).found.length;
          await measureCase(lab.engine, one, corrections, { fer, errors }, file, () =>
            share(++made / corrections.length),
          );
          return lossTable([resultOf(one)], corrections).split("\n");
        },
      }),
    );
    await lab.measure(steps, out);
    print(lossTable(cases.map(resultOf), corrections));
    print(`\n${out}`);
  },
});

/** Adds the missing results to the file. The search of each correction begins where the previous one ended. */
async function measureCase(
  engine: Engine,
  one: ScaleCase,
  corrections: readonly Correction[],
  { fer, errors }: Wanted,
  file: MeasurementFile<ScaleRow>,
  done: () => void,
): Promise<void> {
  const code = scaleCode(one);
  const { schedule, iterations } = one;
  let start = one.ebn0;
  const missing = corrections.filter((correction) => file.find(rowKey(one, correction)) === undefined);
  const prepare = async ({ rule, words }: Correction) => {
    const spec = readDecoder(`${rule} schedule=${schedule} iterations=${iterations} ${words}`);
    return { rule, words, counter: await ferCounter(engine, code, spec) };
  };
  for await (const { rule, words, counter } of oneAhead(missing, prepare)) {
    try {
      const count = (ebn0: number) => counter.count(ebn0, errors, (FRAMES_PER_ERROR * errors) / fer);
      const { points, crossing } = await searchFer(count, { fer, start, step: STEP, reach: REACH });
      file.set({
        code: one.code,
        rows: one.rows,
        schedule,
        iterations,
        rule,
        correction: words,
        crossing,
        points: points.map(({ ebn0, frames, frameErrors }) => [ebn0, frames, frameErrors]),
      });
      file.save();
      done();
      if (crossing !== undefined) start = Math.round(crossing.at / STEP) * STEP;
    } finally {
      counter.release();
    }
  }
}

/** Makes a result from each item, one item ahead: a device compiles while it counts. */
async function* oneAhead<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  const begin = (i: number) => {
    const made = i < items.length ? make(items[i]) : undefined;
    // The error is thrown where the promise is awaited.
    made?.catch(() => undefined);
    return made;
  };
  let next = begin(0);
  for (let i = 1; next !== undefined; i++) {
    const made: Made = await next;
    next = begin(i);
    yield made;
  }
}

/**
 * For each case, the dB that each correction needs beyond the best one; for several cases, the worst value and the
 * mean.
 */
function lossTable(results: readonly CaseResult[], corrections: readonly Correction[]): string {
  const losses = results.map(({ found }) => {
    const best = Math.min(...found.map(({ crossing }) => crossing?.at ?? Number.POSITIVE_INFINITY));
    return { best, of: found.map(({ crossing }) => (crossing === undefined ? undefined : crossing.at - best)) };
  });
  const text = (loss: number | undefined) => (loss === undefined ? "–" : loss.toFixed(3));
  const rows = results.map(({ one }, i) => [scaleCaseText(one), losses[i].best.toFixed(3), ...losses[i].of.map(text)]);
  if (results.length > 1) {
    const columns = corrections.map((_, c) => losses.map(({ of }) => of[c]));
    const worst = columns.map((column) => (column.includes(undefined) ? undefined : Math.max(...(column as number[]))));
    const mean = columns.map((column) =>
      column.includes(undefined) ? undefined : (column as number[]).reduce((a, b) => a + b, 0) / column.length,
    );
    rows.push(["worst", "", ...worst.map(text)], ["mean", "", ...mean.map(text)]);
  }
  const headers = ["code", "best, dB", ...corrections.map(({ words }) => words)];
  return formatTable(headers, rows, { align: ["left", ...headers.slice(1).map(() => "right" as const)] });
}
