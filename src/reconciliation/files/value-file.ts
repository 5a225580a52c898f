import { createHash } from "node:crypto";
import { extname } from "node:path";
import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { greatestCommonDivisor } from "../../greatest-common-divisor.ts";
import { InputError } from "../../index.ts";
import { ArrayFile } from "../../node/files/array-file.ts";
import type { NpyHeader } from "../../npy.ts";
import { Disclosure, disclosedGroups, type GroupRange, PairSums } from "../core/estimation.ts";
import { DISCLOSED, type DisclosedHeader } from "./headers.ts";
import { RecordReader, RecordWriter } from "./record-file.ts";

/** An open file of real numbers: any part of it can be read, so its size does not matter. */
export interface ValueFile {
  readonly path: string;
  /** Numbers in it. */
  readonly values: number;
  /** Numbers first … first + count − 1. */
  read(first: number, count: number): Promise<Float32Array | Float64Array>;
  close(): Promise<void>;
}

/** Plain files by their ending. */
const PLAIN = { ".f32": "f32", ".f64": "f64" } as const;
const BYTES = { f32: 4, f64: 8 } as const;

/** Opens an .npy file of float32 or float64 of any shape, its last dimension fastest, or plain numbers (.f32, .f64). */
export async function openValueFile(path: string, expected?: { values: number; of: string }): Promise<ValueFile> {
  const ending = extname(path).toLowerCase();
  const { file, layout } = await ArrayFile.open(path, async (opened) => {
    const found = ending === ".npy" ? await npyLayout(opened) : plainLayout(opened, ending);
    if (found.values === 0) throw new InputError("is empty: there are no values to reconcile", { file: path });
    if (expected !== undefined && found.values !== expected.values) {
      throw new InputError(`has ${found.values} values, but ${expected.of} has ${expected.values}`, { file: path });
    }
    return found;
  });
  const { type, values } = layout;
  return {
    path,
    values,
    close: () => file.close(),
    async read(first, count) {
      // Whole rows: in Fortran order a value's neighbours stand elsewhere.
      const { shape: lengths, firstFastest } = layout.header;
      const width = firstFastest && lengths.length > 1 ? values / lengths[0] : 1;
      const from = Math.floor(first / width);
      const rows = { first: from, count: Math.ceil((first + count) / width) - from };
      const shape = width === 1 ? [values] : lengths;
      const { buffer } = await file.rows(layout.header, shape, rows);
      const found = type === "f32" ? new Float32Array(buffer) : new Float64Array(buffer);
      return found.subarray(first - from * width, first - from * width + count);
    },
  };
}

interface Layout {
  readonly type: "f32" | "f64";
  readonly header: NpyHeader;
  readonly values: number;
}

/** Most values of a row of an array in Fortran order, which are read together. */
const ROW_VALUES = 2 ** 20;

async function npyLayout(file: ArrayFile): Promise<Layout> {
  const header = await file.npyHeader(["f32", "f64"]);
  const { type, shape, firstFastest } = header;
  const values = shape.reduce((product, length) => product * length, 1);
  if (firstFastest && values / shape[0] > ROW_VALUES) {
    throw new InputError(`rows of ${values / shape[0]} values in Fortran order are too long: save numpy.ravel(array)`, {
      file: file.path,
    });
  }
  return { type: type as Layout["type"], header, values };
}

function plainLayout({ path, size }: ArrayFile, ending: string): Layout {
  const type = PLAIN[ending as keyof typeof PLAIN];
  if (type === undefined) {
    throw new InputError(`the ending "${ending}" is neither .npy nor ${Object.keys(PLAIN).join(" nor ")}`, {
      file: path,
    });
  }
  if (size % BYTES[type] !== 0) {
    throw new InputError(
      `has ${size} bytes, which are not whole values of ${BYTES[type]}: it is cut short or damaged`,
      { file: path },
    );
  }
  const values = size / BYTES[type];
  return { type, header: { type, shape: [values], firstFastest: false, offset: 0 }, values };
}

/** Values that are read at once when all are read. */
const AT_ONCE = 2 ** 18;
/** Size of a sample of a file's values: without steps at most a few values in it are equal by chance. */
const SAMPLE = 4096;
const EQUAL_BY_CHANCE = 64;

