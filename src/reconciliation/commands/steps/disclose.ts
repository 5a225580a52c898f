import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { evaluateNumber } from "../../../cli/options/expression.ts";
import { integerOption } from "../../../cli/options/values.ts";
import { InputError } from "../../../errors.ts";
import { requireNewFile } from "../../../node/disk/new-file.ts";
import { formatCount, formatNumber } from "../../../report/format.ts";
import { disclosedGroups } from "../../core/disclosure.ts";
import { valueIdentity } from "../../files/data-identity.ts";
import { reconciliationFile } from "../../files/folder-files.ts";
import { disclosedHeader, writeDisclosed } from "../../files/messages/disclosed-file.ts";
import { disclosedFileBits } from "../../files/messages/disclosed-header.ts";
import { partyOf } from "../../files/messages/headers.ts";
import { openValueFile } from "../../files/value-file.ts";
import { valueMoments } from "../../files/value-sequence.ts";
import { type MessageSecurity, Messages, messageRows } from "./messages.ts";
import type { ReconcileArguments, ReconcileTask } from "./options.ts";
import { type Row, rowsText } from "./summary-rows.ts";

/** The summary of `key estimate`, printed as JSON or text. */
export interface DisclosureSummary {
  /** Id of the disclosed file. */
  readonly message: string;
  readonly values: { readonly all: number; readonly disclosed: number };
  readonly modulationVariance?: number;
  readonly messages: MessageSecurity;
  readonly files: readonly string[];
}

/**
 * Publishes some values of the decoding end, chosen at random by this command. From then on, its sequence can be used with this choice
 * alone. The same command over the same sequence makes the same file again.
 */
export async function discloseValues(
  { values: path }: Extract<ReconcileTask, { kind: "disclose" }>,
  options: ReconcileArguments,
): Promise<DisclosureSummary> {
  const target = reconciliationFile(options.out, "disclosed");
  requireNewFile(target, options.force);
  const every = integerOption("disclose", options.disclose!, 2);
  const variance = await readVariance(options);
  const open: { close(): Promise<void> }[] = [];
  try {
    const messages = Messages.open(options);
    open.push(messages);
    const file = await openValueFile(path);
    open.push(file);
    const { deviation } = await valueMoments(file);
    const identity = await valueIdentity(file);
    const { ledger } = messages;
    const party = partyOf("decoding", options.cv);
    const before = await ledger.disclosureOf(identity, party);
    const seed = before?.seed ?? randomBytes(16).toString("hex");
    const modulation = variance === undefined ? undefined : { variance, deviation };
    const header = await disclosedHeader({ file, every, seed, modulation });
    const disclosed = 8 * disclosedGroups(file.values, every);
    const writer = await writeDisclosed(target, header, file);
    try {
      await ledger.begin({
        run: writer.id,
        root: writer.id,
        disclosed: { every, seed, values: disclosed },
        folder: resolve(options.out),
        data: [{ party, file: path, identity }],
      });
      const seal = messages.seal("decoding");
      await messages.note(writer.id, party);
      // The ledger records the file before it has its name, because it may be public from then on.
      const entry = await ledger.find(writer.id, party);
      if (entry?.state === "begun") await ledger.disclose(writer.id, party, disclosedFileBits(header), false);
      writer.finish(seal);
    } finally {
      writer.discard();
      // Without a file, nothing was disclosed.
      await ledger.forget(writer.id);
    }
    return {
      message: writer.id,
      values: { all: file.values, disclosed },
      modulationVariance: variance,
      messages: messages.summary,
      files: [target],
    };
  } finally {
    for (const file of open) await file.close();
  }
}

async function readVariance({ modulationVariance }: ReconcileArguments): Promise<number | undefined> {
  if (modulationVariance === undefined) return undefined;
  const variance = await evaluateNumber(modulationVariance, "--modulation-variance");
  if (variance > 0) return variance;
  throw new InputError(`--modulation-variance ${modulationVariance}: it must be above 0, in shot-noise units`);
}

/** The summary as text. */
export function disclosureText({ message, values, modulationVariance, messages, files }: DisclosureSummary): string {
  const unit =
    modulationVariance === undefined
      ? "the SNR can be estimated from them, and no link without --modulation-variance"
      : `their modulation variance is ${formatNumber(modulationVariance, 4)}`;
  const rows: Row[] = [
    ["message", message.slice(0, 16)],
    ["values", `${formatCount(values.all)}, of which ${formatCount(values.disclosed)} are disclosed; ${unit}`],
    ...messageRows(messages),
    ["written", files.join(", ")],
  ];
  return rowsText(rows);
}
