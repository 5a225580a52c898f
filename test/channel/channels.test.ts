import { describe, expect, it } from "vitest";
import { awgnChannel, sigmaOfEbN0 } from "../../src/channel/awgn.ts";
import { pointText } from "../../src/channel/channel-kind.ts";
import {
  CHANNEL_PARAMETERS,
  type ChannelPoint,
  channelAt,
  channelKind,
  channelPoint,
  channels,
  channelUse,
  familyOfColumn,
} from "../../src/channel/channels.ts";
import { ALIAS_CELLS, NOISE_ORIGIN } from "../../src/channel/discrete-channel.ts";
import { bscChannel, qscChannel } from "../../src/channel/symmetric.ts";
import { InputError } from "../../src/errors.ts";
import { wordsByCell } from "./alias-words.ts";

const CODE = { q: 4, rate: () => 0.5 };
const PLAIN = CHANNEL_PARAMETERS.filter((parameter) => !channels[parameter].needsTables);

describe("the table of channels", () => {
  it("has each under its own parameter, and no column of points.csv twice", () => {
    for (const [parameter, kind] of Object.entries(channels)) expect(kind.parameter).toBe(parameter);
    const columns = CHANNEL_PARAMETERS.map((parameter) => channels[parameter].column);
    expect(new Set(columns).size).toBe(columns.length);
    expect(columns.map((column) => familyOfColumn(column)?.parameter)).toEqual(CHANNEL_PARAMETERS);
    expect(familyOfColumn("rayleigh")).toBeUndefined();
  });

  it("says nothing against the examples of its own help", () => {
    for (const parameter of CHANNEL_PARAMETERS) {
      const { example, fault } = channels[parameter];
      const [first, , last] = example.split(":").map(Number);
      for (const value of [first, last]) expect(fault(value), `${parameter} ${value}`).toBeUndefined();
    }
  });

  it("has channels of bits for every code over GF(2)", () => {
    expect(CHANNEL_PARAMETERS.filter((parameter) => channels[parameter].use.alphabet === "symbol")).toContain(
      "symbol-error",
    );
    for (const parameter of PLAIN) {
      for (const q of [2, 4, 256]) {
        const point = channelPoint(parameter, 0.2);
        const { use } = channels[parameter];
        expect(channelUse(point, q)).toEqual(q === 2 && use.alphabet === "symbol" ? { alphabet: "bit" } : use);
        expect(channelAt(point, { ...CODE, q }).alphabet).toBe(channelUse(point, q).alphabet);
      }
    }
  });

  it("writes values with label and unit", () => {
    expect(pointText(channels.ebn0, 2.5)).toBe("Eb/N0 2.5 dB");
    expect(pointText(channels.qber, 0.02)).toBe("QBER 0.02");
  });
});

/** A cell with at least this number of words has a probability that rounding changes by less than 1 %. */
const WORDS = 2 ** 12;

// For every channel, the LLR of an output is the logarithm of the ratio of its probabilities given the two inputs.
describe.each(PLAIN)("the channel by %s", (parameter) => {
  const [first, , last] = channels[parameter].example.split(/[:,]/).map(Number);

  it.each([2, 4].flatMap((q) => [first, last].map((value) => [q, value])))(
    "over GF(%i) at %d has the LLRs of its noise",
    (q, value) => {
      const { alphabet, amplitude, llrScale, noise, tables } = channelAt(channelPoint(parameter, value), {
        ...CODE,
        q,
      });
      if (alphabet === "table") {
        const [ofZero, ofOne] = [0, ALIAS_CELLS].map((at) => wordsByCell(noise.subarray(at, at + ALIAS_CELLS)));
        tables!.metrics.forEach((metric, output) => {
          const llr = Math.max(-1024, Math.min(1024, Math.log(ofZero[output] / ofOne[output])));
          expect(metric * llrScale).toBeCloseTo(llr, 3);
        });
        return;
      }
      const words = wordsByCell(noise);
      expect(words.reduce((sum, each) => sum + each)).toBe(2 ** 32);
      if (alphabet === "symbol" && channels[parameter].erases) {
        expect(words[0] + words[q]).toBe(2 ** 32);
        expect(words[q] / 2 ** 32).toBeCloseTo(value, 9);
        return;
      }
      if (alphabet === "symbol") {
        for (const wrong of words.slice(1, q)) expect(Math.log(words[0] / wrong)).toBeCloseTo(llrScale, 4);
        expect(words.slice(q).filter((each) => each > 0)).toEqual([]);
        return;
      }
      /** Number of words that give output v for the input +1. For −1 it is the number of output −v. */
      const ofPlus = (v: number) => words[v - amplitude + NOISE_ORIGIN] ?? 0;
      const outputs = Array.from({ length: 2 * NOISE_ORIGIN }, (_, v) => v).filter(
        (v) => Math.min(ofPlus(v), ofPlus(-v)) >= WORDS,
      );
      expect(outputs.length).toBeGreaterThan(0);
      for (const v of outputs)
        expect(Math.abs(Math.log(ofPlus(v) / ofPlus(-v)) - v * llrScale), `output ${v}`).toBeLessThan(0.02);
    },
  );
});

