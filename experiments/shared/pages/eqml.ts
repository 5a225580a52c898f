import { formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { cellKind, curveOf } from "../../eqml/shared/fer.ts";
import { SPEED_CELLS } from "../../eqml/shared/speed.ts";
import { ferCrossing } from "../crossing.ts";
import { MeasurementFile } from "../measurement-file.ts";
import type { Figures } from "./figure.ts";
import { experimentsFile } from "./results.ts";

const FIGURE_7 = "results/eqml-figure-7-h200.json";
const CCSDS = "results/cpu/eqml-figure-7-ccsds.json";
const FER = 1e-3;

/** Eb/N0 at which a decoder of Fig. 7 passes the FER, dB. @param ending of its canonical words. */
function passes(ending: string): number {
  const { measurements } = MeasurementFile.read(cellKind("eqml-figure-7"), experimentsFile(FIGURE_7));
  const crossing = ferCrossing(curveOf(measurements.filter(({ decoder }) => decoder.endsWith(ending))), FER);
  if (crossing === undefined) throw new Error(`${FIGURE_7}: no curve "${ending}" passes ${FER}`);
  return crossing.at;
}

/** Gain of stages of EQML over belief propagation. */
export const gain = (stages: number): string =>
  (passes("bound=16") - passes(`reprocess=eqml stages=${stages} alpha=20`)).toFixed(2);

const stagesText = (stages: number) => `EQML, ${stages} ${stages === 1 ? "stage" : "stages"}`;

/** FERs of belief propagation, ABP and EQML for the telecommand code of CCSDS. */
function ccsdsTable(): string {
  const { measurements } = MeasurementFile.read(cellKind("eqml-figure-7"), experimentsFile(CCSDS));
  const points = [...new Set(measurements.map(({ ebn0 }) => ebn0))].sort((a, b) => a - b);
  const row = (name: string, ending: string) => [
    name,
    ...points.map((point) => {
      const cell = measurements.find(({ decoder, ebn0 }) => decoder.endsWith(ending) && ebn0 === point)!;
      return formatRate(cell.frameErrors / cell.frames);
    }),
  ];
  return markdownTable(
    ["", ...points.map((point) => `FER at ${point} dB`)],
    [
      row("BP", "bound=16"),
      row("ABP, 5 stages", "reprocess=abp stages=5 alpha=20"),
      ...[1, 3, 5].map((stages) => row(stagesText(stages), `reprocess=eqml stages=${stages} alpha=20`)),
    ],
  );
}

/**
 * FERs of Fig. 7's decoders at some points, the Eb/N0 at which each passes the FER, and its gain over belief
 * propagation.
 */
function gainTable(): string {
  const { measurements } = MeasurementFile.read(cellKind("eqml-figure-7"), experimentsFile(FIGURE_7));
  const eqml = [1, 2, 3, 4, 5].map((stages) => [stagesText(stages), `reprocess=eqml stages=${stages} alpha=20`]);
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

/** The serial decoder's frames/s with 3 stages at 1.25 dB, wimax-576-288. */
function serialSpeed(file: string): number {
  const { measurements } = MeasurementFile.read(SPEED_CELLS, experimentsFile(file));
  const found = measurements.find(
    ({ on, code, decoder, ebn0 }) =>
      on === "serial" && code === "wimax-576-288" && decoder.includes("eqml stages=3 ") && ebn0 === 1.25,
  );
  if (found === undefined) throw new Error(`${file} has no serial decoder of 3 stages at 1.25 dB`);
  return found.framesPerSecond;
}
const serialThen = () => serialSpeed("results/eqml-tables-4-6-h200.json");
const serialNow = () => serialSpeed("results/cpu/eqml-tables-4-6.json");

/** Cost of 3 stages at three Eb/N0 on the device, wimax-576-288. */
function costTable(): string {
  const { measurements } = MeasurementFile.read(SPEED_CELLS, experimentsFile("results/eqml-tables-4-6-h200.json"));
  const rows = [1, 2, 3].map((point) => {
    const at = (isReprocessed: boolean) =>
      measurements.find(
        ({ on, code, decoder, ebn0 }) =>
          on === "device" &&
          code === "wimax-576-288" &&
          ebn0 === point &&
          (isReprocessed ? decoder.includes("eqml stages=3 ") : !decoder.includes("reprocess=")),
      )!;
    const [ours, plain] = [at(true), at(false)];
    return [
      `${point} dB`,
      `${formatNumber((100 * ours.failed) / ours.frames)} %`,
      formatNumber(ours.framesPerSecond),
      `${formatNumber((100 * ours.framesPerSecond) / plain.framesPerSecond)} %`,
    ];
  });
  return markdownTable(["Eb/N0", "frames that fail", "frames/s", "of the speed without reprocessing"], rows);
}

export const EQML_FIGURES: Figures = {
  "reprocess cost": costTable,
  "reprocess gain": () => `${gain(5)} dB`,
  "eqml serial then": () => formatNumber(serialThen()),
  "eqml serial now": () => formatNumber(serialNow()),
  "eqml serial factor": () => `${Math.round(serialNow() / serialThen())} times`,
  "eqml gains": gainTable,
  "eqml ccsds": ccsdsTable,
};
