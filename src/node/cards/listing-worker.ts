import { adapterNames, letDriversWrite, releaseDawn } from "../engine/dawn.ts";

// Entry of the process that lists adapters. With MESA_VK_DEVICE_SELECT=list Mesa's device-select layer lists the
// adapters on stderr and ends the process as soon as Dawn enumerates them: nothing may stand between it and stderr.
letDriversWrite();
process.stdout.write(JSON.stringify(await adapterNames()));
releaseDawn();
