import { print } from "../../src/cli/output.ts";
import { readDecoder } from "../../src/decoder/decoder.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { counted, formatNumber, formatRate } from "../../src/report/format.ts";
import { formatTable } from "../../src/report/table.ts";
import { defineExperiment } from "../shared/experiment.ts";
import { MeasurementFile } from "../shared/files.ts";
import type { Lab, Step } from "../shared/lab.ts";
import { measurement } from "../shared/options.ts";
import { type EqmlRunner, eqmlRunner } from "./shared/cells.ts";
import {
  type EqmlArguments,
  type EqmlDecoder,
  eqmlInFlight,
  eqmlOptions,
  FROM_FILE,
  PAPER,
  STAGES,
  stagesDecoder,
  TABLE_4_EBN0,
} from "./shared/paper.ts";
import {
  deviceSpeed,
  FEWER_IN_FLIGHT,
  MOST_STAGES,
  SPEED_CELLS,
  type SpeedCase,
  type SpeedCell,
  type SpeedPair,
  serialDecoder,
  sortFrames,
  speedCases,
  speedKey,
  speedPair,
} from "./shared/speed.ts";

type File = MeasurementFile<SpeedCell>;

interface Arguments extends EqmlArguments {
  readonly seconds: number;
  readonly serialSeconds: number;
}

export default defineExperiment({
  name: "eqml-tables-4-6",
  summary: "Tables 4 to 6: EQML on the device against the serial CPU decoder, by stages and by Eb/N0",
  paper: "eqml",
  options: {
    ...eqmlOptions("eqml-tables-4-6"),
    seconds: measurement.number("of each measurement on the device", "2", 1),
    "serial-seconds": measurement.number(
      "of each measurement of the serial decoder, for frames that fail and for all other frames",
      "2",
      2,
    ),
  },
  quick: { seconds: 0.1, "serial-seconds": 0.1, "in-flight": 4, out: "runs/eqml-tables-4-6-quick.json" },
  computes: FROM_FILE,
  async run(options, lab) {
    const file =
      options.from === undefined ? await measure(options, lab) : MeasurementFile.read(SPEED_CELLS, options.from);
    printSpeeds(file, options);
  },
});

/**
 * Measures the cells that the file lacks. The decoders of a code alternate at each Eb/N0, so that they run at the same
 * clock.
 */
async function measure(options: Arguments, lab: Lab): Promise<MeasurementFile<SpeedCell>> {
  const { seed, seconds, serialSeconds, out, inFlight = eqmlInFlight(lab.device) } = options;
  const settings = { seed, seconds, serialSeconds, inFlight, serial: lab.serialText };
  const file = MeasurementFile.open(SPEED_CELLS, out, lab.identity(settings));
  const cases = speedCases(options).filter((one) => one.inFlight === undefined || one.inFlight < inFlight);
  // Runners of decoders, each made once for a number of frames.
  const runners = new Map<string, EqmlRunner>();
  const runnerOf = async ({ code, decoder, inFlight: wanted = inFlight }: SpeedCase) => {
    const key = JSON.stringify([code, decoder, wanted]);
    const known = runners.get(key);
    if (known !== undefined) return known;
    const say = (line: string) => lab.say(line);
    const made = await eqmlRunner(lab.engine, loadCode(code), readDecoder(decoder), wanted, seed, say);
    runners.set(key, made);
    return made;
  };
  const step = (on: SpeedCell["on"], one: SpeedCase, run: (runner: EqmlRunner) => Promise<SpeedCell>): Step => {
    const frames = one.inFlight ?? (on === "serial" ? 1 : inFlight);
    return {
      what: `${on === "serial" ? "serial decoder" : "device"}, ${one.code}, ${one.stages} stages, ${one.ebn0} dB, ${counted(frames, "frame")} at once`,
      cost: Number(/\d+/.exec(one.code)?.[0] ?? 1) * 2 ** one.stages * (on === "serial" ? 2 : 1),
      isDone: () => file.find(speedKey(on, one.code, one.decoder, one.ebn0, one.inFlight)) !== undefined,
      async run() {
        const cell = await run(await runnerOf(one));
        file.set(cell);
        file.save();
        return [
          `${one.code} at ${one.ebn0} dB, ${cell.decoder}, ${on}: ${formatNumber(cell.framesPerSecond)} frames/s`,
        ];
      },
    };
  };
  const onDevice = (one: SpeedCase) =>
    step("device", one, async (runner) => {
      const cell = await deviceSpeed(one.code, runner, one.ebn0, seconds);
      return one.inFlight === undefined ? cell : { ...cell, inFlight: runner.frames };
    });
  const inSeries = (one: SpeedCase) => step("serial", one, (runner) => serialSpeed(file, runner, one, options, lab));
  const steps = byCode(cases).flatMap((own) => [
    ...own.map(onDevice),
    ...own.filter(({ serial }) => serial).map(inSeries),
  ]);
  try {
    await lab.measure(steps, out);
  } finally {
    for (const runner of runners.values()) runner.release();
  }
  return file;
}

async function serialSpeed(
  file: MeasurementFile<SpeedCell>,
  runner: EqmlRunner,
  one: SpeedCase,
  { seed, serialSeconds }: Arguments,
  lab: Lab,
): Promise<SpeedCell> {
  const device = file.find(speedKey("device", one.code, runner.decoder, one.ebn0))!;
  const frames = await sortFrames(runner, one.ebn0, device.frames);
  const serial = await serialDecoder(lab.serial, loadCode(one.code), readDecoder(one.decoder), seed);
  try {
    return await serial.speed(one.ebn0, frames, device.failed / device.frames, serialSeconds);
  } finally {
    serial.release();
  }
}

function byCode(cases: readonly SpeedCase[]): SpeedCase[][] {
  return [...new Set(cases.map(({ code }) => code))].map((code) => cases.filter((one) => one.code === code));
}

/** Prints Tables 4 to 6 with the speed-ups of the paper and of this project, and the cost of reprocessing. */
function printSpeeds(file: File, options: EqmlDecoder): void {
  const tables = PAPER;
  const { adapter, driver } = file.head.device;
  const processors = new Set(file.measurements.flatMap(({ processor }) => processor ?? []));
  print(`${tables.source}\n\n`);
  print(`on ${adapter} (${driver}); serial decoder: one core of ${[...processors].join(", ")}`);
  print(`${stagesDecoder(options, STAGES)}\n\n`);
  const show = (title: string, headers: readonly string[], rows: readonly (readonly string[])[]) =>
    print(`${title}\n\n${formatTable(headers, rows)}\n\n`);
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
  const most = [tables.table5, tables.table6].flatMap(({ code, rows: [{ snr }] }: typeof PAPER.table5) => {
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
function shareOfPlain(file: File, options: EqmlDecoder, code: string, ebn0: number): string {
  const [plain, reprocessed] = [0, STAGES].map((stages) =>
    file.find(speedKey("device", code, stagesDecoder(options, stages), ebn0)),
  );
  if (plain === undefined || reprocessed === undefined) return "–";
  return `${formatNumber((100 * reprocessed.framesPerSecond) / plain.framesPerSecond)} %`;
}
