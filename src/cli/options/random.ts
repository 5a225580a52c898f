import { RANDOM_GENERATORS } from "../../channel/random/generators.ts";
import { choice } from "../command-line/option.ts";

/** --random: the generator that draws the words and the noise. @param defaultText the default in words. */
export function randomOption(defaultText: string) {
  return choice(RANDOM_GENERATORS, {
    group: "Channel",
    seldom: true,
    describe: "random generator of the words and the noise",
    defaultText,
  });
}
