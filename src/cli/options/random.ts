import { RANDOM_GENERATORS } from "../../channel/random/generators.ts";
import { choice } from "../command-line/option.ts";

/** --random: which generator draws the words and the noise. @param defaultText what it is if the option is left out. */
export function randomOption(defaultText: string) {
  return choice(RANDOM_GENERATORS, {
    group: "Channel",
    describe: "random generator of the words and the noise",
    defaultText,
  });
}
