import type { Code } from "../../code/code.ts";
import { transmittedPositions } from "../../code/rate-matching.ts";
import { InputError } from "../../errors.ts";
import { type Interleaver, orderOf } from "./interleaver.ts";
import { standardBits } from "./labelings.ts";
import { type Modulated, sizeOfPoint } from "./modulated.ts";

/** The order in which coded bits fill points. */
export interface BitOrder {
  readonly interleaver?: Interleaver;
  /** Whether the bits of each point are b(0), b(1), … of 3GPP TS 38.211, 5.1, and not the label's from its least significant bit on. */
  readonly standard: boolean;
}

/** The order of a modulation's bits: 5G's with its labels, with its interleaver, and for its transmissions. */
export function bitOrder({ labeling, interleaver }: Modulated, isTransport: boolean): BitOrder {
  return { interleaver, standard: labeling === "5g" || interleaver === "5g" || isTransport };
}

/**
 * The bits of each label, in the order of uses: the sent bits in the interleaver's order, with `padding` until the last label is full, or the
 * last point in the standard's order.
 * @param sent indices of the coded bits that are sent.
 * @param size bits of a label, and of a point.
 * @param order that of the code without it.
 * @throws InputError as `orderOf`.
 */
export function labelBits(
  sent: Uint32Array,
  { bits, pointBits }: { readonly bits: number; readonly pointBits: number },
  padding: number,
  { interleaver, standard }: BitOrder = { standard: false },
): Uint32Array {
  const whole = standard ? pointBits : bits;
  const labels = new Uint32Array(Math.ceil(sent.length / whole) * whole).fill(padding);
  labels.set(orderOf(interleaver, sent.length, pointBits).map((index) => sent[index]));
  if (!standard) return labels;
  const bitOfLabel = standardBits(pointBits);
  return labels.map((_, i) => labels[i - (i % pointBits) + bitOfLabel[i % pointBits]]);
}

/**
 * Code symbols in the order of sending, for a receiver with metrics of symbols: symbols that are not sent take the last places, without an
 * interleaver their own.
 * @param sent the symbols that are sent, ascending.
 * @param count all symbols.
 * @throws InputError as `orderOf`.
 */
export function symbolOrder(sent: Uint32Array, count: number, interleaver: Interleaver | undefined): Uint32Array {
  const all = Uint32Array.from({ length: count }, (_, symbol) => symbol);
  if (interleaver === undefined) return all;
  const isSent = new Uint8Array(count);
  for (const symbol of sent) isSent[symbol] = 1;
  const order = orderOf(interleaver, sent.length, 1).map((index) => sent[index]);
  return Uint32Array.from([...order, ...all.filter((symbol) => isSent[symbol] === 0)]);
}

/**
 * Checks that an interleaver fits what a code sends.
 * @throws InputError as `orderOf`, and for 5G's interleaver of transmissions that have it.
 */
export function requireOrder(modulated: Modulated, code: Code): void {
  const { demapper, interleaver } = modulated;
  if (interleaver === undefined) return;
  if (interleaver === "5g" && code.sending !== undefined) {
    throw new InputError("interleaver 5g: the transmissions of --transport have it already: leave --interleaver out");
  }
  const symbols = transmittedPositions(code).length;
  orderOf(interleaver, demapper === "symbols" ? symbols : symbols * code.matrix.field.p, sizeOfPoint(modulated).bits);
}
