import type { ListedDecoder, ListedNodeRule, ListedOption } from "../decoder/listing.ts";
import { formatCount } from "./format.ts";
import { type Alignment, formatTable, wrapText } from "./table.ts";

/** The parts of the family, in the order of listings. */
export const FIELDS = ["GF(q)", "GF(2)", "error models"] as const;

/** "over GF(2)", or "of error models". */
export const ofField = (field: (typeof FIELDS)[number]) =>
  field === "error models" ? "of error models" : `over ${field}`;

/** Degrees of checks and sizes of fields for which listings count operations: nb620-gf32, peg388-gf256, nb837-gf32. */
export const EXAMPLES: readonly { readonly d: number; readonly q: number }[] = [
  { d: 6, q: 32 },
  { d: 4, q: 256 },
  { d: 27, q: 32 },
];

/** The recommended decoders, and the family with the cost of a check, for a screen of `width` columns. */
export function decoderTables(decoders: readonly ListedDecoder[], width: number): string {
  const parts = FIELDS.flatMap((field) => {
    const family = decoders.filter((decoder) => decoder.field === field);
    return [
      `Which decoder ${ofField(field)}`,
      family.flatMap(({ advice }) => advice.map((line) => adviceText(line, width))).join("\n"),
      `All decoders ${ofField(field)}`,
      ...(field !== "GF(q)" ? [binaryTable(family, width)] : [symbolTable(family, width), costTable(family, width)]),
    ];
  });
  return parts.join("\n\n");
}

/** One decoder in full, for a screen of `width` columns. */
export function decoderDescription(decoder: ListedDecoder, width: number): string {
  const { name, field, description, equation, source, claim, use, aliases, options } = decoder;
  const texts: [string, readonly string[]][] = [
    ...(aliases.length === 0 ? [] : [["also", wrapText(aliases.join(", "), width - LABEL)] as [string, string[]]]),
    ["takes", wrapText(takesText(field), width - LABEL)],
    // Equations keep their own line breaks.
    ["equation", equation],
    ["source", wrapText(source, width - LABEL)],
    ["claim", wrapText(claim, width - LABEL)],
    [costLabel(decoder), wrapText(costText(decoder), width - LABEL)],
    ["exactness", wrapText(exactnessText(decoder), width - LABEL)],
    ["use", wrapText(use, width - LABEL)],
  ];
  const lines = texts.flatMap(([label, own]) => labelled(label, own));
  const parts = [wrapText(`${name}: ${description}`, width).join("\n"), lines.join("\n")];
  const results = options.filter(({ onlySpeed }) => !onlySpeed);
  const speed = options.filter(({ onlySpeed }) => onlySpeed);
  parts.push(optionTable("option", results, width));
  if (speed.length > 0) parts.push("These change the speed only:", optionTable("option", speed, width));
  return parts.join("\n\n");
}

function takesText(field: ListedDecoder["field"]): string {
  if (field === "error models") return "shots of an error model, a circuit's or a file's";
  return `LLRs of ${field === "GF(2)" ? "bits" : "symbols"}, codes over ${field}`;
}

/** One rule of variables or edges in full, for a screen of `width` columns. */
export function nodeRuleDescription(rule: ListedNodeRule, width: number): string {
  const { name, of, description, equation, source, claim, use, options } = rule;
  const lines = [
    ...labelled("spec", wrapText(`RULE ${of}=${name}, over GF(2)`, width - LABEL)),
    ...labelled("equation", equation),
    ...labelled("source", wrapText(source, width - LABEL)),
    ...(claim === undefined ? [] : labelled("claim", wrapText(claim, width - LABEL))),
    ...labelled("use", wrapText(use, width - LABEL)),
  ];
  const parts = [wrapText(`${of}=${name}: ${description}`, width).join("\n"), lines.join("\n")];
  return [...parts, ...(options.length === 0 ? [] : [optionTable("option", options, width)])].join("\n\n");
}

/** Operations of a check for each of EXAMPLES; none for binary rules, which do not depend on the field. Decoders without checks have dashes. */
export function exampleCounts({ field, cost }: ListedDecoder): string[] {
  if (field !== "GF(q)") return [];
  if (cost.per === "frame") return EXAMPLES.map(() => "–");
  return EXAMPLES.map(({ d, q }) => formatCount(Math.round(cost.operations(d, q, {}))));
}

