import type { Code } from "../../src/code/code.ts";
import type { DecoderTraffic } from "../../src/decoder/decoder-program.ts";
import type { CheckCost } from "../../src/decoder/rule.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import type { DecoderSpec } from "../../src/decoder/spec.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { formatNumber } from "../../src/report/format.ts";
import { measureCopyBandwidth } from "../../src/simulation/bench/bench.ts";
import { measurement } from "./options.ts";

/** Peak rates of a device that WebGPU does not tell, per second; undefined where not known. */
export interface PeakRates {
  /** Minima, maxima, comparisons and logic on 32 bits. */
  readonly comparisons?: number;
  /** Additions and products of f32. */
  readonly arithmetic?: number;
}

const MULTIPROCESSOR_CYCLES = 132 * 1.98e9;

/** H100 SXM and H200: a multiprocessor has 64 lanes for whole numbers and 128 for f32. */
const HOPPER = /^nvidia-(h100-80gb-hbm3|h200)$/;

const HOPPER_RATES: PeakRates = {
  comparisons: 64 * MULTIPROCESSOR_CYCLES,
  arithmetic: 128 * MULTIPROCESSOR_CYCLES,
};

const rate = (what: string, example: string) =>
  measurement.number(`${what} per second, for the limits; known for H100 and H200`, example, undefined, {
    placeholder: "RATE",
    above: 0,
  });

/** --comparisons and --arithmetic of experiments that show limits. */
export const COMPARISONS = rate("minima, maxima and logic operations that the device does", "16.7e12");
export const ARITHMETIC = rate("f32 additions or products that the device does", "33.5e12");

/**
 * The peak rates of a device: given rates come before a known card.
 * @param adapter name of the device, as in `ldpc devices`.
 */
export function peakRates(given: PeakRates, adapter: string): PeakRates {
  const known: PeakRates = HOPPER.test(adapter) ? HOPPER_RATES : {};
  return {
    comparisons: given.comparisons ?? known.comparisons,
    arithmetic: given.arithmetic ?? known.arithmetic,
  };
}

/** Peak rates of a device and the rate of its memory, per second. */
export interface DeviceRates extends PeakRates {
  /** Bytes read and written by a copy. */
  readonly copyBytes: number;
}

/** The bytes per second of a copy on an engine, measured at the first call. */
export function copyBandwidth(engine: () => Engine): () => Promise<number> {
  let measured: Promise<number> | undefined;
  return () => {
    measured ??= measureCopyBandwidth(engine()).then(({ bytesPerSecond }) => bytesPerSecond);
    return measured;
  };
}

export interface DecoderLimit {
  /**
   * Operations and bytes of one frame in one iteration: the rule's formula for its checks, the program's model for its
   * bytes.
   */
  readonly operations: number;
  readonly bytes: number;
  readonly frameIterationsPerSecond: number;
  readonly binding: "operations" | "bytes";
}

/**
 * The limit of a decoder for a code: operations of its check nodes or bytes, whichever takes longer.
 * @throws Error for a decoder without check nodes.
 */
export function decoderLimit(code: Code, spec: DecoderSpec, traffic: DecoderTraffic, rates: DeviceRates): DecoderLimit {
  const operations = checkOperations(code, spec);
  const rate = checkCost(spec).kind === "arithmetic" ? rates.arithmetic : rates.comparisons;
  const byBytes = rates.copyBytes / traffic.bytesPerIteration;
  const byOperations = rate === undefined ? Number.POSITIVE_INFINITY : rate / operations;
  return {
    operations,
    bytes: traffic.bytesPerIteration,
    frameIterationsPerSecond: Math.min(byBytes, byOperations),
    binding: byOperations < byBytes ? "operations" : "bytes",
  };
}

function checkCost({ rule }: DecoderSpec): CheckCost {
  const { cost } = checkNodeRules[rule];
  if (cost.per === "frame") throw new Error(`${rule} has no check nodes whose operations could be its limit`);
  return cost;
}

/** Operations of all check nodes in an iteration, by the rule's formula. */
function checkOperations({ matrix }: Code, spec: DecoderSpec): number {
  const { operations } = checkCost(spec);
  let sum = 0;
  for (let m = 0; m < matrix.rows; m++) {
    sum += operations(matrix.checkStart[m + 1] - matrix.checkStart[m], matrix.field.q, spec.options);
  }
  return sum;
}

/**
 * A share of a device's copy bandwidth: `85 %`. The bytes are counted by a model, and caches of a CPU hold messages
 * that a copy of much more memory fetches: a share above 1 is none of a limit, and is `in caches`.
 */
export function copyShareText(share: number): string {
  return share <= 1 ? `${formatNumber(100 * share, 2)} %` : "in caches";
}
