import { InputError } from "../../errors.ts";
import { cssLogicals, supports } from "./css.ts";
import type { ScheduledCode } from "./products.ts";

/** Noise models of memory circuits. */
export const NOISE_MODELS = ["uniform", "si1000"] as const;
type NoiseModel = (typeof NOISE_MODELS)[number];

/**
 * Multiples of the error rate p: of what follows two-qubit gates, resets, idling, idling beside a reset or a measurement; of wrong
 * results; of the last measurement of the data.
 */
const FACTORS = {
  // As in the circuits of Müller et al. (arXiv 2506.01779), where the data are read without errors.
  uniform: { two: 1, reset: 1, idle: 1, wait: 1, measure: 1, readout: 0 },
  // Gidney, Newman, Fowler and Broughton, "A fault-tolerant honeycomb memory", Quantum 5, 605 (2021), table 2.
  si1000: { two: 1, reset: 2, idle: 0.1, wait: 2, measure: 5, readout: 5 },
};

export interface MemoryOptions {
  readonly rounds: number;
  /** Basis in which the data are prepared and read: `z` tells whether X errors are corrected. */
  readonly basis: "x" | "z";
  readonly noise: NoiseModel;
  /** Error rate; templates of {p} if left out. */
  readonly p?: number;
}

/** Measurements of all rounds. */
const MEASUREMENTS_MAXIMUM = 2 ** 22;

/**
 * The circuit of a memory experiment in Stim's language: data prepared in one basis, rounds in which an ancilla of each check is reset, has
 * the gates of the schedule and is measured, and the data read. Ancillas are reset in the moment before their first gate and
 * measured in the one after their last, but all in the last moment of the last round. Qubits 0 … n − 1 are the data, then the X checks, then
 * the Z checks. Detectors: of each round the Z checks, then the X checks, against the round before; those of the other basis begin in
 * round 2. Observables are the logical operators of the basis.
 * @throws InputError for a number of rounds that is not from 1, or too large.
 */
