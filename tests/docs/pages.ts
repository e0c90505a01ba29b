import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../..');

/** Returns the texts in backticks. */
export const namedIn = (text: string): string[] =>
  [...text.matchAll(/(`+) ?(.+?) ?\1/g)].map(([, , named = '']) => named);
