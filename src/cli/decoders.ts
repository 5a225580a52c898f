import { usualName } from "../decoder/decoder.ts";
import {
  type ListedDecoder,
  type ListedNodeRule,
  type ListedOption,
  listDecoders,
  listNodeRules,
} from "../decoder/listing.ts";
import { nearest } from "../nearest.ts";
import { formatCount } from "../report/format.ts";
import { formatTable, markdownTable, wrapText } from "../report/table.ts";
import { screenWidth } from "./command-line/help.ts";
import { defineCommand, flag, text } from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { print, printJson } from "./output.ts";

export default defineCommand({
  options: {
    name: text(
      { group: "Decoder", positional: true, example: "min-max" },
      "decoder, or rule of variables or edges, to explain in full",
    ),
    json: flag("print all that is known as JSON", { group: "Output" }),
    markdown: flag("print the page doc/reference/decoders.md with all decoders", { group: "Output" }),
  },
  examples: { "ldpc decoders min-max": "equation, source, cost, exactness and options of Min-Max" },
  run({ name, json, markdown }) {
    if (markdown && (json || name !== undefined)) throw new UsageError("--markdown prints all decoders: give it alone");
    const decoders = listDecoders();
    const width = screenWidth(process.stdout.columns);
    if (name !== undefined) {
      const found = find([...decoders, ...listNodeRules()], name);
      if (!json) return print(description(found, width));
      return printJson("decoders 1", "of" in found ? { rule: found } : { decoder: found });
    }
    if (json) return printJson("decoders 1", { decoders });
    if (markdown) return print(page(decoders, listNodeRules()));
    const explanation = EXPLANATION.flatMap((sentence) => wrapText(sentence, width)).join("\n");
    print(`${tables(decoders, width)}\n\n${explanation}`);
  },
});

const EXPLANATION = [
  "per check: operations of one check in one iteration, d its degree, q the size of the field.",
  "same bits: every device computes the same, so counts do not depend on it.",
  "ldpc decoders NAME: equation, source, exactness and options of one.",
];

type Listed = ListedDecoder | ListedNodeRule;

function find(decoders: readonly Listed[], name: string): Listed {
  const [rule] = usualName(name).split(" ");
  const found = decoders.find((decoder) => decoder.name === rule);
  if (found !== undefined) return found;
  const names = decoders.map((decoder) => decoder.name);
  const near = nearest(name, names);
  const hint = near === undefined ? "" : `did you mean "${near}"? `;
  throw new UsageError(`unknown decoder "${name}": ${hint}known: ${names.join(", ")}`);
}

type Field = ListedDecoder["field"];

/** The parts of the family, in the order of listings. */
const FIELDS: readonly Field[] = ["GF(q)", "GF(2)", "error models"];
const ofField = (field: Field) => (field === "error models" ? "of error models" : `over ${field}`);

/** Degrees of checks and sizes of fields for which listings count operations: nb620-gf32, peg388-gf256, nb837-gf32. */
const EXAMPLES = [
  { d: 6, q: 32 },
  { d: 4, q: 256 },
  { d: 27, q: 32 },
];

/** The recommended decoders, and the family with the cost of a check. */
function tables(decoders: readonly ListedDecoder[], width: number): string {
  const parts = FIELDS.flatMap((field) => {
    const family = decoders.filter((decoder) => decoder.field === field);
    return [
      `Which decoder ${ofField(field)}`,
      family.flatMap(({ advice }) => advice.map((line) => adviceText(line, width))).join("\n"),
      `All decoders ${ofField(field)}`,
      ...(field === "GF(q)"
        ? [familyTable(family, width, false), costTable(family, width)]
        : [familyTable(family, width)]),
    ];
  });
  return parts.join("\n\n");
}

const INDENT = "    ";

function adviceText({ decoder, wanted, reason }: ListedDecoder["advice"][number], width: number): string {
  const lines = wrapText(`${wanted}: ${reason}`, width - INDENT.length);
  return [decoder, ...lines.map((line) => INDENT + line)].join("\n");
}

/** @param hasCost whether formulas are in the table: over GF(q) they have a table of their own, as 80 columns do not hold more. */
function familyTable(family: readonly ListedDecoder[], width: number, hasCost = true): string {
  const headers = ["name", ...(hasCost ? ["per check"] : []), "same bits", "computes"];
  const rows = family.map((decoder) => [
    decoder.name,
    ...(hasCost ? [decoder.cost.formula] : []),
    sameBits(decoder),
    decoder.description,
  ]);
  return formatTable(headers, rows, { align: headers.map(() => "left"), width });
}

