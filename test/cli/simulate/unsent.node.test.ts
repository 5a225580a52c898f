import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { readRunFile } from "../../../src/node/run/run-file.ts";
import { newFolder } from "../../new-folder.ts";
import { ldpc, refusal } from "../run-in-process.ts";

let folder: string;
beforeAll(() => {
  folder = newFolder();
});

const run = (out: string, ...more: string[]) =>
  ldpc(
    ...["simulate", "--code", "wifi-648-324", "--ebn0", "3", "--decoder", "min-sum iterations=5", "--engine", "cpu"],
    ...["--max-frames", "32", "--chunk", "32", "--out", join(folder, out), ...more],
  );

describe("ldpc simulate --puncture --shorten", () => {
  it("leaves symbols out, by list or by file alike", async () => {
    const list = await run("list", "--puncture", "600-619,640", "--shorten", "0-9");
    expect(list.status).toBe(0);
    expect(list.stderr).toContain(
      "wifi-648-324-punctured21-shortened10: N 648 (617 sent), K 314, R 0.5089, over GF(2)",
    );
    const [punctured, shortened] = ["punctured.txt", "shortened.txt"].map((name) => join(folder, name));
    writeFileSync(punctured, `640\n${Array.from({ length: 20 }, (_, i) => 600 + i).join(" ")}\n`);
    writeFileSync(shortened, "0-4,\n5-9\n");
    const files = await run("files", "--puncture", punctured, "--shorten", shortened, "--quiet");
    expect([files.status, files.stderr]).toEqual([0, ""]);
    const [one, other] = ["list", "files"].map((out) => readFileSync(join(folder, out, "points.csv"), "utf8"));
    expect(other).toBe(one);
    await run("plain", "--quiet");
    expect(readRunFile(join(folder, "list"))!.code.hash).not.toBe(readRunFile(join(folder, "plain"))!.code.hash);
  });

  it.each(
    Object.entries({
      "--puncture 648": "--puncture 648: positions of wifi-648-324 are 0 … 647",
      "--puncture ,": '--puncture "," is no list, and there is no such file',
      "--puncture 9-3": '"9-3" is no position and no range such as 0-15',
      "--shorten no-such-file":
        '--shorten "no-such-file" is no list, and there is no such file: give a list such as 0-15,40, or a file with one',
      "--shorten 640":
        "shortened symbol 640 is no information symbol of the encoder: leave it out, or take one of 0-323",
      "--shorten 0-323 --codeword zero": "the code has rate 0: no information symbol is left",
      "--puncture 1 --columns information": "leave --columns information out",
    }),
  )("%s is refused: %s", async (line, message) => {
    const more = line.split(" ");
    expect(refusal(await run("refused", ...more))).toContain(message);
    expect(existsSync(join(folder, "refused"))).toBe(false);
  });

  it("names file and line of a wrong position", async () => {
    const file = join(folder, "wrong.txt");
    writeFileSync(file, "1\n2\nthree\n");
    const { stderr } = await run("refused", "--puncture", file);
    expect(stderr).toContain(`${file}:3`);
    expect(stderr).toContain('"three" is no position');
  });

  it("refuses a file without positions, which may have been cut off", async () => {
    const file = join(folder, "empty.txt");
    writeFileSync(file, "\n");
    expect(refusal(await run("refused", "--shorten", file))).toContain(
      `${file}: has no positions: leave --shorten out`,
    );
  });
});
