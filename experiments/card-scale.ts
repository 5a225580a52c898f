import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { number, numbers } from "../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../src/cli/options/decoder.ts";
import { formatCount, formatNumber } from "../src/report/format.ts";
import { type ProcessListener, runLdpc } from "./shared/ldpc-process.ts";
import { reportOut } from "./shared/options.ts";
import { defineExperiment } from "./shared/runner/experiment.ts";
import { type Measured, measureReport } from "./shared/runner/report-run.ts";

/** The simulated codes: one over GF(q) and one of bits, both at the last FER of a sweep. */
const CASES = [
  { code: "nb620-gf32", decoder: "min-max messages=levels16", ebn0: 3.5, frames: 30e6 },
  { code: "wimax-2304-1152", decoder: "offset-min-sum schedule=layered messages=int8", ebn0: 2.5, frames: 800e6 },
] as const;

export default defineExperiment({
  name: "card-scale",
  summary: "value of several GPUs in one host: the same run with one GPU and with more, by the clock, ledger included",
  opens: "processes",
  options: {
    cards: numbers({
      group: "Measurement",
      describe:
        "numbers of GPUs, the first of which the others are compared with; with --engine cpu of workers that share the cores",
      example: "1 2 4",
      default: [1, 2],
      whole: 1,
    }),
    length: number({
      group: "Measurement",
      describe: "frames of each run, in multiples of the usual number",
      example: "0.1",
      default: 1,
      above: 0,
    }),
    out: reportOut("card-scale"),
    engine: ENGINE_OPTIONS.engine,
  },
  quick: { length: 5e-5, out: "runs/card-scale-quick.json" },
  async run({ cards, length, out }, lab) {
    const { engine } = lab.device;
    await measureReport(lab, out, {
      experiment: "card-scale",
      source: `The same run with ${cards.join(" and ")} ${engine === "cpu" ? "workers that share the processor's cores" : "GPUs"}`,
      settings: { length },
      measurements: CASES.map((one) => ({
        name: `${one.code}, ${one.decoder}, ${cards.join(", ")} ${engine === "cpu" ? "workers" : "GPUs"}`,
        measure: (_, note) => measure(one, engine, cards, length, { signal: lab.signal, note }),
      })),
    });
  },
});

/** @throws Error if points.csv depends on the number of cards. */
async function measure(
  one: (typeof CASES)[number],
  engine: "gpu" | "cpu",
  cards: readonly number[],
  length: number,
  listener: ProcessListener,
): Promise<Measured> {
  const { code, decoder } = one;
  const frames = Math.round(one.frames * length);
  const runs: {
    readonly cards: number;
    readonly frames: number;
    readonly seconds: number;
    readonly speedup: number;
  }[] = [];
  let points: string | undefined;
  for (const count of cards) {
    const folder = mkdtempSync(join(tmpdir(), "ldpc-cards-"));
    try {
      const run = join(folder, "run");
      const limits = [
        "--max-errors",
        "1e9",
        "--max-frames",
        String(frames),
        "--engine",
        engine,
        "--out",
        run,
        "--json",
      ];
      const adapter = engine === "cpu" ? [] : ["--adapter", count === 1 ? "0" : "all"];
      const workers = count === 1 ? adapter : [...adapter, "--jobs", String(count)];
      const task = ["--code", code, "--decoder", decoder, `--ebn0=${one.ebn0}`];
      const { seconds } = await runLdpc(["simulate", ...task, ...limits, ...workers], listener);
      const csv = readFileSync(join(run, "points.csv"), "utf8");
      points ??= csv;
      if (csv !== points) throw new Error(`points.csv is another one with ${count} cards: ${csv} instead of ${points}`);
      const first = runs[0]?.seconds ?? seconds;
      runs.push({ cards: count, frames, seconds, speedup: first / seconds });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const rows = runs.map(({ cards: count, seconds, speedup }) => ({
    what: `${code}, ${decoder}: ${count}`,
    unit: "frames/s",
    ours: frames / seconds,
    how: `${formatCount(frames)} frames in ${formatNumber(seconds)} s, ${formatNumber(speedup)} times as fast as ${cards[0]}`,
  }));
  return { rows, details: { code, decoder, runs } };
}
