import { type RandomGenerator, randomGenerators } from "../../src/channel/random.ts";
import {
  BIAS_BOUND,
  decodingGraph,
  type ModelCode,
  SUM_BOUND,
  sampledShare,
  shotModel,
  shotPriors,
} from "../../src/decoder/shots/model.ts";
import { GAMMA_ONE, SCALE_ONE, type ShotDecoder } from "../../src/decoder/shots/rules.ts";
import { type ErrorModel, type NoisePoint, probabilities } from "../../src/quantum/error-model.ts";

/** What became of a shot. */
export interface Shot {
  /** Observables that the correction leaves flipped, as bits. */
  readonly wrong: number;
  /** Corrections found that explain the detectors. */
  readonly found: number;
  readonly iterations: number;
}

/** What the mechanisms of a shot flip. A mechanism occurs by a byte of a random block, and then by a random word. */
export function sampledModelShot(
  model: ErrorModel,
  point: NoisePoint | undefined,
  shot: number,
  key: readonly [number, number],
  generator: RandomGenerator,
): { readonly detectors: ReadonlySet<number>; readonly observables: ReadonlySet<number> } {
  const random = randomGenerators[generator];
  const [words, rare] = [new Uint32Array(4), new Uint32Array(4)];
  const [detectors, observables] = [new Set<number>(), new Set<number>()];
  const flip = (set: Set<number>, each: number) => {
    if (!set.delete(each)) set.add(each);
  };
  for (const [n, probability] of probabilities(model, point).entries()) {
    const { bytes, share } = sampledShare(Math.min(probability, 1 - probability));
    if ((n & 15) === 0) random(shot, 0, n >> 4, 0, key[0], key[1], words);
    const byte = (words[(n >> 2) & 3] >>> (8 * (n & 3))) & 255;
    if (byte >= bytes) continue;
    random(shot, 0, (0x80000000 | n) >>> 0, 0, key[0], key[1], rare);
    if (rare[0] >= share) continue;
    for (let i = model.start[n]; i < model.start[n + 1]; i++) flip(detectors, model.detector[i]);
    for (let i = model.observableStart[n]; i < model.observableStart[n + 1]; i++)
      flip(observables, model.observable[i]);
  }
  return { detectors, observables };
}

/** The checks of a shot that are flipped, and its observables as bits. */
export function sampledShot(
  code: ModelCode,
  point: NoisePoint | undefined,
  shot: number,
  key: readonly [number, number],
  generator: RandomGenerator,
): { readonly syndrome: Uint8Array; readonly observables: number } {
  const { detectors, observables } = sampledModelShot(code.model, point, shot, key, generator);
  const syndrome = new Uint8Array(code.matrix.rows);
  const { checkOfDetector } = decodingGraph(code);
  for (const d of detectors) syndrome[checkOfDetector[d]] = 1;
  return { syndrome, observables: [...observables].reduce((bits, k) => bits | (1 << k), 0) };
}

/** Arithmetic of a decoder: in whole steps, or in f64 without bounds, for the loss that whole numbers cost. */
interface Numbers {
  readonly lambda: ArrayLike<number>;
  readonly bound: number;
  scaled(magnitude: number): number;
  bias(lambda: number, gamma: number, posterior: number): number;
  sum(value: number): number;
}

