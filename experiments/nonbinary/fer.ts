import { ferExperiment } from "../shared/fer-experiment.ts";

export default ferExperiment("nonbinary-fer");
