import type { ErrorModel } from "../../src/kernels.ts";

/** Legs as IBM's code has them (arXiv:2506.01779), in float64. */
export const RELAY = {
  iterations: 80,
  gamma: 0.1,
  legs: 60,
  legIterations: 60,
  legGamma: [-0.24, 0.66],
} as const;

/** What a relay did in a leg. */
export interface LegTrace {
  readonly explains: boolean;
  /** Posteriors and unexplained detectors after each iteration. */
  readonly posteriors: readonly Float32Array[];
  readonly unexplained: readonly number[];
}

/**
 * Runs legs one after the other, each with posteriors of the one before.
 * @param lambda ln((1 − p)/p) of each mechanism.
 * @param random numbers from 0 to 1, for the memory strengths of later legs.
 */
export function* relayLegs(
  { columns, detectors, start, detector }: ErrorModel,
  lambda: Float64Array,
  syndrome: Uint8Array,
  random: () => number,
): Generator<LegTrace> {
  // Edges are numbered mechanism by mechanism.
  const edges = start[columns];
  const ofCheck: number[][] = Array.from({ length: detectors }, () => []);
  for (let e = 0; e < edges; e++) ofCheck[detector[e]].push(e);
  const posterior = Float64Array.from(lambda);
  for (let leg = 0; leg <= RELAY.legs; leg++) {
    const [low, high] = RELAY.legGamma;
    const gamma = Float64Array.from(lambda, () => (leg === 0 ? RELAY.gamma : low + (high - low) * random()));
    const messages = new Float64Array(edges);
    const read = new Float64Array(edges);
    const [posteriors, unexplained]: [Float32Array[], number[]] = [[], []];
    const most = leg === 0 ? RELAY.iterations : RELAY.legIterations;
    do {
      for (let v = 0; v < columns; v++) {
        for (let e = start[v]; e < start[v + 1]; e++) {
          read[e] = posteriors.length === 0 ? lambda[v] : posterior[v] - messages[e];
        }
      }
      for (let c = 0; c < detectors; c++) updateCheck(read, messages, ofCheck[c], syndrome[c]);
      const left = syndrome.slice();
      for (let v = 0; v < columns; v++) {
        let sum = lambda[v] + gamma[v] * (posterior[v] - lambda[v]);
        for (let e = start[v]; e < start[v + 1]; e++) sum += messages[e];
        posterior[v] = sum;
        if (sum < 0) for (let e = start[v]; e < start[v + 1]; e++) left[detector[e]] ^= 1;
      }
      posteriors.push(Float32Array.from(posterior));
      unexplained.push(left.reduce((total, each) => total + each, 0));
    } while (unexplained.at(-1)! > 0 && posteriors.length < most);
    yield { explains: unexplained.at(-1) === 0, posteriors, unexplained };
  }
}

/** Messages of a check by min-sum. */
function updateCheck(read: Float64Array, messages: Float64Array, edges: readonly number[], syndrome: number): void {
  let [least, second, odd] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, syndrome];
  for (const e of edges) {
    const magnitude = Math.abs(read[e]);
    odd ^= Number(read[e] < 0);
    if (magnitude < least) [least, second] = [magnitude, least];
    else second = Math.min(second, magnitude);
  }
  for (const e of edges) {
    const magnitude = Math.abs(read[e]) === least ? second : least;
    messages[e] = (odd ^ Number(read[e] < 0)) === 1 ? -magnitude : magnitude;
  }
}
