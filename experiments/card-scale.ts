import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { number, numbers, text } from "../src/cli/command-line/option.ts";
import { print } from "../src/cli/output.ts";
import { writeFileAtomic } from "../src/node/disk/disk.ts";
import { formatCount, formatNumber } from "../src/report/format.ts";
import { formatTable } from "../src/report/table.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { runLdpc } from "./shared/ldpc-process.ts";

/** What is simulated: a code over GF(q) and one of bits, both at a FER that a sweep ends with. */
const CASES = [
  { code: "nb620-gf32", decoder: "min-max messages=levels16", ebn0: 3.5, frames: 30e6 },
  { code: "wimax-2304-1152", decoder: "offset-min-sum schedule=layered messages=int8", ebn0: 2.5, frames: 800e6 },
] as const;

/** One run by the clock. */
interface CardRun {
  readonly code: string;
  readonly decoder: string;
  readonly cards: number;
  readonly frames: number;
  /** Of the whole command, starts included. */
  readonly seconds: number;
  /** How many times as fast as the first number of cards. */
  readonly speedup: number;
}

export default defineExperiment({
  summary:
    "what several GPUs in one host are worth: the same run with one and with more, by the clock, ledger included",
  options: {
    cards: numbers({
      group: "Measurement",
      describe: "numbers of GPUs, the first of which the others are compared with",
      example: "1 2 4",
      default: [1, 2],
      ...{ whole: true, minimum: 1 },
    }),
    length: number({
      group: "Measurement",
      describe: "frames of each run, in multiples of the usual number",
      example: "0.1",
      default: 1,
      ...{ above: 0 },
    }),
    out: text({
      group: "Output",
      placeholder: "FILE",
      describe: "JSON file to write",
      example: "runs/card-scale.json",
      default: "runs/card-scale.json",
    }),
  },
  async run({ cards, length, out }) {
    const runs: CardRun[] = [];
    for (const one of CASES) runs.push(...(await measure(one, cards, length)));
    const headers = ["code", "decoder", "GPUs", "frames", "seconds", "frames/s", "times as fast"];
    const rows = runs.map((run) => [
      run.code,
      run.decoder,
      String(run.cards),
      formatCount(run.frames),
      formatNumber(run.seconds),
      formatNumber(run.frames / run.seconds),
      formatNumber(run.speedup),
    ]);
    print(formatTable(headers, rows, { align: ["left", "left", "right", "right", "right", "right", "right"] }));
    writeFileAtomic(out, `${JSON.stringify({ experiment: "card-scale", runs }, null, 2)}\n`);
    print(`\n${out}`);
  },
});

/** @throws Error if points.csv is not the same for every number of cards. */
async function measure(one: (typeof CASES)[number], cards: readonly number[], length: number): Promise<CardRun[]> {
  const frames = Math.round(one.frames * length);
  const runs: CardRun[] = [];
  let points: string | undefined;
  for (const count of cards) {
    const folder = mkdtempSync(join(tmpdir(), "ldpc-cards-"));
    try {
      const run = join(folder, "run");
      const limits = ["--max-errors", "1e9", "--max-frames", String(frames), "--engine", "gpu", "--out", run, "--json"];
      const workers = count === 1 ? ["--adapter", "0"] : ["--adapter", "all", "--jobs", String(count)];
      const task = ["--code", one.code, "--decoder", one.decoder, `--ebn0=${one.ebn0}`];
      const { seconds } = await runLdpc(["simulate", ...task, ...limits, ...workers]);
      const csv = readFileSync(join(run, "points.csv"), "utf8");
      points ??= csv;
      if (csv !== points) throw new Error(`points.csv is another one with ${count} cards: ${csv} instead of ${points}`);
      const { code, decoder } = one;
      const first = runs[0]?.seconds ?? seconds;
      runs.push({ code, decoder, cards: count, frames, seconds, speedup: first / seconds });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return runs;
}
