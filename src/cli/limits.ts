import type { ChannelKind } from "../channel/channel-kind.ts";
import { isTables, type NamedChoice } from "../channel/channel-text.ts";
import { CHANNEL_KINDS, type ChannelFamily, channelFamily, channelKind } from "../channel/channels.ts";
import { BOUND_NAMES, bitsOf, type CodeSize, codeSize, logFer } from "../channel/limits/bounds.ts";
import {
  approximateFer,
  approximationAt,
  boundAt,
  capacityLimit,
  codeBound,
  search,
  usesOf,
} from "../channel/limits/channel-limits.ts";

import { FADINGS, type Fading, hasUncodedRates, uncodedRates } from "../channel/limits/modulation-limits.ts";
import { type Demapper, type LabelledPoints, MODULATION_NAMES, modulationOf } from "../channel/modulation/modulated.ts";

import { requireInputs } from "../channel/table/channel-tables.ts";
import { rateZeroError } from "../code/rate-matching.ts";
import { loadCode } from "../node/codes/codes.ts";
import { formatNumber } from "../report/format.ts";
import { formatTable } from "../report/table.ts";
import { defineCommand, flag, inGroup, number, numbers, text } from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { channelOption, modulationOption, withChannelWords } from "./options/channel.ts";
import { printJson, printText } from "./output.ts";
import type { Result } from "./results.ts";

const AWGN: NamedChoice = { name: "awgn" };

/** Channels by name that take no modulation: all channels of the table but AWGN. */
const PLAIN_KINDS: readonly ChannelKind[] = CHANNEL_KINDS.filter(
  ({ sigma, needsTables }: ChannelKind) => sigma === undefined && !needsTables,
);

/** Largest frame in bits for --n. */
const MOST_BITS = 10_000_000;

export default defineCommand({
  options: {
    ...inGroup("Code", {
      code: text(
        { placeholder: "CODE", example: "wimax-576-288" },
        "built-in code or file of a parity-check matrix, whose length and information are taken",
      ),
      n: number({ example: "128", whole: 1, maximum: MOST_BITS }, "bits sent, in the place of --code"),
      k: number({ example: "64", whole: 1, maximum: MOST_BITS }, "information bits, with --n"),
    }),
    channel: channelOption(
      { defaultText: "awgn" },
      "channel; rayleigh: each symbol fades on its own, and the receiver knows by how much; or a file of P(output | input)",
    ),
    modulation: modulationOption(
      {
        describe: `modulation with Gray labels, for awgn and rayleigh: ${MODULATION_NAMES.join(", ")}, or a file of points`,
      },
      false,
    ),
    ...inGroup("Channel", {
      fer: numbers(
        { example: "1e-3", default: [1e-3, 1e-4, 1e-6], above: 0, below: 0.5 },
        "FERs at which limits are computed",
      ),
    }),
    json: flag("print JSON instead of a table", { group: "Output" }),
  },
  about: [
    "Says how good a code of a length and a rate can be. Capacity: no code of this rate does better, however long. Normal approximation: about the best code of this length. Achievable: some code of this length is as good (RCU; with BPSK by a saddlepoint approximation, or the dependence-testing bound where that is better). Converse: no code of this length is better (meta-converse). Uncoded: the information bits sent without a code.",
    "With more than two points, bits: the receiver takes the bits of a symbol one by one (bit-interleaved coded modulation).",
  ],
  examples: {
    "ldpc limits --code wimax-576-288": "limits of codes of 576 bits and rate 1/2 with BPSK over AWGN",
    "ldpc limits --n 1200 --k 600 --modulation 64qam --channel rayleigh": "limits of 64-QAM over fast Rayleigh fading",
    "ldpc limits --code wifi-1944-1620 --channel nand-soft-reads":
      "capacity and normal approximation of tables, here of soft reads of flash memory",
  },
  complete: withChannelWords,
  run({ code, n, k, channel = AWGN, modulation: chosen, fer, json }, given) {
    const size = sizeOf(code, n, k);
    if (isTables(channel)) {
      const extra = (["modulation", "fer"] as const).find((option) => given.has(option));
      if (extra !== undefined)
        throw new UsageError(`--${extra} has no meaning for the tables of --channel: leave it out`);
      requireInputs(channel, size.q);
      const limits = limitsOfTables(channelKind(channelFamily("at", undefined, channel)), size);
      if (json) printJson("limits 1", limits);
      else printText(tablesText(limits));
      return;
    }
    const isFading = FADINGS.some((name) => name === channel.name);
    if (!isFading && given.has("modulation"))
      throw new UsageError(
        `--modulation ${given.get("modulation")?.texts[0]} belongs to --channel awgn or rayleigh, not to ${channel.name}`,
      );
    const points: LabelledPoints =
      typeof chosen === "string" ? { name: chosen, labeling: "gray" } : { ...chosen, labeling: "own" };
    const plain = PLAIN_KINDS.find(({ name }) => name === channel.name);
    if (plain === undefined && !isFading) throw new UsageError(`limits of --channel ${channel.name} are not known`);
    const kind = plain && channelKind({ ...plain, options: channel.options } as ChannelFamily);
    const fading = FADINGS.find((name) => name === channel.name) ?? "awgn";
    const limits = kind ? limitsOfChannel(kind, size, fer) : limitsOfModulation(size, points, fading, fer);
    const rows = limits.rows.map((row) => ({ ...row, values: row.values.map((value) => value ?? null) }));
    if (json) printJson("limits 1", { ...limits, rows });
    else printText(textOf(limits));
  },
});

