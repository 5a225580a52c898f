import { formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { cellKind, curveOf } from "../../eqml/shared/fer.ts";
import { ferCrossing } from "../crossing.ts";
import { MeasurementFile } from "../measurement-file.ts";
import type { Figures } from "./figures.ts";
import { experimentsFile } from "./results.ts";

const FIGURE_7 = "results/eqml-figure-7-h200.json";
const FER = 1e-3;

/** Eb/N0 at which a decoder of Fig. 7 passes the FER, dB. @param ending of its canonical words. */
function passes(ending: string): number {
  const { measurements } = MeasurementFile.read(cellKind("eqml-figure-7"), experimentsFile(FIGURE_7));
  const crossing = ferCrossing(curveOf(measurements.filter(({ decoder }) => decoder.endsWith(ending))), FER);
  if (crossing === undefined) throw new Error(`${FIGURE_7}: no curve "${ending}" passes ${FER}`);
  return crossing.at;
}

/** Gain of stages of EQML over belief propagation. */
const gain = (stages: number): string =>
  (passes("bound=16") - passes(`reprocess=eqml stages=${stages} alpha=20`)).toFixed(2);

/**
 * FERs of Fig. 7's decoders at some points, the Eb/N0 at which each passes the FER, and its gain over belief
 * propagation.
 */
function gainTable(): string {
  const { measurements } = MeasurementFile.read(cellKind("eqml-figure-7"), experimentsFile(FIGURE_7));
  const eqml = [1, 2, 3, 4, 5].map((stages) => [`EQML, ${stages} stages`, `reprocess=eqml stages=${stages} alpha=20`]);
  const decoders = [["BP", "bound=16"], ["ABP, 5 stages", "reprocess=abp stages=5 alpha=20"], ...eqml];
  const points = [1, 1.5, 2, 2.5];
  const rateAt = (ending: string, point: number, of: "frameErrors" | "mlErrors") => {
    const cell = measurements.find(({ decoder, ebn0 }) => decoder.endsWith(ending) && ebn0 === point)!;
    return formatRate(cell[of] / cell.frames);
  };
  const bp = passes("bound=16");
  return markdownTable(
    ["", ...points.map((point) => `FER at ${point} dB`), "passes 1e-3 at, dB", "gain, dB"],
    [
      ...decoders.map(([name, ending]) => [
        name,
        ...points.map((point) => rateAt(ending, point, "frameErrors")),
        passes(ending).toFixed(3),
        ending === "bound=16" ? "–" : (bp - passes(ending)).toFixed(3),
      ]),
      ["ML ≥", ...points.map((point) => rateAt("reprocess=eqml stages=5 alpha=20", point, "mlErrors")), "–", "–"],
    ],
  );
}

export const EQML_FIGURES: Figures = {
  "eqml gains": gainTable,
  "readme eqml": () => `${gain(5)} dB on belief propagation at a FER of 10⁻³`,
};
