import { InputError } from "../errors.ts";
import type { ErrorModel } from "./error-model.ts";

/** Ways to rewire a model. */
export const REWIRINGS = ["gari"] as const;

/**
 * The Tanner graph on which a model is decoded. Its first variables are the model's mechanisms; auxiliary ones follow, of which nothing is known.
 * Over GF(2^m) detectors are bits of checks, and what variables flip stands for each of their bits.
 */
export interface DecodingGraph {
  readonly variables: number;
  /** Variables of each check, ascending. */
  readonly checks: readonly (readonly number[])[];
  /** Check of each detector, over GF(2^m) m times the check plus the bit; −1 for one that no mechanism flips. */
  readonly checkOfDetector: Int32Array;
  /** Variable v flips observable[observableStart[v]] … observable[observableStart[v + 1] − 1]. */
  readonly observableStart: Uint32Array;
  readonly observable: Uint32Array;
  /** Of a pair of codes: its variables are the X errors of all symbols, then their Z errors, m qubits each. */
  readonly pair?: {
    /** Logical qubits, where they are known. */
    readonly logical?: number;
    /**
     * What no observable finds wrong: residual errors that are sums of stabilizers, the same but for one wrong residual in 2^16 (`drawn`
     * operators), or no residual but 0, as 2^16 to one.
     */
    readonly verdict: "stabilizers" | "drawn" | "residual";
    /** The element of GF(2^m) of each set of Z errors, as bits, of a symbol's qubits; and the other way round. */
    readonly elements: Uint32Array;
    readonly qubitsOf: Uint32Array;
  };
}

/** The checks that end a shot. */
export const ENDINGS = ["all", "observables"] as const;
export type Ending = (typeof ENDINGS)[number];

/** The graph of a model as it is: a check for each detector that a mechanism flips. */
export function modelGraph({
  detectors,
  columns,
  start,
  detector,
  observableStart,
  observable,
}: ErrorModel): DecodingGraph {
  const rows = rowsOf(detectors, columns, (n) => detector.subarray(start[n], start[n + 1]));
  return { variables: columns, ...withoutEmpty(rows), observableStart, observable };
}

function rowsOf(rows: number, columns: number, ofColumn: (n: number) => Iterable<number>): number[][] {
  const lists: number[][] = Array.from({ length: rows }, () => []);
  for (let n = 0; n < columns; n++) for (const row of ofColumn(n)) lists[row].push(n);
  return lists;
}

/** Detectors as checks. @param before checks before them. @param order of the detectors; ascending if left out. */
function withoutEmpty(
  rows: readonly number[][],
  before: readonly number[][] = [],
  order: Iterable<number> = rows.keys(),
): Pick<DecodingGraph, "checks" | "checkOfDetector"> {
  const checkOfDetector = new Int32Array(rows.length).fill(-1);
  const checks = [...before];
  for (const d of order) if (rows[d].length > 0) checkOfDetector[d] = checks.push(rows[d]) - 1;
  return { checks, checkOfDetector };
}

/** What a mechanism flips in one basis. */
interface Part {
  readonly detectors: readonly number[];
  readonly observables: readonly number[];
}

/**
 * Graph augmentation and rewiring (GARI): a mechanism that flips detectors of both bases, as a Y error does, makes short loops between them.
 * For each set of detectors of one basis that such mechanisms flip there is an auxiliary variable, the sum of all mechanisms with this part. It
 * alone has the part's detectors and observables; a check of its own ties it to its mechanisms. Those checks come first, then the detectors
 * of X checks, then those of Z checks, as the published schedule visits them.
 * Source: arXiv 2510.14060, section III.
 * @param name the model's, in error messages.
 * @throws InputError if a detector's basis is not known, if an observable has no basis, or if no mechanism flips detectors of both.
 */
