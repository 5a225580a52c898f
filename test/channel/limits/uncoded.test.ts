import { describe, expect, it } from "vitest";
import { normalUpperTail } from "../../../src/channel/gaussian.ts";
import { uncodedRates } from "../../../src/channel/limits/uncoded.ts";
import { modulations } from "../../../src/channel/modulation/modulations.ts";

const q = normalUpperTail;

describe("uncoded error rates", () => {
  it.each([0.5, 2, 8])("of BPSK and QPSK have their closed forms at Eb/N0 %d", (ebn0) => {
    const expected = q(Math.sqrt(2 * ebn0));
    expect(uncodedRates(modulations.bpsk, ebn0, "awgn").ber).toBeCloseTo(expected, 12);
    const { ber, ser } = uncodedRates(modulations.qpsk, 2 * ebn0, "awgn");
    expect(ber).toBeCloseTo(expected, 12);
    expect(ser).toBeCloseTo(1 - (1 - expected) ** 2, 12);
  });

  it("of BPSK over Rayleigh fading have theirs (Proakis, Digital Communications, 14.3-7)", () => {
    for (const ebn0 of [1, 10, 1000]) {
      const expected = (1 - Math.sqrt(ebn0 / (1 + ebn0))) / 2;
      expect(uncodedRates(modulations.bpsk, ebn0, "rayleigh").ber / expected).toBeCloseTo(1, 4);
    }
  });

  it("of QAM have the symbol error rate of two axes of PAM", () => {
    for (const [name, size] of [
      ["16qam", 4],
      ["64qam", 8],
      ["256qam", 16],
    ] as const) {
      const esn0 = 0.7 * size ** 2;
      const axis = 2 * (1 - 1 / size) * q(Math.sqrt((3 * esn0) / (size ** 2 - 1)));
      expect(uncodedRates(modulations[name], esn0, "awgn").ser).toBeCloseTo(1 - (1 - axis) ** 2, 12);
    }
  });

  it("of 16-QAM have the bit error rate of Cho and Yoon (IEEE Trans. Commun. 50(7), 2002)", () => {
    const ebn0 = 4;
    const x = Math.sqrt((4 * ebn0) / 5);
    const expected = (3 * q(x) + 2 * q(3 * x) - q(5 * x)) / 4;
    expect(uncodedRates(modulations["16qam"], 4 * ebn0, "awgn").ber).toBeCloseTo(expected, 12);
  });

  it("of 8-PSK and of PSK with four points agree with QPSK and the union of two half planes", () => {
    const qpskPoints = { name: "qpsk", bits: 2, shape: { axes: "joint", points: [] } } as const;
    const expected = uncodedRates(modulations.qpsk, 6, "awgn");
    const found = uncodedRates(qpskPoints, 6, "awgn");
    expect(found.ser).toBeCloseTo(expected.ser, 10);
    expect(found.ber).toBeCloseTo(expected.ber, 10);
    const esn0 = 40;
    const { ser, ber } = uncodedRates(modulations["8psk"], esn0, "awgn");
    const halfPlane = q(Math.sqrt(2 * esn0) * Math.sin(Math.PI / 8));
    expect(ser).toBeLessThan(2 * halfPlane);
    expect(ser / (2 * halfPlane)).toBeCloseTo(1, 3);
    expect(ber / (ser / 3)).toBeCloseTo(1, 2);
  });
});
