import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gaussianCapacity } from "../../../src/code/density-evolution/threshold.ts";
import { InputError } from "../../../src/errors.ts";
import {
  binaryEntropy,
  type CvLink,
  codingEfficiency,
  cvSecretKey,
  fibreTransmittance,
  finiteCvKeyBits,
  finiteKeyBits,
  holevoInformation,
  homodyneSnr,
  idealKeyFraction,
  linkAtSnr,
  phaseErrorBound,
  reconciliationEfficiency,
  secretKeyBits,
  secretKeyFraction,
} from "../../../src/reconciliation/core/secret-key.ts";
import {
  afterHomodyne,
  beamSplitter,
  entangled,
  gaussianEntropy,
  ofModes,
  symplecticEigenvalues,
  together,
} from "../../oracle/symplectic.ts";

/** Table 1 of Mink and Nakassis as printed: QBER in %, h, 1 − 2h, g·h, 1 − h − g·h. */
const TABLE_1 = [
  ["1.0", "0.080793", "0.838414", "0.2", "0.719206864"],
  ["2.0", "0.141441", "0.717119", "0.2", "0.658559457"],
  ["3.0", "0.194392", "0.611216", "0.333", "0.472608142"],
  ["4.0", "0.242292", "0.515416", "0.333", "0.424707811"],
  ["5.0", "0.286397", "0.427206", "0.5", "0.213603043"],
  ["6.0", "0.327445", "0.34511", "0.5", "0.172555081"],
  ["7.0", "0.365924", "0.268153", "0.5", "0.134076349"],
  ["8.0", "0.402179", "0.195642", "0.5", "0.09782081"],
  ["9.0", "0.43647", "0.12706", "0.666", "-0.102469817"],
  ["10.0", "0.468996", "0.062009", "0.666", "-0.134995594"],
  ["11.0", "0.499916", "0.000168", "0.666", "-0.165915958"],
];

/** A number with the paper's decimals, which omit trailing zeros. */
function asPrinted(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}

describe("Table 1 of Mink and Nakassis", () => {
  it.each(TABLE_1)("QBER %s %%: all printed decimals", (percent, h, ideal, leakage, fraction) => {
    const qber = Number(percent) / 100;
    expect(asPrinted(binaryEntropy(qber), 6)).toBe(h);
    expect(asPrinted(idealKeyFraction(qber), 6)).toBe(ideal);
    expect(asPrinted(secretKeyFraction(qber, Number(leakage)), 9)).toBe(fraction);
  });
});

describe("binaryEntropy", () => {
  it("keeps its digits where p is small: h(p) = p·log2(e/p) − p²·log2(e)/2 − …", () => {
    const p = 1e-12;
    const expected = p * (Math.log2(Math.E) - Math.log2(p));
    expect(binaryEntropy(p) / expected).toBeCloseTo(1, 11);
  });

  it.each([-0.01, 1.01, Number.NaN])("refuses %s", (p) => {
    expect(() => binaryEntropy(p)).toThrow(InputError);
  });
});

describe("secretKeyBits", () => {
  it("takes the sacrificed bits first, then C, then the failed blocks", () => {
    // (1 − 0.1)·((1000 − 200)·(0.75 − 0.25) − 64) = 0.9·336
    expect(
      secretKeyBits({
        siftedBits: 1000,
        sacrificedBits: 200,
        failureRate: 0.1,
        ignorance: 0.75,
        leakage: 0.25,
        fixedBits: 64,
      }),
    ).toBeCloseTo(302.4, 9);
  });

  it("refuses failure rates and sacrifices that cannot be", () => {
    const all = { siftedBits: 1000, ignorance: 1, leakage: 0 };
    expect(() => secretKeyBits({ ...all, failureRate: 1.1 })).toThrow("failure rate 1.1");
    expect(() => secretKeyBits({ ...all, sacrificedBits: 1001 })).toThrow("1001 sacrificed bits of 1000");
    expect(() => secretKeyBits({ ...all, sacrificedBits: -1 })).toThrow(InputError);
  });
});

describe("reconciliationEfficiency", () => {
  it("is the leaked share over the entropy", () => {
    // DVB-S2 5/6 at 2 %: 10800 checks and 54000 bits.
    expect(reconciliationEfficiency(10800, 54000, 0.02)).toBeCloseTo(1.41402, 4);
    expect(reconciliationEfficiency(21600, 43200, 0.07)).toBeCloseTo(1.3664, 4);
  });

  it("is infinite without errors, and refuses blocks without bits", () => {
    expect(reconciliationEfficiency(10, 100, 0)).toBe(Number.POSITIVE_INFINITY);
    expect(() => reconciliationEfficiency(10, 0, 0.02)).toThrow("0 key bits");
    expect(() => reconciliationEfficiency(-1, 10, 0.02)).toThrow(InputError);
  });
});

