import { readDecoder } from "../../../src/decoder/decoder.ts";
import { type BinaryCase, binaryCode } from "../binary.ts";
import { checkOperations, type DeviceRates } from "./decoder-limit.ts";

/** Shares of a device's limits that a decoder reaches, from 0 to 1. Undefined without a model or a rate. */
export interface BinaryShares {
  /** Operations of check nodes, of the comparisons that the device does. */
  readonly instructions?: number;
  readonly workgroupMemory?: number;
  /** Bytes to and from device memory by the program's model, of the bytes of a copy. */
  readonly deviceMemory: number;
}

/** Frames that a decoder with messages in registers keeps in a word. */
const FRAMES_OF_WORD = 2;
/** Bytes of workgroup memory that an edge of a word reads and writes: its posterior. */
const BYTES_OF_EDGE = 8;

/**
 * Shares of the limits by instructions, workgroup memory and device memory. A decoder with messages in registers does
 * the operations of an edge for two frames at once, and moves the posterior of each edge once in each direction.
 * @param frameIterations iterations of frames per second.
 * @param edges of a frame.
 * @param bytes to and from device memory per second.
 * @param inRegisters whether messages are in registers: other decoders have a model of their device memory alone.
 */
export function binaryShares(
  one: BinaryCase,
  speed: { readonly frameIterations: number; readonly edges: number; readonly bytes: number },
  inRegisters: boolean,
  { copyBytes, comparisons, workgroupBytes }: DeviceRates,
): BinaryShares {
  const deviceMemory = speed.bytes / copyBytes;
  if (!inRegisters) return { deviceMemory };
  const words = speed.frameIterations / FRAMES_OF_WORD;
  const share = (amount: number, rate: number | undefined) =>
    rate === undefined ? undefined : (words * amount) / rate;
  return {
    instructions: share(checkOperations(binaryCode(one), readDecoder(one.decoder)), comparisons),
    workgroupMemory: share(BYTES_OF_EDGE * speed.edges, workgroupBytes),
    deviceMemory,
  };
}

/** `85 % of the instructions, 42 % of workgroup memory, 14 % of device memory`. */
export function sharesText({ instructions, workgroupMemory, deviceMemory }: BinaryShares): string {
  const parts = [
    [instructions, "instructions"],
    [workgroupMemory, "workgroup memory"],
    [deviceMemory, "device memory"],
  ] as const;
  return parts
    .flatMap(([share, name]) =>
      share === undefined ? [] : [share > 1 ? `${name} in caches` : `${(100 * share).toFixed(0)} % of ${name}`],
    )
    .join(", ");
}
