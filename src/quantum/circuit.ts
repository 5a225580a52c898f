import { InputError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { printable } from "../printable.ts";
import { type Basis, GATES, type Gate } from "./gates.ts";
import { type Loop, readLoops, type StimLine } from "./loops.ts";

/**
 * A Stim circuit, in the order of the file. Loops stay loops.
 * @example
 * const circuit: Circuit = readCircuit("R 0\nX_ERROR(0.01) 0\nM 0\nDETECTOR rec[-1]", "tiny.stim");
 * circuit.detectors; // → 1
 */
export interface Circuit {
  readonly steps: readonly Step[];
  readonly qubits: number;
  /** Measurement results of a shot. */
  readonly measurements: number;
  readonly detectors: number;
  readonly observables: number;
  /** The error rate that every noise argument is a multiple of, as the circuit itself says it; undefined if it does not. */
  readonly p?: number;
  /** Whether its noise is written in multiples of {p}, so that it has no error rate of its own; `p` is then 1. */
  readonly isTemplate: boolean;
}

/** An instruction, or a loop. */
export type Step = Instruction | Loop<Instruction>;

export interface Instruction {
  readonly line: number;
  readonly name: string;
  readonly gate: Gate;
  readonly targets: readonly Target[];
  /** Arguments in parentheses; of noise for error rate `Circuit.p`. ELSE_CORRELATED_ERROR has those of the errors that exclude it, too. */
  readonly args: readonly number[];
}

/** A qubit, a measurement result counted back from the instruction, or a Pauli operator on qubits. */
type Target =
  | { readonly qubit: number }
  | { readonly back: number }
  | { readonly product: readonly { readonly pauli: Basis; readonly qubit: number }[] };

export const isLoop = (step: Step): step is Loop<Instruction> => "repeats" in step;

/** Largest number of a qubit. */
const QUBITS_MAXIMUM = 2 ** 20;
const MEASUREMENTS_MAXIMUM = 2 ** 24;
/** Detectors of a model, and observables. */
export const DETECTORS_MAXIMUM = 2 ** 22;
export const OBSERVABLES_MAXIMUM = 2 ** 10;
/** Targets of all instructions, those in loops counted in every turn. */
const WORK_MAXIMUM = 2 ** 26;
/** Errors of noise, which are as many mechanisms if none have equal symptoms. */
const ERRORS_MAXIMUM = 2 ** 24;
/** Characters of a circuit. */
const CHARACTERS_MAXIMUM = 2 ** 27;

/**
 * Reads a circuit in Stim's language.
 * A noise argument may be a template: `{p}`, `{5*p}` or `{p/10}` are multiples of the error rate of a simulation. A circuit without
 * templates says its own error rate by the argument of its two-qubit depolarizing errors, or by all its noise arguments, if they are equal.
 * @param text the whole file.
 * @param file its name in error messages.
 * @throws InputError with file and line for an instruction that is not read (and what a model without it would lose), a probability out of
 * range, a result before the first measurement, or a circuit beyond the bounds on qubits, measurements, detectors and work.
 */
export function readCircuit(text: string, file: string): Circuit {
  const reader = new CircuitReader(file);
  const { steps, counts } = readLoops<Instruction>(text, file, {
    whole: "the circuit",
    characters: CHARACTERS_MAXIMUM,
    bounds: [
      ["measurements", MEASUREMENTS_MAXIMUM],
      ["detectors", DETECTORS_MAXIMUM],
      ["errors of noise, those of loops in every turn", ERRORS_MAXIMUM],
      ["targets of instructions, those of loops in every turn", WORK_MAXIMUM],
    ],
    read(line, { counts: [known], step }) {
      const instruction = reader.read(line, known, step);
      const { gate, targets } = instruction;
      const measured = hasResults(gate) ? targets.length : 0;
      const detectors = Number(gate.kind === "detector");
      return { step: instruction, counts: [measured, detectors, errorsOf(instruction), Math.max(1, targets.length)] };
    },
  });
  if (steps.length === 0) throw new InputError("is empty, no circuit", { file, line: text.split("\n").length });
  return { steps, measurements: counts[0], detectors: counts[1], ...reader.properties() };
}

class CircuitReader {
  #qubits = 0;
  #observables = 0;
  /** Measurements before the instruction that is being read. */
  #known = 0;
  /** Arguments of two-qubit depolarizing errors, and of all noise, without templates. */
  readonly #two = new Set<number>();
  readonly #all = new Set<number>();
  #templates = 0;
  readonly #fail: (message: string) => never;
  #line = 0;

  constructor(file: string) {
    this.#fail = (message) => {
      throw new InputError(message, { file, line: this.#line });
    };
  }

  /** @param known measurements before it. @param before the step before it in its block. */
  read({ line, word, inside, words }: StimLine, known: number, before: Step | undefined): Instruction {
    this.#line = line;
    this.#known = known;
    const name = word.toUpperCase();
    const unknown = () => {
      const near = nearest(name, [...GATES.keys()]);
      const meant = near === undefined ? "" : `; did you mean ${near}?`;
      return this.#fail(
        `unknown instruction "${printable(word)}": the error model would lack its gates, noise or results${meant}`,
      );
    };
    const gate = GATES.get(name) ?? unknown();
    const parts = this.#parts(name, gate, inside, words);
    if (gate.kind !== "noise" || gate.noise !== "else") return { line, name, gate, ...parts };
    const excludes =
      before !== undefined && !isLoop(before) && /^(E|(ELSE_)?CORRELATED_ERROR)$/.test(before.name)
        ? before.args
        : this.#fail(`${name} has no CORRELATED_ERROR before it, which would exclude it`);
    return { line, name, gate, targets: parts.targets, args: [...parts.args, ...excludes] };
  }

  properties() {
    const isTemplate = this.#templates > 0;
    return { qubits: this.#qubits, observables: this.#observables, isTemplate, ...this.#errorRate() };
  }

  #errorRate(): Pick<Circuit, "p"> {
    // A template's arguments are for error rate 1.
    if (this.#templates > 0) return this.#all.size === 0 ? { p: 1 } : {};
    const [own, ...others] = this.#two.size > 0 ? this.#two : this.#all;
    return own === undefined || others.length > 0 ? {} : { p: own };
  }

  #parts(
    name: string,
    gate: Gate,
    inside: string | undefined,
    words: readonly string[],
  ): Pick<Instruction, "targets" | "args"> {
    const { kind } = gate;
    if (kind === "nothing") return { args: [], targets: [] };
    const isNoise = kind === "noise" || hasResults(gate);
    const args = (inside === undefined || inside.trim() === "" ? [] : inside.split(",")).map((each) => {
      const written = each.trim();
      const template = isNoise ? factorOf(written) : undefined;
      if (template !== undefined) this.#templates++;
      const value =
        template ?? (/^[-+]?\d*\.?\d+(e[-+]?\d+)?$|^[-+]?\d+\.$/i.test(written) ? Number(written) : Number.NaN);
      if (!Number.isFinite(value)) this.#fail(`${name}(${printable(written)}): "${printable(written)}" is no number`);
      if (isNoise && (value < 0 || (template === undefined && value > 1))) {
        this.#fail(`${name}(${written}): a probability is from 0 to 1`);
      }
      if (isNoise && template === undefined && value > 0) this.#all.add(value);
      return value;
    });
    if (isNoise) this.#requireArguments(name, gate, args);
    if (kind === "observable") {
      const [index] = args;
      if (args.length !== 1 || !Number.isInteger(index) || index < 0 || index >= OBSERVABLES_MAXIMUM) {
        this.#fail(`OBSERVABLE_INCLUDE needs the number of the observable, 0 to ${OBSERVABLES_MAXIMUM - 1}`);
      }
      this.#observables = Math.max(this.#observables, index + 1);
    }
    if (kind === "shift") return { args, targets: [] };
    const targets = this.#targets(name, gate, words);
    for (const target of targets) {
      const qubits =
        "qubit" in target ? [target.qubit] : "product" in target ? target.product.map(({ qubit }) => qubit) : [];
      for (const qubit of qubits) {
        if (qubit >= QUBITS_MAXIMUM) this.#fail(`qubit ${qubit}: at most ${QUBITS_MAXIMUM} qubits are read`);
        this.#qubits = Math.max(this.#qubits, qubit + 1);
      }
    }
    const inPairs = kind === "two" || (kind === "noise" && (gate.noise === "depolarize2" || gate.noise === "channel2"));
    if (inPairs && targets.length % 2 !== 0) this.#fail(`${name} has ${targets.length} targets: they come in pairs`);
    return { args, targets };
  }

  #targets(name: string, gate: Gate, words: readonly string[]): readonly Target[] {
    const { kind } = gate;
    if (kind === "noise" && (gate.noise === "flip" || gate.noise === "else") && gate.pauli === undefined) {
      return words.length === 0 ? [] : productTargets([words.join("*")], this.#fail);
    }
    if (kind === "rotation") return productTargets(words, this.#fail);
    if (kind === "constants") {
      for (const word of words)
        if (!/^[01]$/.test(word)) this.#fail(`${name} ${printable(word)}: a constant is 0 or 1`);
      return words.map(() => ({ product: [] }));
    }
    if (kind !== "products") return words.map((word) => this.#target(word, kind));
    const { pair } = gate;
    if (pair === undefined) return productTargets(words, this.#fail);
    if (words.length % 2 !== 0) this.#fail(`${name} has ${words.length} targets: they come in pairs`);
    const pairs = words.flatMap((word, i) =>
      i % 2 === 0 ? [`${pair}${word.replace(/^!/, "")}*${pair}${words[i + 1].replace(/^!/, "")}`] : [],
    );
    return productTargets(pairs, this.#fail);
  }

  #requireArguments(name: string, gate: Gate, args: readonly number[]): void {
    if (gate.kind !== "noise" && gate.kind !== "heralded") {
      if (args.length > 1)
        this.#fail(`${name} has ${args.length} arguments: the only one is the probability of a wrong result`);
      return;
    }
    const kind = gate.kind === "heralded" ? gate.channel : gate.noise;
    const wanted = { channel1: 3, channel2: 15, pauli: 4 }[kind as string] ?? 1;
    if (args.length !== wanted) this.#fail(`${name} has ${args.length} arguments, not ${wanted}`);
    const most = { depolarize1: 3 / 4, depolarize2: 15 / 16 }[kind as string] ?? 1;
    if (this.#templates === 0 && args.reduce((sum, arg) => sum + arg, 0) > most * (1 + 1e-12)) {
      this.#fail(
        `${name}(${args.join(", ")}): ${args.length > 1 ? "the probabilities add up to" : "it is"} more than ${most}`,
      );
    }
    if (kind === "depolarize2" && args[0] > 0) this.#two.add(args[0]);
  }

  #target(word: string, kind: Gate["kind"]): Target {
    const record = /^rec\[-(\d+)\]$/.exec(word);
    if (record !== null) {
      if (kind !== "detector" && kind !== "observable" && kind !== "two") this.#fail(`${word} is no qubit`);
      const back = Number(record[1]);
      if (back < 1 || back > this.#known)
        this.#fail(`${word}: there are ${this.#known} measurements before this instruction`);
      return { back };
    }
    if (kind === "observable") {
      const [, pauli, qubit] = /^([XYZ])(\d+)$/.exec(word) ?? [];
      if (pauli !== undefined) return { product: [{ pauli: pauli as Basis, qubit: Number(qubit) }] };
    }
    if (kind === "detector" || kind === "observable")
      this.#fail(`"${printable(word)}" is no measurement: write rec[-1]`);
    const inverted = kind === "measure" ? word.replace(/^!/, "") : word;
    if (!/^\d+$/.test(inverted)) {
      const what = /^sweep\[/.test(word) ? ": sweep bits are not read" : "";
      this.#fail(`"${printable(word)}" is no qubit${what}`);
    }
    return { qubit: Number(inverted) };
  }
}

/** Errors that an instruction makes: each is a mechanism, unless another has its symptom. */
function errorsOf({ gate, targets, args }: Instruction): number {
  if (args.every((arg) => arg === 0)) return 0;
  if (gate.kind !== "noise") return hasResults(gate) ? targets.length : 0;
  const each = { depolarize1: 3, channel1: 3, depolarize2: 15 / 2, channel2: 15 / 2 }[gate.noise as string];
  if (each !== undefined) return each * targets.length;
  return gate.pauli === undefined ? 1 : targets.length;
}

/** Whether each target has a result, and arguments are probabilities: that the result is wrong, or of errors that it announces. */
function hasResults(gate: Gate): boolean {
  return (
    gate.kind === "heralded" ||
    gate.kind === "products" ||
    gate.kind === "constants" ||
    (gate.kind === "measure" && gate.measures)
  );
}

/** The factor of `{p}`, `{5*p}`, `{p*5}` or `{p/10}`; undefined for another text. */
function factorOf(text: string): number | undefined {
  const inside = /^\{\s*(.*?)\s*\}$/.exec(text)?.[1];
  if (inside === undefined) return undefined;
  if (inside === "p") return 1;
  const number = String.raw`(\d*\.?\d+(?:e[-+]?\d+)?)`;
  const times =
    new RegExp(`^${number}\\s*\\*\\s*p$`, "i").exec(inside) ?? new RegExp(`^p\\s*\\*\\s*${number}$`, "i").exec(inside);
  if (times !== null) return Number(times[1]);
  const over = new RegExp(`^p\\s*/\\s*${number}$`, "i").exec(inside);
  return over === null ? undefined : 1 / Number(over[1]);
}

/** The products of MPP: `X0*Z1 !Y2`. */
function productTargets(words: readonly string[], fail: (message: string) => never): Target[] {
  return words.map((word) => {
    const seen = new Set<number>();
    const product = word
      .replace(/^!/, "")
      .split("*")
      .map((factor) => {
        const [, pauli = "", qubit] =
          /^([XYZ])(\d+)$/.exec(factor) ?? fail(`"${printable(word)}" is no product such as X0*Z1`);
        if (seen.has(Number(qubit))) fail(`"${printable(word)}" has qubit ${qubit} twice`);
        seen.add(Number(qubit));
        return { pauli: pauli as Basis, qubit: Number(qubit) };
      });
    return { product };
  });
}
