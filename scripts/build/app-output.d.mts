/** Absolute; where the app is built to. */
export const builtAppFolder: string;
/** Glob patterns below it. */
export const PRECACHE_PATTERNS: string[];
/** Glob patterns of files that match these patterns and stay out of the precache. */
export const PRECACHE_EXCEPTIONS: string[];
/** Builds that replace the default entries of two packages, by package name. */
export const MODERN_BUILDS: Record<string, string>;
