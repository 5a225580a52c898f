import { f16 } from "./f16.ts";
import { f32 } from "./f32.ts";
import { int8 } from "./int8.ts";
import { int12 } from "./int12.ts";
import type { Lanes, StepLanes } from "./lanes.ts";
import { byte } from "./steps/byte.ts";
import { int11 } from "./steps/int11.ts";

/** The number formats of posteriors and messages, by the word of the option `messages`. */
export const messageFormats = { f32, f16, int12, int11, byte, int8 } as const satisfies Readonly<Record<string, Lanes>>;

type Formats = typeof messageFormats;

/** A number format that counts whole steps of its own size. */
export type StepFormat = { [Name in keyof Formats]: Formats[Name] extends StepLanes ? Name : never }[keyof Formats];

/** The formats that count whole steps of their own size. */
export const STEP_FORMATS = Object.keys(messageFormats).filter(isStepFormat);

/** Whether a format counts whole steps of its own size. */
export function isStepFormat(messages: unknown): messages is StepFormat {
  const formats: Readonly<Record<string, Lanes>> = messageFormats;
  return typeof messages === "string" && Object.hasOwn(formats, messages) && formats[messages].steps !== undefined;
}
