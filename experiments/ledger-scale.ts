import { join } from "node:path";
import { readArguments } from "../src/cli/command-line/parse.ts";
import { print } from "../src/cli/output.ts";
import { planRun } from "../src/cli/simulate.ts";
import { commands } from "../src/cli/sweep.ts";
import { openRun } from "../src/node/run/run.ts";
import { commitRun, runIdentity } from "../src/node/run/run-file.ts";
import { RunWorker } from "../src/node/run/run-worker.ts";
import { formatCount, formatNumber } from "../src/report/format.ts";
import { ChunkRows, ROW_COUNTS } from "../src/simulation/chunks/chunk-block.ts";
import { COUNT_NAMES } from "../src/simulation/counts.ts";
import { firstFreeRange, work } from "../src/simulation/worker.ts";
import { folderSize, inFolder, type ProcessListener, runLdpc } from "./shared/ldpc-process.ts";
import { measurement } from "./shared/options.ts";
import { type Measured, reportExperiment } from "./shared/report.ts";

export default reportExperiment({
  name: "ledger-scale",
  opens: "core",
  summary: "the ledger of a run of very many chunks, counted by a runner that does not decode: time, memory, size",
  options: {
    chunks: measurement.count("chunks of one frame", "1e9", 1e9),
    fer: measurement.number("rate of frame errors", "1e-3", 1e-4),
    "max-errors": measurement.number("frame errors at which the point would end", "1e9", 1e9),
  },
  quick: { chunks: 1e7 },
  plan: ({ chunks, fer, maxErrors }, lab) => ({
    source: `The ledger of ${formatCount(chunks)} chunks of one frame, FER ${fer}`,
    settings: { chunks, fer, maxErrors },
    measurements: [
      {
        name: `${formatCount(chunks)} chunks`,
        measure: (share, note) =>
          inFolder((folder) => measure(folder, chunks, fer, maxErrors, share, { signal: lab.signal, note })),
      },
    ],
  }),
});

async function measure(
  folder: string,
  chunks: number,
  fer: number,
  maxErrors: number,
  share: (done: number) => void,
  listener: ProcessListener,
): Promise<Measured> {
  const run = join(folder, "run");
  const counted = await count(run, chunks, fer, maxErrors, (done) => share((0.9 * done) / chunks), listener.signal);
  const { bytes, lines } = folderSize(join(run, "shards"));
  const { stdout: _, ...status } = await runLdpc(["status", run], listener);
  const again = ["simulate", ...simulateArguments(run, chunks, maxErrors)];
  const { stdout: __, ...resume } = await runLdpc(again, listener);
  const row = (what: string, unit: string, ours: number, how = "") => ({ what, unit, ours, how });
  const rows = [
    row("time of a claim", "µs", 1e6 * counted.claimSeconds, `${formatCount(counted.claims)} claims`),
    row("of it to find free chunks", "µs", 1e6 * counted.findSeconds),
    row("shards", "MB", bytes / 1e6, `${formatCount(lines)} lines, ${formatCount(counted.frameErrors)} frame errors`),
    row("status", "s", status.seconds, `${formatNumber(status.memory.most ?? Number.NaN)} MB`),
    row("resume", "s", resume.seconds, `${formatNumber(resume.memory.most ?? Number.NaN)} MB`),
  ];
  return { rows, details: { ...counted, shardBytes: bytes, shardLines: lines, status, resume } };
}

/** The options of the `ldpc simulate` run. */
function simulateArguments(out: string, chunks: number, maxErrors: number): string[] {
  const limits = ["--chunk", "1", "--max-frames", String(chunks), "--max-errors", String(maxErrors)];
  return ["--code", "tiny12-gf8", "--ebn0", "3", ...limits, "--out", out, "--quiet"];
}

/** Fills a run with invented counts. */
async function count(
  out: string,
  chunks: number,
  fer: number,
  maxErrors: number,
  counted: (chunks: number) => void,
  signal: AbortSignal,
) {
  const { options, given } = await readArguments(
    commands.simulate,
    "ldpc simulate",
    simulateArguments(out, chunks, maxErrors),
  );
  const { command: plan } = planRun(options, given);
  await commitRun(out, plan);
  const run = openRun(out, print);
  const engine = { engine: "cpu", adapter: "counts only", driver: "", software: true } as const;
  const store = new RunWorker(run, { engine, worker: "1", computes: runIdentity(plan) });
  let [claims, claimSeconds, findSeconds] = [0, 0, 0];
  const claim = store.claim.bind(store);
  store.claim = async (...args) => {
    const begin = performance.now();
    const claimed = await claim(...args);
    claimSeconds += (performance.now() - begin) / 1000;
    claims++;
    const chunksOf = store.ledger.chunks(args[0]);
    const found = performance.now();
    firstFreeRange(chunksOf, [], args[1]);
    findSeconds += (performance.now() - found) / 1000;
    return claimed;
  };
  try {
    await work({ shared: store, factory: { open: async () => countingRunner(fer, counted, signal) } });
  } finally {
    store.close();
  }
  const [{ state }] = run.publish();
  const { frameErrors } = state.counts;
  return { frameErrors, claims, claimSeconds: claimSeconds / claims, findSeconds: findSeconds / claims };
}

/** Chunks of one frame each: a hash of a frame's number decides whether it is wrong. */
function countingRunner(fer: number, counted: (chunks: number) => void, signal: AbortSignal) {
  const columns = Object.fromEntries(COUNT_NAMES.map((name, i) => [name, i])) as Record<
    (typeof COUNT_NAMES)[number],
    number
  >;
  return {
    chunksMaximum: Number.MAX_SAFE_INTEGER,
    runsInFlight: 1,
    async run(firstChunk: number, chunks: number) {
      // Signals and progress are heard between two runs.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      counted(firstChunk);
      const counts = new ChunkRows(chunks);
      const { data } = counts;
      for (let i = 0, at = 0; i < chunks; i++, at += ROW_COUNTS) {
        const hash = Math.imul((firstChunk + i) ^ ((firstChunk + i) >>> 15), 0x2c1b3c6d) >>> 0;
        const wrong = hash < fer * 2 ** 32;
        data[at + columns.frames] = 1;
        data[at + columns.iterations] = wrong ? 10 : 1 + (hash & 3);
        if (!wrong) data[at + columns.iterationsCorrect] = data[at + columns.iterations];
        else for (const name of WRONG) data[at + columns[name]] = 1;
      }
      return { counts, seconds: 0.1 };
    },
    close: async () => {},
  };
}

const WRONG = ["frameErrors", "symbolErrors", "bitErrors", "symbolErrorsSquared", "bitErrorsSquared"] as const;
