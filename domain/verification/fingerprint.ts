const SHOWN = 12;

/** The beginning of a closing's SHA-256, as documents print it. */
export const fingerprintOf = (sha256: string): string => sha256.slice(0, SHOWN);
