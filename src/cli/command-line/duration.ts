import { InputError } from "../../errors.ts";
import { readNumber } from "./numbers.ts";
import { type Option, type OptionGroup, parsed } from "./option.ts";

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, min: 60, h: 3600, d: 86_400 };
const PART = /(\d+(?:\.\d+)?)\s*(min|[smhd])/gy;

/**
 * Converts a duration with units to seconds: `90s`, `5m`, `2h`, `1h30m`.
 * @returns undefined for a text without units, which is a number of seconds.
 */
export function unitSeconds(text: string): number | undefined {
  const trimmed = text.trim();
  let [seconds, at] = [0, 0];
  PART.lastIndex = 0;
  for (let part = PART.exec(trimmed); part !== null; part = PART.exec(trimmed)) {
    seconds += Number(part[1]) * UNIT_SECONDS[part[2]];
    at = PART.lastIndex;
  }
  return at > 0 && at === trimmed.length ? seconds : undefined;
}

/** Settings of an option whose value is a duration. */
interface DurationSettings {
  readonly group: OptionGroup;
  readonly describe: string;
  readonly example: string;
  readonly noun: string;
  readonly seldom?: boolean;
  readonly defaultText?: string;
}

const RULE = "write seconds, or for example 90s, 5m, 1h30m or 0.5 day";

/** An option for a positive duration as a number of seconds or with units: `90`, `90s`, `5m`, `1.5 hours`. Its value is in seconds. */
export function duration(settings: DurationSettings): Option<number | undefined> {
  const bounds = { noun: settings.noun, unit: "s", above: 0 };
  return parsed<number, DurationSettings & { placeholder: string }>(
    { ...settings, placeholder: "TIME" },
    async (text, label) => {
      const given = unitSeconds(text);
      if (given === undefined) return readNumber(text, label, bounds, RULE);
      if (given === 0) throw new InputError(`${label} "${text}": a time is above 0: ${RULE}`);
      return given;
    },
  );
}
