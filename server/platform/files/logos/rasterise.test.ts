// @module-tag landing
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SvgError, rasteriseSvg } from './rasterise.ts';

const rasteriseForTest = (bytes: Buffer, cpuLimitMs?: number) => rasteriseSvg(bytes, 'somebody', cpuLimitMs);

const NAMESPACES =
  'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude"';
const createSvg = (inside: string, size = 'width="40" height="20"', before = ''): Buffer =>
  Buffer.from(`${before}<svg ${NAMESPACES} ${size}>${inside}</svg>`);
const GREEN_RECTANGLE = '<rect width="40" height="20" fill="#008000"/>';

const receivedUrls: string[] = [];
const redResourceServer = createServer((request, response) => {
  receivedUrls.push(request.url ?? '');
  response.end(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect id="a" width="40" height="20" fill="red"/></svg>',
  );
});
let redResourceFolder: string;
let remoteBaseUrl: string;
let localBaseUrl: string;
beforeAll(async () => {
  redResourceServer.listen(0, '127.0.0.1');
  await once(redResourceServer, 'listening');
  remoteBaseUrl = `http://127.0.0.1:${(redResourceServer.address() as AddressInfo).port}`;
  redResourceFolder = await mkdtemp(path.join(os.tmpdir(), 'ventanilla-svg-'));
  const red = { create: { width: 40, height: 20, channels: 3, background: 'red' } } as const;
  await writeFile(path.join(redResourceFolder, 'red.png'), await sharp(red).png().toBuffer());
  await writeFile(
    path.join(redResourceFolder, 'red.svg'),
    createSvg('<rect id="a" width="40" height="20" fill="red"/>'),
  );
  await writeFile(path.join(redResourceFolder, 'red.css'), 'rect{fill:red}');
  await writeFile(path.join(redResourceFolder, 'red.txt'), 'rojo');
  localBaseUrl = pathToFileURL(redResourceFolder).href;
});
afterAll(async () => {
  redResourceServer.close();
  await rm(redResourceFolder, { recursive: true });
});

async function middlePixel(png: Buffer): Promise<number[]> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 4;
  return [...data.subarray(at, at + 4)];
}

/** Kinds of references to an external resource, each drawn over a green background. Every external resource is red. */
const REFERENCE_KINDS: readonly [string, (base: string) => Buffer][] = [
  ['image', (base) => createSvg(`${GREEN_RECTANGLE}<image href="${base}/red.png" width="40" height="20"/>`)],
  [
    'image, xlink',
    (base) => createSvg(`${GREEN_RECTANGLE}<image xlink:href="${base}/red.svg" width="40" height="20"/>`),
  ],
  ['use', (base) => createSvg(`${GREEN_RECTANGLE}<use href="${base}/red.svg#a"/>`)],
  [
    'feImage',
    (base) =>
      createSvg(
        `<filter id="f"><feImage href="${base}/red.png"/></filter><g filter="url(#f)">${GREEN_RECTANGLE}</g>`,
      ),
  ],
  ['fill', (base) => createSvg(`<rect width="40" height="20" fill="url(${base}/red.svg#a) #008000"/>`)],
  ['mask', (base) => createSvg(`<g mask="url(${base}/red.svg#a)">${GREEN_RECTANGLE}</g>`)],
  [
    'style sheet',
    (base) => createSvg(GREEN_RECTANGLE, undefined, `<?xml-stylesheet href="${base}/red.css"?>`),
  ],
  ['@import', (base) => createSvg(`<style>@import url("${base}/red.css");</style>${GREEN_RECTANGLE}`)],
  [
    'xi:include',
    (base) =>
      createSvg(`${GREEN_RECTANGLE}<text y="15"><xi:include href="${base}/red.txt" parse="text"/></text>`),
  ],
  [
    'entity',
    (base) =>
      createSvg(
        `${GREEN_RECTANGLE}<g>&a;</g>`,
        undefined,
        `<!DOCTYPE svg [<!ENTITY a SYSTEM "${base}/red.svg">]>`,
      ),
  ],
  [
    'document type',
    (base) => createSvg(GREEN_RECTANGLE, undefined, `<!DOCTYPE svg SYSTEM "${base}/red.svg">`),
  ],
  [
    'foreignObject',
    (base) => createSvg(`${GREEN_RECTANGLE}<foreignObject><img src="${base}/red.png"/></foreignObject>`),
  ],
];

/** Returns true if the red external resource was not drawn: the image is green or empty, or rendering failed. */
const isNotRed = async (drawn: Promise<Buffer>): Promise<boolean> => {
  const [red = 0, , , opacity = 0] = await drawn.then(middlePixel, () => [0, 0, 0, 0]);
  return red === 0 || opacity === 0;
};

