import { InputError } from "../../errors.ts";
import { adapterNames, letDriversWrite } from "../engine/dawn.ts";
import type { ListingAnswer } from "./cards.ts";

// Entry of the process that lists adapters. With MESA_VK_DEVICE_SELECT=list Mesa's device-select layer lists the
// adapters on stderr and ends the process as soon as Dawn enumerates them: nothing may stand between it and stderr.
letDriversWrite();
const answer: ListingAnswer = await adapterNames().catch(refusal);
process.stdout.write(JSON.stringify(answer));

function refusal(error: unknown): ListingAnswer {
  if (!(error instanceof InputError)) throw error;
  return { refusal: error.message };
}
