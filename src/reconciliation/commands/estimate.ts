import { text } from "../../cli/command-line/option.ts";
import { ALICES_VALUES, MESSAGES, modulationVariance, OUTPUT } from "./groups.ts";
import { roleCommand } from "./role.ts";

/** Alice publishes a part of her Gaussian values, from which Bob estimates the link. */
export default roleCommand({
  cv: true,
  task: ({ alice }) => ({ kind: "disclose", values: alice }),
  options: {
    alice: ALICES_VALUES,
    disclose: text({
      group: "Continuous variables",
      placeholder: "N",
      describe: "make one in N groups of eight values public; they are in no key",
      example: "10",
      required: true,
    }),
    "modulation-variance": modulationVariance("; without it Bob can estimate the SNR alone"),
    ...MESSAGES,
    ...OUTPUT,
  },
  about: ["Values are disclosed once: a second choice of values of the same data is refused."],
  examples: [
    {
      line: "ldpc key estimate x.npy --disclose 10 --modulation-variance 4 --out alice",
      does: "writes alice/disclosed.ldpc, for --disclosed of Bob's key cv send",
    },
  ],
});
