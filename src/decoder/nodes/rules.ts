import { joinedOptions } from "../checked-rules.ts";
import { type DecoderOption, type DecoderOptions, wordsOf } from "../option.ts";
import { type DecoderSpec, optionsOf } from "../spec.ts";
import { edgeRules } from "./edges/index.ts";
import { givenRule, RULE_OPTION } from "./given.ts";
import type { NodeRule, NodeRules } from "./rule.ts";
import { variableRules } from "./variables/index.ts";

/** The options of both, behind the options of a check-node rule. */
export const NODE_OPTIONS: DecoderOptions = {
  variable: {
    default: "plain",
    choices: wordsOf(variableRules),
    description: `rule of variables; ${described(variableRules)}`,
  },
  ...ownOptions("variable", variableRules),
  edge: {
    default: "plain",
    choices: wordsOf(edgeRules),
    description: `rule of the messages from variables to checks; ${described(edgeRules)}`,
  },
  ...ownOptions("edge", edgeRules),
  ...RULE_OPTION,
};

/** Their values of a decoder that does not offer them. */
export const PLAIN_NODES = { variable: "plain", edge: "plain", rule: "none" } as const;

/**
 * The rules that a spec names. A given rule of variables without values of its own has 0 as `variable_value`.
 * @param own rules of a decoder in the place of those of its spec.
 */
export function nodeRulesOf(spec: DecoderSpec, own: Partial<NodeRules> = {}): NodeRules {
  const { variable, edge } = optionsOf({ variable: NODE_OPTIONS.variable, edge: NODE_OPTIONS.edge }, spec);
  const named: NodeRules = { variable: variableRules[variable], edge: edgeRules[edge], ...own };
  const given = givenRule(spec);
  if (given?.kind === "edge") return { ...named, edge: { ...named.edge, part: given.part, words: 1 } };
  if (given?.kind !== "variable") return named;
  const values = named.variable.values ?? ((_, { matrix }) => new Uint32Array(matrix.columns));
  return { ...named, variable: { ...named.variable, part: given.part, values } };
}

function described(rules: Readonly<Record<string, NodeRule>>): string {
  return Object.entries(rules)
    .map(([name, { description }]) => `${name}: ${description}`)
    .join("; ");
}

/** The options of rules, which apply only with their rule. @throws Error if two rules have one of the same name. */
function ownOptions(option: string, rules: Readonly<Record<string, NodeRule>>): DecoderOptions {
  const tables = Object.entries(rules).map(([name, { options }]) =>
    Object.fromEntries(
      Object.entries(options).map(([own, each]): [string, DecoderOption] => [
        own,
        { ...each, onlyWith: [option, name] },
      ]),
    ),
  );
  return joinedOptions(...tables);
}
