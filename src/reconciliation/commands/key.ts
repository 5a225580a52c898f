import { createHash, randomBytes } from "node:crypto";
import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { allEnded } from "../../all-ended.ts";
import { interruption } from "../../cli/exit.ts";
import { openChosenEngine } from "../../cli/options/decoder.ts";
import { CONTAINER_BYTES, containerOf, containerText } from "../../container.ts";
import { formatCount, formatDuration, formatQuantity, InputError } from "../../index.ts";
import { diskError, PartFile, requireNewFile, syncFolderOf } from "../../node/disk/disk.ts";
import { engineSentence } from "../../node/engine/engines.ts";
import { ArrayFile } from "../../node/files/array-file.ts";
import { sum } from "../../sum.ts";
import { type BitSource, balanceFault, copyBits, countOnes } from "../core/bit-source.ts";
import { prepareAmplifier } from "../core/toeplitz.ts";
import { type BitFile, interleavedBits, openBitFile, openPacked } from "../files/bit-file.ts";
import { PENDING, reconciliationFile, unfinishedRun } from "../files/folder.ts";
import { destroyFile, KeyFile } from "../files/growing-file.ts";
import { hasHash, KeyHash } from "../files/hashes.ts";
import {
  blockLengths,
  CONFIRMATION,
  type ConfirmationHeader,
  keyBitsOf,
  lineageOf,
  otherParty,
  PARTIES,
  type Party,
  partyOf,
  rootKeyBits,
  SEED_RECORD_BYTES,
  type StreamHeader,
  SYNDROMES,
  splitMessages,
  syndromeFileBits,
  VERDICT,
  type VerdictHeader,
  verdictBits,
} from "../files/headers.ts";
import type { LedgerKey } from "../files/ledger.ts";
import { RecordReader, RecordWriter } from "../files/record-file.ts";
import type { KeyOptions } from "./options.ts";
import { receivedStream, requireKind } from "./plan.ts";
import { retriedBits, retriedPositions, writeRetry } from "./retry.ts";
import type { Step, StepWork } from "./run.ts";
import { earlierKeys, promiseKey, readSecurity, requireOneLink, type SecretKey, type Security } from "./secret.ts";
import {
  type HashedKey,
  keyRows,
  keySummary,
  Messages,
  messageRows,
  netKeyBits,
  netRows,
  type Row,
  rowsText,
  summarise,
} from "./summary.ts";

// The steps after a verdict: the reference end makes its key and confirms it, or retries the failed blocks, and the
// decoding end accepts its pending key.

/** Paths of the reference end's bits, of its syndrome file and of the verdict on it. */
type JudgedPaths = Readonly<Record<"reference" | "syndromes" | "verdict", string>>;

/** Payloads read at once. */
const VERDICTS_AT_ONCE = 2 ** 16;
/** Bytes that are read and written at once, whole records of a seed: a key may be larger than memory. */
const AT_ONCE = 256 * SEED_RECORD_BYTES;

/** Opens what the reference end needs after a verdict. The bits are the first run's, in the order in which they are cut into blocks. */
async function openJudged(paths: JudgedPaths, { options, opened }: StepWork, security?: Security) {
  const messages = opened(new Messages(options));
  const syndromes = opened(await RecordReader.open(paths.syndromes, SYNDROMES));
  const stream = syndromes.header;
  requireKind(options, stream, paths.syndromes);
  requireOneLink(stream, security, paths.syndromes);
  await messages.ledger.requireAuth(lineageOf(stream, syndromes.id), partyOf("reference", options.cv));
  const verdict = opened(await RecordReader.open(paths.verdict, VERDICT));
  if (verdict.header.stream !== syndromes.id || verdict.header.blocks !== stream.blocks) {
    const fault = `is not about the blocks of ${paths.syndromes}: give the two of one stream`;
    throw new InputError(fault, { file: paths.verdict });
  }
  // Its seal is checked before any payload is read.
  await messages.check(verdict, "decoding");
  await requireConsistent(verdict, stream);
  const expected = { bits: stream.retry?.bits ?? stream.bits, of: paths.syndromes };
  // For Gaussian values, the input is a packed file of the random bits that the run drew.
  const format = options.cv ? "packed" : options.inputFormat;
  const whole = opened(await openBitFile(paths.reference, { expected, format }));
  return { messages, syndromes, verdict, bits: interleavedBits(whole, stream) };
}

