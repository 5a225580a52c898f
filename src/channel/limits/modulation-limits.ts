import { bitCount } from "../../code/elimination/elimination.ts";
import { once } from "../../once.ts";
import { Recent } from "../../recent.ts";
import { sum } from "../../sum.ts";
import { gaussianNodes, normalUpperTail } from "../gaussian.ts";
import type { Chips, Modulation, Pam, Plane } from "../modulation/modulated.ts";
import type { ChannelMoments } from "../normal-approximation.ts";
import { philox } from "../random.ts";

/** Error rates of a modulation without a code, by hard decision for the nearest point. */
interface UncodedRates {
  /** Symbol error probability. */
  readonly ser: number;
  /** Bit error probability, averaged over the bits of a label. */
  readonly ber: number;
}

/**
 * Whether the error rates of a modulation are known: for modulations of axes, for points at equal angles on a circle, and for points on
 * all crossings of lines along both axes.
 */
export function hasUncodedRates({ shape }: Modulation): boolean {
  return ratesOf(shape) !== undefined;
}

/** Error rates by Es/N0. */
type RatesByEsN0 = (esn0: number) => UncodedRates;

function ratesOf(shape: Modulation["shape"]): RatesByEsN0 | undefined {
  if (!("points" in shape)) return (esn0) => axisRates(shape, esn0);
  if (shape.axes === "chips") return undefined;
  const labels = circleLabels(shape.points);
  if (labels !== undefined) return (esn0) => circleRates(labels, esn0);
  const grid = crossings(shape.points);
  return grid && ((esn0) => crossingRates(grid, esn0));
}

/** Largest difference of a radius from the mean radius 1, and of an angle from equal angles. */
const RATE_TOLERANCE = 1e-6;

/** The labels of points at equal angles on a circle of radius 1, by angle; undefined for other points. */
function circleLabels(points: readonly (readonly number[])[]): readonly number[] | undefined {
  if (points.some(([x, y]) => Math.abs(Math.hypot(x, y) - 1) > RATE_TOLERANCE)) return undefined;
  const angles = points.map(([x, y]) => Math.atan2(y, x));
  const labels = [...points.keys()].sort((a, b) => angles[a] - angles[b]);
  const [first] = labels;
  const isEqual = (label: number, place: number) =>
    Math.abs(angles[label] - angles[first] - (2 * Math.PI * place) / points.length) <= RATE_TOLERANCE;
  return labels.every(isEqual) ? labels : undefined;
}

/** Points on crossings: the levels of both axes, ascending, and each label's places among them. */
interface Crossings {
  readonly levels: readonly [number[], number[]];
  readonly places: readonly (readonly number[])[];
}

/** The crossings on which points stand; undefined where crossings are empty. */
function crossings(points: readonly (readonly number[])[]): Crossings | undefined {
  const [columns, rows] = [0, 1].map((axis) => levelsOf(points.map((point) => point[axis])));
  if (columns.length * rows.length !== points.length) return undefined;
  const place = (levels: readonly number[], value: number) =>
    levels.findIndex((level) => Math.abs(level - value) <= RATE_TOLERANCE);
  return { levels: [columns, rows], places: points.map(([x, y]) => [place(columns, x), place(rows, y)]) };
}

/** The different values, ascending. */
function levelsOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.filter((value, i) => i === 0 || value - sorted[i - 1] > RATE_TOLERANCE);
}

/**
 * Symbol and bit error probability of a modulation of `hasUncodedRates`: exact for amplitudes on axes and for points on crossings, and for
 * points at equal angles on a circle by the angle's distribution (J. W. Craig, MILCOM 1991; R. F. Pawula, S. O. Rice and J. H. Roberts,
 * IEEE Trans. Commun. 30(8), 1982).
 * @param esn0 mean energy of a symbol over N0, as a ratio.
 */
export function uncodedRates({ name, shape }: Modulation, esn0: number, fading: Fading): UncodedRates {
  const rates = ratesOf(shape);
  if (rates === undefined) throw new Error(`the error rates of ${name} without a code are not known`);
  let [ser, ber] = [0, 0];
  for (const { ratio: power, weight } of receivedRatios(fading, 1)) {
    const faded = rates(power * esn0);
    ser += weight * faded.ser;
    ber += weight * faded.ber;
  }
  return { ser, ber };
}