const KEY = {
  siftedBits: 1e6,
  keptBits: 900_000,
  leakedBits: 200_000,
  secrecy: 1e-10,
  phaseErrors: { rate: 0.02, sample: 50_000 },
};

describe("finiteKeyBits", () => {
  /** Rows of Table II: n, Q, r, p, Q_tol, ε_rob; the paper's column p_x is 1 − p. Security rate ε/ℓ = 1e-14. */
  const TABLE_II = [
    [1e4, 0.01, 0.117, 0.618, 0.0248, 0.023],
    [1e4, 0.025, 0.068, 0.57, 0.0378, 0.03],
    [1e5, 0.01, 0.304, 0.78, 0.0214, 0.008],
    [1e5, 0.025, 0.215, 0.767, 0.0358, 0.01],
    [1e6, 0.01, 0.478, 0.875, 0.0173, 0.006],
    [1e6, 0.025, 0.357, 0.863, 0.0321, 0.007],
  ] as const;

  /** Expected secret key rate (eq. 3) of a row by `finiteKeyBits`, with 1.1·n·h(corrected) bits of error correction. */
  function rateOf([n, , , p, tolerated, aborted]: (typeof TABLE_II)[number], corrected: number): number {
    const sample = Math.round(n * ((1 - p) / p) ** 2);
    let bits = n / 2;
    for (let pass = 0; pass < 20; pass++) {
      const secrecy = 0.99e-14 * bits;
      const leakedBits = 1.1 * n * binaryEntropy(corrected) + Math.log2(2 / (0.01e-14 * bits));
      const phaseErrors = { rate: tolerated, sample };
      bits = finiteKeyBits({ siftedBits: n, keptBits: n, leakedBits, secrecy, phaseErrors });
    }
    return ((1 - aborted) * bits * p * p) / n;
  }

  it("is never above Table II of Tomamichel et al., with the leakage at Q_tol as their text has it", () => {
    for (const row of TABLE_II) {
      expect(rateOf(row, row[4])).toBeLessThan(row[2]);
      expect(rateOf(row, row[4])).toBeGreaterThan(0.85 * row[2]);
    }
  });

  it("has Table II's rates at n = 1e6 to the last digit, with the leakage at Q", () => {
    for (const row of TABLE_II.slice(4)) expect(rateOf(row, row[1]).toFixed(3)).toBe(row[2].toFixed(3));
  });

  it("takes a bound of phase errors that Serfling's inequality exceeds with (ε_sec/4)²", () => {
    const [n, k] = [1e6, 50_000];
    const excess = phaseErrorBound(KEY.phaseErrors, n, 1e-10) - KEY.phaseErrors.rate;
    const logarithm = (-2 * n * k ** 2 * excess ** 2) / ((n + k) * (k + 1));
    expect(logarithm).toBeCloseTo(2 * Math.log(1e-10 / 4), 9);
  });

  it("takes all phase errors to be in the kept bits", () => {
    // 6 % of all bits are 12 % of one half.
    const half = { siftedBits: 2e6, keptBits: 1e6, leakedBits: 0, secrecy: 0.5, phaseErrors: { rate: 0.06 } };
    expect(finiteKeyBits(half)).toBe(Math.floor(1e6 * (1 - binaryEntropy(0.12)) - 2));
    expect(finiteKeyBits({ ...half, phaseErrors: { rate: 0.25 } })).toBe(0);
    expect(finiteKeyBits({ ...half, keptBits: 0 })).toBe(0);
  });

  it("is never more with more errors, more disclosed or fewer bits measured", () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.nat(1000), fc.integer({ min: 1, max: 1e6 }), (a, b, sample) => {
        const [low, high] = [Math.min(a, b) / 4000, Math.max(a, b) / 4000];
        const of = (rate: number, k: number, leakedBits = 1000) =>
          finiteKeyBits({ ...KEY, leakedBits, phaseErrors: { rate, sample: k } });
        expect(of(high, sample)).toBeLessThanOrEqual(of(low, sample));
        expect(of(low, sample)).toBeLessThanOrEqual(of(low, 2 * sample));
        expect(of(low, sample, 5000)).toBeLessThanOrEqual(of(low, sample));
        expect(of(low, sample)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("refuses numbers that are no rate, sample or ε", () => {
    expect(() => finiteKeyBits({ ...KEY, phaseErrors: { rate: 0.6 } })).toThrow("a phase error rate of 0.6");
    expect(() => finiteKeyBits({ ...KEY, phaseErrors: { rate: 0.1, sample: 0 } })).toThrow("a sample of 0 bits");
    for (const secrecy of [0, 1, Number.NaN]) expect(() => finiteKeyBits({ ...KEY, secrecy })).toThrow("ε_sec");
  });
});

describe("finiteCvKeyBits", () => {
  const link = {
    modulationVariance: 2,
    transmittance: 0.5,
    excessNoise: 0.005,
    detectorEfficiency: 0.606,
    electronicNoise: 0.041,
  };
  const key = { values: 1e7, keptBits: 9e6, leakedBits: 1e6, link, detector: "trusted" as const, secrecy: 1e-10 };

  it("is Leverrier et al.'s, with Eve's information and the smoothing of all values", () => {
    const smoothing = 7 * Math.sqrt(1e7 * Math.log2(4e10));
    const known = 1e6 + 1e7 * holevoInformation(link, "trusted");
    expect(finiteCvKeyBits(key)).toBe(Math.floor(9e6 - known - smoothing - 2 * Math.log2(2e10)));
  });

  it("is less with more noise, and 0 where nothing is left", () => {
    const noisy = { ...key, link: { ...link, excessNoise: 0.05 } };
    expect(finiteCvKeyBits(noisy)).toBeLessThan(finiteCvKeyBits(key));
    expect(finiteCvKeyBits({ ...key, detector: "untrusted" })).toBeLessThan(finiteCvKeyBits(key));
    expect(finiteCvKeyBits({ ...key, keptBits: 1e6 })).toBe(0);
    expect(() => finiteCvKeyBits({ ...key, secrecy: 2 })).toThrow("ε_sec 2");
  });
});

/** The system of Lodewyck et al., 2007. */
const LODEWYCK: CvLink = {
  modulationVariance: 18.5,
  transmittance: 0.302,
  excessNoise: 0.005,
  detectorEfficiency: 0.606,
  electronicNoise: 0.041,
};

const links = fc.record({
  modulationVariance: fc.double({ min: 0.1, max: 50, noNaN: true }),
  transmittance: fc.double({ min: 1e-3, max: 0.99, noNaN: true }),
  excessNoise: fc.double({ min: 1e-4, max: 0.3, noNaN: true }),
  detectorEfficiency: fc.double({ min: 0.2, max: 0.95, noNaN: true }),
  electronicNoise: fc.double({ min: 0.001, max: 0.5, noNaN: true }),
});

/**
 * χ_BE of an entangling cloner from the whole state: Alice's and Bob's modes of an EPR state of variance V, a channel that mixes Bob's mode
 * with one half of Eve's EPR state of variance N = 1 + T·ε/(1 − T), and a detector that mixes it with one half of another EPR state (F, G)
 * of variance 1 + v_el/(1 − η).
 */
function textbookHolevo(link: CvLink, trusted: boolean): number {
  const { modulationVariance, transmittance: t, excessNoise, detectorEfficiency: eta, electronicNoise } = link;
  const [A, B, E, EVE, F, G] = [0, 1, 2, 3, 4, 5];
  const sources = together(
    together(entangled(modulationVariance + 1), entangled(1 + (t * excessNoise) / (1 - t))),
    entangled(1 + electronicNoise / (1 - eta)),
  );
  const state = beamSplitter(beamSplitter(sources, B, E, t), B, F, eta);
  // Eve has her modes, and the modes of an untrusted detector. A measurement of B leaves one mode fewer.
  const eve = trusted ? [E, EVE] : [E, EVE, F, G];
  expect(symplecticEigenvalues(ofModes(state, [A, B, E, EVE, F, G])).every((v) => Math.abs(v - 1) < 1e-5)).toBe(true);
  const known = ofModes(
    afterHomodyne(state, B),
    eve.map((mode) => mode - 1),
  );
  return gaussianEntropy(ofModes(state, eve)) - gaussianEntropy(known);
}

describe("holevoInformation", () => {
  it("is that of the whole state's covariance matrix, detector trusted and not", () => {
    fc.assert(
      fc.property(links, (link) => {
        expect(holevoInformation(link, "trusted")).toBeCloseTo(textbookHolevo(link, true), 5);
        expect(holevoInformation(link, "untrusted")).toBeCloseTo(textbookHolevo(link, false), 5);
      }),
    );
  });

  it("is 0 for a channel without losses and noise, for every trusted detector", () => {
    const link = { ...LODEWYCK, transmittance: 1, excessNoise: 0 };
    expect(holevoInformation(link, "trusted")).toBeCloseTo(0, 10);
    expect(holevoInformation(link, "untrusted")).toBeGreaterThan(0.1);
  });

  it("has a closed form for losses alone: one mode of variance (1 − T)·V + T", () => {
    for (const [v, t] of [
      [19.5, 0.3],
      [3, 0.9],
      [101, 1e-3],
    ]) {
      const link = {
        modulationVariance: v - 1,
        transmittance: t,
        excessNoise: 0,
        detectorEfficiency: 1,
        electronicNoise: 0,
      };
      const eve = (1 - t) * v + t;
      const known = Math.sqrt((eve * v) / (t * v + 1 - t));
      const g = (nu: number) =>
        ((nu + 1) / 2) * Math.log2((nu + 1) / 2) - (nu > 1 ? ((nu - 1) / 2) * Math.log2((nu - 1) / 2) : 0);
      for (const detector of ["trusted", "untrusted"] as const) {
        expect(holevoInformation(link, detector)).toBeCloseTo(g(eve) - g(known), 9);
      }
    }
  });
});

describe("homodyneSnr", () => {
  it("is the signal's variance over the noise's at Bob's detector", () => {
    // 0.606·0.302·18.5/(1 + 0.041 + 0.606·0.302·0.005)
    expect(homodyneSnr(LODEWYCK)).toBeCloseTo(3.385722 / 1.04191506, 6);
  });

  it("is the SNR of linkAtSnr", () => {
    const { modulationVariance: _, ...rest } = LODEWYCK;
    for (const snr of [0.03, 0.161, 5]) expect(homodyneSnr(linkAtSnr(rest, snr))).toBeCloseTo(snr, 12);
  });
});

describe("codingEfficiency", () => {
  it("gives Table 2 of the layered QC-MET paper", () => {
    // The paper prints 92.86, 94.63 and 93.80 %.
    for (const [rate, snr, percent] of [
      [0.1, 0.161, 92.86],
      [0.05, 0.076, 94.63],
      [0.02, 0.03, 93.8],
    ]) {
      expect(Math.abs(100 * codingEfficiency(rate, snr) - percent)).toBeLessThan(0.006);
    }
  });
});

describe("cvSecretKey", () => {
  it("is (1 − FER)·(β·I − χ)", () => {
    const information = gaussianCapacity(homodyneSnr(LODEWYCK));
    const chi = holevoInformation(LODEWYCK, "trusted");
    const key = cvSecretKey(LODEWYCK, { efficiency: 0.898, failureRate: 0.25, detector: "trusted" });
    expect(key).toBeCloseTo(0.75 * (0.898 * information - chi), 12);
    expect(key).toBeGreaterThan(0);
  });

  it("stays below the secret-key capacity −log2(1 − T) of the channel's losses (Pirandola et al., 2017)", () => {
    fc.assert(
      fc.property(links, (link) => {
        const key = cvSecretKey(link, { efficiency: 1, detector: "trusted" });
        expect(key).toBeLessThan(-Math.log2(1 - link.transmittance));
      }),
    );
  });

  it("refuses impossible links", () => {
    const how = { efficiency: 0.95, detector: "trusted" } as const;
    for (const [wrong, message] of [
      [{ transmittance: 0 }, "a transmittance of 0: give a number above 0, at most 1"],
      [{ transmittance: 1.1 }, "a transmittance of 1.1"],
      [{ detectorEfficiency: Number.NaN }, "a detector efficiency of NaN"],
      [{ excessNoise: -0.1 }, "an excess noise of -0.1: give 0 or more"],
      [{ electronicNoise: -1 }, "an electronic noise of -1"],
      [{ modulationVariance: Number.POSITIVE_INFINITY }, "a modulation variance of Infinity"],
    ] as const) {
      expect(() => cvSecretKey({ ...LODEWYCK, ...wrong }, how)).toThrow(message);
    }
    expect(() => cvSecretKey(LODEWYCK, { ...how, efficiency: 0 })).toThrow("a reconciliation efficiency of 0");
    expect(() => cvSecretKey(LODEWYCK, { ...how, failureRate: 2 })).toThrow("failure rate 2: give 0 to 1");
    expect(() => linkAtSnr(LODEWYCK, 0)).toThrow("an SNR of 0: give a number above 0");
    expect(() => fibreTransmittance(-1)).toThrow("a distance of -1");
    expect(() => codingEfficiency(0.1, 0)).toThrow(InputError);
  });
});

describe("fibreTransmittance", () => {
  it("is 10 dB for 50 km at 0.2 dB/km", () => {
    expect(fibreTransmittance(50)).toBeCloseTo(0.1, 12);
    expect(fibreTransmittance(25, 0.2)).toBeCloseTo(Math.sqrt(0.1), 12);
  });
});
