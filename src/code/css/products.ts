import { InputError } from "../../errors.ts";
import { printable } from "../../printable.ts";
import { baseEntries } from "../base-matrix.ts";
import type { Code } from "../code.ts";
import { CSS_QUBITS_MAXIMUM, type CssCode, checksOf, supports } from "./css.ts";

/** Constructions of quantum codes. */
export const QUANTUM_FAMILIES = ["bivariate-bicycle", "hypergraph-product", "lifted-product"] as const;

/** A two-qubit gate of a round: of an X check from the check to the qubit, of a Z check from the qubit to the check. */
interface CheckGate {
  readonly side: "x" | "z";
  readonly check: number;
  readonly qubit: number;
}

/** The gates of a round, moment by moment: no qubit and no check has two in a moment. */
type Schedule = readonly (readonly CheckGate[])[];

/** A code with the order in which its checks are measured. */
export interface ScheduledCode extends CssCode {
  readonly schedule: Schedule;
}

/** Matrix over the group algebra of a product of cyclic groups: of each row its entries, a column and a group element. */
interface GroupMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly entries: readonly (readonly [row: number, column: number, element: number])[];
}

/** A product of two cyclic groups; element x^i y^j is number i·orders[1] + j. */
class Group {
  readonly size: number;
  readonly #orders: readonly [number, number];

  constructor(orders: readonly [number, number]) {
    this.#orders = orders;
    this.size = orders[0] * orders[1];
  }

  element(i: number, j: number): number {
    const [l, m] = this.#orders;
    return (((i % l) + l) % l) * m + (((j % m) + m) % m);
  }

  times(a: number, b: number): number {
    const m = this.#orders[1];
    return this.element(Math.floor(a / m) + Math.floor(b / m), (a % m) + (b % m));
  }

  inverse(a: number): number {
    const m = this.#orders[1];
    return this.element(-Math.floor(a / m), -(a % m));
  }
}

/**
 * H_X = [A ⊗ I | I ⊗ B*] and H_Z = [I ⊗ B | A* ⊗ I] over the group algebra of an abelian group, where * transposes and inverts every group
 * element (Panteleev and Kalachev, arXiv 2012.04068, section III.C; over the trivial group Tillich and Zémor, arXiv 0903.0566). An
 * element g in row r and column c is a one in row (r, h) and column (c, h·g) for every h.
 */
function product(a: GroupMatrix, b: GroupMatrix, group: Group): Pick<CssCode, "x" | "z"> {
  const { size } = group;
  const left = a.columns * b.columns;
  const qubits = (left + a.rows * b.rows) * size;
  if (qubits > CSS_QUBITS_MAXIMUM) {
    throw new InputError(`the code has ${qubits} qubits: at most ${CSS_QUBITS_MAXIMUM} are constructed`);
  }
  const rows = (count: number): number[][] => Array.from({ length: count * size }, () => []);
  const [x, z] = [rows(a.rows * b.columns), rows(a.columns * b.rows)];
  const add = (checks: number[][], check: number, qubit: number, element: number) => {
    for (let h = 0; h < size; h++) checks[check * size + h].push(qubit * size + group.times(h, element));
  };
  for (const [row, column, element] of a.entries) {
    for (let j = 0; j < b.columns; j++) add(x, row * b.columns + j, column * b.columns + j, element);
    for (let j = 0; j < b.rows; j++) add(z, column * b.rows + j, left + row * b.rows + j, group.inverse(element));
  }
  for (const [row, column, element] of b.entries) {
    for (let i = 0; i < a.columns; i++) add(z, i * b.rows + row, i * b.columns + column, element);
    for (let i = 0; i < a.rows; i++) add(x, i * b.columns + column, left + i * b.rows + row, group.inverse(element));
  }
  if ([...x, ...z].some((row) => row.length === 0)) {
    throw new InputError("a check of the product has no qubit: every row and column of both codes needs an entry");
  }
  return { x: checksOf(qubits, x), z: checksOf(qubits, z) };
}

/** A monomial x^i y^j. */
type Monomial = readonly [i: number, j: number];

/** Reads a polynomial such as `x3+y+y2`, `1+x^12*y`. @throws InputError for another text. */
export function readPolynomial(text: string, label: string): readonly Monomial[] {
  return text.split("+").map((term) => {
    const [, one, i, j] = /^(?:(1)|(?=.)(?:x\^?(\d*))?\*?(?:y\^?(\d*))?)$/.exec(term.trim()) ?? [];
    const power = (digits: string | undefined) => (digits === undefined ? 0 : digits === "" ? 1 : Number(digits));
    const monomial: Monomial = [power(i), power(j)];
    if (one === undefined && ((i === undefined && j === undefined) || !monomial.every((each) => each < 2 ** 20))) {
      throw new InputError(`${label} ${printable(text)}: "${printable(term)}" is no monomial such as x3, y or x2y5`);
    }
    return monomial;
  });
}

/** A polynomial as `readPolynomial` reads it. */
export function polynomialText(terms: readonly Monomial[]): string {
  const factor = (name: string, power: number) => (power === 0 ? "" : power === 1 ? name : `${name}${power}`);
  return terms.map(([i, j]) => (i === 0 && j === 0 ? "1" : factor("x", i) + factor("y", j))).join("+");
}

/**
 * A bivariate bicycle code: H_X = [A | B], H_Z = [Bᵀ | Aᵀ], where A and B are polynomials in x, a shift of order l, and y, of order m
 * (Bravyi, Cross, Gambetta, Maslov, Rall and Yoder, Nature 627, 778 (2024), section 4). Of polynomials with three terms each the schedule is
 * theirs: seven moments of gates, where Table 5 has the terms in the order in which they are given.
 */
