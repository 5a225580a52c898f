import { describe, expect, it } from "vitest";
import { codingScheme, SMALL_TRANSPORT_BLOCKS, segmentation, transportBlock } from "../../../src/code/transport.ts";

/** TS 38.214, table 5.1.3.2-1, read across. */
const TABLE = [
  ...[
    24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 136, 144, 152, 160, 168, 176, 184, 192, 208, 224, 240,
  ],
  ...[
    256, 272, 288, 304, 320, 336, 352, 368, 384, 408, 432, 456, 480, 504, 528, 552, 576, 608, 640, 672, 704, 736, 768,
  ],
  ...[808, 848, 888, 928, 984, 1032, 1064, 1128, 1160, 1192, 1224, 1256, 1288, 1320, 1352, 1416, 1480, 1544, 1608],
  ...[1672, 1736, 1800, 1864, 1928, 2024, 2088, 2152, 2216, 2280, 2408, 2472, 2536, 2600, 2664, 2728, 2792, 2856, 2976],
  ...[3104, 3240, 3368, 3496, 3624, 3752, 3824],
];

/** TS 38.214, 5.1.3.2, as the text says it. */
function sizeByTheText(elements: number, prbs: number, rate: number, pointBits: number): number {
  const info = Math.min(156, elements) * prbs * rate * pointBits;
  if (info <= 3824) {
    const n = Math.max(3, Math.floor(Math.log2(info)) - 6);
    const rounded = Math.max(24, 2 ** n * Math.floor(info / 2 ** n));
    return TABLE.filter((size) => size >= rounded)[0];
  }
  const n = Math.floor(Math.log2(info - 24)) - 5;
  const rounded = Math.max(3840, 2 ** n * Math.round((info - 24) / 2 ** n));
  if (rate <= 1 / 4) {
    const c = Math.ceil((rounded + 24) / 3816);
    return 8 * c * Math.ceil((rounded + 24) / (8 * c)) - 24;
  }
  if (rounded > 8424) {
    const c = Math.ceil((rounded + 24) / 8424);
    return 8 * c * Math.ceil((rounded + 24) / (8 * c)) - 24;
  }
  return 8 * Math.ceil((rounded + 24) / 8) - 24;
}

describe("transport blocks of resources", () => {
  it("have the sizes of TS 38.214 for every scheme, and code blocks of equal sizes", () => {
    expect(SMALL_TRANSPORT_BLOCKS).toEqual(TABLE);
    for (const [table, count] of [
      [1, 29],
      [2, 28],
      [3, 29],
      [4, 27],
    ]) {
      expect(() => codingScheme(table, count)).toThrow(`has the indices 0 to ${count - 1}`);
      for (let index = 0; index < count; index++) {
        const scheme = codingScheme(table, index);
        for (let prbs = 1; prbs <= 275; prbs += 7) {
          for (const [symbols, dmrs, overhead] of [
            [14, 12, 0],
            [12, 12, 0],
            [2, 6, 6],
          ]) {
            const { bits, sent } = transportBlock({ prbs, symbols, dmrs, overhead }, scheme);
            const elements = 12 * symbols - dmrs - overhead;
            const rate = scheme.rate1024 / 1024;
            expect(bits).toBe(sizeByTheText(elements, prbs, rate, scheme.pointBits));
            expect(sent).toBe(elements * prbs * scheme.pointBits);
            expect(segmentation(bits, rate).blocks).toBeGreaterThan(0);
          }
        }
      }
    }
  });

  it("of a 100 MHz carrier at 256-QAM, rate 948/1024, is the known 319,784 bits", () => {
    const scheme = codingScheme(2, 27);
    expect(transportBlock({ prbs: 273, symbols: 14, dmrs: 12, overhead: 0 }, scheme).bits).toBe(319_784);
    expect(() => transportBlock({ prbs: 1, symbols: 1, dmrs: 12, overhead: 0 }, scheme)).toThrow("none is left");
    expect(() => codingScheme(5, 0)).toThrow("there is no MCS table 5");
  });

  it("rise in spectral efficiency with the index of tables 1 to 4, but where the modulation changes", () => {
    for (const table of [1, 2, 3, 4]) {
      for (let index = 1; index < 27; index++) {
        const [before, scheme] = [codingScheme(table, index - 1), codingScheme(table, index)];
        expect(scheme.pointBits * scheme.rate1024).toBeGreaterThan(0.995 * before.pointBits * before.rate1024);
      }
    }
  });
});
