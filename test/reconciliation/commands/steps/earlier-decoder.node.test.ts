import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { ReconciliationFolder, unfinishedRun } from "../../../../src/reconciliation/files/folder.ts";
import { JOURNAL } from "../../../../src/reconciliation/files/headers.ts";
import { RecordWriter } from "../../../../src/reconciliation/files/record-file.ts";
import { randomNumbers } from "../../../simulation/random.ts";
import { key } from "./key-command.ts";
import { withLedger } from "./killed.ts";

const folder = mkdtempSync(join(tmpdir(), "gfq-ldpc-earlier-decoder-"));
afterAll(() => rmSync(folder, { recursive: true }));
const at = (...names: string[]) => join(folder, ...names);

const both = (out: string, ...options: string[]) =>
  key(
    ...withLedger([
      ...["both", at("a.bin"), at("b.bin"), "--code=wifi-648-432", "--qber=0.02", ...options],
      ...["--out", at(out)],
    ]),
  );

/** The journal of an unfinished run, rewritten with another text of its decoder. */
function rewriteJournal(out: string, change: (decoder: string) => string): void {
  const path = at(out, "journal.ldpc");
  const old = RecordWriter.reopen(path, JOURNAL)!;
  const { header } = old;
  const payloads = old.whole(0, header.stream.blocks);
  old.discard();
  const decoding = { ...header.decoding!, decoder: change(header.decoding!.decoder) };
  const fresh = RecordWriter.create(path, JOURNAL, { ...header, decoding });
  fresh.append(payloads);
  fresh.close();
}

it("an unfinished run whose decoder has got options since goes on at their defaults alone", async () => {
  const random = randomNumbers(5);
  const alice = Uint8Array.from({ length: 270 }, () => 256 * random());
  writeFileSync(at("a.bin"), alice);
  writeFileSync(at("b.bin"), alice);
  expect(await both("whole")).toMatchObject({ status: 0, stderr: "" });
  const spy = vi.spyOn(ReconciliationFolder.prototype, "finish").mockImplementation(() => {
    throw new Error("killed here");
  });
  expect((await both("killed")).status).not.toBe(0);
  spy.mockRestore();
  rewriteJournal("killed", (decoder) => {
    expect(decoder).toMatch(/ bound=\d+$/);
    return decoder.replace(/ bound=\d+$/, "");
  });
  expect(unfinishedRun(at("killed"))!.decoding!.decoder).not.toContain("bound");

  const other = await both("killed", "--decoder=sum-product form=tanh messages=f16 schedule=layered iterations=30");
  expect([other.status, other.stderr]).toEqual([
    1,
    expect.stringMatching(/holds an unfinished run with --decoder .* iterations=31 .*, not .* iterations=30 /),
  ]);
  expect(await both("killed")).toMatchObject({ status: 0, stderr: "" });
  const blocks = (out: string) => readFileSync(at(out, "blocks.csv"), "utf8");
  expect(blocks("killed")).toBe(blocks("whole"));
});