/** A narrow screen leaves out the second of EXAMPLES, which the text of a decoder has. */
function costTable(family: readonly ListedDecoder[], width: number): string {
  const counts = EXAMPLES.map(({ d, q }) => `d=${d} q=${q}`);
  const rows = family.map((decoder) => [decoder.name, decoder.cost.formula, ...exampleCounts(decoder)]);
  const align = ["left", "left", ...counts.map(() => "right" as const)] as const;
  return formatTable(["name", "per check", ...counts], rows, { align, width, drop: [counts[1]] });
}

function sameBits({ exactness }: ListedDecoder): string {
  return exactness.devices === "bit-equal" ? "yes" : "no";
}

/** Columns of the labels before a decoder's texts. */
const LABEL = 11;

/** A decoder or a rule in full. Equations keep their own line breaks. */
function description(listed: Listed, width: number): string {
  const { name, equation, source, claim, use, options } = listed;
  const isRule = "of" in listed;
  const head = isRule ? `${listed.of}=${name}` : name;
  const rows: (readonly [label: string, text: string | readonly string[] | undefined])[] = isRule
    ? [["spec", `RULE ${head}, over GF(2)`]]
    : [
        ["also", listed.aliases.join(", ") || undefined],
        ["takes", takesText(listed.field)],
      ];
  rows.push(["equation", equation], ["source", source], ["claim", claim]);
  if (!isRule) rows.push([costLabel(listed), costText(listed)], ["exactness", exactnessText(listed)]);
  rows.push(["use", use]);
  const lines = rows.flatMap(([label, text = []]) =>
    (typeof text === "string" ? wrapText(text, width - LABEL) : text).map(
      (line, i) => `${(i === 0 ? label : "").padEnd(LABEL)}${line}`,
    ),
  );
  const parts = [wrapText(`${head}: ${listed.description}`, width).join("\n"), lines.join("\n")];
  const results = options.filter(({ onlySpeed }) => isRule || !onlySpeed);
  const speed = options.filter(({ onlySpeed }) => !isRule && onlySpeed);
  if (results.length > 0 || !isRule) parts.push(optionTable(results, width));
  if (speed.length > 0) parts.push("These change the speed only:", optionTable(speed, width));
  return parts.join("\n\n");
}

function takesText(field: Field): string {
  if (field === "error models") return "shots of an error model, a circuit's or a file's";
  return `LLRs of ${field === "GF(2)" ? "bits" : "symbols"}, codes over ${field}`;
}

/** Operations of a check for each of EXAMPLES; none for binary rules, which do not depend on the field. Decoders without checks have dashes. */
function exampleCounts({ field, cost }: ListedDecoder): string[] {
  if (field !== "GF(q)") return [];
  if (cost.per === "frame") return EXAMPLES.map(() => "–");
  return EXAMPLES.map(({ d, q }) => formatCount(Math.round(cost.operations(d, q, {}))));
}

/** The unit of work that `costText` describes. */
function costLabel({ cost }: ListedDecoder): string {
  return cost.per === "frame" ? "per frame" : "per check";
}

/** `6(d − 2)·q² operations: minima and maxima, …; 24,576 for d=6, q=32, …`. */
function costText(decoder: ListedDecoder): string {
  const { formula, of, per } = decoder.cost;
  if (per === "frame") return `${formula} patterns: ${of}`;
  const counts = exampleCounts(decoder).map((count, i) => `${count} for d=${EXAMPLES[i].d}, q=${EXAMPLES[i].q}`);
  return [`${formula} operations: ${of}`, ...(counts.length === 0 ? [] : [counts.join(", ")])].join("; ");
}

function exactnessText({ exactness: { devices, text } }: ListedDecoder): string {
  const agreement =
    devices === "bit-equal"
      ? "equal bit for bit on every device"
      : "equal on all devices within a tolerance, so that counts may differ";
  return `${agreement}: ${text}`;
}

function optionTable(options: readonly ListedOption[], width: number): string {
  const rows = options.map((option) => [
    option.name,
    String(option.default),
    `${option.description} (${valuesText(option)})`,
  ]);
  return formatTable(["option", "default", "meaning (values)"], rows, { align: ["left", "left", "left"], width });
}

/** The values of an option, and the option that it requires: `f32, f16`, `1 … 10,000`. */
function valuesText({ choices, text, range, onlyWith }: ListedOption): string {
  const values = text ?? choices?.join(", ") ?? rangeText(range as NonNullable<ListedOption["range"]>);
  return onlyWith === undefined ? values : `${values}; only with ${onlyWith.option}=${onlyWith.values.join("|")}`;
}

function rangeText({ minimum, maximum, multipleOf }: NonNullable<ListedOption["range"]>): string {
  const [from, to] = [minimum, maximum].map((bound) => (Number.isInteger(bound) ? formatCount(bound) : String(bound)));
  if (multipleOf === undefined) return `any number, ${from} … ${to}`;
  return multipleOf === 1 ? `${from} … ${to}` : `${from} … ${to} in steps of ${multipleOf}`;
}

