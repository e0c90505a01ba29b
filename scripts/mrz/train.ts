import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { openNet } from '../../src/features/reception/card/camera/lines/net.ts';
import { ANA, td1, td3, type Holder } from '../../tests/support/cards/invented-card.ts';
import { fit, shareRight, storedNet } from './fit.ts';
import { printedLines, type Font } from './printed-lines.ts';
import { chanceOf, samplesOf } from './samples.ts';

const root = path.resolve(import.meta.dirname, '../..');
const NET = path.join(root, 'src/features/reception/card/camera/lines/net.json');
const PRINTS = 110;
const HIDDEN = 48;
const EPOCHS = 14;

/** Holder of the document in the test prints. The prints are prepared here, because tests have no font. */
const ZOE: Holder = {
  ...ANA,
  number: '9998000314',
  lastName: 'QUIÑONEZ',
  secondLastName: 'ROA',
  firstName: 'ZORAIDA',
  middleName: '',
};
const FIXTURES: Readonly<Record<string, readonly string[]>> = {
  card: td1(ZOE),
  passport: td3(ZOE, { serial: 'XX9998314' }),
};

/** Trains the net and writes it, together with the prints for the tests. */
export async function train(fonts: readonly Font[]): Promise<void> {
  const [learned, heldOut] = [await samplesOf(fonts, PRINTS, 1), await samplesOf(fonts, 12, 99_991)];
  console.log(`${learned.cells.length} characters for training, ${heldOut.cells.length} held out`);
  const net = storedNet(fit(learned, HIDDEN, EPOCHS, chanceOf(7)));
  writeFileSync(NET, `${JSON.stringify(net, null, 2)}\n`);
  console.log(
    `accuracy on the held-out characters: ${(100 * shareRight(openNet(net), heldOut)).toFixed(2)} %`,
  );
  const [font] = fonts;
  if (!font) return;
  for (const [name, lines] of Object.entries(FIXTURES)) {
    const { gray, width, height } = await printedLines(lines, font, 128);
    await sharp(Buffer.from(gray), { raw: { width, height, channels: 1 } })
      .png({ palette: true, colours: 8, compressionLevel: 9 })
      .toFile(path.join(root, `tests/support/cards/lines/${name}.png`));
  }
}
