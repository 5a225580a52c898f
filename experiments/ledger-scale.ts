import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { number, text } from "../src/cli/command-line/option.ts";
import { readArguments } from "../src/cli/command-line/parse.ts";
import { print } from "../src/cli/output.ts";
import simulate from "../src/cli/simulate/command.ts";
import { planRun } from "../src/cli/simulate/plan.ts";
import { writeFileAtomic } from "../src/node/disk/disk.ts";
import { LedgerStore } from "../src/node/run/ledger-store.ts";
import { publishPoints } from "../src/node/run/publish.ts";
import { commitRun, runIdentity } from "../src/node/run/run-file.ts";
import { RunReader } from "../src/node/run/run-reader.ts";
import { formatCount, formatNumber } from "../src/report/format.ts";
import { formatTable } from "../src/report/table.ts";
import { COUNT_NAMES } from "../src/simulation/chunk.ts";
import { ChunkRows, ROW_COUNTS } from "../src/simulation/chunk-rows.ts";
import { firstFreeRange } from "../src/simulation/claims.ts";
import { work } from "../src/simulation/worker.ts";
import { defineExperiment } from "./shared/experiment.ts";
import { folderSize, runLdpc } from "./shared/ldpc-process.ts";

export default defineExperiment({
  summary: "the ledger of a run of very many chunks, counted by a runner that does not decode: time, memory, size",
  options: {
    chunks: number({ group: "Measurement", describe: "chunks of one frame", example: "1e9", default: 1e9 }),
    fer: number({ group: "Measurement", describe: "rate of frame errors", example: "1e-3", default: 1e-4 }),
    "max-errors": number({
      group: "Measurement",
      describe: "frame errors at which the point would end",
      example: "1e9",
      default: 1e9,
    }),
    out: text({
      group: "Output",
      describe: "file to write",
      placeholder: "FILE",
      example: "runs/ledger-scale.json",
      default: "runs/ledger-scale.json",
    }),
  },
  async run({ chunks, fer, maxErrors, out }) {
    const folder = mkdtempSync(join(tmpdir(), "ldpc-ledger-"));
    try {
      const run = join(folder, "run");
      const counted = await count(run, chunks, fer, maxErrors);
      const { bytes, lines } = folderSize(join(run, "shards"));
      const { stdout: _, ...status } = await runLdpc(["status", run]);
      const { stdout: __, ...resume } = await runLdpc(["simulate", ...simulateArguments(run, chunks, maxErrors)]);
      const result = { ...counted, shardBytes: bytes, shardLines: lines, status, resume };
      const rows = [
        ["chunks", formatCount(chunks)],
        ["frame errors", formatCount(counted.frameErrors)],
        ["runs", formatCount(counted.claims)],
        ["µs for a claim", formatNumber(1e6 * counted.claimSeconds)],
        ["µs of them to find free chunks", formatNumber(1e6 * counted.findSeconds)],
        ["shards, MB", formatNumber(bytes / 1e6)],
        ["lines", formatCount(lines)],
        ["status, s", formatNumber(status.seconds)],
        ["status, MB", formatNumber(status.memory.most ?? Number.NaN)],
        ["resume, s", formatNumber(resume.seconds)],
        ["resume, MB", formatNumber(resume.memory.most ?? Number.NaN)],
      ];
      print(formatTable(["", ""], rows, { align: ["left", "right"] }));
      writeFileAtomic(
        out,
        `${JSON.stringify({ experiment: "ledger-scale", chunks, fer, maxErrors, ...result }, null, 2)}\n`,
      );
      print(`\n${out}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

/** The options of `ldpc simulate` that the run is of. */
function simulateArguments(out: string, chunks: number, maxErrors: number): string[] {
  const limits = ["--chunk", "1", "--max-frames", String(chunks), "--max-errors", String(maxErrors)];
  return ["--code", "tiny12-gf8", "--ebn0", "3", ...limits, "--out", out, "--quiet"];
}

/** Fills a run with counts that nobody decoded. */
async function count(out: string, chunks: number, fer: number, maxErrors: number) {
  const { options, given } = await readArguments(simulate, "ldpc simulate", simulateArguments(out, chunks, maxErrors));
  const { command: plan } = planRun(options, given);
  await commitRun(out, plan);
  const reader = new RunReader(out, print);
  const engine = { engine: "cpu", adapter: "counts only", driver: "", software: true } as const;
  const store = new LedgerStore(reader, { engine, worker: "1", computes: runIdentity(plan) });
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
    await work({ shared: store, factory: { open: async () => countingRunner(fer) } });
  } finally {
    store.close();
  }
  const [{ state }] = await publishPoints(reader);
  const { frameErrors } = state.counts;
  return { frameErrors, claims, claimSeconds: claimSeconds / claims, findSeconds: findSeconds / claims };
}

/** Chunks of one frame each: a frame is wrong by a hash of its number. */
function countingRunner(fer: number) {
  const columns = Object.fromEntries(COUNT_NAMES.map((name, i) => [name, i])) as Record<
    (typeof COUNT_NAMES)[number],
    number
  >;
  return {
    chunksMaximum: Number.MAX_SAFE_INTEGER,
    runsInFlight: 1,
    async run(firstChunk: number, chunks: number) {
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

/** Counts of a wrong frame with one wrong bit. */
const WRONG = ["frameErrors", "symbolErrors", "bitErrors", "symbolErrorsSquared", "bitErrorsSquared"] as const;
