import { z } from "zod/mini";
import { InputError } from "../../errors.ts";
import { parseJson } from "../../json.ts";
import { jsonLine } from "../../json-line.ts";
import type { Code } from "../code.ts";
import { syndrome } from "../encoder.ts";
import { codeHash } from "../hash.ts";
import { transmittedPositions } from "../rate-matching.ts";
import { type LightWordOptions, LightWordSearch, type LightWords } from "./search.ts";
import type { ListedWord } from "./word-list.ts";

const count = z.int().check(z.gte(0));

const FILE = z.strictObject({
  code: z.string(),
  hash: z.string(),
  sums: count,
  above: count,
  heaviest: z.optional(count),
  seed: count,
  engine: z.optional(z.boolean()),
  sets: count,
  distance: z.nullable(count),
  completeTo: z.nullable(count),
  words: z.array(z.strictObject({ hits: count, positions: z.array(count), values: z.optional(z.array(count)) })),
});

/** The options that determine a file's words. */
export type SearchIdentity = Pick<LightWordOptions, "sums" | "above" | "heaviest" | "seed"> & {
  /** Whether random walks on an engine found the words; left out if not. */
  readonly engine?: true;
};

/**
 * Formats the words of a search as JSON for `readWordsFile`, one word per line. `distance` is the weight of the
 * lightest word, `completeTo` the weight up to which the list is proved complete; null stands for no word and for every
 * weight. Files of binary codes have no values.
 */
export function writeWordsFile(code: Code, identity: SearchIdentity, found: LightWords): string {
  const { sums, above, heaviest, seed, engine } = identity;
  const hash = codeHash(code.matrix, code);
  const finite = (weight: number) => (Number.isFinite(weight) ? weight : null);
  const head = { code: code.name, hash, sums, above, heaviest, seed, engine, sets: found.sets };
  const result = { distance: finite(found.distance), completeTo: finite(found.completeTo) };
  const lines = Object.entries({ ...head, ...result })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)},`);
  const words = found.words.map(({ hits, positions, values }) => {
    const symbols = code.matrix.field.q === 2 ? {} : { values: [...values] };
    return `    ${JSON.stringify({ hits, positions: [...positions], ...symbols })}`;
  });
  return ["{", ...lines, `  "words": [`, words.join(",\n"), "  ]", "}", ""].join("\n");
}

/**
 * The result of the search that a file was written by.
 * @throws InputError for a file of another code, for a word that is not a codeword, and for a file without words.
 */
export function readFoundWords(text: string, file: string, code: Code): LightWords {
  const { sums, above, heaviest, seed, engine, completeTo } = parseJson(text, file, FILE);
  const identity = { sums, above, heaviest, seed, ...(engine ? { engine } : {}) } as SearchIdentity;
  const found = new LightWordSearch(code, identity, readWordsFile(text, file, code, identity)).result();
  if (found.words.length === 0) throw new InputError("holds no words: let the search go on", { file });
  return { ...found, completeTo: completeTo ?? Number.POSITIVE_INFINITY };
}

/**
 * Reads the words of a search in order to continue it.
 * @throws InputError for a file of another code or of a search with other options, and for a word that is not a codeword.
 */
export function readWordsFile(
  text: string,
  file: string,
  code: Code,
  identity: SearchIdentity,
): { sets: number; words: ListedWord[] } {
  const content = parseJson(text, file, FILE);
  const wrong = (message: string, ...path: PropertyKey[]) =>
    new InputError(message, { file, line: jsonLine(text, path) });
  if (content.hash !== codeHash(code.matrix, code))
    throw wrong(`holds words of another code (${content.code})`, "hash");
  for (const name of ["sums", "above", "heaviest", "seed", "engine"] as const) {
    if (content[name] !== identity[name]) {
      throw wrong(`was made with ${name} ${content[name] ?? "left out"}: continue it with the same options`, name);
    }
  }
  const { columns, field } = code.matrix;
  const isSent = new Uint8Array(columns);
  for (const position of transmittedPositions(code)) isSent[position] = 1;
  const words = content.words.map(({ hits, positions, values = positions.map(() => 1) }, at): ListedWord => {
    const isAscending = positions.every(
      (position, i) => position < columns && (i === 0 || position > positions[i - 1]),
    );
    const areValues = values.length === positions.length && values.every((value) => value > 0 && value < field.q);
    if (!isAscending || !areValues || values[0] !== 1 || hits > content.sets) {
      throw wrong("is no list of ascending positions with values from 1, found by at most all sets", "words", at);
    }
    const word = new Uint8Array(columns);
    positions.forEach((position, i) => {
      word[position] = values[i];
    });
    const isZero = [...(code.shortened ?? [])].every((position) => word[position] === 0);
    if (!isZero || syndrome(code.matrix, word).some((symbol) => symbol !== 0)) {
      throw wrong("is no word of the code", "words", at);
    }
    const weight = positions.filter((position) => isSent[position] === 1).length;
    return { weight, hits, positions: Uint32Array.from(positions), values: Uint8Array.from(values) };
  });
  return { sets: content.sets, words };
}
