import type { KernelVariant } from "./variant.ts";

/**
 * A piece of WGSL that kernels import, with its twin: a pair of files of one name below wgsl/.
 * @typeParam Twin what twins of kernels ask of a part that a variant gives them.
 */
export interface Part<Twin = unknown> {
  /** Its path below wgsl/, without the ending: `#import NAME`. */
  readonly name: string;
  /** A literal URL, so that bundlers find the file. */
  readonly wgsl: URL;
  /** The parts that its WGSL imports by their names. */
  readonly imports: readonly Part[];
  /** The same in TypeScript. The twin of a part that no variant chooses is what its file exports beside it. */
  readonly twin: Twin;
  /** Its WGSL has lines under `#if F16` that compute in f16, with the same results, for devices that do. */
  readonly f16?: true;
  /** Its form for kernels in WebAssembly, if it has one; kernels define the form that they need. */
  readonly simd?: unknown;
}

/** A part that kernels import by its name, whose twin stands beside it in its file. */
export function part(name: string, wgsl: URL, imports: readonly Part[] = []): Part<undefined> {
  return { name, wgsl, imports, twin: undefined };
}

/** The variant as a twin gets it: the parts themselves. */
export interface TwinVariant {
  readonly parts: Readonly<Record<string, Part>>;
  readonly lists?: KernelVariant["lists"];
}

/** Parts for the imports in angle brackets: `{ rule: minSum }` for `#import <rule>`. */
export type Choices = Readonly<Record<string, Part>>;

/** The variant of a dispatch: plain data, which may go to another process. */
export function variantOf(choices: Choices, lists?: KernelVariant["lists"]): KernelVariant {
  const imports = Object.fromEntries(Object.entries(choices).map(([slot, { name }]) => [slot, name]));
  return lists === undefined ? { imports } : { imports, lists };
}

/**
 * The twin of the part that a variant gives for an import in angle brackets.
 * @throws Error if it gives none: a mistake of whoever made the dispatch.
 */
export function twinOf<Twin>(variant: TwinVariant, slot: string): Twin {
  const chosen = variant.parts[slot];
  if (chosen === undefined) throw new Error(`the variant has no part for #import <${slot}>`);
  return chosen.twin as Twin;
}

/** The WebAssembly form of the part that a variant gives for an import in angle brackets; undefined if it gives none or that has none. */
export function simdOf<Simd>({ parts }: TwinVariant, slot: string): Simd | undefined {
  return parts[slot]?.simd as Simd | undefined;
}

/** These parts, and all that they import, each once, imported ones first. */
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
