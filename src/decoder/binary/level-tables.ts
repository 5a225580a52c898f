import { InputError } from "../../errors.ts";
import { GIVEN_CHARACTERS } from "../../gpu/part.ts";
import { isObject, jsonValue } from "../../json.ts";
import { printable } from "../../printable.ts";
import { givenFile } from "../given-files.ts";
import type { DecodableCode } from "../rule.ts";
import { bitsOf } from "../step.ts";
import type { RuleTables } from "./rule.ts";

/** Most levels of messages, of 5 bits, and most thresholds of the channel's. */
const LEVELS_MOST = 32;
const THRESHOLDS_MOST = 15;
const ENTRIES_MOST = 2 ** 20;
/** Largest weight of a level or a channel value. */
const WEIGHT_MOST = 1000;

/** In the place of a table: the index that it would look up goes on. */
const NONE = 0xffffffff;

/** The map of a variable of one degree: for the channel's value, and then for each message, the table that the index so far looks up. */
type Steps = readonly (Int32Array | undefined)[];

/** A decoder with messages of few levels, as its file says it. */
export interface LevelDecoder {
  /** Number of levels: −L … L with 0 if it is odd, else without. */
  readonly levels: number;
  /** LLRs from which on the channel's value is one larger. */
  readonly thresholds: readonly number[];
  /** By channel value, from the most negative on: the messages of the first iteration. */
  readonly initial: Int32Array;
  /** Weights of levels 1 … L, and of channel values 1, 2 …, in the sum that decides. */
  readonly weights: { readonly levels: readonly number[]; readonly channel: readonly number[] };
  /** By iteration, the last for all further ones. Of variables the maps by degree, of checks the tables of pairs of magnitudes; none: the least. */
  readonly iterations: readonly {
    readonly variable: (degree: number) => Steps;
    readonly check?: readonly Int32Array[];
  }[];
}

/**
 * Reads a file of maps, JSON:
 * - `levels`: 3 to 32 message levels, 0 among them if the number is odd;
 * - `thresholds`: LLRs that divide the channel's magnitudes; none for a binary symmetric channel;
 * - `variable`: by degree, or `other`, [channel value][message]…[message] of the other edges, from the most negative on (half of the channel values:
 * the others mirror them); or `{"steps": [T1, T2, …]}`, tables [state][message] whose first state is the channel value and whose last entries are
 * levels; or `"sum"`, the level of the sum of weights;
 * - `check`: `"min"`, or a list of tables [magnitude][magnitude] that combine one message after the other, of which the last goes on;
 * - `iterations`: a list with `variable` and `check` of each iteration, in the place of these;
 * - `decision`: `{"levels": [1, 2, 3], "channel": [1]}`, weights of the sum whose sign decides; the channel decides ties;
 * - `initial`: messages of the first iteration by channel value; without it the map of messages 0, or the level of the channel's weight.
 * @param hash of the file's text; `none` for the sum in 7 levels.
 * @throws InputError with the member that is wrong. Sizes are compared before tables are made.
 */
export function readLevels(hash: string): LevelDecoder {
  if (hash === "none") return levelDecoder({ levels: 7, variable: { other: "sum" } }, "sum");
  const { text, file } = givenFile(hash);
  return levelDecoder(jsonValue(text, { file }, GIVEN_CHARACTERS), file);
}

const MEMBERS = ["levels", "thresholds", "variable", "check", "iterations", "decision", "initial"];

