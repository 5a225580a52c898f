import { z } from "zod";
import { codeHash } from "../../code/hash.ts";
import { decoderText, readDecoder } from "../../decoder/decoder.ts";
import type { EngineInfo } from "../../engine/engine.ts";
import { DeviceLostError, InputError } from "../../errors.ts";
import { abandoned } from "../../simulation/runner.ts";
import { SEMANTICS_VERSION } from "../../simulation/task.ts";
import type { UnderWay } from "../../simulation/under-way.ts";
import { work } from "../../simulation/worker.ts";
import { LOAD_OPTIONS, loadCode } from "../codes/codes.ts";
import { decoderFile } from "../disk/bounded-text.ts";
import type { LeaseOptions } from "../disk/lease-folder.ts";
import { endProcess } from "../engine/dawn.ts";
import { ENGINE_CHOICE } from "../engine/engines.ts";
import { INTERRUPTED, INTERRUPTS } from "../interrupts.ts";
import { LedgerStore } from "./ledger-store.ts";
import { type RunFile, type RunIdentity, runIdentity } from "./run-file.ts";
import { RunReader } from "./run-reader.ts";
import type { CreateRunnerFactory } from "./runner-factory.ts";

const JOB = z.object({
  folder: z.string(),
  worker: z.string(),
  code: z.string(),
  load: LOAD_OPTIONS,
  decoder: z.string(),
  engine: ENGINE_CHOICE,
  /** The card that the process is bound to, in words. */
  card: z.string().optional(),
});

/** The job of a worker process, as JSON in its first argument. The sweep itself is in run.json. */
export type WorkerJob = z.infer<typeof JOB>;

/** A worker process's message to its parent: the reason for ending with status 1, a text to show, or the chunks that it computes. */
export type WorkerMessage = { readonly failure: string } | { readonly said: string } | { readonly underWay: UnderWay };

/**
 * The life of a worker process. Ends with status 0 when the sweep is done, 130 after Ctrl-C or after the end of its
 * parent, 1 after a failure, which is sent to the parent.
 * @param lease of the worker's claims.
 */
export async function runWorkerProcess(create: CreateRunnerFactory, lease?: LeaseOptions): Promise<void> {
  const abort = new AbortController();
  for (const signal of INTERRUPTS) process.on(signal, () => abort.abort());
  process.on("disconnect", () => abort.abort());
  let status = 1;
  try {
    const outcome = await doJob(JOB.parse(JSON.parse(process.argv[2])), create, lease, abort.signal);
    status = outcome === "done" ? 0 : INTERRUPTED;
  } catch (error) {
    const { aborted, reason } = abort.signal;
    if (aborted && (error instanceof DeviceLostError || error === reason)) status = INTERRUPTED;
    else await tellParent({ failure: failureMessage(error) });
  }
  // Abandoned runs of an engine must not keep the process alive.
  endProcess(status);
}

async function doJob(
  job: WorkerJob,
  create: CreateRunnerFactory,
  lease: LeaseOptions | undefined,
  signal: AbortSignal,
): Promise<"done" | "aborted"> {
  const code = loadCode(job.code, job.load);
  const decoder = readDecoder(job.decoder, decoderFile);
  const say = (said: string) => void tellParent({ said: `worker ${job.worker}: ${said}` });
  const reader = new RunReader(job.folder, say);
  const { run } = reader;
  if (codeHash(code.matrix, code) !== run.code.hash)
    throw new InputError("the code file was changed", { file: job.code });
  const computes = computedIdentity(run, decoderText(decoder));
  if (computes.decoder !== run.decoder) {
    const message = `holds a run of the decoder ${run.decoder}, not ${computes.decoder}: choose another --out`;
    throw new InputError(message, { file: job.folder });
  }
  const { codeword, channel, random: generator } = run;
  const factory = await create({ engine: job.engine, code, decoder, codeword, channel, generator, signal, say });
  try {
    const engine = withCard(factory.description, job.card);
    const store = new LedgerStore(reader, { engine, worker: job.worker, computes, lease });
    try {
      return await work({
        shared: store,
        factory,
        signal,
        onWait: (holders) => say(waitText(holders)),
        onUnderWay: (underWay) => void tellParent({ underWay }),
      });
    } finally {
      store.close();
    }
  } finally {
    await (signal.aborted ? abandoned(factory) : factory.close());
  }
}

/** An engine whose description includes its card, because several cards have the same name. */
export function withCard(engine: EngineInfo, card: string | undefined): EngineInfo {
  return card === undefined ? engine : { ...engine, adapter: `${engine.adapter}, ${card}` };
}

/**
 * The identity of a worker's results on a run whose code equals its own: the run's identity with the worker's decoder
 * and its program's semantics version.
 * @param decoder canonical spec of the decoder that the worker has loaded.
 */
export function computedIdentity(run: RunFile, decoder: string): RunIdentity {
  return { ...runIdentity(run), decoder, semantics: SEMANTICS_VERSION };
}

/** Message of a worker that waits until other workers end. */
export function waitText(holders: readonly string[]): string {
  return `waits for ${holders.length > 0 ? holders.join(" and ") : "other workers"}`;
}

function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = error.name === "InputError" || error.name === "DeviceLostError";
  return expected ? error.message : (error.stack ?? error.message);
}

function tellParent(message: WorkerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });
}
