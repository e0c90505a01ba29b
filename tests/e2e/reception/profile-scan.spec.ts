import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { unlz4 } from '#tests/support/browsers/mozilla.ts';
import { BrowserProfile } from '#tests/support/browsers/profile.ts';
import { middleBytesOf, scanProfile } from '#tests/support/browsers/profile-scan.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { decompressSnappy } from '#tests/support/browsers/snappy.ts';

const PATIENT_NAME = 'Zoraida Quiñónez';

test.describe('scanner of browser profiles', () => {
  test('the scanner decompresses Snappy data with literals, copies and overlapping copies', () => {
    // Example from the description of the Snappy format: length 18, literal 'Name', copy of 4 bytes from 4 back, copy of 10
    // from 1 back.
    const bytes = Buffer.from([18, 3 << 2, ...Buffer.from('Name'), 1, 4, ((10 - 1) << 2) | 2, 1, 0]);
    expect(decompressSnappy(bytes).toString()).toBe(`NameName${'e'.repeat(10)}`);
    expect(() => decompressSnappy(Buffer.from([18, 3 << 2, 1]))).toThrow(RangeError);
  });

  test(
    'the scanner finds the names and pictures that a page wrote unencrypted, and no others, in the profile of the tested browser',
    { tag: '@landing' },
    async ({ browserName }) => {
      const server = http.createServer((_request, response) =>
        response.setHeader('content-type', 'text/html').end('<h1>x</h1>'),
      );
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const profile = new BrowserProfile(browserName === 'firefox' ? 'firefox' : 'chromium');
      const page = (await profile.open()).pages()[0];
      await page?.goto(origin);
      const picture = await randomPhoto();
      await page?.evaluate(storeUnencryptedRows, { name: PATIENT_NAME, picture: [...picture.buffer] });
      await profile.close();
      server.close();
      const sightings = scanProfile(profile.folder, [PATIENT_NAME, middleBytesOf(picture), 'Quirico Ñungo']);
      const files = sightings.map(({ file }) => file);
      const texts = new Set(sightings.map(({ text }) => text));
      expect([...texts].sort()).toEqual(
        [PATIENT_NAME, `bytes ${middleBytesOf(picture).toString('hex')}`].sort(),
      );
      expect(files.some((file) => file.endsWith(browserName === 'firefox' ? '.sqlite' : '.ldb'))).toBe(true);
      await profile.destroy();
    },
  );

  test('the scanner decompresses LZ4 data with literals, overlapping copies and long lengths', () => {
    // LZ4 block: literal 'Na', copy of 4 + 15 + 3 bytes from 2 back, literal '!'. A token's length of 15 means that another
    // length byte follows.
    const block = Buffer.from([0x2f, ...Buffer.from('Na'), 2, 0, 3, 0x10, ...Buffer.from('!')]);
    const size = Buffer.alloc(4);
    size.writeUInt32LE(25);
    const file = Buffer.concat([Buffer.from('mozLz40\0'), size, block]);
    expect(unlz4(file)?.toString()).toBe(`${'Na'.repeat(12)}!`);
    expect(unlz4(Buffer.from('nothing'))).toBeNull();
  });

  test('the scanner recognises the text encodings that browsers use', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ventanilla-scan-'));
    const write = (name: string, bytes: Buffer) => fs.writeFileSync(path.join(folder, name), bytes);
    write('utf8', Buffer.from(`..${PATIENT_NAME}..`));
    write('latin1', Buffer.from(PATIENT_NAME, 'latin1'));
    write('utf16', Buffer.from(PATIENT_NAME, 'utf16le'));
    write('utf16be', Buffer.from(PATIENT_NAME, 'utf16le').swap16());
    write('address', Buffer.from(`/search?q=${encodeURIComponent(PATIENT_NAME)}`));
    write('upper', Buffer.from(PATIENT_NAME.toUpperCase()));
    write('clean', Buffer.from('nothing'));
    const files = scanProfile(folder, [PATIENT_NAME]).map(({ file }) => file);
    expect(files.sort()).toEqual(['address', 'latin1', 'upper', 'utf16', 'utf16be', 'utf8']);
    fs.rmSync(folder, { recursive: true });
  });
});

/** Runs in the page. Stores rows as an app without encryption would. */
async function storeUnencryptedRows({ name, picture }: { name: string; picture: number[] }): Promise<void> {
  const opening = indexedDB.open('plain', 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows'));
  await new Promise((resolve) => opening.addEventListener('success', resolve));
  // This much data makes LevelDB move it from the log into compressed tables.
  for (let round = 0; round < 60; round += 1) {
    const transaction = opening.result.transaction('rows', 'readwrite');
    const isTargetRow = (row: number) => round === 1 && row === 1;
    for (let row = 0; row < 40; row += 1)
      transaction.objectStore('rows').put(
        {
          name: isTargetRow(row) ? name : 'x',
          picture: isTargetRow(row) ? new Uint8Array(picture) : null,
          pad: String(row).repeat(1_000),
        },
        [round, row],
      );
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  }
}
