/** Ends a command with another status than 1: its message goes to stderr unchanged. */
export class CommandExit extends Error {
  override readonly name = "CommandExit";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}