export function bivariateBicycle(
  name: string,
  orders: readonly [number, number],
  a: readonly Monomial[],
  b: readonly Monomial[],
): Omit<ScheduledCode, "construction"> {
  const group = new Group(orders);
  const one = (terms: readonly Monomial[], inverted: boolean): GroupMatrix => {
    const elements = terms.map(([i, j]) => group.element(inverted ? -i : i, inverted ? -j : j));
    if (new Set(elements).size < elements.length) throw new InputError("a polynomial has a monomial twice");
    return { rows: 1, columns: 1, entries: elements.map((element) => [0, 0, element]) };
  };
  const code = product(one(a, false), one(b, true), group);
  if (a.length !== 3 || b.length !== 3) return { name, ...code, schedule: colouredSchedule(code) };
  const gates = (side: "x" | "z", half: 0 | 1, [i, j]: Monomial): CheckGate[] =>
    Array.from({ length: group.size }, (_, h) => {
      const other = group.times(h, group.element(i, j));
      return side === "x"
        ? { side, check: h, qubit: half * group.size + other }
        : { side, check: other, qubit: half * group.size + h };
    });
  const schedule = [
    gates("z", 1, a[0]),
    [...gates("x", 0, a[1]), ...gates("z", 1, a[2])],
    [...gates("x", 1, b[1]), ...gates("z", 0, b[0])],
    [...gates("x", 1, b[0]), ...gates("z", 0, b[1])],
    [...gates("x", 1, b[2]), ...gates("z", 0, b[2])],
    [...gates("x", 0, a[0]), ...gates("z", 1, a[1])],
    gates("x", 0, a[2]),
  ];
  return { name, ...code, schedule };
}

/**
 * The hypergraph product of two binary codes, or the lifted product of two quasi-cyclic ones with the same lifting size.
 * @throws InputError for codes over other fields, with symbols that are not sent, or without equal lifting sizes.
 */
export function productOfCodes(
  name: string,
  [a, b]: readonly [Code, Code],
  isLifted: boolean,
): Omit<ScheduledCode, "construction"> {
  for (const code of [a, b]) {
    if (code.matrix.field.q !== 2) throw new InputError(`${code.name} is no binary code`);
    if (isLifted && code.base === undefined) {
      throw new InputError(
        `${code.name} has no base matrix: give a file of base matrices, or --family hypergraph-product`,
      );
    }
    if (isLifted && code.base!.absent.length > 0) throw new InputError(`${code.name} is not quasi-cyclic in every row`);
  }
  const [size, other] = isLifted ? [a.base!.liftingSize, b.base!.liftingSize] : [1, 1];
  if (size !== other)
    throw new InputError(`the lifting sizes are ${size} and ${other}: a lifted product needs equal ones`);
  const code = product(groupMatrix(a, isLifted), groupMatrix(b, isLifted), new Group([size, 1]));
  return { name, ...code, schedule: colouredSchedule(code) };
}

function groupMatrix({ matrix, base }: Code, isLifted: boolean): GroupMatrix {
  if (!isLifted || base === undefined) {
    const entries = supports(matrix).flatMap((row, r) => row.map((column) => [r, column, 0] as const));
    return { rows: matrix.rows, columns: matrix.columns, entries };
  }
  return { rows: base.rows, columns: base.columns, entries: baseEntries(base) };
}

/**
 * All X checks in as few moments as the largest degree, then all Z checks: any order of an X check's gates before all of a Z check's is
 * right, so the schedule suits every CSS code. Its hook errors are not minimised.
 */
function colouredSchedule({ x, z }: Pick<CssCode, "x" | "z">): Schedule {
  return (["x", "z"] as const).flatMap((side) => {
    const checks = supports(side === "x" ? x : z);
    const gates = checks.flatMap((qubits, check) => qubits.map((qubit): CheckGate => ({ side, check, qubit })));
    const moments: CheckGate[][] = [];
    for (const [i, colour] of edgeColours(gates.map(({ check, qubit }) => [check, qubit])).entries()) {
      moments[colour] ??= [];
      moments[colour].push(gates[i]);
    }
    return moments;
  });
}

/** Colours of a bipartite graph's edges, as few as its largest degree (Kőnig 1916): an edge without a common free colour swaps two on a path. */
function edgeColours(edges: readonly (readonly [number, number])[]): number[] {
  const colours: number[] = [];
  /** Of each side and node, the edge of each colour. */
  const at: [Map<number, number[]>, Map<number, number[]>] = [new Map(), new Map()];
  const of = (side: 0 | 1, node: number) => {
    const known = at[side].get(node) ?? [];
    at[side].set(node, known);
    return known;
  };
  const free = (list: readonly number[]) => {
    let colour = 0;
    while (list[colour] !== undefined) colour++;
    return colour;
  };
  for (const [edge, [u, v]] of edges.entries()) {
    const [wanted, other] = [free(of(0, u)), free(of(1, v))];
    const path: number[] = [];
    let [side, node, next] = [1 as 0 | 1, v, wanted];
    for (;;) {
      const taken = of(side, node)[next];
      if (taken === undefined) break;
      path.push(taken);
      side = side === 0 ? 1 : 0;
      node = edges[taken][side];
      next = next === wanted ? other : wanted;
    }
    for (const each of path) for (const s of [0, 1] as const) delete of(s, edges[each][s])[colours[each]];
    for (const each of path) {
      colours[each] = colours[each] === wanted ? other : wanted;
      for (const s of [0, 1] as const) of(s, edges[each][s])[colours[each]] = each;
    }
    colours[edge] = wanted;
    of(0, u)[wanted] = edge;
    of(1, v)[wanted] = edge;
  }
  return colours;
}
