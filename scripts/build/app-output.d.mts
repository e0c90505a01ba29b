/** Absolute; where the app is built to. */
export const builtAppFolder: string;
/** Glob patterns below it. */
export const PRECACHE_PATTERNS: string[];
/** Builds that replace the default entries of two packages, by package name. */
export const MODERN_BUILDS: Record<string, string>;
