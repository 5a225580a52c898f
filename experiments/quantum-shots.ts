import { number } from "../src/cli/command-line/option.ts";
import { readDecoder } from "../src/decoder/decoder.ts";
import { isModelCode, type ModelCode } from "../src/decoder/shots/model.ts";
import { pointTables, shotProgram } from "../src/decoder/shots/program.ts";
import type { Engine, PreparedProgram } from "../src/engine/engine.ts";
import { loadCode } from "../src/node/codes/codes.ts";
import { packageRoot } from "../src/node/program.ts";
import { formatInterval, formatNumber } from "../src/report/format.ts";
import { median } from "../src/simulation/statistics/median.ts";
import { clopperPearson } from "../src/simulation/statistics/statistics.ts";
import { sha256Hex } from "../src/simulation/task.ts";
import { COUNTERS } from "../wgsl/statistics/chunk-counters.ts";
import { type Comparison, measureOptions } from "./shared/report.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import { measureReport } from "./shared/runner/report-run.ts";

const RELAY = "relay iterations=80 gamma=0.1 legs=60 leg-iterations=60 solutions=5";

/** Circuits, decoders and published figures. bledden/tridec and NVIDIA CUDA-Q for [[72,12,6]], trmue/relay for the gross code (a core). */
const CASES: readonly Case[] = [
  { circuit: "bb72-si1000-z", p: 0.003, decoder: RELAY, published: { rate: 31_019, failures: [284, 16_667] } },
  {
    circuit: "bb72-si1000-z",
    p: 0.003,
    decoder: RELAY.replace("solutions=5", "solutions=1"),
    // Of distinct shots; the 503,381 of the same page repeat one batch.
    published: { rate: 113_585 },
  },
  {
    circuit: "bb72-si1000-z",
    p: 0.003,
    decoder: "normalised-min-sum messages=int10 iterations=30 scale=0.625",
    published: { rate: 1.26e6, failures: [1346, 16_667] },
  },
  { circuit: "bb144-uniform-z", p: 0.003, decoder: RELAY, published: { rate: 10 } },
  { circuit: "bb144-uniform-z", p: 0.001, decoder: RELAY, published: { rate: 40 } },
];

interface Case {
  readonly circuit: string;
  readonly p: number;
  readonly decoder: string;
  readonly published: { readonly rate: number; readonly failures?: readonly [number, number] };
}

const KEY = [1, 1] as const;
const GENERATOR = "threefry4x32-13";
/** Shots of the first run, and most shots of a run. */
const FIRST = 256;
const MOST = 2 ** 21;
/** Shots whose counts are digested: the same on every device. */
const DIGESTED = 256;

export default defineExperiment({
  name: "quantum-shots",
  summary: "whole shots of quantum circuits: shots per second, failures and the time of one shot",
  options: {
    ...measureOptions("quantum-shots"),
    seconds: number({ group: "Measurement", describe: "seconds of each case", example: "20", default: 20 }),
    shots: number({ group: "Measurement", describe: "most shots of each case", example: "1e8", default: 1e9 }),
  },
  quick: { seconds: 0.1, shots: 256, out: "runs/quantum-shots-quick.json" },
  async run({ seconds, shots, out }, lab) {
    await measureReport(lab, out, {
      experiment: "quantum-shots",
      source: "Whole shots of quantum circuits",
      settings: { seconds, shots },
      measurements: CASES.map((each) => ({
        name: `${each.circuit} p ${each.p} ${each.decoder}`,
        cost: 1,
        async measure(share) {
          const measured = await measureCase(lab.engine, each, seconds, shots, share);
          return { rows: rowsOf(each, measured), details: measured };
        },
      })),
    });
  },
});

interface Measured {
  readonly shots: number;
  readonly failures: number;
  readonly undetected: number;
  readonly iterations: number;
  readonly seconds: number;
  /** Median time of a call with one shot. */
  readonly oneShot: number;
  readonly digest: string;
  readonly plan: string;
}

