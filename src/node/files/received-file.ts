import { type ReceivedFrame, receivedFrame } from "../../channel/modulation/demap.ts";
import type { Modulated } from "../../channel/modulation/modulated.ts";
import type { Code } from "../../code/code.ts";
import { transmittedPositions } from "../../code/rate-matching.ts";
import { InputError } from "../../errors.ts";
import { NPY_TYPES } from "../../npy.ts";
import { ArrayFile, shapeText } from "./array-file.ts";
import type { LlrFile } from "./llr-file.ts";

/** Transmission of the received points of a file. */
export interface ReceivedOptions {
  readonly code: Code;
  readonly modulation: Modulated;
  /** Es/N0 in dB, for points of mean energy 1. */
  readonly esn0: number;
}

const TYPES = ["c64", "c128"] as const;

/**
 * Opens an .npy file of received points, complex64 or complex128, and reads it as the LLRs or costs of the transmitted symbols. Its shape
 * is (frames, points) or (points,).
 * @throws InputError with the file for another type or shape; reading throws it for a point that is not finite, with its frame.
 */
export async function openReceivedFile(path: string, options: ReceivedOptions): Promise<LlrFile> {
  const { code, modulation, esn0 } = options;
  const symbols = transmittedPositions(code).length;
  const frame = receivedFrame(modulation, symbols, code.matrix.field.p, Math.sqrt(10 ** (-esn0 / 10) / 2));
  const { file, layout } = await ArrayFile.open(path, async (opened) => {
    const { type, shape, offset } = await opened.npyHeader(TYPES);
    const [frames, points] = shape.length === 1 ? [1, shape[0]] : shape;
    if (shape.length < 1 || shape.length > 2 || points !== frame.points) {
      const wanted = `(frames, ${frame.points}), a point of ${modulation.name} each`;
      throw new InputError(`${shapeText(shape)} does not fit the code and the modulation: give ${wanted}`, {
        file: path,
      });
    }
    if (frames === 0) throw new InputError("holds no frames", { file: path });
    return { type: type as (typeof TYPES)[number], frames, offset };
  });
  const { type, frames, offset } = layout;
  const frameBytes = frame.points * NPY_TYPES[type].bytes;
  return {
    path,
    kind: frame.kind,
    frames,
    symbols,
    close: () => file.close(),
    async read(first, count) {
      const bytes = new Uint8Array(count * frameBytes);
      await file.read(bytes, offset + first * frameBytes);
      const parts = type === "c64" ? new Float32Array(bytes.buffer) : new Float64Array(bytes.buffer);
      return metricsOf(frame, parts, count, { path, first });
    },
  };
}

function metricsOf(
  frame: ReceivedFrame,
  parts: Float32Array | Float64Array,
  count: number,
  { path, first }: { readonly path: string; readonly first: number },
): Float64Array {
  const metrics = new Float64Array(count * frame.values);
  const received = new Float64Array(2 * frame.points);
  for (let i = 0; i < count; i++) {
    received.set(parts.subarray(i * received.length, (i + 1) * received.length));
    const wrong = received.findIndex((part) => !Number.isFinite(part));
    if (wrong >= 0) {
      const place = `frame ${first + i}, point ${Math.floor(wrong / 2)}`;
      throw new InputError(`${place}: ${received[wrong]} is no received value; give finite numbers`, { file: path });
    }
    frame.demap(received, metrics.subarray(i * frame.values, (i + 1) * frame.values));
  }
  return metrics;
}