function levelDecoder(content: unknown, file: string): LevelDecoder {
  const refuse = (reason: string): never => {
    throw new InputError(reason, { file });
  };
  if (!isObject(content)) return refuse('give an object, {"levels": 7, "variable": {"3": …}}');
  const unknown = Object.keys(content).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) refuse(`${printable(unknown)} is unknown: known are ${MEMBERS.join(", ")}`);
  const { levels, thresholds = [], decision = {}, initial, iterations, variable, check } = content;
  if (!Number.isInteger(levels) || (levels as number) < 3 || (levels as number) > LEVELS_MOST) {
    return refuse(`levels: give a whole number from 3 to ${LEVELS_MOST}`);
  }
  const n = levels as number;
  const most = Math.floor(n / 2);
  if (!isNumbers(thresholds, THRESHOLDS_MOST) || thresholds.some((t, i) => t <= (i === 0 ? 0 : thresholds[i - 1]))) {
    return refuse(`thresholds: give at most ${THRESHOLDS_MOST} LLRs above 0, ascending`);
  }
  const channels = 2 * (thresholds.length + 1);
  if (!isObject(decision)) return refuse('decision: give an object, {"levels": [1, 2, 3], "channel": [1]}');
  const weights = {
    levels: weightsOf(decision.levels, most, "decision.levels", refuse),
    channel: weightsOf(decision.channel, channels / 2, "decision.channel", refuse),
  };
  const sum = new WeightedSum(n, weights);
  const given = iterations === undefined ? [{ variable, check }] : iterations;
  if (!Array.isArray(given) || given.length === 0 || !given.every(isObject)) {
    return refuse("iterations: give a list of objects with variable and check");
  }
  if (iterations !== undefined && (variable !== undefined || check !== undefined)) {
    refuse("variable and check are members of iterations where iterations is given");
  }
  let room = ENTRIES_MOST;
  /** A table of these sizes, flat, of whole numbers in a range. */
  const table = (value: unknown, sizes: readonly number[], range: readonly [number, number], name: string) => {
    const size = sizes.reduce((product, each) => product * each, 1);
    room -= size;
    if (room < 0) refuse(`${name}: the tables of a file have ${ENTRIES_MOST} entries at most`);
    const flat = new Int32Array(size);
    let at = 0;
    const fill = (part: unknown, depth: number): void => {
      if (depth < sizes.length) {
        if (!Array.isArray(part) || part.length !== sizes[depth]) {
          refuse(`${name}: give lists of ${sizes.join(" × ")} numbers`);
        }
        for (const each of part as readonly unknown[]) fill(each, depth + 1);
        return;
      }
      const [least, largest] = range;
      const isLevel = Number.isInteger(part) && (part as number) >= least && (part as number) <= largest;
      const isZero = part === 0 && least < 0 && n % 2 === 0;
      if (!isLevel || isZero) {
        refuse(
          `${name}: ${printable(JSON.stringify(part))} is no whole number from ${least} to ${largest}${isZero ? " but 0" : ""}`,
        );
      }
      flat[at++] = part as number;
    };
    fill(value, 0);
    return flat;
  };
  const stepsOf = (value: unknown, degree: number, name: string): Steps => {
    if (value === "sum") return sum.steps(degree);
    if (isObject(value)) {
      const { steps } = value;
      if (!Array.isArray(steps) || steps.length !== degree - 1) {
        return refuse(`${name}: give ${degree - 1} tables, {"steps": [T1, …]}`);
      }
      let states = channels;
      const tables = steps.map((step, i) => {
        const isLast = i === steps.length - 1;
        const made = table(step, [states, n], isLast ? [-most, most] : [0, ENTRIES_MOST], `${name}.steps[${i}]`);
        states = 1 + made.reduce((largest, state) => Math.max(largest, state), 0);
        return made;
      });
      return [undefined, ...tables];
    }
    const rows = Array.isArray(value) ? value.length : channels;
    const isHalf = rows === channels / 2;
    const sizes = [isHalf ? rows : channels, ...Array<number>(degree - 1).fill(n)];
    const flat = table(value, sizes, [-most, most], name);
    // Mirrored, the last entry is the first with the other sign.
    const whole = isHalf ? Int32Array.from([...flat, ...Array.from(flat, (level) => -level).reverse()]) : flat;
    return [...Array<undefined>(degree - 1).fill(undefined), whole];
  };
  const maps = given.map((each, i) => {
    const where = iterations === undefined ? "" : `iterations[${i}].`;
    const { variable: byDegree, check: pairs = "min" } = each;
    if (!isObject(byDegree)) return refuse(`${where}variable: give an object with a map of each degree`);
    const made = new Map<number, Steps>();
    for (const [degree, value] of Object.entries(byDegree)) {
      if (degree === "other" && value === "sum") continue;
      if (!/^[1-9]\d?$/.test(degree)) refuse(`${where}variable: ${degree} is no degree; "other" may be "sum"`);
      made.set(Number(degree), stepsOf(value, Number(degree), `${where}variable.${degree}`));
    }
    const magnitudes = most + (n % 2);
    if (pairs !== "min" && (!Array.isArray(pairs) || pairs.length === 0)) {
      return refuse(`${where}check: give "min", or a list of tables`);
    }
    const least = 1 - (n % 2);
    const tables =
      pairs === "min"
        ? undefined
        : pairs.map((pair, k) => table(pair, [magnitudes, magnitudes], [least, most], `${where}check[${k}]`));
    return {
      variable: (degree: number): Steps => {
        const found = made.get(degree) ?? (byDegree.other === "sum" ? sum.steps(degree) : undefined);
        return found ?? refuse(`the code has variables of degree ${degree}: ${where}variable has no map of it`);
      },
      ...(tables && { check: tables }),
    };
  });
  const [first] = maps;
  if (maps.some(({ check: tables }) => (tables === undefined) !== (first.check === undefined))) {
    refuse("check: give tables for all iterations, or for none");
  }
  const firsts = initial === undefined ? sum.initial() : table(initial, [channels], [-most, most], "initial");
  return { levels: n, thresholds, initial: firsts, weights, iterations: maps };
}

