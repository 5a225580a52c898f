import { type ReceivedFrame, receivedFrame } from "../../channel/modulation/demap.ts";
import type { Modulated } from "../../channel/modulation/modulated.ts";
import type { Code } from "../../code/code.ts";
import { transmittedPositions } from "../../code/rate-matching.ts";
import { InputError } from "../../errors.ts";
import { ArrayFile, shapeText } from "./array-file.ts";
import type { LlrFile } from "./llr-file.ts";

interface ReceivedOptions {
  readonly code: Code;
  readonly modulation: Modulated;
  /** Es/N0 in dB, for points of mean energy 1. */
  readonly esn0: number;
  /** File of the gains of the points, of the same shape; none without fading. */
  readonly gains?: string;
}

const TYPES = ["c64", "c128"] as const;

/** Largest part of a received point. Differences of the squares of larger ones leave the range of float64. */
const LARGEST = 1e38;

/**
 * Opens an .npy file of received points, complex64 or complex128, and reads it as the LLRs or costs of the transmitted symbols. Its shape
 * is (frames, points) or (points,). A file of gains, in the same form, has the complex gain of each point.
 * @throws InputError with the file for another type or shape; reading throws it for a point that is not finite or too large, with its frame.
 */
export async function openReceivedFile(path: string, options: ReceivedOptions): Promise<LlrFile> {
  const { code, modulation, esn0 } = options;
  const symbols = transmittedPositions(code).length;
  const frame = receivedFrame(
    modulation,
    symbols,
    code.matrix.field.p,
    Math.sqrt(10 ** (-esn0 / 10) / 2),
    code.sending !== undefined,
  );
  const received = await openPoints(path, frame, modulation.name);
  let gains: PointsFile | undefined;
  try {
    gains = options.gains === undefined ? undefined : await openPoints(options.gains, frame, modulation.name);
    if (gains !== undefined && gains.frames !== received.frames) {
      const counts = `${gains.frames} frames of gains, and ${path} has ${received.frames} frames of points`;
      throw new InputError(`${counts}: give a gain for each point`, { file: options.gains });
    }
  } catch (error) {
    await received.close();
    await gains?.close();
    throw error;
  }
  return {
    path,
    kind: frame.kind,
    frames: received.frames,
    symbols,
    async close() {
      await received.close();
      await gains?.close();
    },
    async read(first, count) {
      const points = await received.read(first, count);
      return metricsOf(frame, points, await gains?.read(first, count), count);
    },
  };
}

/** A file of complex numbers, one for each point of each frame. */
interface PointsFile {
  readonly frames: number;
  close(): Promise<void>;
  /** Real and imaginary parts in turn. @throws InputError for a number that is not finite or too large. */
  read(first: number, count: number): Promise<Float64Array>;
}

async function openPoints(path: string, frame: ReceivedFrame, name: string): Promise<PointsFile> {
  const { file, layout } = await ArrayFile.open(path, async (opened) => {
    const header = await opened.npyHeader(TYPES);
    const { type, shape } = header;
    const [frames, points] = shape.length === 1 ? [1, shape[0]] : shape;
    if (shape.length < 1 || shape.length > 2 || points !== frame.points) {
      const wanted = `(frames, ${frame.points}), a point of ${name} each`;
      throw new InputError(`${shapeText(shape)} does not fit the code and the modulation: give ${wanted}`, {
        file: path,
      });
    }
    if (frames === 0) throw new InputError("holds no frames", { file: path });
    return { type: type as (typeof TYPES)[number], frames, header };
  });
  const { type, frames, header } = layout;
  return {
    frames,
    close: () => file.close(),
    async read(first, count) {
      const bytes = await file.rows(header, [frames, frame.points], { first, count });
      const parts = type === "c64" ? new Float32Array(bytes.buffer) : new Float64Array(bytes.buffer);
      const wrong = parts.findIndex((part) => !(Math.abs(part) <= LARGEST));
      if (wrong < 0) return Float64Array.from(parts);
      const [inFrame, which] = [2 * frame.points, Math.floor(wrong / (2 * frame.points))];
      const place = `frame ${first + which}, point ${Math.floor((wrong % inFrame) / 2)}`;
      throw new InputError(`${place}: ${parts[wrong]} is no received value; give finite numbers up to ${LARGEST}`, {
        file: path,
      });
    },
  };
}

function metricsOf(
  frame: ReceivedFrame,
  points: Float64Array,
  gains: Float64Array | undefined,
  count: number,
): Float64Array {
  const metrics = new Float64Array(count * frame.values);
  const sizes = gains === undefined ? undefined : turnBack(points, gains);
  for (let i = 0; i < count; i++) {
    frame.demap(
      points.subarray(2 * i * frame.points, 2 * (i + 1) * frame.points),
      metrics.subarray(i * frame.values, (i + 1) * frame.values),
      sizes?.subarray(i * frame.points, (i + 1) * frame.points),
    );
  }
  return metrics;
}

/** Turns received points back by the phases of their gains. @returns the sizes of the gains. */
function turnBack(points: Float64Array, gains: Float64Array): Float64Array {
  return Float64Array.from({ length: gains.length / 2 }, (_, i) => {
    const [re, im] = [gains[2 * i], gains[2 * i + 1]];
    const size = Math.hypot(re, im);
    const [x, y] = [points[2 * i], points[2 * i + 1]];
    // Without a gain nothing of the point is received.
    points[2 * i] = size === 0 ? 0 : (x * re + y * im) / size;
    points[2 * i + 1] = size === 0 ? 0 : (y * re - x * im) / size;
    return size;
  });
}
