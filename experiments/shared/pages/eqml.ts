import { formatNumber } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/table.ts";
import { wordList } from "../../../src/word-list.ts";
import { cellKind, curveOf, type EqmlCell, eqmlKey } from "../../eqml/shared/cells.ts";
import { PAPER, STAGES, TABLE_4_EBN0 } from "../../eqml/shared/paper.ts";
import { SPEED_CELLS, speedPair } from "../../eqml/shared/speed.ts";
import { SHORT_CODE_CASES, SHORT_CODE_CELLS, shortCodeLines } from "../../eqml/short-codes.ts";
import { MeasurementFile } from "../files.ts";
import { type FrameErrors, ferCrossing, rateText, undetectedShares } from "../rates.ts";
import { cardOf, experimentsFile, type Figures, reportTable, resultFile } from "./results.ts";

const figure7File = () => resultFile("results/eqml-figure-7");
const shortCodesFile = () => resultFile("results/osd/eqml-short-codes");
const speedsFile = () => resultFile("results/eqml-tables-4-6");
const table2File = () => resultFile("results/eqml-table-2");
const table3File = () => resultFile("results/eqml-table-3");
/** The quotient of Table 2's times, and the speed-up in the paper's text, which cuts it to two decimals. */
const [COMPUTED_FLAT, PRINTED_FLAT] = [1.46, 1.45];
const FER = 1e-3;

const errorsOf = (cell?: EqmlCell): FrameErrors => ({
  errors: cell?.frameErrors ?? 0,
  frames: cell?.frames ?? 0,
  undetected: cell?.undetected ?? 0,
});

/** Wrong frames of EQML with these stages in Fig. 7. */
export function eqmlErrors(stages: number, point: number): FrameErrors {
  const { measurements } = MeasurementFile.read(cellKind("eqml-figure-7"), experimentsFile(figure7File()));
  const ending = `reprocess=eqml stages=${stages} alpha=20`;
  return errorsOf(measurements.find(({ decoder, ebn0 }) => decoder.endsWith(ending) && ebn0 === point));
}

/** Eb/N0 at which a decoder of Fig. 7 passes the FER, dB. @param ending of its canonical words. */
function passes(ending: string): number {
  const { measurements } = MeasurementFile.read(cellKind("eqml-figure-7"), experimentsFile(figure7File()));
  const crossing = ferCrossing(curveOf(measurements.filter(({ decoder }) => decoder.endsWith(ending))), FER);
  if (crossing === undefined) throw new Error(`${figure7File()}: no curve "${ending}" passes ${FER}`);
  return crossing.at;
}

export const gain = (stages: number): string =>
  (passes("reprocess=none") - passes(`reprocess=eqml stages=${stages} alpha=20`)).toFixed(2);

const stagesText = (stages: number) => `EQML, ${stages} ${stages === 1 ? "stage" : "stages"}`;

/** Decoders of the table of short codes. */
const SHORT_CODE_ROWS = [
  "BP",
  ...[3, 6].map(stagesText),
  ...[1, 2, 3, 4].map((order) => `OSD of failed frames, order ${order}`),
  "OSD alone, order 4",
];

/** The measurements of each code at its higher Eb/N0 by the names of decoders. */
function shortCodeColumns() {
  const file = MeasurementFile.read(SHORT_CODE_CELLS, experimentsFile(shortCodesFile()));
  return SHORT_CODE_CASES.map((one) => {
    const [ebn0] = one.ebn0.slice(-1);
    const code = one.load().name;
    const cells = new Map(
      shortCodeLines(one, DECODER).map(({ name, decoder }) => [name, file.find(eqmlKey(code, decoder, ebn0))]),
    );
    return { header: `${one.name}, ${ebn0} dB`, cells };
  });
}

