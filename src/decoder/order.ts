import { philox, STREAM_ORDER } from "../channel/random.ts";
import type { BaseMatrix } from "../code/base-matrix.ts";
import { InputError } from "../errors.ts";
import type { DecoderOption, OptionValue } from "./option.ts";
import type { DecodableCode } from "./rule.ts";

/** Order of the updates of checks and variables. */
export const SCHEDULE = {
  default: "flooding",
  choices: ["flooding", "layered"],
  description: "flooding: all checks, then all variables; layered: posteriors are updated layer by layer",
} as const satisfies DecoderOption;

export type Schedule = OptionValue<typeof SCHEDULE>;

/** An order of block rows that a search found, and the degrees of the block rows of its base matrix. */
interface SearchedOrder {
  readonly degrees: readonly number[];
  readonly order: readonly number[];
}

/**
 * Orders of 5G's base graph 1 by its number of block rows, with the fewest wrong information blocks of offset min-sum: of all orders of 5
 * rows after 6 to 8 iterations at 3.745 dB, and of 250 orders of 13 rows, which moved single rows of the descending order, after 5
 * iterations at 2.45 dB (experiments/results/decisions/0035-registers.json).
 */
const SEARCHED: readonly SearchedOrder[] = [
  { degrees: [19, 19, 19, 19, 3], order: [1, 4, 2, 0, 3] },
  {
    degrees: [19, 19, 19, 19, 3, 8, 9, 7, 10, 9, 7, 8, 7],
    order: [10, 6, 4, 5, 11, 7, 8, 12, 9, 3, 2, 1, 0],
  },
];

/** The order that a search found for a base matrix; undefined if there was no search. */
function searchedOrder({ rows, rowStart }: Pick<BaseMatrix, "rows" | "rowStart">): Uint32Array | undefined {
  const found = SEARCHED.find(
    ({ degrees }) => degrees.length === rows && degrees.every((degree, r) => degree === rowStart[r + 1] - rowStart[r]),
  );
  return found && Uint32Array.from(found.order);
}

const FORM = /^(natural|descending|auto|searched|random(\(\d{1,9}\))?|\d+(,\d+)*)$/;

/** Order in which a layered decoder visits the rows. */
export const ORDER = {
  default: "natural",
  onlyWith: ["schedule", "layered"],
  text: {
    form: FORM,
    wanted: "natural, descending, auto, searched, random, random(SEED), or all rows from 0 in an order, such as 2,0,1",
  },
  description:
    "order of the block rows, or of the checks of a code without a base matrix; natural: first to last; descending: last to first; auto: descending where that is known to be better, 5G codes of more than a few rows and 802.16e of rate 1/2; searched: for few iterations of 5G base graph 1 with 5 or 13 rows; random: the layers in a new order in every iteration, another for another seed, which takes about a tenth more iterations than one order; with merged layers each row joins the first layer that it fits in that order",
  rewritten: (text) => (text === "random(0)" ? "random" : text),
} as const satisfies DecoderOption;

/** Most orders of layers: later iterations have the first ones again. */
const ORDERS_MOST = 1024;

/**
 * The orders of `order=random`, [iteration][place]: places i = layers − 1 … 1 of 0, 1, … exchange their layer with place
 * ⌊(i + 1)·w/2^32⌋, where w is the first word of Philox4x32-10 with the counter (i, iteration, member, STREAM_ORDER) and the key (seed, 0).
 *
 * Frames take more iterations than in one order, because a layer that ends an iteration may begin the next and learns nothing in between:
 * wifi-648-324 at 2 dB, normalised min-sum with scale 0.75, 6.52 on average of 20 at most, in natural order 5.86. Of 4,096 frames 351 fail after
 * 10 iterations (natural order 264), 107 after 20 (96), 71 after 40 (70), 60 after 100 (59). Relays lose with it at more iterations too: of 2,048
 * frames min-sum with 8 legs of memories leaves 59 with legs of 10 iterations (40), 24 with legs of 40 (13). A posterior weighs the last layers most,
 * and a memory carries this into an iteration that has other last layers: with an order that stays through a leg, another for each leg, relays
 * lost nothing (a simulation in float64, 1,500 frames, legs of 40: 3, natural order 11, a new order in each iteration 16).
 * @param order value of the option ORDER; undefined where it does not apply.
 * @param member of an ensemble.
 * @returns undefined for other orders.
 */
