import {
  type ChannelFamily,
  type ChannelParameter,
  channelKind,
  channels,
  familyOfColumn,
} from "../channel/channels.ts";
import { shortDecoderText } from "../decoder/decoder.ts";
import { InputError } from "../errors.ts";
import type { PointRow } from "../simulation/points.ts";

/** The rows of one curve, and the other properties that identify it. */
export interface NamedRows {
  /** File or folder of the run. */
  readonly origin: string;
  /** Name of the run in a sweep's file. */
  readonly name?: string;
  readonly rows: readonly PointRow[];
  /** Size of the code in words, if it is known: `576 bits`. */
  readonly size?: string;
}

/** Names of curves, and their common properties. */
export interface CurveNames {
  /** In the order of the curves: their differences. Empty for a single curve. */
  readonly names: readonly string[];
  /** Common properties, the code first. */
  readonly common: readonly string[];
}

/**
 * Names curves by the names that a sweep's file gives them, else by the properties in which they differ; curves that
 * differ in none are named by their files. A decoder's words that are defaults of its rule are left out, except for the number of iterations.
 */
export function curveNames(groups: readonly NamedRows[]): CurveNames {
  const firsts = groups.map(({ rows, size }) => ({ row: rows[0], size }));
  const differing = ASPECTS.filter(({ of }) => new Set(firsts.map(({ row }) => of(row))).size > 1);
  const texts = firsts.map(({ row }) => shortDecoderText(DECODER.of(row)));
  const decoders = commonWords(texts);
  const names = firsts.map(({ row }, i) =>
    differing.map((aspect) => (aspect === DECODER ? decoders.without(texts[i]) : aspect.of(row))).join(", "),
  );
  const unique = names.map((name, i) => {
    const given = groups[i].name;
    if (given !== undefined && groups.length > 1 && groups.filter((other) => other.name === given).length === 1)
      return given;
    if (names.filter((other) => other === name).length === 1) return name;
    return [name, groups[i].origin].filter((part) => part !== "").join(", ");
  });
  const alike = firsts.length === 0 ? [] : ASPECTS.filter((aspect) => !differing.includes(aspect));
  const common = alike.filter(({ quiet }) => !quiet).map((aspect) => commonText(aspect, firsts, texts[0]));
  const partly = differing.includes(DECODER) ? decoders.common : "";
  const all = partly === "" ? common : [...common, partly];
  return { names: unique.map(withShortHashes), common: all.map(withShortHashes) };
}

/** Files are in a decoder's words by their SHA-256, of which the first digits tell them apart. */
function withShortHashes(text: string): string {
  return text.replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, "$1…");
}

/** The channel of a point. @throws InputError for an unknown channel. */
export function familyOf({ channel }: PointRow): ChannelFamily {
  const family = familyOfColumn(channel);
  if (family !== undefined) return family;
  const known = Object.values(channels).map(({ column }) => column);
  throw new InputError(`no axis is known for points of the channel "${channel}"; known are ${known.join(", ")}`);
}

/** The channel parameter of a point. @throws InputError for an unknown channel. */
export function parameterOf(row: PointRow): ChannelParameter {
  return familyOf(row).parameter;
}

interface Aspect {
  of(row: PointRow): string;
  /** The property is named only if runs differ in it. */
  readonly quiet?: boolean;
}

const CODE: Aspect = { of: ({ code }) => code };
const DECODER: Aspect = { of: ({ decoder }) => decoder };
const ASPECTS: readonly Aspect[] = [
  CODE,
  DECODER,
  { of: (row) => channelKind(familyOf(row)).title },
  { of: ({ seed }) => `seed ${seed}`, quiet: true },
];

/** The text that rows of different curves share, because they belong to one curve otherwise. */
export function curveKey(row: PointRow): string {
  return [row.channel, row.code, row.decoder, row.seed].join("\n");
}

function commonText(aspect: Aspect, firsts: readonly { row: PointRow; size?: string }[], decoder: string): string {
  if (aspect === DECODER) return decoder;
  const [{ row, size }] = firsts;
  // A code from a file has the name of the file, which says little about the code.
  const isSized = aspect === CODE && size !== undefined && firsts.every((one) => one.size === size);
  return isSized ? `${aspect.of(row)}, ${size}` : aspect.of(row);
}

/**
 * The words common to all decoders, and a decoder without them. If a decoder has no other words, each keeps its first,
 * the rule.
 */
function commonWords(decoders: readonly string[]): { readonly common: string; without(decoder: string): string } {
  const words = decoders.map((decoder) => decoder.split(" "));
  const all = (words[0] ?? []).filter((word) => words.every((others) => others.includes(word)));
  const shared = words.some(({ length }) => length === all.length) ? all.slice(1) : all;
  const without = (decoder: string) =>
    decoder
      .split(" ")
      .filter((word) => !shared.includes(word))
      .join(" ");
  return { common: shared.join(" "), without };
}