/** Field size, number of sent symbols and number of information symbols. */
function sizeOf(name: string | undefined, n: number | undefined, k: number | undefined) {
  if (name !== undefined) {
    if (n !== undefined || k !== undefined) throw new UsageError("give --code, or --n and --k, not both");
    const code = loadCode(name);
    const size = codeSize(code);
    if (size.k === 0) throw rateZeroError(code);
    return size;
  }
  if (n === undefined || k === undefined) throw new UsageError("give --code CODE, or --n and --k in bits");
  if (k >= n) throw new UsageError(`--k ${k} must be less than --n ${n}: limits are those of a code`);
  return { q: 2, n, k };
}

function textOf({ title, columns, rows }: Limits): string {
  const cell = ({ values }: LimitRow, i: number) => {
    const [value, { digits, isSignificant }] = [values[i], columns[i]];
    if (value === undefined) return "";
    return isSignificant ? formatNumber(value, digits) : value.toFixed(digits);
  };
  const table = formatTable(
    ["limit", "FER", ...columns.map(({ name }) => name)],
    rows.map((row) => [row.limit, row.fer?.toExponential(0) ?? "", ...columns.map((_, i) => cell(row, i))]),
    { align: ["left", "right", ...columns.map(() => "right" as const)] },
  );
  return `${title}\n\n${table}`;
}

