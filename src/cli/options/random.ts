import { RANDOM_GENERATORS } from "../../channel/random/generators.ts";
import { choice } from "../command-line/option.ts";

/** The option --random: the generator of the words and the noise. @param defaultText description of the default. */
export function randomOption(defaultText: string) {
  return choice(RANDOM_GENERATORS, {
    group: "Channel",
    seldom: true,
    describe: "random generator of the words and the noise",
    defaultText,
  });
}
