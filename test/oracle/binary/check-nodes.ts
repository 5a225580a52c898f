/**
 * A binary check node by its textbook definition. It maps the messages from the check's variables to the messages to these variables, in
 * the same order. LLR = ln P(0)/P(1). `syndrome` is the check's syndrome bit: 1 inverts the check's sign (CV-QKD paper, eq. 8).
 */
export type BinaryCheckNode = (t: readonly number[], syndrome: 0 | 1, place?: EdgePlace) => number[];

/** Where a check node is, for rules that differ from edge to edge. */
interface EdgePlace {
  /** Counted from 0. */
  readonly iteration: number;
  /** Number of the check's first edge among the edges of H, row by row. */
  readonly firstEdge: number;
  /** The edges in the order in which a decoder reads them, as places among the messages: a base matrix's by entry; a variable of degree 1 is last. */
  readonly order: readonly number[];
}

/** Message of a check of degree 1 to its variable, and the largest magnitude of min-sum messages (doc/design/decoding.md). */
const CERTAIN = 2 ** 20;

/** Precision of a min-sum check node: float64, or the f32 operations of the kernels. */
export type Precision = "double" | "single";

/** Min-sum: the least magnitude of the other messages with the product of their signs. Zero of either sign counts as positive. */
export function minSum(): BinaryCheckNode {
  return withOthers((others) => Math.min(...others, CERTAIN));
}

/**
 * Normalised min-sum: alpha times the least magnitude. In single precision, unless alpha is 1, the magnitude is first truncated to 12
 * significant bits and alpha is rounded to 12, so that the product is exact.
 * @param alpha above 0, at most 1.
 */
export function normalisedMinSum(alpha: number, precision: Precision = "double"): BinaryCheckNode {
  if (!(alpha > 0 && alpha <= 1)) throw new Error(`alpha ${alpha} is not in (0, 1]`);
  if (precision === "double" || alpha === 1) return withOthers((others) => alpha * Math.min(...others, CERTAIN));
  const unit = unitOfTwelveBits(alpha);
  const factor = Math.floor(alpha / unit + 0.5) * unit;
  return withOthers((others) => factor * firstTwelveBits(Math.min(...others, CERTAIN)));
}

/** Offset min-sum: the least magnitude minus beta, at least 0. */
export function offsetMinSum(beta: number, precision: Precision = "double"): BinaryCheckNode {
  const round = precision === "single" ? Math.fround : (x: number) => x;
  return withOthers((others) => Math.max(round(Math.min(...others, CERTAIN) - round(beta)), 0));
}

export interface WholeStepOptions {
  /** Factor j/256. Products are rounded to the nearest step, ties upwards. Default 1. */
  readonly scale?: number;
  /** Steps subtracted from the magnitude. Default 0. */
  readonly offset?: number;
}

export interface WholeSteps {
  /** LLR of one step. */
  readonly llr: number;
  /** Largest magnitudes, in steps, of messages to a check and from a check. */
  readonly incoming: number;
  readonly outgoing: number;
}

/** Min-sum in whole steps: the magnitude is scaled, then reduced by the offset, then clipped. */
export function minSumInSteps(
  { incoming, outgoing }: Pick<WholeSteps, "incoming" | "outgoing">,
  { scale = 1, offset = 0 }: WholeStepOptions = {},
): BinaryCheckNode {
  if (!Number.isInteger(256 * scale)) throw new Error(`scale ${scale} is not j/256`);
  return withOthers((others) => {
    const scaled = Math.floor(Math.min(...others, incoming) * scale + 0.5);
    return Math.min(Math.max(scaled - offset, 0), outgoing);
  });
}

/** Lines as [LLR at 0, slope in sixteenths], whose greatest stands for ln(1 + e^−x): one, or with steps of 1/64 four, in steps of 1/1024. */
const LINES = {
  coarse: [[11 / 16, 4]],
  fine: [
    [251 / 1024, 1],
    [506 / 1024, 3],
    [648 / 1024, 5],
    [714 / 1024, 7],
  ],
} as const;

