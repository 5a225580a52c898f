import { Recent } from "../../recent.ts";
import { sum } from "../../sum.ts";
import type { Modulation, Pam, Plane } from "../modulation/modulation.ts";
import type { ChannelMoments } from "../normal-approximation.ts";
import { chipsDensity } from "./chips-density.ts";
import { type Demapping, type Density, DensitySum } from "./density-sum.ts";
import { type Fading, receivedRatios } from "./fading.ts";

export type { Demapping } from "./density-sum.ts";

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
  if (shape.axes === "chips") return chipsDensity(shape);
  let density = DENSITIES.get(shape);
  if (density === undefined) {
    density = remembered(shape.axes === "joint" ? planeDensity(shape) : axisDensity(shape, bits));
    DENSITIES.set(shape, density);
  }
  return density;
}

function remembered(density: Density): Density {
  const known = new Recent<string, ChannelMoments>(4096);
  return (sigma, demapping) => {
    const key = `${sigma} ${typeof demapping === "string" ? demapping : demapping.groupBits}`;
    return known.get(key, () => density(sigma, demapping));
  };
}

/**
 * Range of the integration in standard deviations of the noise, with a grid on which the trapezoidal rule errs by 1e-8
 * or less.
 */
const TAIL = 7;
const STEP = 1 / 4;
const NOISE = Array.from({ length: 2 * (TAIL / STEP) + 1 }, (_, i) => -TAIL + i * STEP);
const WEIGHTS = normalised(NOISE.map((z) => Math.exp((-z * z) / 2)));

/** Range and grid for each axis of the plane, coarser because the number of cells is squared. */
const PLANE_STEP = 1 / 2;
const PLANE_NOISE = Array.from({ length: 2 * (TAIL / PLANE_STEP) + 1 }, (_, i) => -TAIL + i * PLANE_STEP);
const PLANE_WEIGHTS = normalised(PLANE_NOISE.map((z) => Math.exp((-z * z) / 2)));

function axisDensity({ amplitudes }: Pam, bits: number): Density {
  return (sigma, demapping) => {
    const sum = new DensitySum(amplitudes.length, bits, demapping);
    amplitudes.forEach((sent, label) => {
      // The mirrored amplitude has the mirrored labels, which differ from these in one bit throughout: the same density.
      if (sent < 0) return;
      NOISE.forEach((z, i) => {
        for (let j = 0; j < amplitudes.length; j++) {
          const distance = (sent - amplitudes[j]) / sigma;
          sum.exponents[j] = -distance * (distance / 2 + z);
        }
        sum.add(label, (2 * WEIGHTS[i]) / amplitudes.length);
      });
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
      for (let i = 0; i < PLANE_NOISE.length; i++) {
        for (let j = 0; j < PLANE_NOISE.length; j++) {
          const [x, y] = [inPhase[i], quadrature[j]];
          for (let k = 0; k < likelihoods.length; k++) likelihoods[k] = x[k] * y[k];
          sum.addLikelihoods(label, (PLANE_WEIGHTS[i] * PLANE_WEIGHTS[j]) / points.length);
        }
      }
    });
    return sum.moments();
  };
}

/** For each noise on an axis, the likelihoods of points at distances, in standard deviations, from the point sent. */
function axisLikelihoods(distances: Float64Array): readonly Float64Array[] {
  return PLANE_NOISE.map((z) => distances.map((distance) => Math.exp(-distance * (distance / 2 + z))));
}

function normalised(weights: readonly number[]): readonly number[] {
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}
