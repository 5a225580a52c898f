import { InputError } from "../errors.ts";
import type { NoiseKind } from "./gates.ts";

/** Errors of one instruction: a kind and its arguments. Equal ones stand once in a model. */
export interface Noise {
  readonly kind: NoiseKind;
  readonly args: readonly number[];
}

/** Largest argument of a depolarizing channel: all Pauli operators, the identity included, are then equally likely. */
const MOST: Readonly<Partial<Record<NoiseKind, number>>> = { depolarize1: 3 / 4, depolarize2: 15 / 16 };

/**
 * Probabilities with which the Pauli operators of an instruction occur *independently* of each other. The product of their independent
 * occurrences is the channel, so a model of independent mechanisms is exact.
 * - a flip by one operator: its probability a;
 * - DEPOLARIZE1(a): three operators, (1 − √(1 − 4a/3))/2 each; DEPOLARIZE2(a): fifteen, (1 − (1 − 16a/15)^⅛)/2 each;
 * - ELSE_CORRELATED_ERROR(a) after errors with b, c, …: a(1 − b)(1 − c) …, and HERALDED_…: its probabilities. These errors exclude each other, so
 *   independent ones are the same up to products of two probabilities. Stim does so with approximate_disjoint_errors;
 * - PAULI_CHANNEL_1 and _2: by the eigenvalues of the channel, λ_Q = Σ_P ±p_P = Π_P (1 − 2q_P) over the P that do not commute with Q,
 *   whose logarithms are linear in ln(1 − 2q_P).
 * @param scale factor of the arguments.
 * @param isScaled whether the file's arguments are multiples of an error rate, or are scaled up. A flip is then of at most 1/2; one that a file
 * says itself may be more likely than not.
 * @returns by component: one number if all components have the same, else X, Y, Z or IX, IY, IZ, XI, … ZZ; of HERALDED_…, of each set of the
 * results I, X, Y, Z, as bits, that some of them occurs.
 * @throws InputError if an argument is beyond its range, or if no independent errors make up the channel.
 */
export function independentProbabilities({ kind, args }: Noise, scale: number, isScaled = false): readonly number[] {
  const scaled = args.map((arg) => arg * scale);
  const sum = kind === "else" ? Math.max(...scaled) : scaled.reduce((total, each) => total + each, 0);
  const isFlip = kind === "flip" || kind === "else";
  const most = MOST[kind] ?? (isFlip && isScaled ? 0.5 : 1);
  if (sum > most * (1 + 1e-12)) {
    const name = isFlip ? "a flip" : kind in MOST ? kind.toUpperCase() : "a Pauli channel";
    throw new InputError(
      `${name} of probability ${Number(sum.toPrecision(6))} is beyond ${most}: give a lower error rate or factor`,
    );
  }
  const [a] = scaled;
  if (kind === "flip") return [a];
  if (kind === "else") return [scaled.reduce((product, each, i) => product * (i === 0 ? each : 1 - each), 1)];
  if (kind === "heralded") {
    return Array.from({ length: 16 }, (_, set) =>
      scaled.reduce((total, each, i) => total + ((set >> i) & 1) * each, 0),
    );
  }
  if (kind === "depolarize1") return [(1 - Math.sqrt(Math.max(0, 1 - (4 * a) / 3))) / 2];
  if (kind === "depolarize2") return [(1 - Math.max(0, 1 - (16 * a) / 15) ** 0.125) / 2];
  return ofChannel(scaled);
}

/** Whether two Pauli operators, I X Y Z as 0 … 3 on each qubit, do not commute. */
function anticommute(p: number, q: number): number {
  let odd = 0;
  for (let [a, b] = [p, q]; a > 0 || b > 0; a >>= 2, b >>= 2) {
    const [x, y] = [a & 3, b & 3];
    if (x !== 0 && y !== 0 && x !== y) odd ^= 1;
  }
  return odd;
}

function ofChannel(p: readonly number[]): readonly number[] {
  const size = p.length + 1;
  const logarithms = Array.from({ length: size }, (_, q) => {
    const eigenvalue = 1 - 2 * p.reduce((sum, each, i) => sum + each * anticommute(i + 1, q), 0);
    return Math.log(eigenvalue);
  });
  return p.map((_, i) => {
    const sum = logarithms.reduce((total, each, q) => total + (anticommute(i + 1, q) === 1 ? -each : each), 0);
    const probability = (1 - Math.exp((-2 * sum) / size)) / 2;
    if (!(probability > -1e-12)) {
      throw new InputError(
        `the errors of the Pauli channel (${p.join(", ")}) exclude each other, and a model has independent mechanisms: write X_ERROR, Y_ERROR and Z_ERROR, or give Y a share of at least p_X·p_Z`,
      );
    }
    return Math.max(0, probability);
  });
}

/** The probability that an odd number of two independent events occurs. */
export const oddOf = (p: number, q: number): number => p * (1 - q) + q * (1 - p);
