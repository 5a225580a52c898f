/** Ends a command with a status other than 1. Its message goes to stderr unchanged. */
export class CommandExit extends Error {
  override readonly name = "CommandExit";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
