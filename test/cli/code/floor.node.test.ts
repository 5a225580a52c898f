import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { parseReference } from "../../../src/report/reference.ts";
import { ldpc } from "../run-in-process.ts";

const folder = mkdtempSync(join(tmpdir(), "floor-"));
afterAll(() => rmSync(folder, { recursive: true }));

const FLOOR = ["code", "floor", "tiny20-gf2", "--decoder", "min-sum iterations=8", "--qber=0.001", "--engine=cpu"];
const ESTIMATE = [...FLOOR, "--a=4", "--b=2", "--accuracy=1e-9"];

it("estimates the floor of a decoder, continues it as one run, and writes its curves", async () => {
  const [parts, whole, csv] = ["parts.json", "whole.json", "floor.csv"].map((name) => join(folder, name));
  expect((await ldpc(...ESTIMATE, "--max-frames=6e3", "--out", parts)).status).toBe(0);
  const { status, stdout } = await ldpc(...ESTIMATE, "--max-frames=1e4", "--out", parts, "--csv", csv);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^floor +\S+ \[\S+, \S+\], the sum over these sets$/m);
  expect(stdout).toMatch(/^other failures +\S+ \[\S+, \S+\]: \d+ in [\d,]+ plain frames$/m);
  const { stdout: json } = await ldpc(...ESTIMATE, "--max-frames=1e4", "--out", whole, "--json");
  expect(readFileSync(parts, "utf8")).toBe(readFileSync(whole, "utf8"));
  const [{ floor, parts: ofClasses, frames }] = JSON.parse(json).points;
  expect(frames).toBeGreaterThanOrEqual(1e4);
  expect(floor.low).toBeGreaterThan(0);
  expect(floor.high).toBeLessThan(2 * floor.value);
  const sum = ofClasses.reduce((all: number, { fer }: { fer: { value: number } }) => all + fer.value, 0);
  expect(sum).toBeCloseTo(floor.value, 15);
  expect(readFileSync(csv, "utf8")).toMatch(/^qber,fer,fer_low,fer_high,code,label\n0\.001,\S+,tiny20-gf2,floor\n/);
  const curves = parseReference(readFileSync(csv, "utf8"), "floor");
  expect(curves.map(({ name }) => name)).toEqual(["floor", "(4, 0) sets", "(4, 2) sets"]);
  for (const { points } of curves) expect(points[0].fer?.interval?.[0]).toBeGreaterThan(0);
});

it("estimates the floor of a code over GF(q), and continues it", async () => {
  const line = ["code", "floor", "tiny10-gf4", "--a=4", "--decoder", "qspa iterations=8", "--ebn0=5", "--engine=cpu"];
  const out = join(folder, "gf4.json");
  expect((await ldpc(...line, "--max-frames=3e3", "--out", out)).status).toBe(0);
  const { stdout } = await ldpc(...line, "--max-frames=5e3", "--out", out, "--json");
  const [{ floor, parts }] = JSON.parse(stdout).points;
  expect(floor.low).toBeGreaterThan(0);
  expect(parts.some(({ inSet }: { inSet: number }) => inSet > 0)).toBe(true);
});