/** The page doc/reference/decoders.md. */
function page(decoders: readonly ListedDecoder[], nodeRules: readonly ListedNodeRule[]): string {
  const fields = FIELDS.flatMap((field) => {
    const family = decoders.filter((decoder) => decoder.field === field);
    const advice = family.flatMap((listed) => listed.advice).map((one) => [one.wanted, code(one.decoder), one.reason]);
    return [
      `## Which decoder ${ofField(field)}`,
      markdownTable(["wanted", "decoder", "because"], advice),
      familyPage(family, field),
    ];
  });
  const parts = [INTRODUCTION, ...fields, ...decoders.flatMap(section), NODE_RULES, ...nodeRules.flatMap(section)];
  return `${parts.join("\n\n")}\n`;
}

const INTRODUCTION = `<!-- Made by \`npm run docs\` from the table of check-node rules in src/decoder. Do not edit. -->

# Decoders

\`--decoder\` takes a check-node rule and its options as words, for example \`"min-max iterations=20 stop=none"\`. \`ldpc decoders\` prints
the tables of this page, \`ldpc decoders NAME\` prints one decoder with its options, and \`--json\` prints all of them.

In equations, d is the degree of a check and q the size of the field. Q_i is the message from the i-th variable of the check, and R_i the
message to it. Over GF(q) a message has a value for each symbol: an LLR ln P(z)/P(a), where z is the most likely symbol, or a
probability with \`qspa\`. Where an equation says so, the indices of sums, products and minima are in the order of the check, x = h·a. s is
the syndrome symbol of the check, 0 if none is given.

Operations are counted for one check in one iteration, without the sums at variables; for \`osd\` and \`symbol-osd\` the patterns of a frame. *Same bits* means that every device and the
CPU engine compute the same bits, so counts do not depend on the device. With other decoders they may differ for frames at the edge
of decoding.

[Level-sliced Min-Max](../papers/level-sliced-min-max.md) explains \`messages=levels8\`, \`levels16\` and \`levels32\` and measures what they lose. Experiments need a clone of
the source repository.`;

const NODE_RULES = `## Rules of variables and edges

Over GF(2) a decoder is a check-node rule, a rule of variables (\`variable=\`) and a rule of edges (\`edge=\`): \`"min-sum variable=memory
gamma=0.5 edge=damped"\`. All check-node rules but \`sionna-5g-min-sum\` take all of them, in every number format and schedule. The mappings
\`streaming\`, \`frames\` and \`resident\` carry all of them; \`chip\` carries rules of variables, and \`auto\` takes another mapping for the others.
Whole numbers, and f32 with min-sum, have the same bits on every device.

λ is the channel's LLR of a variable and P its posterior, R_k the message from its k-th check and Q_k the message to it.`;

function familyPage(family: readonly ListedDecoder[], field: Field): string {
  const examples = field === "GF(q)" ? EXAMPLES.map(({ d, q }) => `d = ${d}, q = ${q}`) : [];
  const rows = family.map((decoder) => [
    `[${decoder.name}](#${decoder.name})`,
    decoder.cost.formula,
    ...exampleCounts(decoder),
    sameBits(decoder),
    decoder.description,
  ]);
  return markdownTable(["decoder", "operations per check", ...examples, "same bits", "computes"], rows);
}

function section(listed: Listed): string[] {
  const { name, description, equation, source, claim, use, options } = listed;
  const isRule = "of" in listed;
  const notes = isRule
    ? [...(claim === undefined ? [] : [`Claim and finding: ${claim}`]), use]
    : [
        [
          ...(listed.aliases.length === 0 ? [] : [`- Also: ${listed.aliases.map(code).join(", ")}.`]),
          `- ${capital(costLabel(listed))}: ${costText(listed)}.`,
          `- Exactness: ${exactnessText(listed)}.`,
          `- Claim and finding: ${claim}`,
          `- When to use it: ${use}`,
        ].join("\n"),
      ];
  return [
    isRule ? `### ${listed.of}=${name}` : `## ${name}`,
    `${capital(description)}. Source: ${source}.`,
    ["```", ...equation, "```"].join("\n"),
    ...notes,
    ...(isRule && options.length === 0
      ? []
      : [markdownTable(["option", "default", "values", "meaning"], options.map(optionCells))]),
  ];
}

function optionCells(option: ListedOption): string[] {
  const speed = option.onlySpeed ? "; changes the speed only" : "";
  return [code(option.name), code(String(option.default)), valuesText(option), `${option.description}${speed}`];
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function code(text: string): string {
  return `\`${text}\``;
}
