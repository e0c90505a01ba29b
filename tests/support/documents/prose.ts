/** Returns a text of `length` characters, made of words of many lengths with accents. */
export function createProse(length: number): string {
  const words = [
    'Ñáñez',
    'de',
    'lumbalgia',
    'mecánica,',
    'a',
    'la',
    'flexión',
    'otorrinolaringológica;',
    'sí.',
  ];
  let text = '';
  for (let nth = 0; text.length < length; nth += 1) text += `${words[(nth * 7) % words.length]} `;
  return text
    .slice(0, length - 1)
    .trimEnd()
    .padEnd(length, '.');
}