export function memoryCircuit(code: ScheduledCode, options: MemoryOptions): string {
  const { x, z, schedule } = code;
  const { rounds, basis, noise, p } = options;
  const [n, xs, zs] = [x.columns, x.rows, z.rows];
  if (!(Number.isInteger(rounds) && rounds >= 1)) throw new InputError(`${rounds} rounds: give 1 or more`);
  if ((rounds + 1) * (xs + zs + n) > MEASUREMENTS_MAXIMUM) {
    throw new InputError(`${rounds} rounds have more than ${MEASUREMENTS_MAXIMUM} measurements`);
  }
  const factors = FACTORS[noise];
  const ancilla = { x: (check: number) => n + check, z: (check: number) => n + xs + check };
  const sides = (side: "x" | "z", count: number) => Array.from({ length: count }, (_, check) => ({ side, check }));
  const [checksX, checksZ] = [sides("x", xs), sides("z", zs)];
  const last = schedule.length + 1;
  /** Of each ancilla, the moments in which it is reset and measured. */
  const times = new Map(
    [...checksX, ...checksZ].map(({ side, check }) => [ancilla[side](check), { reset: last, measure: 0 }]),
  );
  const firstGate = new Array<number>(n).fill(1);
  for (const [i, gates] of [...schedule.entries()].reverse()) for (const { qubit } of gates) firstGate[qubit] = i + 1;
  for (const [i, gates] of schedule.entries()) {
    for (const { side, check } of gates) {
      const time = times.get(ancilla[side](check))!;
      time.reset = Math.min(time.reset, i);
      time.measure = i + 2;
    }
  }
  const argument = (factor: number): string => {
    if (p !== undefined) return `(${Number((factor * p).toPrecision(15))})`;
    return factor === 1 ? "({p})" : factor < 1 ? `({p/${Math.round(1 / factor)}})` : `({${factor}*p})`;
  };
  const line = (name: string, factor: number | undefined, targets: readonly number[]): string[] => {
    if (targets.length === 0 || (factor === 0 && /ERROR|DEPOLARIZE/.test(name))) return [];
    return [`${name}${factor === undefined || factor === 0 ? "" : argument(factor)} ${targets.join(" ")}`];
  };
  const reset = (side: "x" | "z", targets: readonly number[]): string[] => [
    ...line(side === "x" ? "RX" : "R", undefined, targets),
    ...line(side === "x" ? "Z_ERROR" : "X_ERROR", factors.reset, targets),
  ];
  const ofSide = (side: "x" | "z", is: (time: { reset: number; measure: number }) => boolean): number[] =>
    (side === "x" ? checksX : checksZ)
      .map(({ check }) => ancilla[side](check))
      .filter((qubit) => is(times.get(qubit)!));
  /** Data and ancillas that a moment leaves alone have idle noise. */
  const idle = (
    moment: number,
    busy: ReadonlySet<number>,
    { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
    waits: boolean,
  ): string[] => {
    const waiting = [...times].flatMap(([qubit, time]) => {
      const ends = isLast ? last : time.measure;
      return moment > time.reset && moment < ends && !busy.has(qubit) ? [qubit] : [];
    });
    // Data need not be there before the moment before their first gate.
    const data = [...firstGate.entries()].flatMap(([qubit, first]) =>
      busy.has(qubit) || (isFirst && moment < first) ? [] : [qubit],
    );
    return line("DEPOLARIZE1", waits ? factors.wait : factors.idle, [...data, ...waiting]);
  };
  /** The ancillas in the order of their results in a round. */
  const order: number[] = [];
  const round = (place: { readonly isFirst: boolean; readonly isLast: boolean }): string[] => {
    const { isLast } = place;
    order.length = 0;
    const lines: string[] = [];
    for (let moment = 1; moment <= last; moment++) {
      const gates = schedule[moment - 1] ?? [];
      const pairs = gates.flatMap(({ side, check, qubit }) =>
        side === "x" ? [ancilla.x(check), qubit] : [qubit, ancilla.z(check)],
      );
      const ends = (time: { measure: number }) => (isLast ? last : time.measure) === moment;
      const begins = (time: { reset: number }) => (isLast ? moment : moment % last) === time.reset;
      const measured = { z: ofSide("z", ends), x: ofSide("x", ends) };
      const begun = { z: ofSide("z", begins), x: ofSide("x", begins) };
      order.push(...measured.z, ...measured.x);
      const acted = [...measured.z, ...measured.x, ...begun.z, ...begun.x];
      lines.push(
        ...line("CX", undefined, pairs),
        ...line("DEPOLARIZE2", factors.two, pairs),
        ...line("M", factors.measure, measured.z),
        ...line("MX", factors.measure, measured.x),
        ...reset("z", begun.z),
        ...reset("x", begun.x),
      );
      // The data are read in the last moment.
      if (!(isLast && moment === last))
        lines.push(...idle(moment, new Set([...pairs, ...acted]), place, acted.length > 0));
      lines.push("TICK");
    }
    return lines;
  };
  const detector = (side: "x" | "z", check: number, results: readonly number[]) =>
    `DETECTOR(${check}, ${side === "x" ? 1 : 0}, 0) ${results.map((back) => `rec[-${back}]`).join(" ")}`;
  /** Detectors after a round, whose results and those of the round before are the last. */
  const detectors = (before: readonly number[] | undefined, now: readonly number[]): string[] =>
    [...checksZ, ...checksX].flatMap(({ side, check }) => {
      if (before === undefined && side !== basis) return [];
      const back = (list: readonly number[]) => list.length - list.indexOf(ancilla[side](check));
      return detector(side, check, [back(now), ...(before === undefined ? [] : [now.length + back(before)])]);
    });
  const part = (isLast: boolean, before: readonly number[] | undefined) => {
    const lines = round({ isFirst: before === undefined, isLast });
    const results = [...order];
    return { results, lines: [...lines, ...detectors(before, results), "SHIFT_COORDS(0, 0, 1)"] };
  };
  const data = Array.from({ length: n }, (_, qubit) => qubit);
  const lines = [
    ...reset(basis, data),
    ...(["z", "x"] as const).flatMap((side) =>
      reset(
        side,
        ofSide(side, (time) => time.reset === 0),
      ),
    ),
    "TICK",
  ];
  let before: readonly number[] | undefined;
  if (rounds > 1) {
    const first = part(false, undefined);
    lines.push(...first.lines);
    before = first.results;
  }
  if (rounds > 2) {
    const middle = part(false, before).lines.map((each) => `  ${each}`);
    lines.push(...(rounds === 3 ? middle.map((each) => each.trim()) : [`REPEAT ${rounds - 2} {`, ...middle, "}"]));
  }
  const end = part(true, before);
  lines.push(...end.lines, ...line(basis === "z" ? "M" : "MX", factors.readout, data));
  const matrix = basis === "z" ? z : x;
  for (const [check, qubits] of supports(matrix).entries()) {
    const result = n + end.results.length - end.results.indexOf(ancilla[basis](check));
    lines.push(detector(basis, check, [...qubits.map((qubit) => n - qubit), result]));
  }
  for (const [k, word] of cssLogicals(code, basis).entries()) {
    const results = [...word.entries()].flatMap(([qubit, is]) => (is === 0 ? [] : [`rec[-${n - qubit}]`]));
    lines.push(`OBSERVABLE_INCLUDE(${k}) ${results.join(" ")}`);
  }
  return `${lines.join("\n")}\n`;
}
