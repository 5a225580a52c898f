import { readDecoder } from "../../../src/decoder/decoder.ts";
import { edgeRules } from "../../../src/decoder/nodes/edges/index.ts";
import { variableRules } from "../../../src/decoder/nodes/variables/index.ts";
import { checkNodeRules } from "../../../src/decoder/rules.ts";
import type { DecoderSpec } from "../../../src/decoder/spec.ts";
import { NODE_VALUES, oracleFor, rulesPassing } from "../../oracle/rules.ts";
import type { Widened } from "../../setup/cases.ts";
import { randomNumbers } from "../../simulation/random.ts";
import { isStructured, smallCodes } from "./codes.ts";

/** A decoding to compare, with a value for every option. */
export interface Case {
  readonly rule: string;
  readonly messages: string;
  readonly schedule: string;
  readonly variable: string;
  readonly edge: string;
  readonly storage: string;
  readonly mapping: string;
  readonly stop: string;
  readonly syndrome: string;
  readonly frames: string;
  readonly code: string;
}

const NONE = "–";

/** Check-node rules of bits that the five kernels implement. The tests of ratio-sum-product are in ../ratio. */
export const BINARY_RULES = rulesPassing("bits");

/** Options that change the check-node rule. */
const FORMS = ["form", "partial-sums"];

/** All rules: sum-product in each form, and the tutorial's decoder with each number of partial sums. */
const RULES = BINARY_RULES.flatMap((rule) =>
  FORMS.reduce<string[]>(
    (rules, option) => {
      const choices = checkNodeRules[rule].options[option]?.choices;
      return choices === undefined
        ? rules
        : rules.flatMap((each) => choices.map((word) => `${each} ${option}=${word}`));
    },
    [rule],
  ),
);

/** Rules with each number format that they support. */
export const ARITHMETICS = RULES.flatMap((rule) => {
  const formats = checkNodeRules[rule.split(" ")[0]].options.messages?.choices;
  return formats === undefined ? [rule] : formats.map((messages) => `${rule} messages=${messages}`);
});

export const OPTION_VALUES: { readonly [option in keyof Case]: readonly string[] } = {
  rule: RULES,
  messages: [...new Set(RULES.flatMap((rule) => checkNodeRules[rule.split(" ")[0]].options.messages?.choices ?? []))],
  schedule: [
    "flooding",
    "layered layers=merged",
    "layered layers=rows",
    "layered layers=rows order=descending",
    "layered layers=rows order=random(3)",
    "layered order=random",
  ],
  storage: ["auto", "compact", "flat"],
  mapping: ["auto", "resident", "frames", "streaming"],
  stop: ["syndrome", "none"],
  syndrome: ["without", "with"],
  // No number but 1 frame in f32 is a multiple of the frames per word.
  frames: ["1", "13", "27"],
  code: Object.keys(smallCodes()),
  variable: Object.keys(variableRules),
  edge: Object.keys(edgeRules),
};

/** Values that an option may have beside a rule; "–" if the rule lacks the option. */
function valuesOf(option: keyof Case, rule: string): readonly string[] {
  const own = checkNodeRules[rule.split(" ")[0]].options;
  if (!["messages", "schedule", "variable", "edge", "storage", "mapping"].includes(option))
    return OPTION_VALUES[option];
  const choices = own[option]?.choices;
  return choices === undefined
    ? [NONE]
    : OPTION_VALUES[option].filter((value) => choices.includes(value.split(" ")[0]));
}

/** Options of which a case has one value each, by chance: all their combinations with all other options would be too many to choose from. */
const BY_CHANCE: readonly (keyof Case)[] = ["variable", "edge", "storage", "mapping"];

/** Cases that decoders accept, with every pair of option values. */
function legalCases(random: () => number): Case[] {
  const codes = smallCodes();
  const options = Object.keys(OPTION_VALUES) as (keyof Case)[];
  let cases: Partial<Case>[] = RULES.map((rule) => ({ rule }));
  for (const option of options.slice(1)) {
    cases = cases.flatMap((one) => {
      const values = valuesOf(option, one.rule as string);
      const taken = BY_CHANCE.includes(option) ? [values[Math.floor(random() * values.length)]] : values;
      return taken.map((value) => ({ ...one, [option]: value }));
    });
  }
  return (cases as Case[]).filter(({ storage, code }) => !(storage === "compact" && !isStructured(codes[code])));
}

/**
 * `few` together contain every legal pair of option values, and `every` also every legal triple of rule, number format and schedule. The
 * choice is greedy, in an order from a seed.
 */
