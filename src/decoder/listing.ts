import { DECODER_ALIASES, decoderRules } from "./decoder.ts";
import { edgeRules } from "./nodes/edges/index.ts";
import type { NodeRule } from "./nodes/rule.ts";
import { variableRules } from "./nodes/variables/index.ts";
import { joint } from "./nonbinary/joint.ts";
import { weighted } from "./nonbinary/weights.ts";
import { type DecoderOption, type DecoderOptions, specOptions, WHOLE_NUMBERS } from "./option.ts";
import type { RuleNotes } from "./rule.ts";
import { checkNodeRules } from "./rules.ts";
import { modelRules } from "./shots/rules.ts";

/**
 * A decoder of the family as listings show it.
 * @example
 * const isExact = ({ exactness }: ListedDecoder) => exactness.devices === "bit-equal";
 */
export interface ListedDecoder extends RuleNotes {
  readonly name: string;
  /** GF(2) takes LLRs of bits, GF(q) of symbols; a decoder of error models takes their shots. */
  readonly field: "GF(2)" | "GF(q)" | "error models";
  /** Other names of the literature that mean it. */
  readonly aliases: readonly string[];
  /** All options that a spec may name, in its order. */
  readonly options: readonly ListedOption[];
}

/**
 * An option of a listed decoder.
 * @example
 * const text = ({ name, default: value }: ListedOption) => `${name}=${value}`;
 */
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

/**
 * All decoders with their options, cost, exactness and source, in the order of `ldpc decoders`.
 * @example
 * listDecoders().map(({ name }) => name).includes("min-max"); // → true
 */
export function listDecoders(): ListedDecoder[] {
  return [
    ...Object.entries(checkNodeRules).map(
      ([name, { input, options: _options, decoder: _, iterates: _iterates, ...notes }]) =>
        listed(name, input === "bit" ? "GF(2)" : "GF(q)", notes),
    ),
    ...Object.entries(modelRules).map(([name, { options: _, ...notes }]) => listed(name, "error models", notes)),
  ];
}

function listed(name: string, field: ListedDecoder["field"], notes: RuleNotes): ListedDecoder {
  return {
    name,
    field,
    ...notes,
    aliases: DECODER_ALIASES[name] ?? [],
    options: listOptions(specOptions(decoderRules[name])),
  };
}

/** A rule of variables or edges of binary decoders as listings show it. */
export interface ListedNodeRule extends Pick<NodeRule, "description" | "equation" | "source" | "claim" | "use"> {
  readonly name: string;
  /** The option whose word it is. */
  readonly of: "variable" | "edge";
  readonly options: readonly ListedOption[];
}

/** The rules of variables, then of edges. */
export function listNodeRules(): ListedNodeRule[] {
  const list = (of: ListedNodeRule["of"], rules: Readonly<Record<string, NodeRule>>) =>
    Object.entries(rules).map(([name, { description, equation, source, claim, use, options }]) => {
      return { name, of, description, equation, source, claim, use, options: listOptions(options) };
    });
  return [...list("variable", { ...variableRules, joint }), ...list("edge", { ...edgeRules, weighted })];
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
