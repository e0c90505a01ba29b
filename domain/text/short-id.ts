/** The first eight characters of an id, as people name an evaluation (P9) or a tablet. */
export const shortId = (id: string): string => id.slice(0, 8).toUpperCase();
