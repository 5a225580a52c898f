import { InputError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { printable } from "../printable.ts";
import { type Basis, GATES, type Gate } from "./gates.ts";

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
export type Step = Instruction | Loop;

export interface Instruction {
  readonly line: number;
  readonly name: string;
  readonly gate: Gate;
  readonly targets: readonly Target[];
  /** Arguments in parentheses; of noise for error rate `Circuit.p`. ELSE_CORRELATED_ERROR has those of the errors that exclude it, too. */
  readonly args: readonly number[];
}

export interface Loop {
  readonly line: number;
  readonly repeats: number;
  readonly body: readonly Step[];
  /** Measurements and detectors of one turn. */
  readonly measurements: number;
  readonly detectors: number;
}

/** A qubit, a measurement result counted back from the instruction, or a Pauli operator on qubits. */
export type Target =
  | { readonly qubit: number }
  | { readonly back: number }
  | { readonly product: readonly { readonly pauli: Basis; readonly qubit: number }[] };

export const isLoop = (step: Step): step is Loop => "repeats" in step;

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
/** Loops within loops. */
const DEPTH_MAXIMUM = 32;
/** Characters of a circuit. */
const CHARACTERS_MAXIMUM = 2 ** 27;

const LINE = /^([A-Za-z][A-Za-z0-9_]*)(\[[^\]]*\])?(?:\(([^)]*)\))?\s*(.*?)$/;

/** A block that is being read. */
interface Block {
  readonly line: number;
  readonly repeats: number;
  readonly body: Step[];
  measurements: number;
  detectors: number;
  errors: number;
  work: number;
}

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
  if (text.length > CHARACTERS_MAXIMUM) {
    throw new InputError(`has ${text.length} characters: at most ${CHARACTERS_MAXIMUM} are read`, { file });
  }
  const reader = new CircuitReader(file);
  let line = 0;
  for (const whole of text.split("\n")) {
    line++;
    const hash = whole.indexOf("#");
    const code = (hash < 0 ? whole : whole.slice(0, hash)).trim();
    if (code !== "") reader.read(code, line);
  }
  return reader.end(line);
}

class CircuitReader {
  readonly #file: string;
  readonly #blocks: Block[] = [{ line: 0, repeats: 1, body: [], measurements: 0, detectors: 0, errors: 0, work: 0 }];
  #qubits = 0;
  #observables = 0;
  /** Arguments of two-qubit depolarizing errors, and of all noise, without templates. */
  readonly #two = new Set<number>();
  readonly #all = new Set<number>();
  #templates = 0;

  constructor(file: string) {
    this.#file = file;
  }

