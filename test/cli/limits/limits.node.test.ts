import { describe, expect, it } from "vitest";
import { ldpc } from "../run-in-process.ts";

interface Row {
  readonly limit: string;
  readonly fer?: number;
  readonly values: readonly (number | null)[];
}

async function rowsOf(...options: string[]): Promise<readonly Row[]> {
  const { status, stdout, stderr } = await ldpc("limits", ...options, "--json");
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout).rows;
}

describe("ldpc limits", () => {
  it("orders the limits of a code in Eb/N0 and Es/N0", async () => {
    const rows = await rowsOf("--code=wimax-576-288", "--fer=1e-3");
    const ebn0 = (limit: string) => rows.find((row) => row.limit === limit)!.values[0]!;
    expect(rows.map(({ limit }) => limit)).toEqual([
      "capacity",
      "normal approximation",
      "achievable",
      "converse",
      "uncoded",
    ]);
    expect(ebn0("capacity")).toBeCloseTo(0.187, 2);
    expect(ebn0("converse")).toBeLessThan(ebn0("normal approximation"));
    expect(ebn0("normal approximation")).toBeCloseTo(1.403, 2);
    expect(ebn0("achievable")).toBeGreaterThan(ebn0("converse"));
    expect(Math.abs(ebn0("achievable") - ebn0("normal approximation"))).toBeLessThan(0.02);
    // 288 bits with BER 3.47e-6 each need 10.04 dB. Without coding Eb equals Es.
    expect(ebn0("uncoded")).toBeCloseTo(10.04, 1);
    for (const { limit, values } of rows) {
      expect(values[0]! - values[1]!).toBeCloseTo(limit === "uncoded" ? 0 : 10 * Math.log10(2), 9);
    }
  });

  it("tells symbols from bits where a symbol has several", async () => {
    const rows = await rowsOf("--n=600", "--k=300", "--modulation=16qam", "--fer=0.01");
    const [symbols, bits] = ["capacity", "capacity, bits"].map((limit) => rows.find((row) => row.limit === limit)!);
    expect(bits.values[1]! - symbols.values[1]!).toBeGreaterThan(0.05);
    expect(rows.some(({ limit }) => limit === "converse")).toBe(false);
  });

  // Simon and Alouini, Digital Communication over Fading Channels, 8.2.1: the mean of 2·Q(√x) − Q²(√x) for exponential x of mean Es/N0.
  it("counts bits of a point that fade together, without a code", async () => {
    const rows = await rowsOf("--n=576", "--k=288", "--modulation=qpsk", "--channel=rayleigh", "--fer=1e-3");
    const esn0 = 10 ** (rows.find(({ limit }) => limit === "uncoded")!.values[1]! / 10);
    const root = Math.sqrt(esn0 / 2 / (1 + esn0 / 2));
    const ser = 1 - root - (1 - (root * 4 * Math.atan(1 / root)) / Math.PI) / 4;
    expect(1 - (1 - ser) ** 144).toBeCloseTo(1e-3, 6);
  });

  it("prints a table of a channel by its own parameter", async () => {
    const { status, stdout } = await ldpc("limits", "--n=500", "--k=250", "--channel=bsc", "--fer=1e-3");
    expect(status).toBe(0);
    expect(stdout).toContain("(500, 250), rate 0.5, binary symmetric channel");
    expect(stdout).toMatch(/capacity +0\.110028\n/);
    expect(stdout).toMatch(/achievable +1e-3 +0\.073/);
    expect(stdout).toMatch(/converse +1e-3 +0\.074/);
    const { stdout: rare } = await ldpc("limits", "--n=500", "--k=250", "--channel=bec", "--fer=1e-6");
    // With the probability 1 − 1e-6 none of 250 bits is erased.
    expect(rare).toMatch(/capacity +0\.5\n/);
    expect(rare).toMatch(/uncoded +1e-6 +0\.000000004\n/);
    const symbols = await rowsOf("--code=nb620-gf32", "--channel=qsc", "--fer=1e-3");
    expect(symbols[1]).toMatchObject({ limit: "normal approximation", fer: 1e-3 });
    expect(symbols[1].values[0]).toBeCloseTo(0.2663, 4);
  });

  it.each([
    [[], "give --code CODE, or --n and --k in bits"],
    [["--code=wimax-576-288", "--n=5"], "give --code, or --n and --k, not both"],
    [["--n=5.5", "--k=2"], "--n 5.5: give a whole number"],
    [["--n=5", "--k=5"], "--k 5 must be less than --n 5"],
    [
      ["--n=5", "--k=2", "--channel=bsc", "--modulation=qpsk"],
      "--modulation qpsk belongs to --channel awgn or rayleigh",
    ],
    [["--n=5", "--k=2", "--modulation=psk5"], '--modulation "psk5" is unknown'],
  ])("%o is refused", async (options, reason) => {
    const { status, stdout, stderr } = await ldpc("limits", ...options);
    expect(status).not.toBe(0);
    expect(stdout).toBe("");
    expect(stderr).toContain(reason);
  });
});
