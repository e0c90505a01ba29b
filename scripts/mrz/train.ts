import { writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { decodeCharacterNet } from '../../src/features/reception/card/camera/lines/net.ts';
import {
  ANA_CARDHOLDER,
  createTd1Lines,
  createTd3Lines,
  type Cardholder,
} from '../../tests/support/cards/invented-card.ts';
import { fitNet, accuracyOf, toStoredNet } from './fit.ts';
import { renderPrintedLines, type Font } from './printed-lines.ts';
import { seededRandom, generateSamples } from './samples.ts';

const root = path.resolve(import.meta.dirname, '../..');
const NEURAL_NET_FILE = path.join(root, 'src/features/reception/card/camera/lines/net.json');
const TRAINING_CARD_COUNT = 110;
const HIDDEN_UNITS = 48;
const EPOCHS = 14;

/** Holder of the card in the test images. This script generates the images, because the tests do not have the font. */
const SAMPLE_CARD_HOLDER: Cardholder = {
  ...ANA_CARDHOLDER,
  number: '9998000314',
  last_name: 'QUIÑONEZ',
  second_last_name: 'ROA',
  first_name: 'ZORAIDA',
  middle_name: '',
};
const FIXTURE_MRZ_LINES: Readonly<Record<string, readonly string[]>> = {
  card: createTd1Lines(SAMPLE_CARD_HOLDER),
  passport: createTd3Lines(SAMPLE_CARD_HOLDER, { serial: 'XX9998314' }),
};

export async function trainAndWriteFiles(fonts: readonly Font[]): Promise<void> {
  const [learned, heldOut] = [
    await generateSamples(fonts, TRAINING_CARD_COUNT, 1),
    await generateSamples(fonts, 12, 99_991),
  ];
  console.log(`${learned.cells.length} characters for training, ${heldOut.cells.length} held out`);
  const net = toStoredNet(fitNet(learned, HIDDEN_UNITS, EPOCHS, seededRandom(7)));
  writeFileSync(NEURAL_NET_FILE, `${JSON.stringify(net, null, 2)}\n`);
  console.log(
    `accuracy on the held-out characters: ${(100 * accuracyOf(decodeCharacterNet(net), heldOut)).toFixed(2)} %`,
  );
  const [font] = fonts;
  if (!font) return;
  for (const [name, lines] of Object.entries(FIXTURE_MRZ_LINES)) {
    const { gray, width, height } = await renderPrintedLines(lines, font, 128);
    await sharp(Buffer.from(gray), { raw: { width, height, channels: 1 } })
      .png({ palette: true, colours: 8, compressionLevel: 9 })
      .toFile(path.join(root, `tests/support/cards/lines/${name}.png`));
  }
}
