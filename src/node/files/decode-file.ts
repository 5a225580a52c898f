import type { Code } from "../../code/code.ts";
import { wholeFrames } from "../../decoder/channel-llr.ts";
import { type DecoderProgram, inputWidth } from "../../decoder/decoder-program.ts";
import { type ChannelLlr, type LlrKind, unscaled } from "../../decoder/llr.ts";
import type { DecodedFrames, FrameDecoder } from "../../engine/decode.ts";
import { requireOptions } from "../../options.ts";
import { formatNumber } from "../../report/format.ts";
import { csvLine } from "../../simulation/csv.ts";
import { BatchSize } from "../../simulation/worker.ts";
import type { PartFile } from "../disk/disk.ts";
import { type LlrFile, OTHER_TYPE } from "./llr-file.ts";
import type { SymbolFile, SyndromeFile } from "./symbol-file.ts";

/**
 * The input, decoder and output of a decoding job.
 * @example
 * const job = (parts: Pick<DecodeJob, "input" | "output">): DecodeJob => ({
 *   ...parts,
 *   decoder: frameDecoder(engine, code, decoder),
 *   runsInFlight: engine.runsInFlight,
 *   code,
 * });
 */
export interface DecodeJob {
  /** LLRs of all symbols of the code, or of the transmitted symbols. */
  readonly input: LlrFile;
  /** Syndromes of the words, if the decoder expects syndromes. */
  readonly syndromes?: SyndromeFile;
  /** As `frameDecoder` makes it; it stays open. */
  readonly decoder: FrameDecoder;
  /** Number of batches in flight that keeps the engine busy. */
  readonly runsInFlight: number;
  /** The code of the frames. */
  readonly code: Code;
  /** Positions to write of each frame; all if left out. */
  readonly positions?: ArrayLike<number>;
  /** Takes the decided symbols, frame by frame. */
  readonly output: SymbolFile;
  /** Takes the posteriors of a decoder with soft output: as f32, LLRs of bits [frame][N] over GF(2), else costs [frame][N][q]. */
  readonly soft?: PartFile;
  /** CSV with a line per frame: frame, iterations, converged. */
  readonly report?: PartFile;
  /** Sees every batch before it is decoded, for a statistic of the input. */
  readonly statistic?: {
    /** @param frames values as read, the decoder's LLRs of them, and syndromes [frame][M], zero if left out. */
    add(frames: {
      readonly values: Float32Array | Float64Array;
      readonly llr: Float32Array;
      readonly syndromes?: Uint32Array;
    }): void;
  };
  /** Stops after the batches in flight. */
  readonly signal?: AbortSignal;
  /**
   * Called after every batch.
   * @param totals sums over all frames until now.
   */
  progress?(totals: DecodeTotals): void;
}

/**
 * Sums over the frames decoded so far.
 * @example
 * const share = ({ converged, frames }: DecodeTotals) => converged / frames;
 */
export interface DecodeTotals {
  /** Frames decoded. */
  frames: number;
  /** Frames whose symbols satisfy every check, or have the given syndrome. */
  converged: number;
  /** Iterations, summed over the frames. */
  iterations: number;
  /** LLRs cut at LLR_BOUND or at the decoder's largest channel LLR. */
  clamped: number;
  /** Frames whose LLRs were scaled because they are too large or too small as a whole for the decoder. */
  scaled: number;
  /** The least and the largest scale, powers of two; 1 if no frame was scaled. */
  least: number;
  most: number;
}

/** Most bytes of channel LLRs in a batch: memory does not depend on the size of the file. */
const BATCH_BYTES = 32 * 2 ** 20;

/**
 * Decodes a file batch by batch, in order. The files to write are neither finished nor discarded here.
 * @param job input, decoder and output.
 * @throws InputError for LLRs that are not numbers and invalid syndromes, with frame and index; DeviceLostError if the
 * device was lost.
 * @example
 * writeFileSync(`${folder}/llr.f32`, new Float32Array(2 * 48).fill(4));
 * const input = await openLlrFile(`${folder}/llr.f32`, { field: code.matrix.field, symbols: 24, kind: "bit" });
 * const output = createSymbolFile(`${folder}/decoded.txt`, { frames: input.frames, symbols: 24, q: 4 });
 * const job = { input, output, decoder: frameDecoder(engine, code, decoder), runsInFlight: engine.runsInFlight, code };
 * const { frames, converged } = await decodeFile(job);
 * output.finish();
 * await input.close();
 * [frames, converged]; // → [2, 2]
 */
