import { parse } from "node:path";
import { type Interleaver, interleaverText, namedInterleaver } from "../../channel/modulation/interleaver.ts";
import { ownOrderText, parseOwnOrder, readOwnOrder } from "../../channel/modulation/own-order.ts";
import { parsed } from "../command-line/option.ts";
import { readUnlessName } from "./named-file.ts";

/** Largest size of a file of a permutation: a million entries, and comments. */
const FILE_BYTES = 2 ** 24;

/** --interleaver. */
export const INTERLEAVER_OPTION = parsed(
  {
    group: "Channel",
    seldom: true,
    placeholder: "SEED|5g|block:ROWS|FILE",
    describe:
      "order in which coded bits, or symbols of --demapper symbols, fill labels: random by a seed, 5G's, written by rows and read by columns, or a file with a permutation from 0",
    example: "block:6",
    defaultText: "the order of the code",
  },
  readInterleaver,
);

/** Reads a seed, `5g`, `block:6`, a file, or a text of `interleaverOptionText`. @throws InputError with the option, or with file and line. */
function readInterleaver(text: string, label: string): Interleaver {
  const meant = meantInterleaver(text);
  const known = namedInterleaver(text) ?? (meant === undefined ? parseOwnOrder(text) : undefined);
  if (known !== undefined) return known;
  const rule = "give a seed from 0 to 4294967295, 5g, block:ROWS with 1 to 1048576 rows, or a file with a permutation";
  return readOwnOrder(readUnlessName(text, FILE_BYTES, label, rule, meant), parse(text).name, text);
}

/** The right spelling of `block=6`, `block6`, `seed:7` or `5G`; undefined for a text of another form. */
function meantInterleaver(text: string): string | undefined {
  const [, rows, value] = /^(?:(block|rows)|seed)\s*[:=]?\s*([1-9]\d*)$/i.exec(text) ?? [];
  const meant = /^5-?g$/i.test(text) ? "5g" : rows === undefined ? value : `block:${value}`;
  return meant === undefined || meant === text || namedInterleaver(meant) === undefined ? undefined : meant;
}

/** A text that the option reads as the same interleaver. */
export function interleaverOptionText(interleaver: Interleaver): string {
  return typeof interleaver === "object" && "name" in interleaver
    ? ownOrderText(interleaver)
    : interleaverText(interleaver);
}