/** @throws InputError for a payload that is neither 0 nor 1, another number of blocks or bits, another digest. */
async function requireConsistent(verdict: RecordReader<VerdictHeader>, stream: StreamHeader): Promise<void> {
  const { header, path: file } = verdict;
  const mask = createHash("sha256");
  let [kept, bits] = [0, 0];
  for (let first = 0; first < header.blocks; first += VERDICTS_AT_ONCE) {
    const bytes = await verdict.read(first, Math.min(VERDICTS_AT_ONCE, header.blocks - first));
    const bad = bytes.findIndex((byte) => byte > 1);
    if (bad >= 0) throw new InputError(`says ${bytes[bad]} of block ${first + bad}: a verdict is 0 or 1`, { file });
    for (const [i, length] of blockLengths(stream, first, bytes.length).entries()) {
      kept += bytes[i];
      bits += bytes[i] * length;
    }
    mask.update(bytes);
  }
  if (kept === header.kept && bits === header.bits && mask.digest("hex") === header.mask) return;
  const fault = "its blocks are not those of its header: it was changed, get the verdict file again";
  throw new InputError(fault, { file });
}

/** The reference end's last step: its key from the verified blocks, and the confirmation. */
export function makeKey(paths: JudgedPaths): Step {
  return async (work) => {
    const { options, progress, signal } = work;
    const party = partyOf("reference", options.cv);
    const path = reconciliationFile(options.out, party);
    requireNewFile(path, options.force);
    if (unfinishedRun(options.out) !== undefined) {
      throw new InputError("holds an unfinished run: finish it first, or choose another --out", { file: options.out });
    }
    const security = readSecurity(options);
    const { bits, ...judged } = await openJudged(paths, work, security);
    const { messages, syndromes, verdict } = judged;
    const stream = syndromes.header;
    const key = KeyFile.create(path);
    try {
      const begin = performance.now();
      let done = 0;
      const line = () => `${formatCount(done)} of ${formatCount(stream.blocks)} blocks`;
      progress.start({ table: line, line });
      const codeOf = () => receivedStream(options, stream, paths.syndromes).parameters.code;
      const input = stream.retry ? retriedBits(bits, syndromes, retriedPositions(stream, codeOf()).blocks) : bits;
      const atOnce = Math.ceil(AT_ONCE / Math.ceil(keyBitsOf(stream) / 8));
      while (done < stream.blocks) {
        if (signal.aborted) throw interruption("nothing is written");
        const lengths = blockLengths(stream, done, Math.min(atOnce, stream.blocks - done));
        await keepVerified(input, syndromes, verdict, done, lengths, key);
        done += lengths.length;
      }
      const { confirmation, secretKey, drawn } = await confirm(work, judged, key, security);
      const made = keySummary(verdict, true);
      if (made.bits === 0) key.file.discard();
      else key.file.finish();
      const [amplified] = drawn ? await hashKeys(work, [party], drawn.parts, drawn.amplification, drawn.seed) : [];
      if (options.forget)
        for (const file of ["secret", "private"] as const) destroyFile(reconciliationFile(options.out, file));
      const written = [...(made.bits === 0 ? [] : [path]), ...(amplified ? [amplified.path] : []), confirmation];
      const timing = { seconds: (performance.now() - begin) / 1000, bits: stream.bits };
      const found = { key: made, secretKey, amplified, messages: messages.summary };
      return summarise(stream, syndromes.id, written, timing, found);
    } finally {
      key.file.discard();
    }
  };
}

