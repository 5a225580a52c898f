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
