import { z } from "zod";
import type { EngineInfo } from "../../src/engine/engine.ts";
import { InputError } from "../../src/errors.ts";
import { fitted } from "../../src/json.ts";
import { DEVICE } from "./device-schema.ts";
import { storedJson } from "./stored-json.ts";

const REPORT = z.object({
  experiment: z.string(),
  device: DEVICE,
  details: z.unknown(),
});

/** The results of an experiment, and their device. */
export interface ReportDetails<T> {
  readonly device: EngineInfo;
  readonly details: T;
}

/**
 * The details of a report that `publish` wrote.
 * @param details their schema.
 * @throws InputError if the file cannot be read or belongs to another experiment.
 */
export function readReport<T>(experiment: string, details: z.ZodType<T>, path: string): ReportDetails<T> {
  const report = REPORT.safeParse(storedJson(experiment, path));
  if (!report.success || report.data.experiment !== experiment) {
    throw new InputError(`is no file of ldpc experiment ${experiment}`, { file: path });
  }
  const read = fitted(report.data.details, details);
  if (read.misfit !== undefined) {
    const { path: place, message } = read.misfit;
    throw new InputError(`has other details than ${experiment} writes: ${place.join(".")} ${message}`, { file: path });
  }
  return { device: report.data.device, details: read.content };
}
