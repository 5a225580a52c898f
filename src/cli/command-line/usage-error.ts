import { InputError, type InputLocation } from "../../errors.ts";

/** An error in the command line itself, not in a file or device that it names: exit status 2. */
export class UsageError extends InputError {}

/**
 * An InputError about options as an error of the command line; any other error unchanged.
 * @param location of the options, if the error has no location.
 */
export function usageError(error: unknown, location?: InputLocation): unknown {
  if (!(error instanceof InputError) || error instanceof UsageError) return error;
  return new UsageError(error.message, error.location.file === undefined ? location : {});
}

/** Checks options: a fault of theirs is an error of the command line. */
export function checkUsage<Result>(check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    throw usageError(error);
  }
}
