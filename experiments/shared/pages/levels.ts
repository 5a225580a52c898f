import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { type Crossing, ferCrossing } from "../rates.ts";
import { pointsOfFile, SYMBOL_FER } from "./fer.ts";
import type { Figures } from "./figure.ts";

const CODES = ["nb620-gf32", "nb620-gf32-best"];
const FER = 1e-2;
/** Decoders of ten iterations. */
const DECODERS = [
  "min-max",
  "min-max messages=levels32 step=0.25",
  "min-max messages=levels16 step=0.5",
  "min-max messages=levels8 step=1",
  "qspa",
];

/** Eb/N0 at which each decoder passes the FER, with its interval, and the difference to Min-Max in f32. */
function lossTable(): string {
  const points = pointsOfFile(SYMBOL_FER);
  const crossing = (code: string, decoder: string): Crossing | undefined =>
    ferCrossing(
      points.filter((row) => row.code === code && row.decoder === decoderText(readDecoder(`${decoder} iterations=10`))),
      FER,
    );
  const rows = DECODERS.map((decoder) => [
    `\`${decoder}\``,
    ...CODES.flatMap((code) => {
      const [own, f32] = [crossing(code, decoder), crossing(code, DECODERS[0])];
      if (own === undefined || f32 === undefined) return ["–", "–"];
      const { at, low, high } = own;
      return [`${at.toFixed(3)} (${low.toFixed(3)} … ${high.toFixed(3)})`, (at - f32.at).toFixed(3)];
    }),
  ]);
  return markdownTable(["decoder", ...CODES.flatMap((code) => [`${code}, dB`, "to f32"])], rows);
}

export const LEVELS_FIGURES: Figures = { "levels loss": lossTable };
