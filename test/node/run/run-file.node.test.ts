import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { InputError } from "../../../src/errors.ts";
import { commitRun, readRunFile, runText, withPoints } from "../../../src/node/run/run-file.ts";
import { MUTATIONS } from "../../mutations.ts";
import { newFolder } from "../../new-folder.ts";
import { fakeSweep } from "../../simulation/watched-ledger.ts";
import { fakeRun } from "./fake-run.ts";

const RUN = fakeRun(fakeSweep());
const SIGNS = { silenceSeconds: 0.5, signSeconds: 0.1 };

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const file = () => join(folder, "run.json");

describe("run.json", () => {
  it("is read back as it was written", async () => {
    expect(await commitRun(folder, RUN)).toEqual(RUN);
    expect(readRunFile(folder)).toEqual(RUN);
    expect(readFileSync(file(), "utf8")).toBe(runText(RUN));
    expect(readdirSync(folder)).toEqual(["run.json"]);
  });

  it("is never read with another content than it was written with", () => {
    const text = runText(fakeRun(fakeSweep({ part: { index: 2, of: 4 }, targetFer: 0.01 })));
    writeFileSync(file(), text);
    const written = readRunFile(folder);
    const change = fc.record({
      place: fc.double({ min: 0, max: 0.999999, noNaN: true }),
      drop: fc.nat(3),
      inserted: fc.oneof(fc.string({ maxLength: 3 }), fc.stringMatching(/^[0-9]{1,3}$/)),
    });
    let refused = 0;
    fc.assert(
      fc.property(change, ({ place, drop, inserted }) => {
        const at = Math.floor(place * text.length);
        writeFileSync(file(), text.slice(0, at) + inserted + text.slice(at + drop));
        try {
          expect(readRunFile(folder)).toEqual(written);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          refused++;
        }
      }),
      { numRuns: MUTATIONS },
    );
    expect(refused).toBeGreaterThan(MUTATIONS / 2);
  });

  it("nested too deeply or too long is refused with a sentence", () => {
    writeFileSync(file(), `${"[".repeat(5000)}${"]".repeat(5000)}`);
    expect(() => readRunFile(folder)).toThrow(/nested deeper than 64 levels/);
    for (const text of ["null", "[]", "3", "{}"]) {
      writeFileSync(file(), text);
      expect(() => readRunFile(folder), text).toThrow(InputError);
    }
  });
});

describe("commitRun", () => {
  it("leaves no empty folder if the run cannot begin", async () => {
    // The folder's path is as long as the system takes, the path of a file in it longer.
    const outer = join(folder, "outer");
    let long = outer;
    while (long.length + 200 < 4085) long = join(long, "x".repeat(200));
    long = join(long, "x".repeat(4090 - long.length - 1));
    await expect(commitRun(long, RUN)).rejects.toThrow();
    expect(existsSync(outer)).toBe(false);
  });

  it("extends the stored run, and refuses another run and a shorter rule", async () => {
    await commitRun(folder, RUN);
    const longer = withPoints({ ...RUN, stopping: { ...RUN.stopping, maxErrors: 99 } }, [3]);
    expect((await commitRun(folder, longer)).points).toEqual([0.5, 1, 1.5, 3]);
    expect(readRunFile(folder)).toMatchObject({ points: [0.5, 1, 1.5, 3], stopping: { maxErrors: 99 } });
    await expect(commitRun(folder, RUN)).rejects.toThrow(/a run with --max-errors 99: say at least that, not 50/);
    const other = withPoints({ ...longer, seed: 2 }, [3]);
    await expect(commitRun(folder, other)).rejects.toThrow(/another run: its seed is 1, not 2/);
    const part = { ...longer, part: { index: 1, of: 2 } };
    await expect(commitRun(folder, part)).rejects.toThrow(/another run: it has all frames, not part 1 of 2/);
  });

  it("of many at the same moment loses no point of any", async () => {
    const points = Array.from({ length: 12 }, (_, i) => i / 4);
    await Promise.all(points.map((point) => commitRun(folder, withPoints(RUN, [point]))));
    expect(readRunFile(folder)?.points).toEqual(points);
    expect(readdirSync(folder)).toEqual(["run.json"]);
  });

  it("of different runs at the same moment lets one of them have the folder", async () => {
    const seeds = [1, 2, 3, 4];
    const outcomes = await Promise.allSettled(
      seeds.map((seed) => commitRun(folder, withPoints({ ...RUN, seed }, RUN.points))),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [String(outcome.reason)] : []));
    for (const text of refused) expect(text).toMatch(/--out holds another run: its seed is/);
  });

  it("begins where a command was killed while it began", async () => {
    mkdirSync(join(folder, "shards"));
    writeFileSync(join(folder, "run.json.4711-00ff.tmp"), "{ torn");
    writeFileSync(join(folder, "run.lock.0123456789abcdef"), "");
    await commitRun(folder, RUN, SIGNS);
    expect(readdirSync(folder).sort()).toEqual(["run.json", "shards"]);
  });

  it("does not take over a folder with anything of value", async () => {
    for (const name of ["thesis.tex", "shards/a.jsonl"]) {
      rmSync(folder, { recursive: true });
      mkdirSync(join(folder, "shards"), { recursive: true });
      writeFileSync(join(folder, name), "");
      await expect(commitRun(folder, RUN)).rejects.toThrow(/holds files but no run\.json/);
      expect(existsSync(file())).toBe(false);
    }
  });
});