/** Appends the blocks that the decoding end verified to a key. */
async function keepVerified(
  input: BitFile,
  syndromes: RecordReader<StreamHeader>,
  verdict: RecordReader<VerdictHeader>,
  first: number,
  lengths: readonly number[],
  key: KeyFile,
): Promise<void> {
  const stream = syndromes.header;
  const keyBits = keyBitsOf(stream);
  const stride = Math.ceil(keyBits / 8);
  const bits = await input.read(first * keyBits, lengths, stride);
  const { hashes } = splitMessages(await syndromes.read(first, lengths.length), stream);
  const verdicts = await verdict.read(first, lengths.length);
  const hashBytes = hashes.length / lengths.length;
  for (const [i, length] of lengths.entries()) {
    const packed = bits.subarray(i * stride, i * stride + Math.ceil(length / 8));
    if (hasHash(stream, first + i, packed, length, hashes.subarray(i * hashBytes, (i + 1) * hashBytes))) continue;
    const fault = `block ${first + i} is not the one of ${syndromes.path}: give the string that it was made of`;
    throw new InputError(fault, { file: input.path });
  }
  const kept = lengths.map((length, i) => (verdicts[i] === 1 ? length : 0));
  key.append(bits, stride, kept);
}

/** Tells the decoding end whether the keys are equal, and with --amplify by which seed both are hashed. */
async function confirm(
  work: StepWork,
  { messages, syndromes, verdict }: Omit<Awaited<ReturnType<typeof openJudged>>, "bits">,
  key: KeyFile,
  security: Security | undefined,
) {
  const { options } = work;
  const { ledger } = messages;
  const [run, party] = [syndromes.id, partyOf("reference", options.cv)];
  await ledger.require(run, party);
  const hash = key.hash(Buffer.from(verdict.header.hashKey, "hex"));
  const agreed = Buffer.from(hash).toString("hex") === verdict.header.hash;
  const confirmation = reconciliationFile(options.out, "confirmation");
  if (options.together !== undefined && options.amplify !== true) {
    throw new InputError(
      "--together goes with --amplify: the confirmation takes the seed of all keys to the other end",
    );
  }
  const before = await earlierParts(options, [party], await earlierKeys(ledger, party, syndromes.header));
  // Recorded before the key exists: from then on no other verdict counts.
  if (agreed) await ledger.conclude(run, party, verdict.id, verdictBits(verdict.header));
  const secretKey = agreed ? await promiseKey(ledger, party, run, syndromes.header, verdict, security) : undefined;
  const amplifies = options.amplify === true && agreed && verdict.header.bits > 0;
  if (amplifies) requireSecretLength(secretKey);
  const parts = [...before, { folder: options.out, bits: verdict.header.bits }];
  const bits = (options.together ? secretKey?.together : secretKey?.bits) ?? 0;
  const earlier = options.together?.length;
  // Without a secret bit there is nothing to hash to, and the summary says so.
  const drawn =
    amplifies && bits > 0
      ? { parts, ...(await drawSeed(work, sum(parts.map((part) => part.bits)), { bits, earlier })) }
      : undefined;
  if (drawn !== undefined) await ledger.amplify(run, party, verdict.id, hashOf(drawn.amplification));
  const header = { verdict: verdict.id, agreed, seed: drawn?.amplification };
  const file = RecordWriter.create(confirmation, CONFIRMATION, header);
  try {
    if (drawn !== undefined) await writeSeed(drawn.seed, file);
    await messages.send(file, "reference", run);
  } finally {
    file.file.discard();
  }
  // In a joint hash no earlier key keeps secret bits of its own.
  const told = drawn && earlier ? { ...secretKey!, bits: drawn.amplification.bits, promised: 0 } : secretKey;
  if (agreed) return { confirmation, secretKey: told, drawn };
  throw new InputError(
    `its hash is not that of the key here: the keys differ, and none is written; ${confirmation} reports this to the other end`,
    { file: verdict.path },
  );
}

