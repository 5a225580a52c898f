import type { Part } from "../part.ts";
import { LIMIT_ENTRIES, LIMITS, type Stopping, stoppingOf } from "./limits.ts";

/** The rule under which a run is at least as long as under each of two rules. */
export function longestStopping(a: Stopping, b: Stopping): Stopping {
  const entries = LIMIT_ENTRIES.map(([name, { longer, absent }]) => {
    const value = (longer === "larger" ? Math.max : Math.min)(a[name] ?? absent, b[name] ?? absent);
    return [name, value === absent ? undefined : value];
  });
  return stoppingOf(Object.fromEntries(entries));
}

/** The first option whose change would lose published results of a run; undefined if no option would. */
export function shorterOption(
  old: Stopping,
  now: Stopping,
): { readonly option: string; readonly was?: number; readonly is?: number } | undefined {
  for (const [name, { absent, option, isPublished }] of LIMIT_ENTRIES) {
    if (!isPublished || (now[name] ?? absent) >= (old[name] ?? absent)) continue;
    return { option: `--${option}`, was: old[name], is: now[name] };
  }
  return undefined;
}

/** The rule of one part of a run. Frames are divided by chunks, so their limits are the limits of the run. */
export function ruleOfPart(rule: Stopping, { of }: Part): Stopping {
  if (of === 1) return rule;
  const shares = LIMIT_ENTRIES.flatMap(([name, { ofPart }]) => {
    const limit = rule[name];
    return ofPart === undefined || limit === undefined ? [] : [[name, ofPart(limit, of)]];
  });
  return { ...rule, ...Object.fromEntries(shares) };
}

/** The texts of a rule's limits, by their options on the command line. */
export function stoppingTexts(rule: Stopping): Record<string, string> {
  const texts = LIMIT_ENTRIES.flatMap(([name, { option }]) => {
    const limit = rule[name];
    return limit === undefined ? [] : [[option, String(limit)]];
  });
  return Object.fromEntries(texts);
}

/** The contradiction within a rule, or between a rule and a part, as the text of an error with the options; undefined if there is none. */
export function contradictionOf({ minFrames = 0, maxFrames, targetFer }: Stopping, part?: Part): string | undefined {
  const option = (name: keyof typeof LIMITS) => `--${LIMITS[name].option}`;
  if (minFrames > maxFrames) {
    return `${option("minFrames")} ${minFrames} is more than ${option("maxFrames")} ${maxFrames}: give fewer`;
  }
  // Each part would use its own frames to decide which points to skip.
  if (part !== undefined && targetFer !== undefined) {
    return `${option("targetFer")} cannot go with --part: name the points instead`;
  }
  return undefined;
}

/** Whether a rule may skip points after the first open one. */
export function maySkipPoints({ targetFer }: Stopping): boolean {
  return targetFer !== undefined;
}
