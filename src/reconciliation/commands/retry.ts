import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { integerOption } from "../../cli/command-line/option.ts";
import { InputError } from "../../index.ts";
import { type BitFile, openBitFile } from "../files/bit-file.ts";
import { reconciliationFile, unfinishedRun } from "../files/folder.ts";
import { lineageOf, partyOf, rootKeyBits, type StreamHeader, syndromeFileBits } from "../files/headers.ts";
import { planRetry } from "../files/retry.ts";
import { type JudgedPaths, openJudged } from "./key.ts";
import type { ReconcileArguments } from "./options.ts";
import { receivedStream } from "./plan.ts";
import type { Step } from "./run.ts";
import { type Outcome, summarise } from "./summary.ts";

/**
 * Reveals more about the failed blocks, from the reference end: further positions of the same words. Other blocks are not affected. It
 * writes a run of its own with a key of its own, whose leakage counts all public bits about these blocks.
 */
export function discloseRetry(paths: RetryPaths): Step {
  return ({ options }) => reveal(paths, options);
}

interface RetryPaths extends JudgedPaths {
  /** Number of bits, as text. */
  readonly disclose: string;
}

async function reveal(paths: RetryPaths, options: ReconcileArguments): Promise<Outcome> {
  const path = reconciliationFile(options.out, "syndromes");
  if (existsSync(path)) throw new InputError("exists already: a retry takes a folder of its own", { file: path });
  if (unfinishedRun(options.out) !== undefined) {
    throw new InputError("holds an unfinished run: choose another --out", { file: options.out });
  }
  const open: { close(): Promise<void> }[] = [];
  const opened = <File extends { close(): Promise<void> }>(file: File): File => {
    open.push(file);
    return file;
  };
  const begin = performance.now();
  try {
    const { messages, syndromes: parent, verdict, bits: input } = await openJudged(paths, options, opened);
    const { header } = parent;
    const { ledger } = messages;
    const party = partyOf("reference", options.cv);
    const { parameters } = receivedStream(options, header, paths.syndromes);
    const retry = await planRetry({
      parent,
      verdict,
      code: parameters.code,
      input,
      privateBits: await openPrivate(options, header, opened),
      disclose: integerOption("disclose", paths.disclose, 1),
      salt: randomBytes(16).toString("hex"),
    });
    const { stream } = retry;
    const writer = await retry.write(path);
    try {
      const { root } = lineageOf(header, parent.id);
      const folder = resolve(options.out);
      await ledger.beginRetry({ run: writer.id, root, parent: parent.id, verdict: verdict.id, party, folder });
      await ledger.disclose(writer.id, party, syndromeFileBits(stream), false);
      const seal = messages.seal("reference");
      await messages.note(writer.id, party);
      writer.finish(seal);
    } finally {
      writer.discard();
    }
    const timing = { seconds: (performance.now() - begin) / 1000, bits: stream.bits };
    return summarise(stream, writer.id, [path], timing, { messages: messages.summary });
  } finally {
    for (const file of open) await file.close();
  }
}

/** The bits of punctured positions, if there are any and their file is given. */
async function openPrivate(
  { private: path }: ReconcileArguments,
  header: StreamHeader,
  opened: (file: BitFile) => BitFile,
): Promise<BitFile | undefined> {
  if (path === undefined) return undefined;
  if (header.punctured === 0) throw new InputError("no position is punctured: leave --private out");
  const blocks = Math.ceil((header.retry?.bits ?? header.bits) / rootKeyBits(header));
  const expected = { bits: blocks * header.punctured, of: "the first run's blocks" };
  return opened(await openBitFile(path, { expected, format: "packed" }));
}
