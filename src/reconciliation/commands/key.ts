import { CommandExit } from "../../cli/exit.ts";
import { formatCount, InputError } from "../../index.ts";
import { requireNewFile } from "../../node/disk/new-file.ts";
import { INTERRUPTED } from "../../node/interrupts.ts";
import { sum } from "../../sum.ts";
import { type BitFile, openBitFile } from "../files/bit-file.ts";
import { reconciliationFile, unfinishedRun } from "../files/folder.ts";
import {
  CONFIRMATION,
  lineageOf,
  partyOf,
  type StreamHeader,
  SYNDROMES,
  splitMessages,
  type VerdictHeader,
  verdictBits,
} from "../files/headers.ts";
import { deliverKey, keepVerified, openVerdict } from "../files/key.ts";
import { KeyFile } from "../files/key-file.ts";
import type { LedgerKey } from "../files/ledger.ts";
import { RecordReader, RecordWriter } from "../files/record-file.ts";
import { destroyFile } from "../files/resumable-file.ts";
import { readRetryMessage, retriedBits } from "../files/retry.ts";
import { interleavedBits } from "../files/sides.ts";
import { keyRows, keySummary, Messages, messageRows, type Row, rowsText } from "./messages.ts";
import type { ReconcileArguments } from "./options.ts";
import { receivedStream, requireKind, retriedPositions } from "./plan.ts";
import type { ReconcileWork, Step } from "./run.ts";
import {
  netKeyBits,
  netRows,
  promiseKey,
  readSecurity,
  requireOneLink,
  type SecretKey,
  type Security,
} from "./secret.ts";
import { type Outcome, summarise } from "./summary.ts";

/**
 * Runs the reference end's last step. If it computes the decoding end's key hash, it makes its key from the verified blocks and writes the
 * confirmation.
 */
export function makeKey(paths: JudgedPaths): Step {
  return (work) => concludeRun(paths, work);
}

async function concludeRun(paths: JudgedPaths, { options, progress, signal }: ReconcileWork): Promise<Outcome> {
  const path = reconciliationFile(options.out, partyOf("reference", options.cv));
  requireNewFile(path, options.force);
  if (unfinishedRun(options.out) !== undefined) {
    throw new InputError("holds an unfinished run: finish it first, or choose another --out", { file: options.out });
  }
  const security = await readSecurity(options);
  const open: { close(): Promise<void> }[] = [];
  let key: KeyFile | undefined;
  try {
    const inputs = await openJudged(
      paths,
      options,
      (file) => {
        open.push(file);
        return file;
      },
      security,
    );
    const { syndromes, verdict, messages } = inputs;
    const stream = syndromes.header;
    key = KeyFile.create(path);
    const begin = performance.now();
    let done = 0;
    const line = () => `${formatCount(done)} of ${formatCount(stream.blocks)} blocks`;
    progress.start({ table: line, line });
    const { blocks } = await keepVerified({
      input: stream.retry === undefined ? inputs.bits : bitsOfRetry(options, inputs.bits, syndromes),
      syndromes,
      verdict,
      key,
      signal,
      progress: (now) => {
        done = now;
      },
    });
    if (blocks < stream.blocks) throw new CommandExit("interrupted; nothing is written", INTERRUPTED);
    const { confirmation, secretKey } = await confirm(paths, options, inputs, key, security);
    const made = keySummary(verdict, true);
    const written = made.bits === 0 ? [confirmation] : [path, confirmation];
    if (made.bits === 0) key.discard();
    else key.finish();
    if (options.forget)
      for (const file of ["secret", "private"] as const) destroyFile(reconciliationFile(options.out, file));
    const timing = { seconds: (performance.now() - begin) / 1000, bits: stream.bits };
    const found = { key: made, secretKey, messages: messages.summary };
    return summarise(stream, syndromes.id, written, timing, found);
  } finally {
    key?.discard();
    for (const file of open) await file.close();
  }
}

/** Paths of the reference end's bits, of its syndrome file and of the verdict on it. */
export interface JudgedPaths {
  readonly reference: string;
  readonly syndromes: string;
  readonly verdict: string;
}

/**
 * Opens what the reference end needs after a verdict. The bits are the first run's, in the order in which they are cut into blocks.
 * @param keep receives each opened file, and returns it.
 * @throws InputError if the files are not from one run, or a tag is wrong.
 */