describe("channelAt", () => {
  it("depends on the rate for Eb/N0 only", () => {
    expect(channelAt(channelPoint("ebn0", 1.5), { q: 4, rate: () => 1 / 3 })).toEqual(
      awgnChannel(sigmaOfEbN0(1.5, 1 / 3)),
    );
    const unused = { q: 4, rate: () => expect.fail("the rate was asked for") };
    expect(channelAt(channelPoint("snr", 0.16), unused)).toEqual(awgnChannel(2.5));
    expect(channelAt(channelPoint("qber", 0.03), unused)).toEqual(bscChannel(0.03));
    expect(channelAt(channelPoint("symbol-error", 0.3), unused)).toEqual(qscChannel(0.3, 4));
  });

  it("refuses Eb/N0 for a code of rate 0, with the likely reason", () => {
    expect(() => channelAt(channelPoint("ebn0", 1), { q: 2, rate: () => 0 })).toThrow(
      "the code has rate 0: no information symbol is left, so the zero word is the only codeword; is H transposed, or",
    );
  });

  it("has the same noise at SNR = 2·R·Eb/N0", () => {
    const { noise, amplitude, llrScale } = channelAt(channelPoint("ebn0", 10 * Math.log10(0.8)), {
      q: 4,
      rate: () => 0.25,
    });
    const bySnr = channelAt(channelPoint("snr", 0.4), { q: 4, rate: () => 0.25 });
    expect(bySnr.amplitude).toBe(amplitude);
    expect(bySnr.llrScale).toBe(llrScale);
    expect(bySnr.noise).toEqual(noise);
  });

  it.each([
    [channelPoint("snr", 0), "SNR 0: an SNR 1/σ² is above 0; it is linear, not in decibels"],
    [channelPoint("snr", Number.NaN), "SNR NaN: an SNR"],
    [channelPoint("snr", 0.0156), "SNR 0.0156: the discretised channel reaches from 0.015625 to 16000000"],
    [channelPoint("snr", Number.POSITIVE_INFINITY), "SNR Infinity: the discretised channel reaches"],
    [channelPoint("qber", 0.5), "QBER 0.5: a crossover probability is above 0 and below 0.5"],
    [
      channelPoint("symbol-error", 0.75),
      "symbol error 0.75: over GF(4) a symbol error probability is below (q − 1)/q = 0.75",
    ],
    [channelPoint("symbol-error", 6e-10), "symbol error 6e-10: over GF(4) the sampled channel has multiples"],
    [channelPoint("erasure", 1), "erasure 1: an erasure probability is above 0 and below 1"],
    [channelPoint("symbol-erasure", -0.1), "symbol erasure -0.1: an erasure probability is above 0 and below 1"],
    [channelPoint("erasure", 1e-10), "erasure 1e-10: the sampled channel has multiples of 2^-32"],
    [channelPoint("ebn0", -51), "Eb/N0 -51: give decibels from -50 to 50"],
    [channelPoint("ebn0", Number.NaN), "Eb/N0 NaN: give decibels"],
    [channelPoint("ebn0", -40), "noise standard deviation 100 is outside"],
  ])("refuses %o", (point, message) => {
    expect(() => channelAt(point, CODE)).toThrow(InputError);
    expect(() => channelAt(point, CODE)).toThrow(message);
  });

  it("refuses a channel by another's parameter", () => {
    const wrong: ChannelPoint = { name: "bsc", parameter: "snr", value: 1 };
    expect(() => channelKind(wrong)).toThrow("no channel bsc by snr: known are awgn by ebn0, awgn by esn0");
  });
});
