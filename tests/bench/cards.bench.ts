import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from '@playwright/test';
import * as fc from 'fast-check';
import { runnerImport } from 'vite';
import { extractCardText } from '#domain/card/capture.ts';
import { readMrzLines } from '#features/reception/card/camera/lines/read-lines.ts';
import { arbitraryCardholder } from '#tests/support/cards/any-cardholder.ts';
import { drawCardWithCode } from '#tests/support/cards/code-picture.ts';
import {
  cardCodeText,
  createTd1Lines,
  createTd3Lines,
  type Cardholder,
} from '#tests/support/cards/invented-card.ts';
import { PLAIN_SHOT, photographPicture, type Picture } from '#tests/support/cards/picture.ts';
import { renderPrintedLines } from '../../scripts/mrz/printed-lines.ts';
import { randomShotSettings, seededRandom, type RandomSource } from '../../scripts/mrz/samples.ts';
import { installFromDebian } from '../../scripts/lib/programs/debian.mjs';
import { median, formatMs, formatTable, measureMs, writeSection } from './support/report.ts';

const HOLDER_COUNT = 60;
const MRZ_FONT = { file: '/usr/share/fonts/opentype/ocr-b/OCRB.otf', name: 'OCR B' };
/** Strength of the distortion in a camera frame; 1 is the strongest that the network was trained with. */
const DISTORTION_BY_LIGHT = { usual: 0.5, hard: 1 } as const;

interface ReadTally {
  right: number;
  /** Number of frames whose text was read wrongly although every check digit is correct. */
  wrong: number;
  times: number[];
}
interface CameraShot {
  readonly picture: Picture;
  readonly read: (picture: Picture) => string | null;
  readonly text: string;
}

async function tallyCameraShots(frames: AsyncIterable<CameraShot>): Promise<ReadTally> {
  const tally: ReadTally = { right: 0, wrong: 0, times: [] };
  for await (const { picture, read, text } of frames) {
    let found: string | null = null;
    tally.times.push(
      await measureMs(() => {
        found = read(picture);
        return Promise.resolve();
      }),
    );
    if (found === text) tally.right += 1;
    else if (found !== null) tally.wrong += 1;
  }
  return tally;
}

/** Returns cardholders that the network was not trained with: the seed differs from the training's seed. */
const createTestHolders = (): Cardholder[] =>
  fc.sample(arbitraryCardholder, { seed: 20_261_123, numRuns: HOLDER_COUNT });

async function* generateMrzShots(
  make: (holder: Cardholder) => string[],
  hard: number,
): AsyncGenerator<CameraShot> {
  const chance = seededRandom(hard * 1_000 + make(createTestHolders()[0]!).length);
  for (const holder of createTestHolders()) {
    const lines = make(holder);
    const flat = await renderPrintedLines(lines, MRZ_FONT, 100 + 60 * chance());
    const read = (picture: Picture) => {
      const found = readMrzLines(picture);
      return found?.isChecked ? found.text : null;
    };
    yield {
      picture: photographPicture(flat, randomShotSettings(lines, chance, hard)),
      read,
      text: lines.join(''),
    };
  }
}

function createCodeShotSettings(chance: RandomSource, hard: number) {
  const jitter = (most: number) => (chance() - 0.5) * 2 * most * hard;
  const blur = chance() * hard;
  const noise = 4 + 16 * chance() * hard;
  return {
    ...PLAIN_SHOT,
    degrees: jitter(0.8),
    tilt: Math.abs(jitter(0.04)),
    blur,
    noise,
    glare: 30 * hard * chance(),
  };
}

/**
 * Bundles the card reader with Vite, because the reader's files import each other without extensions, which Node does not
 * resolve.
 */
async function importCodeReader() {
  const file = path.resolve('src/features/reception/card/camera/read-code.ts');
  const { module } = await runnerImport<{ readonly readCode: (picture: Picture) => string | null }>(file, {
    configFile: false,
    resolve: { noExternal: [/@zxing/] },
  });
  return module.readCode;
}

async function* generateCodeShots(hard: number): AsyncGenerator<CameraShot> {
  const chance = seededRandom(hard * 1_000);
  const read = await importCodeReader();
  for (const holder of createTestHolders().slice(0, HOLDER_COUNT / 3)) {
    const picture = photographPicture(
      drawCardWithCode(cardCodeText(holder)),
      createCodeShotSettings(chance, hard),
    );
    yield { picture, read, text: extractCardText(cardCodeText(holder)) ?? '' };
  }
}

const formatUsualLightResults = (rows: readonly (readonly (string | number)[])[]): string => {
  const usual = rows.filter(([, light]) => light === 'usual');
  return `${usual.map(([, , right]) => String(right).replace(' of ', '/')).join('; ')}; wrong: ${usual.reduce((sum, row) => sum + Number(row[3]), 0)}`;
};

test('the benchmark measures the accuracy and speed of reading cards from camera frames', async () => {
  if (!existsSync(MRZ_FONT.file)) await installFromDebian('fonts-ocr-b');
  const rows: (string | number)[][] = [];
  for (const [light, hard] of Object.entries(DISTORTION_BY_LIGHT))
    for (const [what, frames] of [
      ['PDF417 of a yellow cédula', generateCodeShots(hard)],
      ['lines of a cédula digital (TD1)', generateMrzShots(createTd1Lines, hard)],
      ['lines of a passport (TD3)', generateMrzShots(createTd3Lines, hard)],
    ] as const) {
      const { right, wrong, times } = await tallyCameraShots(frames);
      rows.push([what, light, `${right} of ${times.length}`, wrong, formatMs(median(times))]);
    }
  writeSection(
    16,
    'Reading cards, one frame of the camera each',
    [
      'Invented persons that the model was not trained on, printed in OCR-B. The simulated camera is rotated, tilted, out of focus, noisy and',
      'overexposed. A frame that cannot be read costs a thirtieth of a second, until the next frame. "Read wrong" counts texts with correct',
      'check digits and a wrong value; names have no check digits. The app accepts lines only if two frames agree.',
      '',
      ...formatTable(['what', 'frames', 'read right', 'read wrong', 'median'], rows),
    ],
    [['cards read from one frame: PDF417; TD1; TD3', formatUsualLightResults(rows), '']],
  );
});
