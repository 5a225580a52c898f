import type { StepBounds } from "./steps/step-bounds.ts";

export const INT12: StepBounds = { perLlr: 16, channel: 480, message: 511, posterior: 1536 };
