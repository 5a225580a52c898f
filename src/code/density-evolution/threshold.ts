import { InputError } from "../../errors.ts";
import { requireOptions } from "../../options.ts";
import { designRate, type MetEnsemble, requireEnsemble } from "../construct/met/ensemble.ts";
import { evolve } from "./met-evolution.ts";

/**
 * Accuracy of `threshold`.
 * @example
 * const options: ThresholdOptions = { target: 1e-5, resolution: 0.01 };
 */
export interface ThresholdOptions {
  /** Bit error probability of variables of degree above 1 at which decoding has succeeded. */
  readonly target: number;
  /** Relative accuracy of the SNR, 1e-9 or more; the discretisation's own is about 1e-3. */
  readonly resolution: number;
}

/** Iterations of one evolution. An SNR so near the threshold that it takes more is not resolved. */
export const ITERATIONS_MAXIMUM = 1_000;
/** The search begins this far above the Shannon limit and goes up by the same factor. */
const FIRST_FACTOR = 1.1;
/** Least relative accuracy of the SNR, far below that of the discretisation. */
const RESOLUTION_LEAST = 1e-9;
/** SNR beyond which no threshold is looked for. */
const SNR_MAXIMUM = 100;

/**
 * The lowest SNR = 1/σ² at which density evolution on the BI-AWGN comes below a bit error probability, by bisection
 * (T. Richardson and R. Urbanke, "Multi-edge type LDPC codes", 2004). Ensembles with variables of two edges of a type may keep a few
 * errors below their stability limit, and then the threshold depends on the target.
 * @param ensemble node types with their fractions and degrees.
 * @param options target and accuracy.
 * @returns the SNR 1/σ² for signal amplitude 1, as a ratio.
 * @throws InputError for a target outside 0 … 1/2, a resolution below 1e-9, an ensemble whose numbers contradict each other or whose
 * design rate is not above 0, or an ensemble that fails at every SNR.
 * @example
 * const variables = [{ fraction: 1, degrees: [3] }];
 * const checks = [{ fraction: 0.5, degrees: [6] }];
 * const snr = threshold({ name: "r", description: "", source: "", variables, checks }, { target: 1e-4, resolution: 0.05 });
 * snr > 1 && snr < 1.5; // → true
 */
export function threshold(ensemble: MetEnsemble, options: ThresholdOptions): number {
  requireOptions("threshold", options, { target: true, resolution: true });
  const { target, resolution } = options;
  requireEnsemble(ensemble);
  requireTarget(target);
  // Without it a bisection would go on when two neighbouring numbers are left.
  if (!(resolution >= RESOLUTION_LEAST))
    throw new InputError(`resolution ${resolution}: give ${RESOLUTION_LEAST} or more`);
  const succeeds = (snr: number): boolean =>
    evolve(ensemble, snr, { iterations: ITERATIONS_MAXIMUM, target }).converges;
  let low = shannonLimit(designRate(ensemble));
  let high = low * FIRST_FACTOR;
  while (!succeeds(high)) {
    low = high;
    high *= FIRST_FACTOR;
    if (high > SNR_MAXIMUM) {
      throw new InputError(
        `${ensemble.name} has no threshold below SNR ${SNR_MAXIMUM} for error probability ${target}`,
      );
    }
  }
  while (high / low > 1 + resolution) {
    const middle = Math.sqrt(low * high);
    if (succeeds(middle)) high = middle;
    else low = middle;
  }
  return Math.sqrt(low * high);
}

/** Capacity ½·log2(1 + SNR) of the Gaussian channel, in bits, the reference of reconciliation efficiencies. */
export function gaussianCapacity(snr: number): number {
  return 0.5 * Math.log2(1 + snr);
}

/** The SNR at which `gaussianCapacity` is the rate. */
export function shannonLimit(rate: number): number {
  return 2 ** (2 * rate) - 1;
}

/** @throws InputError for a target that is no bit error probability. */
export function requireTarget(target: number): void {
  if (!(target > 0 && target < 0.5)) {
    throw new InputError(`target ${target} is no bit error probability: it must be above 0 and below 1/2`);
  }
}
