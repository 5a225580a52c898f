import { userFolder } from "../../../node/disk/user-folder.ts";

/** The folder of this user in which programs remember things between runs. */
export function stateFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return userFolder("state", environment);
}
