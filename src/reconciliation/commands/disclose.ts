import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { OCTONION } from "../../../wgsl/reconciliation/octonion.ts";
import { formatCount, formatNumber } from "../../index.ts";
import { requireNewFile } from "../../node/disk/disk.ts";
import { disclosedGroups } from "../core/estimation.ts";
import { reconciliationFile } from "../files/folder.ts";
import { disclosedFileBits, partyOf } from "../files/headers.ts";
import { valueIdentity } from "../files/ledger.ts";
import { disclosedHeader, openValueFile, valueMoments, writeDisclosed } from "../files/value-file.ts";
import type { Step } from "./run.ts";
import { Messages, messageRows, type Row, rowsText } from "./summary.ts";

/**
 * Publishes some values of the decoding end, chosen at random by this command. From then on, its sequence can be used with this choice
 * alone. The same command over the same sequence makes the same file again.
 */
export function discloseValues(path: string): Step {
  return async ({ options, opened }) => {
    const { modulationVariance: variance } = options;
    const target = reconciliationFile(options.out, "disclosed");
    requireNewFile(target, options.force);
    const every = options.disclose!;
    const messages = opened(new Messages(options));
    const file = opened(await openValueFile(path));
    const { deviation } = await valueMoments(file);
    const identity = await valueIdentity(file);
    const { ledger } = messages;
    const party = partyOf("decoding", options.cv);
    const before = await ledger.disclosureOf(identity, party);
    const seed = before?.seed ?? randomBytes(16).toString("hex");
    const modulation = variance === undefined ? undefined : { variance, deviation };
    const header = await disclosedHeader({ file, every, seed, modulation });
    const disclosed = OCTONION * disclosedGroups(file.values, every);
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
    const unit =
      variance === undefined
        ? "the SNR can be estimated from them, and no link without --modulation-variance"
        : `their modulation variance is ${formatNumber(variance, 4)}`;
    const rows: Row[] = [
      ["message", writer.id.slice(0, 16)],
      ["values", `${formatCount(file.values)}, of which ${formatCount(disclosed)} are disclosed; ${unit}`],
      ...messageRows(messages.summary),
      ["written", target],
    ];
    const summary = {
      message: writer.id,
      values: { all: file.values, disclosed },
      modulationVariance: variance,
      messages: messages.summary,
      files: [target],
    };
    return { summary, text: rowsText(rows) };
  };
}