/** Mean and standard deviation of a file. */
export interface ValueMoments {
  readonly mean: number;
  readonly deviation: number;
  /** Number of the first 4096 values that equal another of them. */
  readonly equal: number;
}

/** Reads every value of a file. */
export async function valueMoments(file: ValueFile): Promise<ValueMoments> {
  // About the first value, so that an offset costs no precision.
  const [origin] = await file.read(0, 1);
  const sums = { first: 0, second: 0 };
  let equal = 0;
  for (let at = 0; at < file.values; at += AT_ONCE) {
    const values = await file.read(at, Math.min(AT_ONCE, file.values - at));
    const bad = values.findIndex((value: number) => !Number.isFinite(value));
    if (bad >= 0) throw new InputError(`value ${at + bad} is ${values[bad]}: all must be finite`, { file: file.path });
    if (at === 0) equal = equalValues(values.slice(0, SAMPLE));
    for (const value of values) {
      sums.first += value - origin;
      sums.second += (value - origin) ** 2;
    }
  }
  const offset = sums.first / file.values;
  const variance = sums.second / file.values - offset * offset;
  if (!(variance > 0)) throw new InputError("all its values are the same", { file: file.path });
  return { mean: origin + offset, deviation: Math.sqrt(variance), equal };
}

/** @throws InputError if values are quantised, because a published rotation of quantised values would reveal their bits. */
export function requireContinuous({ equal }: ValueMoments, file: string): void {
  if (equal <= EQUAL_BY_CHANCE) return;
  throw new InputError(
    `its values come in steps (of the first ${SAMPLE} at least ${equal} equal another): give the step as --resolution, or the published rotations reveal the key`,
    { file },
  );
}

/** Parts of a step that a value may lie off a whole number of them: rounding of the file's numbers. */
const STEP_TOLERANCE = 0.01;
/** Largest relative change by rounding to float32. */
const ROUNDING = 2 ** -24;

/**
 * Checks that a resolution is the step of digitised values: the differences are whole numbers of steps, and not all multiples of a larger
 * step. Dither of another width would not hide the steps, and the published rotations would reveal the bits.
 */
export async function requireStep(file: ValueFile, resolution: number): Promise<void> {
  const [origin] = await file.read(0, 1);
  let common = 0;
  for (let at = 0; at < file.values; at += AT_ONCE) {
    const values = await file.read(at, Math.min(AT_ONCE, file.values - at));
    for (const [i, value] of values.entries()) {
      const steps = (value - origin) / resolution;
      const whole = Math.round(steps);
      const allowed = STEP_TOLERANCE + (ROUNDING * (Math.abs(value) + Math.abs(origin))) / resolution;
      if (Math.abs(steps - whole) > allowed || allowed > 0.25) {
        throw new InputError(
          `value ${at + i} is not a whole number of steps of ${resolution} from value 0: --resolution must be the step of the digitiser`,
          { file: file.path },
        );
      }
      if (common !== 1) common = greatestCommonDivisor(common, Math.abs(whole));
    }
  }
  if (common === 1) return;
  const step = Number((common * resolution).toPrecision(12));
  throw new InputError(
    `its values come in steps of ${step}, not ${resolution}: give --resolution ${step}, else the published rotations reveal the key`,
    { file: file.path },
  );
}

/** Normalised values of a file without the groups that are disclosed: as if they had never been there. */
export class ValueSequence {
  readonly file: ValueFile;
  readonly moments: ValueMoments;
  readonly #disclosure: Disclosure;

  constructor(file: ValueFile, moments: ValueMoments, disclosure: Disclosure) {
    this.file = file;
    this.moments = moments;
    this.#disclosure = disclosure;
  }

