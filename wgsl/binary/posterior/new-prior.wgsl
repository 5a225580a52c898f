// The prior of a variable of a layered schedule changes at the start of an iteration, and its posterior by the same amount. The kernel imports lanes
// and <variable> and declares variable_value. In the first iteration the prior is the channel's LLR or, CARRIED, made of the posterior of an earlier decoding.
struct NewPrior {
  posterior: u32,
  prior: u32,
}

fn first_prior(channel: u32, posterior: u32, n: u32) -> u32 { return narrow(prior(widen(channel), widen(posterior), n)); }

fn with_new_prior(channel: u32, posterior: u32, before: u32, n: u32) -> NewPrior {
  let after = first_prior(channel, posterior, n);
  return NewPrior(narrow(widen(posterior) + (widen(after) - widen(before))), after);
}
