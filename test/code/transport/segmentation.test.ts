import { describe, expect, it } from "vitest";
import { segmentation } from "../../../src/code/transport.ts";
import { type CrcName, checksum } from "./crc.ts";

describe("code blocks of a transport block (TS 38.212, 5.2.2 and 7.2)", () => {
  it.each([
    // A, R, base graph, Z, C, K′, fillers, checksums.
    [40, 0.5, 2, 10, 1, 56, 44, 16, 0],
    [292, 0.9, 2, 40, 1, 308, 92, 16, 0],
    [293, 0.9, 1, 15, 1, 309, 21, 16, 0],
    [640, 0.5, 2, 72, 1, 656, 64, 16, 0],
    [3824, 0.67, 2, 384, 1, 3840, 0, 16, 0],
    [3824, 0.68, 1, 176, 1, 3840, 32, 16, 0],
    [3848, 0.25, 2, 208, 2, 1960, 120, 24, 24],
    [8424, 0.5, 1, 384, 1, 8448, 0, 24, 0],
    [8448, 0.5, 1, 208, 2, 4260, 316, 24, 24],
    [16896, 0.8, 1, 288, 3, 5664, 672, 24, 24],
  ])("%i bits at rate %f: base graph %i, Z %i, %i blocks", (bits, rate, baseGraph, z, blocks, information, ...rest) => {
    const [fillers, transportCrcBits, blockCrcBits] = rest;
    const expected = { baseGraph, liftingSize: z, blocks, information, fillers, transportCrcBits, blockCrcBits };
    expect(segmentation(bits, rate)).toEqual(expected);
  });

  it.each([
    [0, 0.5, "a transport block of 0 bits: it has 1 to 1277992 bits"],
    [2e6, 0.5, "a transport block of 2000000 bits"],
    [10, 1, "rate 1: a target code rate is above 0 and below 1"],
    [8449, 0.5, "does not divide into 2 equal code blocks: take 8448 or 8450 bits"],
  ])("%f bits at rate %f are refused", (bits, rate, message) => {
    expect(() => segmentation(bits, rate)).toThrow(message);
  });
});

describe("checksums", () => {
  it.each<[CrcName, number]>([
    // Of the text "123456789", in G. Cook's catalogue: CRC-24/LTE-A, CRC-24/LTE-B and CRC-16/XMODEM.
    ["crc24a", 0xcde703],
    ["crc24b", 0x23ef52],
    ["crc16", 0x31c3],
  ])("%s has the published check value", (name, expected) => {
    const bits = [..."123456789"].flatMap((letter) =>
      [...letter.charCodeAt(0).toString(2).padStart(8, "0")].map(Number),
    );
    expect(checksum(bits, name).reduce((value, bit) => 2 * value + bit, 0)).toBe(expected);
  });

  it("of a block with its checksum is zero", () => {
    const block = [1, 0, 0, 1, 1, 1, 0, 1, 0, 1, 1];
    expect([...checksum([...block, ...checksum(block, "crc24a")], "crc24a")]).toEqual(Array(24).fill(0));
  });
});
