import { kebab } from "./case.ts";
import { type Bounds, numberRule, readNumber } from "./numbers.ts";

/** Headings under which help shows options; a command shows its own in the order of its table. */
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

/** How an option reads in a JSON file of options. */
export type JsonForm = "text" | "number" | "numbers" | "flag";

/**
 * An option of a command: what the parser, the help, the reference, the schema of config files and the types of handlers
 * need to know of it. Made by `text`, `number`, `choice`, `flag` and so on.
 */
export interface Option<Value = unknown> {
  readonly group: OptionGroup;
  /** Its effect, for help: a fragment without a full stop. Default, choices and example are added to it. */
  readonly describe: string;
  /** Number of texts after its name; `each`: one, and the option may be repeated. */
  readonly takes: "nothing" | "one" | "each" | "many";
  /** Whether it stands by its place on the command line instead of by its name. */
  readonly positional: boolean;
  readonly required: boolean;
  /** Placeholder of its value in help, such as FILE. */
  readonly placeholder: string;
  /** A value, for help and for the error that asks for one. */
  readonly example: string;
  readonly choices?: readonly string[];
  /** What holds if it is left out, for help. */
  readonly defaultText?: string;
  readonly json: JsonForm;
  /** Whether help leaves it out. */
  readonly hidden?: boolean;
  /** Whether `--help` leaves it to `--help-all`. */
  readonly seldom?: boolean;
  /** The value if it is left out. */
  readonly absent: Value | undefined;
  /**
   * The value that the texts stand for.
   * @param label how messages name the option: `--seed`.
   * @throws InputError that names the option, for texts that cannot be read.
   */
  read(texts: readonly string[], label: string): Value | Promise<Value>;
}

export type OptionTable = Readonly<Record<string, Option>>;

/** What every option says of itself. */
interface Described {
  readonly group: OptionGroup;
  readonly describe: string;
  /** Left out of help: it changes nothing in this command. */
  readonly hidden?: boolean;
  /** Left to `--help-all`: few need it. */
  readonly seldom?: boolean;
}

/** What an option with a value says of itself. */
interface Valued<Value> extends Described {
  readonly example: string;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly positional?: boolean;
  readonly default?: Value;
  /** In the place of the default where it depends on other options. */
  readonly defaultText?: string;
}

/** The value's type: without `undefined` if the option is required or has a default. */
type Given<Settings, Value> = Settings extends { readonly required: true } | { readonly default: unknown }
  ? Value
  : Value | undefined;

/** Any text. */
export function text<const Settings extends Valued<string>>(settings: Settings): Option<Given<Settings, string>> {
  return one(settings, "text", ([value]) => value) as Option<Given<Settings, string>>;
}

/** What `read` makes of a text. */
export function parsed<Value, const Settings extends Valued<NoInfer<Value>>>(
  settings: Settings,
  read: (text: string, label: string) => Value | Promise<Value>,
): Option<Given<Settings, Value>> {
  return one(settings, "number", ([value], label) => read(value, label)) as Option<Given<Settings, Value>>;
}

/** One of several words. */
export function choice<const Choice extends string, const Settings extends Omit<Valued<NoInfer<Choice>>, "example">>(
  choices: readonly Choice[],
  settings: Settings,
): Option<Given<Settings, Choice>> {
  const valued: Valued<Choice> = { placeholder: "WORD", ...settings, example: choices[0] };
  return { ...one(valued, "text", ([value]) => value as Choice), choices } as Option<Given<Settings, Choice>>;
}

/** A number within bounds, also as an expression: `1e6`, `2^20`. */
export function number<const Settings extends Valued<number> & Bounds>(
  settings: Settings,
): Option<Given<Settings, number>> {
  const rule = numberRule(settings, settings.example);
  const option = one({ placeholder: "N", ...settings }, "number", ([value], label) =>
    readNumber(value, label, settings, rule),
  );
  return option as Option<Given<Settings, number>>;
}

/** Several texts, behind one name or behind several; with `single` one behind each. */
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

/** Several numbers within bounds, behind one name or behind several. */
export function numbers<const Settings extends Valued<readonly number[]> & Bounds>(
  settings: Settings,
): Option<Given<Settings, readonly number[]>> {
  const rule = numberRule(settings, settings.example);
  const { default: fallback } = settings;
  const option = one({ placeholder: "N", ...settings }, "numbers", (values, label) =>
    Promise.all(values.map((value) => readNumber(value, label, settings, rule))),
  );
  const defaultText = settings.defaultText ?? fallback?.join(" ");
  return { ...option, defaultText, takes: "many" } as Option<Given<Settings, readonly number[]>>;
}

/** Said or not said; `--no-NAME` unsays it, which is of use beside a config file. */
export function flag(settings: Described): Option<boolean> {
  return { ...undecidedFlag(settings), absent: false } as Option<boolean>;
}

/** A flag that has a third meaning when it is left out. */
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

/** An argument after the command's name, read by its position. */
export function operand(settings: Described & { readonly example: string }): Option<string> {
  return text({ ...settings, positional: true, required: true });
}

/** One operand or more. */
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

/** How messages and help name an option: `--max-errors`, `<folder>`. */
export function optionLabel(name: string, { positional }: Pick<Option, "positional">): string {
  return positional ? `<${name}>` : `--${kebab(name)}`;
}
