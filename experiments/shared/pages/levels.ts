import { markdownTable } from "../../../src/report/markdown.ts";
import { type Crossing, ferCrossing } from "../rates.ts";
import { pointsOfFile, SYMBOL_FER } from "./fer.ts";
import type { Figures } from "./figure.ts";

const CODES = ["nb620-gf32", "nb620-gf32-best"];
const FER = 1e-2;
/** Words behind `iterations=10 stop=syndrome` of the decoders, and their names. */
const DECODERS = [
  ["min-max", "min-max iterations=10 stop=syndrome"],
  ...[
    ["levels32", "0.25"],
    ["levels16", "0.5"],
    ["levels8", "1"],
  ].map(([messages, step]) => [
    `min-max messages=${messages} step=${step}`,
    `min-max iterations=10 stop=syndrome messages=${messages} step=${step}`,
  ]),
  ["qspa", "qspa iterations=10 stop=syndrome schedule=flooding messages=f32 bound=16"],
] as const;

/** Eb/N0 at which each decoder passes the FER, with its interval, and the difference to Min-Max in f32. */
function lossTable(): string {
  const points = pointsOfFile(SYMBOL_FER);
  const crossing = (code: string, decoder: string): Crossing | undefined =>
    ferCrossing(
      points.filter((row) => row.code === code && row.decoder === decoder),
      FER,
    );
  const rows = DECODERS.map(([name, decoder]) => [
    `\`${name}\``,
    ...CODES.flatMap((code) => {
      const [own, f32] = [crossing(code, decoder), crossing(code, DECODERS[0][1])];
      if (own === undefined || f32 === undefined) return ["–", "–"];
      const { at, low, high } = own;
      return [`${at.toFixed(3)} (${low.toFixed(3)} … ${high.toFixed(3)})`, (at - f32.at).toFixed(3)];
    }),
  ]);
  return markdownTable(["decoder", ...CODES.flatMap((code) => [`${code}, dB`, "to f32"])], rows);
}

export const LEVELS_FIGURES: Figures = { "levels loss": lossTable };
