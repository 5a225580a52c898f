import { withoutMarked } from "./markers.ts";

/** A number in a page's text that looks measured and is outside of all markers. */
export interface Untraced {
  readonly line: number;
  /** The number with its unit. */
  readonly text: string;
}

/** What follows measured quantities: units of speeds, times, memory and factors, and the whole of a part. */
const MEASURED_UNIT =
  /^(?:(?:[kMGT]|million |billion )?(?:bit\/s|frames\/s|B\/s)|(?:million |billion )?frames per second|(?:µ|n|p|m)s\b|s\b(?!\/)|[kMG]?B\b|[KMG]iB\b|×|times (?:as|faster|the|slower)|of \d[\d,]* (?:points|frames|blocks|cells|words))/;

/** Words before a number that make it a setting or a name, not a result: of a channel, a code, a decoder, a program or a standard. */
const SETTING_BEFORE =
  /(?:\b(?:at|QBER|SNR|FER|rate|rates|scale|offset|factor|step|α|version|section|TS|IEEE|ATSC|DOCSIS|Table|Fig\.|Node|Mesa|TypeScript|glibc|Ubuntu|σ|ε|v_el|η|Z|N|n|K|M|[=<>≤≥±…])|[=<>≤≥±…])\s*$/;

/**
 * Numbers of a page that no marker traces to a file or to a paper. The rule: outside of markers, code and links, a page has no number
 * with an exponent (`1.2e-5`), none before a unit of speed, time, memory or a factor (`Mbit/s`, `frames/s`, `GB/s`, `ms`, `×`, `times as`), no part of a whole (`59 of 61`),
 * none alone in a cell of a table, and no decimal fraction, percentage or loss in dB but as a setting: after a word such as `at`, `QBER`,
 * `SNR`, `rate`, or a sign such as `=`.
 * @param page its name, for errors of its markers.
 * @example untracedNumbers("x.md", "It makes 449 Mbit/s at 2.5 dB.") // [{ line: 1, text: "449 Mbit/s" }]
 */
export function untracedNumbers(page: string, text: string): Untraced[] {
  const plain = withoutMarked(page, text)
    .replace(/^```[^\n]*\n[\s\S]*?^```$/gm, blank)
    .replace(/`[^`\n]+`/g, blank)
    .replace(/\]\([^()\s]+\)/g, blank);
  return plain.split("\n").flatMap((line, at) =>
    [...line.matchAll(/(?<![\w./^−-]|\d,)(?:\d[\d,]*)(?:\.\d+)?(?:e[-−]?\d+)?(?![\w.]*[A-Za-z(]\w*\d|\w)/g)].flatMap(
      (match) => {
        const [number] = match;
        const after = line.slice(match.index + number.length).replace(/^\s/, "");
        const before = line.slice(0, match.index);
        if (/\|\s*$/.test(before) && /^\s*\|/.test(after)) return [{ line: at + 1, text: number }];
        const [unit] = MEASURED_UNIT.exec(after) ?? [];
        if (unit !== undefined) return [{ line: at + 1, text: `${number} ${unit}` }];
        if (/e[-−]?\d/.test(number)) return [{ line: at + 1, text: number }];
        // Of an interval.
        if (number === "95" && after.startsWith("%")) return [];
        const isRelative = /^(?:%|dB\b)/.test(after);
        if (!isRelative && !number.includes(".")) return [];
        return SETTING_BEFORE.test(before)
          ? []
          : [{ line: at + 1, text: isRelative ? `${number} ${after.slice(0, 2).trim()}` : number }];
      },
    ),
  );
}

/** The line breaks of a text, and nothing else. */
const blank = (text: string) => text.replace(/[^\n]+/g, "·");
