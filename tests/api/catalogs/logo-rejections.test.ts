// @module-tag landing
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Branch } from '#contract/catalogs/branches.ts';
import { LOGO_MAX_BYTES } from '#contract/limits.ts';
import { logoParts, rowMakers } from '../support/examples/catalog-examples.ts';
import type { Part } from '../support/files/multipart.ts';
import { discSvg, pngBomb, createSvg } from '../support/files/pictures.ts';
import {
  type Caller,
  type Server,
  type Reply,
  responseOf,
  errorCodeOf,
  fieldProblemsOf,
  startServer,
} from '../support/server.ts';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('logo_refusals');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const createBranch = () => rowMakers.branch(admin, server);
const fetchBranch = async (id: string) => responseOf(Branch, await admin.get(`/branches/${id}`));

function pngDeclaringSide(side: number): Buffer {
  const bytes = Buffer.from(pngBomb(8));
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
}

describe('P5.20 invalid logo', () => {
  const attempt = async (parts: readonly Part[]) => {
    const { id } = await createBranch();
    const reply = await admin.post(`/branches/${id}/logo`, { parts });
    expect(await fetchBranch(id)).toMatchObject({ has_logo: false, revision: 1 });
    return reply;
  };
  const logoError = (reply: Reply) => [reply.statusCode, errorCodeOf(reply), fieldProblemsOf(reply)['logo']];
  const DAMAGED = 'No pudimos leer la imagen: está dañada o es demasiado grande.';
  const TOO_MANY = 'La imagen tiene más de 12 megapíxeles. Redúcela e intenta de nuevo.';
  const COMPLEX = 'El SVG es demasiado complejo. Guárdalo como PNG e intenta de nuevo.';
  const ACTIVE =
    'El SVG contiene código, enlaces o imágenes incrustadas. Guárdalo como PNG e intenta de nuevo.';
  const DEFINITIONS =
    'El SVG define entidades, como los que guarda Illustrator. Guárdalo como PNG e intenta de nuevo.';
  const KIND = 'El logo debe ser una imagen PNG, JPEG o SVG.';

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['nothing', () => Buffer.alloc(0), 'El archivo está vacío.'],
    [
      'a GIF',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
      KIND,
    ],
    ['a PDF', () => Buffer.from('%PDF-1.4\n%%EOF'), KIND],
    ['a page', () => Buffer.from('<!DOCTYPE html><html><script>alert(1)</script></html>'), KIND],
    ['a compressed SVG', () => Buffer.from('1f8b0800000000000003b32e2e4b070093b6cd5406000000', 'hex'), KIND],
    ['half a PNG', () => pngBomb(64).subarray(0, 60), DAMAGED],
    ['a PNG of 100,000 × 100,000 in its header', () => pngDeclaringSide(100_000), TOO_MANY],
    ['a PNG of 64 million pixels', () => pngBomb(8_000), TOO_MANY],
    ['a JPEG with nothing behind its sign', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), DAMAGED],
    [
      'an SVG of 100,000 × 100,000',
      () => createSvg('<rect width="9" height="9"/>', 'width="100000" height="100000"'),
      DAMAGED,
    ],
    ['an SVG cut short', () => createSvg('<rect').subarray(0, 60), DAMAGED],
    ['an SVG with a script', () => createSvg('<script>alert(1)</script>'), ACTIVE],
    ['an SVG with an event', () => createSvg('<rect onload="alert(1)" width="9" height="9"/>'), ACTIVE],
    ['an SVG with a picture from the net', () => createSvg('<image href="http://127.0.0.1/a.png"/>'), ACTIVE],
    ['an SVG with a file', () => createSvg('<image href="file:///etc/passwd"/>'), ACTIVE],
    ['an SVG with a picture inside', () => createSvg('<image href="data:image/png;base64,AA"/>'), ACTIVE],
    [
      'an SVG with entities',
      () => Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${createSvg('').toString()}`),
      DEFINITIONS,
    ],
    [
      'an SVG in UTF-16',
      () => Buffer.from(`\uFEFF${createSvg('').toString()}`, 'utf16le'),
      'El SVG está en UTF-16. Guárdalo como PNG o en UTF-8 e intenta de nuevo.',
    ],
    ['L7 an SVG of 100,000 letters', () => createSvg(`<text>${'ab'.repeat(50_000)}</text>`), COMPLEX],
    ['an SVG with nothing in it', () => createSvg(''), 'En la imagen no se ve nada.'],
    [
      'a transparent PNG',
      () =>
        sharp({ create: { width: 9, height: 9, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
          .png()
          .toBuffer(),
      'En la imagen no se ve nada.',
    ],
  ])('the server rejects the following logo and changes nothing: %s', async (_name, file, message) => {
    expect(logoError(await attempt(logoParts(await file())))).toEqual([422, 'file_invalid', message]);
  });

  it('P5.20 a logo one byte over 250 kB gets a 413 with the message that the screen shows; a logo of exactly 250 kB is accepted', async () => {
    const svgOfSize = (bytes: number): Buffer => {
      const text = discSvg('red').toString();
      return Buffer.from(`${text}${' '.repeat(bytes - text.length)}`);
    };
    const over = await attempt(logoParts(svgOfSize(LOGO_MAX_BYTES + 1)));
    const message = 'El archivo supera el tamaño máximo permitido de 250 KB.';
    expect([...logoError(over), over.json<{ message: string }>().message]).toEqual([
      413,
      'file_too_large',
      message,
      message,
    ]);
    const own = await admin.post('/me/branch/logo', { parts: logoParts(svgOfSize(LOGO_MAX_BYTES + 1)) });
    expect([own.statusCode, fieldProblemsOf(own)]).toEqual([
      413,
      { logo: 'El archivo supera el límite de 250 KB.' },
    ]);
    const { id } = await createBranch();
    expect(
      (await admin.post(`/branches/${id}/logo`, { parts: logoParts(svgOfSize(LOGO_MAX_BYTES)) })).statusCode,
    ).toBe(200);
  });

  it('the server responds 400 to a body without a part for the logo, or with two such parts', async () => {
    const [part] = logoParts(discSvg('red')) as [Part];
    for (const parts of [[], [{ ...part, name: 'file' }], [part, part]]) {
      const { id } = await createBranch();
      const reply = await admin.post(`/branches/${id}/logo`, { parts });
      expect([reply.statusCode, errorCodeOf(reply)]).toEqual([400, 'validation_failed']);
    }
    const json = await admin.post(`/branches/${(await createBranch()).id}/logo`, { json: {} });
    expect(errorCodeOf(json)).toBe('unsupported_media_type');
  });
});