/** The words of a decoder's maps for the kernel of variables (binary/levels/variable), which has them from TABLES_AT on. */
export function levelWords(
  { levels, initial, weights, iterations }: LevelDecoder,
  degrees: readonly number[],
): RuleTables {
  const words: number[] = [];
  const put = (list: Iterable<number>) => {
    const at = words.length;
    for (const value of list) words.push(value >>> 0);
    return at;
  };
  const mirrored = (half: readonly number[], middle: readonly number[]) => [
    ...half.map((weight) => -weight).reverse(),
    ...middle,
    ...half,
  ];
  const INITIAL_AT = put(initial);
  const CHANNEL_WEIGHTS_AT = put(mirrored(weights.channel, []));
  const LEVEL_WEIGHTS_AT = put(mirrored(weights.levels, levels % 2 === 1 ? [0] : []));
  const most = Math.max(...degrees);
  // [iteration][degree 1 …][step]
  const offsets: number[] = [];
  const known = new Map<Int32Array, number>();
  for (const { variable } of iterations) {
    for (let degree = 1; degree <= most; degree++) {
      const steps = degrees.includes(degree) ? variable(degree) : [];
      for (let k = 0; k < most; k++) {
        const step = steps[k];
        if (step !== undefined && !known.has(step)) known.set(step, put(step));
        offsets.push(step === undefined ? NONE : known.get(step)!);
      }
    }
  }
  const STEPS_AT = put(offsets);
  const constants = {
    ...{ INITIAL_AT, CHANNEL_WEIGHTS_AT, LEVEL_WEIGHTS_AT, STEPS_AT },
    DEGREE_MOST: most,
    CHANNEL_MOST: weights.channel.length,
    MAPS: iterations.length,
  };
  return { words: Uint32Array.from(words), constants };
}

/** The tables of checks, if the decoder has any: [iteration][step][magnitude][magnitude]. */
export function checkTables({ levels, iterations }: LevelDecoder, degree: number): RuleTables | undefined {
  const lists = iterations.flatMap(({ check }) => (check === undefined ? [] : [check]));
  if (lists.length === 0) return undefined;
  const steps = Math.max(...lists.map(({ length }) => length));
  const all = lists.flatMap((list) => Array.from({ length: steps }, (_, k) => list[Math.min(k, list.length - 1)]));
  return {
    words: Uint32Array.from(all.flatMap((table) => [...table])),
    constants: {
      ...{ CHECK_ITERATIONS: lists.length, CHECK_STEPS: steps, MAGNITUDES: Math.floor(levels / 2) + (levels % 2) },
      LARGEST_DEGREE: degree,
    },
  };
}

