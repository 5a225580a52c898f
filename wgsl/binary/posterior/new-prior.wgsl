// The priors of a variable in a layered schedule, at the start of an iteration. As in a flooding schedule checks read a prior of the posterior two
// iterations before theirs: the posterior takes the prior that was made an iteration ago, and the next one is made of it. If checks read a prior of the
// last iteration's posterior, they would hear their own last messages again, and fail up to 2.5 times as often.
// The kernel imports lanes and <variable> and declares variable_value. The first prior is the channel's LLR, whose successor is made, CARRIED, of the
// posterior of an earlier decoding.
struct Priors {
  posterior: u32,
  prior: u32, // in the posterior
  next: u32,
}

fn changed_priors(channel: u32, posterior: u32, before: u32, now: u32, iteration: u32, n: u32) -> Priors {
  if (iteration + CARRIED == 1u) {
    return Priors(select(posterior, channel, CARRIED == 1u), channel, next_prior(channel, posterior, n));
  }
  let changed = narrow(widen(posterior) + (widen(now) - widen(before)));
  return Priors(changed, now, next_prior(channel, changed, n));
}

fn next_prior(channel: u32, posterior: u32, n: u32) -> u32 { return narrow(prior(widen(channel), widen(posterior), n)); }
