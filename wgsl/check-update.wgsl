// check-update: updates a run of checks: a layer (LAYERED: posteriors are updated at
// once), or all of them (flooding). Rule and number format are the variant's.
// in   groups [group], graph (shared/check-groups), layer (first check, checks), channel [word][N], check_signs [word][check]
//      sign bits of the syndrome (SYNDROME only), progress: unsatisfied [iteration][frame]; FRAMES_FASTEST:
//      the list of open words (shared/open-words)
// i/o  posteriors [word][N], messages [word][message]; FRAMES_FASTEST: all these with the word last
// map  one work item per check and WORDS_PER_ITEM words, which share the look-up of its variables; workgroup y = words.
//      FRAMES_FASTEST: one workgroup per CHECKS_PER_GROUP checks (x) and GROUP places of words (y)
// exact: with min-sum rules
#import shared/run
#import shared/workgroup-slot
#import <lanes>
#import <rule>

@group(0) @binding(1) var<storage, read> groups: array<CheckGroup>;
@group(0) @binding(2) var<storage, read> graph: array<u32>;
@group(0) @binding(3) var<storage, read> layer: array<u32>;
@group(0) @binding(4) var<storage, read> channel: array<u32>;
@group(0) @binding(5) var<storage, read> check_signs: array<u32>;
@group(0) @binding(6) var<storage, read> progress: array<u32>;
@group(0) @binding(7) var<storage, read_write> posteriors: array<u32>;
@group(0) @binding(8) var<storage, read_write> messages: array<u32>;

#import shared/word-places
#import shared/check-groups
#import shared/check-edges
#import shared/check-update

fn load_posterior(word: u32, variable: u32) -> u32 { return posteriors[word_place(word, variable, N)]; }
fn store_posterior(word: u32, variable: u32, value: u32) { posteriors[word_place(word, variable, N)] = value; }

fn leaves_count() -> bool { return STOP == 1u || run.iteration + 1u == ITERATIONS; }

#if FRAMES_FASTEST
#import shared/open-words

var<private> done: u32;
fn done_of(word: u32) -> u32 { return done; }

@compute @workgroup_size(GROUP)
fn main(@builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) item: u32) {
  let place = id.y * GROUP + item;
  if (place >= open_count()) { return; }
  let word = open_word(place);
  done = open_done(place);
  let last = min((id.x + 1u) * CHECKS_PER_GROUP, layer[1]);
  for (var c = id.x * CHECKS_PER_GROUP; c < last; c++) {
    let check = layer[0] + c;
    let group = groups[graph[CHECK_GROUP_AT + check]];
    update_check(group, check - group.check, word, word + 1u, run.iteration == 0u);
  }
}
#end
#if !FRAMES_FASTEST
#import shared/done-lanes

fn done_of(word: u32) -> u32 { return done_lanes(word); }

@compute @workgroup_size(GROUP)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= layer[1]) { return; }
  let check = layer[0] + id.x;
  let group = groups[graph[CHECK_GROUP_AT + check]];
  let first_word = workgroup_slot(id) * WORDS_PER_ITEM;
  let last_word = min(first_word + WORDS_PER_ITEM, word_count());
  update_check(group, check - group.check, first_word, last_word, run.iteration == 0u);
}
#end
