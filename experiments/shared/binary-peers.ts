import type { BinaryCase } from "./binary.ts";

/**
 * The strongest public CUDA decoder of a code on an H200, its decode kernel alone, compiled and measured by this
 * project: B. Le Gal's GPU_fixed with messages of 8 bits, NVIDIA's cuPHY in fp16, and the kernels of the Sionna
 * tutorial.
 */
export interface Peer {
  /** The program. */
  readonly source: string;
  readonly iterations: number;
  readonly gbit: number;
  /** Rate of wrong information blocks at the case's Eb/N0; undefined if it was not counted. */
  readonly blockErrors?: number;
}

/** A decoder at the operating point of a peer, if there is one. */
export interface PeeredCase extends BinaryCase {
  /** The bits of its throughput. */
  readonly of: "coded" | "information";
  readonly peer?: Peer;
}

const cuphy = (gbit: number, blockErrors: number): Peer => ({
  source: "cuPHY",
  iterations: 8,
  gbit,
  blockErrors,
});

const WIMAX = {
  code: "wimax-2304-1152",
  ebn0: 2.5,
  of: "coded",
  peer: { source: "GPU_fixed", iterations: 10, gbit: 28.8 },
} as const;
const WIFI = { code: "wifi-1944-972", ebn0: 2.5, of: "coded" } as const;
const BG1 = { code: "nr-bg1-z384", of: "information" } as const;
const ROWS_5 = { ...BG1, rows: 5, ebn0: 3.745, peer: cuphy(66.7, 0.16) };
const ROWS_13 = { ...BG1, rows: 13, ebn0: 2.45, peer: cuphy(37.1, 0.036) };
const ROWS_46 = { ...BG1, ebn0: 1.26, peer: cuphy(15.9, 0.059) };
const BG2 = { code: "nr-bg2-z384", ebn0: 1.26, of: "information" } as const;
const DVBS2_SHORT = { code: "dvbs2-16200-7200", ebn0: 1.5, of: "coded" } as const;
const DVBS2 = { code: "dvbs2-64800-43200", ebn0: 2.6, of: "coded" } as const;

const layered = (messages: string, iterations: number, order = "natural") =>
  `offset-min-sum schedule=layered stop=none messages=${messages} iterations=${iterations} order=${order}`;

/** The decoders whose throughput is measured. */
export const PEERED_CASES: readonly PeeredCase[] = [
  ...["int12", "int11", "int8", "f32"].map((messages) => ({ ...WIMAX, decoder: layered(messages, 10) })),
  { ...WIMAX, peer: undefined, decoder: "sum-product iterations=50 stop=none" },
  ...["int11", "int8"].map((messages) => ({ ...WIFI, decoder: layered(messages, 10) })),
  ...["int12", "int11", "int8"].map((messages) => ({ ...ROWS_5, decoder: layered(messages, 8) })),
  { ...ROWS_5, decoder: layered("int11", 8, "searched") },
  ...["int12", "byte", "int8"].map((messages) => ({ ...ROWS_13, decoder: layered(messages, 8, "auto") })),
  { ...ROWS_13, decoder: layered("byte", 6, "searched") },
  ...["byte", "int8"].map((messages) => ({ ...ROWS_46, decoder: layered(messages, 8, "auto") })),
  { ...ROWS_46, decoder: layered("byte", 6, "auto") },
  {
    ...ROWS_46,
    peer: { source: "tutorial", iterations: 8, gbit: 0.284 },
    decoder: "sionna-5g-min-sum iterations=8 stop=none",
  },
  { ...BG2, decoder: layered("byte", 8) },
  ...["int11", "int8"].map((messages) => ({ ...DVBS2_SHORT, decoder: layered(messages, 10) })),
  { ...DVBS2, decoder: layered("int8", 10) },
  { ...DVBS2, decoder: "sum-product iterations=31 stop=none" },
];

/** Channels at which early termination is measured: clear of the waterfall. */
export const EARLY_CASES: readonly BinaryCase[] = [2.5, 4].flatMap((ebn0) =>
  ["int11", "int8"].map((messages) => ({
    code: "wimax-2304-1152",
    decoder: `offset-min-sum schedule=layered messages=${messages} iterations=20`,
    ebn0,
  })),
);
