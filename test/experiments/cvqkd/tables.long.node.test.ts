import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ldpc, refused } from "../../cli/run-in-process.ts";
import { newFolder } from "../../new-folder.ts";

const CODE = "--code=met-10000-1000";
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const decoder = (iterations: number) =>
  `--decoder=sum-product schedule=layered form=tanh mapping=frames iterations=${iterations}`;

function experiment(name: string, folder: string, ...options: string[]) {
  const files = [`--out=${folder}/${name}.json`, `--speeds=${folder}/speeds.json`, `--cells=${folder}/cells.json`];
  return ldpc("experiment", name, ...files, ...options);
}

describe("ldpc experiment cvqkd-table-1 and cvqkd-figure-4", () => {
  it("measure single and merged layers, and only missing cells", async () => {
    const folder = newFolder();
    const options = [CODE, decoder(1), "--seconds=0"];
    const first = await experiment("cvqkd-table-1", folder, ...options, "--in-flight=2");
    expect(first).toMatchObject({ status: 0 });
    expect(first.stdout).toMatch(
      /^rate 0\.1, 1 iterations, f32 frames: single layers +Mbit\/s +60\.91 +[\d.,]+ +– +met-10000-1000, 2 frames/m,
    );
    expect(first.stdout).toMatch(
      /^rate 0\.1, 1 iterations, f32 frames: gained by merging +% +5\.254 +-?[\d.,]+ +– +of the kernels of the decoder alone/m,
    );
    const { measurements: speeds } = read(`${folder}/speeds.json`);
    expect(speeds.map((speed: { decoder: string }) => /layers=\w+/.exec(speed.decoder)?.[0])).toEqual([
      "layers=rows",
      "layers=merged",
    ]);
    for (const speed of speeds) {
      expect(speed).toMatchObject({ frames: 2, bits: 10_000, iterations: 1, edges: 37_675, messages: 28_925 });
      expect(Math.min(speed.seconds, speed.decoderSeconds, speed.copyBytesPerSecond)).toBeGreaterThan(0);
      // A frame takes at least its channel, posteriors and messages in f32, and more for words and counters.
      expect(speed.decoderFrameBytes).toBeGreaterThan(4 * (2 * 10_000 + 28_925));
      expect(speed.frameBytes).toBeGreaterThan(speed.decoderFrameBytes);
    }
    const [single, merged] = read(`${folder}/cvqkd-table-1.json`).comparisons;
    expect(merged.ours).toBeCloseTo((2 * 10_000) / speeds[1].seconds / 1e6, 9);
    // The paper's number is of a code with a hundred times the bits.
    const unlike = "ours has 10,000 bits, the paper's 1,000,000";
    expect(single).toMatchObject({ ratio: null, paper: 60.91, ours: expect.any(Number), unlike });

    const figure = await experiment(
      ...(["cvqkd-figure-4", folder, ...options] as const),
      ...["--in-flight", "2", "1", `--html=${folder}/figure.html`],
    );
    expect(figure).toMatchObject({ status: 0 });
    // The file has two frames at once.
    expect(figure.stderr).toMatch(/, 1, 2 frames at once: [\d.,]+, [\d.,]+ Mbit\/s$/m);
    expect(read(`${folder}/speeds.json`).measurements).toContainEqual(speeds[1]);
    expect(read(`${folder}/cvqkd-figure-4.json`).comparisons.map((one: { what: string }) => one.what)).toEqual([
      "rate 0.1, f32 frames: 1 frames at once",
      "rate 0.1, f32 frames: 2 frames at once",
    ]);
    expect(readFileSync(`${folder}/figure.html`, "utf8")).not.toContain("TITAN Xp");

    const again = await experiment("cvqkd-table-1", folder, CODE, decoder(1), "--in-flight=2", "--read-only");
    expect(again).toMatchObject({ status: 0, stderr: "", stdout: first.stdout });
    const other = await experiment("cvqkd-table-1", folder, CODE, decoder(2), "--in-flight=2", "--read-only");
    expect(other.status).toBe(1);
    expect(other.stderr).toMatch(/speeds\.json.* has no speed of met-10000-1000 with .*: leave --read-only out/);
  });
});