it("splits, continues as one run, and writes the FER as a curve", async () => {
  const split = [...FLOOR.with(5, "--qber=0.005"), "--method=splitting", "--accuracy=1e-9"];
  const [parts, whole, csv] = ["split-parts.json", "split-whole.json", "split.csv"].map((name) => join(folder, name));
  expect((await ldpc(...split, "--max-frames=6e4", "--out", parts)).status).toBe(0);
  const { status, stdout } = await ldpc(...split, "--max-frames=1e5", "--out", parts, "--csv", csv);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^FER +\S+ \[\S+, \S+\], \d+ replications, [\d,]+ frames$/m);
  expect(stdout).toMatch(/^levels +\d.*; failure$/m);
  const { stdout: json } = await ldpc(...split, "--max-frames=1e5", "--out", whole, "--json");
  expect(readFileSync(parts, "utf8")).toBe(readFileSync(whole, "utf8"));
  const [{ fer, frames, replications }] = JSON.parse(json).points;
  expect(frames).toBeGreaterThanOrEqual(1e5);
  expect(replications.length).toBe(2);
  const [curve] = parseReference(readFileSync(csv, "utf8"), "splitting");
  expect([curve.name, curve.points[0].fer?.value]).toEqual(["FER", Number(fer.value.toPrecision(6))]);
  const content = JSON.parse(readFileSync(whole, "utf8"));
  const [point] = content.points;
  const refused = async (changed: object) => {
    writeFileSync(parts, JSON.stringify({ ...content, points: [{ ...point, ...changed }] }));
    return (await ldpc(...split, "--out", parts)).stderr;
  };
  expect(await refused({ levels: [] })).toContain("levels");
  expect(await refused({ levels: point.levels.toReversed() })).toContain("do not rise");
  expect(await refused({ levels: point.levels.slice(0, -1) })).toContain("do not end with the decoder's failures");
  expect(await refused({ replications: [{ ...replications[0], fer: 5e300 }] })).toContain("fer");
  expect(await refused({ replications: [{ ...replications[0], undetected: 1 }] })).toContain("more undetected errors");
  writeFileSync(parts, readFileSync(whole));
  expect((await ldpc(...split, "--seed=2", "--out", parts)).stderr).toMatch(/made with --seed 1/);
  expect((await ldpc(...split.with(4, "min-sum iterations=9"), "--out", parts)).stderr).toMatch(
    /made with the decoder/,
  );
  expect((await ldpc(...split.with(2, "tiny10-gf4"), "--out", parts)).stderr).toMatch(/of another code \(tiny20-gf2\)/);
  expect((await ldpc("code", "floor", "tiny20-gf2", "--method=splitting")).stderr).toContain("needs points");
});

it("refuses a file of other options or another code, sets that are none, and channels that it cannot bias", async () => {
  const file = join(folder, "refused.json");
  expect((await ldpc(...FLOOR.slice(0, 3), "--out", file)).status).toBe(0);
  const text = readFileSync(file, "utf8");
  const refusal = async (...options: string[]) => {
    const { status, stderr } = await ldpc(...options, "--out", file);
    expect(status).toBe(1);
    return stderr;
  };
  expect(await refusal(...FLOOR.slice(0, 3), "--a=5")).toMatch(/made with --a 8/);
  expect(await refusal("code", "floor", "tiny10-gf4")).toMatch(/sets of another code \(tiny20-gf2\)/);
  writeFileSync(file, text.replace(/"variables":\[(\d+),/, '"variables":['));
  expect(await refusal(...FLOOR.slice(0, 3))).toMatch(/refused.json:\d+: .*no set of the code/);
  writeFileSync(file, text.replace('"liftingSize": 1,', '"liftingSize": 3,'));
  expect(await refusal(...FLOOR.slice(0, 3))).toMatch(/refused.json:\d+: .*no lifting size of the code/);
  const sums =
    '"frames":2,"failures":1,"undetected":0,"inSet":0,"weight":0.5,"weightSquared":0.25,"undetectedWeight":0';
  const point = (a: number, strength: number, plain: string) =>
    `"points": [{"channel":{"name":"bsc","parameter":"qber","value":0.001},"harmless":[],"parts":[{"a":${a},"b":0,"strength":${strength},${sums}}],"plain":{${plain}}}]`;
  for (const [points, reason] of [
    [point(4, 1, sums), /part \(4, 0\) without sets or bias/],
    [point(7, 0.5, sums), /part \(7, 0\) without sets or bias/],
    [point(4, 0.5, sums.replace('"failures":1', '"failures":3')), /impossible sums/],
  ] as const) {
    writeFileSync(file, text.replace(/"points": \[\s*\]/, points));
    expect(await refusal(...FLOOR.slice(0, 3))).toMatch(reason);
  }
  const { stderr } = await ldpc("code", "floor", "tiny10-gf4", "--a=1", "--b=0", "--ebn0=2", "--engine=cpu");
  expect(stderr).toContain("no such set");
});
