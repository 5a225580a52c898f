import type { Card, CardSystem } from "../../../src/node/cards/cards.ts";

/** Output of the device-select layer on a host with two H100 and Mesa's software device. */
export const TWO_H100 = `pci id for fd 5: 10de:2330, driver (null)
selectable devices:
  GPU 0: 10de:2330 "NVIDIA H100 80GB HBM3" discrete GPU 0000:00:07.0
  GPU 1: 10de:2330 "NVIDIA H100 80GB HBM3" discrete GPU 0000:00:08.0
  GPU 2: 10005:0 "llvmpipe (LLVM 15.0.6, 256 bits)" CPU
`;

export const H100 = "NVIDIA H100 80GB HBM3";
export const FIRST: Card = { index: 0, name: H100, pci: "0000:00:07.0", software: false };
export const SECOND: Card = { index: 1, name: H100, pci: "0000:00:08.0", software: false };
export const SOFTWARE: Card = { index: 2, name: "llvmpipe (LLVM 15.0.6, 256 bits)", software: true };

/** A host with two H100. It has no layer and no namespaces unless options say otherwise. */
export function fakeSystem(options: Partial<CardSystem> = {}): CardSystem {
  return {
    cards: [FIRST, SECOND, SOFTWARE],
    hasLayer: false,
    deviceFiles: (pci) => [`/dev/nvidia${pci === FIRST.pci ? 0 : 1}`],
    namespace: () => undefined,
    ...options,
  };
}