describe("ldpc experiment cvqkd-fer and its tables", () => {
  it("simulate the same frames however many at once, and go on where they were", async () => {
    const [together, apart] = [newFolder(), newFolder()];
    const options = [CODE, decoder(16), "--snr", "0.2", "0.02"];
    expect(await experiment("cvqkd-fer", together, ...options, "--frames=6", "--in-flight=6")).toMatchObject({
      status: 0,
    });
    await experiment("cvqkd-fer", apart, ...options, "--frames=4", "--in-flight=2");
    const more = await experiment("cvqkd-fer", apart, ...options, "--frames=6", "--in-flight=2");
    expect(more.stdout).toMatch(
      /^rate 0\.1, SNR 0\.02, 16 iterations, f32 frames +FER +1 +6 of 6 frames, 0 of them undetected, 95 % /m,
    );
    const [a, b] = [together, apart].map((folder) => read(`${folder}/cells.json`).measurements);
    expect(a.map(({ inFlight }: { inFlight: number }) => inFlight)).toEqual([6, 6]);
    expect(b.map(({ inFlight }: { inFlight: number }) => inFlight)).toEqual([2, 2]);
    const counts = ({ seconds, clockSeconds, inFlight, ...rest }: Record<string, number>) => rest;
    expect(a.map(counts)).toEqual(b.map(counts));
    const [good, bad] = a;
    expect(good.converged.reduce((sum: number, frames: number) => sum + frames, good.failed)).toBe(6);
    // 0.2 is above the threshold of the ensemble, 0.02 far below.
    expect(good.failed).toBeLessThan(4);
    expect(bad).toMatchObject({ failed: 6, frameErrors: 6, undetected: 0, bits: 10_000, keyBits: 1000 });
  });

  it("make Tables 2, 3 and 4", async () => {
    const folder = newFolder();
    const options = [CODE, decoder(2), "--frames=2", "--in-flight=2", "--seconds=0"];
    const two = await experiment("cvqkd-table-2", folder, ...options);
    expect(two.stdout).toMatch(/^rate 0\.1, SNR 0\.161: efficiency β +% +92\.86 +92\.86 +1 /m);
    expect(two.stdout).toMatch(
      /edges of a frame +edges +3,768,000 +37,680 +– +exactly 37,675, messages of 28,925; 14\.1 bytes/,
    );
    expect(two.stdout).toMatch(
      /FER after 2 iterations +0\.1797 +1 +– +2 of 2 frames, 0 of them undetected, 95 % [\d.]+–1; paper 23 of 128 frames, .*; no ratio: /m,
    );
    const three = await experiment("cvqkd-table-3", folder, ...options);
    expect(three.stdout).toMatch(/^SNR 0\.181, early termination, f32 frames: iterations +[\d.]+ +2 +– +slowest/m);
    const cells = read(`${folder}/cells.json`).measurements;
    expect(
      cells.map((cell: { snr: number; decoder: string }) => [cell.snr, /stop=\w+/.exec(cell.decoder)?.[0]]),
    ).toEqual(
      [0.161, 0.171, 0.181].flatMap((snr) => [
        [snr, "stop=none"],
        [snr, "stop=syndrome"],
      ]),
    );
    // Both cells that Table 4 needs exist.
    const four = await experiment("cvqkd-table-4", folder, ...options, "--read-only");
    expect(four).toMatchObject({ status: 0, stderr: "" });
    expect(four.stdout).toMatch(
      /^\[9\], MET-LDPC, ours f32 frames: speed +Mbit\/s +[\d.]+ +[\d.]+ +– +theirs 1000000 bits; ours met-10000-1000/m,
    );
  });

  it.each([
    ["cvqkd-fer", ["--snr=0"], "--snr 0: give a number above 0"],
    ["cvqkd-fer", ["--code=wifi-648-324"], "has rate 0.500, the paper has 0.1, 0.05, 0.02"],
    ["cvqkd-table-3", ["--code=met-10000-500"], "--code: give one code of rate 0.1"],
    ["cvqkd-table-4", [CODE, CODE], "--code: give one code of rate 0.1"],
    ["cvqkd-table-2", [CODE, "--read-only"], "cannot be read"],
  ])("%s refuses %j", async (name, options, message) => {
    expect(refused(await experiment(name, newFolder(), "--engine=cpu", ...options))).toContain(message);
  });
});
