import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { EngineInfo } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { measureCopyBandwidth } from "../../../src/simulation/bench/copy-bandwidth.ts";
import { sum } from "../../../src/sum.ts";
import { MeasurementFile, type MeasurementKind } from "../../shared/measurement-file.ts";
import type { Identity } from "../../shared/runner/identity.ts";
import type { Lab, Step } from "../../shared/runner/lab.ts";
import type { CvqkdCase } from "./cases.ts";
import { FER_CELLS, type FerCell, failuresText, ferKey, measureFer } from "./fer.ts";
import type { CvqkdArguments } from "./options.ts";
import { chainMbit, type MeasuredSpeed, measureSpeeds, SPEEDS, speedKey } from "./speed.ts";

/** Measures a speed for each number of frames at once, or simulates a cell with at least the wanted frames. */
export type CvqkdWanted =
  | { readonly speeds: CvqkdCase; readonly frames: readonly number[] }
  | { readonly cell: CvqkdCase };

/** The source of a CV-QKD experiment's numbers: files of earlier calls, to which `measure` adds the missing numbers. */
export class CvqkdSession {
  readonly #options: CvqkdArguments;
  readonly #lab: Lab;
  #copyBytesPerSecond: number | undefined;
  #speeds: MeasurementFile<MeasuredSpeed> | undefined;
  #cells: MeasurementFile<FerCell> | undefined;

  constructor(options: CvqkdArguments, lab: Lab) {
    this.#options = options;
    this.#lab = lab;
  }

  /** The device of the measurements, and the identities of their files; known once the files have a number. */
  measured(): { readonly device: EngineInfo; readonly identities: readonly Identity[] } {
    const heads = [this.#speeds, this.#cells].flatMap((file) => (file === undefined ? [] : [file.head]));
    if (heads.length === 0) throw new Error("no number was asked for yet");
    return { device: heads[0].device, identities: heads.flatMap(({ identity }) => identity ?? []) };
  }

  /** Measures the numbers that the files lack; with --read-only it measures nothing. */
  async measure(wanted: readonly CvqkdWanted[]): Promise<void> {
    if (this.#options.readOnly) return;
    const steps = wanted.map((one) =>
      "cell" in one ? this.#cellStep(one.cell) : this.#speedStep(one.speeds, one.frames),
    );
    const files = [this.#speeds && this.#options.speeds, this.#cells && this.#options.cells];
    await this.#lab.measure(steps, files.filter((file) => file !== undefined).join(" and "));
  }

  /** Speeds for numbers of frames at once, in order. @throws InputError if the file lacks one. */
  speeds(one: CvqkdCase, frames: readonly number[]): MeasuredSpeed[] {
    const file = this.#speedFile();
    return frames.map((asked) => {
      const speed = file.find(speedKey(one.code.name, one.decoder, asked));
      return (
        speed ?? missing(`speed of ${one.code.name} with ${one.decoder}, ${asked} frames at once`, this.#options.speeds)
      );
    });
  }

  /** @throws InputError if the file lacks the cell. */
  cell(one: CvqkdCase): FerCell {
    const { frames, cells } = this.#options;
    const cell = this.#findCell(one);
    return cell ?? missing(`FER of ${one.code.name} with ${one.decoder} at SNR ${one.snr}, ${frames} frames`, cells);
  }

  #findCell({ code, decoder, snr }: CvqkdCase): FerCell | undefined {
    const found = this.#cellFile().find(ferKey(code.name, decoder, snr));
    return found !== undefined && found.frames >= this.#options.frames ? found : undefined;
  }

  #speedStep(one: CvqkdCase, frames: readonly number[]): Step {
    const file = this.#speedFile();
    const lacks = () => frames.filter((asked) => file.find(speedKey(one.code.name, one.decoder, asked)) === undefined);
    const what = `speed of ${one.code.name} with ${one.decoder}, ${frames.join(", ")} frames at once`;
    return {
      what,
      cost: sum(frames) * costOfFrame(one),
      isDone: () => lacks().length === 0,
      run: async (share) => {
        const { engine } = this.#lab;
        this.#copyBytesPerSecond ??= (await measureCopyBandwidth(engine)).bytesPerSecond;
        const how = { seconds: this.#options.seconds, copyBytesPerSecond: this.#copyBytesPerSecond };
        await measureSpeeds(engine, one, lacks(), how, (speed) => {
          file.set(speed);
          file.save();
          share(1 - lacks().length / frames.length);
        });
        const rates = this.speeds(one, frames).map((speed) => formatNumber(chainMbit(speed)));
        return [`${what}: ${rates.join(", ")} Mbit/s`];
      },
    };
  }

  #cellStep(one: CvqkdCase): Step {
    const file = this.#cellFile();
    const { frames, inFlight, seed } = this.#options;
    const what = `FER of ${one.code.name} with ${one.decoder} at SNR ${one.snr}, ${frames} frames`;
    return {
      what,
      cost: frames * costOfFrame(one),
      isDone: () => this.#findCell(one) !== undefined,
      run: async (share) => {
        const found = file.find(ferKey(one.code.name, one.decoder, one.snr));
        const { frameErrors: errors, frames: done } = await measureFer(
          this.#lab.engine,
          one,
          { frames, inFlight, seed },
          found,
          (cell) => {
            file.set(cell);
            file.save();
            share(cell.frames / frames);
          },
        );
        return [`${what}: ${failuresText({ errors, frames: done })}`];
      },
    };
  }

  #speedFile(): MeasurementFile<MeasuredSpeed> {
    this.#speeds ??= this.#file(SPEEDS, "speeds", { seconds: this.#options.seconds });
    return this.#speeds;
  }

  #cellFile(): MeasurementFile<FerCell> {
    this.#cells ??= this.#file(FER_CELLS, "cells", {});
    return this.#cells;
  }

  #file<T>(kind: MeasurementKind<T>, option: "speeds" | "cells", settings: { seconds?: number }): MeasurementFile<T> {
    const { [option]: path, readOnly, seed } = this.#options;
    if (readOnly) return MeasurementFile.read(kind, path);
    return MeasurementFile.open(kind, path, this.#lab.identity({ seed, ...settings }), `--${option}`);
  }
}

/** Relative cost of a frame: edges times iterations. */
function costOfFrame({ code, decoder }: CvqkdCase): number {
  return code.matrix.variable.length * readDecoder(decoder).iterations;
}

function missing(what: string, file: string): never {
  throw new InputError(`has no ${what}: leave --read-only out`, { file });
}
