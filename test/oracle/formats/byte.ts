import { halfSteps } from "../binary/half-steps.ts";

export default halfSteps({ llr: 1 / 8, channel: 120, message: 127, posterior: 1024 });
