import type { ListedDecoder, ListedOption } from "../decoder/listing.ts";
import { costText, EXAMPLES, exactnessText, exampleCounts, FIELDS, valuesText } from "./decoder-text.ts";
import { markdownTable } from "./markdown.ts";

/** The page doc/reference/decoders.md. */
export function decodersMarkdown(decoders: readonly ListedDecoder[]): string {
  const fields = FIELDS.flatMap((field) => {
    const family = decoders.filter((decoder) => decoder.field === field);
    return [`## Which decoder over ${field}`, adviceTable(family), familyTable(family, field)];
  });
  return `${[INTRODUCTION, ...fields, ...decoders.flatMap(section)].join("\n\n")}\n`;
}

const INTRODUCTION = `<!-- Made by \`npm run docs\` from the table of check-node rules in src/decoder. Do not edit. -->

# Decoders

What \`--decoder\` takes: a check-node rule and its options, \`"min-max iterations=20 stop=none"\`. \`ldpc decoders\` prints the
tables of this page, \`ldpc decoders NAME\` one decoder with its options, \`--json\` all of it.

d is the degree of a check, q the size of the field; Q_i is the message from the check's i-th variable and R_i the one to it.
Over GF(q) a message has a value for each symbol: an LLR ln P(z)/P(a), z the most likely symbol, or with \`qspa\` a probability.
Indices of sums, products and minima over symbols are in the check's terms, x = h·a, where an equation says so; s is the
check's syndrome symbol, 0 if none is given.

Operations are of one check in one iteration, variables' sums not among them. *Same bits*: every device and the TypeScript twins
compute the same bits, so counts do not depend on the device; elsewhere they may where a frame is on the edge.

How \`min-max messages=levels16\` and its kin compute, and what they lose: [level-sliced Min-Max](../papers/level-sliced-min-max.md).`;

function adviceTable(family: readonly ListedDecoder[]): string {
  const rows = family.flatMap(({ advice }) =>
    advice.map(({ wanted, decoder, reason }) => [wanted, `\`${decoder}\``, reason]),
  );
  return markdownTable(["wanted", "decoder", "because"], rows);
}

function familyTable(family: readonly ListedDecoder[], field: ListedDecoder["field"]): string {
  const examples = field === "GF(q)" ? EXAMPLES.map(({ d, q }) => `d = ${d}, q = ${q}`) : [];
  const rows = family.map((decoder) => [
    `[${decoder.name}](#${decoder.name})`,
    decoder.cost.formula,
    ...exampleCounts(decoder),
    decoder.exactness.devices === "bit-equal" ? "yes" : "no",
    decoder.description,
  ]);
  return markdownTable(["decoder", "operations per check", ...examples, "same bits", "computes"], rows);
}

function section(decoder: ListedDecoder): string[] {
  const { name, description, equation, source, use, options } = decoder;
  return [
    `## ${name}`,
    `${description.charAt(0).toUpperCase()}${description.slice(1)}. Source: ${source}.`,
    ["```", ...equation, "```"].join("\n"),
    [`- Per check: ${costText(decoder)}.`, `- Exactness: ${exactnessText(decoder)}.`, `- When to use it: ${use}`].join(
      "\n",
    ),
    markdownTable(["option", "default", "values", "meaning"], options.map(optionCells)),
  ];
}

function optionCells(option: ListedOption): string[] {
  const speed = option.onlySpeed ? "; changes the speed only" : "";
  return [`\`${option.name}\``, `\`${option.default}\``, valuesText(option), `${option.description}${speed}`];
}
