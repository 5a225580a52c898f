import { InputError } from "../../errors.ts";
import { requireOptions } from "../../options.ts";
import {
  bitOrder,
  bitsOfUse,
  type GridPoints,
  hasSeveralSymbols,
  labelBits,
  type Modulated,
  orderOf,
  receivedModulation,
} from "./modulated.ts";

/**
 * Computes the metrics of a frame from its received points.
 * @example
 * const frame: ReceivedFrame = receivedFrame({ name: "qpsk", labeling: "gray", demapper: "log-map" }, 100, 1, 0.5);
 * [frame.kind, frame.points, frame.values]; // → ["bit", 50, 100]
 */
export interface ReceivedFrame {
  /** `bit`: LLRs ln P(0)/P(1) of the sent bits; `symbol`: costs −ln P(a), up to a constant, of the sent symbols. */
  readonly kind: "bit" | "symbol";
  /** Number of points. */
  readonly points: number;
  /** Number of metrics. */
  readonly values: number;
  /**
   * @param received in-phase and quadrature of each point in turn.
   * @param metrics gets the metrics, in the order of the code.
   * @param gains of the points, not negative, which the received values are multiplied by; 1 if left out.
   */
  demap(received: Float64Array, metrics: Float64Array, gains?: Float64Array): void;
}

/** Marks the bits after the last sent bit, which fill the last label. */
const PADDING = 2 ** 32 - 1;

/**
 * A receiver for points over AWGN in float64, for received points in files. Simulations have it as kernels (wgsl/channel/points). Labels
 * take the sent bits, or symbols, in their order or in the interleaver's. With labels of axes the first half of a label is in-phase; with labels
 * `5g` a point takes b(0), b(1), … as 3GPP TS 38.211, 5.1, does.
 * @param modulated points, labels and metrics.
 * @param symbols number of sent code symbols.
 * @param p bits of a code symbol.
 * @param sigma noise standard deviation on each axis, for points of mean energy 1.
 * @param isTransport whether the symbols are transmissions of 5G, whose bits fill points as in 3GPP TS 38.211 under all labels.
 * @throws InputError for a modulation whose points are no points of the plane.
 * @example
 * const { demap, values } = receivedFrame({ name: "qpsk", labeling: "gray", demapper: "log-map" }, 2, 1, 1);
 * const llrs = new Float64Array(values);
 * demap(Float64Array.of(1, -0.5), llrs); // One point.
 * [...llrs].map((llr) => llr.toFixed(2)); // → ["1.41", "-0.71"]
 */
export function receivedFrame(
  modulated: Modulated,
  symbols: number,
  p: number,
  sigma: number,
  isTransport = false,
): ReceivedFrame {
  requireOptions("receivedFrame", modulated, {
    name: true,
    labeling: true,
    points: true,
    demapper: true,
    interleaver: true,
    mismatch: true,
    fading: true,
  });
  const modulation = receivedModulation(modulated, p);
  const { shape } = modulation;
  if (shape.axes === "chips") {
    throw new InputError(
      `${modulation.name} has ${shape.points.length} chips in a symbol: received points are of the plane`,
    );
  }
  const bits = bitsOfUse(modulation);
  const isOfSymbols = modulated.demapper === "symbols";
  const sent = Uint32Array.from({ length: symbols * p }, (_, bit) => bit);
  const size = { bits, pointBits: modulation.bits };
  const labels = labelBits(sent, size, PADDING, isOfSymbols ? undefined : bitOrder(modulated, isTransport));
  const symbolAt = orderOf(isOfSymbols ? modulated.interleaver : undefined, symbols, modulation.bits);
  const uses = labels.length / bits;
  const usesOfPoint = modulation.bits / bits;
  const costs = new Float64Array(2 ** bits);
  /** Writes −ln p(received | label) of a use, up to a constant. */
  const setCosts = (received: Float64Array, use: number, gains: Float64Array | undefined) => {
    const point = Math.floor(use / usesOfPoint);
    const [at, gain] = [2 * point, gains === undefined ? 1 : gains[point]];
    for (let label = 0; label < costs.length; label++) {
      if (shape.axes === "joint") {
        const [x, y] = shape.points[label];
        costs[label] = ((received[at] - gain * x) ** 2 + (received[at + 1] - gain * y) ** 2) / (2 * sigma ** 2);
      } else {
        const error = received[at + (use % usesOfPoint)] - gain * shape.amplitudes[label];
        costs[label] = error ** 2 / (2 * sigma ** 2);
      }
    }
  };
  const q = 2 ** p;
  const isExact = modulated.demapper === "log-map";
  const setSymbols = (use: number, metrics: Float64Array) => {
    const first = (use * bits) / p;
    for (let part = 0; part < bits / p && first + part < symbols; part++) {
      const at = symbolAt[first + part] * q;
      for (let a = 0; a < q; a++) metrics[at + a] = groupCost(costs, part * p, q - 1, a, true);
    }
  };
  const addPart = (use: number, metrics: Float64Array) => {
    const parts = p / bits;
    const [at, shift] = [symbolAt[Math.floor(use / parts)] * q, (use % parts) * bits];
    for (let a = 0; a < q; a++) metrics[at + a] += costs[(a >> shift) & (costs.length - 1)];
  };
  const setBits = (use: number, metrics: Float64Array) => {
    for (let bit = 0; bit < bits; bit++) {
      const codedBit = labels[use * bits + bit];
      if (codedBit === PADDING) continue;
      metrics[codedBit] = groupCost(costs, bit, 1, 1, isExact) - groupCost(costs, bit, 1, 0, isExact);
    }
  };
  const setMetrics = !isOfSymbols ? setBits : hasSeveralSymbols(modulation, p) ? setSymbols : addPart;
  return {
    kind: isOfSymbols ? "symbol" : "bit",
    points: Math.ceil(uses / usesOfPoint),
    values: isOfSymbols ? symbols * q : symbols * p,
    demap(received, metrics, gains) {
      metrics.fill(0);
      for (let use = 0; use < uses; use++) {
        setCosts(received, use, gains);
        setMetrics(use, metrics);
      }
    },
  };
}