export function randomOrders(
  order: string | undefined,
  layers: number,
  iterations: number,
  member = 0,
): readonly Uint32Array[] | undefined {
  const seed = /^random(?:\((\d+)\))?$/.exec(order ?? "");
  if (seed === null) return undefined;
  const words = new Uint32Array(4);
  return Array.from({ length: Math.min(iterations, ORDERS_MOST) }, (_, iteration) => {
    const places = Uint32Array.from({ length: layers }, (_, i) => i);
    for (let i = layers - 1; i > 0; i--) {
      philox(i, iteration, member, STREAM_ORDER, Number(seed[1] ?? 0), 0, words);
      const other = Math.floor(((i + 1) * words[0]) / 2 ** 32);
      [places[i], places[other]] = [places[other], places[i]];
    }
    return places;
  });
}

/** Degrees of the block rows of 802.16e's rate 1/2. */
const WIMAX_HALF_DEGREES = [6, 7, 7, 6, 6, 7, 6, 6, 7, 6, 6, 6];

/**
 * The order known to be best for a code: descending where at least half of the block rows have a block column of degree 1, as 5G's
 * extension has. Its rows then reach the two punctured block columns first: they have few other unknown variables,
 * whereas the rows of the core have all of them (experiments/results/row-order-h200.json, and for the other tables of shifts
 * experiments/results/binary/row-order-5g-h200.json). Descending too for 802.16e's rate 1/2, whose FER is
 * lower after few iterations (experiments/results/cpu/row-order-wimax.json). DVB-S2 and multi-edge codes keep the natural order: no order is
 * better at all rates and iterations (experiments/results/binary/row-order-dvbs2-met-h200.json).
 */
export function bestOrder({ base }: Pick<DecodableCode, "base">): "natural" | "descending" {
  if (base === undefined) return "natural";
  const { rows, rowStart, column } = base;
  const degree = new Uint32Array(base.columns);
  for (const c of column) degree[c]++;
  const extension = Array.from({ length: rows }, (_, r) => column.subarray(rowStart[r], rowStart[r + 1])).filter(
    (own) => own.some((c) => degree[c] === 1),
  );
  const degrees = Array.from({ length: rows }, (_, r) => rowStart[r + 1] - rowStart[r]);
  const isWimaxHalf = degrees.join() === WIMAX_HALF_DEGREES.join();
  return isWimaxHalf || 2 * extension.length >= rows ? "descending" : "natural";
}

/**
 * The rows in the order of a spec.
 * @param order natural, descending, random or a list; undefined where it does not apply.
 * @param rows number of block rows, or of checks.
 * @returns undefined for the natural order.
 */
function rowsInOrder(order: string | undefined, rows: number): Uint32Array | undefined {
  if (order === undefined || order === "natural" || order.startsWith("random")) return undefined;
  if (order === "descending") return Uint32Array.from({ length: rows }, (_, r) => rows - 1 - r);
  const list = order.split(",").map(Number);
  const missing = Array.from({ length: rows }, (_, r) => r).find((r) => !list.includes(r));
  if (missing !== undefined || list.length !== rows) {
    const wrong = missing === undefined ? `has ${list.length} rows` : `lacks row ${missing}`;
    throw new InputError(`order=${order} ${wrong}: give each row from 0 to ${rows - 1} once`);
  }
  return Uint32Array.from(list);
}

/** @throws InputError for a code without a searched order. */
function requireSearched({ base }: DecodableCode): Uint32Array {
  const order = base && searchedOrder(base);
  if (order !== undefined) return order;
  throw new InputError("order=searched is for 5G base graph 1 with 5 or 13 block rows: use order=auto");
}

/**
 * The block rows of a code, or its checks where it has no base matrix, in the order of a spec.
 * @param order value of the option ORDER; undefined where it does not apply.
 * @returns undefined for the natural order.
 */
export function rowOrder(code: DecodableCode, order: string | undefined): Uint32Array | undefined {
  if (order === "searched") return requireSearched(code);
  return rowsInOrder(order === "auto" ? bestOrder(code) : order, code.base?.rows ?? code.matrix.rows);
}

/** The checks of a code in the order of a spec: block row after block row where it has a base matrix. As `rowOrder`. */
export function checkOrder(code: DecodableCode, order: string | undefined): Uint32Array | undefined {
  const { matrix, base } = code;
  if (base === undefined) return rowOrder(code, order);
  const { liftingSize, checkOrder: place } = base;
  return rowOrder(code, order)?.reduce<Uint32Array>((checks, row, at) => {
    for (let i = 0; i < liftingSize; i++) checks[at * liftingSize + i] = place.first[row] + i * place.step[row];
    return checks;
  }, new Uint32Array(matrix.rows));
}