/** Eb/N0 that EQML with 6 stages needs beyond ordered statistics of order 4 at the FER of these, at the lower Eb/N0 of each code. */
function gapsToMaximumLikelihood(): string {
  const file = MeasurementFile.read(SHORT_CODE_CELLS, experimentsFile(shortCodesFile()));
  const gaps = SHORT_CODE_CASES.flatMap((one) => {
    const lines = shortCodeLines(one, DECODER);
    const cellsOf = (name: string) => {
      const decoder = lines.find((line) => line.name === name)?.decoder;
      const cells = one.ebn0.map((point) => decoder && file.find(eqmlKey(one.load().name, decoder, point)));
      return cells.filter((cell) => typeof cell === "object");
    };
    const [ordered] = cellsOf("OSD alone, order 4");
    if (ordered === undefined) return [];
    const curve = cellsOf(stagesText(6));
    const crossing = ferCrossing(curveOf(curve), ordered.frameErrors / ordered.frames);
    const gap = crossing === undefined ? undefined : crossing.at - ordered.ebn0;
    return [`${gap === undefined ? "more than 1" : gap.toFixed(2)} dB more on ${one.name}`];
  });
  return wordList(gaps, "and");
}

/** FER and time of a frame of EQML and of ordered statistics, each code at its higher Eb/N0. */
function shortCodesTable(): string {
  const columns = shortCodeColumns();
  return markdownTable(
    ["", ...columns.flatMap(({ header }) => [header, "µs"]), "undetected, % of the wrong frames of each code"],
    SHORT_CODE_ROWS.map((name) => [
      name,
      ...columns.flatMap(({ cells }) => {
        const cell = cells.get(name);
        if (cell === undefined) return ["–", "–"];
        return [rateText(errorsOf(cell)), formatNumber((1e6 * cell.seconds) / cell.frames)];
      }),
      undetectedShares(columns.map(({ cells }) => errorsOf(cells.get(name)))),
    ]),
  );
}

/**
 * FERs of Fig. 7's decoders at some points, and each decoder's gain over belief propagation where it passes the FER.
 */
function gainTable(): string {
  const { measurements } = MeasurementFile.read(cellKind("eqml-figure-7"), experimentsFile(figure7File()));
  const eqml = [1, 3, 5].map((stages) => [stagesText(stages), `reprocess=eqml stages=${stages} alpha=20`]);
  const decoders = [["BP", "reprocess=none"], ["ABP, 5 stages", "reprocess=abp stages=5 alpha=20"], ...eqml];
  const points = [1, 1.5, 2, 2.5];
  const cellAt = (ending: string, point: number) =>
    measurements.find(({ decoder, ebn0 }) => decoder.endsWith(ending) && ebn0 === point)!;
  const bound = ({ mlErrors: errors, frames }: EqmlCell) => rateText({ errors, frames });
  const bp = passes("reprocess=none");
  return markdownTable(
    ["", ...points.map((point) => `FER at ${point} dB`), "undetected, % of the wrong frames", "gain at 1e-3, dB"],
    [
      ...decoders.map(([name, ending]) => [
        name,
        ...points.map((point) => rateText(errorsOf(cellAt(ending, point)))),
        undetectedShares(points.map((point) => errorsOf(cellAt(ending, point)))),
        ending === "reprocess=none" ? "–" : (bp - passes(ending)).toFixed(3),
      ]),
      ["ML ≥", ...points.map((point) => bound(cellAt("reprocess=eqml stages=5 alpha=20", point))), "–", "–"],
    ],
  );
}

const DECODER = { decoder: "sum-product iterations=30", alpha: 20 };

/** Table 4: speed-ups by stages, and frames/s on the device. */
function stagesTable(): string {
  const file = MeasurementFile.read(SPEED_CELLS, experimentsFile(speedsFile()));
  const { table4 } = PAPER;
  return markdownTable(
    ["stages", "paper's speed-up", "ours", "device, frames/s"],
    table4.rows.map(({ stages, cpu, gpu }) => {
      const { speedUp, device } = speedPair(file, DECODER, table4.code, stages, TABLE_4_EBN0)!;
      return [String(stages), ...[cpu / gpu, speedUp, device.framesPerSecond].map((value) => formatNumber(value))];
    }),
  );
}

