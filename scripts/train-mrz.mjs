// `node scripts/train-mrz.mjs [folder of fonts]` trains the neural net that reads the machine-readable lines of cards and
// passports.
//
// The fonts are OCR-B by Matthew Skala (public domain), based on work by Norbert Schwarz ('you may freely use, modify and/or
// distribute this file, without limitation'), in Debian's package fonts-ocr-b: apt-get install fonts-ocr-b. The repository
// contains the trained net, but not the fonts. All random numbers have a seed, so that the same fonts give the same net.
import path from 'node:path';
import { loadModule } from './lib/typescript.mjs';

const [folder = '/usr/share/fonts/opentype/ocr-b'] = process.argv.slice(2);
const fonts = [
  { file: path.join(folder, 'OCRB.otf'), name: 'OCR B' },
  { file: path.join(folder, 'OCRBS.otf'), name: 'OCR B S' },
];

const { trainAndWriteFiles } = await loadModule('scripts/mrz/train.ts');
await trainAndWriteFiles(fonts);
