import type { Engine } from "../../engine/engine.ts";
import type { RunParameters } from "../../gpu/kernel.ts";
import type { Program } from "../../gpu/program.ts";
import { frameBuffer } from "../../gpu/program.ts";
import { WIDE_WORKGROUP_SIZE } from "../../gpu/workgroup.ts";
import { median } from "../statistics/median.ts";

/** Measured speed of copying memory on a device. */
interface CopyBandwidth {
  /** Bytes read plus bytes written, per second. */
  readonly bytesPerSecond: number;
  /** Bytes of each of the two buffers. */
  readonly bufferBytes: number;
}

/** Bytes of a frame slot: a quarter of a mebibyte, so that buffers of any size are whole slots. */
const SLOT_BYTES = 2 ** 18;
const VECTORS = SLOT_BYTES / 16;
/** Size far beyond the caches of a GPU; the smaller size is for a processor, whose memory other programs use too. */
const DEVICE_BYTES = 2 ** 30;
const SOFTWARE_BYTES = 2 ** 26;
/**
 * Words at the start of the buffer that are written before the copy, more than any cache holds: a copy of untouched
 * pages of zeros reads no memory.
 */
const FILLED_BYTES = 2 ** 26;

/** Copies `original` to `duplicate`, each [slot][65536] words. */
export function copyProgram(): Program {
  const dispatch = {
    kernel: "statistics/copy",
    constants: { VECTORS },
    buffers: ["original", "duplicate"],
    workgroups: VECTORS / WIDE_WORKGROUP_SIZE,
  };
  const buffer = frameBuffer("u32", SLOT_BYTES / 4);
  return {
    buffers: { original: buffer, duplicate: buffer },
    start: [dispatch],
    iterate: [],
    repeats: 0,
    afterIterations: [],
    plan: [],
  };
}

/**
 * Copy bandwidth of a device: an upper bound for a decoder that moves its bytes and does nothing else. Median over the
 * runs, by the engine's device seconds, after one run for warm-up.
 * @param runs timed runs, at least 1.
 * @param bufferBytes size of each buffer, rounded down to whole slots of 256 KiB, at least one; default 1 GiB on a GPU
 * and 64 MiB on a software device, at most the engine's maximum.
 */
export async function measureCopyBandwidth(
  engine: Engine,
  runs = 9,
  bufferBytes = engine.info.software ? SOFTWARE_BYTES : DEVICE_BYTES,
): Promise<CopyBandwidth> {
  const program = copyProgram();
  const wanted = Math.max(1, Math.floor(bufferBytes / SLOT_BYTES));
  const slots = Math.min(wanted, engine.framesMaximum(program));
  const prepared = await engine.prepare(program, slots);
  try {
    const filled = Math.min(slots * SLOT_BYTES, FILLED_BYTES) / 4;
    prepared.write(
      "original",
      new Uint32Array(filled).map((_, i) => Math.imul(i + 1, 0x9e3779b1)),
    );
    const parameters: RunParameters = {
      firstFrame: 0,
      frames: slots,
      chunkFrames: slots,
      key: [0, 0],
      llrScale: 1,
      amplitude: 1,
    };
    const output = [{ buffer: "duplicate", elements: 1 }];
    // The first run pays for pages that are used for the first time.
    await prepared.run(parameters, output);
    const seconds: number[] = [];
    for (let run = 0; run < Math.max(1, runs); run++) seconds.push((await prepared.run(parameters, output)).seconds);
    const bytes = slots * SLOT_BYTES;
    return { bytesPerSecond: (2 * bytes) / median(seconds), bufferBytes: bytes };
  } finally {
    prepared.release();
  }
}
