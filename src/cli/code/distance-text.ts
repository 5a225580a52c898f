import type { LightWords } from "../../code/low-weight/search.ts";
import type { WordGenerator } from "../../code/low-weight/word-generator.ts";
import { formatCount, formatNumber } from "../../report/format.ts";
import { formatTable } from "../../report/table.ts";

const HEADERS = ["weight", "words", "found each", "expected missed"];

/** The result of a search: a line for each property, then a table by weight. */
export function distanceLines(
  name: string,
  { q, k, n }: Pick<WordGenerator, "q" | "k" | "n">,
  found: LightWords,
  { logical, walkSets }: { readonly logical?: number; readonly walkSets?: number } = {},
): string[] {
  const { sets, completeTo, classes } = found;
  const rows: [string, string][] = [
    ["name", name],
    ["length", `${n} symbols sent, ${k} of information, over GF(${q})`],
    ...(logical === undefined
      ? []
      : [["words", `logical operators of ${logical} qubits, no sums of stabilizers`] as [string, string]]),
    ["distance", distanceText(found)],
    [
      "sets",
      walkSets === undefined
        ? `${formatCount(sets)} random information sets`
        : `${formatCount(sets)} random walks over ${formatCount(walkSets)} information sets each`,
    ],
  ];
  const table = classes.map(({ weight, listed, meanHits, missed }) => [
    String(weight),
    formatCount(listed * (q - 1)),
    weight <= completeTo ? "all" : `${formatNumber(meanHits, 3)} times`,
    weight <= completeTo ? "0" : missedText(missed * (q - 1)),
  ]);
  return [
    ...rows.map(([label, text]) => label.padEnd(LABEL_WIDTH) + text),
    ...(table.length === 0 ? [] : ["", formatTable(HEADERS, table)]),
  ];
}

const LABEL_WIDTH = 18;

/** `20: 1,023 words, 22: 6,100 words; 2,000 sets`. */
export function progressLine({ classes, sets }: Omit<LightWords, "words">, noun: string): string {
  const counts = classes.slice(0, 3).map(({ weight, listed }) => `${weight}: ${formatCount(listed)}`);
  const words = counts.length === 0 ? "no words yet" : `words by weight ${counts.join(", ")}`;
  return `${formatCount(sets)} ${noun}, ${words}`;
}

function distanceText({ distance, completeTo }: LightWords): string {
  if (!Number.isFinite(distance)) return "no word up to the largest weight was found";
  const proof = proofOf(distance, completeTo);
  return `${boundText(distance, proof)}${proof === "words" ? ", with the number of its words" : ""}`;
}

/** The part of a distance that a complete list of words proves: the number of its words too, the distance alone, or none. */
export type DistanceProof = "words" | "distance" | "none";

/** @param completeTo weight up to which all words are known. */
export function proofOf(distance: number, completeTo: number): DistanceProof {
  if (completeTo >= distance) return "words";
  return completeTo >= distance - 1 ? "distance" : "none";
}

/** `4, proved`, or `at most 4`. */
export function boundText(distance: number, proof: DistanceProof): string {
  return proof === "none" ? `at most ${distance}` : `${distance}, proved`;
}

function missedText(missed: number): string {
  if (!Number.isFinite(missed)) return "unknown";
  return missed < 1e-6 ? "below 1e-6" : formatNumber(missed, 2);
}
