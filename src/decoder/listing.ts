import { type DecoderOption, type DecoderOptions, specOptions, WHOLE_NUMBERS } from "./option.ts";
import type { RuleNotes } from "./rule.ts";
import { checkNodeRules } from "./rules.ts";

/** A decoder of the family as listings show it. */
export interface ListedDecoder extends RuleNotes {
  readonly name: string;
  /** GF(2) takes LLRs of bits, GF(q) of symbols. */
  readonly field: "GF(2)" | "GF(q)";
  /** All options that a spec may name, in its order. */
  readonly options: readonly ListedOption[];
}

export interface ListedOption {
  readonly name: string;
  readonly default: string | number;
  readonly description: string;
  /** The words of a choice, the form of a text, or the bounds of a number. */
  readonly choices?: readonly string[];
  readonly text?: string;
  readonly range?: NonNullable<DecoderOption["range"]>;
  /** The option changes the speed and not the results. */
  readonly onlySpeed: boolean;
  /** The other option, and its values, that this option requires. */
  readonly onlyWith?: { readonly option: string; readonly values: readonly string[] };
}

/** The family in the order of the table of rules. */
export function listDecoders(): ListedDecoder[] {
  return Object.entries(checkNodeRules).map(
    ([name, { input, options, iterates, decoder: _, kernels: _kernels, parts: _parts, ...notes }]) => ({
      name,
      field: input === "bit" ? "GF(2)" : "GF(q)",
      ...notes,
      options: listOptions(specOptions({ options, iterates })),
    }),
  );
}

function listOptions(options: DecoderOptions): ListedOption[] {
  return Object.entries(options).map(
    ([name, { default: value, description, choices, text, range, how, onlyWith }]) => ({
      name,
      default: value,
      description,
      ...(choices !== undefined
        ? { choices }
        : text !== undefined
          ? { text: text.wanted }
          : { range: range ?? WHOLE_NUMBERS }),
      onlySpeed: how === true,
      ...(onlyWith === undefined ? {} : { onlyWith: { option: onlyWith[0], values: onlyWith.slice(1).flat() } }),
    }),
  );
}
