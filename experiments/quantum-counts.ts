import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { number, text } from "../src/cli/command-line/option.ts";
import { readDecoder } from "../src/decoder/decoder.ts";
import { isModelCode } from "../src/decoder/shots/model.ts";
import { pointTables } from "../src/decoder/shots/program.ts";
import type { Engine } from "../src/engine/engine.ts";
import { defaultFrames } from "../src/engine/frame-slots.ts";
import { InputError } from "../src/errors.ts";
import { type LoadOptions, loadCode } from "../src/node/codes/codes.ts";
import { packageRoot } from "../src/node/program.ts";
import { BASES } from "../src/quantum/error-model.ts";
import { ENDINGS, REWIRINGS } from "../src/quantum/rewire.ts";
import { formatInterval, formatNumber } from "../src/report/format.ts";
import { monteCarloProgram } from "../src/simulation/program/monte-carlo.ts";
import { fisherTest, holmCorrection } from "../src/simulation/statistics/exact-tests.ts";
import { clopperPearson } from "../src/simulation/statistics/statistics.ts";
import { COUNTERS } from "../wgsl/statistics/chunk-counters.ts";
import { type Comparison, measureOptions } from "./shared/report.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import { measureReport } from "./shared/runner/report-run.ts";

/** Published counts, and the decoder here with the published settings. */
const ROW = z.strictObject({
  source: z.string(),
  /** The decoder's name where it was published. */
  row: z.string(),
  circuit: z.string(),
  basis: z.enum(BASES),
  p: z.number(),
  rewire: z.enum(REWIRINGS).optional(),
  endsBy: z.enum(ENDINGS).optional(),
  decoder: z.string(),
  failures: z.int(),
  shots: z.int(),
});
type Row = z.infer<typeof ROW>;

const DATA = z.strictObject({ sources: z.record(z.string(), z.string()), rows: z.array(ROW) });

const KEY = [3, 1] as const;
const GENERATOR = "threefry4x32-13";
/** Shots of the first run, and most shots of a run. */
const FIRST = 1024;
const MOST = 2 ** 21;
/** Failures after which a row ends, as a multiple of the published ones; more would not make the comparison sharper. */
const ENOUGH = 4;
/** Counts are inconsistent if their p-value, corrected for all rows, is below it. */
const LEVEL = 0.05;

export default defineExperiment({
  name: "quantum-counts",
  summary: "published counts of logical errors of quantum circuits, and ours with the same settings",
  options: {
    ...measureOptions("quantum-counts"),
    seconds: number({ group: "Measurement", describe: "most seconds of each row", example: "5", default: 5 }),
    shots: number({ group: "Measurement", describe: "most shots of each row", example: "1e8", default: 1e9 }),
    match: text({
      group: "Measurement",
      placeholder: "TEXT",
      describe: "rows whose names contain the text, or one of several texts between commas",
      example: "gari,basis x",
      default: "",
      defaultText: "all rows",
    }),
  },
  quick: { seconds: 0.01, shots: 8, match: "bb72", out: "runs/quantum-counts-quick.json" },
  async run({ seconds, shots, match, out }, lab) {
    const { rows: all, sources } = readCounts();
    const rows = all.filter((row) => match.split(",").some((text) => nameOf(row).includes(text)));
    if (rows.length === 0) throw new InputError(`no row has "${match}" in its name: such as ${nameOf(all[0])}`);
    await measureReport(lab, out, {
      experiment: "quantum-counts",
      source: "Published counts of logical errors",
      settings: { seconds, shots, match },
      notes: Object.entries(sources).map(([name, source]) => `${name}: ${source}`),
      measurements: rows.map((row) => ({
        name: nameOf(row),
        cost: 1,
        async measure(share) {
          const measured = await measureRow(lab.engine, row, { seconds, shots }, share);
          return { rows: comparisonsOf(row, measured), details: measured };
        },
      })),
      summary: (details) => summaryOf(rows, details as readonly Measured[]),
    });
  },
});

/** The rows of experiments/reference/quantum-counts.json. */
function readCounts(): z.infer<typeof DATA> {
  return DATA.parse(JSON.parse(readFileSync(`${packageRoot()}/experiments/reference/quantum-counts.json`, "utf8")));
}

const nameOf = ({ source, row, circuit, basis, p }: Row) => `${source} ${row}: ${circuit}, basis ${basis}, p ${p}`;

