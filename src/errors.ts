import { PATH_SHOWN, printable } from "./printable.ts";

/** Where in the user's input an error was found. */
export interface InputLocation {
  readonly file?: string;
  /** Line number, counted from 1. */
  readonly line?: number;
}

/** Where values of frames come from, for error messages. */
export interface FrameOrigin extends InputLocation {
  /** Index of the first frame; 0 if left out. */
  readonly firstFrame?: number;
}

/**
 * An error that the user can mend: bad file, bad option, missing device. The message is one short lower-case sentence
 * that names the value, its place and the remedy; the CLI prints it without a stack trace and exits with 1. It names an
 * option as the command line does: `--lifting-size` is the member `liftingSize` of a function's options. Unprintable
 * characters of the message become `\u{…}`.
 * @example
 * let message = "";
 * try {
 *   readDecoder("min-max iterations=none");
 * } catch (error) {
 *   if (error instanceof InputError) message = error.message;
 * }
 * message; // → "decoder option iterations=none: give a whole number from 1 to 10000"
 */
export class InputError extends Error {
  override readonly name = "InputError";
  /** File and line (from 1) of the fault, if it stands in a file. */
  readonly location: InputLocation;
  /** The message without the place. */
  readonly reason: string;

  /**
   * @param message the reason, without the place.
   * @param location file and line of the fault; `message` of the error begins with them.
   */
  constructor(message: string, location: InputLocation = {}) {
    // It may quote any file.
    const reason = printable(message, MESSAGE_SHOWN);
    super(located(reason, location));
    this.location = location;
    this.reason = reason;
  }
}

/** Most characters of a message that are shown. */
const MESSAGE_SHOWN = 2 ** 14;

function located(message: string, { file, line }: InputLocation): string {
  // A file's name may be anybody's, too.
  const place = [file && printable(file, PATH_SHOWN), line].filter((part) => part !== undefined).join(":");
  return place === "" ? message : `${place}: ${message}`;
}

/**
 * The device was lost (driver reset, unplugged, out of memory). Work in flight is lost and can be repeated.
 * @example
 * try {
 *   await simulate(code, decoder, { ebn0: 2 }, { engine, maxErrors: 5 }).result();
 * } catch (error) {
 *   if (error instanceof DeviceLostError) console.error("open another engine and simulate again");
 *   else throw error;
 * }
 */
export class DeviceLostError extends Error {
  override readonly name = "DeviceLostError";

  /**
   * @param message the cause, in words for a user.
   * @param options the error from which this one follows, as `cause`.
   */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/**
 * The result of a function; undefined where it throws an InputError. Other errors pass.
 * @example
 * unlessRefused(() => readDecoder("no-such-rule")); // → undefined
 */
export function unlessRefused<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The result of a function, whose InputErrors get a place. @param place is asked for an error alone. */
export function readAt<Result>(place: () => InputLocation, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.message, place());
    throw error;
  }
}
