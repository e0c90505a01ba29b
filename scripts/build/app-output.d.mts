/** Absolute; where the app is built to. */
export const builtAppFolder: string;
/** Glob patterns below it. */
export const PRECACHE_PATTERNS: string[];
