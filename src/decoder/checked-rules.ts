import { COMMON_OPTIONS, type DecoderOption, type DecoderOptions, misfit } from "./option.ts";

/**
 * The table of rules itself, after a check of its options. Without the check, a default that its option cannot have, or
 * an option that belongs to a later option, would appear as a missing number in the middle of a run.
 */
export function checkedRules<R extends Readonly<Record<string, { readonly options: DecoderOptions }>>>(rules: R): R {
  for (const [rule, { options }] of Object.entries(rules)) {
    const all = { ...COMMON_OPTIONS, ...options };
    for (const [name, option] of Object.entries(options)) {
      const wrong = wrongWith(name, option, all);
      if (wrong !== undefined) throw new Error(`decoder ${rule}: option ${name} ${wrong}`);
    }
  }
  return rules;
}

/** The options of several rules in their order. @throws Error if two have one of the same name. */
export function joinedOptions(...tables: readonly DecoderOptions[]): DecoderOptions {
  const all: Record<string, DecoderOption> = {};
  for (const [name, option] of tables.flatMap((table) => Object.entries(table))) {
    if (Object.hasOwn(all, name)) throw new Error(`two rules of a decoder have an option ${name}: rename one`);
    all[name] = option;
  }
  return all;
}

function wrongWith(name: string, option: DecoderOption, all: DecoderOptions): string | undefined {
  if (name in COMMON_OPTIONS) return "is one that every decoder has: give it another name";
  const kinds = Object.entries({ choices: option.choices, "a range": option.range, "a text": option.text });
  const given = kinds.filter(([, kind]) => kind !== undefined).map(([kind]) => kind);
  if (given.length > 1) return `has both ${given.join(" and ")}: leave one out`;
  const wanted = misfit(option, option.default);
  if (wanted !== undefined) return `has the default ${option.default}: ${wanted}`;
  if (option.onlyWith === undefined) return undefined;
  return wrongWithOther(name, option.onlyWith, all);
}

/** The fault of an option's reference to the option that it belongs to. */
function wrongWithOther(
  name: string,
  [other, ...values]: NonNullable<DecoderOption["onlyWith"]>,
  all: DecoderOptions,
): string | undefined {
  const belongs = `belongs to ${other}`;
  if (!Object.hasOwn(all, other)) return `${belongs}, which is no option of this decoder`;
  const names = Object.keys(all);
  if (names.indexOf(other) >= names.indexOf(name)) return `${belongs}, which does not stand before it`;
  const { choices } = all[other];
  if (choices === undefined) return `${belongs}, which is a number: an option can belong to words only`;
  if (values.length === 0) return `${belongs}, but to none of its values: choose among ${choices.join(", ")}`;
  const unknown = values.filter((value) => !choices.includes(value));
  if (unknown.length === 0) return undefined;
  return `${belongs}=${unknown.join("|")}, which ${other} cannot be: choose among ${choices.join(", ")}`;
}
