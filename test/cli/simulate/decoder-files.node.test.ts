import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { readRunFile } from "../../../src/node/run/run-file.ts";
import { parsePoints } from "../../../src/simulation/points.ts";
import { newFolder } from "../../new-folder.ts";
import { ldpc, refusal } from "../run-in-process.ts";

let folder: string;
let file: string;
beforeAll(() => {
  folder = newFolder();
  file = join(folder, "weights.json");
});

const simulate = (out: string, decoder: string, ...more: string[]) =>
  ldpc(
    ...["simulate", "--code", "ccsds-128-64", "--ebn0", "3", "--decoder", decoder, "--out", join(folder, out)],
    ...["--engine", "cpu", "--quiet", "--chunk", "64", "--max-frames", "128", ...more],
  );
const rows = (out: string) => parsePoints(readFileSync(join(folder, out, "points.csv"), "utf8"), out);

it("a run keeps the text of its decoder's file, and goes on and is replayed without it", async () => {
  writeFileSync(file, '{"scale": 0.75}');
  expect((await simulate("own", `min-sum weights=${file}`)).status).toBe(0);
  expect((await simulate("plain", "normalised-min-sum scale=0.75")).status).toBe(0);
  const { decoder, files } = readRunFile(join(folder, "own"))!;
  const hash = /weights=([0-9a-f]{64}) /.exec(decoder)![1];
  expect(files).toEqual({ [hash]: '{"scale": 0.75}' });
  const [own, plain] = [rows("own")[0], rows("plain")[0]];
  expect([own.frame_errors, own.bit_errors, own.iterations]).toEqual([
    plain.frame_errors,
    plain.bit_errors,
    plain.iterations,
  ]);
  expect(own.frame_errors).toBeGreaterThan(0);

  rmSync(file);
  const more = ["--again", join(folder, "own"), "--max-frames", "192", "--engine", "cpu", "--quiet"];
  expect(await ldpc("simulate", ...more)).toMatchObject({ status: 0, stderr: "" });
  expect(rows("own")[0].frames).toBe(192);
  expect((await ldpc("replay", join(folder, "own"), "--engine", "cpu")).status).toBe(0);
  expect(refusal(await simulate("own", `min-sum weights=${file}`))).toContain(
    `${file}: cannot be read: there is no such file`,
  );
});

it("a run of another text is another run, and a text under a wrong hash is refused", async () => {
  writeFileSync(file, '{"scale": 0.5}');
  expect(refusal(await simulate("own", `min-sum weights=${file}`))).toContain(
    "--out holds another run: its decoder is",
  );
  const run = join(folder, "own", "run.json");
  const text = readFileSync(run, "utf8");
  writeFileSync(run, text.replace('\\"scale\\": 0.75', '\\"scale\\": 0.25'));
  expect(refusal(await ldpc("status", join(folder, "own")))).toContain("the file was changed by hand or is damaged");
});

it("--rule names the decoder's rule, which other processes and later commands know without its file", async () => {
  const rule = join(folder, "a rule.wgsl");
  const copy = readFileSync("wgsl/binary/rules/min-sum.wgsl", "utf8");
  writeFileSync(rule, copy);
  expect(await simulate("rule", "min-sum", "--rule", rule)).toMatchObject({ status: 0, stderr: "" });
  rmSync(rule);
  expect((await simulate("min-sum", "min-sum")).status).toBe(0);
  for (const out of ["rule", "min-sum"]) {
    const more = ["--max-frames", "192", "--engine", "cpu", "--jobs", out === "rule" ? "2" : "1"];
    expect((await ldpc("simulate", "--out", join(folder, out), ...more)).status).toBe(0);
  }
  const counts = ({ decoder: _, ...row }: Record<string, unknown>) => ({ ...row, checksum: "" });
  expect(counts({ ...rows("rule")[0] })).toEqual(counts({ ...rows("min-sum")[0] }));
  writeFileSync(rule, `${copy}// Another text.\n`);
  expect(refusal(await simulate("rule", "min-sum", "--rule", rule))).toContain("--out holds another run");
});

it("a rule that does not compile is refused in one line, with file and line, and leaves no run in --out", async () => {
  const rule = join(folder, "own.wgsl");
  const wrongs = {
    "there is no leest": "return leest;",
    "outgoing calls itself": "return outgoing(least);",
    "this loop does not end": "loop { } return least;",
  };
  const part = (body: string) =>
    `#import binary/check-node/two-minima\nfn outgoing(least: Lanes) -> Lanes { ${body} }\n`;
  for (const jobs of ["1", "2"]) {
    for (const [reason, body] of Object.entries(wrongs)) {
      writeFileSync(rule, part(body));
      const said = refusal(await simulate("mended", "min-sum", "--rule", rule, "--jobs", jobs));
      expect(said).toContain(`own.wgsl:2: ${reason}: fn outgoing(least: Lanes) -> Lanes { ${body} }`);
      expect(existsSync(join(folder, "mended"))).toBe(false);
    }
  }
  writeFileSync(rule, part("return least;"));
  expect(await simulate("mended", "min-sum", "--rule", rule)).toMatchObject({ status: 0, stderr: "" });
});
