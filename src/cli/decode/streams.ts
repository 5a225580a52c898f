import { createReadStream, createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { diskError } from "../../node/disk/disk.ts";
import { temporaryFolder } from "../../node/disk/temporary-folder.ts";
import { npyHeader } from "../../npy.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { isClosedPipe } from "../output.ts";
import type { DecodeArguments } from "./options.ts";

/** The name by which an option means stdin or stdout. */
const STREAM = "-";

/** Whether the decisions go to stdout, where nothing else may stand. */
export function printsDecisions({ out }: Pick<DecodeArguments, "out">): boolean {
  return out === STREAM;
}

/** The options with names of files in the place of `-`, for checks of names. */
export function withFileNames(options: DecodeArguments): DecodeArguments {
  return withFiles(options, "stdin.npy", "stdout.npy");
}

function withFiles(options: DecodeArguments, stdin: string, stdout: string): DecodeArguments {
  const { input, received, out } = options;
  return {
    ...options,
    input: input === STREAM ? stdin : input,
    received: received === STREAM ? stdin : received,
    out: out === STREAM ? stdout : out,
  };
}

/**
 * Decodes with files in the place of `-`: stdin is copied to a temporary file first, since batches are read by their place, and
 * the decisions to stdout at the end.
 * @throws UsageError if stdin is read twice or is a terminal; InputError if the temporary file cannot be written.
 */
export async function withStreams(
  options: DecodeArguments,
  signal: AbortSignal,
  decode: (options: DecodeArguments) => Promise<void>,
): Promise<void> {
  const { input, received, out } = options;
  const reads = [input, received].includes(STREAM);
  if (!reads && out !== STREAM) return decode(options);
  if (reads && process.stdin.isTTY) {
    throw new UsageError(`--${input === STREAM ? "input" : "received"} - reads stdin, a terminal: pipe a file into it`);
  }
  const folder = await temporaryFolder("ldpc-decode-");
  try {
    const stdin = reads ? await spooled(folder, signal) : "";
    const stdout = join(folder, "stdout.npy");
    await decode(withFiles(options, stdin, stdout));
    if (out === STREAM) await copyToStdout(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function copyToStdout(file: string): Promise<void> {
  try {
    await pipeline(createReadStream(file), process.stdout, { end: false });
  } catch (error) {
    // A reader may need only the first decisions.
    if (!isClosedPipe(error)) throw error;
  }
}

/** Copies stdin to a file, whose ending says whether it begins as an .npy file does. */
async function spooled(folder: string, signal: AbortSignal): Promise<string> {
  const path = join(folder, "stdin");
  try {
    await pipeline(process.stdin, createWriteStream(path), { signal });
  } catch (error) {
    throw signal.aborted ? signal.reason : diskError(error, path);
  }
  const magic = npyHeader("u8", []).subarray(0, 6);
  const file = await open(path);
  const begin = new Uint8Array(magic.length);
  await file.read(begin, 0, begin.length, 0);
  await file.close();
  const named = `${path}${magic.every((byte, i) => byte === begin[i]) ? ".npy" : ".f32"}`;
  await rename(path, named);
  return named;
}
