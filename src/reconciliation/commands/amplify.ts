import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { CommandExit } from "../../cli/exit.ts";
import { openChosenEngine } from "../../cli/options/decoder.ts";
import { CONTAINER_BYTES, containerOf, containerText } from "../../container.ts";
import { formatCount, formatDuration, formatQuantity, InputError } from "../../index.ts";
import { PartFile, requireNewFile } from "../../node/disk/disk.ts";
import { engineSentence } from "../../node/engine/engines.ts";
import { INTERRUPTED } from "../../node/program.ts";
import { sum } from "../../sum.ts";
import { type BitSource, copyBits } from "../core/bit-source.ts";
import { amplify } from "../core/toeplitz.ts";
import { type BitFile, openBitFile } from "../files/bit-file.ts";
import { reconciliationFile } from "../files/folder.ts";
import { KeyFile } from "../files/growing-file.ts";
import { CONFIRMATION, type ConfirmationHeader, type Party, SEED_RECORD_BYTES, VERDICT } from "../files/headers.ts";
import type { DisclosureLedger, LedgerKey } from "../files/ledger.ts";
import { RecordReader, type RecordWriter } from "../files/record-file.ts";
import type { KeyOptions } from "./options.ts";
import type { Step, StepWork } from "./run.ts";
import type { SecretKey } from "./secret.ts";
import { type HashedKey, Messages, type Row, rowsText } from "./summary.ts";

// Privacy amplification: a key is hashed to the secret bits that were promised of it, by a public seed that is drawn when the key is fixed.

/** A seed, and the length of the hash. */
type Amplification = NonNullable<ConfirmationHeader["seed"]>;

/** What the ledger notes of a hash. */
export const hashOf = ({ bits, digest, earlier }: Omit<Amplification, "seedBits">) => ({
  bits,
  digest,
  ...(earlier && { earlier }),
});

/** Bytes that are read and written at once: whole records of a confirmation. */
const AT_ONCE = 256 * SEED_RECORD_BYTES;
/** Random bytes of more than this number are never all below 127. */
const LEAST_TEXT = 64;
/** Standard deviations of the number of ones in random bits that are not believed. */
const DEVIATIONS = 12;

function sourceOf(file: BitFile): BitSource {
  return { bits: file.bits, read: (first, count) => file.read(first, [count], Math.ceil(count / 8)) };
}

/** Strings of bits one behind the other, as one string. */
function oneString(strings: readonly BitSource[]): BitSource {
  const read = async (first: number, count: number) => {
    const bits = new Uint8Array(Math.ceil(count / 8));
    let begin = 0;
    for (const string of strings) {
      const [from, to] = [Math.max(first, begin), Math.min(first + count, begin + string.bits)];
      if (from < to) {
        const part = await string.read(from - begin, to - from);
        copyBits(part, 0, bits, from - first, to - from);
        part.fill(0);
      }
      begin += string.bits;
    }
    return bits;
  };
  return { bits: sum(strings.map(({ bits }) => bits)), read };
}

/** A key in a folder. */
interface KeyPart {
  readonly folder: string;
  readonly bits: number;
}

/**
 * The keys of a run that are hashed as one string with that of its last retry, the first run's first; none without --together.
 * @param parties ends whose keys are hashed.
 * @param earlier keys of the ledger, the latest first.
 * @throws InputError if the folders of --together are not those of these keys, or lack one: what is noted as hashed must be there.
 */
export async function earlierParts(
  { together = [] }: KeyOptions,
  parties: readonly Party[],
  earlier: readonly LedgerKey[] | undefined,
): Promise<readonly KeyPart[]> {
  if (together.length === 0) return [];
  const keys = [...(earlier ?? [])].reverse();
  if (keys.length !== together.length) {
    throw new InputError(
      `--together names ${together.length} folders, but the run has ${keys.length} earlier keys: name the folder of each, that of the first run first`,
    );
  }
  const parts: KeyPart[] = [];
  for (const [i, { verdict, keptBits: bits, amplified }] of keys.entries()) {
    const folder = together[i];
    if (bits === 0) continue;
    if ((await verdictOf(folder)) !== verdict) {
      const fault = `has another key than that of verdict ${verdict.slice(0, 16)}: name the run's folders, that of the first run first`;
      throw new InputError(fault, { file: folder });
    }
    // Refused before a seed is drawn for all keys; the ledger refuses it in any case.
    if (amplified !== undefined && amplified.bits > 0) {
      const fault = `has a key that was hashed already, to ${amplified.bits} bits: leave --together out`;
      throw new InputError(fault, { file: folder });
    }
    const expected = { bits, of: "the run" };
    for (const party of parties) {
      const key = await openBitFile(reconciliationFile(folder, party), { expected, format: "packed" });
      await key.close();
    }
    parts.push({ folder, bits });
  }
  return parts;
}

/** Parts of a file of packed bits. */
async function* partsOf(file: BitFile): AsyncGenerator<Uint8Array> {
  for (let first = 0; first < file.bits; first += 8 * AT_ONCE) {
    const bits = Math.min(8 * AT_ONCE, file.bits - first);
    yield await file.read(first, [bits], Math.ceil(bits / 8));
  }
}