export function levelConstants({ levels, thresholds }: LevelDecoder): Readonly<Record<string, number>> {
  return {
    LEVELS: levels,
    LEVEL_MOST: Math.floor(levels / 2),
    THRESHOLDS: thresholds.length,
    ...Object.fromEntries(thresholds.map((threshold, i) => [`THRESHOLD_${i}`, bitsOf(threshold)])),
  };
}

/** The degrees of a code's variables and the largest of its checks. */
export function degreesOf({ matrix }: DecodableCode): {
  readonly variables: readonly number[];
  readonly check: number;
} {
  const { columns, rows, variable, checkStart } = matrix;
  const degrees = new Uint32Array(columns);
  for (const n of variable) degrees[n]++;
  let check = 1;
  for (let m = 0; m < rows; m++) check = Math.max(check, checkStart[m + 1] - checkStart[m]);
  return { variables: [...new Set(degrees)].filter((degree) => degree > 0), check };
}

/** The map that adds weights: the largest level whose weight the sum reaches. */
class WeightedSum {
  readonly #levels: number;
  readonly #weights: LevelDecoder["weights"];
  readonly #made = new Map<number, Steps>();

  constructor(levels: number, weights: LevelDecoder["weights"]) {
    this.#levels = levels;
    this.#weights = weights;
  }

  initial(): Int32Array {
    const { channel } = this.#weights;
    const positive = channel.map((weight) => this.#level(weight));
    return Int32Array.from([...positive.map((level) => -level).reverse(), ...positive]);
  }

  /** Tables whose states are sums, from the least on. */
  steps(degree: number): Steps {
    const known = this.#made.get(degree);
    if (known !== undefined) return known;
    const { levels, channel } = this.#weights;
    const values = [...levels.map((w) => -w).reverse(), ...(this.#levels % 2 === 1 ? [0] : []), ...levels];
    let sums = [...channel.map((w) => -w).reverse(), ...channel];
    const steps: (Int32Array | undefined)[] = [];
    if (degree === 1) steps.push(Int32Array.from(sums, (sum) => this.#level(sum)));
    else steps.push(undefined);
    for (let k = 1; k < degree; k++) {
      const next = sums.flatMap((sum) => values.map((value) => sum + value));
      const isLast = k === degree - 1;
      const distinct = [...new Set(next)].sort((a, b) => a - b);
      if (distinct.length * values.length > ENTRIES_MOST)
        throw new InputError(`the sum of ${degree} messages has too many values`);
      const place = new Map(distinct.map((sum, i) => [sum, i]));
      steps.push(Int32Array.from(next, (sum) => (isLast ? this.#level(sum) : place.get(sum)!)));
      sums = distinct;
    }
    this.#made.set(degree, steps);
    return steps;
  }

  #level(sum: number): number {
    const reached = this.#weights.levels.filter((weight) => weight <= Math.abs(sum)).length;
    const level = this.#levels % 2 === 1 ? reached : Math.max(reached, 1);
    return sum < 0 ? -level : level;
  }
}

function weightsOf(value: unknown, count: number, name: string, refuse: (reason: string) => never): readonly number[] {
  if (value === undefined) return Array.from({ length: count }, (_, i) => i + 1);
  const fits = isNumbers(value, count) && value.length === count;
  if (fits && value.every((w, i) => Number.isInteger(w) && w <= WEIGHT_MOST && w > (i === 0 ? 0 : value[i - 1])))
    return value;
  return refuse(`${name}: give ${count} ascending whole numbers from 1 to ${WEIGHT_MOST}`);
}

function isNumbers(value: unknown, most: number): value is readonly number[] {
  return Array.isArray(value) && value.length <= most && value.every((each) => Number.isFinite(each));
}
