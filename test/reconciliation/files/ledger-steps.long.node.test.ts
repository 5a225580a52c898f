import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { DisclosureLedger } from "../../../src/reconciliation/files/ledger.ts";
import { newFolder } from "../../new-folder.ts";
import { heldSteps, withSteps } from "../../node/file-system-steps.ts";
import { COMPILED } from "../../setup/compiled.ts";

// A process that uses the ledger stops at a call to the file system for so long that its lock does not count. Meanwhile another process takes
// the lock over and does its whole work.

const SIGNS = { silenceSeconds: 0.3, signSeconds: 0.1 };
const DATA = { sha256: "9".repeat(64), marks: ["0123456789abcdef"] };
const [run, other] = ["1".repeat(64), "2".repeat(64)];
const [first, second] = ["a".repeat(64), "b".repeat(64)];

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

/** The work of a process as a line of code. In it, `ledger` is the ledger. */
interface Work {
  readonly begin: (ledger: DisclosureLedger) => Promise<void>;
  readonly here: (ledger: DisclosureLedger) => Promise<void>;
  readonly there: string;
}

const claim = (id: string) => ({
  run: id,
  root: id,
  folder: "/out",
  data: [{ party: "alice" as const, file: "a.bin", identity: DATA }],
});

const works: Record<string, Work> = {
  "begins a run with the same data": {
    begin: async () => {},
    here: (ledger) => ledger.begin(claim(run)),
    there: `await ledger.begin(${JSON.stringify(claim(other))});`,
  },
  "makes the key of a run by another verdict": {
    begin: (ledger) => ledger.begin(claim(run)),
    here: (ledger) => ledger.conclude(run, "alice", first, 1),
    there: `await ledger.conclude("${run}", "alice", "${second}", 1);`,
  },
};

/** Runs the work in another process. @returns "" if it ended normally, or the error. */
function inAnother(ledger: string, work: string): string {
  const program = `
    import { DisclosureLedger } from "./src/reconciliation/files/ledger.js";
    const ledger = new DisclosureLedger(${JSON.stringify(ledger)}, undefined, ${JSON.stringify(SIGNS)});
    try { ${work} console.log("done"); } catch (error) { console.log(error.name, error.message); }`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: COMPILED,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return stdout.trim();
}

it.each(Object.entries(works))(
  "of two processes that use the ledger one at most goes on, if the other %s",
  async (_, work) => {
    const ledgerAt = async (name: string) => {
      const ledger = new DisclosureLedger(join(folder, name), undefined, SIGNS);
      await work.begin(ledger);
      return ledger;
    };
    const alone = await ledgerAt("alone");
    const { steps } = await withSteps(
      () => work.here(alone),
      () => {},
    );
    expect(steps).toBeGreaterThan(10);
    let reached = 0;
    for (const held of heldSteps(steps, 6)) {
      const ledger = await ledgerAt(`step-${held}`);
      let there = "not called";
      const { error } = await withSteps(
        () => work.here(ledger),
        (step) => {
          if (step === held) there = inAnother(ledger.folder, work.there);
        },
      );
      // Without further signs of life there are fewer steps.
      if (there === "not called") break;
      reached = held;
      const place = `held at step ${held} of ${steps}: ${(error as Error)?.message} / ${there}`;
      const done = [error === undefined, there === "done"].filter(Boolean);
      expect(done.length, place).toBe(1);
      const refusal = `${(error as Error)?.message ?? ""}${there}`;
      expect(refusal, place).toMatch(/was used already|was made by verdict/);
    }
    expect(reached).toBeGreaterThan(10);
  },
);
