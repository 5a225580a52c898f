import { InputError } from "../errors.ts";
import { printable } from "../printable.ts";
import { DETECTORS_MAXIMUM, OBSERVABLES_MAXIMUM } from "./circuit.ts";
import { type ErrorModel, ModelBuilder, type NoisePoint, probabilities } from "./error-model.ts";
import { type Loop, readLoops, type StimLine } from "./loops.ts";

/** Mechanisms of a model's file, those of repeated blocks in every turn. */
export const MECHANISMS_MAXIMUM = 2 ** 24;
const CHARACTERS_MAXIMUM = 2 ** 28;

const NAMES = ["error", "detector", "logical_observable", "shift_detectors"];

/**
 * Reads a detector error model in Stim's format: `error(0.01) D0 D1 ^ L0`, `detector`, `logical_observable`, `shift_detectors` and
 * `repeat 5 { … }`. A suggested decomposition by `^` does not change the mechanism; detectors that are named twice are not flipped.
 * @param file its name in error messages.
 * @throws InputError with file and line for another instruction, a probability outside 0 … 1, or a model beyond the bounds.
 */
export function readDem(text: string, file: string): ErrorModel {
  const builder = new ModelBuilder();
  let [detectors, observables, shift] = [0, 0, 0];
  const shifts: number[] = [];
  /** The last coordinate of detectors that have one. */
  const times = new Map<number, number>();
  const fail = (message: string, line: number): never => {
    throw new InputError(message, { file, line });
  };
  /** The detectors and observables of a line's targets. */
  const targets = ({ words, line }: StimLine) => {
    const flipped = { detectors: [] as number[], observables: [] as number[] };
    for (const word of words) {
      if (word === "^") continue;
      const [, kind, digits] = /^([DL])(\d+)$/i.exec(word) ?? fail(`"${printable(word)}" is neither D0 nor L0`, line);
      const isDetector = kind.toUpperCase() === "D";
      const number = Number(digits) + (isDetector ? shift : 0);
      const most = isDetector ? DETECTORS_MAXIMUM : OBSERVABLES_MAXIMUM;
      if (number >= most) fail(`${word}: at most ${most} ${isDetector ? "detectors" : "observables"} are read`, line);
      if (isDetector) detectors = Math.max(detectors, number + 1);
      else observables = Math.max(observables, number + 1);
      flipped[isDetector ? "detectors" : "observables"].push(number);
    }
    return flipped;
  };
  const run = (steps: readonly (StimLine | Loop<StimLine>)[]): void => {
    for (const each of steps) {
      if ("repeats" in each) {
        for (let turn = 0; turn < each.repeats; turn++) run(each.body);
        continue;
      }
      const { inside: argument, line, words } = each;
      const name = each.word.toLowerCase();
      if (name === "shift_detectors") {
        const [count, ...others] = words;
        if (!/^\d+$/.test(count ?? "") || others.length > 0) fail("shift_detectors needs one number", line);
        shift += Number(count);
        if (shift > DETECTORS_MAXIMUM) fail(`at most ${DETECTORS_MAXIMUM} detectors are read`, line);
        for (const [i, each] of numbersOf(argument).entries()) shifts[i] = (shifts[i] ?? 0) + each;
        continue;
      }
      const { detectors: flipped, observables: changed } = targets(each);
      const coordinates = name === "detector" ? numbersOf(argument) : [];
      for (const d of flipped) {
        const last = coordinates.length - 1;
        if (last >= 0) times.set(d, coordinates[last] + (shifts[last] ?? 0));
      }
      if (name !== "error") continue;
      const p = Number(argument);
      if (argument === undefined || argument.trim() === "" || !(p >= 0 && p <= 1)) {
        fail(`error(${printable(argument ?? "")}): a probability is from 0 to 1`, line);
      }
      if (p > 0) builder.addMechanism(flipped, changed, builder.noise({ kind: "flip", args: [p] }));
    }
  };
  const read = (line: StimLine) => {
    if (!NAMES.includes(line.word.toLowerCase()))
      fail(
        `unknown instruction "${printable(line.word)}": the error model would lack its mechanisms or detectors; known are ${NAMES.join(", ")}, repeat`,
        line.line,
      );
    return { step: line, counts: [1] };
  };
  const bounds = [["lines, those of loops in every turn", MECHANISMS_MAXIMUM]] as const;
  run(readLoops(text, file, { whole: "the model", characters: CHARACTERS_MAXIMUM, bounds, read }).steps);
  const basis = new Int8Array(detectors);
  return builder.model({
    detectors,
    observables,
    basis,
    times: Float64Array.from(basis, (_, d) => times.get(d) ?? Number.NaN),
  });
}

/** Coordinates; one that is no number is NaN. */
const numbersOf = (argument: string | undefined): number[] =>
  argument === undefined || argument.trim() === "" ? [] : argument.split(",").map(Number);

/** The text of a model in Stim's format, a line for each column. */
export function demText(model: ErrorModel, point?: NoisePoint): string {
  const { columns, start, detector, observableStart, observable, detectors, observables } = model;
  const all = probabilities(model, point);
  const lines: string[] = [];
  for (let n = 0; n < columns; n++) {
    const flipped = Array.from(detector.subarray(start[n], start[n + 1]), (d) => `D${d}`);
    const changed = Array.from(observable.subarray(observableStart[n], observableStart[n + 1]), (k) => `L${k}`);
    lines.push(`error(${all[n]}) ${[...flipped, ...changed].join(" ")}`);
  }
  for (const [d, time] of model.times?.entries() ?? []) lines.push(`detector(${time}) D${d}`);
  // The last numbers say how many there are, even if no mechanism flips them.
  if (detectors > 0 && model.times === undefined) lines.push(`detector D${detectors - 1}`);
  if (observables > 0) lines.push(`logical_observable L${observables - 1}`);
  return `${lines.join("\n")}\n`;
}