  /** Kept values from kept group `first` on, of mean 0 and variance 1. */
  async read(kept: GroupRange): Promise<Float32Array> {
    const { mean, deviation } = this.moments;
    const range = this.#disclosure.rangeOf(kept);
    const values = await this.file.read(range.first * OCTONION, range.count * OCTONION);
    const target = new Float32Array(kept.count * OCTONION);
    let [from, to] = [range.first, 0];
    for (const next of [...this.#disclosure.disclosed(range), range.first + range.count]) {
      const part = values.subarray((from - range.first) * OCTONION, (next - range.first) * OCTONION);
      for (const value of part) target[to++] = (value - mean) / deviation;
      from = next + 1;
    }
    return target;
  }
}

function equalValues(values: Float32Array | Float64Array): number {
  const sorted = values.slice().sort();
  let equal = 0;
  for (let i = 1; i < sorted.length; i++) if (sorted[i] === sorted[i - 1]) equal++;
  return equal;
}

/** Groups that are processed at once. */
const GROUPS_AT_ONCE = 2 ** 15;

/** The disclosed values of an end: of ascending groups of a range, in the unit of its file. @param before disclosed groups before them. */
type DisclosedSource = (groups: readonly number[], range: GroupRange, before: number) => Promise<Float64Array>;

/** The disclosed values of an end that is here. */
export function disclosedOf(file: ValueFile): DisclosedSource {
  return async (groups, { first, count }) => {
    const values = await file.read(first * OCTONION, count * OCTONION);
    const target = new Float64Array(groups.length * OCTONION);
    for (const [i, group] of groups.entries()) {
      const at = (group - first) * OCTONION;
      target.set(values.subarray(at, at + OCTONION), i * OCTONION);
    }
    return target;
  };
}

/** The disclosed values, part by part, in order. */
async function* disclosedParts(sources: readonly DisclosedSource[], disclosure: Disclosure) {
  let before = 0;
  for (let first = 0; first < disclosure.groups; first += GROUPS_AT_ONCE) {
    const range = { first, count: Math.min(GROUPS_AT_ONCE, disclosure.groups - first) };
    const groups = disclosure.disclosed(range);
    if (groups.length === 0) continue;
    const parts: Float64Array[] = [];
    for (const source of sources) parts.push(await source(groups, range, before));
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
    const from = origins;
    const [shiftedX, shiftedY] = parts.map((part, end) => part.map((value) => value - from[end]));
    sums.add(shiftedX, shiftedY);
  }
  return sums;
}

/** The groups that a seed selects. @param seed hexadecimal, 16 digits or more; the first 16 count. */
export function disclosureOf(values: number, every: number, seed: string): Disclosure {
  return new Disclosure(values, every, [Number.parseInt(seed.slice(0, 8), 16), Number.parseInt(seed.slice(8, 16), 16)]);
}

/** Writes the disclosed values of an end; the caller's `finish` on the result gives the file its name. */
export async function writeDisclosed(
  path: string,
  file: ValueFile,
  { every, seed, modulation }: Pick<DisclosedHeader, "every" | "seed" | "modulation">,
): Promise<RecordWriter<DisclosedHeader>> {
  const { values } = file;
  if (disclosedGroups(values, every) === 0) {
    throw new InputError(`has ${values} values, too few for one group of eight in ${every} to be disclosed`, {
      file: file.path,
    });
  }
  const parts = () => disclosedParts([disclosedOf(file)], disclosureOf(values, every, seed));
  const digest = createHash("sha256");
  for await (const [part] of parts()) digest.update(groupBytes(part));
  const header = { values, every, seed, modulation, digest: digest.digest("hex") };
  const writer = RecordWriter.create(path, DISCLOSED, header);
  try {
    for await (const [part] of parts()) writer.append(groupBytes(part));
    return writer;
  } catch (error) {
    writer.file.discard();
    throw error;
  }
}

/**
 * The values of a disclosed file from an untrusted sender: no more is read at once than the disclosed groups in a part
 * of the own sequence, and all must be finite.
 * @returns the source, and a check after all is read that the digest is the header's.
 */
export function receivedValues(message: RecordReader<DisclosedHeader>) {
  const { path: file } = message;
  const digest = createHash("sha256");
  const read: DisclosedSource = async (groups, _, before) => {
    const payloads = await message.read(before, groups.length);
    digest.update(payloads);
    const view = new DataView(payloads.buffer, payloads.byteOffset, payloads.length);
    const values = Float64Array.from({ length: payloads.length / 8 }, (_, i) => view.getFloat64(8 * i, true));
    const bad = values.findIndex((value) => !Number.isFinite(value));
    if (bad < 0) return values;
    const place = `group ${before + Math.floor(bad / 8)}: value ${bad % 8}`;
    throw new InputError(`${place} is ${values[bad]}: all must be finite`, { file });
  };
  const checkDigest = () => {
    if (digest.digest("hex") === message.header.digest) return;
    throw new InputError("its values are not those of its header: it was changed, get the disclosed file again", {
      file,
    });
  };
  return { read, checkDigest };
}

/** Opens a disclosed file. */
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