async function measureCase(
  engine: Engine,
  { circuit, p, decoder }: Case,
  seconds: number,
  most: number,
  share: (part: number) => void,
): Promise<Measured> {
  const code = loadCode(`${packageRoot()}/codes/circuits/${circuit}.stim`, { basis: "z" });
  if (!isModelCode(code)) throw new Error(`${circuit} is no error model`);
  const program = shotProgram(code, readDecoder(decoder), engine.limits, GENERATOR);
  const tables = pointTables(code as ModelCode, program, { p });
  const open = async (frames: number): Promise<PreparedProgram> => {
    const prepared = await engine.prepare(program, frames);
    for (const [name, table] of Object.entries(tables)) prepared.write(name, table);
    return prepared;
  };
  const run = async (prepared: PreparedProgram, firstFrame: number, frames: number, chunkFrames: number) => {
    const begin = performance.now();
    const parameters = { firstFrame, frames, chunkFrames, key: KEY, llrScale: 1, amplitude: 0 };
    const chunks = Math.ceil(frames / chunkFrames);
    const { outputs } = await prepared.run(parameters, [{ buffer: "counters", elements: chunks * COUNTERS }]);
    return { counters: outputs[0], elapsed: (performance.now() - begin) / 1000 };
  };
  let prepared = await open(FIRST);
  const { counters } = await run(prepared, 0, DIGESTED, DIGESTED);
  const digest = sha256Hex([...counters].join(" ")).slice(0, 16);
  const [total, times]: [number[], number[]] = [new Array<number>(COUNTERS).fill(0), []];
  let [frames, done, spent] = [FIRST, DIGESTED, 0];
  while (spent < seconds && total[0] < most) {
    const result = await run(prepared, done, frames, frames);
    done += frames;
    spent += result.elapsed;
    result.counters.forEach((count, i) => {
      total[i] += count;
    });
    share(Math.min(1, spent / seconds));
    // Runs of half a second, as a simulation has.
    if (result.elapsed > 0.5 || frames >= Math.min(MOST, most)) continue;
    frames = Math.min(MOST, 4 * frames);
    prepared.release();
    prepared = await open(frames);
    // The first run of a size also compiles, and the shorter ones idle.
    [spent, done] = [0, done + frames];
    total.fill(0);
    await run(prepared, done, frames, frames);
  }
  for (let i = 0; i < 64 && times.reduce((sum, each) => sum + each, 0) < seconds; i++)
    times.push((await run(prepared, done + i, 1, 1)).elapsed);
  prepared.release();
  return {
    shots: total[0],
    failures: total[1],
    undetected: total[5],
    iterations: total[6],
    seconds: spent,
    oneShot: median(times),
    digest,
    plan: program.plan.join("; "),
  };
}

function rowsOf({ circuit, p, decoder, published }: Case, measured: Measured): Comparison[] {
  const { shots, failures, undetected, iterations, seconds, oneShot, digest } = measured;
  const what = `${circuit}, p ${p}, ${decoder}`;
  const { low, high } = clopperPearson(failures, shots);
  const theirs = published.failures;
  return [
    {
      what,
      unit: "shots/s",
      paper: published.rate,
      ours: shots / seconds,
      how: `${formatNumber(iterations / shots, 4)} iterations a shot`,
    },
    {
      what,
      unit: "failures of a shot",
      ...(theirs && { paper: theirs[0] / theirs[1] }),
      ours: failures / shots,
      how: `${failures} of ${shots}, 95 % ${formatInterval(low, high)}; ${undetected} explain all detectors; first ${DIGESTED} shots ${digest}`,
    },
    {
      what: `${what}, one shot`,
      unit: "ms",
      ours: 1000 * oneShot,
      how: "median of 64 calls, submission to counts on the host",
    },
  ];
}