describe('P10.17 external references of an SVG', { tags: ['landing'] }, () => {
  it('the red test resource is readable from disk and over HTTP, so that a renderer that followed references would draw it', async () => {
    expect(await middlePixel(await sharp(path.join(redResourceFolder, 'red.png')).png().toBuffer())).toEqual([
      255, 0, 0, 255,
    ]);
    expect((await fetch(`${remoteBaseUrl}/here`)).status).toBe(200);
    expect(receivedUrls.splice(0)).toEqual(['/here']);
  });

  it.each(REFERENCE_KINDS)(
    'the renderer does not fetch an external reference over HTTP: %s',
    async (_name, make) => {
      expect(await isNotRed(rasteriseForTest(make(remoteBaseUrl)))).toBe(true);
      expect(receivedUrls).toEqual([]);
    },
  );

  it.each(REFERENCE_KINDS)(
    'the renderer does not read an external reference from a file: %s',
    async (name, make) => {
      expect(await isNotRed(rasteriseForTest(make(localBaseUrl)))).toBe(true);
      if (name === 'image') expect(await isNotRed(rasteriseForTest(make(redResourceFolder)))).toBe(true);
    },
  );
});

describe('P10.17 `rasteriseSvg`', () => {
  const sizeOf = async (bytes: Buffer) => {
    const { format, width, height } = await sharp(await rasteriseForTest(bytes)).metadata();
    return [format, width, height];
  };

  it('the renderer fits an SVG of any stated size into the logo box and keeps its proportions and transparency', async () => {
    expect(await sizeOf(createSvg(GREEN_RECTANGLE, 'width="4000" height="4000"'))).toEqual(['png', 300, 300]);
    expect(
      await sizeOf(createSvg(GREEN_RECTANGLE, 'width="100%" height="100%" viewBox="0 0 10 40"')),
    ).toEqual(['png', 75, 300]);
    expect(await middlePixel(await rasteriseForTest(createSvg('<rect width="2" height="2"/>')))).toEqual([
      0, 0, 0, 0,
    ]);
  });

  const exponentialDelay = Array.from(
    { length: 40 },
    (_, level) => `<g id="u${level + 1}"><use href="#u${level}"/><use href="#u${level}"/></g>`,
  ).join('');
  it.each([
    ['8,000 × 8,000', createSvg(GREEN_RECTANGLE, 'width="8000" height="8000"')],
    ['no end', Buffer.from(`<svg ${NAMESPACES}><rect`)],
    [
      'entities of entities',
      createSvg(
        '<text>&c;</text>',
        undefined,
        `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(5_000)}"><!ENTITY b "${'&a;'.repeat(5_000)}"><!ENTITY c "${'&b;'.repeat(5_000)}">]>`,
      ),
    ],
  ])('the renderer rejects an SVG with %s as unreadable', async (_name, bytes) => {
    await expect(rasteriseForTest(bytes)).rejects.toMatchObject({ fault: 'unreadable' });
  });

  it(
    'the renderer rejects an SVG that nests copies up to a million million shapes, because of their number or at the limit of CPU time',
    { tags: ['landing'] },
    async () => {
      const copies = createSvg(
        `<defs><g id="u0"><rect width="1" height="1"/></g>${exponentialDelay}</defs><use href="#u40"/>`,
      );
      await expect(rasteriseForTest(copies)).rejects.toBeInstanceOf(SvgError);
    },
  );

  it(
    'the renderer aborts a slow SVG at its limit of CPU time and then draws the next SVG',
    { tags: ['landing'] },
    async () => {
      const blurred = '<rect width="600" height="300" filter="url(#f)"/>'.repeat(4_000);
      const slow = createSvg(
        `<filter id="f"><feGaussianBlur stdDeviation="100"/></filter>${blurred}`,
        'width="600" height="300"',
      );
      const first = rasteriseForTest(slow, 1_000);
      const second = rasteriseForTest(createSvg(GREEN_RECTANGLE));
      await expect(first).rejects.toMatchObject({ fault: 'costly' });
      expect(await middlePixel(await second)).toEqual([0, 128, 0, 255]);
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'L7 the memory limit aborts an SVG that takes gigabytes, even when the limit of CPU time is ten minutes',
    { tags: ['landing'] },
    async () => {
      const dashes = createSvg(
        `<path d="M0 0${'h9v9'.repeat(50_000)}" stroke="red" stroke-dasharray="0.01"/>`,
      );
      await expect(rasteriseForTest(dashes, 600_000)).rejects.toMatchObject({ name: 'SvgError' });
    },
  );

  it(
    "L7 the queue draws another user's SVG before the remaining SVGs of a user with several",
    { tags: ['landing'] },
    async () => {
      const order: string[] = [];
      const rasteriseFor = async (person: string) => {
        await rasteriseSvg(createSvg(GREEN_RECTANGLE), person);
        order.push(person);
      };
      await Promise.all(['eager', 'eager', 'eager', 'other'].map(rasteriseFor));
      expect(order).toEqual(['eager', 'eager', 'other', 'eager']);
    },
  );
});
