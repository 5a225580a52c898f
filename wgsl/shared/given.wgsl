struct Given {
  message: u32,
  posterior: u32,
}

// What an edge gets of its check: the new message as its word, and the posterior with it.
fn given(t: Lanes, out: Lanes) -> Given {
  let message = pack(out);
  return Given(message, total(t, message));
}
