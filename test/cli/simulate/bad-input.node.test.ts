import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../../new-folder.ts";
import { ldpc, refusal } from "../run-in-process.ts";

const folder = newFolder();

const FILES = {
  "twins.txt": "0 1 0\n1 0 1\n2 0 -1\n3 0 1 # as label 1\n",
  "labels.txt": "0 1 0\n1 0 1\n2 0 -1\n# no 3\n4 -1 0\n",
  "table.csv": "0.9 0.1\n0.2 0.7\n",
  "unsent.txt": "0-3\n5\n20\n",
  "again.txt": "0-3\n5 2\n",
  "all.txt": "0-10\n11-19\n",
  "parity.txt": "0\n1 18\n",
  "information.txt": "0-1\n4-7\n9 12\n",
  "order.txt": "0-9\n10-18 18\n",
  "short.txt": "0-18\n",
  "template.stim": "R 0\nX_ERROR({5*p}) 0\nM 0\nDETECTOR rec[-1]\n",
  "own.stim": "R 0 1\nX_ERROR(0.2) 0\nDEPOLARIZE2(0.1) 0 1\nM 0 1\nDETECTOR rec[-1] rec[-2]\n",
  "seldom.dem": "error(0.7) D0 L0\nerror(0.2) D1\n",
} as const;
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);

it.each(
  Object.entries({
    "--esn0 5 --modulation twins.txt":
      "twins.txt:4: the point is that of line 2 too: no receiver could tell the labels apart; move one",
    "--esn0 5 --modulation labels.txt": "labels.txt:5: label 4 of 4 points: labels are 0 … 3, each once; 3 is missing",
    "--code tiny10-gf4 --esn0 5 --modulation 8psk --demapper symbols":
      "demapper symbols: a symbol of 2 bits and a point of 8psk with 3 bits are no multiples of each other: choose log-map or max-log",
    "--erasure=-0.1": "--erasure -0.1: an erasure probability is above 0 and below 1",
    "--channel table.csv":
      "table.csv:2: the row adds to 0.9, not to 1: add the missing output, or divide the row by its sum",
    "--esn0 5 --puncture unsent.txt":
      "unsent.txt:3: --puncture 20: positions of tiny20-gf2 are 0 … 19; leave this one out",
    "--esn0 5 --puncture 3,20": "ldpc: --puncture 20: positions of tiny20-gf2 are 0 … 19; leave this one out",
    "--esn0 5 --shorten again.txt":
      "again.txt:2: --shorten 2: this position is named by --shorten already; leave it out",
    "--code nr --transport 200 --rate 0.98 --esn0 5 --modulation qpsk":
      "redundancy versions 0 send 206 different bits of a code block of 216 bits: give a lower rate or a larger --sent",
    "--code nr --transport 200 --rate 0.98 --rv 2 --esn0 5 --modulation qpsk":
      "give a lower rate or a larger --sent, or begin with version 0",
    "--code nr --transport 1000 --rate 0.5 --buffer 10 --esn0 5 --modulation qpsk":
      "redundancy versions 0 send 10 different bits of a code block of 1016 bits: give",
    "--code nr --transport 100 --rate 0.5 --esn0 5 --modulation qpsk --codeword syndrome":
      "words with syndromes are none: leave out --codeword syndrome",
    "--esn0 5 --shorten 0-1,4-7,9,12": "no information symbol is left",
    "--esn0 5 --shorten parity.txt":
      "parity.txt:2: shortened symbol 18 is no information symbol of the encoder: leave it out, or take one of 0-1,4-7,9,12",
    "--esn0 5 --shorten information.txt": "information.txt:3: the code has rate 0: no information symbol is left",
    "--ebn0 5 --shorten information.txt": "information.txt:3: the code has rate 0: no information symbol is left",
    "--esn0 5 --puncture all.txt":
      "all.txt:2: --puncture 19: no symbol of tiny20-gf2 is left to send; leave this one out",
    "--esn0 5 --modulation qpsk --interleaver order.txt":
      "order.txt:2: position 18 stands in line 2 already: a permutation has each position once",
    "--esn0 5 --modulation qpsk --interleaver short.txt":
      "interleaver short has 19 entries, and a frame sends 20: give a permutation of 0 … 19",
    "--circuit own.stim --p 0.6": "--p 0.6: an error rate is above 0 and at most 1/2",
    "--circuit template.stim --p 0.05,0.15": "--p 0.15: a flip of probability 0.75 is beyond 0.5: give a lower",
    "--circuit own.stim --p 0.3": "--p 0.3: a flip of probability 0.6 is beyond 0.5: give a lower",
    "--circuit own.stim --factor 5": "--factor 5: a flip of probability 1 is beyond 0.5: give a lower",
    "--dem seldom.dem --factor 1.1": "--factor 1.1: a flip of probability 0.77 is beyond 0.5: give a lower",
  }),
)("%s is refused before anything is written: %s", async (line, message) => {
  const words = line.split(" ").map((word) => (word in FILES ? join(folder, word) : word));
  const out = join(folder, "run");
  const code = ["--code", "--circuit", "--dem"].some((name) => words.includes(name)) ? [] : ["--code", "tiny20-gf2"];
  expect(refusal(await ldpc("simulate", ...code, ...words, "--engine", "cpu", "--out", out))).toContain(message);
  expect(readdirSync(folder).sort()).toEqual(Object.keys(FILES).sort());
});
