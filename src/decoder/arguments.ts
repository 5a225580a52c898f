import type { Code } from "../code/code.ts";
import { InputError } from "../errors.ts";
import { kindOf, requireOptions } from "../options.ts";
import type { DecodableCode, DecoderRequest } from "./rule.ts";
import { checkNodeRules } from "./rules.ts";
import type { DecoderSpec } from "./spec.ts";

// Programs in JavaScript have no compiler that finds an argument in the wrong place: these checks name the argument and its maker.

/** @throws InputError if the value is no code. */
export function requireCode(value: unknown): asserts value is DecodableCode {
  const { matrix } = fields<Code>(value);
  if (typeof matrix?.columns === "number" && matrix.field !== undefined) return;
  throw wrongKind("code", "made by readCode, constructCode or loadCode", value);
}

/** @throws InputError if the value is no decoder spec. */
export function requireDecoder(value: unknown): asserts value is DecoderSpec {
  const { rule, iterations, options } = fields<DecoderSpec>(value);
  if (typeof rule === "string" && Object.hasOwn(checkNodeRules, rule) && iterations !== undefined && options) return;
  throw wrongKind("decoder", "made by readDecoder", value);
}

/** @throws InputError if the value is no engine. */
export function requireEngine(value: unknown): void {
  const { prepare, limits } = fields<{ prepare: unknown; limits: unknown }>(value);
  if (typeof prepare === "function" && limits !== undefined) return;
  throw wrongKind("engine", "opened by openEngine, openWebGpu, openCpuPool or cpuEngine", value);
}

/** @param owner the function that takes the request. @throws InputError for a name that no request has. */
export function requireRequest(owner: string, request: DecoderRequest): void {
  const names = {
    syndrome: true,
    lanes: true,
    soft: true,
    member: true,
    carried: true,
    carries: true,
    frames: true,
    refills: true,
    timed: true,
  };
  requireOptions(owner, request, names);
}

function wrongKind(name: string, made: string, value: unknown): InputError {
  return new InputError(`${name} must be ${made}, not ${kindOf(value)}`);
}

/** The members of a value of any kind. */
function fields<Content>(value: unknown): Partial<Content> {
  return typeof value === "object" && value !== null ? value : {};
}