/** The unit of work that `costText` describes. */
export function costLabel({ cost }: ListedDecoder): string {
  return cost.per === "frame" ? "per frame" : "per check";
}

/** `6(d − 2)·q² operations: minima and maxima, …; 24,576 for d=6, q=32, …`. */
export function costText(decoder: ListedDecoder): string {
  const { formula, of, per } = decoder.cost;
  if (per === "frame") return `${formula} patterns: ${of}`;
  const counts = exampleCounts(decoder).map((count, i) => `${count} for d=${EXAMPLES[i].d}, q=${EXAMPLES[i].q}`);
  return [`${formula} operations: ${of}`, ...(counts.length === 0 ? [] : [counts.join(", ")])].join("; ");
}

/** Whether devices agree, then the exactness and its reference. */
export function exactnessText({ exactness: { devices, text } }: ListedDecoder): string {
  const agreement =
    devices === "bit-equal"
      ? "equal bit for bit on every device"
      : "equal on all devices within a tolerance, so that counts may differ";
  return `${agreement}: ${text}`;
}

/** The values of an option, and the option that it requires: `f32, f16`, `1 … 10,000`. */
export function valuesText({ choices, text, range, onlyWith }: ListedOption): string {
  const values = text ?? choices?.join(", ") ?? rangeText(range as NonNullable<ListedOption["range"]>);
  return onlyWith === undefined ? values : `${values}; only with ${onlyWith.option}=${onlyWith.values.join("|")}`;
}

function labelled(label: string, own: readonly string[]): string[] {
  return own.map((text, i) => `${(i === 0 ? label : "").padEnd(LABEL)}${text}`);
}

/** Columns of the labels before a decoder's texts. */
const LABEL = 11;
const INDENT = "    ";

function adviceText({ decoder, wanted, reason }: ListedDecoder["advice"][number], width: number): string {
  const lines = wrapText(`${wanted}: ${reason}`, width - INDENT.length);
  return [decoder, ...lines.map((line) => INDENT + line)].join("\n");
}

function binaryTable(family: readonly ListedDecoder[], width: number): string {
  const rows = family.map((decoder) => [decoder.name, decoder.cost.formula, sameBits(decoder), decoder.description]);
  return formatTable(["name", "per check", "same bits", "computes"], rows, { align: Array(4).fill("left"), width });
}

/** Formulas and counts over GF(q) have a table of their own, because 80 columns do not hold more. */
function symbolTable(family: readonly ListedDecoder[], width: number): string {
  const rows = family.map((decoder) => [decoder.name, sameBits(decoder), decoder.description]);
  return formatTable(["name", "same bits", "computes"], rows, { align: Array(3).fill("left"), width });
}

/** A narrow screen leaves out the second of EXAMPLES, which the text of a decoder has. */
function costTable(family: readonly ListedDecoder[], width: number): string {
  const rows = family.map((decoder) => [decoder.name, decoder.cost.formula, ...exampleCounts(decoder)]);
  const align: Alignment[] = ["left", "left", ...EXAMPLES.map(() => "right" as const)];
  const counts = EXAMPLES.map(({ d, q }) => `d=${d} q=${q}`);
  return formatTable(["name", "per check", ...counts], rows, { align, width, drop: [counts[1]] });
}

function sameBits({ exactness }: ListedDecoder): string {
  return exactness.devices === "bit-equal" ? "yes" : "no";
}

function optionTable(header: string, options: readonly ListedOption[], width: number): string {
  const rows = options.map((option) => [
    option.name,
    String(option.default),
    `${option.description} (${valuesText(option)})`,
  ]);
  return formatTable([header, "default", "meaning (values)"], rows, { align: ["left", "left", "left"], width });
}

function rangeText({ minimum, maximum, multipleOf }: NonNullable<ListedOption["range"]>): string {
  const [from, to] = [minimum, maximum].map((bound) => (Number.isInteger(bound) ? formatCount(bound) : String(bound)));
  if (multipleOf === undefined) return `any number, ${from} … ${to}`;
  return multipleOf === 1 ? `${from} … ${to}` : `${from} … ${to} in steps of ${multipleOf}`;
}
