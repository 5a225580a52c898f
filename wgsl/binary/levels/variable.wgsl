// binary/levels/variable: the messages of variables to checks, and the decisions, of a decoder with messages of few levels, by tables
// (src/decoder/binary/level-tables.ts). FIRST: the messages of the first iteration, of the channel alone.
// in   variable_start, variable_edges as binary/variable has them; variable_start has the tables from TABLES_AT on; channel [word][N],
//      progress: unsatisfied [iteration][frame]; FRAME_INTERLEAVED: the list of active words (common/active-frames/words)
// i/o  messages [word][message] of checks, then of variables; posteriors [word][N]: 1 or −1; FRAME_INTERLEAVED: with the word last
// map  binary/posterior/each-variable
// exact: whole numbers
#import common/run, <lanes>

#in variable_start: u32, variable_edges: vec2u, channel: u32, progress: u32
#out posteriors: u32, messages: u32

#import binary/posterior/each-variable, binary/posterior/entry-message

fn four_of(at: u32, places: vec4u) -> vec4u {
  return vec4u(
    variable_start[at + places.x], variable_start[at + places.y], variable_start[at + places.z], variable_start[at + places.w],
  );
}

// Places of values −most … −1, 1 … most, and of levels, which may have 0 in the middle.
fn channel_places(values: Lanes) -> vec4u { return vec4u(values + i32(CHANNEL_MOST) - select(vec4i(), vec4i(1), values > vec4i())); }
fn level_places(values: Lanes) -> vec4u {
  return vec4u(values + i32(LEVEL_MOST) - select(vec4i(), vec4i(i32(1u - LEVELS % 2u)), values > vec4i()));
}

// The index through the table of a step, if the step has one.
fn through(step: u32, index: vec4u) -> vec4u {
  let table = variable_start[step];
  if (table == 0xffffffffu) { return index; }
  return four_of(TABLES_AT + table, index);
}

fn update_variable(n: u32, word: u32, done: u32) {
  let column = n / BLOCK;
  let j = n % BLOCK;
  let first = variable_start[column];
  let last = variable_start[column + 1u];
  let at = word_index(word, n, N);
  let value = unpack(channel[at]);
  let own = channel_places(value);
#if FIRST
  let initial = pack(vec4i(four_of(TABLES_AT + INITIAL_AT, own)));
  for (var k = first; k < last; k++) {
    messages[word_index(word, MESSAGES + entry_message(variable_edges[k], j), MESSAGE_ELEMENTS)] = initial;
  }
#else
  var sum = vec4i(four_of(TABLES_AT + CHANNEL_WEIGHTS_AT, own));
  var edges: array<u32, DEGREE_MOST>;
  var places: array<vec4u, DEGREE_MOST>;
  var degree = 0u;
  for (var k = first; k < last; k++) {
    let edge = entry_message(variable_edges[k], j);
    if (ABSENT != 0xffffffffu && edge == ABSENT) { continue; }
    edges[degree] = edge;
    places[degree] = level_places(unpack(messages[word_index(word, edge, MESSAGE_ELEMENTS)]));
    sum += vec4i(four_of(TABLES_AT + LEVEL_WEIGHTS_AT, places[degree]));
    degree++;
  }
  let steps = TABLES_AT + STEPS_AT + (min(run.iteration, MAPS - 1u) * DEGREE_MOST + max(degree, 1u) - 1u) * DEGREE_MOST;
  for (var e = 0u; e < degree; e++) {
    var index = through(steps, own);
    var step = steps + 1u;
    for (var k = 0u; k < degree; k++) {
      if (k == e) { continue; }
      index = through(step, index * LEVELS + places[k]);
      step++;
    }
    messages[word_index(word, MESSAGES + edges[e], MESSAGE_ELEMENTS)] = pack(vec4i(index));
  }
  // The channel decides ties.
  let decided = pack(select(vec4i(1), vec4i(-1), 2 * sum + select(vec4i(1), vec4i(-1), value < vec4i()) < vec4i()));
  store_posterior(at, decided, done);
#end
}

#main id: workgroup_id, invocation: local_invocation_index {
  let place = place_of(id, invocation);
  if (place >= place_count()) { return; }
  each_variable(id, place);
}
