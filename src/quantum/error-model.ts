import { InputError } from "../errors.ts";
import { type Circuit, type Instruction, isLoop, type Step } from "./circuit.ts";
import type { Basis } from "./gates.ts";
import { independentProbabilities, type Noise, oddOf } from "./noise.ts";

/**
 * A detector error model: independent mechanisms, each with the detectors and observables that it flips. Mechanisms with equal symptoms are
 * one column. Columns ascend by their detectors, then by their observables.
 * @example
 * const { model } = readCode("R 0\nX_ERROR(0.01) 0\nM 0\nDETECTOR rec[-1]", "tiny.stim");
 * const { columns, detectors }: ErrorModel = model!;
 * [columns, detectors]; // → [1, 1]
 */
export interface ErrorModel {
  readonly detectors: number;
  readonly observables: number;
  readonly columns: number;
  /** Detectors of column n are detector[start[n]] … detector[start[n + 1] − 1], ascending; length N + 1. */
  readonly start: Uint32Array;
  readonly detector: Uint32Array;
  /** The same of observables. */
  readonly observableStart: Uint32Array;
  readonly observable: Uint32Array;
  /** The instructions' errors. A term of a column is a component of one of them. */
  readonly noises: readonly Noise[];
  readonly termStart: Uint32Array;
  readonly termNoise: Uint32Array;
  readonly termComponent: Uint8Array;
  /** The error rate that all noise is a multiple of, in the file; undefined if the file does not say it. */
  readonly p?: number;
  /** Whether the file is a template without an error rate of its own. */
  readonly isTemplate?: boolean;
  /** For each detector, 1 if it sees X errors (it checks in the Z basis), −1 if it sees Z errors, 0 if neither is known. */
  readonly basis: Int8Array;
  /** The last coordinate of each detector, up to a constant: its round, in circuits of memories. Undefined if a detector has none. */
  readonly times?: Float64Array;
}

/** A basis of detectors: `z` are those that see X errors. */
export const BASES = ["x", "z", "both"] as const;
export type DetectorBasis = (typeof BASES)[number];

/** Detectors and observables, ascending; observable k is OBSERVABLE + k. */
type Symptom = readonly number[];
const OBSERVABLE = 2 ** 30;
const NONE: Symptom = [];

/** Entries of a model: detectors of all columns. */
const ENTRIES_MAXIMUM = 2 ** 26;

/** Detectors and observables in an odd number of two symptoms. */
function oddIn(a: Symptom, b: Symptom): Symptom {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const odd: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] < b[j]) odd.push(a[i++]);
    else if (a[i] > b[j]) odd.push(b[j++]);
    else {
      i++;
      j++;
    }
  }
  while (i < a.length) odd.push(a[i++]);
  while (j < b.length) odd.push(b[j++]);
  return odd.length === 0 ? NONE : odd;
}

/** Whole numbers below 2^32 one behind another, in an array that doubles: a large model has millions, and an object for each costs a collector seconds. */
class NumberList {
  values = new Uint32Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const before = this.values;
      this.values = new Uint32Array(2 * before.length);
      this.values.set(before);
    }
    this.values[this.length++] = value;
  }
}

/** Collects the columns of a model. */
export class ModelBuilder {
  /** Symptoms of the columns in the order of their first terms, and where each begins; the last number is the end. */
  readonly #symptoms = new NumberList();
  readonly #starts = new NumberList();
  /** Hash table of the columns by their symptoms, open addressing: 1 + column, 0 where none is. */
  #table = new Uint32Array(64);
  readonly #terms = { column: new NumberList(), noise: new NumberList(), component: new NumberList() };
  readonly #noises: Noise[] = [];
  readonly #numbers = new Map<string, number>();

  constructor() {
    this.#starts.push(0);
  }

