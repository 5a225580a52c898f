import { BatchSize } from "../../simulation/batch.ts";
import type { DecodedBlocks } from "../core/block-decoding.ts";
import type { DoneBlocks } from "./folder.ts";
import type { BlockResult } from "./journal-records.ts";
import { blockLengths, type StreamHeader } from "./messages/headers.ts";
import type { RecordReader } from "./messages/record-reader.ts";

/** The reference end with the data that it reads. */
export interface ReferenceSide {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  /**
   * Message [block][payload of the syndrome file], bits [block][⌈keyBits/8⌉] and the private bits that were drawn
   * [block][⌈p/8⌉], of blocks of these lengths.
   */
  encode(
    first: number,
    lengths: readonly number[],
  ): Promise<{ readonly payloads: Uint8Array; readonly bits: Uint8Array; readonly privateBits: Uint8Array }>;
}

/** The decoding end with the data that it reads. */
export interface DecodingSide {
  /** Most blocks that one call takes. */
  readonly blocksMaximum: number;
  /** Decodes blocks of these lengths by their messages, [block][payload of the syndrome file]. */
  decode(first: number, lengths: readonly number[], payloads: Uint8Array): Promise<DecodedBlocks & Partial<Corrected>>;
}

/** Bits of verified blocks that were wrong, where that means something. */
interface Corrected {
  readonly corrected: Uint32Array;
}

/** A stream of blocks, the ends present, and its output. */
export interface StreamJob {
  readonly stream: StreamHeader;
  /** Without it, its syndrome file takes its place. */
  readonly reference?: ReferenceSide;
  readonly decoding?: DecodingSide;
  readonly syndromes?: RecordReader<StreamHeader>;
  /** Most blocks of a batch, so that memory does not depend on the size of the files. */
  readonly batchBlocks: number;
  /** Number of batches in flight that keeps the engine busy. */
  readonly runsInFlight: number;
  readonly output: { readonly blocks: number; append(done: DoneBlocks): void };
  /** Stops after the batches in flight. */
  readonly signal?: AbortSignal;
  /** Called after every batch. */
  progress?(done: DoneBlocks): void;
}

/** A batch that has been worked on. */
interface Batch {
  readonly count: number;
  readonly done: DoneBlocks;
  readonly seconds: number;
}

/**
 * Reconciles the remaining blocks of a stream batch by batch, in order. Only the batches in flight are read and kept in
 * memory.
 * @throws InputError for a damaged syndrome file and a disk that refuses; DeviceLostError if the device was lost.
 */
export async function reconcileStream(job: StreamJob): Promise<void> {
  const { stream, reference, decoding, output, batchBlocks } = job;
  const maximum = Math.min(
    batchBlocks,
    ...[reference, decoding].flatMap((side) => (side === undefined ? [] : [side.blocksMaximum])),
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
    // Runs in flight after an error must not outlive their engine.
    await Promise.allSettled(inFlight);
  }
}

async function workOn(
  { stream, reference, decoding, syndromes }: StreamJob,
  first: number,
  count: number,
): Promise<Batch> {
  const lengths = blockLengths(stream, first, count);
  const begin = performance.now();
  const encoded = await reference?.encode(first, lengths);
  const payloads = encoded?.payloads ?? (await syndromes!.read(first, count));
  const made = { syndromes: encoded?.payloads, reference: encoded?.bits, privateBits: encoded?.privateBits };
  if (decoding === undefined) {
    const results = lengths.map(() => NOT_DECODED);
    return { count, done: { results, ...made }, seconds: (performance.now() - begin) / 1000 };
  }
  const decoded = await decoding.decode(first, lengths, payloads);
  const results = blockResults(decoded, count);
  return { count, done: { results, ...made, decoding: decoded.bits }, seconds: decoded.seconds };
}

const NOT_DECODED: BlockResult = { converged: false, verified: false, iterations: 0, corrected: 0 };

function blockResults(decoded: DecodedBlocks & Partial<Corrected>, count: number): BlockResult[] {
  const { converged, verified, iterations, corrected } = decoded;
  return Array.from({ length: count }, (_, i) => ({
    converged: converged[i] === 1,
    verified: verified[i] === 1,
    iterations: iterations[i],
    corrected: corrected?.[i] ?? 0,
  }));
}