export function gariGraph(model: ErrorModel, name: string): DecodingGraph {
  const { detectors, columns, basis } = model;
  requireBases(model, name, "rewire=gari");
  const detectorsOf = (n: number) => model.detector.subarray(model.start[n], model.start[n + 1]);
  const observablesOf = (n: number) =>
    model.observable.subarray(model.observableStart[n], model.observableStart[n + 1]);
  const mixed = mixedMechanisms(model);
  const basisOfObservable = observableBases(model, mixed, name);
  const partOf = (n: number, sign: number): Part => ({
    detectors: [...detectorsOf(n)].filter((d) => basis[d] === sign),
    observables: [...observablesOf(n)].filter((k) => basisOfObservable[k] === sign),
  });
  const keyOf = ({ detectors: flipped, observables }: Part) => `${flipped.join()} ${observables.join()}`;
  const parts = new Map<string, { readonly part: Part; readonly members: number[] }>();
  for (let n = 0; n < columns; n++) {
    if (!mixed[n]) continue;
    for (const sign of [-1, 1]) {
      const part = partOf(n, sign);
      const known = parts.get(keyOf(part));
      if (known === undefined) parts.set(keyOf(part), { part, members: [n] });
      else known.members.push(n);
    }
  }
  if (parts.size === 0) throw new InputError(`rewire=gari: no mechanism of ${name} flips detectors of both bases`);
  // A mechanism with one part alone joins its mechanisms.
  const own = new Map<number, Part>();
  for (let n = 0; n < columns; n++) {
    if (mixed[n]) continue;
    const part = { detectors: [...detectorsOf(n)], observables: [...observablesOf(n)] };
    const known = parts.get(keyOf(part));
    if (known === undefined) own.set(n, part);
    else known.members.push(n);
  }
  const auxiliary = [...parts.values()];
  for (const [i, { part }] of auxiliary.entries()) own.set(columns + i, part);
  const variables = columns + auxiliary.length;
  const flippedBy = (v: number) => own.get(v) ?? { detectors: [], observables: [] };
  const rows = rowsOf(detectors, variables, (v) => flippedBy(v).detectors);
  const ties = auxiliary.map(({ members }, i) => [...members.sort((a, b) => a - b), columns + i]);
  const order = [...basis.keys()].sort((a, b) => basis[a] - basis[b] || a - b);
  const observableStart = new Uint32Array(variables + 1);
  const observable: number[] = [];
  for (let v = 0; v < variables; v++) {
    observable.push(...flippedBy(v).observables);
    observableStart[v + 1] = observable.length;
  }
  return { variables, ...withoutEmpty(rows, ties, order), observableStart, observable: Uint32Array.from(observable) };
}

/** @throws InputError if a detector's basis is not known. */
function requireBases({ basis }: ErrorModel, name: string, option: string): void {
  const unknown = basis.indexOf(0);
  if (unknown < 0) return;
  throw new InputError(`${option}: it is not known whether detector D${unknown} of ${name} sees X or Z errors`);
}

/** Whether each mechanism flips detectors of both bases. */
function mixedMechanisms({ columns, start, detector, basis }: ErrorModel): boolean[] {
  return Array.from({ length: columns }, (_, n) => {
    const own = detector.subarray(start[n], start[n + 1]);
    return own.some((d) => basis[d] !== basis[own[0]]);
  });
}

/** The basis of each observable: that of the detectors of mechanisms with detectors of one basis alone that flip it. */
function observableBases(
  { columns, start, detector, observableStart, observable, observables, basis }: ErrorModel,
  mixed: readonly boolean[],
  name: string,
): Int8Array {
  const bases = new Int8Array(observables);
  for (let n = 0; n < columns; n++) {
    if (mixed[n] || start[n] === start[n + 1]) continue;
    const own = basis[detector[start[n]]];
    for (let i = observableStart[n]; i < observableStart[n + 1]; i++) {
      const k = observable[i];
      if (bases[k] === -own) {
        throw new InputError(`observable L${k} of ${name} is flipped by X errors and by Z errors`);
      }
      bases[k] = own;
    }
  }
  const unknown = bases.indexOf(0);
  const isFlipped = observable.includes(unknown);
  if (unknown >= 0 && isFlipped) {
    throw new InputError(`no mechanism of ${name} flips observable L${unknown} and detectors of one basis alone`);
  }
  return bases;
}

/**
 * The checks that do not matter for a shot's end if those of the observables do: auxiliary ones, and detectors of a basis whose mechanisms
 * flip no observable.
 * @throws InputError as `gariGraph`.
 */
export function checksWithoutObservables(
  model: ErrorModel,
  { checks, checkOfDetector }: DecodingGraph,
  name: string,
): Uint32Array {
  const { basis } = model;
  requireBases(model, name, "--ends-by observables");
  const wanted = new Set(observableBases(model, mixedMechanisms(model), name));
  const tested = new Uint8Array(checks.length);
  for (const [d, check] of checkOfDetector.entries()) if (check >= 0 && wanted.has(basis[d])) tested[check] = 1;
  return Uint32Array.from(tested.keys()).filter((check) => tested[check] === 0);
}
