import { formatCount, formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { cellKind, curveOf } from "../../eqml/shared/cells.ts";
import { MeasurementFile } from "../files.ts";
import { type FrameErrors, ferCrossing, rateText } from "../rates.ts";
import { ferErrors, ferText, REGISTER_FER, SYMBOL_FER, wimaxErrors } from "./fer.ts";
import { experimentsFile, type Figures, numberOf, resultFile } from "./results.ts";
import { defaultReconciled, speedsCard, symbolMbit, wimaxFrames, wimaxGbit } from "./speeds.ts";

const symbolFer = (code: string, decoder: string, point: number) => ferText(SYMBOL_FER, code, decoder, point);
const share = ({ errors, undetected }: FrameErrors) => `${formatNumber((100 * undetected) / errors, 2)} %`;
const undetected = (code: string, decoder: string, point: number) =>
  share(ferErrors(SYMBOL_FER, code, decoder, point)!);
const symbolSpeed = (code: string, decoder: string) => `${symbolMbit(code, decoder)} Mbit/s`;

/** Cells of Fig. 7 of EQML whose decoders end with these words. */
const ofFigure7 = (ending: string) => {
  const file = experimentsFile(resultFile("results/eqml-figure-7"));
  const { measurements } = MeasurementFile.read(cellKind("eqml-figure-7"), file);
  return measurements.filter(({ decoder }) => decoder.endsWith(ending));
};
const FIVE_STAGES = "reprocess=eqml stages=5 alpha=20";

/** Eb/N0 that EQML with 5 stages gains over belief propagation at FER 1e-3, dB. */
function eqmlGain(): string {
  const [plain, reprocessed] = ["reprocess=none", FIVE_STAGES].map(
    (ending) => ferCrossing(curveOf(ofFigure7(ending)), 1e-3)!.at,
  );
  return (plain - reprocessed).toFixed(2);
}

function eqmlErrors(point: number): FrameErrors {
  const { frameErrors: errors, frames, undetected } = ofFigure7(FIVE_STAGES).find(({ ebn0 }) => ebn0 === point)!;
  return { errors, frames, undetected };
}

/** A figure or two of each family of decoders. */
function decoderTable(): string {
  const frame = (name: string) =>
    formatNumber(
      1e3 *
        numberOf(
          resultFile("results/speeds/one-frame"),
          "details",
          "one frame, nb620-gf32: min-max stop=none @ 3 dB",
          name,
        ),
    );
  const paper = numberOf("reference/nonbinary-tables.json", "table3", 4, "milliseconds");
  const { chain, iterations, failed, undetected: wrong, frames } = defaultReconciled();
  const failures = `${failed === 0 ? "no failure" : `${failed} failures`} in ${frames.toLocaleString("en-US")} frames`;
  const [nb620, nb837] = ["nb620-gf32", "nb837-gf32"];
  const [levels16, levels32] = ["min-max messages=levels16 step=0.5", "trellis-min-max messages=levels32 step=0.5"];
  const rows = [
    [
      "min-max",
      `${frame("seconds")} ms for one frame`,
      `${nb620}, ${frame("deviceSeconds")} ms on the device; Wang et al. 2012: ${paper} ms on a GTX 470`,
      "–",
    ],
    [
      "min-max messages=int12",
      symbolSpeed(nb620, "min-max messages=int12"),
      `the same, batches of thousands; FER ${symbolFer(nb620, "min-max messages=int12", 2.6)} at 2.6 dB, f32 ${symbolFer(nb620, "min-max", 2.6)}`,
      undetected(nb620, "min-max messages=int12", 2.6),
    ],
    [
      "min-max messages=levels16",
      symbolSpeed(nb620, levels16),
      `the same; ${symbolFer(nb620, levels16, 2.6)}`,
      undetected(nb620, levels16, 2.6),
    ],
    [
      "qspa messages=bf16",
      symbolSpeed(nb620, "qspa messages=bf16"),
      `the same; ${symbolFer(nb620, "qspa messages=bf16", 2.6)}, f32 ${symbolFer(nb620, "qspa", 2.6)}`,
      undetected(nb620, "qspa messages=bf16", 2.6),
    ],
    [
      "trellis-min-max messages=levels32",
      symbolSpeed(nb837, levels32),
      `${nb837}; FER ${symbolFer(nb837, levels32, 4.2)} at 4.2 dB, f32 ${symbolFer(nb837, "trellis-min-max scale=0.375", 4.2)}`,
      undetected(nb837, levels32, 4.2),
    ],
    [
      "sum-product schedule=layered messages=f16 form=tanh",
      `${formatNumber(chain / 1e9)} Gbit/s sifted`,
      `dvbs2-64800-43200, QBER 7 %, ${iterations.toFixed(1)} iterations on average, ${failures}`,
      String(wrong),
    ],
    [
      "offset-min-sum schedule=layered messages=int11",
      `${formatNumber(wimaxGbit("int11"))} Gbit/s`,
      `wimax-2304-1152, decoder alone, ${formatCount(wimaxFrames("int11"))} frames in flight; FER ${rateText(wimaxErrors("int11", REGISTER_FER))} at 2.5 dB, f32 ${rateText(wimaxErrors("f32"))}`,
      share(wimaxErrors("int11", REGISTER_FER)),
    ],
    [
      "offset-min-sum schedule=layered messages=int8",
      `${formatNumber(wimaxGbit("int8"))} Gbit/s`,
      `the same; ${rateText(wimaxErrors("int8"))}`,
      share(wimaxErrors("int8")),
    ],
    [
      "sum-product reprocess=eqml stages=5",
      `gains ${eqmlGain()} dB on belief propagation at a FER of 10⁻³`,
      "wimax-576-288, 30 iterations, 2.25 dB",
      share(eqmlErrors(2.25)),
    ],
  ];
  return markdownTable(
    ["`--decoder`", "figure", "condition", "undetected"],
    rows.map(([decoder, ...rest]) => [`\`${decoder}\``, ...rest]),
  );
}

export const README_FIGURES: Figures = { "readme decoders": decoderTable, "speeds card": speedsCard };
