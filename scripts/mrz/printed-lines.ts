import sharp from 'sharp';
import { blankPicture, pastePicture, type Picture } from '../../tests/support/cards/picture.ts';

/** Distance between two characters (2.54 mm in ICAO 9303) and between two lines (4.23 mm), in pixels. */
const CHARACTER_PITCH_PX = 30;
const LINE_PITCH_PX = 50;
const MARGIN_PX = 60;

export interface Font {
  readonly file: string;
  readonly name: string;
}

async function renderLine(line: string, { file, name }: Font): Promise<Picture> {
  const text = line.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const wide = sharp({
    text: {
      text: `<span foreground="black">${text}</span>`,
      fontfile: file,
      font: `${name} 40`,
      dpi: 100,
      rgba: true,
    },
  });
  const { data, info } = await wide
    .flatten({ background: 'white' })
    .resize({ width: (line.length - 1) * CHARACTER_PITCH_PX + 22, fit: 'fill', height: 36 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { gray: Uint8ClampedArray.from(data), width: info.width, height: info.height };
}

/** Makes strokes thicker or thinner: blurs the image and applies another threshold. */
async function changeStrokeWidth(picture: Picture, level: number): Promise<Picture> {
  const { width, height } = picture;
  const raw = await sharp(Buffer.from(picture.gray), { raw: { width, height, channels: 1 } })
    .blur(1.6)
    .greyscale()
    .raw()
    .toBuffer();
  // The steep ramp keeps the edges soft; a hard threshold would not.
  return { gray: Uint8ClampedArray.from(raw, (value) => (value - level) * 4 + 128), width, height };
}

/** Renders lines as printed on a card. A `level` below 128 gives thin print, above 128 thick print. */
export async function renderPrintedLines(
  lines: readonly string[],
  font: Font,
  level: number,
): Promise<Picture> {
  const width = (lines[0]?.length ?? 0) * CHARACTER_PITCH_PX + 2 * MARGIN_PX;
  const card = blankPicture(width, lines.length * LINE_PITCH_PX + 2 * MARGIN_PX);
  for (const [index, line] of lines.entries())
    pastePicture(card, await renderLine(line, font), MARGIN_PX, MARGIN_PX + index * LINE_PITCH_PX);
  return changeStrokeWidth(card, level);
}
