import { InputError } from "../../errors.ts";
import { type GaloisField, multiply } from "../../galois/field.ts";
import { ModelBuilder } from "../../quantum/error-model.ts";
import type { DecodingGraph } from "../../quantum/rewire.ts";
import { randomSource } from "../construct/random.ts";
import { packBits, unpackBits } from "../packed-bits.ts";
import {
  binaryImage,
  type Entry,
  type ParityCheckMatrix,
  parityCheckMatrix,
  rowEntries,
  unorthogonalRows,
} from "../parity-check-matrix.ts";
import { tannerGraph } from "../tanner-graph.ts";
import { CSS_QUBITS_MAXIMUM, cssLogicals, supports } from "./css.ts";
import { codewordsOfWeightTwo } from "./graph-system.ts";

/** Observables of one side, above which sums of random logical operators take their place: all of them miss a wrong one with 2^-64. */
const OBSERVABLES_SINGLE = 64;

/** Observables of one side of a code that is too long for dense elimination: a wrong residual flips none of them with 2^-16. */
const OBSERVABLES_DRAWN = 16;

/** H_X and H_Z. */
export interface MatrixPair {
  readonly x: ParityCheckMatrix;
  readonly z: ParityCheckMatrix;
}

/**
 * A quantum code of two codes over GF(q), q = 2^m, as one code whose symbols are errors: n symbols of X errors under the checks of H_Z, then n
 * symbols of Z errors under those of H_X. A symbol has m qubits, a detector is a bit of a check's sum. Bit l of an X symbol is qubit l's; of
 * a Z symbol qubit l adds the element δ_l of the dual basis, Tr(α^i·δ_l) = [i = l], so that checks commute where Σ_j x_j·z_j = 0 over GF(q).
 * Its model has an X, a Z and a Y error of each qubit, of a depolarizing channel with the error rate p. Observables are the logical
 * operators of Z, which X errors flip, and random sums of Z checks, then those of X: a correction that leaves none flipped is right up to
 * stabilizers (`withStabilizers`). Above 16,384 qubits logical operators are not found one by one: 16 random
 * words of the other code, drawn without elimination where its columns have two entries (`codewordsOfWeightTwo`), stand in their place, as
 * a residual that explains all checks is a sum of stabilizers if it is orthogonal to all of them. Of other long codes the observables are random sums of qubits,
 * and every residual but 0 is a failure: `verdict`.
 * Source: Kasai, Hagiwara, Imai, Sakaniwa 2012, Quantum error correction beyond the bounded distance decoding limit, IEEE Trans. Inf. Theory 58.
 * @param x, z H_X and H_Z, with a column for each symbol.
 * @param file for errors.
 * @throws InputError for matrices that do not fit each other, checks that do not commute (which), or a code without a logical qubit.
 */
