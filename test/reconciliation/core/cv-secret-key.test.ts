import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gaussianCapacity } from "../../../src/code/density-evolution/threshold.ts";
import { InputError } from "../../../src/errors.ts";
import {
  type CvLink,
  codingEfficiency,
  cvSecretKey,
  fibreTransmittance,
  holevoInformation,
  homodyneSnr,
  linkAtSnr,
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

  it("is larger without trust, and below the information that a perfect code leaves at 25 km", () => {
    const [trusted, untrusted] = (["trusted", "untrusted"] as const).map((each) => holevoInformation(LODEWYCK, each));
    expect(untrusted).toBeGreaterThan(trusted);
    expect(trusted).toBeLessThan(gaussianCapacity(homodyneSnr(LODEWYCK)));
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
