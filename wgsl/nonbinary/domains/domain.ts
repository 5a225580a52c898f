import { type TwinVariant, twinOf } from "../../../src/gpu/part.ts";

/** What the numbers of a message mean. Twin of a part beside this file. */
export interface Domain {
  readonly nothingKnown: number;
  /** The greatest message of a check, and the bound of its inputs; LLR_BOUND if left out. */
  readonly messageBound?: number;
  inputBound?(layered: boolean): number;
  channelValue(llr: number): number;
  together(a: number, b: number): number;
  without(all: number, part: number): number;
  likelier(a: number, b: number): boolean;
}

/** The domain that the variant of a kernel imports. */
export function domainOf(variant: TwinVariant): Domain {
  return twinOf(variant, "domain");
}
