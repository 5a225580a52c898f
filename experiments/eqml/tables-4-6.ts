import { number } from "../../src/cli/command-line/option.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { counted, formatNumber } from "../../src/report/format.ts";
import { MeasurementFile } from "../shared/measurement-file.ts";
import { defineExperiment } from "../shared/runner/experiment.ts";
import type { Lab, Step } from "../shared/runner/lab.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { type EqmlArguments, eqmlOptions, FROM_FILE } from "./shared/options.ts";
import { type EqmlRunner, eqmlInFlight, eqmlRunner } from "./shared/runner.ts";
import { deviceSpeed, SPEED_CELLS, type SpeedCell, serialDecoder, sortFrames, speedKey } from "./shared/speed.ts";
import { type SpeedCase, speedCases } from "./shared/speed-cases.ts";
import { printSpeeds } from "./shared/speed-text.ts";

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
    seconds: number({ group: "Measurement", describe: "of each measurement on the device", example: "2", default: 1 }),
    "serial-seconds": number({
      group: "Measurement",
      describe: "of each measurement of the serial decoder, for frames that fail and for all other frames",
      example: "2",
      default: 2,
    }),
  },
  quick: { seconds: 0.1, "serial-seconds": 0.1, "in-flight": 4, out: "runs/eqml-tables-4-6-quick.json" },
  computes: FROM_FILE,
  async run(options, lab) {
    checkWholeNumbers([["in-flight", options.inFlight, 1]]);
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
  const runners = new Runners(lab.engine, { inFlight, seed }, (line) => lab.say(line));
  const step = (on: SpeedCell["on"], one: SpeedCase, run: (runner: EqmlRunner) => Promise<SpeedCell>): Step => {
    const decoder = decoderText(readDecoder(one.decoder));
    const frames = one.inFlight ?? (on === "serial" ? 1 : inFlight);
    return {
      what: `${on === "serial" ? "serial decoder" : "device"}, ${one.code}, ${one.stages} stages, ${one.ebn0} dB, ${counted(frames, "frame")} at once`,
      cost: Number(/\d+/.exec(one.code)?.[0] ?? 1) * 2 ** one.stages * (on === "serial" ? 2 : 1),
      isDone: () => file.find(speedKey(on, one.code, decoder, one.ebn0, one.inFlight)) !== undefined,
      async run() {
        const cell = await run(await runners.of(one));
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
    runners.release();
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

/** Runners of the decoders of a code, each made once for a number of frames. */
class Runners {
  readonly #engine: Engine;
  readonly #options: { readonly inFlight: number; readonly seed: number };
  readonly #say: (line: string) => void;
  readonly #made = new Map<string, EqmlRunner>();

  /** @param options inFlight: frames of a run if a case does not set them. */
  constructor(engine: Engine, options: { inFlight: number; seed: number }, say: (line: string) => void) {
    this.#engine = engine;
    this.#options = options;
    this.#say = say;
  }

  async of({ code, decoder, inFlight = this.#options.inFlight }: SpeedCase): Promise<EqmlRunner> {
    const key = JSON.stringify([decoder, inFlight]);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const { seed } = this.#options;
    const made = await eqmlRunner(this.#engine, loadCode(code), readDecoder(decoder), inFlight, seed, this.#say);
    this.#made.set(key, made);
    return made;
  }

  release(): void {
    for (const runner of this.#made.values()) runner.release();
  }
}

function byCode(cases: readonly SpeedCase[]): SpeedCase[][] {
  return [...new Set(cases.map(({ code }) => code))].map((code) => cases.filter((one) => one.code === code));
}