/** Reveals more of the words of failed blocks, as a run of its own with a key of its own, whose leakage counts all. */
export function discloseRetry(paths: JudgedPaths): Step {
  return async (work) => {
    const { options, opened } = work;
    const path = reconciliationFile(options.out, "syndromes");
    if (existsSync(path)) throw new InputError("exists already: a retry takes a folder of its own", { file: path });
    if (unfinishedRun(options.out) !== undefined) {
      throw new InputError("holds an unfinished run: choose another --out", { file: options.out });
    }
    const begin = performance.now();
    const { messages, syndromes: parent, verdict, bits: input } = await openJudged(paths, work);
    // Bits that blind steps told of blocks that failed are in no header, and a retry would not count them.
    if (verdict.header.told !== undefined) {
      const fault = "is of a run of both ends, which tells bits of failed blocks by itself, up to --largest-efficiency";
      throw new InputError(`${fault}: it has no retry`, { file: paths.verdict });
    }
    const { header } = parent;
    const { ledger } = messages;
    const party = partyOf("reference", options.cv);
    const { code } = receivedStream(options, header, paths.syndromes).parameters;
    let privateBits: BitFile | undefined;
    const beside = reconciliationFile(dirname(paths.syndromes), "private");
    const file = options.private ?? (header.punctured > 0 && existsSync(beside) ? beside : undefined);
    if (file !== undefined) {
      if (header.punctured === 0) throw new InputError("no position is punctured: leave --private out");
      const blocks = Math.ceil((header.retry?.bits ?? header.bits) / rootKeyBits(header));
      privateBits = opened(await openPacked(file, blocks * header.punctured, "the first run's blocks"));
    }
    const salt = randomBytes(16).toString("hex");
    const job = { parent, verdict, code, input, privateBits, disclose: options.disclose, salt };
    const writer = await writeRetry(path, job);
    const stream = writer.header;
    try {
      const { root } = lineageOf(header, parent.id);
      const folder = resolve(options.out);
      await ledger.beginRetry({ run: writer.id, root, parent: parent.id, verdict: verdict.id, party, folder });
      await ledger.disclose(writer.id, party, syndromeFileBits(stream), false);
      await messages.send(writer, "reference", writer.id);
    } finally {
      writer.file.discard();
    }
    const timing = { seconds: (performance.now() - begin) / 1000, bits: stream.bits };
    return summarise(stream, writer.id, [path], timing, { messages: messages.summary });
  };
}

/** The decoding end's pending key becomes its key: the reference end confirms that its own has the verdict's hash. */
export function acceptKey(confirmation: string): Step {
  return async (work) => {
    const { options, opened } = work;
    const { out: folder, force } = options;
    const messages = opened(new Messages(options));
    const { ledger } = messages;
    const party = pendingParty(folder);
    const [pending, file] = [reconciliationFile(folder, PENDING[party]), reconciliationFile(folder, party)];
    requireNewFile(file, force);
    const verdict = opened(await RecordReader.open(reconciliationFile(folder, "verdict"), VERDICT));
    const run = verdict.header.stream;
    await ledger.require(run, party);
    const answer = opened(await RecordReader.open(confirmation, CONFIRMATION));
    await messages.checkFrom(answer, otherParty(party));
    if (answer.header.verdict !== verdict.id) {
      throw new InputError(
        `confirms verdict ${answer.header.verdict.slice(0, 16)}, but the one in ${folder} is ${verdict.id.slice(0, 16)}: the other end has a key of another try, get its answer to this one`,
        { file: confirmation },
      );
    }
    if (!answer.header.agreed) {
      rmSync(pending);
      const fault = "reports that the keys differ: the pending key is removed, nothing of these data can be used";
      throw new InputError(fault, { file: confirmation });
    }
    await requireHash(pending, verdict.header);
    const { seed } = answer.header;
    const noted = (await ledger.keysUntil(run, verdict.id, party))?.slice(1);
    const before = await earlierParts(options, [party], noted);
    const parts = [...before, { folder, bits: verdict.header.bits }];
    if ((seed?.earlier ?? 0) !== (options.together?.length ?? 0)) {
      const fault = seed?.earlier
        ? `hashes this key and the run's ${seed.earlier} earlier keys as one string: name their folders by --together`
        : "hashes no earlier key with this one: leave --together out";
      throw new InputError(fault, { file: confirmation });
    }
    if (seed !== undefined) {
      const keyBits = sum(parts.map(({ bits }) => bits));
      if (seed.seedBits !== keyBits - 1) {
        const fault = `has a seed of ${seed.seedBits} bits for a key of ${keyBits}`;
        throw new InputError(fault, { file: confirmation });
      }
      requireNewFile(reconciliationFile(folder, `${party}Secret`), force);
      await ledger.amplify(run, party, verdict.id, hashOf(seed));
      await receiveSeed(answer, seed, folder);
    }
    // Recorded before the key exists.
    await ledger.conclude(run, party, verdict.id, 0);
    await messages.note(run, party);
    const keys: readonly LedgerKey[] = (await ledger.keysUntil(run, verdict.id, party)) ?? [];
    try {
      renameSync(pending, file);
      syncFolderOf(file);
    } catch (error) {
      throw diskError(error, file);
    }
    const received =
      seed && opened(await openPacked(reconciliationFile(folder, "seed"), seed.seedBits, "the confirmation"));
    const [amplified] = received ? await hashKeys(work, [party], parts, seed, received) : [];
    // Secret bits that `key correct` promised, if it did.
    const [bits, ...earlier] = keys.map(({ secretBits }) => secretBits);
    const promised = earlier.length === 0 ? undefined : sum(earlier.map((each) => each ?? 0));
    const secretKey = bits === undefined ? undefined : { bits, promised };
    const [key, security] = [keySummary(verdict, true), messages.summary];
    const net = netKeyBits(key, secretKey, security);
    const files = [file, ...(amplified ? [amplified.path] : [])];
    const rows: Row[] = [["run", run.slice(0, 16)], ...keyRows(key)];
    if (secretKey) rows.push(["secret key", `${formatCount(secretKey.bits)} bits`]);
    rows.push(...(amplified?.rows ?? []), ...netRows(net), ...messageRows(security), ["written", files.join(", ")]);
    const summary = {
      run,
      key,
      secretKey,
      amplified: amplified?.summary,
      netKeyBits: net,
      messages: security,
      files,
    };
    return { summary, text: rowsText(rows), key };
  };
}

