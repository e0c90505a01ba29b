/** Absolute; where the app is built to. */
export const appFolder: string;
/** Glob patterns below it. */
export const PRECACHED: string[];
