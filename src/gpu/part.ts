/** Most characters of a text of the user that specialises a decoder: two of them fit into run.json. */
export const GIVEN_CHARACTERS = 2 ** 23;

/** A text of the user, and the file that errors name. */
export interface GivenText {
  readonly text: string;
  readonly file: string;
}

/**
 * The imports and lists that, besides constants, specialise a kernel's text: WGSL has neither templates nor generics.
 */
export interface KernelVariant {
  /** Name of the part for each import in angle brackets: `#import <messages>`. */
  readonly imports?: Readonly<Record<string, string>>;
  /** Numbers for each list that repeats lines: `#for d in DEGREES`. */
  readonly lists?: Readonly<Record<string, readonly number[]>>;
  /** Texts of the user, by the names in `imports`, which no file of wgsl/ has. */
  readonly texts?: Readonly<Record<string, GivenText>>;
}

/**
 * A piece of WGSL that a variant may choose, or that is more than its WGSL. Kernels and pieces import each other by name, so a piece that all
 * its users import by name, and that is no more than WGSL, has no object.
 */
export interface Part {
  /** Its path below wgsl/, without the ending: `#import NAME`. */
  readonly name: string;
  /** The WGSL of a part of the user, which has no file below wgsl/. */
  readonly given?: GivenText;
}

/** Parts for the imports in angle brackets: `{ rule: minSum }` for `#import <rule>`. */
export type Choices = Readonly<Record<string, Part>>;

/** The variant of a dispatch: plain data, which another process can receive. */
export function variantOf(choices: Choices, lists?: KernelVariant["lists"]): KernelVariant {
  const imports = Object.fromEntries(Object.entries(choices).map(([slot, { name }]) => [slot, name]));
  const texts = Object.fromEntries(Object.values(choices).flatMap(({ name, given }) => (given ? [[name, given]] : [])));
  return { imports, ...(lists && { lists }), ...(Object.keys(texts).length > 0 && { texts }) };
}

/** The parts of two variants together, for a kernel that does the work of both. */
export function joinedVariant(one: KernelVariant, other: KernelVariant, lists: KernelVariant["lists"]): KernelVariant {
  const texts = { ...one.texts, ...other.texts };
  const imports = { ...one.imports, ...other.imports };
  return { imports, lists, ...(Object.keys(texts).length > 0 && { texts }) };
}
