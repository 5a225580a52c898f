import { expect, it } from "vitest";
import { ldpc } from "../../cli/run-in-process.ts";

it("reads the options of a code's file behind the code", async () => {
  const refused = async (code: string) => {
    const said = await ldpc("key", "send", "nothing.bin", "--qber=0.02", "--out=never", "--code", code);
    return [said.status, said.stderr.trim()];
  };
  expect(await refused("H.alist colums=all")).toEqual([2, "ldpc: --code has no word colums=; did you mean columns=?"]);
  expect(await refused("H.alist columns=some")).toEqual([
    2,
    "ldpc: --code: columns=some is unknown: choose all or information",
  ]);
  expect(await refused("H.json lifting-size=z")).toEqual([
    2,
    expect.stringMatching(/^ldpc: --code: lifting-size= "z" /),
  ]);
});

it("refuses one file in two places", async () => {
  const { status, stderr } = await ldpc("key", "correct", "b.bin", "b.bin", "--out=never");
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "ldpc: syndromes b.bin is the file of bob too: choose another\n",
  });
});