export function pairCode(
  { x, z }: MatrixPair,
  file: string,
): {
  readonly matrix: ParityCheckMatrix;
  readonly model: ReturnType<ModelBuilder["model"]>;
  readonly rewired: DecodingGraph;
} {
  const { field, columns: n } = x;
  const { p: m, q } = field;
  if (z.columns !== n || z.field.q !== q || z.field.polynomial !== field.polynomial) {
    const text = ({ columns, field: { q, polynomial } }: ParityCheckMatrix) =>
      `${columns} columns over GF(${q}) with polynomial 0x${polynomial.toString(16)}`;
    throw new InputError(`H_X has ${text(x)}, and H_Z ${text(z)}`, { file });
  }
  const wrong = unorthogonalRows(x, z);
  if (wrong !== undefined) {
    const [row, other, product] = wrong;
    const message = `check ${row} of H_X and check ${other} of H_Z do not commute: their product is ${product}`;
    throw new InputError(message, { file });
  }
  const dual = dualBasis(field);
  const ofZ = binaryImage(z);
  const ofX = binaryImage(x, dual);
  // Of a Z symbol a bit of the number is a sum of qubits.
  const elements = Uint32Array.from({ length: q }, (_, each) => sumOf(dual, each));
  const qubitsOf = new Uint32Array(q);
  elements.forEach((element, each) => {
    qubitsOf[element] = each;
  });
  const { logical, verdict, operators } = operatorsOf({ x, z, ofX, ofZ }, qubitsOf, file);
  const [operatorsZ, operatorsX] = operators;
  const byX = detectorsOf(ofZ, 0);
  const byZ = detectorsOf(ofX, ofZ.rows);
  const builder = new ModelBuilder();
  const noise = builder.noise({ kind: "depolarize1", args: [1] });
  // Of the errors of all qubits' X, then of the bits of Z symbols' numbers.
  const observableStart = new Uint32Array(2 * n * m + 1);
  const observable: number[] = [];
  const correct = (bit: number, flipped: readonly number[]) => {
    for (const k of flipped) observable.push(k);
    observableStart[bit + 1] = observable.length;
  };
  for (let qubit = 0; qubit < n * m; qubit++) {
    const [detectorsX, detectorsZ] = [byX(qubit), byZ(qubit)];
    const flippedX = oddOperators(operatorsZ, 0, [qubit]);
    const flippedZ = oddOperators(operatorsX, operatorsZ.length, [qubit]);
    builder.addMechanism(detectorsX, flippedX, noise, 0);
    builder.addMechanism(detectorsZ, flippedZ, noise, 2);
    builder.addMechanism([...detectorsX, ...detectorsZ], [...flippedX, ...flippedZ], noise, 1);
    correct(qubit, flippedX);
  }
  const detectors = ofZ.rows + ofX.rows;
  const observables = operatorsZ.length + operatorsX.length;
  const qubitsOfBit = Array.from({ length: m }, (_, bit) => qubitsIn(qubitsOf[1 << bit]));
  for (let bit = 0; bit < n * m; bit++) {
    const qubits = qubitsOfBit[bit % m].map((l) => bit - (bit % m) + l);
    correct(n * m + bit, oddOperators(operatorsX, operatorsZ.length, qubits));
  }
  const matrix = jointMatrix({ x, z });
  return {
    matrix,
    model: builder.model({
      detectors,
      observables,
      basis: Int8Array.from({ length: detectors }, (_, d) => (d < ofZ.rows ? 1 : -1)),
      p: 1,
      isTemplate: true,
    }),
    rewired: {
      variables: 2 * n,
      checks: supports(matrix),
      checkOfDetector: Int32Array.from({ length: detectors }, (_, d) => d),
      observableStart,
      observable: new Uint32Array(observable),
      pair: { ...(logical !== undefined && { logical }), verdict, elements, qubitsOf },
    },
  };
}

/** `pairCode` with the name of its runs: counts whose failures are all residuals but 0 say it wherever the name stands. */
export function namedPair(name: string, matrices: MatrixPair, file: string) {
  const pair = pairCode(matrices, file);
  return { name: pair.rewired.pair?.verdict === "residual" ? `${name}-residual` : name, ...pair };
}

/** Logical operators of Z and of X that are observables, 0 and 1 for each qubit, or what stands in their place. */
function operatorsOf(
  { x, z, ofX, ofZ }: MatrixPair & { readonly ofX: ParityCheckMatrix; readonly ofZ: ParityCheckMatrix },
  qubitsOf: Uint32Array,
  file: string,
) {
  const { p: m } = x.field;
  const qubits = x.columns * m;
  const none = new InputError("has no logical qubit", { file });
  const { below } = randomSource(1);
  if (qubits <= CSS_QUBITS_MAXIMUM) {
    const css = { name: file, construction: "", x: ofX, z: ofZ };
    const all = (["z", "x"] as const).map((side) => cssLogicals(css, side));
    if (all[0].length === 0) throw none;
    const stabilizers = [ofZ, ofX].map((checks) => () => randomSum(checks, below));
    const operators = all.map((side, i) => withStabilizers(side, stabilizers[i], below));
    return { logical: all[0].length, verdict: "stabilizers" as const, operators };
  }
  const [wordsX, wordsZ] = [codewordsOfWeightTwo(x), codewordsOfWeightTwo(z)];
  if (wordsX === undefined || wordsZ === undefined) {
    const free = () => Uint8Array.from({ length: qubits }, () => below(2));
    const operators = [0, 1].map(() => Array.from({ length: OBSERVABLES_DRAWN }, free));
    return { logical: undefined, verdict: "residual" as const, operators };
  }
  const logical = (x.columns - wordsX.rank - wordsZ.rank) * m;
  if (logical === 0) throw none;
  // Z operators are words of H_X, whose qubits are of the dual basis; X operators words of H_Z.
  const operators = [wordsX, wordsZ].map((words, side) =>
    Array.from({ length: OBSERVABLES_DRAWN }, () => {
      const word = words.draw(below);
      const symbols = side === 0 ? word.map((symbol) => qubitsOf[symbol]) : word;
      return Uint8Array.from({ length: qubits }, (_, qubit) => (symbols[Math.floor(qubit / m)] >> (qubit % m)) & 1);
    }),
  );
  return { logical, verdict: "drawn" as const, operators };
}