/** −ln of the sum of exp(−cost) over the labels whose bits of a mask have a value, or the least cost. */
function groupCost(costs: Float64Array, shift: number, mask: number, value: number, isExact: boolean): number {
  let least = Number.POSITIVE_INFINITY;
  for (let label = 0; label < costs.length; label++) {
    if (((label >> shift) & mask) === value && costs[label] < least) least = costs[label];
  }
  if (!isExact) return least;
  let sum = 0;
  for (let label = 0; label < costs.length; label++) {
    if (((label >> shift) & mask) === value) sum += Math.exp(least - costs[label]);
  }
  return least - Math.log(sum);
}

/** Fractional bits of the integers that represent LLRs of bits between demapper and decoder. */
export const SOFT_BITS = 14;
/** Largest LLR. */
const MOST_LLR = 1024;

/** Index of the received value 0 in a table of values −16384 … 16383. */
const SOFT_ORIGIN = 16_384;
export const SOFT_ROWS = 2 * SOFT_ORIGIN;

/** Number of entries of the tables of `channel/points/demap-plane`, and of entries per unit of LLR. */
const EXPONENTIALS = 16_384;
export const EXPONENTIALS_PER_LLR = 2 ** 10;
const LOGARITHMS = 4096;

/**
 * LLRs of the bits of a label on one axis, for every received value: ln Σ exp(−(y − x)²/2σ²) over the amplitudes x
 * whose label has the bit 0, minus the sum for the bit 1.
 * @param exact false: the largest term instead of each sum.
 * @returns [value + 16384][bit], in multiples of 2^-14, of size 1024 · 2^14 at most.
 */
export function softTable({ points, bits, step }: GridPoints, sigma: number, exact: boolean): Int32Array {
  const table = new Int32Array(SOFT_ROWS * bits);
  const costs = new Float64Array(points.length);
  for (let row = 0; row < SOFT_ROWS; row++) {
    for (let label = 0; label < points.length; label++) {
      const distance = ((row - SOFT_ORIGIN - points[label]) * step) / sigma;
      costs[label] = (distance * distance) / 2;
    }
    for (let bit = 0; bit < bits; bit++) {
      const llr = groupCost(costs, bit, 1, 1, exact) - groupCost(costs, bit, 1, 0, exact);
      table[row * bits + bit] = Math.round(Math.max(-MOST_LLR, Math.min(MOST_LLR, llr)) * 2 ** SOFT_BITS);
    }
  }
  return table;
}

/** 2^16·exp(−i/2^10); the last is 0. */
export function exponentialTable(): Uint32Array {
  const table = Uint32Array.from({ length: EXPONENTIALS }, (_, i) =>
    Math.round(2 ** 16 * Math.exp(-i / EXPONENTIALS_PER_LLR)),
  );
  table[EXPONENTIALS - 1] = 0;
  return table;
}

/** 2^14·ln(1 + i/2^12), at the middle of each cell. */
export function logarithmTable(): Int32Array {
  return Int32Array.from({ length: LOGARITHMS }, (_, i) =>
    Math.round(2 ** SOFT_BITS * Math.log1p((i + 1 / 2) / LOGARITHMS)),
  );
}
