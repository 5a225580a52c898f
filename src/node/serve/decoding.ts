import type { Code } from "../../code/code.ts";
import { NO_POSITIONS } from "../../code/positions.ts";
import { transmittedPositions } from "../../code/rate-matching.ts";
import { inputWidth } from "../../decoder/decoder-program.ts";
import { convertLlr, type LlrKind, llrsPerSymbol } from "../../decoder/llr.ts";
import { withUnsentSymbols } from "../../decoder/unsent.ts";
import { type FrameDecoder, inParts } from "../../engine/decode.ts";
import { InputError } from "../../errors.ts";
import { withoutEmptyRows } from "../files/syndrome-file.ts";
import type { WireArray } from "./message.ts";

/** LLRs of a request, and the syndromes of its words where the decoder takes some. */
interface Frames {
  readonly kind: LlrKind;
  readonly llr: WireArray;
  readonly syndrome?: WireArray;
}

/** The outcome of a request, frame by frame. */
interface Outcome {
  readonly symbols: Uint8Array;
  readonly iterations: Uint32Array;
  readonly converged: Uint8Array;
  /** Number of LLRs that were cut at the bound. */
  readonly clamped: number;
  /** [frame][N] bit LLRs, or [frame][N][q] costs, of a decoder with soft output. */
  readonly soft?: Float32Array;
}

/** Most bytes of LLRs in a run: a request of any size takes little memory beside its own. */
const RUN_BYTES = 2 ** 25;

/**
 * Decodes the frames of a request, in runs that fit the device.
 * @param runsInFlight runs worth having in flight at once, as the engine says.
 * @param isSoft whether the decoder was made with soft output.
 * @param signal ends the request after the runs in flight.
 * @throws InputError for a cancelled request, for arrays of another type or shape than the code's, for NaN and for syndromes that are no field elements.
 */
export async function decodeRequest(
  code: Code,
  decoder: FrameDecoder,
  { kind, llr, syndrome }: Frames,
  runsInFlight: number,
  isSoft = false,
  signal?: AbortSignal,
): Promise<Outcome> {
  const { field, columns, rows } = code.matrix;
  const width = llrsPerSymbol(kind, field);
  const values = numbers(llr);
  const frames = llr.shape[0] ?? 0;
  const perFrame = frames === 0 ? 0 : values.length / frames;
  const symbols = perFrame / width;
  const sent = transmittedPositions(code).length;
  if (frames > 0 && symbols !== columns && symbols !== sent) {
    const lengths = [...new Set([columns * width, sent * width])].join(" or ");
    throw new InputError(`llr has ${perFrame} values a frame: ${kind} LLRs of this code are ${lengths}`);
  }
  const syndromes = syndrome === undefined ? undefined : syndromeSymbols(syndrome, frames, code);
  const soft = isSoft ? { soft: new Float32Array(frames * columns * inputWidth(decoder.input, field.q)) } : {};
  const outcome = {
    ...soft,
    symbols: new Uint8Array(frames * columns),
    iterations: new Uint32Array(frames),
    converged: new Uint8Array(frames),
    clamped: 0,
  };
  const size = Math.max(1, Math.min(decoder.framesMaximum, Math.floor(RUN_BYTES / (4 * columns * field.q))));
  const decodePart = async (first: number, end: number) => {
    const part = values.subarray(first * perFrame, end * perFrame) as Float32Array | Float64Array;
    const origin = { input: decoder.input, llrMaximum: decoder.llrMaximum, firstFrame: first };
    const made = convertLlr(kind, part, field, symbols, origin);
    outcome.clamped += made.clamped;
    const whole = symbols === columns ? made.llr : withUnsentSymbols(made.llr, code, decoder.input);
    const decoded = await decoder.decode(whole, syndromes?.slice(first * rows, end * rows));
    outcome.symbols.set(decoded.symbols, first * columns);
    outcome.iterations.set(decoded.iterations, first);
    outcome.converged.set(decoded.converged, first);
    if (decoded.soft !== undefined) outcome.soft?.set(decoded.soft, (first * decoded.soft.length) / (end - first));
  };
  const isWhole = await inParts({ from: 0, to: frames, size }, runsInFlight, decodePart, signal);
  if (!isWhole) throw new InputError("the request was cancelled");
  return outcome;
}

function numbers({ dtype, bytes }: WireArray): Float32Array | Float64Array {
  if (dtype === "f32") return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  if (dtype === "f64") return new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 8);
  throw new InputError(`llr is of type ${dtype}: send f32 or f64`);
}

function syndromeSymbols(
  { dtype, bytes }: WireArray,
  frames: number,
  { matrix, emptyRows = NO_POSITIONS }: Code,
): Uint32Array {
  const rows = matrix.rows + emptyRows.length;
  const { q } = matrix.field;
  if (dtype !== "u8") throw new InputError(`syndrome is of type ${dtype}: send u8`);
  if (bytes.length !== frames * rows) {
    throw new InputError(
      `syndrome has ${bytes.length} values: ${frames} frames of ${rows} checks are ${frames * rows}`,
    );
  }
  const wrong = bytes.findIndex((value) => value >= q);
  if (wrong >= 0) {
    throw new InputError(
      `frame ${Math.floor(wrong / rows)}: syndrome ${wrong % rows} is ${bytes[wrong]}, not below q = ${q}`,
    );
  }
  return withoutEmptyRows(Uint32Array.from(bytes), rows, emptyRows);
}
