import { philox } from "../../channel/random/philox.ts";
import { STREAM_POSITIONS } from "../../channel/random/streams.ts";
import type { Code } from "../../code/code.ts";
import { tannerGraph } from "../../code/tanner-graph.ts";
import { InputError } from "../../errors.ts";

/** Positions of a word, each list ascending; together they are all positions. */
export interface Positions {
  readonly key: Uint32Array;
  readonly punctured: Uint32Array;
  readonly shortened: Uint32Array;
}

/**
 * Chooses the punctured and the shortened positions of a code's words, a pure function of its arguments.
 *
 * Punctured positions are chosen one by one. A check is *touched* if it contains a chosen variable. The next variable
 * is the one with the fewest touched checks, then of lowest degree, then the first in random order. So the choice is
 * *untainted* as long as possible: no check has two chosen variables (D. Elkouss, J. Martinez-Mateo, V. Martin,
 * "Untainted puncturing for irregular low-density parity-check codes", 2012). Only variables with an untouched check
 * are chosen: their columns then are linearly independent, so that each punctured bit hides one bit of the syndrome.
 * Shortened positions are the first remaining positions in another random order.
 *
 * Random order: ascending words of Philox, counter (variable, 0, 0, stream 2), key (seed, 0): word 0 for punctured,
 * word 1 for shortened positions, equal words by index.
 * @throws InputError if fewer positions than `punctured` hide a bit each.
 */
export function choosePositions(code: Code, punctured: number, shortened: number, seed: number): Positions {
  const n = code.matrix.columns;
  const use = new Uint8Array(n);
  const [puncturing, shortening] = randomOrders(n, seed);
  for (const variable of puncturedVariables(code, punctured, puncturing)) use[variable] = PUNCTURED;
  let left = shortened;
  for (const variable of shortening) {
    if (left === 0) break;
    if (use[variable] !== KEY) continue;
    use[variable] = SHORTENED;
    left--;
  }
  const of = (wanted: number) => Uint32Array.from(use.keys()).filter((variable) => use[variable] === wanted);
  return { key: of(KEY), punctured: of(PUNCTURED), shortened: of(SHORTENED) };
}

const KEY = 0;
const PUNCTURED = 1;
const SHORTENED = 2;

function randomOrders(n: number, seed: number): [puncturing: Uint32Array, shortening: Uint32Array] {
  const words = [new Uint32Array(n), new Uint32Array(n)];
  const four = new Uint32Array(4);
  for (let variable = 0; variable < n; variable++) {
    philox(variable, 0, 0, STREAM_POSITIONS, seed, 0, four);
    words.forEach((word, i) => {
      word[variable] = four[i];
    });
  }
  const order = (word: Uint32Array) => Uint32Array.from(word.keys()).sort((a, b) => word[a] - word[b] || a - b);
  return [order(words[0]), order(words[1])];
}

function puncturedVariables(code: Code, count: number, random: Uint32Array): number[] {
  const { checkStart, edgeVariable, variableStart, variableEdge, edgeCheck, variableDegreeMaximum } = tannerGraph(
    code.matrix,
  );
  const degree = (variable: number) => variableStart[variable + 1] - variableStart[variable];
  // Array's sort is stable: of equal degree, the random order stays.
  const order = Array.from(random).sort((a, b) => degree(a) - degree(b));
  const isTouched = new Uint8Array(code.matrix.rows);
  const touchedChecks = new Uint32Array(code.matrix.columns);
  const taken: number[] = [];
  // Touched checks only become more: once no variable with fewer touched checks remains, none will appear later.
  for (let touched = 0; touched < variableDegreeMaximum; touched++) {
    for (const variable of order) {
      if (taken.length === count) return taken;
      if (touchedChecks[variable] === touched && degree(variable) > touched) take(variable);
    }
  }
  if (taken.length === count) return taken;
  throw new InputError(
    `${count} punctured positions: each hides a syndrome bit for at most ${taken.length} of ${code.name} with this seed`,
  );

  function take(variable: number): void {
    taken.push(variable);
    for (let i = variableStart[variable]; i < variableStart[variable + 1]; i++) {
      const check = edgeCheck[variableEdge[i]];
      if (isTouched[check] === 1) continue;
      isTouched[check] = 1;
      for (let e = checkStart[check]; e < checkStart[check + 1]; e++) touchedChecks[edgeVariable[e]]++;
    }
  }
}
