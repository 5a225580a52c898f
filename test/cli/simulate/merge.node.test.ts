import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mergeRuns } from "../../../src/node/run/merge-runs.ts";
import { commitRun, requireRunFile } from "../../../src/node/run/run-file.ts";
import { formatHeader } from "../../../src/simulation/record.ts";
import { sha256Hex } from "../../../src/simulation/task.ts";
import { ldpc } from "../run-in-process.ts";
import { content, csv, failure, folder, readRun, run, useRunFolders } from "./simulate-fixture.ts";

useRunFolders();

describe("merge", () => {
  it("of parts gives the points of the whole, and twice the same", async () => {
    const [a, b, merged] = ["a", "b", "merged"].map((name) => join(folder, name));
    await run({ ebn0: "0.5,1", out: a });
    await run({ ebn0: "1,1.5", out: b, maxErrors: "30" });
    await run({ ebn0: "0.5:0.5:1.5" });
    await mergeRuns([a, b], merged);
    expect(JSON.parse(readFileSync(join(merged, "run.json"), "utf8"))).toMatchObject({
      points: [0.5, 1, 1.5],
      stopping: { maxErrors: 40 },
    });
    // Point 1.5 has fewer errors than the merged rule requires, and the same command finishes it.
    expect(csv(merged)).toMatch(/,unfinished,\d+,[0-9a-f]{16}\n$/);
    const first = content(merged);
    await mergeRuns([b, a], merged);
    expect(content(merged)).toEqual(first);
    await run({ ebn0: "0.5:0.5:1.5", out: merged });
    expect(csv(merged)).toBe(csv());
  });

  it("of parts made without a shared folder gives the whole, and says how many frames were new", async () => {
    const names = ["a", "b", "c", "d"].map((name) => join(folder, name));
    const long = { ebn0: "1", maxErrors: "1000", maxFrames: "4000" };
    for (const [i, name] of names.entries()) await run({ ...long, part: `${i + 1}/4`, out: name });
    expect(readRun("b").part).toEqual({ index: 2, of: 4 });
    await run(long);
    const merged = join(folder, "merged");
    const { folders } = await mergeRuns(names, merged);
    const frames = (path: string) => Number(csv(path).split("\n")[1].split(",")[5]);
    expect(folders.map(({ newFrames }) => newFrames)).toEqual(names.map(frames));
    expect(names.map(frames).reduce((sum, count) => sum + count, 0)).toBe(4000);
    expect(csv(merged)).toBe(csv());
    expect(readRun("merged").part).toBe(undefined);
    const again = await mergeRuns([names[0], merged], join(folder, "again"));
    expect(again.folders.map(({ newFrames }) => newFrames)).toEqual([frames(names[0]), 4000 - frames(names[0])]);
    const copy = await mergeRuns([names[1]], merged);
    expect(copy.folders[0].newFrames).toBe(0);
  });

  it("shows the limits that simulate shows, or says why it cannot", async () => {
    const [part, merged] = ["part", "merged"].map((name) => join(folder, name));
    const { stdout } = await run({ out: part, ebn0: "0.5,1,1.5" });
    const shown = await ldpc("merge", part, "--out", merged);
    expect(stdout).toMatch(/approximation.*\n/);
    expect(stdout).toContain("The capacity equals the code's rate at Eb/N0");
    expect(stdout).toMatch(/the normal approximation for codes of this length and rate/);
    expect(shown.stdout).toBe(stdout);

    const stored = requireRunFile(merged);
    await commitRun(merged, { ...stored, code: { ...stored.code, given: "no-such-folder/H.alist" } });
    const without = await ldpc("merge", merged, "--out", join(folder, "again"));
    expect(without).toMatchObject({
      status: 0,
      stderr: expect.stringContaining("the table has no limits: the run's code, no-such-folder/H.alist,"),
    });
    expect(without.stdout).not.toContain("approximation");
  });

  it("of an unfinished point says that nobody works on it", async () => {
    const [few, more] = ["few", "more"].map((name) => join(folder, name));
    await run({ out: few, ebn0: "1", maxErrors: "10" });
    await run({ out: more, ebn0: "0.5" });
    const { stdout } = await ldpc("merge", few, more, "--out", join(folder, "merged"));
    expect(stdout).toMatch(/^ +1 .* interrupted$/m);
    expect(stdout).not.toContain("running");
  });

  it("of parts that ended by errors is finished by the same command without --part", async () => {
    const names = ["a", "b"].map((name) => join(folder, name));
    for (const [i, name] of names.entries()) await run({ part: `${i + 1}/2`, out: name, ebn0: "1" });
    const merged = join(folder, "merged");
    await mergeRuns(names, merged);
    await run({ ebn0: "1" });
    await run({ ebn0: "1", out: merged });
    expect(csv(merged)).toBe(csv());
    await expect(mergeRuns([merged], names[0])).rejects.toThrow(/a: holds a part of a run/);
    expect((await failure({ ebn0: "1", part: "2/2", out: names[0] })).message).toMatch(
      /another run: it has part 1 of 2, not part 2 of 2/,
    );
    expect((await failure({ ebn0: "1", part: "1/2", out: merged })).message).toMatch(
      /it has all frames, not part 1 of 2/,
    );
  });

  it("says how many frames wait behind missing ones, and which part has these", async () => {
    const [one, two, merged] = ["one", "two", "merged"].map((name) => join(folder, name));
    const long = { ebn0: "1", maxErrors: "1000" };
    await run({ ...long, part: "1/2", out: one, maxFrames: "2560" });
    await run({ ...long, part: "2/2", out: two, maxFrames: "1280" });
    const { status, stdout } = await ldpc("merge", one, two, "--out", merged);
    expect(status).toBe(0);
    const said =
      /^At Eb\/N0 1 dB ([\d,]+) of ([\d,]+) frames do not count yet, because frames from ([\d,]+) on are missing: they belong to (.*)\.$/m;
    const [, waiting, all, first, rest] = said.exec(stdout) ?? [];
    const [waits, total, counted] = [waiting, all, first].map((text) => Number(text.replaceAll(",", "")));
    expect(rest).toBe(`part 2 of 2 (${two}), and ldpc simulate --again ${merged} computes them too`);
    expect(waits).toBeGreaterThan(0);
    expect(counted + waits).toBe(total);
    const frames = (path: string) => Number(csv(path).split("\n")[1].split(",")[5]);
    expect([frames(merged), frames(one) + frames(two)]).toEqual([counted, total]);
    // The other part alone leaves a gap at its own first frame, and a part that is not merged has no folder.
    const alone = await ldpc("merge", two, "--out", join(folder, "alone"));
    expect(alone.stdout).toContain(
      "because frames from 0 on are missing: they belong to part 1 of 2, which is none of",
    );
    // The longer run fills the gap.
    await run({ ...long, part: "2/2", out: two, maxFrames: "2560" });
    const whole = await ldpc("merge", one, two, "--out", merged);
    expect(whole.stdout).not.toContain("do not count yet");
  });

  it("refuses other runs, contradictions and its own inputs, and writes nothing", async () => {
    const [a, b, merged] = ["a", "b", "merged"].map((name) => join(folder, name));
    await run({ out: a });
    await run({ out: b, seed: "2" });
    await expect(mergeRuns([a, b], merged)).rejects.toThrow(/b: another run than .*a: its seed is 2, not 1/);
    await expect(mergeRuns([a], a)).rejects.toThrow(/--out is one of the folders/);
    await expect(mergeRuns([a, folder], merged)).rejects.toThrow(/no run\.json/);
    rmSync(b, { recursive: true });
    cpSync(a, b, { recursive: true });
    // A device that computes wrongly would write a record with a correct checksum.
    const [shard] = readdirSync(join(b, "shards"));
    const file = join(b, "shards", shard);
    const lines = readFileSync(file, "utf8").split("\n");
    const [header] = lines;
    const at = lines.findIndex((line) => line.startsWith('{"first"'));
    const { checksum, ...value } = JSON.parse(lines[at]);
    const { section } = formatHeader(JSON.parse(header));
    value.iterations++;
    value.iterationsCorrect++;
    delete value.wrong;
    const sealed = JSON.stringify(value).slice(0, -1);
    const digest = sha256Hex(JSON.parse(header).checksum + sealed).slice(0, 16);
    lines[at] = `${sealed},"checksum":"${digest}"}`;
    writeFileSync(file, lines.join("\n"));
    expect(checksum).not.toBe(digest);
    expect(section.task).toBe(readRun("a").tasks[0]);
    const place = `jsonl:${at + 1}`;
    await expect(mergeRuns([a, b], merged)).rejects.toThrow(
      new RegExp(`b/shards/.*${place}: chunk 0 has other counts than at .*a/shards.*${place}`),
    );
    expect(existsSync(merged)).toBe(false);
  });
});