/** Ones of each byte. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

/** SHA-256 of a seed. @throws InputError if its bits cannot be random. */
async function seedDigest(seed: BitFile): Promise<string> {
  const digest = createHash("sha256");
  let ones = 0;
  let isText = true;
  for await (const part of partsOf(seed)) {
    digest.update(part);
    isText &&= part.every((byte) => byte < 127);
    for (const byte of part) ones += ONES[byte];
  }
  if (isText && seed.bits > 8 * LEAST_TEXT)
    throw new InputError("is text: a seed is of random bits", { file: seed.path });
  if (Math.abs(ones - seed.bits / 2) > (DEVIATIONS * Math.sqrt(seed.bits)) / 2) {
    const fault = `has ${ones} ones among ${seed.bits} bits: a seed is of random bits, which have as many zeros`;
    throw new InputError(fault, { file: seed.path });
  }
  return digest.digest("hex");
}

/**
 * The reference end's choice of a seed for a key of `keyBits`, when the key is fixed: seed.bin of the folder. A step that was interrupted
 * goes on with the seed that it has left.
 */
export async function drawSeed(
  { options, opened }: StepWork,
  keyBits: number,
  hash: Pick<Amplification, "bits" | "earlier">,
) {
  const path = reconciliationFile(options.out, "seed");
  const seedBits = keyBits - 1;
  if (!existsSync(path)) {
    const file = new PartFile(path, false, 0o600);
    try {
      for (let left = Math.ceil(seedBits / 8); left > 0; left -= AT_ONCE) {
        const part = randomBytes(Math.min(AT_ONCE, left));
        if (left <= AT_ONCE && seedBits % 8 > 0) part[part.length - 1] &= 0xff00 >> (seedBits % 8);
        file.write(part);
      }
      file.finish();
    } finally {
      file.discard();
    }
  }
  const seed = opened(
    await openBitFile(path, { expected: { bits: seedBits, of: "a seed for this key" }, format: "packed" }),
  );
  return { seed, amplification: { ...hash, seedBits, digest: await seedDigest(seed) } };
}

/** Appends a seed to a confirmation. */
export async function writeSeed(seed: BitFile, confirmation: RecordWriter<ConfirmationHeader>): Promise<void> {
  for await (const part of partsOf(seed)) {
    const whole = new Uint8Array(SEED_RECORD_BYTES * Math.ceil(part.length / SEED_RECORD_BYTES));
    whole.set(part);
    confirmation.append(whole);
  }
}

/** Writes the seed of a checked confirmation to seed.bin of the folder. @throws InputError if it is another one than the header says. */
export async function receiveSeed(
  confirmation: RecordReader<ConfirmationHeader>,
  { seedBits, digest }: Amplification,
  folder: string,
): Promise<void> {
  const file = new PartFile(reconciliationFile(folder, "seed"), true, 0o600);
  const found = createHash("sha256");
  try {
    const records = CONFIRMATION.records(confirmation.header);
    for (let first = 0; first < records; first += AT_ONCE / SEED_RECORD_BYTES) {
      const payloads = await confirmation.read(first, Math.min(AT_ONCE / SEED_RECORD_BYTES, records - first));
      const bytes = payloads.subarray(0, Math.ceil(seedBits / 8) - first * SEED_RECORD_BYTES);
      found.update(bytes);
      file.write(bytes);
    }
    if (found.digest("hex") !== digest) {
      throw new InputError("its seed is not that of its header: get it again", { file: confirmation.path });
    }
    file.finish();
  } finally {
    file.discard();
  }
}

/** Hashes keys as one string with the seed that has come in a confirmation. */
export async function hashReceived(
  work: StepWork,
  party: Party,
  parts: readonly KeyPart[],
  seed: Amplification,
): Promise<HashedKey> {
  const path = reconciliationFile(work.options.out, "seed");
  const expected = { bits: seed.seedBits, of: "the confirmation" };
  return hashKey(work, party, parts, seed, work.opened(await openBitFile(path, { expected, format: "packed" })));
}

/** Hashes keys as one string with a seed, to PARTY.secret of the run's folder. */
export async function hashKey(
  { options, progress, signal, opened }: StepWork,
  party: Party,
  parts: readonly KeyPart[],
  { bits, digest }: Pick<Amplification, "bits" | "digest">,
  seed: BitFile,
): Promise<HashedKey> {
  const path = reconciliationFile(options.out, `${party}Secret`);
  const keys: BitFile[] = [];
  for (const part of parts) {
    const expected = { bits: part.bits, of: "the run" };
    keys.push(opened(await openBitFile(reconciliationFile(part.folder, party), { expected, format: "packed" })));
  }
  const key = oneString(keys.map(sourceOf));
  const engine = await openChosenEngine(options);
  const secret = KeyFile.create(path);
  try {
    progress.say(engineSentence(engine.info));
    let done = 0;
    const line = () => `${Math.floor(100 * done)} % of the key is hashed`;
    progress.start({ table: line, line });
    const begin = performance.now();
    const told = (share: number) => {
      done = share;
      if (signal.aborted) throw new CommandExit("interrupted: ldpc key amplify begins the hash again", INTERRUPTED);
    };
    for await (const part of amplify(engine, key, sourceOf(seed), bits, { progress: told })) {
      secret.append(part.packed, part.packed.length, [part.bits]);
      part.packed.fill(0);
    }
    secret.finish();
    progress.stop();
    const seconds = (performance.now() - begin) / 1000;
    const speed = formatQuantity(key.bits / seconds, "bit/s");
    const hashed = `${formatCount(key.bits)} bits to ${formatCount(bits)}, ${formatDuration(seconds)}, ${speed}`;
    const rows: Row[] = [["amplified", `${hashed}; seed ${digest.slice(0, 16)}`]];
    return { path, rows, summary: { keyBits: key.bits, bits, seed: digest, seconds } };
  } finally {
    secret.discard();
    await engine.close();
  }
}

