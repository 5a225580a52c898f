import type { ListedDecoder, ListedNodeRule, ListedOption } from "../decoder/listing.ts";
import {
  costLabel,
  costText,
  EXAMPLES,
  exactnessText,
  exampleCounts,
  FIELDS,
  ofField,
  valuesText,
} from "./decoder-text.ts";
import { markdownTable } from "./table.ts";

/** The page doc/reference/decoders.md. */
export function decodersMarkdown(decoders: readonly ListedDecoder[], nodeRules: readonly ListedNodeRule[]): string {
  const fields = FIELDS.flatMap((field) => {
    const family = decoders.filter((decoder) => decoder.field === field);
    return [`## Which decoder ${ofField(field)}`, adviceTable(family), familyTable(family, field)];
  });
  return `${[INTRODUCTION, ...fields, ...decoders.flatMap(section), NODE_RULES, ...nodeRules.flatMap(nodeSection)].join("\n\n")}\n`;
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

function nodeSection({ name, of, description, equation, source, claim, use, options }: ListedNodeRule): string[] {
  return [
    `### ${of}=${name}`,
    `${capital(description)}. Source: ${source}.`,
    ["```", ...equation, "```"].join("\n"),
    ...(claim === undefined ? [] : [`Claim and finding: ${claim}`]),
    use,
    ...(options.length === 0
      ? []
      : [markdownTable(["option", "default", "values", "meaning"], options.map(optionCells))]),
  ];
}

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
  const { name, description, equation, source, claim, use, aliases, options } = decoder;
  return [
    `## ${name}`,
    `${capital(description)}. Source: ${source}.`,
    ["```", ...equation, "```"].join("\n"),
    [
      ...(aliases.length === 0 ? [] : [`- Also: ${aliases.map((each) => `\`${each}\``).join(", ")}.`]),
      `- ${capital(costLabel(decoder))}: ${costText(decoder)}.`,
      `- Exactness: ${exactnessText(decoder)}.`,
      `- Claim and finding: ${claim}`,
      `- When to use it: ${use}`,
    ].join("\n"),
    markdownTable(["option", "default", "values", "meaning"], options.map(optionCells)),
  ];
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function optionCells(option: ListedOption): string[] {
  const speed = option.onlySpeed ? "; changes the speed only" : "";
  return [`\`${option.name}\``, `\`${option.default}\``, valuesText(option), `${option.description}${speed}`];
}
