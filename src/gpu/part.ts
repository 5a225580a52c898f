import type { Intrinsics } from "../wgsl-cpu/intrinsic.ts";
import type { KernelVariant } from "./variant.ts";

/** A piece of WGSL that kernels import, and its own imports: two files of one name below wgsl/. */
export interface Part {
  /** Its path below wgsl/, without the ending: `#import NAME`. */
  readonly name: string;
  /** A literal URL, so that bundlers find the file. */
  readonly wgsl: URL;
  /** The parts that its WGSL imports by their names. */
  readonly imports: readonly Part[];
  /** Whether its WGSL has lines under `#if F16`, which compute the same results in f16 on devices that support it. */
  readonly f16?: true;
  /** Instructions of WebAssembly SIMD that have the values of its functions on a CPU. */
  readonly intrinsics?: Intrinsics;
  /** Its form for kernels in WebAssembly, if it has one; kernels define the form that they need. */
  readonly simd?: unknown;
}

/** A part that consists of its WGSL and its imports. */
export function part(name: string, wgsl: URL, imports: readonly Part[] = []): Part {
  return { name, wgsl, imports };
}

/** The variant as parts instead of names. */
export interface PartsVariant {
  readonly parts: Readonly<Record<string, Part>>;
  readonly lists?: KernelVariant["lists"];
}

/** Parts for the imports in angle brackets: `{ rule: minSum }` for `#import <rule>`. */
export type Choices = Readonly<Record<string, Part>>;

/** The variant of a dispatch: plain data, which another process can receive. */
export function variantOf(choices: Choices, lists?: KernelVariant["lists"]): KernelVariant {
  const imports = Object.fromEntries(Object.entries(choices).map(([slot, { name }]) => [slot, name]));
  return lists === undefined ? { imports } : { imports, lists };
}

/** The WebAssembly form of the part that a variant gives for an import in angle brackets; undefined if it gives none or that has none. */
export function simdOf<Simd>({ parts }: PartsVariant, slot: string): Simd | undefined {
  return parts[slot]?.simd as Simd | undefined;
}

/** These parts and all parts that they import, each once, imported parts first. */
export function closure(parts: Iterable<Part>): Part[] {
  const found = new Map<string, Part>();
  const visit = (each: Part) => {
    if (found.has(each.name)) return;
    for (const imported of each.imports) visit(imported);
    found.set(each.name, each);
  };
  for (const each of parts) visit(each);
  return [...found.values()];
}
