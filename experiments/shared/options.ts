import { number, numbers, type Option, text, texts } from "../../src/cli/command-line/option.ts";

/** Describes in help the value of an option that is left out, which the experiment chooses by itself. */
interface Unset {
  readonly unset: string;
}

/** Further settings of an option, as those of `number` and `texts`. */
interface More {
  readonly placeholder?: string;
  readonly hidden?: boolean;
  readonly single?: boolean;
  readonly choices?: readonly string[];
  readonly whole?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly above?: number;
  readonly below?: number;
  /** What help shows in place of the default. */
  readonly defaultText?: string;
}

/** Declares an option in a line: description, example, and its default or an `Unset`. */
type Declare<Value> = <const Standard extends Value | Unset | undefined = undefined>(
  describe: string,
  example: string,
  standard?: Standard,
  more?: More,
) => Option<Standard extends Unset | undefined ? Value | undefined : Value>;

function inGroup(group: string, placeholder: string) {
  const declare =
    <Value>(make: (settings: never, describe: string) => Option<unknown>, fixed: More): Declare<Value> =>
    (describe, example, standard, more) => {
      const unset =
        typeof standard === "object" && standard !== null && "unset" in standard ? standard.unset : undefined;
      const fallback = unset === undefined ? { default: standard } : { defaultText: unset };
      const settings = { group, example, ...(standard === undefined ? {} : fallback), ...fixed, ...more };
      return make(settings as never, describe) as never;
    };
  return {
    number: declare<number>(number, {}),
    /** A whole number from 1. */
    count: declare<number>(number, { whole: 1 }),
    numbers: declare<readonly number[]>(numbers, {}),
    counts: declare<readonly number[]>(numbers, { whole: 1 }),
    text: declare<string>(text, { placeholder }),
    texts: declare<readonly string[]>(texts, { placeholder }),
  };
}

export const code = inGroup("Code", "CODE");
export const decoder = inGroup("Decoder", "DECODER");
export const channel = inGroup("Channel", "NAME");
export const measurement = inGroup("Measurement", "TEXT");
export const output = inGroup("Output", "FILE");

/** --seed of experiments that simulate. */
export const SEED = channel.count("seed of words and noise", "7", 1, { placeholder: "SEED", whole: 0 });

/** --seconds of experiments that measure. */
export const SECONDS = measurement.number("time for each measurement", "2", 1, { placeholder: "SECONDS" });

/** --out of an experiment that writes a report. @param name of the experiment. */
export const reportOut = (name: string) =>
  output.text(
    "JSON file to write; measurements that it has are not made again",
    `runs/${name}.json`,
    `runs/${name}.json`,
  );
