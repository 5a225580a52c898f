import { number } from "../../src/cli/command-line/option.ts";
import { Progress } from "../../src/cli/progress.ts";
import { decoderText, readDecoder } from "../../src/decoder/decoder.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { loadCode } from "../../src/node/codes/codes.ts";
import { openEngine } from "../../src/node/engine/engines.ts";
import { defineExperiment } from "../shared/experiment.ts";
import type { MeasurementFile } from "../shared/measurement-file.ts";
import { checkWholeNumbers } from "../shared/whole-numbers.ts";
import { type EqmlArguments, eqmlFile, eqmlOptions } from "./shared/options.ts";
import { type EqmlRunner, eqmlInFlight, eqmlRunner } from "./shared/runner.ts";
import { deviceSpeed, SPEED_CELLS, type SpeedCell, serialDecoder, sortFrames, speedKey } from "./shared/speed.ts";
import { type SpeedCase, speedCases } from "./shared/speed-cases.ts";
import { printSpeeds } from "./shared/speed-text.ts";

interface Arguments extends EqmlArguments {
  readonly serialSeconds: number;
}

export default defineExperiment({
  summary: "EQML on the device against the serial CPU decoder: by stages and by Eb/N0 (Tables 4 to 6)",
  options: {
    ...eqmlOptions("eqml-tables-4-6"),
    seconds: number({ group: "Measurement", describe: "of each measurement on the device", example: "2", default: 1 }),
    "serial-seconds": number({
      group: "Measurement",
      describe: "of each measurement of the serial decoder, for frames that fail and for those that do not",
      example: "2",
      default: 2,
    }),
  },
  async run(options) {
    checkWholeNumbers([["in-flight", options.inFlight, 1]]);
    const file = options.from === undefined ? await measure(options) : eqmlFile(SPEED_CELLS, options);
    printSpeeds(file, options);
  },
});

/** Measures what the file lacks. Decoders of a code take turns at each Eb/N0, so that they see the same clock. */
async function measure(options: Arguments): Promise<MeasurementFile<SpeedCell>> {
  const engine = await openEngine(options);
  const progress = new Progress(process.stderr, false, process.env);
  try {
    const file = eqmlFile(SPEED_CELLS, options, engine.info);
    const missing = (on: SpeedCell["on"], one: SpeedCase) =>
      file.find(speedKey(on, one.code, decoderText(readDecoder(one.decoder)), one.ebn0, one.inFlight)) === undefined;
    const inFlight = options.inFlight ?? eqmlInFlight(engine.info);
    const wanted = speedCases(options).filter((one) => one.inFlight === undefined || one.inFlight < inFlight);
    for (const cases of byCode(wanted)) {
      const begin = performance.now();
      const runners = new Runners(engine, { ...options, inFlight }, (line) => progress.say(line));
      try {
        for (const one of cases.filter((each) => missing("device", each))) {
          const runner = await runners.of(one);
          const cell = await deviceSpeed(one.code, runner, one.ebn0, options.seconds);
          file.set(one.inFlight === undefined ? cell : { ...cell, inFlight: runner.frames });
          file.save();
        }
        const [{ code }] = cases;
        progress.say(`${code} on the device: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
        for (const one of cases.filter((each) => each.serial && missing("serial", each))) {
          file.set(await serialSpeed(file, await runners.of(one), one, options));
          file.save();
        }
        progress.say(`${code} with the serial decoder too: ${((performance.now() - begin) / 1000).toFixed(1)} s`);
      } finally {
        runners.release();
      }
    }
    return file;
  } finally {
    await engine.close();
  }
}

async function serialSpeed(
  file: MeasurementFile<SpeedCell>,
  runner: EqmlRunner,
  one: SpeedCase,
  { seed, serialSeconds }: Arguments,
): Promise<SpeedCell> {
  const device = file.find(speedKey("device", one.code, runner.decoder, one.ebn0))!;
  const frames = await sortFrames(runner, one.ebn0, device.frames);
  const serial = await serialDecoder(loadCode(one.code), readDecoder(one.decoder), seed);
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

  /** @param options inFlight: frames of a run where a case does not say how many. */
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
