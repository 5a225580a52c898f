// The prior of a variable, which its posterior adds to the messages, is the channel's LLR: PRIORS is 0.
