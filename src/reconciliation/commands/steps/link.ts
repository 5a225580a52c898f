import { evaluateNumber } from "../../../cli/options/expression.ts";
import { InputError } from "../../../errors.ts";
import { formatCount, formatNumber, formatRate } from "../../../report/format.ts";
import { snrInterval } from "../../core/correlation.ts";
import { type DisclosedPairs, estimateLink, type LinkEstimate } from "../../core/cv-estimation.ts";
import type { DisclosedHeader } from "../../files/messages/disclosed-header.ts";
import { disclosedValues, type GaussianHeader } from "../../files/messages/gaussian-header.ts";
import { DEFAULT_EPSILON_PE, type ReconcileArguments } from "./options.ts";
import type { Row } from "./summary-rows.ts";

/** Calibration for the estimate of T and ξ from disclosed values. */
export interface LinkOptions {
  /** Variance of the vacuum in the square of the unit of Bob's file. */
  readonly shotNoise: number;
  readonly detectorEfficiency: number;
  readonly electronicNoise: number;
  /** V_A; undefined if the disclosed file has it. */
  readonly modulationVariance?: number;
  /** ε_PE */
  readonly epsilon: number;
}

const NEEDED = {
  "shot-noise": "shotNoise",
  "detector-efficiency": "detectorEfficiency",
  "electronic-noise": "electronicNoise",
  "modulation-variance": "modulationVariance",
} as const;

/** Whether an option gives T or ξ. */
export function isLinkGiven({ transmittance, excessNoise }: ReconcileArguments): boolean {
  return transmittance !== undefined || excessNoise !== undefined;
}

/**
 * Reads the options for the estimate of the link from disclosed values; undefined without such options, in which case only the SNR is
 * estimated.
 * @throws InputError with the name of a missing or wrong option.
 */
export async function readLinkOptions(options: ReconcileArguments): Promise<LinkOptions | undefined> {
  if (isLinkGiven(options)) {
    if (options.shotNoise === undefined && options.epsilonPe === undefined) return undefined;
    throw new InputError(
      "--shot-noise and --epsilon-pe are to estimate T and ξ: leave --transmittance and --excess-noise out, or these",
    );
  }
  const names = Object.keys(NEEDED) as (keyof typeof NEEDED)[];
  const given = names.filter((name) => options[NEEDED[name]] !== undefined);
  if (given.length === 0 && options.epsilonPe === undefined && options.detector === undefined) return undefined;
  const needed = options.disclosed === undefined ? names : names.filter((name) => name !== "modulation-variance");
  const missing = needed.find((name) => !given.includes(name));
  if (missing !== undefined) {
    throw new InputError(`no --${missing} given: to estimate T and ξ takes all of --${needed.join(", --")}`);
  }
  const values = await Promise.all(
    given.map(async (name) => [NEEDED[name], await evaluateNumber(options[NEEDED[name]]!, `--${name}`)]),
  );
  const epsilon = await evaluateNumber(options.epsilonPe ?? String(DEFAULT_EPSILON_PE), "--epsilon-pe");
  const found = { ...(Object.fromEntries(values) as Omit<LinkOptions, "epsilon">), epsilon };
  const inRange = {
    "shot-noise": found.shotNoise > 0,
    "detector-efficiency": found.detectorEfficiency > 0 && found.detectorEfficiency <= 1,
    "electronic-noise": found.electronicNoise >= 0,
    "modulation-variance": found.modulationVariance === undefined || found.modulationVariance > 0,
    "epsilon-pe": epsilon > 0 && epsilon < 1,
  };
  const bad = Object.entries(inRange).find(([, holds]) => !holds)?.[0];
  if (bad === undefined) return found;
  throw new InputError(`--${bad} is out of range: η and ε_PE are above 0 and at most 1, variances are above 0`);
}

/**
 * The link's part of a stream's header.
 * @param sums sums over the disclosed values in the units of the files.
 * @param modulation modulation of the values x: V_A, and the standard deviation of all values in the unit of their file.
 */
