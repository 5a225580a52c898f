import { InputError, type InputLocation } from "../../errors.ts";

/** An error in the command line itself, not in a file or device. The exit status is 2. */
export class UsageError extends InputError {}

/**
 * Converts an InputError about options to an error of the command line. Other errors stay unchanged.
 * @param location location of the options for an error without one.
 */
export function usageError(error: unknown, location?: InputLocation): unknown {
  if (!(error instanceof InputError) || error instanceof UsageError) return error;
  return new UsageError(error.message, error.location.file === undefined ? location : {});
}

/** Checks options. An InputError becomes an error of the command line. */
export function checkUsage<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    throw usageError(error);
  }
}
