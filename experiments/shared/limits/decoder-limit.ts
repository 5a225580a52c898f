import type { Code } from "../../../src/code/code.ts";
import type { DecoderTraffic } from "../../../src/decoder/decoder-program.ts";
import type { CheckCost } from "../../../src/decoder/rule.ts";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import { formatNumber } from "../../../src/report/format.ts";
import type { PeakRates } from "./peak-rates.ts";

/** Peak rates of a device and the rate of its memory, per second. */
export interface DeviceRates extends PeakRates {
  /** Bytes read and written by a copy. */
  readonly copyBytes: number;
}

/** A device's limit for a decoder. */
export interface DecoderLimit {
  /**
   * Operations and bytes of one frame in one iteration: the rule's formula for its checks, the program's model for its
   * bytes.
   */
  readonly operations: number;
  readonly bytes: number;
  /** Iterations of frames per second, and the resource that limits them. */
  readonly frameIterationsPerSecond: number;
  readonly binding: "operations" | "bytes";
}

/**
 * The limit of a decoder for a code: operations of its check nodes or bytes, whichever takes longer.
 * @throws Error for a decoder without check nodes.
 */
export function decoderLimit(code: Code, spec: DecoderSpec, traffic: DecoderTraffic, rates: DeviceRates): DecoderLimit {
  const { kind } = checkCost(spec);
  const operations = checkOperations(code, spec);
  const rate = kind === "arithmetic" ? rates.arithmetic : rates.comparisons;
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

/** Operations of all check nodes in an iteration, by the rule's formula. @throws Error for a decoder without check nodes. */
export function checkOperations({ matrix }: Code, spec: DecoderSpec): number {
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
