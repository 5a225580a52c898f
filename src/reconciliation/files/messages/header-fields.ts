import { z } from "zod";

/** A whole number, 0 or more. */
export const COUNT = z.number().int().nonnegative();
/** A SHA-256 in hexadecimal. */
export const HEX_DIGEST = z.string().regex(/^[0-9a-f]{64}$/);
/** 16 bytes in hexadecimal. */
export const HEX_SALT = z.string().regex(/^[0-9a-f]{32}$/);
