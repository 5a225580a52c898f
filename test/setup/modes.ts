import type { Extent } from "./cases.ts";

export interface TestFiles {
  readonly include: string[];
  readonly exclude: string[];
}

/** Tests of `vitest run --mode NAME`. */
export interface Mode {
  readonly node: TestFiles;
  readonly browser: TestFiles;
  /** Tests in Node that open pages in Chromium, if the mode has any. */
  readonly pages?: TestFiles;
  /** Cases of tests' lists that run (`test/sweep.ts`). */
  readonly extent: Extent;
}

// A test's name, and in a browser whether it opens a device (device-tests.ts), say where and when it runs (doc/guide/develop.md).
const EVERY = "test/**/*.test.ts";
const NEEDS_NODE = "test/**/*.node.test.ts";
const LONG = "test/**/*.long.node.test.ts";
const IN_BROWSER_ALWAYS = "test/**/*.browser.test.ts";
const OPENS_PAGES = "test/**/*.chromium.test.ts";
/** Tests with lists whose further cases run in this mode (`widened` and `nested` in test/sweep.ts). test/house holds that none is missing. */
const WIDENED = [
  "test/cli/encode.node.test.ts",
  "test/code/density-evolution/density-evolution.node.test.ts",
  "test/code/transport/transport-code.node.test.ts",
  "test/decoder/decoder.test.ts",
  "test/decoder/binary/{graphs,chip/chip}.test.ts",
  "test/decoder/binary/{decoders,ratios}.node.test.ts",
  "test/decoder/nonbinary/{int12,min-max,nodes,qspa,qspa-grid,sliced,tree}.node.test.ts",
  "test/decoder/nonbinary/spread.long.node.test.ts",
  "test/decoder/majority-logic/mlgd.node.test.ts",
  "test/decoder/nonbinary/rules.test.ts",
  "test/decoder/osd/{osd,symbol-osd}.node.test.ts",
  "test/decoder/reprocess/{ensemble,oracle}.node.test.ts",
  "test/decoder/{hard-decisions,scaled-llr,sionna-5g,windows}.node.test.ts",
  "test/standards.node.test.ts",
  "test/decoder/reproductions/ratio/decoders.long.node.test.ts",
  "test/engine/native.long.node.test.ts",
  "test/experiments/each.long.node.test.ts",
  "test/node/orphans/commands.long.node.test.ts",
  "test/simulation/binary-codes.long.node.test.ts",
  "test/simulation/modulations.test.ts",
  "test/simulation/program/bit-chain.node.test.ts",
  "test/wgsl-cpu/conformance.node.test.ts",
];

/** Of these, tests whose longer lists are of the CPU engine alone: V8 runs them in Node as in Chromium. */
const WIDENED_ON_CPU = ["test/simulation/modulations.test.ts"];

/** The modes by name. vitest's default is `test`. All code that depends on the mode reads this table. */
export const MODES = {
  test: {
    node: { include: [EVERY], exclude: [LONG, OPENS_PAGES] },
    browser: { include: [IN_BROWSER_ALWAYS], exclude: [NEEDS_NODE] },
    extent: "part",
  },
  all: {
    node: { include: [EVERY], exclude: [OPENS_PAGES] },
    browser: { include: [EVERY], exclude: [NEEDS_NODE, OPENS_PAGES] },
    pages: { include: [OPENS_PAGES], exclude: [] },
    extent: "ci",
  },
  exhaustive: {
    node: { include: WIDENED, exclude: [] },
    browser: { include: WIDENED, exclude: [NEEDS_NODE, ...WIDENED_ON_CPU] },
    extent: "rest",
  },
} satisfies Record<string, Mode>;

export type ModeName = keyof typeof MODES;

export function isMode(name: string): name is ModeName {
  return Object.hasOwn(MODES, name);
}
