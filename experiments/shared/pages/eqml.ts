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

/** What stages of EQML gain on belief propagation. */
const gain = (stages: number): string =>
  (passes("bound=16") - passes(`reprocess=eqml stages=${stages} alpha=20`)).toFixed(2);

export const EQML_FIGURES: Figures = {
  "readme eqml": () => `${gain(5)} dB on belief propagation at a FER of 10⁻³`,
};