/** Probabilities [sent][decided] of levels in ascending order, by the nearest level. */
function transitions(levels: readonly number[], esn0: number): number[][] {
  const sigma = Math.sqrt(1 / (2 * esn0));
  return levels.map((sent) =>
    levels.map((level, i) => {
      const end = (other: number | undefined, infinite: number) =>
        other === undefined ? infinite : ((level + other) / 2 - sent) / sigma;
      const low = end(levels[i - 1], Number.NEGATIVE_INFINITY);
      const high = end(levels[i + 1], Number.POSITIVE_INFINITY);
      // Differences of the smaller tails keep small probabilities exact.
      return low > 0 ? normalUpperTail(low) - normalUpperTail(high) : normalUpperTail(-high) - normalUpperTail(-low);
    }),
  );
}

function axisRates({ amplitudes, axes }: Pam, esn0: number): UncodedRates {
  const labels = [...amplitudes.keys()].sort((a, b) => amplitudes[a] - amplitudes[b]);
  const probabilities = transitions(
    labels.map((label) => amplitudes[label]),
    esn0,
  );
  const { ser, ber } = meanRates(labels, (sent, decided) => probabilities[sent][decided]);
  return { ser: axes === 1 ? ser : ser * (2 - ser), ber };
}

function crossingRates({ levels, places }: Crossings, esn0: number): UncodedRates {
  const [columns, rows] = levels.map((axis) => transitions(axis, esn0));
  const probability = (sent: number, decided: number) =>
    columns[places[sent][0]][places[decided][0]] * rows[places[sent][1]][places[decided][1]];
  return meanRates([...places.keys()], probability);
}

/** Mean rates of equally likely points. @param probability by the places of the sent and of the decided point in the list of labels. */
function meanRates(labels: readonly number[], probability: (sent: number, decided: number) => number): UncodedRates {
  const bits = labels.map((_, word) => bitCount(word));
  let [wrong, wrongBits] = [0, 0];
  for (let sent = 0; sent < labels.length; sent++) {
    for (let decided = 0; decided < labels.length; decided++) {
      if (decided === sent) continue;
      const share = probability(sent, decided);
      wrong += share;
      wrongBits += share * bits[labels[sent] ^ labels[decided]];
    }
  }
  return { ser: wrong / labels.length, ber: wrongBits / labels.length / Math.log2(labels.length) };
}

/** Points at equal angles. @param labels by angle. */
function circleRates(labels: readonly number[], esn0: number): UncodedRates {
  const { length: points } = labels;
  /** Probability that the angle is off by more than this in one direction, up to half a turn. */
  const beyond = (angle: number) => angularTail(angle, esn0);
  let [ser, wrongBits] = [0, 0];
  for (let step = 1; step <= points / 2; step++) {
    const far = step === points / 2 ? 0 : beyond(((2 * step + 1) * Math.PI) / points);
    const oneSide = beyond(((2 * step - 1) * Math.PI) / points) - far;
    ser += 2 * oneSide;
    for (const direction of [step, points - step]) {
      let distance = 0;
      for (let i = 0; i < points; i++) distance += bitCount(labels[i] ^ labels[(i + direction) % points]);
      wrongBits += (oneSide * distance) / points;
    }
  }
  return { ser, ber: wrongBits / Math.log2(points) };
}

const CRAIG_STEPS = 400;

/** Simpson's rule for Craig's integral (1/2π) ∫ exp(−γ sin²θ / sin²φ) dφ over φ in 0 … π − θ. */
function angularTail(angle: number, esn0: number): number {
  const step = (Math.PI - angle) / CRAIG_STEPS;
  let sum = 0;
  // Where φ is 0 the integrand is 0.
  for (let i = 1; i <= CRAIG_STEPS; i++) {
    const weight = i === CRAIG_STEPS ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp((-esn0 * Math.sin(angle) ** 2) / Math.sin(i * step) ** 2);
  }
  return (sum * step) / (6 * Math.PI);
}

/** Products that one estimate takes, and most noise vectors of it. */
const PRODUCTS = 2 ** 24;
const VECTORS = 2 ** 14;

