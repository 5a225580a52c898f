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
interface LevelDecoder {
  /** Number of levels: −L … L with 0 if it is odd, else without. */
  readonly levels: number;
  /** LLRs from which on the channel's value is one larger. */
  readonly thresholds: readonly number[];
  /** By channel value, from the most negative on: the messages of the first iteration. */
  readonly initial: Int32Array;
  /** Weights of all levels, and of all channel values, in the sum that decides: from the most negative on. */
  readonly weights: { readonly levels: readonly number[]; readonly channel: readonly number[] };
  /** By iteration, the last for all further ones. Of variables the maps by degree, of checks the tables of pairs of magnitudes; none: the least. */
  readonly iterations: readonly {
    readonly variable: (degree: number) => Steps;
    readonly check?: readonly Int32Array[];
  }[];
}

const MEMBERS = ["levels", "thresholds", "variable", "check", "iterations", "decision", "initial"];

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
 * - `initial`: messages of the first iteration by channel value; without it the level of the channel's weight.
 * @param hash of the file's text; `none` for the sum in 7 levels.
 * @throws InputError with the member that is wrong. Sizes are compared before tables are made.
 */
export function readLevels(hash: string): LevelDecoder {
  const { text, file } =
    hash === "none" ? { text: '{"levels":7,"variable":{"other":"sum"}}', file: "" } : givenFile(hash);
  const content = jsonValue(text, { file }, GIVEN_CHARACTERS);
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
  /** Weights of 1 … count in the sum that decides. */
  const weightsOf = (value: unknown, count: number, name: string): readonly number[] => {
    if (value === undefined) return Array.from({ length: count }, (_, i) => i + 1);
    const fits = isNumbers(value, count) && value.length === count;
    const isIn = (w: number, i: number) =>
      Number.isInteger(w) && w <= WEIGHT_MOST && w > (fits && i > 0 ? value[i - 1] : 0);
    if (fits && value.every(isIn)) return value;
    return refuse(`${name}: give ${count} ascending whole numbers from 1 to ${WEIGHT_MOST}`);
  };
  const ofLevels = weightsOf(decision.levels, most, "decision.levels");
  const ofChannel = weightsOf(decision.channel, channels / 2, "decision.channel");
  const weights = { levels: mirrored(ofLevels, n % 2 === 1 ? [0] : []), channel: mirrored(ofChannel, []) };
  /** The largest level whose weight a sum of weights reaches. */
  const levelOf = (sum: number): number => {
    const reached = ofLevels.filter((weight) => weight <= Math.abs(sum)).length;
    return Math.sign(sum || 1) * (n % 2 === 1 ? reached : Math.max(reached, 1)) + 0;
  };
  const sums = new Map<number, Steps>();
  /** Tables whose states are sums of weights, from the least on. */
  const sumSteps = (degree: number): Steps => {
    const known = sums.get(degree);
    if (known !== undefined) return known;
    let states: readonly number[] = weights.channel;
    const steps: (Int32Array | undefined)[] = [degree === 1 ? Int32Array.from(states, levelOf) : undefined];
    for (let k = 1; k < degree; k++) {
      const next = states.flatMap((sum) => weights.levels.map((weight) => sum + weight));
      const distinct = [...new Set(next)].sort((a, b) => a - b);
      if (distinct.length * n > ENTRIES_MOST) throw new InputError(`the sum of ${degree} messages has too many values`);
      const place = new Map(distinct.map((sum, i) => [sum, i]));
      steps.push(Int32Array.from(next, (sum) => (k === degree - 1 ? levelOf(sum) : place.get(sum)!)));
      states = distinct;
    }
    sums.set(degree, steps);
    return steps;
  };
  const given = iterations === undefined ? [{ variable, check }] : iterations;
  if (!Array.isArray(given) || given.length === 0 || !given.every(isObject)) {
    return refuse("iterations: give a list of objects with variable and check");
  }
  if (iterations !== undefined && (variable !== undefined || check !== undefined)) {
    refuse("variable and check are members of iterations where iterations is given");
  }
  let room = ENTRIES_MOST;
  /** A table of these sizes, flat, of whole numbers in a range. */
  const table = (
    value: unknown,
    sizes: readonly number[],
    [least, largest]: readonly [number, number],
    name: string,
  ) => {
    room -= sizes.reduce((product, each) => product * each, 1);
    if (room < 0) refuse(`${name}: the tables of a file have ${ENTRIES_MOST} entries at most`);
    const without = least < 0 && n % 2 === 0 ? " but 0" : "";
    const flat = (part: unknown, depth: number): number[] => {
      if (depth < sizes.length) {
        if (Array.isArray(part) && part.length === sizes[depth]) return part.flatMap((each) => flat(each, depth + 1));
        return refuse(`${name}: give lists of ${sizes.join(" × ")} numbers`);
      }
      const isLevel = Number.isInteger(part) && (part as number) >= least && (part as number) <= largest;
      if (isLevel && !(part === 0 && without !== "")) return [part as number];
      const range = `${least} to ${largest}${part === 0 ? without : ""}`;
      return refuse(`${name}: ${printable(JSON.stringify(part))} is no whole number from ${range}`);
    };
    return Int32Array.from(flat(value, 0));
  };
  const stepsOf = (value: unknown, degree: number, name: string): Steps => {
    if (value === "sum") return sumSteps(degree);
    if (isObject(value)) {
      const { steps } = value;
      if (!Array.isArray(steps) || steps.length !== degree - 1) {
        return refuse(`${name}: give ${degree - 1} tables, {"steps": [T1, …]}`);
      }
      let states = channels;
      const tables = steps.map((step, i) => {
        const range = i === steps.length - 1 ? ([-most, most] as const) : ([0, ENTRIES_MOST] as const);
        const made = table(step, [states, n], range, `${name}.steps[${i}]`);
        states = 1 + made.reduce((largest, state) => Math.max(largest, state), 0);
        return made;
      });
      return [undefined, ...tables];
    }
    const isHalf = Array.isArray(value) && value.length === channels / 2;
    const sizes = [isHalf ? channels / 2 : channels, ...Array<number>(degree - 1).fill(n)];
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
    if (pairs !== "min" && (!Array.isArray(pairs) || pairs.length === 0)) {
      return refuse(`${where}check: give "min", or a list of tables`);
    }
    const sizes = Array<number>(2).fill(most + (n % 2));
    return {
      variable: (degree: number): Steps =>
        made.get(degree) ??
        (byDegree.other === "sum"
          ? sumSteps(degree)
          : refuse(`the code has variables of degree ${degree}: ${where}variable has no map of it`)),
      ...(pairs !== "min" && {
        check: pairs.map((pair, k) => table(pair, sizes, [1 - (n % 2), most], `${where}check[${k}]`)),
      }),
    };
  });
  if (maps.some(({ check: tables }) => (tables === undefined) !== (maps[0].check === undefined))) {
    refuse("check: give tables for all iterations, or for none");
  }
  const firsts =
    initial === undefined
      ? Int32Array.from(weights.channel, levelOf)
      : table(initial, [channels], [-most, most], "initial");
  return { levels: n, thresholds, initial: firsts, weights, iterations: maps };
}

