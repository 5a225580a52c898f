import { halfSteps } from "../binary/half-steps.ts";

export default halfSteps({ llr: 1 / 16, channel: 320, message: 341, posterior: 1024 });
