import { describe, expect, it } from "vitest";
import { cardsByName, meansCard, parseLayerListing, parseNvidiaCard } from "../../../src/node/cards/cards.ts";
import { FIRST, H100, SECOND, SOFTWARE, TWO_H100 } from "./fake-cards.ts";

const CARDS = [FIRST, SECOND, SOFTWARE];

describe("the listing of the device-select layer", () => {
  it("tells cards of one name apart", () => {
    expect(parseLayerListing(TWO_H100)).toEqual(CARDS);
  });

  it("is none where the layer is not there", () => {
    expect(parseLayerListing("Warning: no drivers\n")).toEqual([]);
  });

  it("may name a card with quotes, without an address, among other lines", () => {
    const text = 'selectable devices:\n  GPU 0: 8086:56a0 "Intel "Arc" A770" integrated GPU\nnonsense\n';
    expect(parseLayerListing(text)).toEqual([{ index: 0, name: 'Intel "Arc" A770', software: false }]);
  });
});

describe("cards by the names of adapters", () => {
  const nvidia = [
    { pci: "0000:00:08.0", name: H100, minor: 1 },
    { pci: "0000:00:07.0", name: H100, minor: 0 },
  ];

  it("get the addresses of NVIDIA's driver, in their order", () => {
    expect(cardsByName([H100, H100, SOFTWARE.name], nvidia)).toEqual(CARDS);
  });

  it("have none where the driver knows fewer", () => {
    expect(cardsByName([H100, "NVIDIA L40S"], nvidia.slice(1))).toEqual([
      FIRST,
      { index: 1, name: "NVIDIA L40S", software: false },
    ]);
  });

  it("read the driver's description", () => {
    const text = `Model: \t\t ${H100}\nIRQ:   \t\t 55\nGPU UUID: \t GPU-0\nBus Location: \t 0000:00:07.0\nDevice Minor: \t 3\n`;
    expect(parseNvidiaCard("0000:00:07.0", text)).toEqual({ pci: "0000:00:07.0", name: H100, minor: 3 });
    expect(parseNvidiaCard("0000:00:07.0", "Model: x\n")).toBeUndefined();
    expect(parseNvidiaCard("0000:00:07.0", "Model: x\nDevice Minor: ../../etc\n")).toBeUndefined();
    expect(parseNvidiaCard("../..", text)).toBeUndefined();
  });
});

describe("the card that a user means", () => {
  it.each(["H100", "620", "all", "0000:00:08"])("is not %s, which is a name or a word", (adapter) => {
    expect(meansCard(adapter)).toBe(false);
  });
});