/** The matrix of `pairCode`: X errors under the checks of H_Z, then Z errors under those of H_X. */
export function jointMatrix({ x, z }: MatrixPair) {
  const shifted = (matrix: ParityCheckMatrix, by: number) =>
    Array.from({ length: matrix.rows }, (_, row) => rowEntries(matrix, row).map(([j, h]): Entry => [j + by, h]));
  return parityCheckMatrix(x.field, 2 * x.columns, [...shifted(z, 0), ...shifted(x, x.columns)]);
}

/** H_X and H_Z of the matrix of `pairCode`. */
export function pairMatrices(matrix: ParityCheckMatrix): MatrixPair {
  const { field, rows, columns } = matrix;
  const n = columns / 2;
  const all = Array.from({ length: rows }, (_, row) => rowEntries(matrix, row));
  const side = (first: number) => {
    const own = all.filter(([[column]]) => column >= first && column < first + n);
    return parityCheckMatrix(
      field,
      n,
      own.map((entries) => entries.map(([column, value]): Entry => [column - first, value])),
    );
  };
  return { x: side(n), z: side(0) };
}

/** Σ of the basis over the bits that are 1. */
function sumOf(basis: readonly number[], bits: number): number {
  return basis.reduce((sum, each, l) => (((bits >> l) & 1) === 1 ? sum ^ each : sum), 0);
}

/** δ_l with Tr(α^i·δ_l) = [i = l]: α^i is the number 2^i. */
export function dualBasis(field: GaloisField): number[] {
  const { p: m, q } = field;
  const trace = (a: number) => {
    let [sum, power] = [a, a];
    for (let i = 1; i < m; i++) {
      power = multiply(field, power, power);
      sum ^= power;
    }
    return sum;
  };
  return Array.from({ length: m }, (_, l) => {
    for (let element = 1; element < q; element++) {
      const traces = Array.from({ length: m }, (_, i) => trace(multiply(field, element, 1 << i)));
      if (traces.every((t, i) => t === Number(i === l))) return element;
    }
    throw new Error(`GF(${q}) has no dual basis`);
  });
}

/**
 * The operators of one side that are observables, and behind them 16 random sums of its stabilizers, which a correction that leaves a check
 * unsatisfied flips: it is no success, whatever the logical operators say. Of more than 64 operators random sums of both stand for all.
 */
function withStabilizers(
  operators: readonly Uint8Array[],
  stabilizer: () => Uint8Array,
  below: (bound: number) => number,
): readonly Uint8Array[] {
  if (operators.length <= OBSERVABLES_SINGLE) {
    return [...operators, ...Array.from({ length: OBSERVABLES_DRAWN }, stabilizer)];
  }
  const qubits = operators[0].length;
  const packed = operators.map((operator) => packBits(operator, qubits));
  return Array.from({ length: OBSERVABLES_SINGLE }, () => {
    const sum = packBits(stabilizer(), qubits);
    for (const operator of packed) if (below(2) === 1) for (let i = 0; i < sum.length; i++) sum[i] ^= operator[i];
    return unpackBits(sum, qubits);
  });
}

function randomSum(
  { rows, columns, checkStart, variable }: ParityCheckMatrix,
  below: (bound: number) => number,
): Uint8Array {
  const sum = new Uint8Array(columns);
  for (let row = 0; row < rows; row++) {
    if (below(2) === 0) continue;
    for (let e = checkStart[row]; e < checkStart[row + 1]; e++) sum[variable[e]] ^= 1;
  }
  return sum;
}

/** The detectors of each qubit's error, the bits of the checks' sums in which it stands. @param first number of the first of them. */
function detectorsOf(checks: ParityCheckMatrix, first: number): (qubit: number) => number[] {
  const { variableStart, variableEdge, edgeCheck } = tannerGraph(checks);
  return (qubit) =>
    Array.from(
      variableEdge.subarray(variableStart[qubit], variableStart[qubit + 1]),
      (edge) => first + edgeCheck[edge],
    );
}

/** The operators that have an odd number of these qubits, ascending. @param first number of the first operator. */
function oddOperators(operators: readonly Uint8Array[], first: number, qubits: readonly number[]): number[] {
  const odd: number[] = [];
  for (let k = 0; k < operators.length; k++) {
    let parity = 0;
    for (const qubit of qubits) parity ^= operators[k][qubit];
    if (parity === 1) odd.push(first + k);
  }
  return odd;
}

/** The qubits of a set that is a number's bits. */
function qubitsIn(set: number): number[] {
  return Array.from({ length: 32 - Math.clz32(set) }, (_, l) => l).filter((l) => ((set >> l) & 1) === 1);
}
