import { sum } from "../../sum.ts";
import { fourierTransform } from "./fourier.ts";
import { addSplit, crossover, type Magnitudes, type Split, splitOnto } from "./magnitudes.ts";

/** A product of transforms: that of density s to the power of exponents[s], times `factor`. */
export interface TransformTerm {
  readonly factor: number;
  readonly exponents: readonly number[];
}

/** Transform of a density: the first half, since the second half follows from it. */
interface Spectrum {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/**
 * The operation of variable nodes on densities: sums of LLRs, by Fourier transforms over a uniform grid of 2·`half`
 * steps (T. Richardson and R. Urbanke, "The capacity of low-density parity-check codes under message-passing decoding",
 * IEEE Trans. Inf. Theory 47(2), 2001). Sums beyond half·step are wrong.
 */
export class VariableSide {
  readonly #half: number;
  readonly #transform: ReturnType<typeof fourierTransform>;
  readonly #toUniform: Split;
  readonly #fromUniform: Split;
  readonly #crossovers: Float64Array;
  readonly #points: number;

  /**
   * @param grid magnitudes of the densities at input and output, as in `checkSide`; the finite magnitudes are below
   * half·step.
   */
  constructor(grid: Float64Array, step: number, half: number) {
    const uniform = Float64Array.from({ length: half }, (_, i) => i * step);
    this.#half = half;
    this.#points = grid.length;
    this.#transform = fourierTransform(2 * half);
    this.#toUniform = splitOnto(Float64Array.from([...uniform, Number.POSITIVE_INFINITY]), grid.subarray(0, -1));
    this.#fromUniform = splitOnto(grid, uniform);
    this.#crossovers = uniform.map(crossover);
  }

  /**
   * Densities of sums: for each list of terms the density Σ factor · Π density^exponent, where products are
   * convolutions.
   */
  sums(densities: readonly Magnitudes[], results: readonly (readonly TransformTerm[])[]): Magnitudes[] {
    const spectra = pairs(densities).flatMap(([a, b]) => this.#spectra(a, b));
    const products = results.map((terms) => this.#product(spectra, terms));
    const sequences = pairs(products).flatMap(([a, b]) => this.#sequences(a, b));
    const finite = densities.map((density) => 1 - density[density.length - 1]);
    return results.map((terms, i) => this.#magnitudes(sequences[i], massOf(terms, finite)));
  }

  /** Two real sequences by one transform. */
  #spectra(a: Magnitudes, b: Magnitudes | undefined): Spectrum[] {
    const n = 2 * this.#half;
    const re = this.#signed(a);
    const im = b === undefined ? new Float64Array(n) : this.#signed(b);
    this.#transform(re, im);
    const first = this.#spectrum();
    const second = this.#spectrum();
    for (let k = 0; k <= this.#half; k++) {
      const mirror = k === 0 ? 0 : n - k;
      first.re[k] = (re[k] + re[mirror]) / 2;
      first.im[k] = (im[k] - im[mirror]) / 2;
      second.re[k] = (im[k] + im[mirror]) / 2;
      second.im[k] = (re[mirror] - re[k]) / 2;
    }
    return b === undefined ? [first] : [first, second];
  }

  #sequences(a: Spectrum, b: Spectrum | undefined): Float64Array[] {
    const half = this.#half;
    const n = 2 * half;
    const { re: bRe, im: bIm } = b ?? this.#spectrum();
    const re = new Float64Array(n);
    const im = new Float64Array(n);
    for (let k = 0; k <= half; k++) {
      re[k] = a.re[k] - bIm[k];
      im[k] = a.im[k] + bRe[k];
      if (k === 0 || k === half) continue;
      re[n - k] = a.re[k] + bIm[k];
      im[n - k] = bRe[k] - a.im[k];
    }
    this.#transform(re, im, true);
    return b === undefined ? [re] : [re, im];
  }

  #product(spectra: readonly Spectrum[], terms: readonly TransformTerm[]): Spectrum {
    const result = this.#spectrum();
    for (let k = 0; k <= this.#half; k++) {
      for (const { factor, exponents } of terms) {
        let re = factor;
        let im = 0;
        for (let s = 0; s < exponents.length; s++) {
          let baseRe = spectra[s].re[k];
          let baseIm = spectra[s].im[k];
          for (let e = exponents[s]; e > 0; e >>>= 1) {
            if (e & 1) [re, im] = [re * baseRe - im * baseIm, re * baseIm + im * baseRe];
            [baseRe, baseIm] = [baseRe * baseRe - baseIm * baseIm, 2 * baseRe * baseIm];
          }
        }
        result.re[k] += re;
        result.im[k] += im;
      }
    }
    return result;
  }

  #spectrum(): Spectrum {
    return { re: new Float64Array(this.#half + 1), im: new Float64Array(this.#half + 1) };
  }

  /**
   * The finite part of the density over both signs, given that 0 was sent: positive LLRs at the start, negative LLRs at
   * the end.
   */
  #signed(density: Magnitudes): Float64Array {
    const half = this.#half;
    const magnitudes = new Float64Array(half);
    addSplit(magnitudes, this.#toUniform, density.subarray(0, -1));
    const signed = new Float64Array(2 * half);
    signed[0] = magnitudes[0];
    for (let i = 1; i < half; i++) {
      const wrong = magnitudes[i] * this.#crossovers[i];
      signed[i] = magnitudes[i] - wrong;
      signed[2 * half - i] = wrong;
    }
    return signed;
  }

  /** @param mass probability of the finite sums; all other sums are sure. */
  #magnitudes(signed: Float64Array, mass: number): Magnitudes {
    const half = this.#half;
    const uniform = new Float64Array(half);
    // Transforms leave errors of 1e-17 of either sign in empty places.
    uniform[0] = Math.max(signed[0], 0);
    for (let i = 1; i < half; i++) uniform[i] = Math.max(signed[i] + signed[2 * half - i], 0);
    const scale = mass / sum(uniform);
    const density = new Float64Array(this.#points);
    addSplit(density, this.#fromUniform, uniform);
    for (let i = 0; i < density.length; i++) density[i] *= scale;
    density[density.length - 1] += 1 - mass;
    return density;
  }
}

/** Probability that a sum has finite terms only. */
function massOf(terms: readonly TransformTerm[], finite: readonly number[]): number {
  return terms.reduce(
    (sum, { factor, exponents }) => sum + exponents.reduce((product, e, s) => product * finite[s] ** e, factor),
    0,
  );
}

function pairs<T>(list: readonly T[]): [T, T | undefined][] {
  return list.flatMap((first, i): [T, T | undefined][] => (i % 2 === 0 ? [[first, list[i + 1]]] : []));
}
