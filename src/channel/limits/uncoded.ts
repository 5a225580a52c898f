import { normalUpperTail } from "../gaussian.ts";
import type { Modulation, Pam } from "../modulation/modulation.ts";
import { type Fading, gains } from "./fading.ts";

/** Error rates of a modulation without a code, by hard decision for the nearest point. */
export interface UncodedRates {
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
const TOLERANCE = 1e-6;

/** The labels of points at equal angles on a circle of radius 1, by angle; undefined for other points. */
function circleLabels(points: readonly (readonly number[])[]): readonly number[] | undefined {
  if (points.some(([x, y]) => Math.abs(Math.hypot(x, y) - 1) > TOLERANCE)) return undefined;
  const angles = points.map(([x, y]) => Math.atan2(y, x));
  const labels = [...points.keys()].sort((a, b) => angles[a] - angles[b]);
  const [first] = labels;
  const isEqual = (label: number, place: number) =>
    Math.abs(angles[label] - angles[first] - (2 * Math.PI * place) / points.length) <= TOLERANCE;
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
    levels.findIndex((level) => Math.abs(level - value) <= TOLERANCE);
  return { levels: [columns, rows], places: points.map(([x, y]) => [place(columns, x), place(rows, y)]) };
}

/** The different values, ascending. */
function levelsOf(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.filter((value, i) => i === 0 || value - sorted[i - 1] > TOLERANCE);
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
  for (const { power, weight } of gains(fading)) {
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
      return low > 0 ? tail(low) - tail(high) : tail(-high) - tail(-low);
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

function tail(x: number): number {
  if (Math.abs(x) === Number.POSITIVE_INFINITY) return x > 0 ? 0 : 1;
  return x >= 0 ? normalUpperTail(x) : 1 - normalUpperTail(-x);
}

function bitCount(word: number): number {
  let count = 0;
  for (let rest = word; rest > 0; rest &= rest - 1) count++;
  return count;
}
