import { createHash } from "node:crypto";
import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { InputError } from "../../index.ts";
import { Disclosure, type GroupRange, PairSums } from "../core/estimation.ts";
import { DISCLOSED, type DisclosedHeader, GROUP_BYTES } from "./headers.ts";
import { RecordReader, RecordWriter } from "./record-file.ts";
import type { ValueFile } from "./value-file.ts";

/** Groups that are processed at once. */
const AT_ONCE = 2 ** 15;

/** Where the disclosed values of an end are. */
interface DisclosedSource {
  /**
   * The values of disclosed groups, in the unit of the file.
   * @param groups ascending, within the range.
   * @param before disclosed groups before these.
   */
  read(groups: readonly number[], range: GroupRange, before: number): Promise<Float64Array>;
}

/** The disclosed values of an end that is here. */
export function disclosedOf(file: ValueFile): DisclosedSource {
  return {
    async read(groups, { first, count }) {
      const values = await file.read(first * OCTONION, count * OCTONION);
      const target = new Float64Array(groups.length * OCTONION);
      for (const [i, group] of groups.entries()) {
        const at = (group - first) * OCTONION;
        target.set(values.subarray(at, at + OCTONION), i * OCTONION);
      }
      return target;
    },
  };
}

/** The disclosed values, part by part, in order. */
async function* disclosedParts(
  sources: readonly DisclosedSource[],
  disclosure: Disclosure,
): AsyncGenerator<Float64Array[]> {
  let before = 0;
  for (let first = 0; first < disclosure.groups; first += AT_ONCE) {
    const range = { first, count: Math.min(AT_ONCE, disclosure.groups - first) };
    const groups = disclosure.disclosed(range);
    if (groups.length === 0) continue;
    const parts: Float64Array[] = [];
    for (const source of sources) parts.push(await source.read(groups, range, before));
    yield parts;
    before += groups.length;
  }
}

/** Sums over all disclosed pairs, in the units of the files. They are functions of these values alone. */
export async function sumDisclosed(x: DisclosedSource, y: DisclosedSource, disclosure: Disclosure): Promise<PairSums> {
  const sums = new PairSums();
  // An offset would cost precision.
  let origins: readonly number[] | undefined;
  for await (const parts of disclosedParts([x, y], disclosure)) {
    origins ??= parts.map(([value]) => value);
    const [of, from] = [parts, origins];
    const [shiftedX, shiftedY] = of.map((part, end) => part.map((value) => value - from[end]));
    sums.add(shiftedX, shiftedY);
  }
  return sums;
}

/** The groups that a seed selects. @param seed hexadecimal, 16 digits or more; the first 16 count. */
export function disclosureOf(values: number, every: number, seed: string): Disclosure {
  return new Disclosure(values, every, [Number.parseInt(seed.slice(0, 8), 16), Number.parseInt(seed.slice(8, 16), 16)]);
}

/** An end's disclosure. */
interface DisclosureJob {
  readonly file: ValueFile;
  readonly every: number;
  readonly seed: string;
  readonly modulation?: DisclosedHeader["modulation"];
}

/**
 * The header of a disclosed file; computes the moments of the values. @throws InputError if the sequence has no
 * disclosed group.
 */
export async function disclosedHeader({ file, every, seed, modulation }: DisclosureJob): Promise<DisclosedHeader> {
  const { values } = file;
  const digest = createHash("sha256");
  let groups = 0;
  for await (const [part] of disclosedParts([disclosedOf(file)], disclosureOf(values, every, seed))) {
    const payloads = groupBytes(part);
    digest.update(payloads);
    groups += payloads.length / GROUP_BYTES;
  }
  if (groups === 0) {
    throw new InputError(`has ${values} values, too few for one group of eight in ${every} to be disclosed`, {
      file: file.path,
    });
  }
  return { values, every, seed, modulation, digest: digest.digest("hex") };
}

/**
 * Writes the disclosed values; the caller's `finish` on the result gives the file its name. @throws InputError if the
 * disk refuses.
 */
export async function writeDisclosed(
  path: string,
  header: DisclosedHeader,
  file: ValueFile,
): Promise<RecordWriter<DisclosedHeader>> {
  const writer = RecordWriter.create(path, DISCLOSED, header);
  try {
    const disclosure = disclosureOf(header.values, header.every, header.seed);
    for await (const [part] of disclosedParts([disclosedOf(file)], disclosure)) writer.append(groupBytes(part));
    return writer;
  } catch (error) {
    writer.discard();
    throw error;
  }
}

/**
 * The values of a disclosed file from an untrusted sender: no more is read at once than the disclosed groups in a part
 * of the own sequence, and all must be finite.
 * @returns the source, and a check of the digest after all is read: it throws InputError if the digest differs from the
 * header's.
 */
export function receivedValues(message: RecordReader<DisclosedHeader>): DisclosedSource & { checkDigest(): void } {
  const digest = createHash("sha256");
  return {
    async read(groups, _, before) {
      const payloads = await message.read(before, groups.length);
      digest.update(payloads);
      const view = new DataView(payloads.buffer, payloads.byteOffset, payloads.length);
      const values = Float64Array.from({ length: payloads.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
      const bad = values.findIndex((value) => !Number.isFinite(value));
      if (bad >= 0) {
        throw new InputError(
          `group ${before + Math.floor(bad / 8)}: value ${bad % 8} is ${values[bad]}: all must be finite`,
          { file: message.path },
        );
      }
      return values;
    },
    checkDigest() {
      if (digest.digest("hex") === message.header.digest) return;
      throw new InputError("its values are not those of its header: it was changed, get the disclosed file again", {
        file: message.path,
      });
    },
  };
}

/** Opens a disclosed file. @throws InputError if it is another kind of file, is damaged or discloses nothing. */
export async function openDisclosed(path: string): Promise<RecordReader<DisclosedHeader>> {
  const message = await RecordReader.open(path, DISCLOSED);
  if (DISCLOSED.records(message.header) > 0) return message;
  await message.close();
  throw new InputError("discloses no value", { file: path });
}

function groupBytes(values: Float64Array): Uint8Array {
  const bytes = new Uint8Array(8 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of values.entries()) view.setFloat64(8 * i, value, true);
  return bytes;
}