export async function openJudged(
  paths: JudgedPaths,
  options: ReconcileArguments,
  keep: <File extends { close(): Promise<void> }>(file: File) => File,
  security?: Security,
) {
  const messages = keep(Messages.open(options));
  const syndromes = keep(await RecordReader.open(paths.syndromes, SYNDROMES));
  const stream = syndromes.header;
  requireKind(options, stream, paths.syndromes);
  requireOneLink(stream, security, paths.syndromes);
  await messages.ledger.requireAuth(lineageOf(stream, syndromes.id), partyOf("reference", options.cv));
  const check = (file: RecordReader<VerdictHeader>) => messages.check(file, "decoding");
  const verdict = keep(await openVerdict(paths.verdict, stream, syndromes.id, paths.syndromes, check));
  const expected = { bits: stream.retry?.bits ?? stream.bits, of: paths.syndromes };
  // For Gaussian values, the input is a packed file of the random bits that the run drew.
  const format = options.cv ? "packed" : options.inputFormat;
  const whole = keep(await openBitFile(paths.reference, { expected, format }));
  return { messages, syndromes, verdict, bits: interleavedBits(whole, stream) };
}

/**
 * Writes the confirmation, which tells the decoding end whether the keys are equal.
 * @returns the path of the confirmation, and the secret key.
 * @throws InputError if the keys differ. The confirmation is written in this case too.
 */
async function confirm(
  paths: JudgedPaths,
  options: ReconcileArguments,
  { syndromes, verdict, messages }: Awaited<ReturnType<typeof openJudged>>,
  key: KeyFile,
  security: Security | undefined,
): Promise<{ readonly confirmation: string; readonly secretKey?: SecretKey }> {
  const { hashKey, hash } = verdict.header;
  const { ledger } = messages;
  const [run, party] = [syndromes.id, partyOf("reference", options.cv)];
  await ledger.require(run, party);
  const agreed = Buffer.from(key.hash(Buffer.from(hashKey, "hex"))).toString("hex") === hash;
  const confirmation = reconciliationFile(options.out, "confirmation");
  // Recorded before the key exists: from then on no other verdict counts.
  if (agreed) await ledger.conclude(run, party, verdict.id, verdictBits(verdict.header));
  const secretKey = agreed
    ? await promiseKey(ledger, party, { stream: syndromes.header, run, verdict }, security)
    : undefined;
  const seal = messages.seal("reference");
  await messages.note(run, party);
  RecordWriter.create(confirmation, CONFIRMATION, { verdict: verdict.id, agreed }).finish(seal);
  if (agreed) return { confirmation, secretKey };
  throw new InputError(
    `its hash is not that of the key here: the keys differ, and none is written; ${confirmation} reports this to the other end`,
    { file: paths.verdict },
  );
}

/** The first run's bits in the order of the retried blocks. */
function bitsOfRetry(options: ReconcileArguments, whole: BitFile, retry: RecordReader<StreamHeader>): BitFile {
  const { header, path } = retry;
  const { blocks } = retriedPositions(header, receivedStream(options, header, path).parameters.code);
  const rootBlocks = Math.ceil(blocks.bits / blocks.keyBits);
  return retriedBits(whole, header, blocks, async (first, count) => {
    const { syndromes } = splitMessages(await retry.read(first, count), header);
    const bytes = syndromes.length / count;
    return Array.from(
      { length: count },
      (_, i) => readRetryMessage(syndromes.subarray(i * bytes, (i + 1) * bytes), rootBlocks, path).index,
    );
  });
}

/** Runs the decoding end's last step: its pending key becomes its key, because the reference end has an equal key. */
export function deliver(confirmation: string): Step {
  return ({ options }) => acceptKey(confirmation, options);
}

async function acceptKey(confirmation: string, options: ReconcileArguments): Promise<Outcome> {
  const messages = Messages.open(options);
  const { ledger } = messages;
  let keys: readonly LedgerKey[] = [];
  try {
    const { file, verdict } = await deliverKey({
      folder: options.out,
      confirmation,
      force: options.force,
      requireKnown: async (run, party) => void (await ledger.require(run, party)),
      conclude: async (run, party, id) => {
        await ledger.conclude(run, party, id, 0);
        await messages.note(run, party);
        keys = (await ledger.keysUntil(run, id, party)) ?? [];
      },
      check: (answer, from) => messages.checkFrom(answer, from),
    });
    const key = keySummary(verdict, true);
    const promises = keys.map(({ secretBits }) => secretBits);
    const [bits] = promises;
    const earlier = promises.slice(1).map((each) => each ?? 0);
    const secretKey = bits === undefined ? undefined : { bits, ...(earlier.length > 0 && { promised: sum(earlier) }) };
    const [run, summary] = [verdict.header.stream, messages.summary];
    const net = netKeyBits(key, secretKey, summary);
    const rows: Row[] = [
      ["run", run.slice(0, 16)],
      ...keyRows(key),
      // Secret bits that `key correct` promised, if it did.
      ...(secretKey
        ? [["secret key", `${formatCount(secretKey.bits)} bits, as key correct printed`] satisfies Row]
        : []),
      ...netRows(net),
      ...messageRows(summary),
      ["written", file],
    ];
    return {
      summary: { run, key, secretKey, netKeyBits: net, messages: summary, files: [file] },
      text: rowsText(rows),
      key,
    };
  } finally {
    await messages.close();
  }
}