function pendingParty(folder: string): Party {
  const found = PARTIES.find((party) => existsSync(reconciliationFile(folder, PENDING[party])));
  if (found !== undefined) return found;
  const fault = "has no key that waits for a confirmation: give the folder of the end that decoded as --out";
  throw new InputError(fault, { file: folder });
}

/** @throws InputError if a file has not the length and the hash of a key. */
async function requireHash(path: string, { bits, hashKey, hash }: VerdictHeader): Promise<void> {
  const bytes = Math.ceil(bits / 8);
  const key = new KeyHash(Buffer.from(hashKey, "hex"));
  const { file, layout: isWhole } = await ArrayFile.open(path, async (opened) => {
    for (let at = 0; opened.size === bytes && at < bytes; at += AT_ONCE) {
      const part = new Uint8Array(Math.min(AT_ONCE, bytes - at));
      await opened.read(part, at);
      key.update(part);
      part.fill(0);
    }
    return opened.size === bytes;
  });
  await file.close();
  if (isWhole && Buffer.from(key.digest()).toString("hex") === hash) return;
  throw new InputError("is not the key of its verdict: it was changed since", { file: path });
}

// Privacy amplification: a key is hashed to the secret bits that were promised of it, by a public seed that is drawn when the key is fixed.

/** A seed, and the length of the hash. */
type Amplification = NonNullable<ConfirmationHeader["seed"]>;

/** What the ledger notes of a hash. */
const hashOf = ({ bits, digest, earlier }: Omit<Amplification, "seedBits">) => ({ bits, digest, earlier });

/** Random bytes of more than this number are never all below 127. */
const LEAST_TEXT = 64;

function sourceOf(file: BitFile): BitSource {
  return { bits: file.bits, read: (first, count) => file.read(first, [count], Math.ceil(count / 8)) };
}

/** Strings of bits one behind the other, as one string. */
function oneString(strings: readonly BitSource[]): BitSource {
  if (strings.length === 1) return strings[0];
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
type KeyPart = { readonly folder: string; readonly bits: number };

/** Keys of --together, the first run's first. @param earlier keys of the ledger, the latest first. */
async function earlierParts(
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
    for (const party of parties) await (await openPacked(reconciliationFile(folder, party), bits, "the run")).close();
    parts.push({ folder, bits });
  }
  return parts;
}

/** Parts of a file of packed bits. */
async function* partsOf(file: BitFile): AsyncGenerator<Uint8Array> {
  const source = sourceOf(file);
  for (let first = 0; first < file.bits; first += 8 * AT_ONCE) {
    yield await source.read(first, Math.min(8 * AT_ONCE, file.bits - first));
  }
}

