import { kebab } from "./case.ts";
import { type Bounds, numberRule, readNumber } from "./numbers.ts";

/** Headings of options in help. A command shows its own in the order of its table. */
export type OptionGroup =
  | "Files"
  | "Code"
  | "Channel"
  | "Decoder"
  | "Stopping"
  | "Reconciliation"
  | "Continuous variables"
  | "Secret length"
  | "Comparison"
  | "Figure"
  | "Measurement"
  | "Code file"
  | "Computing"
  | "Slurm"
  | "Output";

/** Form of an option in a JSON config file. */
export type JsonForm = "text" | "number" | "numbers" | "flag";

/**
 * An option of a command. The parser, the help, the reference, the schema of config files and the types of handlers use it. The functions
 * `text`, `number`, `choice`, `flag` and so on make options.
 */
export interface Option<Value = unknown> {
  readonly group: OptionGroup;
  /** Effect of the option, for help: a phrase without a full stop. Help adds the default, choices and an example. */
  readonly describe: string;
  /** Number of texts after the name. With `each` there is one, and the option may be repeated. */
  readonly takes: "nothing" | "one" | "each" | "many";
  /** Whether the option is an operand, which has a position instead of a name. */
  readonly positional: boolean;
  readonly required: boolean;
  /** Placeholder of the value in help, such as FILE. */
  readonly placeholder: string;
  /** An example value, for help and for the error about a missing value. */
  readonly example: string;
  readonly choices?: readonly string[];
  /** Description of the default, for help. */
  readonly defaultText?: string;
  readonly json: JsonForm;
  /** Whether help omits the option. */
  readonly hidden?: boolean;
  /** Whether only `--help-all` shows the option. */
  readonly seldom?: boolean;
  /** Value of an option that is not given. */
  readonly absent: Value | undefined;
  /**
   * Reads the value from the texts.
   * @param label name of the option in messages: `--seed`.
   * @throws InputError with the name of the option if the texts cannot be read.
   */
  read(texts: readonly string[], label: string): Value | Promise<Value>;
}

export type OptionTable = Readonly<Record<string, Option>>;

/** Settings of every option. */
interface Described {
  readonly group: OptionGroup;
  readonly describe: string;
  /** Whether help omits the option, because it changes nothing in this command. */
  readonly hidden?: boolean;
  /** Whether only `--help-all` shows the option. */
  readonly seldom?: boolean;
}

/** Settings of an option with a value. */
interface Valued<Value> extends Described {
  readonly example: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly positional?: boolean;
  readonly default?: Value;
  /** Replaces the default in help if it depends on other options. */
  readonly defaultText?: string;
}

/** Forbids members that `Known` lacks: a type parameter admits any, and a misspelt bound would bound nothing. */
type Only<Settings, Known> = { readonly [Other in Exclude<keyof Settings, keyof Known>]: never };

/** Type of the value, without `undefined` if the option is required or has a default. */
type Given<Settings, Value> = Settings extends { readonly required: true } | { readonly default: unknown }
  ? Value
  : Value | undefined;

/** An option for any text. */
export function text<const Settings extends Valued<string>>(settings: Settings): Option<Given<Settings, string>> {
  return one(settings, "text", ([value]) => value) as Option<Given<Settings, string>>;
}

/** An option whose value `read` makes from a text. */
export function parsed<Value, const Settings extends Valued<NoInfer<Value>>>(
  settings: Settings,
  read: (text: string, label: string) => Value | Promise<Value>,
): Option<Given<Settings, Value>> {
  return one(settings, "number", ([value], label) => read(value, label)) as Option<Given<Settings, Value>>;
}

/** An option for one of several words. */
export function choice<const Choice extends string, const Settings extends Omit<Valued<NoInfer<Choice>>, "example">>(
  choices: readonly Choice[],
  settings: Settings,
): Option<Given<Settings, Choice>> {
  const valued: Valued<Choice> = { placeholder: "WORD", ...settings, example: choices[0] };
  return { ...one(valued, "text", ([value]) => value as Choice), choices } as Option<Given<Settings, Choice>>;
}

/** An option for a number within bounds, also as an expression: `1e6`, `2^20`. */
export function number<const Settings extends Valued<number> & Bounds>(
  settings: Settings & Only<Settings, Valued<number> & Bounds>,
): Option<Given<Settings, number>> {
  const rule = numberRule(settings, settings.example);
  const option = one({ placeholder: "N", ...settings }, "number", ([value], label) =>
    readNumber(value, label, settings, rule),
  );
  return option as Option<Given<Settings, number>>;
}

/** An option for several texts after one name, or after repeated names. With `single`, each name takes one text. */
export function texts<const Settings extends Valued<readonly string[]> & { readonly single?: boolean }>(
  settings: Settings,
): Option<Given<Settings, readonly string[]>> {
  const { default: fallback } = settings;
  const defaultText = fallback !== undefined && fallback.length > 0 ? fallback.join(" ") : undefined;
  const option = one(settings, "text", (values) => values);
  const takes = settings.single ? "each" : "many";
  return { ...option, defaultText: settings.defaultText ?? defaultText, takes } as Option<
    Given<Settings, readonly string[]>
  >;
}

/** An option for several numbers within bounds, after one name or after repeated names. */
export function numbers<const Settings extends Valued<readonly number[]> & Bounds>(
  settings: Settings & Only<Settings, Valued<readonly number[]> & Bounds>,
): Option<Given<Settings, readonly number[]>> {
  const rule = numberRule(settings, settings.example);
  const { default: fallback } = settings;
  const option = one({ placeholder: "N", ...settings }, "numbers", (values, label) =>
    Promise.all(values.map((value) => readNumber(value, label, settings, rule))),
  );
  const defaultText = settings.defaultText ?? fallback?.join(" ");
  return { ...option, defaultText, takes: "many" } as Option<Given<Settings, readonly number[]>>;
}

/** An option without a value. `--no-NAME` cancels it, which is useful with a config file. */
export function flag(settings: Described): Option<boolean> {
  return { ...undecidedFlag(settings), absent: false } as Option<boolean>;
}

/** A flag whose absence has a third meaning. */
export function undecidedFlag(settings: Described & { readonly defaultText?: string }): Option<boolean | undefined> {
  return {
    ...settings,
    takes: "nothing",
    positional: false,
    required: false,
    placeholder: "",
    example: "",
    json: "flag",
    absent: undefined,
    read: ([value]) => value === "true",
  };
}

/** An argument without a name, which is read by its position. */
export function operand(settings: Described & { readonly example: string }): Option<string> {
  return text({ ...settings, positional: true, required: true });
}

/** One or more operands. */
export function operands(settings: Described & { readonly example: string }): Option<readonly string[]> {
  return texts({ ...settings, positional: true, required: true });
}

function one<Value>(
  settings: Valued<Value>,
  json: JsonForm,
  read: (texts: readonly string[], label: string) => Value | Promise<Value>,
): Option<Value> {
  const {
    group,
    describe,
    hidden,
    seldom,
    example,
    placeholder = "TEXT",
    required = false,
    positional = false,
  } = settings;
  const { default: absent, defaultText } = settings;
  return {
    group,
    describe,
    hidden,
    seldom,
    example,
    placeholder,
    required,
    positional,
    takes: "one",
    json,
    read,
    absent,
    defaultText: defaultText ?? (absent === undefined ? undefined : String(absent)),
  };
}

/** Name of an option in messages and help: `--max-errors`, `<folder>`. */
export function optionLabel(name: string, { positional }: Pick<Option, "positional">): string {
  return positional ? `<${name}>` : `--${kebab(name)}`;
}
