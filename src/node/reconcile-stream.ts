import type { Alice } from "../reconciliation/alice.ts";
import type { AliceMessage, Blocks } from "../reconciliation/blocks.ts";
import type { Bob, CorrectedBlocks } from "../reconciliation/bob.ts";
import { BatchSize } from "../simulation/batch.ts";
import type { BitFile } from "./bit-file.ts";
import type { DoneBlocks } from "./reconciliation-folder.ts";
import {
  type BlockResult,
  blockLengths,
  keyBitsOf,
  type StreamHeader,
  syndromeBytesOf,
} from "./reconciliation-headers.ts";
import type { RecordReader } from "./record-file.ts";

/** A stream of blocks, the ends that are here, and where it goes. */
export interface StreamJob {
  readonly stream: StreamHeader;
  /** Without Alice, her syndrome file takes her place. */
  readonly alice?: { readonly end: Pick<Alice, "blocksMaximum" | "encode">; readonly input: BitFile };
  readonly bob?: { readonly end: Pick<Bob, "blocksMaximum" | "correct">; readonly input: BitFile };
  readonly syndromes?: RecordReader<StreamHeader>;
  /** Batches worth having in flight at once, as the engine says. */
  readonly runsInFlight: number;
  readonly output: { readonly blocks: number; append(done: DoneBlocks): void };
  /** Stops after the batches in flight. */
  readonly signal?: AbortSignal;
  /** Told after every batch. */
  progress?(done: DoneBlocks): void;
}

/** Most bytes of sifted bits in a batch: what is in memory does not depend on the size of the files. */
const BATCH_BYTES = 16 * 2 ** 20;

/** A batch that has been worked on. */
interface Batch {
  readonly count: number;
  readonly done: DoneBlocks;
  readonly seconds: number;
}

/**
 * Reconciles what is left of a stream batch by batch, in order. Read and kept in memory are only the batches in flight.
 * @throws InputError for a damaged syndrome file and a disk that refuses; DeviceLostError if the device went away.
 */
export async function reconcileStream(job: StreamJob): Promise<void> {
  const { stream, alice, bob, output } = job;
  const fitting = Math.max(1, Math.floor(BATCH_BYTES / Math.ceil(keyBitsOf(stream) / 8)));
  const maximum = Math.min(
    fitting,
    ...[alice, bob].flatMap((end) => (end === undefined ? [] : [end.end.blocksMaximum])),
  );
  const size = new BatchSize();
  const inFlight: Promise<Batch>[] = [];
  let next = output.blocks;
  try {
    while (next < stream.blocks || inFlight.length > 0) {
      while (next < stream.blocks && inFlight.length < job.runsInFlight && !job.signal?.aborted) {
        const count = Math.min(size.chunks(maximum), stream.blocks - next);
        const batch = workOn(job, next, count);
        // It may fail before its turn to be awaited comes.
        batch.catch(() => {});
        inFlight.push(batch);
        next += count;
      }
      const oldest = inFlight.shift();
      if (oldest === undefined) break;
      const { count, done, seconds } = await oldest;
      size.learn(count, seconds);
      output.append(done);
      job.progress?.(done);
    }
  } finally {
    // What is still running after an error must not outlive its engine.
    await Promise.allSettled(inFlight);
  }
}

async function workOn({ stream, alice, bob, syndromes }: StreamJob, first: number, count: number): Promise<Batch> {
  const lengths = blockLengths(stream, first, count);
  const begin = performance.now();
  const blocks = alice && (await readBlocks(alice.input, stream, first, lengths));
  const message = alice ? await alice.end.encode(blocks!) : splitPayloads(await syndromes!.read(first, count), stream);
  const payloads = alice && joinPayloads(message, count);
  if (bob === undefined) {
    const results = lengths.map(() => NOT_DECODED);
    return { count, done: { results, syndromes: payloads }, seconds: (performance.now() - begin) / 1000 };
  }
  const corrected = await bob.end.correct(await readBlocks(bob.input, stream, first, lengths), message);
  const results = blockResults(corrected, count);
  const done = { results, syndromes: payloads, alice: blocks?.bits, bob: corrected.bits };
  return { count, done, seconds: corrected.seconds };
}

const NOT_DECODED: BlockResult = { converged: false, verified: false, iterations: 0, corrected: 0 };

async function readBlocks(
  input: BitFile,
  stream: StreamHeader,
  first: number,
  lengths: readonly number[],
): Promise<Blocks> {
  const keyBits = keyBitsOf(stream);
  const bits = await input.read(first * keyBits, lengths, Math.ceil(keyBits / 8));
  const last = lengths[lengths.length - 1];
  return { first, count: lengths.length, bits, ...(last < keyBits && { lastBits: last }) };
}

/** Syndromes and hashes as they stand in the syndrome file. */
function joinPayloads({ syndromes, hashes }: AliceMessage, count: number): Uint8Array {
  const [syndromeBytes, hashBytes] = [syndromes.length / count, hashes.length / count];
  const payloads = new Uint8Array(syndromes.length + hashes.length);
  for (let i = 0; i < count; i++) {
    const position = i * (syndromeBytes + hashBytes);
    payloads.set(syndromes.subarray(i * syndromeBytes, (i + 1) * syndromeBytes), position);
    payloads.set(hashes.subarray(i * hashBytes, (i + 1) * hashBytes), position + syndromeBytes);
  }
  return payloads;
}

/** What stands in the syndrome file, as Alice's message. */
export function splitPayloads(payloads: Uint8Array, stream: StreamHeader): AliceMessage {
  const syndromeBytes = syndromeBytesOf(stream);
  const hashBytes = stream.hashBits / 8;
  const bytes = syndromeBytes + hashBytes;
  const count = payloads.length / bytes;
  const syndromes = new Uint8Array(count * syndromeBytes);
  const hashes = new Uint8Array(count * hashBytes);
  for (let i = 0; i < count; i++) {
    syndromes.set(payloads.subarray(i * bytes, i * bytes + syndromeBytes), i * syndromeBytes);
    hashes.set(payloads.subarray(i * bytes + syndromeBytes, (i + 1) * bytes), i * hashBytes);
  }
  return { syndromes, hashes };
}

function blockResults({ converged, verified, iterations, corrected }: CorrectedBlocks, count: number): BlockResult[] {
  return Array.from({ length: count }, (_, i) => ({
    converged: converged[i] === 1,
    verified: verified[i] === 1,
    iterations: iterations[i],
    corrected: corrected[i],
  }));
}
