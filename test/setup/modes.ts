/** Test files as globs. */
export interface TestFiles {
  readonly include: string[];
  readonly exclude: string[];
}

/** What `vitest run --mode NAME` runs. */
export interface Mode {
  readonly node: TestFiles;
  readonly browser: TestFiles;
  /** Tests in Node that open pages in Chromium; nothing in modes without them. */
  readonly pages?: TestFiles;
  /** Whether sweeps have all their cases (`test/sweep.ts`). */
  readonly wholeSweeps: boolean;
  /** Whether kernels in WebAssembly are compared with their compiled WGSL over every field and degree (`widened`). */
  readonly everyShape: boolean;
}

// A test's name says where and when it runs (doc/guide/develop.md).
const EVERY = "test/**/*.test.ts";
const NEEDS_NODE = "test/**/*.node.test.ts";
const LONG = "test/**/*.long{,.node}.test.ts";
const IN_BROWSER_ALWAYS = "test/**/*.browser.test.ts";
const OPENS_PAGES = "test/**/*.chromium.test.ts";
const OF_SIMD = "test/**/simd*.test.ts";

/** The modes by name: `test` is vitest's own, if none is named. Whatever else depends on the mode asks this table. */
export const MODES = {
  test: {
    node: { include: [EVERY], exclude: [LONG, OPENS_PAGES] },
    browser: { include: [IN_BROWSER_ALWAYS], exclude: [NEEDS_NODE] },
    wholeSweeps: false,
    everyShape: false,
  },
  all: {
    node: { include: [EVERY], exclude: [OPENS_PAGES] },
    browser: { include: [EVERY], exclude: [NEEDS_NODE, OPENS_PAGES] },
    pages: { include: [OPENS_PAGES], exclude: [] },
    wholeSweeps: true,
    everyShape: false,
  },
  exhaustive: {
    node: { include: [OF_SIMD], exclude: [] },
    browser: { include: [OF_SIMD], exclude: [NEEDS_NODE] },
    wholeSweeps: true,
    everyShape: true,
  },
} satisfies Record<string, Mode>;

export type ModeName = keyof typeof MODES;

export function isMode(name: string): name is ModeName {
  return Object.hasOwn(MODES, name);
}