/** Decodings a second, first ones and tests, of wimax-576-288 on the device and in series, of these stages and Eb/N0. */
function decodings(cases: readonly { readonly stages: number; readonly snr: number }[]): string {
  const file = MeasurementFile.read(SPEED_CELLS, experimentsFile(speedsFile()));
  const { table4 } = PAPER;
  const speeds = cases.map(({ stages, snr }) => {
    const { device, serial } = speedPair(file, DECODER, table4.code, stages, snr)!;
    const perFrame = 1 + device.tests / device.frames;
    return [perFrame * device.framesPerSecond * 1e-6, perFrame * serial.framesPerSecond];
  });
  const [onDevice, inSeries] = [0, 1].map((side) =>
    wordList(
      speeds.map((pair) => formatNumber(pair[side])),
      "and",
    ),
  );
  return `${onDevice} million on the device, ${inSeries} in the serial decoder`;
}

/** Tables 5 and 6: speed-ups by Eb/N0, and frames/s on the device. */
function pointsTable(): string {
  const file = MeasurementFile.read(SPEED_CELLS, experimentsFile(speedsFile()));
  const { table5, table6 } = PAPER;
  return markdownTable(
    ["Eb/N0, dB", ...[table5, table6].flatMap(({ code }) => [`${code}: paper's`, "ours", "frames/s"])],
    table5.rows.map(({ snr }) => [
      String(snr),
      ...[table5, table6].flatMap(({ code, rows }) => {
        const { cpu, gpu } = rows.find((row) => row.snr === snr)!;
        const { speedUp, device } = speedPair(file, DECODER, code, STAGES, snr)!;
        return [cpu / gpu, speedUp, device.framesPerSecond].map((value) => formatNumber(value));
      }),
    ]),
  );
}

/** The serial decoder's frames/s with 3 stages at 1.25 dB, wimax-576-288. */
function serialSpeed(): number {
  const { measurements } = MeasurementFile.read(SPEED_CELLS, experimentsFile(speedsFile()));
  const found = measurements.find(
    ({ on, code, decoder, ebn0 }) =>
      on === "serial" && code === "wimax-576-288" && decoder.includes("eqml stages=3 ") && ebn0 === 1.25,
  );
  if (found === undefined) throw new Error(`${speedsFile()} has no serial decoder of 3 stages at 1.25 dB`);
  return found.framesPerSecond;
}

/** Cost of 3 stages at three Eb/N0 on the device, wimax-576-288. */
function costTable(): string {
  const { measurements } = MeasurementFile.read(SPEED_CELLS, experimentsFile(speedsFile()));
  const rows = [1, 2, 3].map((point) => {
    const at = (isReprocessed: boolean) =>
      measurements.find(
        ({ on, code, decoder, ebn0 }) =>
          on === "device" &&
          code === "wimax-576-288" &&
          ebn0 === point &&
          (isReprocessed ? decoder.includes("eqml stages=3 ") : decoder.includes("reprocess=none")),
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
  "eqml card": () => cardOf(speedsFile(), table2File(), table3File()),
  "eqml short codes card": () => cardOf(shortCodesFile()),
  "reprocess cost": costTable,
  "reprocess gain": () => `${gain(5)} dB`,
  "eqml serial": () => formatNumber(serialSpeed()),
  "eqml gains": gainTable,
  "eqml short codes": shortCodesTable,
  "eqml ml gaps": gapsToMaximumLikelihood,
  "eqml stages": stagesTable,
  "eqml points": pointsTable,
  "eqml decodings by stages": () => decodings(PAPER.table4.rows.map(({ stages }) => ({ stages, snr: TABLE_4_EBN0 }))),
  "eqml decodings by points": () => decodings(PAPER.table5.rows.map(({ snr }) => ({ stages: STAGES, snr }))),
  "eqml table 2": () => reportTable(table2File()).replaceAll(`| ${COMPUTED_FLAT} |`, `| ${PRINTED_FLAT} |`),
  "eqml table 3": () => reportTable(table3File()),
};
