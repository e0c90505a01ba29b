import bwip from 'bwip-js/node';
import { blankPicture, pastePicture, type Picture } from './picture.ts';

/** Returns the back of a card (85.6 by 54 mm) with its PDF417 code, four pixels per module. */
export function drawCardWithCode(text: string): Picture {
  const escaped = Array.from(text, (char) => `^${String(char.charCodeAt(0)).padStart(3, '0')}`).join('');
  // The rule suspects the named export `raw`; here `raw` is the name of a barcode type.
  // oxlint-disable-next-line import/no-named-as-default-member
  const [drawn] = bwip.raw({
    bcid: 'pdf417',
    text: escaped,
    parse: true,
    eclevel: 4,
    columns: 14,
  } as never);
  if (!drawn || !('pixs' in drawn)) throw new Error('no code was drawn');
  const code = enlargeBits(drawn.pixs, drawn.pixx, 4);
  const width = Math.round(code.width * 1.12);
  const card = blankPicture(width, Math.round((width * 54) / 85.6));
  return pastePicture(card, code, Math.round(code.width * 0.06), Math.round(card.height * 0.12));
}

function enlargeBits(bits: ArrayLike<number>, across: number, times: number): Picture {
  const picture = blankPicture(across * times, (bits.length / across) * times);
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1)
      if (bits[Math.floor(y / times) * across + Math.floor(x / times)] === 1)
        picture.gray[y * picture.width + x] = 0;
  return picture;
}
