import { largest } from "../../extremes.ts";
import { type MetEnsemble, otherDegrees, perSymbol, socketsPerSymbol } from "../construct/met/ensemble.ts";
import { channelDensity } from "./channel-density.ts";
import { checkSide } from "./check-side.ts";
import { crossover, LARGEST } from "./magnitudes.ts";
import { movingTypes } from "./met-evolution.ts";

/**
 * The factor by which few errors multiply in each iteration once nearly all messages are sure (the stability condition,
 * T. Richardson, A. Shokrollahi and R. Urbanke, "Design of capacity-approaching irregular low-density parity-check codes",
 * IEEE Trans. Inf. Theory 47(2), 2001, for several edge types). Above 1 some errors always stay: the ensemble's codes have
 * words of low weight, of cycles through variables that have only two sure edges. Infinite if not all messages can become sure.
 *
 * Checks with a variable of degree 1 are never sure: they send the channel's message of that variable. A variable's
 * outgoing message is wrong if its one sure message is wrong and its other messages do not outweigh it. To first order
 * in the exponent, the probability of that event is the product of the Bhattacharyya parameters of the other messages.
 */
export function stabilityFactor(ensemble: MetEnsemble, snr: number): number {
  const { variables, checks } = ensemble;
  const moving = movingTypes(ensemble);
  const anchored = (degrees: readonly number[]): number =>
    degrees.reduce((sum, degree, t) => sum + (moving.includes(t) ? 0 : degree), 0);
  const channel = bhattacharyya(snr);
  const sides = moving.map((s) => {
    const sockets = socketsPerSymbol(checks, s);
    const sure = checks.filter(({ degrees }) => anchored(degrees) === 0);
    const others = checks.filter(({ degrees }) => anchored(degrees) > 0);
    const sureShare = socketsPerSymbol(sure, s) / sockets;
    return {
      sure: sureShare,
      // Of the messages that are not sure: their share, and the sum of their parameters.
      weak: perSymbol(others, ({ degrees }) => degrees[s] * channel(anchored(degrees))) / sockets,
      unsure: 1 - sureShare,
      // Each wrong message of type r to a sure check makes this number of wrong messages of type s.
      spread: moving.map((r) => perSymbol(sure, ({ degrees }) => degrees[s] * otherDegrees(degrees, s)[r]) / sockets),
    };
  });
  const matrix = moving.map((t) => {
    const sockets = socketsPerSymbol(variables, t);
    const row = moving.map(() => 0);
    for (const { fraction, degrees } of variables) {
      const others = otherDegrees(degrees, t);
      const rest = moving.map((s) => others[s]);
      if (degrees[t] === 0) continue;
      const share = (fraction * degrees[t]) / sockets;
      if (rest.every((degree, i) => degree === 0 || sides[i].unsure > ROUNDING)) return null;
      moving.forEach((_, i) => {
        if (rest[i] === 0 || sides[i].sure === 0) return;
        const weak = rest.reduce((product, degree, j) => product * sides[j].weak ** (degree - (i === j ? 1 : 0)), 1);
        const factor = share * channel(1) * rest[i] * weak;
        sides[i].spread.forEach((spread, r) => {
          row[r] += factor * spread;
        });
      });
    }
    return row;
  });
  return matrix.includes(null) ? Number.POSITIVE_INFINITY : spectralRadius(matrix as number[][]);
}

/** The SNR from which on errors die out, 0 if they die out at every SNR; relative accuracy 1e-6. */
export function stabilityLimit(ensemble: MetEnsemble): number {
  let low = 1e-6;
  let high = 100;
  if (stabilityFactor(ensemble, low) < 1) return 0;
  if (!(stabilityFactor(ensemble, high) < 1)) return Number.POSITIVE_INFINITY;
  while (high / low > 1 + 1e-6) {
    const middle = Math.sqrt(low * high);
    if (stabilityFactor(ensemble, middle) < 1) high = middle;
    else low = middle;
  }
  return Math.sqrt(low * high);
}

const ROUNDING = 1e-12;
const POWER_STEPS = 200;

/**
 * Bhattacharyya parameter of a check's message by the number of channel messages in it: for one message, e^(−SNR/2).
 */
function bhattacharyya(snr: number): (messages: number) => number {
  const known = new Map<number, number>([[1, Math.exp(-snr / 2)]]);
  return (messages) => {
    const found = known.get(messages);
    if (found !== undefined) return found;
    const { grid, combine } = checkSide(LARGEST);
    const channel = channelDensity(grid, snr);
    let density = channel;
    for (let i = 1; i < messages; i++) density = combine(density, channel);
    const value = density.reduce((all, mass, i) => {
      const p = crossover(grid[i]);
      return all + mass * 2 * Math.sqrt(p * (1 - p));
    }, 0);
    known.set(messages, value);
    return value;
  };
}

/**
 * Spectral radius of a matrix without negative elements, by powers; the matrix is shifted by 1 so that periodic ones
 * converge too.
 */
function spectralRadius(matrix: readonly (readonly number[])[]): number {
  let vector = matrix.map(() => 1);
  let norm = 1;
  for (let step = 0; step < POWER_STEPS; step++) {
    const next = matrix.map((row, i) => vector[i] + row.reduce((all, a, j) => all + a * vector[j], 0));
    norm = largest(next);
    vector = next.map((value) => value / norm);
  }
  return norm - 1;
}