/** A limit, and the values of the channel's parameters that reach it; undefined if no value does. */
interface LimitRow {
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
interface Limits {
  readonly title: string;
  readonly columns: readonly LimitColumn[];
  readonly rows: readonly LimitRow[];
}

/** Limits of a modulation, in dB of Eb/N0 and Es/N0. */
function limitsOfModulation(
  { q, n, k }: CodeSize,
  points: LabelledPoints,
  fading: Fading,
  fers: readonly number[],
): Limits {
  const modulation = modulationOf(points);
  // Bits fill points, whatever the field.
  const size: CodeSize = { q: 2, n: n * Math.log2(q), k: k * Math.log2(q) };
  const row = (limit: string, esn0: number | undefined, fer?: number, bits = (modulation.bits * k) / n): LimitRow => ({
    limit,
    ...(fer === undefined ? {} : { fer }),
    values: [esn0 === undefined ? undefined : esn0 - 10 * Math.log10(bits), esn0],
  });
  // A symbol has one bit on each axis of QPSK and BPSK, so both receivers are equal.
  const hasLabels = "points" in modulation.shape || modulation.shape.amplitudes.length > 2;
  const isPlain = points.name === "bpsk" && fading === "awgn";
  const kinds = (hasLabels ? RECEIVERS : RECEIVERS.slice(0, 1)).map(([demapper, suffix]) => {
    const sent = { ...points, demapper, ...(fading === "rayleigh" && { fading: 1 }) };
    const family = { name: "awgn", parameter: "esn0", ...(!isPlain && { modulation: sent }) } as const;
    return { kind: channelKind(family), suffix };
  });
  const [{ kind: whole }] = kinds;
  const bounds = BOUND_NAMES.filter((bound) => codeBound(whole, size, bound) !== undefined);
  /** Of k bits that are sent without a code: points err independently of each other, but not the bits of a point. */
  const uncoded = (fer: number) => {
    const most = logFer(-Math.expm1((Math.log1p(-fer) * modulation.bits) / size.k));
    return search(whole, size, (dB) => most - logFer(uncodedRates(modulation, 10 ** (dB / 10), fading).ser));
  };
  const rows = [
    ...kinds.map(({ kind, suffix }) => row(`capacity${suffix}`, capacityLimit(kind, size))),
    ...fers.flatMap((fer) => [
      ...kinds.map(({ kind, suffix }) => row(`normal approximation${suffix}`, approximationAt(kind, size, fer), fer)),
      ...bounds.map((bound) => row(bound, boundAt(whole, size, bound, fer), fer)),
      ...(hasUncodedRates(modulation) ? [row("uncoded", uncoded(fer), fer, modulation.bits)] : []),
    ]),
  ];
  const over = fading === "awgn" ? "AWGN" : "Rayleigh fading that the receiver knows";
  return { title: `${sizeText({ q, n, k })}, ${modulation.name} over ${over}`, columns: DECIBELS, rows };
}

/** Receivers, and the marks of their rows. */
const RECEIVERS: readonly (readonly [Demapper, string])[] = [
  ["symbols", ""],
  ["log-map", ", bits"],
];

const DECIBELS = [
  { name: "Eb/N0 dB", digits: 2 },
  { name: "Es/N0 dB", digits: 2 },
];

/** Limits of a channel in its own parameter. */
function limitsOfChannel(kind: ChannelKind, size: CodeSize, fers: readonly number[]): Limits {
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
function sizeText({ q, n, k }: CodeSize): string {
  const field = q === 2 ? "" : ` over GF(${q}), ${n * Math.log2(q)} bits`;
  return `(${n}, ${k})${field}, rate ${formatNumber(k / n, 4)}`;
}

type TableLimits = Extract<Result<"limits 1">, { readonly rate: number }>;

/** Capacity and normal approximation of each table. */
function limitsOfTables(kind: ChannelKind, size: CodeSize): TableLimits {
  const { q, n, k } = size;
  const rows = (kind.values ?? []).map((at) => ({
    at,
    capacity: kind.moments(at, { q, rate: () => k / n }).capacity,
    normalApproximation: approximateFer(kind, size, at),
  }));
  return { title: `${sizeText(size)}, ${kind.title}`, rate: bitsOf(size) / usesOf(kind, size), rows };
}

/** The limits as a table. If the capacity is below the rate, no code of this rate can reach a low FER. */
function tablesText({ title, rate, rows }: TableLimits): string {
  const cells = rows.map(({ at, capacity, normalApproximation }) => [
    String(at),
    capacity.toFixed(4),
    capacity < rate ? "below the rate" : normalApproximation.toExponential(1),
  ]);
  const align = ["right", "right", "right"] as const;
  const table = formatTable(["at", "capacity", "FER, normal approximation"], cells, { align });
  return `${title}\n\n${table}\n\nCapacity in bits per use, with equally likely inputs; the code carries ${rate.toFixed(4)}.`;
}