export function linkHeader(
  { xx, xy, yy }: DisclosedPairs,
  modulation: NonNullable<DisclosedHeader["modulation"]>,
  { shotNoise, detectorEfficiency, electronicNoise, epsilon }: LinkOptions,
): NonNullable<GaussianHeader["link"]> {
  const x = Math.sqrt(modulation.variance) / modulation.deviation;
  const y = 1 / Math.sqrt(shotNoise);
  return {
    xx: xx * x * x,
    xy: xy * x * y,
    yy: yy * y * y,
    modulationVariance: modulation.variance,
    detectorEfficiency,
    electronicNoise,
    epsilon,
  };
}

/**
 * V_A for the link from disclosed values.
 * @throws InputError if the disclosed file has no V_A, or one that contradicts the option.
 */
export function requireModulation(
  { modulation }: DisclosedHeader,
  { modulationVariance }: LinkOptions,
  file: string,
): NonNullable<DisclosedHeader["modulation"]> {
  if (modulation === undefined) {
    throw new InputError(
      "has no modulation variance, without which T and ξ are not known: Alice must give --modulation-variance",
      { file },
    );
  }
  if (modulationVariance === undefined || modulationVariance === modulation.variance) return modulation;
  throw new InputError(`was made with --modulation-variance ${modulation.variance}, not ${modulationVariance}`, {
    file,
  });
}

/**
 * The estimate of the link from the header of a stream; undefined if the link was not estimated.
 * @throws InputError as `estimateLink`.
 */
export function linkOf(gaussian: GaussianHeader): (LinkEstimate & { readonly epsilon: number }) | undefined {
  if (gaussian.link === undefined) return undefined;
  const { xx, xy, yy, epsilon, ...calibration } = gaussian.link;
  const sums = { pairs: disclosedValues(gaussian), xx, xy, yy };
  return { ...estimateLink(sums, { ...calibration, scaledBy: gaussian.values }, epsilon), epsilon };
}

/** The estimate's part of a summary. */
export interface EstimateSummary {
  /** 95 % interval of the SNR. */
  readonly low: number;
  readonly high: number;
  /** Number of disclosed values of the estimate. */
  readonly values: number;
  readonly link?: {
    readonly transmittance: number;
    readonly excessNoise: number;
    readonly leastTransmittance: number;
    readonly mostExcessNoise: number;
    /** ε_PE: upper bound of the probability that T is smaller or ξ is larger. */
    readonly epsilon: number;
  };
}

/** The estimate for a stream; undefined if the SNR was given. */
export function estimateSummary(gaussian: GaussianHeader): EstimateSummary | undefined {
  const values = disclosedValues(gaussian);
  if (values === 0) return undefined;
  const { snrLow: low, snrHigh: high } = snrInterval(gaussian.snr, values);
  const link = linkOf(gaussian);
  if (link === undefined) return { low, high, values };
  const { transmittance, excessNoise, worst, epsilon } = link;
  const worstCase = { leastTransmittance: worst.transmittance, mostExcessNoise: worst.excessNoise, epsilon };
  return { low, high, values, link: { transmittance, excessNoise, ...worstCase } };
}

/** Lines of a summary about T and ξ. */
export function linkRows(estimate: EstimateSummary | undefined): Row[] {
  if (estimate?.link === undefined) return [];
  const { transmittance, excessNoise, leastTransmittance, mostExcessNoise, epsilon } = estimate.link;
  const from = `from ${formatCount(estimate.values)} disclosed values, worst cases with ε_PE ${formatRate(epsilon)}`;
  return [
    ["link", `T ${formatNumber(transmittance, 4)}, at least ${formatNumber(leastTransmittance, 4)}; ${from}`],
    ["", `ξ ${formatNumber(excessNoise, 4)}, at most ${formatNumber(mostExcessNoise, 4)}`],
  ];
}
