import { join } from "node:path";
import type { Code } from "../code/code.ts";
import { codeHash } from "../code/hash.ts";
import { decoderText } from "../decoder/decoder.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { loadCode } from "../node/codes.ts";
import { programCommit, programVersions } from "../node/program.ts";
import { extendRun, partText, type RunFile, readRunFile, runShortId, withPoints } from "../node/run-file.ts";
import { defaultChunkFrames, SEMANTICS_VERSION } from "../simulation/task.ts";
import { requireChannelPoint } from "./channel-options.ts";
import { loadOptions } from "./code-options.ts";
import { chosenDecoder } from "./decoder-options.ts";
import { DECODER_OPTIONS, namingConfig, type SimulateOptions } from "./simulate-options.ts";

/** What is to be run, and where. */
export interface SimulatePlan {
  readonly code: Code;
  readonly decoder: DecoderSpec;
  readonly folder: string;
  /** The run of the command, without what the folder holds. */
  readonly command: RunFile;
  /** Whether the folder holds a run to go on with. */
  readonly begun: boolean;
}

/**
 * Loads the code and decides what the folder will hold, without writing.
 * @throws InputError for a bad code or decoder, a point that the channel does not have for the code, or a folder that holds something else.
 */
export function planRun(options: SimulateOptions): SimulatePlan {
  const { config } = options;
  const named = <Value>(said: readonly string[], read: () => Value): Value => {
    try {
      return read();
    } catch (error) {
      throw namingConfig(error, said, config);
    }
  };
  const code = named(["code"], () => loadCode(options.code, loadOptions(options.file)));
  const said = DECODER_OPTIONS.filter((option) => options[option] !== undefined);
  const decoder = named(said, () => chosenDecoder(code, options));
  const { columns, field } = code.matrix;
  const [{ parameter: channel }] = options.points;
  named([channel], () => {
    for (const point of options.points) requireChannelPoint(point, field.q);
  });
  const { maxErrors, maxFrames, maxSeconds, targetFer, part } = options;
  const { name, parameter } = options.points[0];
  const command = withPoints(
    {
      format: 2,
      code: {
        name: code.name,
        hash: codeHash(code.matrix, code),
        given: options.code,
        symbols: columns,
        bitsPerSymbol: field.p,
      },
      decoder: decoderText(decoder),
      channel: { name, parameter },
      seed: options.seed,
      chunkFrames: options.chunkFrames ?? defaultChunkFrames(columns * field.p),
      codeword: options.codeword,
      semantics: SEMANTICS_VERSION,
      stopping: { maxErrors, maxFrames, maxSeconds, targetFer },
      ...(part === undefined ? {} : { part }),
      versions: programVersions(),
      commit: programCommit(),
      points: [],
    },
    options.points.map(({ value }) => value),
  );
  const folder = options.out ?? join("runs", folderName(command, decoder.rule));
  const old = readRunFile(folder);
  if (old !== undefined) extendRun(old, command, folder);
  return { code, decoder, folder, command, begun: old !== undefined };
}

function folderName(run: RunFile, rule: string): string {
  const part = run.part === undefined ? "" : `-${partText(run.part).replaceAll(" ", "-")}`;
  return `${run.code.name}-${rule}-${runShortId(run)}${part}`;
}
