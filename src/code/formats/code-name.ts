/** Names of codes: safe as file names. */
export const CODE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