  read(code: string, line: number): void {
    const fail = (message: string): never => {
      throw new InputError(message, { file: this.#file, line });
    };
    if (code === "}") {
      this.#close(line);
      return;
    }
    const [, word = "", , inside, rest = ""] = LINE.exec(code) ?? fail(`"${printable(code)}" is no instruction`);
    const name = word.toUpperCase();
    if (name === "REPEAT") {
      const [, count] = /^(\d+)\s*\{$/.exec(rest) ?? fail('a loop is written "REPEAT 5 {"');
      const repeats = Number(count);
      if (!(repeats >= 1 && repeats <= WORK_MAXIMUM)) fail(`REPEAT ${count}: give 1 to ${WORK_MAXIMUM} turns`);
      if (this.#blocks.length > DEPTH_MAXIMUM) fail(`more than ${DEPTH_MAXIMUM} loops within each other`);
      this.#blocks.push({ line, repeats, body: [], measurements: 0, detectors: 0, errors: 0, work: 0 });
      return;
    }
    const gate = GATES.get(name);
    if (gate === undefined) {
      const near = nearest(name, [...GATES.keys()]);
      fail(`unknown instruction "${printable(word)}"${near === undefined ? "" : `: did you mean ${near}?`}`);
      return;
    }
    const parts = this.#parts(name, gate, inside, rest, line);
    const isElse = gate.kind === "noise" && gate.noise === "else";
    const before = this.#blocks[this.#blocks.length - 1].body.at(-1);
    const excludes =
      before !== undefined && !isLoop(before) && /^(E|(ELSE_)?CORRELATED_ERROR)$/.test(before.name)
        ? before.args
        : undefined;
    if (isElse && excludes === undefined) fail(`${name} has no CORRELATED_ERROR before it, which would exclude it`);
    const args = isElse ? [...parts.args, ...(excludes ?? [])] : parts.args;
    this.#add({ line, name, gate, targets: parts.targets, args });
  }

  end(line: number): Circuit {
    const [{ body, measurements, detectors }, open] = this.#blocks;
    if (open !== undefined)
      throw new InputError("this loop has no end: write }", { file: this.#file, line: open.line });
    if (body.length === 0) throw new InputError("is empty, no circuit", { file: this.#file, line });
    return {
      steps: body,
      qubits: this.#qubits,
      measurements,
      detectors,
      observables: this.#observables,
      isTemplate: this.#templates > 0,
      ...this.#errorRate(),
    };
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
    rest: string,
    line: number,
  ): Pick<Instruction, "targets" | "args"> {
    const fail = (message: string): never => {
      throw new InputError(message, { file: this.#file, line });
    };
    const { kind } = gate;
    const words = rest === "" ? [] : rest.split(/\s+/);
    if (kind === "nothing") return { args: [], targets: [] };
    const isNoise = kind === "noise" || hasResults(gate);
    const args = (inside === undefined || inside.trim() === "" ? [] : inside.split(",")).map((each) => {
      const written = each.trim();
      const template = isNoise ? factorOf(written) : undefined;
      if (template !== undefined) this.#templates++;
      const value =
        template ?? (/^[-+]?\d*\.?\d+(e[-+]?\d+)?$|^[-+]?\d+\.$/i.test(written) ? Number(written) : Number.NaN);
      if (!Number.isFinite(value)) fail(`${name}(${printable(written)}): "${printable(written)}" is no number`);
      if (isNoise && (value < 0 || (template === undefined && value > 1))) {
        fail(`${name}(${written}): a probability is from 0 to 1`);
      }
      if (isNoise && template === undefined && value > 0) this.#all.add(value);
      return value;
    });
    if (isNoise) this.#requireArguments(name, gate, args, fail);
    if (kind === "observable") {
      const [index] = args;
      if (args.length !== 1 || !Number.isInteger(index) || index < 0 || index >= OBSERVABLES_MAXIMUM) {
        fail(`OBSERVABLE_INCLUDE needs the number of the observable, 0 to ${OBSERVABLES_MAXIMUM - 1}`);
      }
      this.#observables = Math.max(this.#observables, index + 1);
    }
    if (kind === "shift") return { args, targets: [] };
    const targets = this.#targets(name, gate, words, fail);
    for (const target of targets) {
      const qubits =
        "qubit" in target ? [target.qubit] : "product" in target ? target.product.map(({ qubit }) => qubit) : [];
      for (const qubit of qubits) {
        if (qubit >= QUBITS_MAXIMUM) fail(`qubit ${qubit}: at most ${QUBITS_MAXIMUM} qubits are read`);
        this.#qubits = Math.max(this.#qubits, qubit + 1);
      }
    }
    const inPairs = kind === "two" || (kind === "noise" && (gate.noise === "depolarize2" || gate.noise === "channel2"));
    if (inPairs && targets.length % 2 !== 0) fail(`${name} has ${targets.length} targets: they come in pairs`);
    return { args, targets };
  }

  #targets(name: string, gate: Gate, words: readonly string[], fail: (message: string) => never): readonly Target[] {
    const { kind } = gate;
    if (kind === "noise" && (gate.noise === "flip" || gate.noise === "else") && gate.pauli === undefined) {
      return words.length === 0 ? [] : productTargets([words.join("*")], fail);
    }
    if (kind === "rotation") return productTargets(words, fail);
    if (kind === "constants") {
      for (const word of words) if (!/^[01]$/.test(word)) fail(`${name} ${printable(word)}: a constant is 0 or 1`);
      return words.map(() => ({ product: [] }));
    }
    if (kind !== "products") return words.map((word) => this.#target(word, kind, fail));
    const { pair } = gate;
    if (pair === undefined) return productTargets(words, fail);
    if (words.length % 2 !== 0) fail(`${name} has ${words.length} targets: they come in pairs`);
    const pairs = words.flatMap((word, i) =>
      i % 2 === 0 ? [`${pair}${word.replace(/^!/, "")}*${pair}${words[i + 1].replace(/^!/, "")}`] : [],
    );
    return productTargets(pairs, fail);
  }

  #requireArguments(name: string, gate: Gate, args: readonly number[], fail: (message: string) => never): void {
    if (gate.kind !== "noise" && gate.kind !== "heralded") {
      if (args.length > 1)
        fail(`${name} has ${args.length} arguments: the only one is the probability of a wrong result`);
      return;
    }
    const kind = gate.kind === "heralded" ? gate.channel : gate.noise;
    const wanted = { channel1: 3, channel2: 15, pauli: 4 }[kind as string] ?? 1;
    if (args.length !== wanted) fail(`${name} has ${args.length} arguments, not ${wanted}`);
    const most = { depolarize1: 3 / 4, depolarize2: 15 / 16 }[kind as string] ?? 1;
    if (this.#templates === 0 && args.reduce((sum, arg) => sum + arg, 0) > most * (1 + 1e-12)) {
      fail(
        `${name}(${args.join(", ")}): ${args.length > 1 ? "the probabilities add up to" : "it is"} more than ${most}`,
      );
    }
    if (kind === "depolarize2" && args[0] > 0) this.#two.add(args[0]);
  }

  #target(word: string, kind: Gate["kind"], fail: (message: string) => never): Target {
    const record = /^rec\[-(\d+)\]$/.exec(word);
    if (record !== null) {
      if (kind !== "detector" && kind !== "observable" && kind !== "two") fail(`${word} is no qubit`);
      const back = Number(record[1]);
      const known = this.#blocks.reduce((sum, { measurements }) => sum + measurements, 0);
      if (back < 1 || back > known) fail(`${word}: there are ${known} measurements before this instruction`);
      return { back };
    }
    if (kind === "observable") {
      const [, pauli, qubit] = /^([XYZ])(\d+)$/.exec(word) ?? [];
      if (pauli !== undefined) return { product: [{ pauli: pauli as Basis, qubit: Number(qubit) }] };
    }
    if (kind === "detector" || kind === "observable") fail(`"${printable(word)}" is no measurement: write rec[-1]`);
    const inverted = kind === "measure" ? word.replace(/^!/, "") : word;
    if (!/^\d+$/.test(inverted)) {
      const what = /^sweep\[/.test(word) ? ": sweep bits are not read" : "";
      fail(`"${printable(word)}" is no qubit${what}`);
    }
    return { qubit: Number(inverted) };
  }

  #add(instruction: Instruction): void {
    const { gate, targets, line } = instruction;
    const block = this.#blocks[this.#blocks.length - 1];
    block.body.push(instruction);
    if (hasResults(gate)) block.measurements += targets.length;
    if (gate.kind === "detector") block.detectors++;
    block.errors += errorsOf(instruction);
    block.work += Math.max(1, targets.length);
    this.#bound(block, line);
  }

  #close(line: number): void {
    if (this.#blocks.length === 1) throw new InputError("} without a loop before it", { file: this.#file, line });
    const { repeats, body, line: first, measurements, detectors, errors, work } = this.#blocks.pop()!;
    const block = this.#blocks[this.#blocks.length - 1];
    block.body.push({ line: first, repeats, body, measurements, detectors });
    block.measurements += repeats * measurements;
    block.detectors += repeats * detectors;
    block.errors += repeats * errors;
    block.work += repeats * Math.max(1, work);
    this.#bound(block, first);
  }

  #bound({ measurements, detectors, errors, work }: Block, line: number): void {
    const over = (what: string, count: number, most: number) => {
      if (count <= most) return;
      throw new InputError(`the circuit has ${count} ${what} up to here: at most ${most} are read`, {
        file: this.#file,
        line,
      });
    };
    over("measurements", measurements, MEASUREMENTS_MAXIMUM);
    over("detectors", detectors, DETECTORS_MAXIMUM);
    over("errors of noise, those of loops in every turn", errors, ERRORS_MAXIMUM);
    over("targets of instructions, those of loops in every turn", work, WORK_MAXIMUM);
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
