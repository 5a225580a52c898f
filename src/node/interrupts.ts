/** The signals that interrupt a command: Ctrl-C, a request to end, and the end of its terminal. */
export const INTERRUPTS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Exit status after Ctrl-C: 128 + SIGINT. */
export const INTERRUPTED = 130;

/** Exit status of a process whose terminal was closed: 128 + SIGHUP. */
export const HUNG_UP = 129;
