import type { ChannelKind } from "../../channel/channel-kind.ts";
import { BOUND_NAMES } from "../../channel/limits/bounds.ts";
import { approximationAt, capacityLimit, usesOf } from "../../channel/limits/channel-limits.ts";
import { boundAt, codeBound } from "../../channel/limits/code-bounds.ts";
import type { CodeSize } from "../../channel/limits/code-size.ts";
import type { Fading } from "../../channel/limits/fading.ts";
import {
  approximationEsN0,
  boundEsN0,
  capacityEsN0,
  hasBounds,
  type Transmission,
  uncodedEsN0,
} from "../../channel/limits/modulation-limits.ts";
import type { Demapping } from "../../channel/limits/modulation-moments.ts";
import { hasUncodedRates } from "../../channel/limits/uncoded.ts";
import type { Modulation } from "../../channel/modulation/modulation.ts";
import { formatNumber } from "../../report/format.ts";

/** A limit, and the values of the channel's parameters that reach it; undefined if no value does. */
export interface LimitRow {
  readonly limit: string;
  readonly fer?: number;
  readonly values: readonly (number | undefined)[];
}

/** A parameter of the channel: its digits behind the point, or all of its significant digits. */
interface LimitColumn {
  readonly name: string;
  readonly digits: number;
  readonly isSignificant?: boolean;
}

/** Limits as a table. */
export interface Limits {
  readonly title: string;
  readonly columns: readonly LimitColumn[];
  readonly rows: readonly LimitRow[];
}

/** Limits of a modulation, in dB of Eb/N0 and Es/N0. */
export function limitsOfModulation(
  { q, n, k, modulation, fading }: CodeSize & { readonly modulation: Modulation; readonly fading: Fading },
  fers: readonly number[],
): Limits {
  const bits = Math.log2(q);
  const transmission: Transmission = { modulation, fading, n: n * bits, k: k * bits };
  const perInformationBit = 10 * Math.log10((modulation.bits * k) / n);
  const row = (limit: string, esn0: number | undefined, fer?: number): LimitRow => ({
    limit,
    ...(fer === undefined ? {} : { fer }),
    values: [esn0 === undefined ? undefined : esn0 - perInformationBit, esn0],
  });
  // A symbol has one bit on each axis of QPSK and BPSK, so both receivers are equal.
  const hasLabels = "points" in modulation.shape || modulation.shape.amplitudes.length > 2;
  const demappings = hasLabels ? DEMAPPINGS : DEMAPPINGS.slice(0, 1);
  const rows = [
    ...demappings.map(([demapping, suffix]) => row(`capacity${suffix}`, capacityEsN0(transmission, demapping))),
    ...fers.flatMap((fer) => [
      ...demappings.map(([demapping, suffix]) =>
        row(`normal approximation${suffix}`, approximationEsN0(transmission, demapping, fer), fer),
      ),
      ...(hasBounds(transmission)
        ? BOUND_NAMES.map((bound) => row(bound, boundEsN0(transmission, bound, fer), fer))
        : []),
      ...(hasUncodedRates(modulation) ? [uncodedRow(transmission, fer)] : []),
    ]),
  ];
  const over = fading === "awgn" ? "AWGN" : "Rayleigh fading that the receiver knows";
  return { title: `${sizeText({ q, n, k })}, ${modulation.name} over ${over}`, columns: DECIBELS, rows };
}

/** Transmission without a code, where each sent bit is an information bit. */
function uncodedRow(transmission: Transmission, fer: number): LimitRow {
  const esn0 = uncodedEsN0(transmission, fer);
  const perBit = 10 * Math.log10(transmission.modulation.bits);
  return { limit: "uncoded", fer, values: [esn0 === undefined ? undefined : esn0 - perBit, esn0] };
}

/** Receivers, and the marks of their rows. */
const DEMAPPINGS: readonly (readonly [Demapping, string])[] = [
  ["coded-modulation", ""],
  ["bicm", ", bits"],
];

const DECIBELS = [
  { name: "Eb/N0 dB", digits: 2 },
  { name: "Es/N0 dB", digits: 2 },
];

/** Limits of a channel in its own parameter. */
export function limitsOfChannel(kind: ChannelKind, size: CodeSize, fers: readonly number[]): Limits {
  const bounds = BOUND_NAMES.filter((bound) => codeBound(kind, size, bound) !== undefined);
  const row = (limit: string, value: number | undefined, fer: number): LimitRow => ({ limit, fer, values: [value] });
  const rows = [
    { limit: "capacity", values: [capacityLimit(kind, size)] },
    ...fers.flatMap((fer) => [
      row("normal approximation", approximationAt(kind, size, fer), fer),
      ...bounds.map((bound) => row(bound, boundAt(kind, size, bound, fer), fer)),
      // A table's parameter is no error rate.
      ...(kind.use.alphabet === "table" ? [] : [row("uncoded", uncodedAt(kind, size, fer), fer)]),
    ]),
  ];
  const { title, label } = kind;
  return { title: `${sizeText(size)}, ${title}`, columns: [{ name: label, digits: 6, isSignificant: true }], rows };
}

/** The parameter at which transmission without a code reaches a FER. */
function uncodedAt(kind: ChannelKind, size: CodeSize, fer: number): number | undefined {
  const units = (usesOf(kind, size) * size.k) / size.n;
  const value = -Math.expm1(Math.log1p(-fer) / units);
  return kind.fault(value, size.q) === undefined ? value : undefined;
}

/** `(620, 310) over GF(32), 3100 bits, rate 0.5`. */
export function sizeText({ q, n, k }: CodeSize): string {
  const field = q === 2 ? "" : ` over GF(${q}), ${n * Math.log2(q)} bits`;
  return `(${n}, ${k})${field}, rate ${formatNumber(k / n, 4)}`;
}
