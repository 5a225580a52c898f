import { dirname } from "node:path";
import { number, numbers, texts } from "../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../src/cli/options/engine.ts";
import { print } from "../src/cli/output.ts";
import { readDecoder } from "../src/decoder/decoder.ts";
import type { Engine, EngineInfo } from "../src/engine/engine.ts";
import { InputError } from "../src/errors.ts";
import { writeFileAtomic } from "../src/node/disk/disk.ts";
import { makeFolder } from "../src/node/disk/make-folder.ts";
import { openEngine } from "../src/node/engine/engines.ts";
import { formatTable } from "../src/report/table.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { type FerFound, ferCounter, searchFer } from "./shared/fer-search.ts";
import { reportOut } from "./shared/options.ts";
import { SCALE_CASES, type ScaleCase, scaleCaseText, scaleCode } from "./shared/scale-cases.ts";

/** Points of a search lie so far apart, and so far around its start, in dB. */
const STEP = 0.1;
const REACH = 2;
/** Frames of a point: as many as have twice the errors wanted at the FER that is looked for. */
const FRAMES_PER_ERROR = 2;

/** A scale or an offset, as the end of a decoder's spec. */
interface Correction {
  readonly rule: string;
  readonly words: string;
}

interface CaseResult extends ScaleCase {
  readonly found: readonly (Correction & FerFound)[];
}

interface Wanted {
  readonly fer: number;
  readonly errors: number;
}

export default defineExperiment({
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
  async run(options) {
    const { fer, errors, out = "runs/binary-scales.json" } = options;
    if (!(fer > 0 && fer < 1)) throw new InputError(`--fer ${fer}: give a number in (0, 1)`);
    const corrections = [
      ...options.scales.map((scale) => ({ rule: "normalised-min-sum", words: `scale=${scale}` })),
      ...options.offsets.map((offset) => ({ rule: "offset-min-sum", words: `offset=${offset}` })),
    ];
    for (const { rule, words } of corrections) readDecoder(`${rule} ${words}`);
    const cases = chosenCases(options.code);
    const engine = await openEngine(options);
    try {
      const results: CaseResult[] = [];
      for (const one of cases) {
        results.push(await measureCase(engine, one, corrections, { fer, errors }));
        print(scaleCaseText(one));
        print(`${lossTable(results.slice(-1), corrections)}\n`);
        writeReport(out, { device: engine.info, fer, errors, cases: results });
      }
      print(lossTable(results, corrections));
      print(`\n${out}`);
    } finally {
      await engine.close();
    }
  },
});

/** @throws InputError for a code that is in no case. */
function chosenCases(codes: readonly string[] | undefined): readonly ScaleCase[] {
  const unknown = codes?.find((name) => !SCALE_CASES.some(({ code }) => code === name));
  if (unknown !== undefined) {
    const known = [...new Set(SCALE_CASES.map(({ code }) => code))];
    throw new InputError(`--code ${unknown}: choose among ${known.join(", ")}`);
  }
  return SCALE_CASES.filter(({ code }) => codes === undefined || codes.includes(code));
}

/** Each correction's search begins where the one before it ended. */
async function measureCase(
  engine: Engine,
  one: ScaleCase,
  corrections: readonly Correction[],
  { fer, errors }: Wanted,
): Promise<CaseResult> {
  const code = scaleCode(one);
  const found: (Correction & FerFound)[] = [];
  let start = one.ebn0;
  const prepare = async ({ rule, words }: Correction) => {
    const spec = readDecoder(`${rule} schedule=${one.schedule} iterations=${one.iterations} ${words}`);
    return { rule, words, counter: await ferCounter(engine, code, spec) };
  };
  for await (const { rule, words, counter } of oneAhead(corrections, prepare)) {
    try {
      const count = (ebn0: number) => counter.count(ebn0, errors, (FRAMES_PER_ERROR * errors) / fer);
      const result = await searchFer(count, { fer, start, step: STEP, reach: REACH });
      found.push({ rule, words, ...result });
      if (result.crossing !== undefined) start = Math.round(result.crossing.at / STEP) * STEP;
    } finally {
      counter.release();
    }
  }
  return { ...one, found };
}

/** What is made of each item, the next one's being made already: a device compiles while it counts. */
async function* oneAhead<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  const begin = (i: number) => {
    const made = i < items.length ? make(items[i]) : undefined;
    // It is thrown where it is awaited.
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

/** Written after every case: what a run that was ended has measured is kept. */
function writeReport(
  out: string,
  report: Wanted & { readonly device: EngineInfo; readonly cases: readonly CaseResult[] },
): void {
  const { cases, ...head } = report;
  const rows = cases.flatMap(({ found, code, rows, schedule, iterations }) =>
    found.map(({ rule, words, points, crossing }) => ({
      ...{ code, rows, schedule, iterations, rule, correction: words, crossing },
      points: points.map(({ ebn0, frames, frameErrors }) => [ebn0, frames, frameErrors]),
    })),
  );
  // A row to a line: the file is to be read and compared.
  const lines = rows.map((row) => `  ${JSON.stringify(row)}`).join(",\n");
  const text = JSON.stringify({ experiment: "binary-scales", ...head, points: "[Eb/N0 in dB, frames, frame errors]" });
  makeFolder(dirname(out));
  writeFileAtomic(out, `${text.slice(0, -1)},"rows":[\n${lines}\n]}\n`);
}

/** By case the dB that each correction needs beyond the best one, and of several cases the worst and the mean. */
function lossTable(results: readonly CaseResult[], corrections: readonly Correction[]): string {
  const losses = results.map(({ found }) => {
    const best = Math.min(...found.map(({ crossing }) => crossing?.at ?? Number.POSITIVE_INFINITY));
    return { best, of: found.map(({ crossing }) => (crossing === undefined ? undefined : crossing.at - best)) };
  });
  const text = (loss: number | undefined) => (loss === undefined ? "–" : loss.toFixed(3));
  const rows = results.map((one, i) => [scaleCaseText(one), losses[i].best.toFixed(3), ...losses[i].of.map(text)]);
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
