import { InputError, readCode } from "../../src/index.ts";
import { type ErrorModel, modelOfBasis, philox, probabilities } from "../../src/kernels.ts";
import { errorText } from "../shared/dom.ts";
import type { Belief, Leg, ShotAnswer, ShotReport, ShotRequest } from "./protocol.ts";
import { type LegTrace, RELAY, relayLegs } from "./relay.ts";

/** Shots in which the worker looks for one that the first leg leaves unexplained. */
const SHOTS = 400;
/** Most mechanisms and iterations of the picture. */
const [ROWS, ITERATIONS] = [40, 900];

addEventListener("message", ({ data }: MessageEvent<ShotRequest>) => {
  try {
    answer({ report: reportOf(data) });
  } catch (error) {
    answer({ failed: errorText(error) });
  }
});

function answer(message: ShotAnswer): void {
  postMessage(message);
}

let read: { readonly text: string; readonly model: ErrorModel } | undefined;

/** The model of a circuit with the detectors that see X errors. */
function modelOf(text: string): ErrorModel {
  if (read?.text !== text) {
    const { model } = readCode(text, "bb144-uniform-z.stim");
    if (model === undefined) throw new InputError("is no circuit");
    read = { text, model: modelOfBasis(model, "z") };
  }
  return read.model;
}

function reportOf({ circuit, p, which, solutions }: ShotRequest): ShotReport {
  const model = modelOf(circuit);
  const all = probabilities(model, { p });
  const lambda = all.map((each) => Math.log((1 - each) / each));
  let missed = 0;
  for (let shot = 0; shot < SHOTS; shot++) {
    const random = uniform(shot);
    const occurred = all.map((each) => Number(random() < each));
    const syndrome = flippedBy(model, occurred);
    const legs = relayLegs(model, lambda, syndrome, random);
    const first = legs.next().value as LegTrace;
    if (first.explains || missed++ < which) continue;
    return traced(model, { shot, lambda, occurred, syndrome, first, legs, solutions });
  }
  throw new InputError(
    `the first leg leaves ${missed} of ${SHOTS} shots unexplained at p ${p}: choose a higher error rate`,
  );
}

function traced(
  model: ErrorModel,
  {
    shot,
    lambda,
    occurred,
    syndrome,
    first,
    legs,
    solutions,
  }: {
    readonly shot: number;
    readonly lambda: Float64Array;
    readonly occurred: Float64Array;
    readonly syndrome: Uint8Array;
    readonly first: LegTrace;
    readonly legs: Iterable<LegTrace>;
    readonly solutions: number;
  },
): ShotReport {
  const traces = [first];
  let [found, iterations] = [0, first.posteriors.length];
  for (const leg of legs) {
    traces.push(leg);
    found += Number(leg.explains);
    iterations += leg.posteriors.length;
    if (found >= solutions || iterations > ITERATIONS - RELAY.legIterations) break;
  }
  const decisions = traces.map(({ posteriors }) => posteriors.at(-1)!.map((each) => Number(each < 0)));
  const sent = observablesOf(model, occurred);
  const told = traces.map(({ explains, posteriors }, leg): Leg => {
    const wrong = [...observablesOf(model, decisions[leg])].filter((each, k) => each !== sent[k]).length;
    return {
      iterations: posteriors.length,
      explains,
      weight: weightOf(lambda, decisions[leg]),
      mechanisms: sum(decisions[leg]),
      wrong,
    };
  });
  const explaining = told.flatMap(({ explains }, leg) => (explains ? [leg] : []));
  const best = explaining.reduce<number | undefined>(
    (least, leg) => (least === undefined || told[leg].weight < told[least].weight ? leg : least),
    undefined,
  );
  const chosen = decisions[best ?? 0];
  const steps = traces.flatMap(({ posteriors }) => posteriors);
  const isShown = (v: number) => occurred[v] === 1 || (best !== undefined && chosen[v] === 1);
  const shown = [...lambda.keys()].filter(isShown).slice(0, ROWS);
  const { start, detector, detectors } = model;
  return {
    shot,
    detectors,
    lit: [...syndrome.keys()].filter((d) => syndrome[d] === 1),
    occurred: sum(occurred),
    weight: weightOf(lambda, occurred),
    legs: told,
    best,
    unexplained: traces.flatMap(({ unexplained }) => unexplained),
    beliefs: shown.map(
      (v): Belief => ({
        detectors: [...detector.subarray(start[v], start[v + 1])],
        occurred: occurred[v] === 1,
        chosen: chosen[v] === 1,
        posteriors: Float32Array.from(steps, (posterior) => posterior[v]),
      }),
    ),
  };
}

const sum = (list: ArrayLike<number>) => Array.from(list).reduce((total, each) => total + each, 0);
const weightOf = (lambda: Float64Array, errors: ArrayLike<number>) =>
  lambda.reduce((total, each, v) => total + each * errors[v], 0);

/** Detectors that errors flip. */
function flippedBy(model: ErrorModel, errors: ArrayLike<number>): Uint8Array {
  const flipped = new Uint8Array(model.detectors);
  for (let v = 0; v < model.columns; v++) {
    if (errors[v] === 1) for (let i = model.start[v]; i < model.start[v + 1]; i++) flipped[model.detector[i]] ^= 1;
  }
  return flipped;
}

function observablesOf(model: ErrorModel, errors: ArrayLike<number>): Uint8Array {
  const flipped = new Uint8Array(model.observables);
  for (let v = 0; v < model.columns; v++) {
    if (errors[v] !== 1) continue;
    for (let i = model.observableStart[v]; i < model.observableStart[v + 1]; i++) flipped[model.observable[i]] ^= 1;
  }
  return flipped;
}

/** Random numbers from 0 to 1 of a shot, the same on every machine. */
function uniform(shot: number): () => number {
  const words = new Uint32Array(4);
  let drawn = 0;
  return () => {
    if ((drawn & 3) === 0) philox(shot, 0, drawn >> 2, 0, 1, 59, words);
    return words[drawn++ & 3] / 2 ** 32;
  };
}
