import { usualName } from "../decoder/decoder.ts";
import { type ListedDecoder, type ListedNodeRule, listDecoders, listNodeRules } from "../decoder/listing.ts";
import { nearest } from "../nearest.ts";
import { decodersMarkdown } from "../report/decoder-markdown.ts";
import { decoderDescription, decoderTables, nodeRuleDescription } from "../report/decoder-text.ts";
import { wrapText } from "../report/table.ts";
import { screenWidth } from "./command-line/help.ts";
import { defineCommand, flag, inGroup, text } from "./command-line/option.ts";
import { UsageError } from "./command-line/parse.ts";
import { print, printJson } from "./output.ts";

export default defineCommand({
  options: {
    ...inGroup("Decoder", {
      name: text(
        { positional: true, example: "min-max" },
        "decoder, or rule of variables or edges, to explain in full",
      ),
    }),
    ...inGroup("Output", {
      json: flag("print all that is known as JSON"),
      markdown: flag("print the page doc/reference/decoders.md with all decoders"),
    }),
  },
  examples: {
    "ldpc decoders min-max": "equation, source, cost, exactness and options of Min-Max",
  },
  run({ name, json, markdown }) {
    if (markdown && (json || name !== undefined)) throw new UsageError("--markdown prints all decoders: give it alone");
    const decoders = listDecoders();
    if (name !== undefined) {
      const found = find([...decoders, ...listNodeRules()], name);
      if (json) return printJson("decoders 1", "of" in found ? { rule: found } : { decoder: found });
      return print(
        "of" in found
          ? nodeRuleDescription(found, screenWidth(process.stdout.columns))
          : decoderDescription(found, screenWidth(process.stdout.columns)),
      );
    }
    if (json) return printJson("decoders 1", { decoders });
    if (markdown) return print(decodersMarkdown(decoders, listNodeRules()));
    const width = screenWidth(process.stdout.columns);
    const explanation = EXPLANATION.flatMap((sentence) => wrapText(sentence, width)).join("\n");
    print(`${decoderTables(decoders, width)}\n\n${explanation}`);
  },
});

const EXPLANATION = [
  "per check: operations of one check in one iteration, d its degree, q the size of the field.",
  "same bits: every device computes the same, so counts do not depend on it.",
  "ldpc decoders NAME: equation, source, exactness and options of one.",
];

function find(decoders: readonly (ListedDecoder | ListedNodeRule)[], name: string): ListedDecoder | ListedNodeRule {
  const [rule] = usualName(name).split(" ");
  const found = decoders.find((decoder) => decoder.name === rule);
  if (found !== undefined) return found;
  const names = decoders.map((decoder) => decoder.name);
  const near = nearest(name, names);
  const hint = near === undefined ? "" : `did you mean "${near}"? `;
  throw new UsageError(`unknown decoder "${name}": ${hint}known: ${names.join(", ")}`);
}