/** SHA-256 of a seed. */
async function seedDigest(seed: BitFile): Promise<string> {
  const digest = createHash("sha256");
  let ones = 0;
  let isText = true;
  for await (const part of partsOf(seed)) {
    digest.update(part);
    isText &&= part.every((byte) => byte < 127);
    ones += countOnes(part);
  }
  const text = isText && seed.bits > 8 * LEAST_TEXT ? "is text: a seed is of random bits" : undefined;
  const fault = text ?? balanceFault(ones, seed.bits);
  if (fault !== undefined) throw new InputError(fault, { file: seed.path });
  return digest.digest("hex");
}

/** Draws seed.bin of the folder when the key is fixed; a step that was interrupted goes on with the seed it has left. */
async function drawSeed({ options, opened }: StepWork, keyBits: number, hash: Pick<Amplification, "bits" | "earlier">) {
  const path = reconciliationFile(options.out, "seed");
  const seedBits = keyBits - 1;
  if (!existsSync(path)) {
    const drawn = KeyFile.create(path);
    try {
      for (let left = seedBits; left > 0; left -= 8 * AT_ONCE) {
        drawn.append(randomBytes(AT_ONCE), AT_ONCE, [Math.min(8 * AT_ONCE, left)]);
      }
      drawn.file.finish();
    } finally {
      drawn.file.discard();
    }
  }
  const seed = opened(await openPacked(path, seedBits, "a seed for this key"));
  return { seed, amplification: { ...hash, seedBits, digest: await seedDigest(seed) } };
}

/** Appends a seed to a confirmation. */
async function writeSeed(seed: BitFile, confirmation: RecordWriter<ConfirmationHeader>): Promise<void> {
  for await (const part of partsOf(seed)) {
    const whole = new Uint8Array(SEED_RECORD_BYTES * Math.ceil(part.length / SEED_RECORD_BYTES));
    whole.set(part);
    confirmation.append(whole);
  }
}

