import { createHash } from "node:crypto";
import { InputError } from "../../../errors.ts";
import { blockLengths, type StreamHeader, VERDICT, type VerdictHeader } from "./headers.ts";
import { RecordReader } from "./record-reader.ts";

/** Payloads read at once. */
const AT_ONCE = 2 ** 16;

/**
 * Opens a verdict about a stream, and checks the whole file.
 * @param streamId id of the stream's syndrome file.
 * @param streamFile its name, for messages.
 * @param check checks its seal before any payload is read.
 * @throws InputError if it is about another stream, damaged, or inconsistent: a payload that is neither 0 nor 1,
 * another number of blocks or bits, another digest.
 */
export async function openVerdict(
  path: string,
  stream: StreamHeader,
  streamId: string,
  streamFile: string,
  check: (verdict: RecordReader<VerdictHeader>) => Promise<void>,
): Promise<RecordReader<VerdictHeader>> {
  const verdict = await RecordReader.open(path, VERDICT);
  try {
    if (verdict.header.stream !== streamId || verdict.header.blocks !== stream.blocks) {
      throw new InputError(`is not about the blocks of ${streamFile}: give the two of one stream`, { file: path });
    }
    await check(verdict);
    await requireConsistent(verdict, stream);
    return verdict;
  } catch (error) {
    await verdict.close();
    throw error;
  }
}

async function requireConsistent(verdict: RecordReader<VerdictHeader>, stream: StreamHeader): Promise<void> {
  const { header, path } = verdict;
  const mask = createHash("sha256");
  let kept = 0;
  let bits = 0;
  for (let first = 0; first < header.blocks; first += AT_ONCE) {
    const bytes = await verdict.read(first, Math.min(AT_ONCE, header.blocks - first));
    const bad = bytes.findIndex((byte) => byte > 1);
    if (bad >= 0) {
      throw new InputError(`says ${bytes[bad]} of block ${first + bad}: a verdict is 0 or 1`, { file: path });
    }
    for (const [i, length] of blockLengths(stream, first, bytes.length).entries()) {
      kept += bytes[i];
      bits += bytes[i] * length;
    }
    mask.update(bytes);
  }
  if (kept === header.kept && bits === header.bits && mask.digest("hex") === header.mask) return;
  throw new InputError("its blocks are not those of its header: it was changed, get the verdict file again", {
    file: path,
  });
}
