import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { BatchSize } from "../../simulation/batch.ts";
import { type Blocks, type DecodedBlocks, drawPrivateBits, fillRandom, type PrivateBits } from "../core/blocks.ts";
import { type InterleavedWindow, Interleaver } from "../core/interleaver.ts";
import { ditherValues, type GaussianBlocks, type ReferenceMessage } from "../core/values.ts";
import { type BitFile, stringsOf } from "./bit-file.ts";
import type { BlockResult, DoneBlocks } from "./folder.ts";
import { blockLengths, isOfValues, joinMessages, keyBitsOf, type StreamHeader, splitMessages } from "./headers.ts";
import type { RecordReader } from "./record-file.ts";
import type { ValueSequence } from "./value-file.ts";

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
interface StreamJob {
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

/** Windows that are kept: a block may lie in two of them. */
const WINDOWS_KEPT = 2;

/**
 * The bits of the first run's string in the order in which they are cut into blocks: interleaved by the seed in the
 * header of the syndrome file, or in their own order without a seed. Windows of 8 MiB are read and reordered on demand.
 * @param file the whole string.
 */
export function interleavedBits(file: BitFile, stream: StreamHeader): BitFile {
  if (isOfValues(stream) || stream.interleaver === undefined) return file;
  const seed = stream.interleaver;
  const interleaver = new Interleaver(file.bits, [
    Number.parseInt(seed.slice(0, 8), 16),
    Number.parseInt(seed.slice(8, 16), 16),
  ]);
  const kept = new Map<number, Promise<Uint8Array>>();
  const reordered = async (window: InterleavedWindow) => {
    const bytes = window.bits / 8;
    const found = await file.read(window.first, [window.bits], bytes);
    const done = interleaver.reorder(window, found);
    found.fill(0);
    return done;
  };
  const bytesOf = (window: InterleavedWindow): Promise<Uint8Array> => {
    const known = kept.get(window.index) ?? reordered(window);
    // The most recently used window is dropped last.
    kept.delete(window.index);
    kept.set(window.index, known);
    for (const index of kept.keys()) if (kept.size > WINDOWS_KEPT) kept.delete(index);
    return known;
  };
  const read = async (target: Uint8Array, position: number) => {
    for (let done = 0; done < target.length; ) {
      const at = position + done;
      const window = interleaver.windowOf(8 * at);
      const left = target.length - done;
      if (window === undefined) {
        // Bits at the end of the string, which keep their places.
        target.set(await file.read(8 * at, [Math.min(8 * left, file.bits - 8 * at)], left), done);
        return;
      }
      const from = at - window.first / 8;
      const part = (await bytesOf(window)).subarray(from, from + left);
      target.set(part, done);
      done += part.length;
    }
  };
  return { path: file.path, bits: file.bits, close: () => file.close(), read: stringsOf(read) };
}

/** Most bytes of sifted bits in a batch. */
const BIT_BATCH_BYTES = 16 * 2 ** 20;
/** Most bytes of values in a batch: of million-bit words, enough to keep a GPU busy. */
const VALUE_BATCH_BYTES = 256 * 2 ** 20;

/** Blocks that a batch may have. */
export function batchBlocksOf(stream: StreamHeader): number {
  const keyBits = keyBitsOf(stream);
  const blocks = isOfValues(stream) ? VALUE_BATCH_BYTES / (4 * keyBits) : BIT_BATCH_BYTES / Math.ceil(keyBits / 8);
  return Math.max(1, Math.floor(blocks));
}

/** Reads consecutive blocks of these lengths, of bits or of values. */
export type BlockReader<Data> = (first: number, lengths: readonly number[]) => Promise<Data>;

/** Blocks of a string. Reading throws InputError if the file has become shorter. */
export function bitBlocks(input: BitFile, stream: StreamHeader): BlockReader<Blocks> {
  const keyBits = keyBitsOf(stream);
  return async (first, lengths) => {
    const bits = await input.read(first * keyBits, lengths, Math.ceil(keyBits / 8));
    const last = lengths[lengths.length - 1];
    return { first, count: lengths.length, bits, ...(last < keyBits && { lastBits: last }) };
  };
}

/** Blocks of values. @param resolution step of digitised values in the unit of the file: they are dithered. */
export function valueBlocks(
  input: ValueSequence,
  stream: StreamHeader,
  resolution?: number,
): BlockReader<GaussianBlocks> {
  const groups = keyBitsOf(stream) / OCTONION;
  return async (first, { length: count }) => {
    const values = await input.read({ first: first * groups, count: count * groups });
    if (resolution !== undefined) ditherValues(values, resolution / input.moments.deviation);
    return { first, count, values };
  };
}

/** The reference end with its data. @param encode of the end; it gives the bits of the key too. */
export function referenceSide<Data>(
  { blocksMaximum }: Pick<ReferenceSide, "blocksMaximum">,
  read: BlockReader<Data>,
  encode: (blocks: Data & PrivateBits) => Promise<{ message: Parameters<typeof joinMessages>[0]; bits: Uint8Array }>,
  stream: StreamHeader,
): ReferenceSide {
  return {
    blocksMaximum,
    async encode(first, lengths) {
      const blocks = await read(first, lengths);
      const privateBits = drawPrivateBits(lengths.length, stream.punctured, fillRandom);
      const { message, bits } = await encode({ ...blocks, privateBits });
      return { payloads: joinMessages(message, stream), bits, privateBits };
    },
  };
}

/** The decoding end with its data. @param messages of a retry, which stand in two files. */
export function decodingSide<Data>(
  { blocksMaximum }: Pick<DecodingSide, "blocksMaximum">,
  read: BlockReader<Data>,
  decode: (blocks: Data, message: ReferenceMessage) => ReturnType<DecodingSide["decode"]>,
  stream: StreamHeader,
  messages?: (first: number, count: number) => Promise<ReferenceMessage>,
): DecodingSide {
  return {
    blocksMaximum,
    async decode(first, lengths, payloads) {
      const blocks = await read(first, lengths);
      return decode(blocks, (await messages?.(first, lengths.length)) ?? splitMessages(payloads, stream));
    },
  };
}
