import type { DecoderOptions } from "../option.ts";
import { OSD_OPTIONS } from "../osd/bits.ts";
import { osdRules } from "../osd/symbols.ts";
import type { DecoderSpec } from "../spec.ts";
import { portionIn } from "../step.ts";
import { valuesOption } from "../values.ts";

/** Most stages: 8190 tests of a frame. */
const STAGES_MAXIMUM = 12;

export function testsOfFrame(stages: number): number {
  return 2 ** (stages + 1) - 2;
}

/** The decoder without its reprocessing; the spec itself if it has none. */
export function withoutReprocessing(spec: DecoderSpec): DecoderSpec {
  const {
    reprocess = "none",
    stages,
    alpha,
    "osd-order": _order,
    "osd-sweep": _sweep,
    "osd-from": _from,
    "osd-basis": _basis,
    ensemble: _ensemble,
    pick: _pick,
    legs: _legs,
    "leg-gamma": _legGamma,
    solutions: _solutions,
    ...options
  } = spec.options;
  return reprocess === "none" ? spec : { ...spec, options: { ...options, reprocess: "none" } };
}

/** Whether a decoder reprocesses failed frames, or is ordered statistics decoding, which does it to every frame. */
export function reprocesses(spec: DecoderSpec): boolean {
  return withoutReprocessing(spec) !== spec || Object.hasOwn(osdRules, spec.rule);
}

/** The options of reprocessing, which every binary decoder made from a program has. */
export const REPROCESS_OPTIONS = {
  reprocess: {
    default: "none",
    choices: ["none", "eqml", "abp", "osd", "ensemble", "relay", "ensemble+osd", "relay+osd"],
    onlyWith: ["stop", "syndrome"],
    description:
      "decode frames that failed again: with positions saturated both ways, eqml those whose messages changed their signs most, abp those with most unsatisfied checks; osd, by ordered statistics; or ensemble, by decoders of other random orders (order=random) or values (gamma=uniform(a,b)); or relay, by legs with other memories that go on from the posteriors before; +osd: then the frames that are left by osd",
  },
  stages: {
    default: 3,
    range: { minimum: 1, maximum: STAGES_MAXIMUM, multipleOf: 1 },
    beyond: (stages) => `it needs up to ${testsOfFrame(stages)} tests of every frame that failed`,
    onlyWith: ["reprocess", "eqml", "abp"],
    description: "positions saturated one after the other: stage j has up to 2^j tests of a frame",
  },
  alpha: {
    default: 20,
    range: { minimum: 0.25, maximum: 1000, multipleOf: 0.25 },
    onlyWith: ["reprocess", "eqml", "abp"],
    description: "what a position is saturated to, LLR",
  },
  "osd-order": { ...OSD_OPTIONS.order, onlyWith: ["reprocess", "osd", "ensemble+osd", "relay+osd"] },
  "osd-sweep": { ...OSD_OPTIONS.sweep, onlyWith: ["reprocess", "osd", "ensemble+osd", "relay+osd"] },
  "osd-from": {
    default: "posterior",
    choices: ["posterior", "channel"],
    onlyWith: ["reprocess", "osd", "ensemble+osd", "relay+osd"],
    description:
      "LLRs whose signs patterns flip and whose magnitudes order positions; words are compared by the channel's",
  },
  ensemble: {
    default: 8,
    range: { minimum: 2, maximum: 4096, multipleOf: 1 },
    onlyWith: ["reprocess", "ensemble", "ensemble+osd"],
    description: "decoders of an ensemble, with the one that decodes every frame",
  },
  pick: {
    default: "first",
    choices: ["first", "lightest"],
    onlyWith: ["reprocess", "ensemble", "ensemble+osd"],
    description:
      "first: the word of the first decoder that finds one; lightest: of all words the one with the least Σ |channel LLR| over bits that differ from the channel's",
  },
  legs: {
    default: 60,
    range: { minimum: 1, maximum: 600, multipleOf: 1 },
    onlyWith: ["reprocess", "relay", "relay+osd"],
    description: "most legs after the first, each of `iterations` at most, with another set of memories",
  },
  "leg-gamma": valuesOption(
    { minimum: -1, maximum: 1, rounded: (gamma, { messages }) => portionIn(messages, gamma) },
    {
      default: "uniform(-0.24,0.66)",
      onlyWith: ["reprocess", "relay", "relay+osd"],
      description: "memory γ of the legs after the first",
    },
  ),
  solutions: {
    default: 1,
    range: { minimum: 1, maximum: 100, multipleOf: 1 },
    onlyWith: ["reprocess", "relay", "relay+osd"],
    description:
      "words after which a frame ends: the one with the least Σ |channel LLR| over flipped bits is its decision; from 2 on all frames go through legs",
  },
} as const satisfies DecoderOptions;
