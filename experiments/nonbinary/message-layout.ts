import { ablationExperiment } from "./shared/ablation.ts";
import { PAPER } from "./shared/paper.ts";

const [least, most] = PAPER.layoutSpeedup;

export default ablationExperiment({
  name: "nonbinary-message-layout",
  summary: "section IV-F: message layout [N,q,M] against [M,N,q] (the paper's factor 4 to 5)",
  section: "section IV-F, coalesced message layout, the paper's 4 to 5",
  optimised: "layout=NqM",
  plain: "layout=MNq",
  // The middle of the paper's range.
  paperSpeedup: (least + most) / 2,
});
