import { print } from "../../../src/cli/output.ts";
import { decoderText, readDecoder } from "../../../src/decoder/decoder.ts";
import { formatNumber, formatRate } from "../../../src/report/format.ts";
import { markdownTable } from "../../../src/report/markdown.ts";
import { formatTable } from "../../../src/report/table.ts";
import type { MeasurementFile } from "../../shared/measurement-file.ts";
import type { EqmlArguments } from "./options.ts";
import { type EqmlTables, eqmlTables, STAGES } from "./paper.ts";
import { type SpeedCell, speedKey } from "./speed.ts";
import { FEWER_IN_FLIGHT, MOST_STAGES, stagesDecoder, TABLE_4_EBN0 } from "./speed-cases.ts";

type File = MeasurementFile<SpeedCell>;
type Options = Pick<EqmlArguments, "decoder" | "alpha" | "markdown">;

/** A decoder on the device and in series. */
export interface SpeedPair {
  readonly device: SpeedCell;
  readonly serial: SpeedCell;
  readonly speedUp: number;
}

/**
 * Undefined if the file lacks one of them. @param inFlight frames of a run on the device, if not the experiment's.
 */
export function speedPair(
  file: File,
  { decoder, alpha }: Options,
  code: string,
  stages: number,
  ebn0: number,
  inFlight?: number,
): SpeedPair | undefined {
  const words = decoderText(readDecoder(stagesDecoder(decoder, stages, alpha)));
  const device = file.find(speedKey("device", code, words, ebn0, inFlight));
  const serial = file.find(speedKey("serial", code, words, ebn0));
  if (device === undefined || serial === undefined) return undefined;
  return { device, serial, speedUp: device.framesPerSecond / serial.framesPerSecond };
}

/** Prints Tables 4 to 6 with the speed-ups of the paper and of this project, and the cost of reprocessing. */
export function printSpeeds(file: File, options: Options): void {
  const tables = eqmlTables();
  const { adapter, driver } = file.head.device;
  const processors = new Set(file.measurements.flatMap(({ processor }) => processor ?? []));
  print(`${tables.source}\n\n`);
  print(`on ${adapter} (${driver}); serial decoder: one core of ${[...processors].join(", ")}`);
  print(`${decoderText(readDecoder(stagesDecoder(options.decoder, STAGES, options.alpha)))}\n\n`);
  const show = (title: string, headers: readonly string[], rows: readonly (readonly string[])[]) =>
    print(`${title}\n\n${options.markdown ? markdownTable(headers, rows) : formatTable(headers, rows)}\n\n`);
  show(
    `Table 4: ${tables.table4.code}, Eb/N0 ${TABLE_4_EBN0} dB`,
    ["stages", ...HEADERS],
    tables.table4.rows.map(({ stages, cpu, gpu }) => [
      String(stages),
      ...cells(speedPair(file, options, tables.table4.code, stages, TABLE_4_EBN0), cpu / gpu),
    ]),
  );
  for (const name of ["table5", "table6"] as const) {
    const { code, rows } = tables[name];
    show(
      `Table ${name.slice(-1)}: ${code}, ${STAGES} stages`,
      ["Eb/N0 dB", ...HEADERS, "of BP's speed"],
      rows.map(({ snr, cpu, gpu }) => [
        String(snr),
        ...cells(speedPair(file, options, code, STAGES, snr), cpu / gpu),
        shareOfPlain(file, options, code, snr),
      ]),
    );
  }
  const { code, rows } = tables.table6;
  const byFrames = (inFlight?: number) => {
    const pairs = [STAGES, MOST_STAGES].map((stages) => speedPair(file, options, code, stages, rows[0].snr, inFlight));
    return pairs.flatMap((pair) => [pair?.device.framesPerSecond, pair?.speedUp]);
  };
  show(
    `Frames at once: ${code}, Eb/N0 ${rows[0].snr} dB`,
    ["frames of a run", ...[STAGES, MOST_STAGES].flatMap((n) => [`${n} stages, frames/s`, "speed-up"])],
    [...FEWER_IN_FLIGHT, undefined].map((inFlight) => [
      inFlight === undefined ? "as in Table 6" : String(inFlight),
      ...byFrames(inFlight).map((value) => (value === undefined ? "–" : formatNumber(value))),
    ]),
  );
  const most = [tables.table5, tables.table6].flatMap(({ code, rows: [{ snr }] }: EqmlTables["table5"]) => {
    const pair = speedPair(file, options, code, MOST_STAGES, snr);
    return pair === undefined ? [] : [`${code}, ${MOST_STAGES} stages, ${snr} dB: ${formatNumber(pair.speedUp)} times`];
  });
  if (most.length > 0) print(`${most.join("; ")}\n\n`);
  print(
    "Speed-up: frames per second on the device over those of the serial decoder. Reprocessed: share of frames that the first run did not decode.",
  );
}

const HEADERS = [
  "device, frames/s",
  "serial, frames/s",
  "speed-up",
  "paper's",
  "reprocessed",
  "tests per frame",
] as const;

function cells(pair: SpeedPair | undefined, paper: number): string[] {
  if (pair === undefined) return ["–", "–", "–", formatNumber(paper), "–", "–"];
  const { device, serial, speedUp } = pair;
  return [
    formatNumber(device.framesPerSecond),
    formatNumber(serial.framesPerSecond),
    formatNumber(speedUp),
    formatNumber(paper),
    shareText(device.failed / device.frames),
    meanText(device.tests / device.frames),
  ];
}

function shareText(share: number): string {
  return share < 1e-4 ? formatRate(share) : `${formatNumber(100 * share)} %`;
}

function meanText(mean: number): string {
  return mean < 1e-3 ? formatRate(mean) : formatNumber(mean);
}

/** Speed with reprocessing over the speed without. */
function shareOfPlain(file: File, { decoder, alpha }: Options, code: string, ebn0: number): string {
  const [plain, reprocessed] = [0, STAGES].map((stages) =>
    file.find(speedKey("device", code, decoderText(readDecoder(stagesDecoder(decoder, stages, alpha))), ebn0)),
  );
  if (plain === undefined || reprocessed === undefined) return "–";
  return `${formatNumber((100 * reprocessed.framesPerSecond) / plain.framesPerSecond)} %`;
}