export async function decodeFile(job: DecodeJob): Promise<DecodeTotals> {
  requireOptions("decodeFile", job, {
    input: true,
    syndromes: true,
    decoder: true,
    runsInFlight: true,
    code: true,
    positions: true,
    output: true,
    soft: true,
    report: true,
    signal: true,
    progress: true,
    statistic: true,
  });
  const { decoder } = job;
  const totals: DecodeTotals = { frames: 0, converged: 0, iterations: 0, clamped: 0, scaled: 0, least: 1, most: 1 };
  const batches = batchesOf(job);
  const inFlight: { decoding: Promise<DecodedFrames>; scales: Float64Array }[] = [];
  job.report?.write(csvLines([["frame", "iterations", "converged"]]));
  try {
    // Read and converted while the engine decodes, so that it does not wait for them.
    let ready = await batches.next();
    while (ready !== undefined || inFlight.length > 0) {
      while (ready !== undefined && inFlight.length < job.runsInFlight && !job.signal?.aborted) {
        totals.clamped += ready.clamped;
        const decoded = decoder.decode(ready.llr, ready.syndromes);
        // It may fail before it is awaited.
        decoded.catch(() => {});
        inFlight.push({ decoding: decoded, scales: ready.scales });
        ready = await batches.next();
      }
      const oldest = inFlight.shift();
      if (oldest === undefined) break;
      const decoded = await oldest.decoding;
      batches.learn(decoded);
      write(job, decoded, oldest.scales, totals);
      job.progress?.(totals);
    }
  } finally {
    // Runs in flight after an error must not outlive their engine.
    await Promise.allSettled(inFlight.map(({ decoding }) => decoding));
  }
  return totals;
}

/** Frames as the decoder takes them. */
interface Batch extends ChannelLlr {
  readonly syndromes?: Uint32Array;
}

/** The frames of a job in batches, which grow with the speed of the decoder. */
function batchesOf({ input, syndromes, decoder, code, statistic }: DecodeJob) {
  const { field, columns } = code.matrix;
  const { llrMaximum, llrWidest } = decoder;
  const frameBytes = 4 * columns * inputWidth(decoder.input, field.q);
  const framesMaximum = Math.min(decoder.framesMaximum, Math.max(1, Math.floor(BATCH_BYTES / frameBytes)));
  const size = new BatchSize();
  let first = 0;
  return {
    learn: ({ iterations, seconds }: DecodedFrames) => size.learn(iterations.length, seconds),
    async next(): Promise<Batch | undefined> {
      const count = Math.min(size.chunks(framesMaximum), input.frames - first);
      if (count === 0) return undefined;
      const values = await input.read(first, count);
      const options = {
        input: decoder.input,
        llrMaximum,
        llrWidest,
        inPlace: true,
        file: input.path,
        firstFrame: first,
      };
      const made = wholeFrames(input.kind, values, code, input.symbols, options);
      const batch = { ...made, syndromes: await syndromes?.read(first, count) };
      statistic?.add({ values, ...batch });
      first += count;
      return batch;
    },
  };
}

function write(
  { code, decoder, positions, output, soft, report }: DecodeJob,
  decoded: DecodedFrames,
  scales: Float64Array,
  totals: DecodeTotals,
): void {
  const frames = decoded.iterations.length;
  if (decoded.soft !== undefined) unscaled(decoded.soft, scales);
  output.write(selectSymbols(decoded.symbols, frames, code.matrix.columns, positions));
  soft?.write(softBytes(decoded.soft!, code.matrix.field.q === 2 && decoder.input === "symbol"));
  const { iterations, converged } = decoded;
  report?.write(csvLines(Array.from(iterations, (done, i) => [totals.frames + i, done, converged[i]].map(String))));
  for (let i = 0; i < frames; i++) {
    totals.iterations += iterations[i];
    totals.converged += converged[i];
    if (scales[i] !== 1) totals.scaled++;
    totals.least = Math.min(totals.least, scales[i]);
    totals.most = Math.max(totals.most, scales[i]);
  }
  totals.frames += frames;
}

