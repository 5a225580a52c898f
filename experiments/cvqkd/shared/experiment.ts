import { flag, type OptionTable, type Values } from "../../../src/cli/command-line/option.ts";
import { ENGINE_OPTIONS } from "../../../src/cli/options/decoder.ts";
import { readDecoder } from "../../../src/decoder/decoder.ts";
import type { EngineInfo } from "../../../src/engine/engine.ts";
import { InputError } from "../../../src/errors.ts";
import { formatNumber } from "../../../src/report/format.ts";
import { sum } from "../../../src/sum.ts";
import { defineExperiment } from "../../shared/experiment.ts";
import { type Identity, MeasurementFile, type MeasurementKind } from "../../shared/files.ts";
import type { Lab, Step } from "../../shared/lab.ts";
import { copyBandwidth } from "../../shared/limits.ts";
import { code, decoder, measurement, output, reportOut, SEED } from "../../shared/options.ts";
import { type Comparison, publish } from "../../shared/report.ts";
import {
  type CvqkdCase,
  chainMbit,
  FER_CELLS,
  type FerCell,
  failuresText,
  ferKey,
  type MeasuredSpeed,
  measureFer,
  measureSpeeds,
  SPEEDS,
  speedKey,
} from "./measure.ts";
import {
  CVQKD_DECODERS,
  type CvqkdCode,
  completeDecoder,
  cvqkdCodes,
  PAPER,
  type PaperPoint,
  paperSource,
} from "./paper.ts";

/** The options of all measuring experiments of CV-QKD. @param measures options of other measurements are hidden. */
function cvqkdOptions(name: string, measures: readonly ("speeds" | "cells")[], decoders: readonly string[]) {
  const ofSpeeds = { hidden: !measures.includes("speeds") };
  const ofCells = { hidden: !measures.includes("cells") };
  const file = (describe: string, option: string, more: typeof ofCells) =>
    output.text(describe, `runs/${option}.json`, `runs/cvqkd-${option}.json`, more);
  return {
    code: code.texts("codes with the paper's rates", "met-10000-1000 met-10000-500", {
      unset: "those of 1,000,000 bits",
    }),
    decoder: decoder.texts(
      "decoder, may be repeated; iterations and stop are the paper's if left out",
      "min-sum",
      decoders,
      { single: true },
    ),
    seed: SEED,
    seconds: measurement.number("least time for each speed", "2", 0.5, {
      ...ofSpeeds,
      placeholder: "SECONDS",
      minimum: 0,
    }),
    frames: measurement.count("frames of each FER", "4096", 2048, ofCells),
    speeds: file("JSON file of speeds; its measurements are not repeated", "speeds", ofSpeeds),
    cells: file("JSON file of simulated frames; its cells are not simulated again", "cells", ofCells),
    "read-only": flag("measure nothing: everything must be in the files, of any device", { group: "Output" }),
    out: reportOut(name),
    ...ENGINE_OPTIONS,
  } as const;
}

const IN_FLIGHT = measurement.count("frames decoded at once, cut to the device's maximum", "64", PAPER.frames);

type CvqkdArguments = Values<ReturnType<typeof cvqkdOptions>>;

/** A case of a table with its place: one code of the paper's rates with one decoder. */
export interface CvqkdEntry extends CvqkdCode, CvqkdCase {
  readonly speeds: (frames?: readonly number[]) => MeasuredSpeed[];
  readonly cell: () => FerCell;
}

/** A table or figure of the paper: its cases, and the rows that follow from their measurements. */
export interface CvqkdTable<Table extends OptionTable> {
  readonly name: string;
  readonly summary: string;
  /** Table, and the measurement. */
  readonly source: string;
  readonly note: string;
  /** What is measured of each case. */
  readonly measures: readonly ("speeds" | "cells")[];
  /** The one point that the table is about; all of the paper if left out. */
  readonly only?: PaperPoint;
  readonly options?: Table;
  readonly decoders?: readonly string[];
  readonly quick?: Readonly<Record<string, unknown>>;
  /**
   * The cases of a code with a decoder, named by the paper's columns: the SNR, and the decoder's options that the
   * table decides.
   */
  cases(
    point: PaperPoint,
    options: Values<Table>,
  ): readonly { readonly snr: number; readonly decided: Readonly<Record<string, string | number>> }[];
  /** Whether rows need all cases of a decoder together. */
  readonly together?: boolean;
  /** The rows of a case of a code with a decoder, or of all its cases together. @param at index of the case. */
  rows(entries: readonly CvqkdEntry[], at: number): readonly Comparison[];
  /** Rows of a code before those of its decoders. */
  head?(code: CvqkdCode): readonly Comparison[];
  draw?(entries: readonly CvqkdEntry[], device: EngineInfo, options: Values<Table> & CvqkdArguments): Promise<void>;
}

/**
 * An experiment that measures the cases of a table that its files lack, and prints the table.
 * Sizes of --quick: codes of the paper's rates with a hundredth of its bits.
 */