/** Decodes one shot as Relay does, one leg after the other; other decoders have one leg. In f64 or in the kernels' whole numbers. */
export function decodeShot(
  code: ModelCode,
  decoder: ShotDecoder,
  { syndrome, observables: sent }: ReturnType<typeof sampledShot>,
  point: NoisePoint | undefined,
  isFloat = false,
): Shot {
  const model = shotModel(code, decoder.sumBound);
  const { graph, observables } = model;
  const { lambda, weight } = shotPriors(code, { ...model, steps: model.steps * decoder.fineness }, point);
  const numbers: Numbers = isFloat
    ? {
        lambda: Float64Array.from(weight, (each) => each / 256),
        bound: Number.POSITIVE_INFINITY,
        scaled: (m) => (m * decoder.scale) / SCALE_ONE,
        bias: (l, gamma, posterior) => (decoder.hasMemory ? l + (gamma / GAMMA_ONE) * (posterior - l) : l),
        sum: (value) => value,
      }
    : {
        lambda,
        bound: model.messageBound,
        scaled: (m) => Math.floor((m * decoder.scale) / SCALE_ONE + 0.5),
        bias(l, gamma, posterior) {
          if (!decoder.hasMemory) return l;
          const value = l + Math.floor((gamma * (posterior - l)) / GAMMA_ONE + 0.5);
          return Math.max(-BIAS_BOUND, Math.min(BIAS_BOUND, value));
        },
        sum: (value) => (model.limited ? Math.max(-SUM_BOUND, Math.min(SUM_BOUND, value)) : value),
      };
  const posterior = Float64Array.from(numbers.lambda);
  let [found, iterations, best, bestWeight] = [0, 0, 0, Number.POSITIVE_INFINITY];
  for (let leg = 0; leg <= decoder.legs; leg++) {
    const messages = new Float64Array(graph.edges);
    const gammas = decoder.gammas(leg);
    let explained = false;
    const most = leg === 0 ? decoder.iterations : decoder.legIterations;
    for (let iteration = 0; iteration < most && !explained; iteration++) {
      explained = floodingStep(graph, syndrome, posterior, messages, iteration === 0, numbers, gammas);
      iterations++;
    }
    let [observed, total] = [0, 0];
    posterior.forEach((each, v) => {
      if (each >= 0) return;
      observed ^= observables[v];
      total += weight[v];
    });
    if (explained) {
      found++;
      if (total < bestWeight) [best, bestWeight] = [observed, total];
    } else if (leg === 0) best = observed;
    if (found >= decoder.solutions) break;
  }
  return { wrong: (best ^ sent) >>> 0, found, iterations };
}

/** One iteration: new messages, new posteriors. @returns whether the decisions explain the syndrome. */
function floodingStep(
  graph: ReturnType<typeof shotModel>["graph"],
  syndrome: Uint8Array,
  posterior: Float64Array,
  messages: Float64Array,
  isFirst: boolean,
  { lambda, bound, scaled, bias, sum }: Numbers,
  gammas: Int32Array,
): boolean {
  for (let c = 0; c < graph.checks; c++) {
    const [begin, end] = [graph.checkStart[c], graph.checkStart[c + 1]];
    let [odd, least, second] = [syndrome[c] === 1, bound, bound];
    for (let e = begin; e < end; e++) {
      const v = graph.edgeVariable[e];
      const value = isFirst ? lambda[v] : posterior[v] - messages[e];
      const magnitude = Math.abs(value);
      odd = odd !== value < 0;
      second = Math.min(second, Math.max(least, magnitude));
      least = Math.min(least, magnitude);
      messages[e] = value;
    }
    for (let e = begin; e < end; e++) {
      const value = messages[e];
      // Of two equal least magnitudes either is the other's.
      const magnitude = scaled(Math.abs(value) === least ? second : least);
      messages[e] = odd !== value < 0 ? -magnitude : magnitude;
    }
  }
  const left = syndrome.slice();
  for (let v = 0; v < graph.variables; v++) {
    let total = 0;
    for (let i = graph.variableStart[v]; i < graph.variableStart[v + 1]; i++) total += messages[graph.variableEdge[i]];
    posterior[v] = sum(bias(lambda[v], gammas[v], posterior[v]) + total);
    if (posterior[v] >= 0) continue;
    for (let i = graph.variableStart[v]; i < graph.variableStart[v + 1]; i++)
      left[graph.edgeCheck[graph.variableEdge[i]]] ^= 1;
  }
  return left.every((each) => each === 0);
}