interface Measured {
  readonly shots: number;
  readonly failures: number;
  readonly undetected: number;
  readonly iterations: number;
  readonly seconds: number;
}

/** The circuit of the package or of the references. */
function circuitFile(name: string): string {
  const own = `${packageRoot()}/codes/circuits/${name}.stim`;
  return existsSync(own) ? own : `${packageRoot()}/experiments/reference/circuits/${name}.stim.gz`;
}

async function measureRow(
  engine: Engine,
  { circuit, basis, p, rewire, endsBy, decoder, failures }: Row,
  { seconds, shots }: { readonly seconds: number; readonly shots: number },
  share: (part: number) => void,
): Promise<Measured> {
  const options: LoadOptions = { basis, rewire, endsBy };
  const code = loadCode(circuitFile(circuit), options);
  if (!isModelCode(code)) throw new Error(`${circuit} is no error model`);
  const channel = { name: "circuit", parameter: "p" } as const;
  const program = monteCarloProgram(code, readDecoder(decoder), "syndrome", engine.limits, channel, {
    generator: GENERATOR,
  });
  const tables = pointTables(code, program, { p });
  const most = Math.min(MOST, shots, defaultFrames(engine, program));
  const open = async (frames: number) => {
    const prepared = await engine.prepare(program, frames);
    for (const [name, table] of Object.entries(tables)) prepared.write(name, table);
    return prepared;
  };
  const total = new Array<number>(COUNTERS).fill(0);
  let frames = Math.min(FIRST, most);
  let prepared = await open(frames);
  let [first, spent] = [0, 0];
  while (total[0] === 0 || (spent < seconds && total[0] < shots && total[1] < ENOUGH * failures)) {
    const begin = performance.now();
    const run = { firstFrame: first, frames, chunkFrames: frames, key: KEY, llrScale: 1, amplitude: 0 };
    const { outputs } = await prepared.run(run, [{ buffer: "counters", elements: COUNTERS }]);
    const elapsed = (performance.now() - begin) / 1000;
    first += frames;
    spent += elapsed;
    outputs[0].forEach((count, i) => {
      total[i] += count;
    });
    share(Math.min(1, Math.max(spent / seconds, total[1] / (ENOUGH * failures))));
    if (elapsed > Math.min(0.3, seconds / 8) || frames >= most) continue;
    frames = Math.min(most, 4 * frames);
    prepared.release();
    prepared = await open(frames);
  }
  prepared.release();
  return { shots: total[0], failures: total[1], undetected: total[5], iterations: total[6], seconds: spent };
}

/** The p-value of equal rates. */
function pValue(row: Row, { failures, shots }: Measured): number {
  return fisherTest({ errors: row.failures, frames: row.shots }, { errors: failures, frames: shots });
}

function comparisonsOf(row: Row, measured: Measured): Comparison[] {
  const { shots, failures, undetected, iterations, seconds } = measured;
  const { low, high } = clopperPearson(failures, shots);
  return [
    {
      what: nameOf(row),
      unit: "failures of a shot",
      paper: row.failures / row.shots,
      ours: failures / shots,
      how: `${failures} of ${shots}, 95 % ${formatInterval(low, high)}, published ${row.failures} of ${row.shots}, p-value ${formatNumber(pValue(row, measured), 2)}; ${undetected} explain all checks; ${formatNumber(iterations / shots, 3)} iterations and ${formatNumber(shots / seconds, 3)} shots/s`,
    },
  ];
}

/** The rows whose rates differ, with p-values corrected for the number of rows. */
function summaryOf(rows: readonly Row[], measured: readonly Measured[]): Comparison[] {
  const corrected = holmCorrection(rows.map((row, i) => pValue(row, measured[i])));
  const differing = rows.flatMap((row, i) => {
    if (corrected[i] >= LEVEL) return [];
    const isAbove = measured[i].failures / measured[i].shots > row.failures / row.shots;
    return [`${nameOf(row)} ${isAbove ? "above" : "below"} (${formatNumber(corrected[i], 2)})`];
  });
  return [
    {
      what: `rows that are inconsistent at ${100 * LEVEL} % for all together`,
      unit: "rows",
      paper: 0,
      ours: differing.length,
      how: `of ${rows.length}, Fisher's exact test, Holm's correction${differing.length === 0 ? "" : `: ${differing.join("; ")}`}`,
    },
  ];
}