/** The verdict by which the key of a folder was made. */
async function verdictOf(folder: string): Promise<string> {
  const [verdict, confirmation] = (["verdict", "confirmation"] as const).map((file) =>
    reconciliationFile(folder, file),
  );
  if (existsSync(verdict)) {
    const file = await RecordReader.open(verdict, VERDICT);
    await file.close();
    return file.id;
  }
  const file = await RecordReader.open(confirmation, CONFIRMATION);
  await file.close();
  return file.header.verdict;
}

/** Hashes the key of a folder, or both keys of a run with both ends, to the secret bits that the ledger has promised of it. */
export function amplifyKey(given: string | undefined): Step {
  return async (work) => {
    const { options, opened } = work;
    const folder = options.out;
    // A run of both ends may have its ledger in its folder.
    const own = reconciliationFile(folder, "ledger");
    const { ledger } = opened(
      new Messages(options.ledger === undefined && existsSync(own) ? { ...options, ledger: own } : options),
    );
    const parties = (["alice", "bob"] as const).filter((party) => existsSync(reconciliationFile(folder, party)));
    if (parties.length === 0) {
      throw new InputError("has no key: give the folder of ldpc key confirm, accept or both as --out", {
        file: folder,
      });
    }
    for (const party of parties) requireNewFile(reconciliationFile(folder, `${party}Secret`), options.force);
    const verdict = await verdictOf(folder);
    const { run, party, key } = await requireKeyOf(ledger, verdict, parties);
    const earlier = await earlierParts(options, parties, (await ledger.keysUntil(run, verdict, party))?.slice(1));
    const all = [...earlier, { folder, bits: key.keptBits }];
    // A hash that was begun is made again with its own length, which may be the other end's.
    const bits = key.amplified?.bits ?? (options.together ? key.togetherBits : key.secretBits);
    requireSecretLength(bits === undefined ? undefined : { bits });
    if (bits === 0 && key.amplified === undefined)
      throw new InputError("the key has no secret bits: Eve may know all of it", { file: folder });
    const path = given ?? reconciliationFile(folder, "seed");
    if (given === undefined && !existsSync(path) && parties.length === 1) {
      const remedy = "give --seed-file at both ends, or --amplify to ldpc key confirm, which draws one";
      throw new InputError(`has no seed.bin: ${remedy}`, { file: folder });
    }
    if (given === undefined && !existsSync(path))
      await drawSeed(work, sum(all.map((part) => part.bits)), { bits: bits! });
    const seed = opened(await openBitFile(path, { format: "packed" }));
    const container =
      given && containerOf(await seed.read(0, [Math.min(8 * CONTAINER_BYTES, seed.bits)], CONTAINER_BYTES));
    if (container) throw new InputError(`is ${containerText(container)}: a seed is of random bits`, { file: path });
    const amplification = hashOf({ bits: bits!, digest: await seedDigest(seed), earlier: options.together?.length });
    await ledger.amplify(run, party, verdict, amplification);
    const done = [];
    for (const each of parties) done.push(await hashKey(work, each, all, amplification, seed));
    const files = done.map((one) => one.path);
    const rows: Row[] = [["run", run.slice(0, 16)], ...done.flatMap((one) => one.rows), ["written", files.join(", ")]];
    return { summary: { run, amplified: done[0].summary, files }, text: rowsText(rows) };
  };
}

async function requireKeyOf(ledger: DisclosureLedger, verdict: string, parties: readonly Party[]) {
  for (const party of parties) {
    const found = await ledger.keyOf(verdict, party);
    if (found !== undefined) return { ...found, party };
  }
  throw new InputError(
    `holds nothing about the key of verdict ${verdict.slice(0, 16)}: give the --ledger of its earlier steps, or the HOME and XDG_STATE_HOME`,
    { file: ledger.folder },
  );
}

/** @throws InputError if nothing is known of Eve. */
export function requireSecretLength(key: Pick<SecretKey, "bits"> | undefined): void {
  if (key !== undefined) return;
  throw new InputError(
    "no secret length is known of this key: say what is known of Eve, for bits by --phase-error, for values by an estimate or --transmittance and the other options of the link",
  );
}
