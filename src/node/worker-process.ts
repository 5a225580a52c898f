import { z } from "zod";
import { codeHash } from "../code/hash.ts";
import { readDecoder } from "../decoder/decoder.ts";
import { DeviceLostError, InputError } from "../errors.ts";
import { work } from "../simulation/worker.ts";
import { CODE_COLUMNS, loadCode } from "./codes.ts";
import { LedgerStore } from "./ledger-store.ts";
import { requireRunFile, runSweep } from "./run-file.ts";
import type { CreateRunnerFactory } from "./runner-factory.ts";

const JOB = z.object({
  folder: z.string(),
  worker: z.string(),
  code: z.string(),
  /** Options of `loadCode`. */
  load: z.object({
    format: z.string().optional(),
    values: z.enum(["decimal", "exponent", "exponent+1"]).optional(),
    polynomial: z.number().optional(),
    liftingSize: z.number().optional(),
    rows: z.number().optional(),
    fillers: z.number().optional(),
    columns: z.enum(CODE_COLUMNS).optional(),
  }),
  decoder: z.string(),
  engine: z.enum(["auto", "gpu", "cpu"]),
  adapter: z.string().optional(),
  memory: z.number().optional(),
  jobs: z.number(),
});

/** What a worker process is told, as JSON in its first argument. The sweep itself stands in run.json. */
export type WorkerJob = z.infer<typeof JOB>;

/** What a worker process says before it ends with status 1. */
export interface WorkerFailure {
  readonly message: string;
}

/** Exit status after Ctrl-C: 128 + SIGINT. */
export const INTERRUPTED = 130;

/**
 * The life of a worker process. Ends with status 0 when the sweep is done, 130 after Ctrl-C or when the parent is gone,
 * 1 after a failure, which is sent to the parent.
 */
export async function runWorkerProcess(create: CreateRunnerFactory): Promise<void> {
  const abort = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => abort.abort());
  process.on("disconnect", () => abort.abort());
  let status = 1;
  try {
    const outcome = await doJob(JOB.parse(JSON.parse(process.argv[2])), create, abort.signal);
    status = outcome === "done" ? 0 : INTERRUPTED;
  } catch (error) {
    if (abort.signal.aborted && error instanceof DeviceLostError) status = INTERRUPTED;
    else await tellParent({ message: failureMessage(error) });
  }
  // Abandoned runs of an engine must not keep the process alive.
  process.exit(status);
}

async function doJob(job: WorkerJob, create: CreateRunnerFactory, signal: AbortSignal): Promise<"done" | "aborted"> {
  const run = requireRunFile(job.folder);
  const code = loadCode(job.code, job.load);
  if (codeHash(code.matrix, code) !== run.code.hash)
    throw new InputError("the code file was changed", { file: job.code });
  const decoder = readDecoder(job.decoder);
  const { engine, adapter, memory, jobs } = job;
  const of = { code, decoder, codeword: run.codeword, channel: run.channel };
  const factory = await create({ ...of, engine, adapter, memory, jobs });
  try {
    const store = new LedgerStore(job.folder, { engine: factory.description, worker: job.worker });
    try {
      return await work({ sweep: runSweep(run), shared: store, factory, signal });
    } finally {
      store.close();
    }
  } finally {
    await factory.close();
  }
}

function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = error.name === "InputError" || error.name === "DeviceLostError";
  return expected ? error.message : (error.stack ?? error.message);
}

function tellParent(failure: WorkerFailure): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(failure, undefined, undefined, () => resolve());
  });
}
