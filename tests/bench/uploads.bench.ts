import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { test } from '@playwright/test';
import sharp from 'sharp';
import { drawPhoto, drawSignature } from '#server/demo/pictures.ts';
import { repeatableRandom } from '#server/demo/random.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { median, formatRatio, formatTable, measureMs, writeSection } from './support/report.ts';
import { type Pictures, type UploadClient, openUploadClient } from './support/upload-client.ts';

const VISIT_COUNT = 100;
const ROUNDS = 3;
const WARM_UP_VISITS = 40;

let server: ServerProcess;
let client: UploadClient;
let unavoidableWorkFolder: string;
test.beforeAll(async () => {
  server = await startServer();
  client = await openUploadClient(server.origin);
  unavoidableWorkFolder = await mkdtemp(path.join(tmpdir(), 'ventanilla-bench-'));
  sharp.concurrency(1);
  sharp.cache(false);
});
test.afterAll(async () => {
  client.close();
  await rm(unavoidableWorkFolder, { recursive: true });
  await server.destroy();
});

/** Returns noise pictures of about 80 and 20 kB, as in the benchmark that drains the outbox. */
async function noisePictures(): Promise<Pictures> {
  const pictureOfSide = (side: number) =>
    sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } });
  return {
    photo: await pictureOfSide(420).jpeg({ quality: 60 }).toBuffer(),
    signature: await pictureOfSide(80).png().toBuffer(),
  };
}

/**
 * Returns a photo at the width that the device sends, and a signature drawn on a tablet. The photo is drawn, so grain is added
 * to make it compress like a camera photo.
 */
async function tabletPictures(): Promise<Pictures> {
  const [width, height] = [1280, 960];
  const random = repeatableRandom(5);
  const face = sharp(await drawPhoto(random)).resize(width, height, { fit: 'cover' });
  const grain = await sharp(randomBytes(width * height), { raw: { width, height, channels: 1 } })
    .blur(0.8)
    .png()
    .toBuffer();
  const photo = await face
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 70 })
    .toBuffer();
  return { photo, signature: await drawSignature(random) };
}

async function writeDurably(bytes: Buffer, name: string): Promise<void> {
  const file = await open(path.join(unavoidableWorkFolder, name), 'w');
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
}

/**
 * Does only the work that no server can avoid, without HTTP and database: decodes both pictures, encodes them and stores them
 * durably, on all cores.
 */
async function runUnavoidableWork(count: number, { photo, signature }: Pictures): Promise<void> {
  let left = count;
  const runWorker = async () => {
    for (let number = left--; number > 0; number = left--) {
      await writeDurably(await sharp(photo).rotate().jpeg({ quality: 85 }).toBuffer(), `${number}.jpg`);
      await writeDurably(await sharp(signature).rotate().png().toBuffer(), `${number}.png`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runWorker));
}

const CLOCK_TICK_MS = 10;

/** Returns the processor time in ms used by all threads of the process; null if the system does not report it. */
function processorMsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
  } catch {
    return null;
  }
}

async function measureUploadRates(pictures: Pictures) {
  await client.sendVisits(WARM_UP_VISITS, pictures);
  const [provided, ceiling, work] = [[] as number[], [] as number[], [] as number[]];
  for (let round = 0; round < ROUNDS; round += 1) {
    ceiling.push((VISIT_COUNT * 1000) / (await measureMs(() => runUnavoidableWork(VISIT_COUNT, pictures))));
    const before = processorMsOf(server.pid());
    provided.push((VISIT_COUNT * 1000) / (await measureMs(() => client.sendVisits(VISIT_COUNT, pictures))));
    const after = processorMsOf(server.pid());
    if (before !== null && after !== null) work.push((after - before) / VISIT_COUNT);
  }
  return { provided: median(provided), ceiling: median(ceiling), work: median(work) };
}

const toKilobyteText = ({ length }: Buffer) => `${Math.round(length / 1_000)} kB`;

test('the benchmark measures how many evaluations with two pictures one server stores per second', async () => {
  const kinds = [
    ["noise, as in the drain's figures", await noisePictures()],
    ['a camera of 1280 × 960 and a tablet', await tabletPictures()],
  ] as const;
  const rows: (string | number)[][] = [];
  for (const [name, pictures] of kinds) {
    const { provided, ceiling, work } = await measureUploadRates(pictures);
    rows.push([
      `${name}: ${toKilobyteText(pictures.photo)}, ${toKilobyteText(pictures.signature)}`,
      ceiling.toFixed(1),
      provided.toFixed(1),
      formatRatio(provided, ceiling),
      Number.isNaN(work) ? '' : `${work.toFixed(0)} ms`,
    ]);
  }
  writeSection(
    11,
    'Evaluations with two images per second on one server',
    [
      'Two tablets with four concurrent requests each, from one program on the same machine that has prepared its requests. The images alone are decoded, encoded and stored durably on all cores, without requests, session, rows and log.',
      '',
      ...formatTable(
        [
          'pictures',
          'images alone per second',
          'evaluations per second',
          'ratio to images alone',
          'work of its program, an evaluation',
        ],
        rows,
      ),
      '',
      `Median of ${ROUNDS} rounds of ${VISIT_COUNT} evaluations. Budget: 38 per second with the images of the drain, on two cores.`,
    ],
    [['evaluations per second, one server', String(rows[0]?.[2]), '≥38']],
  );
});
