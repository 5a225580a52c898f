import type { $ZodErrorMap } from "zod/v4/core";

/** A schema's finding about a value, in zod's form before it has a message. */
type Issue = Parameters<$ZodErrorMap>[0];

/**
 * The fault of a value that does not fit a schema, as the end of a sentence that begins with its name: `must be a whole
 * number, not 1.5`. If the schema has words of its own, zod uses them.
 */
export function misfitText(issue: Issue): string {
  const { input } = issue;
  if (input === undefined && issue.code !== "unrecognized_keys") return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kind(issue.expected)}, not ${shown(input)}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}, not ${shown(input)}`;
    case "too_small":
      return bound(issue.origin, issue.inclusive ? "at least" : "more than", issue.minimum, input);
    case "too_big":
      return bound(issue.origin, issue.inclusive ? "at most" : "less than", issue.maximum, input);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}, not ${shown(input)}`;
    case "unrecognized_keys":
      return `has an unknown entry ${keysText(issue.keys)}`;
    case "invalid_format":
      return `does not have the form of such a text: ${shown(input)}`;
    default:
      return `cannot be ${shown(input)}`;
  }
}

/** Unknown entries that a message names. */
const KEYS_SHOWN = 12;

function keysText(keys: readonly string[]): string {
  const more = keys.length > KEYS_SHOWN ? ` and ${keys.length - KEYS_SHOWN} more` : "";
  return `${keys.slice(0, KEYS_SHOWN).map(shown).join(", ")}${more}`;
}

const KINDS: Readonly<Record<string, string>> = {
  int: "a whole number",
  number: "a number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

function kind(expected: string): string {
  return KINDS[expected] ?? `a value of another kind (${expected})`;
}

/** A bound of a number, or of the length of a text or list. */
function bound(origin: string, comparison: string, limit: number | bigint, input: unknown): string {
  if (origin === "array") return `must have ${comparison} ${limit} elements`;
  if (origin === "string") return `must have ${comparison} ${limit} characters`;
  return `must be ${comparison} ${limit}, not ${shown(input)}`;
}

/** Characters of a value that a message shows. */
const SHOWN_CHARACTERS = 40;

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
