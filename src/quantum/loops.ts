import { InputError } from "../errors.ts";
import { printable } from "../printable.ts";

/** A loop of a text in one of Stim's languages. */
export interface Loop<Step> {
  readonly line: number;
  readonly repeats: number;
  readonly body: readonly (Step | Loop<Step>)[];
}

/** A line that is no loop: a name, arguments in parentheses, and the rest. */
export interface StimLine {
  readonly line: number;
  readonly word: string;
  readonly inside: string | undefined;
  readonly words: readonly string[];
}

/** How to read the lines of a language, and bounds on what they make. */
interface Language<Step> {
  /** The whole text, in messages: `the circuit`. */
  readonly whole: string;
  /** Largest number of characters. */
  readonly characters: number;
  /** What is counted, and its largest number, loops in every turn. The last count is work: loops without any take time, too. */
  readonly bounds: readonly (readonly [nouns: string, most: number])[];
  /** @param before the counts of the text, and the step before in its block. */
  readonly read: (
    line: StimLine,
    before: { readonly counts: readonly number[]; readonly step: Step | Loop<Step> | undefined },
  ) => { readonly step: Step; readonly counts: readonly number[] };
}

const LINE = /^([A-Za-z][A-Za-z0-9_]*)(?:\[[^\]]*\])?(?:\(([^)]*)\))?\s*(.*?)$/;
/** Turns of a loop, and loops within loops. */
const [TURNS_MAXIMUM, DEPTH_MAXIMUM] = [2 ** 26, 32];

/**
 * Reads the lines and loops of a text in one of Stim's languages, whose comments begin with `#`.
 * @param file its name in error messages.
 * @returns the steps, and the counts of all.
 * @throws InputError with file and line for a line without a name, for loops without beginning or end, and beyond the bounds.
 */
export function readLoops<Step>(
  text: string,
  file: string,
  { whole, characters, bounds, read }: Language<Step>,
): { readonly steps: readonly (Step | Loop<Step>)[]; readonly counts: readonly number[] } {
  const fail = (message: string, line?: number): never => {
    throw new InputError(message, { file, line });
  };
  if (text.length > characters) fail(`has ${text.length} characters: at most ${characters} are read`);
  const begun = (line: number, repeats: number) => ({
    line,
    repeats,
    body: [] as (Step | Loop<Step>)[],
    counts: bounds.map(() => 0),
  });
  const blocks = [begun(0, 1)];
  const add = (step: Step | Loop<Step>, counts: readonly number[], line: number) => {
    const block = blocks[blocks.length - 1];
    block.body.push(step);
    for (const [i, [nouns, most]] of bounds.entries()) {
      block.counts[i] += counts[i];
      if (block.counts[i] > most)
        fail(`${whole} has ${block.counts[i]} ${nouns} up to here: at most ${most} are read`, line);
    }
  };
  for (const [i, written] of text.split("\n").entries()) {
    const line = i + 1;
    const hash = written.indexOf("#");
    const code = (hash < 0 ? written : written.slice(0, hash)).trim();
    if (code === "") continue;
    if (code === "}") {
      if (blocks.length === 1) fail("} without a loop before it", line);
      const { counts, ...loop } = blocks.pop()!;
      const turn = counts.with(-1, Math.max(1, counts[counts.length - 1]));
      add(
        loop,
        turn.map((count) => loop.repeats * count),
        loop.line,
      );
      continue;
    }
    const [, word, inside, rest] = LINE.exec(code) ?? fail(`"${printable(code)}" is no instruction`, line);
    if (/^repeat$/i.test(word)) {
      const [, turns] = /^(\d+)\s*\{$/.exec(rest) ?? fail(`a loop is written "${word} 5 {"`, line);
      const repeats = Number(turns);
      if (!(repeats >= 1 && repeats <= TURNS_MAXIMUM)) fail(`${word} ${turns}: give 1 to ${TURNS_MAXIMUM} turns`, line);
      if (blocks.length > DEPTH_MAXIMUM) fail(`more than ${DEPTH_MAXIMUM} loops within each other`, line);
      blocks.push(begun(line, repeats));
      continue;
    }
    const before = {
      counts: bounds.map((_, k) => blocks.reduce((all, { counts }) => all + counts[k], 0)),
      step: blocks[blocks.length - 1].body.at(-1),
    };
    const { step, counts } = read({ line, word, inside, words: rest === "" ? [] : rest.split(/\s+/) }, before);
    add(step, counts, line);
  }
  if (blocks.length > 1) fail("this loop has no end: write }", blocks[1].line);
  return { steps: blocks[0].body, counts: blocks[0].counts };
}
