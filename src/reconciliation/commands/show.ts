import { defineCommand } from "../../cli/command-line/command.ts";
import { flag, operand } from "../../cli/command-line/option.ts";
import { printJson, printText } from "../../cli/output.ts";
import { formatCount } from "../../report/format.ts";
import { AuthKey } from "../files/authentication/auth-key.ts";
import { messagesText } from "./options.ts";

export default defineCommand({
  options: {
    key: operand({ group: "Files", describe: "key file", example: "alice.auth" }),
    json: flag({ group: "Output", describe: "print JSON instead of text" }),
  },
  examples: [{ line: "ldpc key show alice.auth", does: "whether both ends have the same bits, and how many are left" }],
  run({ key: path, json }) {
    const key = AuthKey.open(path);
    try {
      const state = key.state;
      if (json) {
        printJson(state);
        return;
      }
      const { id, additions, end, endId, otherEnd, mode, slots, sent, heard, messagesLeft } = state;
      const last = (slot: number | undefined) => (slot === undefined ? "none yet" : `slot ${slot}`);
      const rows = [
        ["key", `${id}, ${mode}`],
        ...additions.map((each) => ["added", each]),
        ["end", `${end}'s, ${endId}`],
        ["other end", otherEnd ?? "not known before its first message"],
        ["slots", formatCount(slots)],
        ["sent", `${last(sent)}, ${messagesText(messagesLeft.sent)} left`],
        ["accepted", `${last(heard)}, ${messagesText(messagesLeft.heard)} left`],
      ];
      printText(rows.map(([label, text]) => label.padEnd(12) + text).join("\n"));
    } finally {
      key.close();
    }
  },
});
