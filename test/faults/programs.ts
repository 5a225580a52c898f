import { compiled } from "../setup/compiled.ts";

/** What starts a process of `ldpc simulate`. */
export interface Programs {
  /** `simulate` on an engine that counts without decoding, its leases short. */
  readonly fake: string;
  /** The package's own command. */
  readonly real: string;
}

/** As compileSources has made them: a process starts in a third of the time that it takes from TypeScript. */
export const programs: Programs = { fake: compiled("test/cli/fake-ldpc.ts"), real: compiled("src/cli/main.ts") };