/** @param arePairs costs of both values of a bit, which become an LLR. */
function softBytes(soft: Float32Array, arePairs: boolean): Uint8Array {
  const values = arePairs
    ? Float32Array.from({ length: soft.length / 2 }, (_, n) => soft[2 * n + 1] - soft[2 * n])
    : soft;
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function selectSymbols(
  all: Uint8Array,
  frames: number,
  symbols: number,
  positions: ArrayLike<number> | undefined,
): Uint8Array {
  if (positions === undefined) return all;
  const selected = new Uint8Array(frames * positions.length);
  for (let frame = 0; frame < frames; frame++) {
    for (let i = 0; i < positions.length; i++)
      selected[frame * positions.length + i] = all[frame * symbols + positions[i]];
  }
  return selected;
}

function csvLines(records: readonly (readonly string[])[]): Uint8Array {
  return new TextEncoder().encode(records.map((record) => `${csvLine(record)}\n`).join(""));
}

/** Values that are looked at: the first frames of a large file show what it holds. */
const VALUES_MAXIMUM = 2 ** 18;
/** No receiver has LLRs of such sizes, which bytes of another type do. */
const [LARGEST, SMALLEST] = [1e9, 1e-9];
/** Standard deviations by which a share differs from that of random words. */
const DEVIATIONS = 5;
const CHECKS_MINIMUM = 100;

/** What a file of LLRs holds, by its first frames: signs, sizes, and the checks that hard decisions satisfy before decoding. */
export class LlrStatistic {
  readonly #kind: LlrKind;
  readonly #code: Code;
  readonly #input: DecoderProgram["input"];
  #frames = 0;
  #values = 0;
  #negative = 0;
  #zero = 0;
  #sum = 0;
  #largest = 0;
  #absurd = 0;
  #ones = 0;
  #aboveOne = 0;
  #checks = 0;
  #satisfied = 0;
  /** Checks of an odd number of symbols, which the other sign of all bits turns over; those of an even number do not notice it. */
  #odd = 0;
  #oddSatisfied = 0;

  /** @param kind of the file's values. @param input of the decoder. */
  constructor(kind: LlrKind, code: Code, input: DecoderProgram["input"]) {
    this.#kind = kind;
    this.#code = code;
    this.#input = input;
  }

  add({ values, llr, syndromes }: Parameters<NonNullable<DecodeJob["statistic"]>["add"]>[0]): void {
    const { field, columns } = this.#code.matrix;
    const width = this.#input === "bit" ? columns : columns * field.q;
    const [frames, perFrame] = [llr.length / width, (values.length * width) / llr.length];
    const room = Math.floor((VALUES_MAXIMUM - this.#values) / perFrame);
    const seen = Math.min(frames, this.#frames === 0 ? Math.max(1, room) : room);
    for (let i = 0; i < seen * perFrame; i++) this.#addValue(values[i]);
    for (let frame = 0; frame < seen; frame++)
      this.#addChecks(llr.subarray(frame * width, (frame + 1) * width), frame, syndromes);
    this.#frames += Math.max(0, seen);
  }

  #addValue(value: number): void {
    const size = Math.abs(value);
    this.#values++;
    if (value < 0) this.#negative++;
    if (value === 0) this.#zero++;
    if (value === 1) this.#ones++;
    if (value > 1) this.#aboveOne++;
    if (size === Number.POSITIVE_INFINITY) return;
    if (size > LARGEST || (size < SMALLEST && size > 0)) this.#absurd++;
    this.#sum += size;
    this.#largest = Math.max(this.#largest, size);
  }

  /** Counts the checks whose symbols are all known, and those of them that the hard decisions satisfy. */
  #addChecks(llr: Float32Array, frame: number, syndromes: Uint32Array | undefined): void {
    const { field, rows, columns, checkStart, variable, value } = this.#code.matrix;
    const { q, exp, log } = field;
    const decisions = new Int16Array(columns);
    for (let n = 0; n < columns; n++) {
      if (this.#input === "bit") decisions[n] = llr[n] === 0 ? UNKNOWN : llr[n] < 0 ? 1 : 0;
      else {
        const costs = llr.subarray(n * q, (n + 1) * q);
        const best = costs.indexOf(0);
        decisions[n] = costs.indexOf(0, best + 1) < 0 ? best : UNKNOWN;
      }
    }
    for (let m = 0; m < rows; m++) {
      let sum = syndromes?.[frame * rows + m] ?? 0;
      let isKnown = checkStart[m] < checkStart[m + 1];
      for (let e = checkStart[m]; e < checkStart[m + 1] && isKnown; e++) {
        const symbol = decisions[variable[e]];
        isKnown = symbol !== UNKNOWN;
        if (symbol > 0) sum ^= q === 2 ? 1 : exp[log[symbol] + log[value[e]]];
      }
      if (!isKnown) continue;
      const [isOdd, isSatisfied] = [(checkStart[m + 1] - checkStart[m]) % 2, sum === 0 ? 1 : 0];
      this.#checks++;
      this.#satisfied += isSatisfied;
      this.#odd += isOdd;
      this.#oddSatisfied += isOdd * isSatisfied;
    }
  }

  /** The numbers, for JSON. `checksSatisfied` is null where no check has symbols that are all known. */
  result() {
    return {
      frames: this.#frames,
      negative: this.#negative / this.#values,
      zero: this.#zero / this.#values,
      meanMagnitude: this.#sum / this.#values,
      largest: this.#largest,
      checksSatisfied: this.#checks === 0 ? null : this.#satisfied / this.#checks,
    };
  }

  /** The numbers on a line. */
  text(): string {
    const { negative, zero, meanMagnitude, largest, checksSatisfied } = this.result();
    const percent = (share: number) => `${formatNumber(100 * share, 3)} %`;
    const size = (magnitude: number) =>
      magnitude === 0 || (magnitude >= 1e-4 && magnitude < 1e6)
        ? formatNumber(magnitude, 3)
        : magnitude.toExponential(1);
    const zeros = zero === 0 ? "" : `, ${percent(zero)} zero`;
    const checks =
      checksSatisfied === null
        ? ""
        : `; hard decisions satisfy ${percent(checksSatisfied)} of the checks before decoding`;
    return `${percent(negative)} negative${zeros}, magnitude ${size(meanMagnitude)} on average, ${size(largest)} at most${checks}`;
  }

  /**
   * What the values may be instead of LLRs, if they are implausible.
   * @param converged share of the frames that converged.
   */
  hint(converged: number): string | undefined {
    const isBit = this.#kind === "bit";
    if (this.#zero === this.#values) return "all values are 0: nothing is known of the words";
    if ((converged <= 0.5 || (isBit && this.#negative === 0)) && this.#absurd > this.#values / 100) {
      return `sizes beyond 1e9 or below 1e-9: ${OTHER_TYPE}`;
    }
    if (isBit && this.#negative === 0 && this.#aboveOne === 0) {
      return this.#zero + this.#ones === this.#values
        ? "only 0 and 1: hard bits? Their LLRs are (1 − 2·bit)·ln((1 − p)/p), p the bit error probability"
        : "all from 0 to 1: probabilities? The LLR of a bit that is 1 with probability p is ln((1 − p)/p)";
    }
    if (isBit && this.#negative === 0) {
      return "none is negative, every hard decision is 0: magnitudes, or costs (--llr symbol)? Words of zeros look the same";
    }
    if (this.#checks < CHECKS_MINIMUM) return undefined;
    const { q } = this.#code.matrix.field;
    if (q === 2 && excess(this.#oddSatisfied, this.#odd, 1 / 2) < -DEVIATIONS) {
      return "hard decisions satisfy fewer checks of odd degree than random words: the other sign? --llr-sign reversed";
    }
    if (excess(this.#satisfied, this.#checks, 1 / q) > DEVIATIONS || converged > 0.5) return undefined;
    return "hard decisions satisfy no more checks than random words: another code, order of bits, sign (--llr-sign) or type (--llr-type), or LLRs too weak to tell";
  }
}

const UNKNOWN = -1;

/** Standard deviations by which a count of checks exceeds that of random words; 0 of no checks. */
function excess(satisfied: number, checks: number, chance: number): number {
  return checks === 0 ? 0 : (satisfied - checks * chance) / Math.sqrt(checks * chance * (1 - chance));
}