/** Min* in whole steps: the box-plus of the magnitudes of the edges before an edge, and of those after it from the last on, is its magnitude. */
export function minStarInSteps({ llr, outgoing }: WholeSteps): BinaryCheckNode {
  const lines = LINES[llr < 1 / 16 ? "fine" : "coarse"];
  const greatest = (x: number) => Math.max(0, ...lines.map(([at0, slope]) => at0 / llr - (slope * x) / 16));
  const boxPlus = (a: number, b: number) => Math.min(a, b) - Math.floor(greatest(Math.abs(a - b)) - greatest(a + b));
  return (t, syndrome, place) => {
    const messages: number[] = [];
    const { order } = place!;
    for (const [at, n] of order.entries()) {
      const sides = [order.slice(0, at), order.slice(at + 1).reverse()].filter((side) => side.length > 0);
      const joined = sides.map((side) => side.map((i) => Math.abs(t[i])).reduce(boxPlus));
      const negative = t.filter((value, i) => i !== n && value < 0).length + syndrome;
      const magnitude = joined.length === 0 ? outgoing : Math.min(joined.reduce(boxPlus), outgoing);
      messages[n] = negative % 2 === 1 ? -magnitude : magnitude;
    }
    return messages;
  };
}

/** Values of the edges in each iteration, of which the last serves all further ones. A single value is for all edges. */
export type EdgeValues = readonly (readonly number[])[];

/**
 * Min-sum in which each outgoing magnitude has a scale and an offset of its edge and iteration: normalised min-sum, less the offset, in single
 * precision, or as `minSumInSteps` with scales rounded to 1/256 and offsets to steps.
 */
export function weightedMinSum(scales: EdgeValues, offsets: EdgeValues, steps?: WholeSteps): BinaryCheckNode {
  const at = (values: EdgeValues, iteration: number, edge: number) => {
    const row = values[Math.min(iteration, values.length - 1)];
    return row.length === 1 ? row[0] : row[edge];
  };
  return (t, syndrome, place) =>
    t.map((_, n) => {
      const { iteration, firstEdge } = place!;
      const [scale, offset] = [scales, offsets].map((values) => at(values, iteration, firstEdge + n));
      if (steps !== undefined) {
        const options = { scale: Math.round(scale * 256) / 256, offset: Math.round(offset / steps.llr) };
        return minSumInSteps(steps, options)(t, syndrome)[n];
      }
      const scaled = scale === 0 ? 0 : normalisedMinSum(scale, "single")(t, syndrome)[n];
      const magnitude = Math.max(Math.fround(Math.abs(scaled) - Math.fround(offset)), 0);
      return scaled < 0 ? -magnitude : magnitude;
    });
}

/** Bounds of Φ's arguments. */
export interface PhiCuts {
  /** Bounds of |t|. The upper one also bounds outgoing magnitudes. Default [0, 80]. */
  readonly magnitudes?: readonly [least: number, most: number];
  /** Bounds of sums of Φ. Default: none. */
  readonly sums?: readonly [least: number, most: number];
}

/**
 * Sum-product: 2·artanh of the product of tanh(t/2) over the other messages, computed as Φ(Σ Φ(|t|)) with Φ(x) = −ln tanh(x/2) = Φ⁻¹(x).
 * Each outgoing message is its own sum over the other messages, not a difference of sums. Φ(0) = ∞, so a message 0 makes all other outgoing
 * messages exactly 0.
 */
export function sumProduct({ magnitudes = [0, 80], sums = [0, Infinity] }: PhiCuts = {}): BinaryCheckNode {
  return withOthers((others) => {
    const sum = others.reduce((total, magnitude) => total + phi(cut(magnitude, magnitudes)), 0);
    return Math.min(phi(cut(sum, sums)), magnitudes[1]);
  });
}

function cut(x: number, [least, most]: readonly [number, number]): number {
  return Math.min(Math.max(x, least), most);
}

/** −ln tanh(x/2), accurate at both ends: ln((e^x + 1)/(e^x − 1)) = ln(1 + 2/(e^x − 1)). */
export function phi(x: number): number {
  return Math.log1p(2 / Math.expm1(x));
}

/** A check node in which each outgoing magnitude is a function of the other incoming magnitudes. */
function withOthers(magnitude: (others: readonly number[]) => number): BinaryCheckNode {
  return (t, syndrome) =>
    t.map((_, n) => {
      const others = t.filter((_, i) => i !== n);
      const negative = others.filter((value) => value < 0).length + syndrome;
      const outgoing = magnitude(others.map(Math.abs));
      return negative % 2 === 1 ? -outgoing : outgoing;
    });
}

/** An f32 number ≥ 0 truncated to 12 significant bits, and below 2⁻¹²⁶ to a multiple of 2⁻¹³⁷. */
function firstTwelveBits(x: number): number {
  const unit = unitOfTwelveBits(x);
  return Math.floor(x / unit) * unit;
}

/** Value of the last of the first 12 significant bits. */
function unitOfTwelveBits(x: number): number {
  let unit = 2 ** -137;
  while (x >= unit * 2 ** 12) unit *= 2;
  return unit;
}