const mirrored = (half: readonly number[], middle: readonly number[]) => [
  ...half.map((weight) => -weight).reverse(),
  ...middle,
  ...half,
];

/** The words of a decoder's maps for the kernel of variables (binary/levels/variable), which has them from TABLES_AT on. */
export function levelWords({ initial, weights, iterations }: LevelDecoder, degrees: readonly number[]): RuleTables {
  const words: number[] = [];
  const put = (list: Iterable<number>) => {
    const at = words.length;
    for (const value of list) words.push(value >>> 0);
    return at;
  };
  const [INITIAL_AT, CHANNEL_WEIGHTS_AT, LEVEL_WEIGHTS_AT] = [initial, weights.channel, weights.levels].map(put);
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
  const constants = {
    INITIAL_AT,
    CHANNEL_WEIGHTS_AT,
    LEVEL_WEIGHTS_AT,
    STEPS_AT: put(offsets),
    DEGREE_MOST: most,
    CHANNEL_MOST: weights.channel.length / 2,
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
  const MAGNITUDES = Math.floor(levels / 2) + (levels % 2);
  return {
    words: Uint32Array.from(all.flatMap((table) => [...table])),
    constants: { CHECK_ITERATIONS: lists.length, CHECK_STEPS: steps, MAGNITUDES, LARGEST_DEGREE: degree },
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
export function degreesOf({ matrix }: DecodableCode) {
  const { columns, variable, checkStart } = matrix;
  const degrees = new Uint32Array(columns);
  for (const n of variable) degrees[n]++;
  const ofChecks = checkStart.subarray(1).map((end, m) => end - checkStart[m]);
  return {
    variables: [...new Set(degrees)].filter((degree) => degree > 0),
    check: ofChecks.reduce((most, degree) => Math.max(most, degree), 1),
  };
}

function isNumbers(value: unknown, most: number): value is readonly number[] {
  return Array.isArray(value) && value.length <= most && value.every((each) => Number.isFinite(each));
}
