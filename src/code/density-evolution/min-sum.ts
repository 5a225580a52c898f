import { sum } from "../../sum.ts";
import { edgeTypes, type MetEnsemble, otherDegrees, perSymbol, socketsPerSymbol } from "../construct/met.ts";
import { type Evolution, type EvolutionOptions, untilDone } from "./met-evolution.ts";
import { addProduct, fourierTransform, type Spectrum } from "./sum-product.ts";

/** Min-sum in whole steps, as the kernels of the product compute it. */
export interface MinSumSteps {
  /** Largest magnitude of a check's message, in steps. */
  readonly message: number;
  /**
   * The magnitude of a check's message by the least magnitude of the others, both in steps: it does not decrease, and
   * `message` bounds it.
   */
  readonly corrected: (magnitude: number) => number;
}

/** Probabilities of whole numbers −largest … largest, at the places 0 … 2·largest. */
type Distribution = Float64Array;

/**
 * Density evolution of a multi-edge-type ensemble with min-sum decoding in whole steps, flooding, given that 0 was sent
 * (T. Richardson and R. Urbanke, "The capacity of low-density parity-check codes under message-passing decoding", IEEE
 * Trans. Inf. Theory 47(2), 2001; J. Chen and M. Fossorier, "Density evolution for two improved BP-based decoding
 * algorithms of LDPC codes", IEEE Commun. Lett. 6(5), 2002). Every message is one of finitely many whole numbers, so its
 * distribution is complete and nothing is approximated: the probabilities are right to the rounding of float64.
 *
 * A variable corrects its message for its check beforehand: the correction grows with the magnitude, so it commutes with
 * the least magnitude. Decoders limit posteriors too, but so far above the messages that a check sees no difference.
 * Posteriors of 0 count as half an error.
 * @param channel distribution of the channel's LLR in steps.
 */
export function evolveMinSum(
  ensemble: MetEnsemble,
  { message: most, corrected }: MinSumSteps,
  channel: Distribution,
  options: EvolutionOptions,
): Evolution {
  const { variables } = ensemble;
  const types = edgeTypes(ensemble);
  const largest = (channel.length - 1) / 2;
  const heaviest = variables.map(({ degrees }) => sum(degrees)).reduce((a, b) => Math.max(a, b));
  const size = 2 ** Math.ceil(Math.log2(2 * (largest + heaviest * most) + 1));
  const transform = fourierTransform(size);
  const sent = spectrum(channel, size, transform);
  const silent = spectrum(Float64Array.of(1), size, transform);
  const toChecks = (sums: Float64Array): Distribution => {
    const result = new Float64Array(2 * most + 1);
    for (let i = 0; i < size; i++) {
      const value = i < size / 2 ? i : i - size;
      // Transforms leave errors of 1e-17 of either sign in empty places.
      if (sums[i] > 0) result[most + Math.sign(value) * corrected(Math.abs(value))] += sums[i];
    }
    return result;
  };
  const sumsOf = (spectra: readonly Spectrum[], nodes: readonly Term[]): Float64Array => {
    const re = new Float64Array(size);
    const im = new Float64Array(size);
    for (const { share, exponents, punctured } of nodes)
      addProduct({ re, im }, share, [
        { of: punctured ? silent : sent, exponent: 1 },
        ...exponents.flatMap((exponent, t) => (exponent === 0 ? [] : [{ of: spectra[t], exponent }])),
      ]);
    transform(re, im, true);
    return re;
  };
  const outgoing = types.map((t) =>
    variables
      .filter(({ degrees }) => degrees[t] > 0)
      .map(({ fraction, degrees, punctured }) => ({
        share: (fraction * degrees[t]) / socketsPerSymbol(variables, t),
        exponents: otherDegrees(degrees, t),
        punctured,
      })),
  );
  const inner = variables.filter(({ degrees }) => sum(degrees) > 1);
  const whole = inner.map(({ fraction, degrees, punctured }) => ({
    share: fraction / perSymbol(inner, () => 1),
    exponents: degrees,
    punctured,
  }));
  const nothing = types.map(() => silent);
  let messages = outgoing.map((nodes) =>
    toChecks(
      sumsOf(
        nothing,
        nodes.map((node) => ({ ...node, exponents: [] })),
      ),
    ),
  );
  return untilDone(() => {
    const spectra = checkMessages(ensemble, messages, most).map((density) => spectrum(density, size, transform));
    messages = outgoing.map((nodes) => toChecks(sumsOf(spectra, nodes)));
    const posterior = sumsOf(spectra, whole);
    return Math.max(0, posterior[0] / 2 + sum(posterior.subarray(size / 2)));
  }, options);
}

/** Distributions of the messages from checks, by type of edge. @param most largest magnitude. */
function checkMessages(
  { checks, ...rest }: MetEnsemble,
  incoming: readonly Distribution[],
  most: number,
): Distribution[] {
  const tails = incoming.map(tailsOf);
  return edgeTypes({ checks, ...rest }).map((t) => {
    const result = new Float64Array(2 * most + 1);
    for (const { fraction, degrees } of checks) {
      if (degrees[t] === 0) continue;
      const share = (fraction * degrees[t]) / socketsPerSymbol(checks, t);
      const others = otherDegrees(degrees, t).flatMap((exponent, s) =>
        exponent === 0 ? [] : [{ exponent, ...tails[s] }],
      );
      let [above, below] = [0, 0];
      for (let m = most; m > 0; m--) {
        // All magnitudes are m or more, and the sign is the product of the signs.
        let [all, signed] = [1, 1];
        for (const { exponent, either, difference } of others) {
          all *= either[m] ** exponent;
          signed *= difference[m] ** exponent;
        }
        result[most + m] += share * ((all + signed) / 2 - above);
        result[most - m] += share * ((all - signed) / 2 - below);
        [above, below] = [(all + signed) / 2, (all - signed) / 2];
      }
      result[most] += share * (1 - above - below);
    }
    return result;
  });
}

/** A kind of variable in sums: its share, and the number of messages of each type. */
interface Term {
  readonly share: number;
  readonly exponents: readonly number[];
  readonly punctured?: true;
}

/** By magnitude m: the probability of m or more of either sign, and that of m or more minus that of −m or less. */
function tailsOf(density: Distribution): { readonly either: Float64Array; readonly difference: Float64Array } {
  const most = (density.length - 1) / 2;
  const [either, difference] = [new Float64Array(most + 2), new Float64Array(most + 2)];
  for (let m = most; m > 0; m--) {
    either[m] = either[m + 1] + density[most + m] + density[most - m];
    difference[m] = difference[m + 1] + density[most + m] - density[most - m];
  }
  return { either, difference };
}

/** The transform of a distribution, with negative numbers at the end of the places. */
function spectrum(density: Distribution, size: number, transform: ReturnType<typeof fourierTransform>): Spectrum {
  const most = (density.length - 1) / 2;
  const [re, im] = [new Float64Array(size), new Float64Array(size)];
  density.forEach((p, i) => {
    re[(i - most + size) % size] = p;
  });
  transform(re, im);
  return { re, im };
}
