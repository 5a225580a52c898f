import { z } from "zod";

/** `EngineInfo` as files of measurements hold it. */
export const DEVICE = z.strictObject({
  engine: z.enum(["gpu", "cpu"]),
  adapter: z.string(),
  driver: z.string(),
  software: z.boolean(),
});
