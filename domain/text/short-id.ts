/** Returns the first eight characters of an id; users know an evaluation (P9) or a tablet by them. */
export const shortId = (id: string): string => id.slice(0, 8).toUpperCase();
