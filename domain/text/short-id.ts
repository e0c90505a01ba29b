/** Returns the first eight characters of an id, by which users identify an evaluation (P9) or a tablet. */
export const shortId = (id: string): string => id.slice(0, 8).toUpperCase();