/**
 * The information density of sequences of chips, averaged over fixed pseudo-random noise vectors and their negatives: a
 * grid over 64 axes would have too many points. The standard error of the capacity is about 0.01 of the bits of a label.
 */
function chipsDensity({ points }: Chips): Density {
  const [count, chips, bits] = [points.length, points[0].length, Math.log2(points.length)];
  const vectors = Math.min(VECTORS, Math.floor(PRODUCTS / (count * chips)));
  // Correlations decide, as all points have the same energy, and those with the noise depend on the noise's power by a factor only.
  const ofPoints = points.map((point) => points.map((other) => product(point, other)));
  const ofNoise = Array.from({ length: Math.ceil(vectors / 2) }, (_, i) => {
    const noise = gaussians(i, chips);
    return points.map((point) => product(noise, point));
  });
  return (sigma, demapping) => {
    const sum = new DensitySum(count, bits, demapping);
    for (let i = 0; i < vectors; i++) {
      const label = (i >> 1) % count;
      const [signal, noise] = [ofPoints[label], ofNoise[i >> 1]];
      const factor = (i % 2 === 0 ? 1 : -1) / sigma;
      for (let j = 0; j < count; j++) {
        sum.exponents[j] = (signal[j] - signal[label]) / sigma ** 2 + (noise[j] - noise[label]) * factor;
      }
      sum.add(label, 1 / vectors);
    }
    return sum.moments();
  };
}

function product(a: ArrayLike<number>, b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Standard Gaussians by Box and Muller. @param count even. */
function gaussians(vector: number, count: number): Float64Array {
  const values = new Float64Array(count);
  const words = new Uint32Array(4);
  for (let i = 0; i < count; i += 4) {
    philox(i, vector, 0, 0, 0, 0, words);
    for (let pair = 0; pair < 4 && i + pair < count; pair += 2) {
      const radius = Math.sqrt(-2 * Math.log((words[pair] + 1) / (2 ** 32 + 1)));
      const angle = (2 * Math.PI * words[pair + 1]) / 2 ** 32;
      values[i + pair] = radius * Math.cos(angle);
      values[i + pair + 1] = radius * Math.sin(angle);
    }
  }
  return values;
}

/**
 * The receiver's use of a modulation's labels: the symbol as a whole, or its bits, or groups of bits, one by one as if they were
 * independent.
 */
export type Demapping = "coded-modulation" | "bicm" | { readonly groupBits: number };

/** Moments of the information density for noise of a standard deviation on each axis. */
type Density = (sigma: number, demapping: Demapping) => ChannelMoments;

/** Sums the information density of received points with weights. */
class DensitySum {
  /** ln p(y | point)/p(y | point sent) of the received point, by label. The caller of `add` writes it. */
  readonly exponents: Float64Array;
  /** p(y | point)/p(y | point sent) of the received point, by label. The caller of `addLikelihoods` writes it. */
  readonly likelihoods: Float64Array;
  private readonly bits: number;
  /** Bits of a group; all of them for a symbol as a whole. */
  private readonly groupBits: number;
  private first = 0;
  private second = 0;

  constructor(points: number, bits: number, demapping: Demapping) {
    this.exponents = new Float64Array(points);
    this.likelihoods = new Float64Array(points);
    this.bits = bits;
    this.groupBits = demapping === "coded-modulation" ? bits : demapping === "bicm" ? 1 : demapping.groupBits;
  }

  /** Adds a received point by its `exponents`, of any size. */
  add(sent: number, weight: number): void {
    const { exponents, likelihoods } = this;
    let highest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < exponents.length; j++) highest = Math.max(highest, exponents[j]);
    for (let j = 0; j < likelihoods.length; j++) likelihoods[j] = Math.exp(exponents[j] - highest);
    this.addLikelihoods(sent, weight, highest);
  }

  /**
   * Adds a received point by its `likelihoods`, which are finite, and overwrites them.
   * @param highest ln of the factor that the likelihoods lack; without it that of the point sent is 1.
   */
  addLikelihoods(sent: number, weight: number, highest = 0): void {
    const { likelihoods, bits } = this;
    let all = 0;
    for (let j = 0; j < likelihoods.length; j++) all += likelihoods[j];
    const isWhole = this.groupBits === bits;
    const density = isWhole ? bits - Math.log2(all) - highest / Math.LN2 : this.ofGroups(sent, all);
    this.first += weight * density;
    this.second += weight * density ** 2;
  }

  moments(): ChannelMoments {
    return { capacity: this.first, dispersion: Math.max(0, this.second - this.first ** 2) };
  }

  /** Groups from the highest bits down. Adding up the values of a group leaves the likelihoods of the bits below it. */
  private ofGroups(sent: number, all: number): number {
    const { bits, groupBits, likelihoods } = this;
    let density = bits;
    for (let bit = bits - groupBits; bit >= 0; bit -= groupBits) {
      const mask = (2 ** groupBits - 1) << bit;
      const below = 2 ** bit;
      const first = sent & mask;
      let same = 0;
      for (let j = 0; j < below; j++) same += likelihoods[first + j];
      for (let from = below; from < below * 2 ** groupBits; from += below) {
        for (let j = 0; j < below; j++) likelihoods[j] += likelihoods[from + j];
      }
      // If all points with this group underflow, the likeliest of them decides.
      const log = same > 0 ? Math.log(same) : this.bestOf(sent, mask);
      density -= (Math.log(all) - log) / Math.LN2;
    }
    return density;
  }

  private bestOf(sent: number, mask: number): number {
    let [best, highest] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    this.exponents.forEach((exponent, label) => {
      highest = Math.max(highest, exponent);
      if (((label ^ sent) & mask) === 0) best = Math.max(best, exponent);
    });
    return best - highest;
  }
}