export function coveringCases(seed: number): Widened<Case> {
  const random = randomNumbers(seed);
  const values = new Map<string, number>();
  const [pairs, triples] = [new Map<number, number>(), new Map<number, number>()];
  const candidates = legalCases(random).map((one) => ({
    one,
    order: random(),
    ...covered(one, values, pairs, triples),
  }));
  candidates.sort((a, b) => a.order - b.order);
  const chosen: Case[] = [];
  /** Adds cases until they contain all properties, of which there are `count`. */
  const choose = (count: number, covers: (candidate: (typeof candidates)[number]) => readonly number[]) => {
    const wanted = new Uint8Array(count).fill(1);
    const gainOf = (candidate: (typeof candidates)[number]) =>
      covers(candidate).reduce((gain, what) => gain + wanted[what], 0);
    for (const candidate of candidates) {
      if (chosen.includes(candidate.one)) for (const what of covers(candidate)) wanted[what] = 0;
    }
    // A gain is never larger than an earlier one.
    const gains = candidates.map(() => Number.POSITIVE_INFINITY);
    while (true) {
      let [best, most] = [0, 0];
      candidates.forEach((candidate, i) => {
        if (gains[i] <= most) return;
        gains[i] = gainOf(candidate);
        if (gains[i] > most) [best, most] = [i, gains[i]];
      });
      if (most === 0) return [...chosen];
      chosen.push(candidates[best].one);
      for (const what of covers(candidates[best])) wanted[what] = 0;
    }
  };
  const few = choose(pairs.size, (candidate) => candidate.pairs);
  return { few, every: choose(triples.size, ({ triple }) => [triple]) };
}

/**
 * One case for each code, rule and number format, so that `npm test` covers each. Cases with a single frame are left out, since the frame
 * may be of a kind that is not compared.
 */
export function oneOfEach(cases: readonly Case[]): Case[] {
  const seen = new Set<string>();
  return cases.filter(({ rule, messages, code, frames }) => {
    const all = [code, rule, messages];
    if (frames === "1" || all.every((each) => seen.has(each))) return false;
    for (const each of all) seen.add(each);
    return true;
  });
}

/** The properties that a case covers, by number: its pairs of values and one triple. */
function covered(
  one: Case,
  values: Map<string, number>,
  pairs: Map<number, number>,
  triples: Map<number, number>,
): { readonly pairs: readonly number[]; readonly triple: number } {
  const all = (Object.keys(one) as (keyof Case)[]).map((option) => numberOf(`${option} ${one[option]}`, values));
  const [rule, messages, schedule] = all;
  return {
    pairs: all.flatMap((a, i) => all.slice(i + 1).map((b) => numberOf(VALUES_MOST * a + b, pairs))),
    triple: numberOf(VALUES_MOST * (VALUES_MOST * messages + schedule) + rule, triples),
  };
}
/** More than all options have values. */
const VALUES_MOST = 2 ** 10;

function numberOf<K>(key: K, numbers: Map<K, number>): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

/** The decoder spec of a case. `turn` chooses the number of iterations and the values of the rule's numeric options. */
export function specOf(
  { rule, messages, schedule, variable, edge, storage, mapping, stop }: Case,
  turn: number,
): string {
  const take = (numbers: readonly (string | number)[]) => numbers[turn % numbers.length];
  const words = [
    rule,
    `iterations=${take([4, 1, 12])} stop=${stop}`,
    schedule === NONE ? "" : `schedule=${schedule}`,
    messages === NONE ? "" : `messages=${messages}`,
    variable === NONE ? "" : `variable=${variable}`,
    edge === NONE ? "" : `edge=${edge}`,
    storage === NONE ? "" : `storage=${storage}`,
    mapping === NONE ? "" : `mapping=${mapping}`,
  ];
  const text = words.filter((word) => word !== "").join(" ");
  const values = numbersOf(readDecoder(text));
  return [text, ...Object.entries(values).map(([name, numbers]) => `${name}=${take(numbers)}`)].join(" ");
}

/** Values of the rule's numeric options that apply beside the other options. @throws Error if the rule's oracle lists none. */
function numbersOf({ rule, options }: DecoderSpec): Record<string, readonly (string | number)[]> {
  const known: Readonly<Record<string, readonly (string | number)[]>> = {
    ...NODE_VALUES,
    step: STEPS,
    clip: CLIPS,
    ...oracleFor(rule, "bits").numbers?.(options),
  };
  const own = checkNodeRules[rule].options;
  const numbers = Object.keys(options).filter(
    (name) => own[name].choices === undefined && (own[name].text === undefined || name in NODE_VALUES),
  );
  return Object.fromEntries(
    numbers.map((name) => {
      if (known[name] === undefined)
        throw new Error(`test/oracle/rules/${rule}.ts has no numbers for the option ${name}`);
      return [name, known[name]];
    }),
  );
}

const STEPS = [0.25, 0.0625, 0.5, 2];
const CLIPS = [30, 127, 7, 1];
