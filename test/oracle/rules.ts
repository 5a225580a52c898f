/// <reference types="vite/client" />

import { edgeRules } from "../../src/decoder/nodes/edges/index.ts";
import { variableRules } from "../../src/decoder/nodes/variables/index.ts";
import { checkNodeRules } from "../../src/decoder/rules.ts";
import type { EdgeRuleOracle, RuleOracle, VariableOracle } from "./rule-oracle.ts";

const modules = import.meta.glob<{ readonly default: RuleOracle }>("./rules/*.ts", { eager: true });

/** The oracles by decoder, each from the file rules/DECODER.ts. */
export const oracles: ReadonlyMap<string, RuleOracle> = new Map(
  Object.entries(modules).map(([path, module]) => [/([^/]+)\.ts$/.exec(path)![1], module.default]),
);

/**
 * The decoders whose oracles pass messages of this kind, in the order of the table of rules. Suites take their decoders from here.
 * @throws Error if a decoder of the table has no oracle, so no suite leaves it out.
 */
export function rulesPassing(passes: RuleOracle["passes"], rules: Readonly<Record<string, unknown>> = checkNodeRules) {
  return Object.keys(rules).filter((rule) => known(rule).passes === passes);
}

function known(rule: string): RuleOracle {
  const oracle = oracles.get(rule);
  if (oracle === undefined) throw new Error(`there is no oracle for ${rule}: write test/oracle/rules/${rule}.ts`);
  return oracle;
}

/**
 * The oracle of a decoder.
 * @throws Error if the decoder has no oracle, or one of another kind. Another oracle never replaces it.
 * @example oracleFor("min-sum", "bits").checkNode({ messages: "f32" })
 */
export function oracleFor<P extends RuleOracle["passes"]>(rule: string, passes: P): RuleOracle & { passes: P } {
  const oracle = known(rule);
  if (oracle.passes !== passes) throw new Error(`the oracle of ${rule} passes ${oracle.passes}, not ${passes}`);
  return oracle as RuleOracle & { passes: P };
}

/**
 * Whether a decoder's notes (`ldpc decoders`) promise equal bits on every device. Its suite then expects the oracle's bits, and otherwise
 * results within the oracle's tolerance.
 */
export function isExact(rule: string): boolean {
  return checkNodeRules[rule].exactness.devices === "bit-equal";
}

/** Decoders of a table without an oracle, and oracles without a decoder. */
export function unmatched(rules: Readonly<Record<string, unknown>>): string[] {
  return [...new Set([...Object.keys(rules), ...oracles.keys()])].filter(
    (rule) => !(rule in rules && oracles.has(rule)),
  );
}

const variableModules = import.meta.glob<{ readonly default: VariableOracle }>("./variables/*.ts", { eager: true });
const edgeModules = import.meta.glob<{ readonly default: EdgeRuleOracle }>("./edges/*.ts", { eager: true });

/** The oracle of a rule of variables. @throws Error if it has none. */
export function variableOracle(name = "plain"): VariableOracle {
  return nodeOracle(variableModules, "variables", name);
}

/** The oracle of a rule of edges. @throws Error if it has none. */
export function edgeOracle(name = "plain"): EdgeRuleOracle {
  return nodeOracle(edgeModules, "edges", name);
}

function nodeOracle<O>(modules: Readonly<Record<string, { readonly default: O }>>, folder: string, name: string): O {
  const found = modules[`./${folder}/${name}.ts`];
  if (found === undefined) throw new Error(`there is no oracle for ${name}: write test/oracle/${folder}/${name}.ts`);
  return found.default;
}

/** Values to test of the options of all rules of variables and edges. */
export const NODE_VALUES: Readonly<Record<string, readonly (string | number)[]>> = Object.assign(
  {},
  ...Object.keys(variableRules).map((name) => variableOracle(name).values),
  ...Object.keys(edgeRules).map((name) => edgeOracle(name).values),
);
