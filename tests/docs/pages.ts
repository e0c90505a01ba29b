import path from 'node:path';

export const ROOT = path.join(import.meta.dirname, '../..');

export const backtickedTexts = (text: string): string[] =>
  [...text.matchAll(/(`+) ?(.+?) ?\1/g)].map(([, , named = '']) => named);