/** Writes the seed of a checked confirmation to seed.bin of the folder. */
async function receiveSeed(
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

/**
 * Hashes the keys of one or both ends, each end's keys as one string, with one seed to PARTY.secret of the run's folder. The amplifier is
 * prepared once, and both ends are hashed at the same time: one is read and written while the device hashes the other.
 */
async function hashKeys(
  { options, progress, signal, opened }: StepWork,
  parties: readonly Party[],
  parts: readonly KeyPart[],
  { bits, digest }: Pick<Amplification, "bits" | "digest">,
  seed: BitFile,
): Promise<HashedKey[]> {
  const keyBits = sum(parts.map((part) => part.bits));
  const keys: BitSource[] = [];
  for (const party of parties) {
    const strings: BitSource[] = [];
    for (const { folder, bits } of parts) {
      strings.push(sourceOf(opened(await openPacked(reconciliationFile(folder, party), bits, "the run"))));
    }
    keys.push(oneString(strings));
  }
  const engine = await openChosenEngine(options);
  const secrets = parties.map((party) => KeyFile.create(reconciliationFile(options.out, `${party}Secret`)));
  try {
    progress.say(engineSentence(engine.info));
    const done = parties.map(() => 0);
    const line = () => `${Math.floor((100 * sum(done)) / done.length)} % of the key is hashed`;
    progress.start({ table: line, line });
    const start = performance.now();
    const amplifier = await prepareAmplifier(engine, keyBits, bits);
    const begin = performance.now();
    try {
      const hashes = keys.map(async (key, i) => {
        const told = (share: number) => {
          done[i] = share;
          if (signal.aborted) throw interruption("ldpc key amplify begins the hash again");
        };
        for await (const part of amplifier.hash(key, sourceOf(seed), told)) {
          secrets[i].append(part.packed, part.packed.length, [part.bits]);
          part.packed.fill(0);
        }
        await secrets[i].file.settle();
      });
      await allEnded(hashes);
    } finally {
      amplifier.release();
    }
    for (const secret of secrets) secret.file.finish();
    progress.stop();
    const [prepareSeconds, seconds] = [begin - start, performance.now() - begin].map((time) => time / 1000);
    const speed = formatQuantity((parties.length * keyBits) / seconds, "bit/s");
    const both = parties.length > 1 ? ", of both ends" : "";
    const hashed = `${formatCount(keyBits)} bits to ${formatCount(bits)}${both}, ${formatDuration(seconds)}, ${speed}`;
    const prepared = `prepared in ${formatDuration(prepareSeconds)}`;
    const rows: Row[] = [["amplified", `${hashed}; ${prepared}; seed ${digest.slice(0, 16)}`]];
    return parties.map((party, i) => ({
      path: reconciliationFile(options.out, `${party}Secret`),
      rows: i === 0 ? rows : [],
      summary: { keyBits, bits, seed: digest, prepareSeconds, seconds },
    }));
  } finally {
    for (const secret of secrets) secret.file.discard();
    await engine.close();
  }
}

/** The verdict by which the key of a folder was made. */
async function verdictOf(folder: string): Promise<string> {
  const verdict = reconciliationFile(folder, "verdict");
  const file = existsSync(verdict)
    ? await RecordReader.open(verdict, VERDICT)
    : await RecordReader.open(reconciliationFile(folder, "confirmation"), CONFIRMATION);
  await file.close();
  return "verdict" in file.header ? file.header.verdict : file.id;
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
    const parties = PARTIES.filter((party) => existsSync(reconciliationFile(folder, party)));
    if (parties.length === 0) {
      throw new InputError("has no key: give the folder of ldpc key confirm, accept or both as --out", {
        file: folder,
      });
    }
    for (const party of parties) requireNewFile(reconciliationFile(folder, `${party}Secret`), options.force);
    const verdict = await verdictOf(folder);
    const noted = await ledger.keyOf(verdict, parties);
    if (noted === undefined) {
      throw new InputError(
        `holds nothing about the key of verdict ${verdict.slice(0, 16)}: give the --ledger of its earlier steps, or the HOME and XDG_STATE_HOME`,
        { file: ledger.folder },
      );
    }
    const { run, party, key } = noted;
    const earlier = await earlierParts(options, parties, (await ledger.keysUntil(run, verdict, party))?.slice(1));
    const all = [...earlier, { folder, bits: key.keptBits }];
    // A hash that was begun is made again with its own length, which may be the other end's.
    const bits = key.amplified?.bits ?? (options.together ? key.togetherBits : key.secretBits);
    requireSecretLength(bits === undefined ? undefined : { bits });
    if (bits === 0 && key.amplified === undefined)
      throw new InputError("the key has no secret bits: Eve may know all of it", { file: folder });
    const path = given ?? reconciliationFile(folder, "seed");
    if (given === undefined && !existsSync(path)) {
      if (parties.length === 1) {
        const remedy = "give --seed-file at both ends, or --amplify to ldpc key confirm, which draws one";
        throw new InputError(`has no seed.bin: ${remedy}`, { file: folder });
      }
      await drawSeed(work, sum(all.map((part) => part.bits)), { bits: bits! });
    }
    const seed = opened(await openBitFile(path, { format: "packed" }));
    const container =
      given && containerOf(await seed.read(0, [Math.min(8 * CONTAINER_BYTES, seed.bits)], CONTAINER_BYTES));
    if (container) throw new InputError(`is ${containerText(container)}: a seed is of random bits`, { file: path });
    const amplification = hashOf({ bits: bits!, digest: await seedDigest(seed), earlier: options.together?.length });
    await ledger.amplify(run, party, verdict, amplification);
    const done = await hashKeys(work, parties, all, amplification, seed);
    const files = done.map((one) => one.path);
    const rows: Row[] = [["run", run.slice(0, 16)], ...done.flatMap((one) => one.rows), ["written", files.join(", ")]];
    return { summary: { run, amplified: done[0].summary, files }, text: rowsText(rows) };
  };
}

function requireSecretLength(key: Pick<SecretKey, "bits"> | undefined): void {
  if (key !== undefined) return;
  throw new InputError(
    "no secret length is known of this key: say what is known of Eve, for bits by --phase-error, for values by an estimate or --transmittance and the other options of the link",
  );
}