/**
 * Mean and variance of the information density of one symbol, in bits and bits²: the capacity with equally likely
 * points, and the dispersion. For bit-interleaved coded modulation (G. Caire, G. Taricco and E. Biglieri, IEEE Trans.
 * Inf. Theory 44(3), 1998) the density is the sum of the bits' densities.
 * @param esn0 mean energy of a symbol over N0, as a ratio. The noise has the variance N0/2 on each axis.
 * @param fading distribution of the received power, independent from symbol to symbol and known to the receiver.
 */
export function modulationMoments(
  { shape, bits }: Modulation,
  esn0: number,
  fading: Fading,
  demapping: Demapping,
): ChannelMoments {
  const axes = typeof shape.axes === "string" ? 1 : shape.axes;
  const density = densityOf(shape, bits / axes);
  let [mean, square, within] = [0, 0, 0];
  for (const { ratio, weight } of receivedRatios(fading, esn0)) {
    const { capacity, dispersion } = density(Math.sqrt(1 / (2 * ratio)), demapping);
    // The axes' densities add up, and are independent for a given gain.
    mean += weight * axes * capacity;
    square += weight * (axes * capacity) ** 2;
    within += weight * axes * dispersion;
  }
  return { capacity: mean, dispersion: within + Math.max(0, square - mean ** 2), axes: realAxes(shape) };
}

/** Real axes that the differences of points span: points on a line through the plane have one. */
function realAxes(shape: Modulation["shape"]): number {
  if (shape.axes === "chips") return shape.points[0].length;
  if (shape.axes !== "joint") return shape.axes;
  const [[x, y], ...others] = shape.points;
  const [[dx, dy], ...rest] = others.map(([otherX, otherY]) => [otherX - x, otherY - y]);
  const isLine = rest.every(
    ([ex, ey]) => Math.abs(dx * ey - dy * ex) <= LINE * Math.hypot(dx, dy) * Math.hypot(ex, ey),
  );
  return isLine ? 1 : 2;
}

/** Sine of an angle below which differences of points are parallel: rounding of decimal coordinates makes up to 1e-15. */
const LINE = 1e-12;

/** Densities of shapes, which remember the moments of each standard deviation: fading asks for the same deviations again. */
const DENSITIES = new WeakMap<Modulation["shape"], Density>();

function densityOf(shape: Modulation["shape"], bits: number): Density {
  const found = DENSITIES.get(shape);
  if (found !== undefined) return found;
  const own =
    shape.axes === "chips"
      ? chipsDensity(shape)
      : shape.axes === "joint"
        ? planeDensity(shape)
        : axisDensity(shape, bits);
  const density = remembered(own);
  DENSITIES.set(shape, density);
  return density;
}

