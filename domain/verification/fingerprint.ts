const SHOWN = 12;

export const fingerprintOf = (sha256: string): string => sha256.slice(0, SHOWN);