export function cvqkdExperiment<const Table extends OptionTable>(table: CvqkdTable<Table>) {
  const { name, summary, measures, only, decoders = CVQKD_DECODERS } = table;
  return defineExperiment({
    name,
    summary,
    paper: "cvqkd",
    options: {
      ...cvqkdOptions(name, measures, decoders),
      "in-flight": IN_FLIGHT,
      ...(table.options ?? ({} as Table)),
    },
    quick: {
      code: ["met-10000-1000", "met-10000-500", "met-10000-200"].slice(0, only === undefined ? 3 : 1),
      frames: 64,
      seconds: 0.1,
      speeds: "runs/cvqkd-speeds-quick.json",
      cells: "runs/cvqkd-cells-quick.json",
      out: `runs/${name}-quick.json`,
      "in-flight": only === undefined ? 8 : 16,
      ...table.quick,
    },
    computes: (given) => (given as unknown as CvqkdArguments).readOnly,
    async run(given: object, lab: Lab) {
      const options = given as CvqkdArguments & Values<Table> & { readonly inFlight: number | readonly number[] };
      for (const text of options.decoder) readDecoder(text);
      const inFlight: readonly number[] = [options.inFlight].flat().sort((a, b) => a - b);
      const session = new CvqkdSession({ ...options, inFlight: inFlight[0] }, lab);
      const codes = cvqkdCodes(options.code, only).map((one) => ({
        one,
        groups: options.decoder.map((text) =>
          table.cases(one.point, options).map(({ snr, decided }): CvqkdEntry => {
            const each = { code: one.code, snr, decoder: completeDecoder(text, decided) };
            const speeds = (frames = inFlight) => session.speeds(each, frames);
            return { ...one, ...each, speeds, cell: () => session.cell(each) };
          }),
        ),
      }));
      const all = codes.flatMap(({ groups }) => groups.flat());
      await session.measure(all, measures, inFlight);
      const comparisons = codes.flatMap(({ one, groups }) => [
        ...(table.head?.(one) ?? []),
        ...(table.together
          ? groups.flatMap((entries) => table.rows(entries, 0))
          : groups[0].flatMap((_, at) => groups.flatMap((entries) => table.rows([entries[at]], at)))),
      ]);
      const measured = session.measured();
      const source = paperSource(table.source);
      publish({ experiment: name, source, ...measured, comparisons, notes: [table.note] }, options.out);
      await table.draw?.(all, measured.device, options);
    },
  });
}

/** The source of a CV-QKD experiment's numbers: files of earlier calls, to which `measure` adds the missing numbers. */
class CvqkdSession {
  readonly #options: CvqkdArguments & { readonly inFlight: number };
  readonly #lab: Lab;
  readonly #copy: () => Promise<number>;
  #speeds: MeasurementFile<MeasuredSpeed> | undefined;
  #cells: MeasurementFile<FerCell> | undefined;

  constructor(options: CvqkdArguments & { readonly inFlight: number }, lab: Lab) {
    this.#options = options;
    this.#lab = lab;
    this.#copy = copyBandwidth(() => lab.engine);
  }

  /** The device of the measurements, and the identities of their files; known once the files have a number. */
  measured(): { readonly device: EngineInfo; readonly identities: readonly Identity[] } {
    const heads = [this.#speeds, this.#cells].flatMap((file) => (file === undefined ? [] : [file.head]));
    return { device: heads[0].device, identities: heads.flatMap(({ identity }) => identity ?? []) };
  }

  /** Measures the numbers that the files lack; with --read-only it measures nothing. */
  async measure(
    cases: readonly CvqkdCase[],
    measures: readonly ("speeds" | "cells")[],
    frames: readonly number[],
  ): Promise<void> {
    if (this.#options.readOnly) return;
    const steps = cases.flatMap((one) =>
      measures.map((what) => (what === "cells" ? this.#cellStep(one) : this.#speedStep(one, frames))),
    );
    await this.#lab.measure(steps, measures.map((what) => this.#options[what]).join(" and "));
  }

  /** Speeds for numbers of frames at once, in order. @throws InputError if the file lacks one. */
  speeds(one: CvqkdCase, frames: readonly number[]): MeasuredSpeed[] {
    const file = this.#speedFile();
    return frames.map((asked) => {
      const what = `speed of ${one.code.name} with ${one.decoder}, ${asked} frames at once`;
      return file.find(speedKey(one.code.name, one.decoder, asked)) ?? missing(what, this.#options.speeds);
    });
  }

  /** @throws InputError if the file lacks the cell. */
  cell(one: CvqkdCase): FerCell {
    const { frames, cells } = this.#options;
    const what = `FER of ${one.code.name} with ${one.decoder} at SNR ${one.snr}, ${frames} frames`;
    return this.#findCell(one) ?? missing(what, cells);
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
        const how = { seconds: this.#options.seconds, copyBytesPerSecond: await this.#copy() };
        await measureSpeeds(this.#lab.engine, one, lacks(), how, (speed) => {
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
        const before = file.find(ferKey(one.code.name, one.decoder, one.snr));
        const sizes = { frames, inFlight, seed };
        const { frameErrors: errors, frames: done } = await measureFer(this.#lab.engine, one, sizes, before, (cell) => {
          file.set(cell);
          file.save();
          share(cell.frames / frames);
        });
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
const costOfFrame = ({ code, decoder }: CvqkdCase): number =>
  code.matrix.variable.length * readDecoder(decoder).iterations;

function missing(what: string, file: string): never {
  throw new InputError(`has no ${what}: leave --read-only out`, { file });
}
