import { InputError } from "../../errors.ts";

/** Options that choose the values for the estimate of the channel. An option that is not given is undefined. */
interface EstimateOptions {
  readonly disclose?: unknown;
  readonly disclosed?: unknown;
  readonly syndromes?: unknown;
  readonly epsilonPe?: unknown;
  readonly shotNoise?: unknown;
}

/**
 * @param apart whether the reference end estimates from a disclosed file.
 * @param both whether the files of both ends are given.
 * @throws InputError for options of an estimate if nothing is estimated, or if another file determines them.
 */
export function requireEstimating(
  { disclose, disclosed, syndromes, epsilonPe, shotNoise }: EstimateOptions,
  { apart, both }: { readonly apart: boolean; readonly both: boolean },
): void {
  const wrong = (option: string, why: string) => new InputError(`--${option} ${why}: leave it out`);
  if (disclose !== undefined && disclosed !== undefined) throw wrong("disclose", "is said by the disclosed file");
  if (disclose !== undefined && syndromes !== undefined) throw wrong("disclose", "is said by the syndrome file");
  if (apart || (both && disclose !== undefined)) return;
  const option = epsilonPe !== undefined ? "epsilon-pe" : shotNoise !== undefined ? "shot-noise" : undefined;
  if (option === undefined) return;
  throw wrong(option, "is for the end that estimates T and ξ, with --disclosed, or with both ends here --disclose");
}
