import { halfSteps } from "../binary/half-steps.ts";

export default halfSteps({ llr: 1 / 16, channel: 480, message: 511, posterior: 1536 });
