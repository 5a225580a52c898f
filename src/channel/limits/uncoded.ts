import { normalUpperTail } from "../gaussian.ts";
import type { Modulation, Pam } from "../modulation/modulation.ts";
import { modulations } from "../modulation/modulations.ts";
import { type Fading, gains } from "./fading.ts";

/** Error rates of a modulation without a code, by hard decision for the nearest point. */
export interface UncodedRates {
  /** Symbol error probability. */
  readonly ser: number;
  /** Bit error probability, averaged over the bits of a label. */
  readonly ber: number;
}

/** Whether the error rates of a modulation are known: for modulations of axes, and for the circles in the table. */
export function hasUncodedRates(modulation: Modulation): boolean {
  const { axes } = modulation.shape;
  if (axes === "chips") return false;
  return axes !== "joint" || Object.values<Modulation>(modulations).includes(modulation);
}

/**
 * Symbol and bit error probability of a modulation: exact for amplitudes on axes, and for points on a circle by the
 * angle's distribution (J. W. Craig, MILCOM 1991; R. F. Pawula, S. O. Rice and J. H. Roberts, IEEE Trans. Commun. 30(8), 1982).
 * @param esn0 mean energy of a symbol over N0, as a ratio.
 */
export function uncodedRates({ shape, bits }: Modulation, esn0: number, fading: Fading): UncodedRates {
  let [ser, ber] = [0, 0];
  for (const { power, weight } of gains(fading)) {
    const rates = "points" in shape ? circleRates(2 ** bits, power * esn0) : axisRates(shape, power * esn0);
    ser += weight * rates.ser;
    ber += weight * rates.ber;
  }
  return { ser, ber };
}

function axisRates({ amplitudes, axes }: Pam, esn0: number): UncodedRates {
  const sigma = Math.sqrt(1 / (2 * esn0));
  const order = [...amplitudes.keys()].sort((a, b) => amplitudes[a] - amplitudes[b]);
  const bits = Math.log2(amplitudes.length);
  let [wrong, wrongBits] = [0, 0];
  for (const label of amplitudes.keys()) {
    order.forEach((decided, i) => {
      if (decided === label) return;
      const neighbour = (step: number) => amplitudes[order[i + step]];
      // Distances from the sent amplitude to both ends of the decided amplitude's region, the nearer end first.
      const side = Math.sign(amplitudes[decided] - amplitudes[label]);
      const middle = (other: number | undefined) =>
        other === undefined
          ? Number.POSITIVE_INFINITY
          : (side * ((amplitudes[decided] + other) / 2 - amplitudes[label])) / sigma;
      const probability = tail(middle(neighbour(-side))) - tail(middle(neighbour(side)));
      wrong += probability / amplitudes.length;
      wrongBits += (probability * bitCount(label ^ decided)) / amplitudes.length;
    });
  }
  return { ser: axes === 1 ? wrong : wrong * (2 - wrong), ber: wrongBits / bits };
}

/** Points at equal angles, labelled by position in Gray's order. */
function circleRates(points: number, esn0: number): UncodedRates {
  /** Probability that the angle is off by more than this in one direction, up to half a turn. */
  const beyond = (angle: number) => angularTail(angle, esn0);
  let [ser, wrongBits] = [0, 0];
  for (let step = 1; step <= points / 2; step++) {
    const far = step === points / 2 ? 0 : beyond(((2 * step + 1) * Math.PI) / points);
    const oneSide = beyond(((2 * step - 1) * Math.PI) / points) - far;
    ser += 2 * oneSide;
    for (const direction of [step, points - step]) {
      let distance = 0;
      for (let i = 0; i < points; i++) distance += bitCount(gray(i) ^ gray((i + direction) % points));
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

function gray(position: number): number {
  return position ^ (position >> 1);
}

function tail(x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 0;
  return x >= 0 ? normalUpperTail(x) : 1 - normalUpperTail(-x);
}

function bitCount(word: number): number {
  let count = 0;
  for (let rest = word; rest > 0; rest &= rest - 1) count++;
  return count;
}
