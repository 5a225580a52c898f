import type { CommandModule } from "yargs";
import { type ListedDecoder, listDecoders } from "../decoder/listing.ts";
import { InputError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { decodersMarkdown } from "../report/decoder-markdown.ts";
import { decoderDescription, decoderTables } from "../report/decoder-text.ts";
import { wrapText } from "../report/table.ts";
import { print, printJson } from "./output.ts";

interface Arguments {
  name?: string;
  json: boolean;
  markdown: boolean;
}

const command: CommandModule<object, Arguments> = {
  command: "decoders [name]",
  describe: "list the decoders: equation, cost, exactness, when to use which; one with its options",
  builder: (yargs) =>
    yargs
      .positional("name", { type: "string", describe: "show this one in full" })
      .option("json", { type: "boolean", default: false, describe: "print JSON: all that is known" })
      .option("markdown", {
        type: "boolean",
        default: false,
        describe: "print the page doc/reference/decoders.md: all decoders",
      }),
  handler({ name, json, markdown }) {
    if (markdown && (json || name !== undefined)) throw new InputError("--markdown prints all decoders: give it alone");
    const decoders = listDecoders();
    if (name !== undefined) {
      const decoder = find(decoders, name);
      return json ? printJson(decoder) : print(decoderDescription(decoder, screenWidth()));
    }
    if (json) return printJson(decoders);
    if (markdown) return print(decodersMarkdown(decoders));
    const width = screenWidth();
    const explanation = EXPLANATION.flatMap((sentence) => wrapText(sentence, width)).join("\n");
    print(`${decoderTables(decoders, width)}\n\n${explanation}`);
  },
};

export default command;

const EXPLANATION = [
  "per check: operations of one check in one iteration, d its degree, q the size of the field.",
  "same bits: every device computes the same, so counts do not depend on it.",
  "ldpc decoders NAME: equation, source, exactness and options of one.",
];

function find(decoders: readonly ListedDecoder[], name: string): ListedDecoder {
  const found = decoders.find((decoder) => decoder.name === name);
  if (found !== undefined) return found;
  const names = decoders.map((decoder) => decoder.name);
  const near = nearest(name, names);
  const hint = near === undefined ? "" : `did you mean "${near}"? `;
  throw new InputError(`unknown decoder "${name}": ${hint}known: ${names.join(", ")}`);
}

/** Columns to print in: the terminal's, at most 120; 100 where there is none. */
function screenWidth(): number {
  return Math.min(120, process.stdout.columns ?? 100);
}