function remembered(density: Density): Density {
  const known = new Recent<string, ChannelMoments>(4096);
  return (sigma, demapping) => {
    const key = `${sigma} ${typeof demapping === "string" ? demapping : demapping.groupBits}`;
    return known.get(key, () => density(sigma, demapping));
  };
}

/** With these grids the trapezoidal rule errs by 1e-8 or less; that of the plane is coarser because its cells are squared. */
const nodes = once(() => gaussianNodes(7, 1 / 4));
const planeNodes = once(() => gaussianNodes(7, 1 / 2));

function axisDensity({ amplitudes }: Pam, bits: number): Density {
  return (sigma, demapping) => {
    const sum = new DensitySum(amplitudes.length, bits, demapping);
    amplitudes.forEach((sent, label) => {
      // The mirrored amplitude has the mirrored labels, which differ from these in one bit throughout: the same density.
      if (sent < 0) return;
      for (const { z, weight } of nodes()) {
        for (let j = 0; j < amplitudes.length; j++) {
          const distance = (sent - amplitudes[j]) / sigma;
          sum.exponents[j] = -distance * (distance / 2 + z);
        }
        sum.add(label, (2 * weight) / amplitudes.length);
      }
    });
    return sum.moments();
  };
}

/** The noises of both axes are independent: a likelihood is the product of one on each axis. */
function planeDensity({ points }: Plane): Density {
  const places = [0, 1].map((axis) => Float64Array.from(points, (point) => point[axis]));
  return (sigma, demapping) => {
    const sum = new DensitySum(points.length, Math.log2(points.length), demapping);
    const { likelihoods } = sum;
    points.forEach((sent, label) => {
      const [inPhase, quadrature] = sent.map((place, axis) =>
        axisLikelihoods(places[axis].map((other) => (place - other) / sigma)),
      );
      for (const { weight: wx, likelihoods: x } of inPhase) {
        for (const { weight: wy, likelihoods: y } of quadrature) {
          for (let k = 0; k < likelihoods.length; k++) likelihoods[k] = x[k] * y[k];
          sum.addLikelihoods(label, (wx * wy) / points.length);
        }
      }
    });
    return sum.moments();
  };
}

/** For each noise on an axis, the likelihoods of points at distances, in standard deviations, from the point sent. */
function axisLikelihoods(distances: Float64Array) {
  return planeNodes().map(({ z, weight }) => ({
    weight,
    likelihoods: distances.map((distance) => Math.exp(-distance * (distance / 2 + z))),
  }));
}

/** The distribution of a received symbol's power. */
export type Fading = "awgn" | "rayleigh";
export const FADINGS = ["awgn", "rayleigh"] as const satisfies readonly Fading[];

/** Rayleigh fading is integrated over t = ln g, where the density exp(t − e^t) falls double-exponentially on one side. */
const [FROM, TO, GAIN_STEP] = [-22, 3.8, 0.4];

/**
 * The Es/N0 of received symbols, esn0 times each power gain g, with weights of sum 1. The receiver knows the gain of each symbol. Rayleigh
 * fading has exponential g of mean 1: the trapezoidal rule over ln g, with an error below 1e-6 for means of functions between 0 and 1 that
 * vary with ln g at the scale of 1 or slower. Its places lie where every esn0 has the same ratios, so that a function is computed once for
 * each ratio.
 */
function receivedRatios(fading: Fading, esn0: number): readonly { readonly ratio: number; readonly weight: number }[] {
  if (fading === "awgn") return [{ ratio: esn0, weight: 1 }];
  const first = Math.round((FROM + Math.log(esn0)) / GAIN_STEP);
  const all = Array.from({ length: Math.round((TO - FROM) / GAIN_STEP) + 1 }, (_, i) => {
    const ratio = Math.exp((first + i) * GAIN_STEP);
    const power = ratio / esn0;
    return { ratio, weight: power * Math.exp(-power) };
  });
  const total = sum(all.map(({ weight }) => weight));
  return all.map(({ ratio, weight }) => ({ ratio, weight: weight / total }));
}
