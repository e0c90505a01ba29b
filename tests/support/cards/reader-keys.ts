import type { KeyStroke } from '#domain/card/key-burst.ts';

/** Returns the keystrokes with which a card reader types `text`: a control character as Ctrl and a key, a line end as Enter. */
export function createReaderKeystrokes(text: string, gap: (index: number) => number): KeyStroke[] {
  let time = 5_000;
  return Array.from(text, (char, index) => {
    time += gap(index);
    return { ...keyOf(char), repeated: false, time };
  });
}

function keyOf(char: string): { readonly key: string; readonly ctrl: boolean } {
  const code = char.charCodeAt(0);
  if (char === '\r') return { key: 'Enter', ctrl: false };
  if (char === '\t') return { key: 'Tab', ctrl: false };
  if (code === 0) return { key: '@', ctrl: true };
  return code < 0x20 ? { key: String.fromCharCode(code + 0x60), ctrl: true } : { key: char, ctrl: false };
}
