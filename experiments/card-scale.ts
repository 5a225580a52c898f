import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatCount, formatNumber } from "../src/report/format.ts";
import { inFolder, type ProcessListener, runLdpc } from "./shared/ldpc-process.ts";
import { measurement } from "./shared/options.ts";
import { type Measured, reportExperiment } from "./shared/report.ts";

/** The simulated codes: one over GF(q) and one of bits, both at the last FER of a sweep. */
const CASES = [
  { code: "nb620-gf32", decoder: "min-max messages=levels16", ebn0: 3.5, frames: 30e6 },
  { code: "wimax-2304-1152", decoder: "offset-min-sum schedule=layered messages=int8", ebn0: 2.5, frames: 800e6 },
] as const;

export default reportExperiment({
  name: "card-scale",
  summary: "value of several GPUs in one host: the same run with one GPU and with more, by the clock, ledger included",
  opens: "processes",
  options: {
    cards: measurement.counts(
      "numbers of GPUs, the first of which the others are compared with; with --engine cpu of workers that share the cores",
      "1 2 4",
      [1, 2],
    ),
    length: measurement.number("frames of each run, in multiples of the usual number", "0.1", 1, { above: 0 }),
  },
  quick: { length: 5e-5 },
  plan({ cards, length }, lab) {
    const { engine } = lab.device;
    return {
      source: `The same run with ${cards.join(" and ")} ${engine === "cpu" ? "workers that share the processor's cores" : "GPUs"}`,
      settings: { length },
      measurements: CASES.map((one) => ({
        name: `${one.code}, ${one.decoder}, ${cards.join(", ")} ${engine === "cpu" ? "workers" : "GPUs"}`,
        measure: (_, note) => measure(one, engine, cards, length, { signal: lab.signal, note }),
      })),
    };
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
  const runs: { cards: number; frames: number; seconds: number; speedup: number }[] = [];
  let points: string | undefined;
  for (const count of cards) {
    await inFolder(async (folder) => {
      const run = join(folder, "run");
      const limits = ["--max-errors=1e9", `--max-frames=${frames}`, `--engine=${engine}`, `--out=${run}`, "--json"];
      const adapter = engine === "cpu" ? [] : [`--adapter=${count === 1 ? "0" : "all"}`];
      const workers = count === 1 ? adapter : [...adapter, `--jobs=${count}`];
      const task = [`--code=${code}`, `--decoder=${decoder}`, `--ebn0=${one.ebn0}`];
      const { seconds } = await runLdpc(["simulate", ...task, ...limits, ...workers], listener);
      const csv = readFileSync(join(run, "points.csv"), "utf8");
      points ??= csv;
      if (csv !== points) throw new Error(`points.csv is another one with ${count} cards: ${csv} instead of ${points}`);
      runs.push({ cards: count, frames, seconds, speedup: (runs[0]?.seconds ?? seconds) / seconds });
    });
  }
  const rows = runs.map(({ cards: count, seconds, speedup }) => ({
    what: `${code}, ${decoder}: ${count}`,
    unit: "frames/s",
    ours: frames / seconds,
    how: `${formatCount(frames)} frames in ${formatNumber(seconds)} s, ${formatNumber(speedup)} times as fast as ${cards[0]}`,
  }));
  return { rows, details: { code, decoder, runs } };
}