  /** The number of an instruction's errors. */
  noise(noise: Noise): number {
    const key = `${noise.kind} ${noise.args.join(" ")}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#noises.length);
    return this.#noises.push(noise) - 1;
  }

  /** @throws InputError for a model that is too large. */
  add(symptom: Symptom, noise: number, component: number): void {
    if (symptom.length === 0) return;
    this.#terms.column.push(this.#columnOf(symptom));
    this.#terms.noise.push(noise);
    this.#terms.component.push(component);
  }

  /** The column with a symptom, a new one if there is none. @throws InputError as `add`. */
  #columnOf(symptom: Symptom): number {
    const columns = this.#starts.length - 1;
    if (2 * columns >= this.#table.length) {
      this.#table = new Uint32Array(4 * this.#table.length);
      for (let n = 0; n < columns; n++) {
        this.#table[this.#placeOf(this.#symptoms.values.subarray(...this.#rangeOf(n)))] = n + 1;
      }
    }
    const place = this.#placeOf(symptom);
    if (this.#table[place] > 0) return this.#table[place] - 1;
    if (this.#symptoms.length + symptom.length > ENTRIES_MAXIMUM) {
      throw new InputError(`the model has more than ${ENTRIES_MAXIMUM} entries`);
    }
    for (const each of symptom) this.#symptoms.push(each);
    this.#starts.push(this.#symptoms.length);
    this.#table[place] = columns + 1;
    return columns;
  }

  /** The place of a symptom's column in the table, or the free place for it. */
  #placeOf(symptom: ArrayLike<number>): number {
    let hash = 0;
    for (let i = 0; i < symptom.length; i++) {
      hash = Math.imul(hash ^ symptom[i], 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const mask = this.#table.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      if (this.#table[place] === 0 || this.#hasSymptom(this.#table[place] - 1, symptom)) return place;
    }
  }

  #rangeOf(column: number): readonly [first: number, end: number] {
    return [this.#starts.values[column], this.#starts.values[column + 1]];
  }

  #hasSymptom(column: number, symptom: ArrayLike<number>): boolean {
    const [first, end] = this.#rangeOf(column);
    if (end - first !== symptom.length) return false;
    for (let i = 0; i < symptom.length; i++) if (this.#symptoms.values[first + i] !== symptom[i]) return false;
    return true;
  }

  /** Adds a mechanism by its detectors and observables, in any order; those named twice are not flipped. */
  addMechanism(detectors: readonly number[], observables: readonly number[], noise: number, component = 0): void {
    const all = [...detectors, ...observables.map((k) => OBSERVABLE + k)];
    const isAscending = all.every((each, i) => i === 0 || all[i - 1] < each);
    this.add(isAscending ? all : all.reduce<Symptom>((odd, each) => oddIn(odd, [each]), NONE), noise, component);
  }

  /**
   * Adds the terms of a column of another model, with other symptoms.
   * @param noises of that model, as `noise` numbers them here.
   */
  addColumn(
    model: ErrorModel,
    n: number,
    noises: readonly number[],
    detectors: readonly number[],
    observables: readonly number[],
  ): void {
    const symptom = [...detectors, ...observables.map((k) => OBSERVABLE + k)];
    for (let t = model.termStart[n]; t < model.termStart[n + 1]; t++) {
      this.add(symptom, noises[model.termNoise[t]], model.termComponent[t]);
    }
  }

  model({
    times,
    p,
    ...of
  }: Pick<ErrorModel, "detectors" | "observables" | "p" | "isTemplate" | "basis" | "times">): ErrorModel {
    const { values: symptoms } = this.#symptoms;
    const { values: starts, length } = this.#starts;
    const columns = length - 1;
    const order = this.#order();
    const start = new Uint32Array(columns + 1);
    const observableStart = new Uint32Array(columns + 1);
    const detector = new NumberList();
    const observable = new NumberList();
    const placeOf = new Uint32Array(columns);
    order.forEach((column, n) => {
      placeOf[column] = n;
      for (let i = starts[column]; i < starts[column + 1]; i++) {
        if (symptoms[i] < OBSERVABLE) detector.push(symptoms[i]);
        else observable.push(symptoms[i] - OBSERVABLE);
      }
      start[n + 1] = detector.length;
      observableStart[n + 1] = observable.length;
    });
    // Terms of a column stay in the order in which they were added.
    const { column: columnOf, noise, component } = this.#terms;
    const termStart = new Uint32Array(columns + 1);
    for (let t = 0; t < columnOf.length; t++) termStart[placeOf[columnOf.values[t]] + 1]++;
    for (let n = 0; n < columns; n++) termStart[n + 1] += termStart[n];
    const next = termStart.slice();
    const termNoise = new Uint32Array(columnOf.length);
    const termComponent = new Uint8Array(columnOf.length);
    for (let t = 0; t < columnOf.length; t++) {
      const to = next[placeOf[columnOf.values[t]]]++;
      termNoise[to] = noise.values[t];
      termComponent[to] = component.values[t];
    }
    return {
      ...of,
      ...(p === undefined ? {} : { p }),
      ...(times === undefined || times.some(Number.isNaN) ? {} : { times }),
      columns,
      start,
      detector: detector.values.slice(0, detector.length),
      observableStart,
      observable: observable.values.slice(0, observable.length),
      noises: this.#noises,
      termStart,
      termNoise,
      termComponent,
    };
  }

  /** Columns ascending by their symptoms. */
  #order(): Uint32Array {
    const { values } = this.#symptoms;
    const { values: starts } = this.#starts;
    return Uint32Array.from({ length: this.#starts.length - 1 }, (_, column) => column).sort((a, b) => {
      const shorter = Math.min(starts[a + 1] - starts[a], starts[b + 1] - starts[b]);
      for (let i = 0; i < shorter; i++) {
        const difference = values[starts[a] + i] - values[starts[b] + i];
        if (difference !== 0) return difference;
      }
      return starts[a + 1] - starts[a] - (starts[b + 1] - starts[b]);
    });
  }
}

/**
 * An error rate, for a pair of codes with the shares of X, Y and Z in it if they are not equal, or a factor of all noise arguments of the file.
 * @example
 * const point: NoisePoint = { p: 0.003 };
 */
export type NoisePoint = { readonly p: number; readonly pauli?: readonly number[] } | { readonly factor: number };

/** The noise of the file itself. */
const OWN_NOISE: NoisePoint = { factor: 1 };

/**
 * The probability of each column: an odd number of its terms occurs, [N].
 * @param model of a circuit, or of a detector error model.
 * @param point the noise; if left out that of the file.
 * @throws InputError if the file does not say its own error rate and another is wanted, or for arguments beyond their range.
 * @example
 * const { model } = readCode("error(0.1) D0 L0\nerror(0.2) D0", "m.dem");
 * [...probabilities(model!)]; // → [0.2, 0.1]
 */
export function probabilities(model: ErrorModel, point: NoisePoint = OWN_NOISE): Float64Array {
  const { termStart, termNoise, termComponent, columns } = model;
  const ofNoise = noiseProbabilities(model, point);
  const result = new Float64Array(columns);
  for (let n = 0; n < columns; n++) {
    for (let t = termStart[n]; t < termStart[n + 1]; t++) {
      const each = ofNoise[termNoise[t]];
      result[n] = oddOf(result[n], each.length === 1 ? each[0] : each[termComponent[t]]);
    }
  }
  return result;
}

/** The probabilities of each of the model's noises, component by component. @throws InputError as `probabilities`. */
export function noiseProbabilities(model: ErrorModel, point: NoisePoint): readonly (readonly number[])[] {
  const scale = noiseScale(model, point);
  const isScaled = model.isTemplate === true || scale > 1;
  const pauli = "p" in point ? point.pauli : undefined;
  return model.noises.map((noise) =>
    independentProbabilities(pauli === undefined ? noise : { kind: "channel1", args: pauli }, scale, isScaled),
  );
}

/** The model with the noise of an error rate as its own. @throws InputError as `probabilities`. */
export function atErrorRate(model: ErrorModel, p: number): ErrorModel {
  noiseProbabilities(model, { p });
  const scale = noiseScale(model, { p });
  const noises = model.noises.map(({ kind, args }) => ({ kind, args: args.map((arg) => arg * scale) }));
  return { ...model, noises, p, isTemplate: false };
}

/** The factor of the file's noise arguments at a point. @throws InputError if the file does not say its own error rate and another is wanted. */
export function noiseScale(model: ErrorModel, point: NoisePoint = OWN_NOISE): number {
  if ("factor" in point) {
    if (!model.isTemplate) return point.factor;
    throw new InputError("the noise of the file is a template of {p}: give the error rate by --p");
  }
  if (model.p !== undefined) return point.p / model.p;
  throw new InputError(
    "the file does not say its own error rate: write its noise as multiples of {p}, such as {5*p}, or give --factor",
  );
}
/**
 * The model of a circuit, by one walk backwards: for each qubit it keeps the detectors and observables that an X and a Z error flips from
 * here on. A gate replaces them by those of the gate's images, a measurement adds those of its result, and a reset empties them.
 * Probabilities of the model are exact: channels are made up of independent errors.
 * @param file name of the circuit in error messages.
 * @throws InputError with file and line for a detector or an observable that is not deterministic, by its number.
 */
export function errorModel(circuit: Circuit, file: string): ErrorModel {
  const walk = new BackwardWalk(circuit, file);
  walk.steps(circuit.steps);
  walk.begin();
  const { detectors, observables, p, isTemplate } = circuit;
  const basis = Int8Array.from(walk.votes, (vote) => Math.sign(vote));
  const { times } = walk;
  return walk.builder.model({ detectors, observables, basis, times, isTemplate, p });
}

/** What X and Z of a Pauli text's factor are: `Y` is both. */
const HAS_X = (pauli: string) => pauli === "X" || pauli === "Y";
const HAS_Z = (pauli: string) => pauli === "Z" || pauli === "Y";

class BackwardWalk {
  readonly builder = new ModelBuilder();
  /** For each detector, places where an X error flips it less those where a Z error does: instructions with noise, and measurements. */
  readonly votes: Int32Array;
  readonly times: Float64Array;
  readonly #file: string;
  /** Shifts of coordinates from here on. */
  readonly #shifts: number[] = [];
  /** What an X and a Z error on a qubit flips from here on. */
  readonly #x: Symptom[];
  readonly #z: Symptom[];
  /** What a wrong result of a measurement flips, by the measurement's number. */
  readonly #results = new Map<number, Symptom>();
  #measurements: number;
  #detectors: number;

  constructor({ qubits, measurements, detectors }: Circuit, file: string) {
    this.#file = file;
    this.#x = new Array<Symptom>(qubits).fill(NONE);
    this.#z = new Array<Symptom>(qubits).fill(NONE);
    this.#measurements = measurements;
    this.#detectors = detectors;
    this.votes = new Int32Array(detectors);
    this.times = new Float64Array(detectors);
  }

  steps(steps: readonly Step[]): void {
    for (let i = steps.length - 1; i >= 0; i--) {
      const step = steps[i];
      if (isLoop(step)) for (let turn = 0; turn < step.repeats; turn++) this.steps(step.body);
      else this.#instruction(step);
    }
  }

  /** All qubits begin as |0⟩. */
  begin(): void {
    for (const [qubit, flipped] of this.#z.entries())
      this.#requireNone(flipped, `qubit ${qubit}, which begins as |0⟩`, 1);
  }

  #of(pauli: string, qubit: number): Symptom {
    if (pauli === "X") return this.#x[qubit];
    if (pauli === "Z") return this.#z[qubit];
    return pauli === "Y" ? oddIn(this.#x[qubit], this.#z[qubit]) : NONE;
  }

  #instruction(instruction: Instruction): void {
    const { gate, targets } = instruction;
    switch (gate.kind) {
      case "one":
        for (const target of targets) this.#one(target as { qubit: number }, gate.x, gate.z);
        return;
      case "two":
        for (let i = targets.length - 2; i >= 0; i -= 2) this.#two(instruction, i, gate.images);
        return;
      case "measure":
        for (const target of targets.toReversed())
          this.#measure(instruction, (target as { qubit: number }).qubit, gate);
        return;
      case "products":
        for (const target of targets.toReversed()) this.#product(instruction, target);
        return;
      case "constants":
        for (const _ of targets) this.#result(instruction);
        return;
      case "rotation":
        for (const target of targets.toReversed()) this.#rotation(target);
        return;
      case "noise":
        this.#noise(instruction);
        return;
      case "heralded":
        for (const target of targets.toReversed())
          this.#heralded(instruction, gate.channel, (target as { qubit: number }).qubit);
        return;
      case "shift":
        for (const [i, shift] of instruction.args.entries()) this.#shifts[i] = (this.#shifts[i] ?? 0) + shift;
        return;
      case "detector":
        this.#detectors--;
        this.times[this.#detectors] =
          (instruction.args.at(-1) ?? Number.NaN) - (this.#shifts[instruction.args.length - 1] ?? 0);
        this.#include(instruction, this.#detectors);
        return;
      case "observable":
        this.#include(instruction, OBSERVABLE + instruction.args[0]);
        return;
      default:
    }
  }

  #one({ qubit }: { readonly qubit: number }, x: string, z: string): void {
    const [flippedByX, flippedByZ] = [this.#of(x, qubit), this.#of(z, qubit)];
    this.#x[qubit] = flippedByX;
    this.#z[qubit] = flippedByZ;
  }

  #two({ targets, line, name }: Instruction, i: number, images: readonly string[]): void {
    const [a, b] = [targets[i], targets[i + 1]];
    if ("qubit" in a && "qubit" in b) {
      if (a.qubit === b.qubit) this.#fail(`${name} of qubit ${a.qubit} with itself`, line);
      const after = images.map((image) => oddIn(this.#of(image[0], a.qubit), this.#of(image[1], b.qubit)));
      [this.#x[a.qubit], this.#z[a.qubit], this.#x[b.qubit], this.#z[b.qubit]] = after;
      return;
    }
    // A gate controlled by a measurement result: a wrong result applies the other qubit's part of the image of X.
    const [result, target, controlled] = "back" in a ? [a, b, images[0][1]] : [b, a, images[2][0]];
    const isControl = "back" in a ? images[1] === "Z_" : images[3] === "_Z";
    if (!("back" in result && "qubit" in target && isControl))
      this.#fail(`${name} is not controlled by these targets`, line);
    else this.#add(this.#measurements - result.back, this.#of(controlled, target.qubit));
  }

  #measure(
    instruction: Instruction,
    qubit: number,
    gate: { readonly basis: Basis; readonly resets: boolean; readonly measures: boolean },
  ): void {
    const { name, line } = instruction;
    this.#requireNone(this.#of(gate.basis, qubit), `${name} of qubit ${qubit}`, line);
    if (gate.resets) {
      this.#x[qubit] = NONE;
      this.#z[qubit] = NONE;
    }
    if (!gate.measures) return;
    const flipped = this.#result(instruction);
    if (gate.basis !== "Y") this.#vote(flipped, gate.basis === "Z" ? 1 : -1);
    if (gate.basis !== "X") this.#x[qubit] = oddIn(this.#x[qubit], flipped);
    if (gate.basis !== "Z") this.#z[qubit] = oddIn(this.#z[qubit], flipped);
  }

  #product(instruction: Instruction, target: Instruction["targets"][number]): void {
    if (!("product" in target)) return;
    this.#requireNone(this.#ofProduct(target.product), instruction.name, instruction.line);
    const flipped = this.#result(instruction);
    const [{ pauli: basis }] = target.product;
    if (basis !== "Y" && target.product.every(({ pauli }) => pauli === basis)) {
      this.#vote(flipped, basis === "Z" ? 1 : -1);
    }
    for (const factor of target.product) this.#anticommuting(factor, flipped);
  }

  /** A quarter turn about a product P: an error that does not commute with P becomes itself times P. */
  #rotation(target: Instruction["targets"][number]): void {
    if (!("product" in target)) return;
    const together = this.#ofProduct(target.product);
    for (const factor of target.product) this.#anticommuting(factor, together);
  }

  #ofProduct(product: readonly { readonly pauli: Basis; readonly qubit: number }[]): Symptom {
    return product.reduce<Symptom>((odd, { pauli, qubit }) => oddIn(odd, this.#of(pauli, qubit)), NONE);
  }

  /** Adds a symptom to the errors on a qubit that do not commute with a Pauli operator. */
  #anticommuting({ pauli, qubit }: { readonly pauli: Basis; readonly qubit: number }, flipped: Symptom): void {
    if (HAS_Z(pauli)) this.#x[qubit] = oddIn(this.#x[qubit], flipped);
    if (HAS_X(pauli)) this.#z[qubit] = oddIn(this.#z[qubit], flipped);
  }

  /** What the last measurement not yet passed flips; its argument is the probability of a wrong result. */
  #result({ args: [wrong = 0] }: Pick<Instruction, "args">): Symptom {
    this.#measurements--;
    const flipped = this.#results.get(this.#measurements) ?? NONE;
    this.#results.delete(this.#measurements);
    if (wrong > 0) this.builder.add(flipped, this.builder.noise({ kind: "flip", args: [wrong] }), 0);
    return flipped;
  }

  /** Errors of a qubit and the result that announces them. Those with one symptom exclude each other as well, so they are one mechanism. */
  #heralded({ args }: Instruction, channel: "erase" | "pauli", qubit: number): void {
    const { builder } = this;
    this.#vote(this.#x[qubit], 1);
    this.#vote(this.#z[qubit], -1);
    const herald = this.#result({ args: [] });
    const four = channel === "erase" ? new Array<number>(4).fill(args[0] / 4) : args;
    const noise = builder.noise({ kind: "heralded", args: four });
    const symptoms = this.#four(qubit).map((each) => oddIn(each, herald));
    for (const [i, symptom] of symptoms.entries()) {
      const same = symptoms.flatMap((other, j) => (other.join() === symptom.join() ? [j] : []));
      if (same[0] !== i) continue;
      const set = same.reduce((bits, j) => bits | (1 << j), 0);
      if (same.some((j) => four[j] > 0)) builder.add(symptom, noise, set);
    }
  }

  #noise({ gate, targets, args }: Instruction): void {
    if (gate.kind !== "noise") return;
    const qubits = targets.flatMap((target) =>
      "product" in target ? target.product.map(({ qubit }) => qubit) : "qubit" in target ? [target.qubit] : [],
    );
    for (const qubit of qubits) {
      this.#vote(this.#x[qubit], 1);
      this.#vote(this.#z[qubit], -1);
    }
    if (gate.noise === "else" ? args[0] === 0 : args.every((arg) => arg === 0)) return;
    const { builder } = this;
    const noise = builder.noise({ kind: gate.noise, args });
    if (gate.pauli !== undefined) {
      for (const qubit of qubits) builder.add(this.#of(gate.pauli, qubit), noise, 0);
    } else if (gate.noise === "flip" || gate.noise === "else") {
      for (const target of targets) if ("product" in target) builder.add(this.#ofProduct(target.product), noise, 0);
    } else if (gate.noise === "depolarize1" || gate.noise === "channel1") {
      for (const qubit of qubits)
        for (const [i, each] of this.#four(qubit).slice(1).entries()) builder.add(each, noise, i);
    } else {
      for (let i = 0; i < qubits.length; i += 2) {
        const [first, second] = [this.#four(qubits[i]), this.#four(qubits[i + 1])];
        for (let pair = 1; pair < 16; pair++) builder.add(oddIn(first[pair >> 2], second[pair & 3]), noise, pair - 1);
      }
    }
  }

  #vote(flipped: Symptom, vote: number): void {
    for (const d of flipped) if (d < OBSERVABLE) this.votes[d] += vote;
  }

  /** What I, X, Y and Z on a qubit flip. */
  #four(qubit: number): readonly Symptom[] {
    return [NONE, this.#x[qubit], this.#of("Y", qubit), this.#z[qubit]];
  }

  #include({ targets, line, name }: Instruction, what: number): void {
    for (const target of targets) {
      if ("back" in target) this.#add(this.#measurements - target.back, [what]);
      else if ("product" in target) for (const factor of target.product) this.#anticommuting(factor, [what]);
      else this.#fail(`${name} of a qubit`, line);
    }
  }

  #add(measurement: number, flipped: Symptom): void {
    this.#results.set(measurement, oddIn(this.#results.get(measurement) ?? NONE, flipped));
  }

  #requireNone([first]: Symptom, where: string, line: number): void {
    if (first === undefined) return;
    const what = first >= OBSERVABLE ? `observable L${first - OBSERVABLE}` : `detector D${first}`;
    this.#fail(`${what} is not deterministic: without any error it is random by ${where}`, line);
  }

  #fail(message: string, line: number): never {
    throw new InputError(message, { file: this.#file, line });
  }
}

/**
 * The model with the detectors of one basis alone. Detectors keep their order and get new numbers; columns that differ in the others alone
 * become one.
 * @param model of a circuit, or of a detector error model.
 * @param wanted the basis of the errors that the detectors see; `both` gives the model itself.
 * @throws InputError if no detector is of the basis, or if one is of neither.
 * @example
 * const { model } = readCode("R 0\nX_ERROR(0.01) 0\nM 0\nDETECTOR rec[-1]", "tiny.stim");
 * modelOfBasis(model!, "z").detectors; // → 1
 */
export function modelOfBasis(model: ErrorModel, wanted: DetectorBasis): ErrorModel {
  if (wanted === "both") return model;
  const sign = wanted === "z" ? 1 : -1;
  const unknown = model.basis.indexOf(0);
  if (unknown >= 0) {
    throw new InputError(`--basis ${wanted}: it is not known whether detector D${unknown} sees X or Z errors`);
  }
  const numbers = new Map<number, number>();
  for (let d = 0; d < model.detectors; d++) if (model.basis[d] === sign) numbers.set(d, numbers.size);
  if (numbers.size === 0)
    throw new InputError(`--basis ${wanted}: no detector sees ${wanted === "z" ? "X" : "Z"} errors`);
  const builder = new ModelBuilder();
  const noises = model.noises.map((noise) => builder.noise(noise));
  for (let n = 0; n < model.columns; n++) {
    const detectors = [...model.detector.subarray(model.start[n], model.start[n + 1])].flatMap(
      (d) => numbers.get(d) ?? [],
    );
    const observables = [...model.observable.subarray(model.observableStart[n], model.observableStart[n + 1])];
    builder.addColumn(model, n, noises, detectors, observables);
  }
  const { observables, p, isTemplate } = model;
  const times = model.times?.filter((_, d) => numbers.has(d));
  const basis = new Int8Array(numbers.size).fill(sign);
  return builder.model({
    detectors: numbers.size,
    observables,
    basis,
    times,
    isTemplate,
    p,
  });
}
