import { join } from "node:path";
import type { Code } from "../code/code.ts";
import { codeHash } from "../code/hash.ts";
import { decoderText } from "../decoder/decoder.ts";
import type { DecoderSpec } from "../decoder/spec.ts";
import { loadCode } from "../node/codes.ts";
import { programCommit, programVersions } from "../node/program.ts";
import { extendRun, type RunFile, readRunFile, runShortId, withPoints, writeRunFile } from "../node/run-file.ts";
import { defaultChunkFrames, SEMANTICS_VERSION } from "../simulation/task.ts";
import { requireChannelPoint } from "./channel-options.ts";
import { loadOptions } from "./code-options.ts";
import { chosenDecoder } from "./decoder-options.ts";
import type { SimulateOptions } from "./simulate-options.ts";

/** What is to be run, and where. */
export interface SimulatePlan {
  readonly code: Code;
  readonly decoder: DecoderSpec;
  readonly folder: string;
  readonly run: RunFile;
}

/**
 * Loads the code and decides what the folder will hold, without writing.
 * @throws InputError for a bad code or decoder, a point that the channel does not have for the code, or a folder that holds something else.
 */
export function planRun(options: SimulateOptions): SimulatePlan {
  const code = loadCode(options.code, loadOptions(options.file));
  const decoder = chosenDecoder(code, options);
  const { columns, field } = code.matrix;
  for (const point of options.points) requireChannelPoint(point, field.q);
  const { maxErrors, maxFrames, maxSeconds, targetFer } = options;
  const { name, parameter } = options.points[0];
  const command = withPoints(
    {
      format: 1,
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
      versions: programVersions(),
      commit: programCommit(),
      points: [],
    },
    options.points.map(({ value }) => value),
  );
  const folder = options.out ?? join("runs", `${code.name}-${decoder.rule}-${runShortId(command)}`);
  const old = readRunFile(folder);
  const run = old === undefined ? command : { ...extendRun(old, command, folder), engine: old.engine };
  return { code, decoder, folder, run };
}

/** Writes run.json. @throws InputError if the folder cannot be written. */
export function saveRun({ folder, run }: SimulatePlan, engine: RunFile["engine"]): void {
  writeRunFile(folder, { ...run, engine });
}
