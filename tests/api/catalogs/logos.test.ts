// @module-tag landing
import fs from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Branch } from '#contract/catalogs/branches.ts';
import { Branding } from '#contract/records/branding.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { sweepOrphans } from '#server/sweep-files.ts';
import { renderPdfPage, pdfTagTreeOf, pdfTextOf } from '#tests/support/documents/poppler.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { logoParts, rowMakers } from '../support/examples/catalog-examples.ts';
import { seedClinicalFixture, seedSignedEvaluation } from '../support/clinical.ts';
import { discSvg, photo } from '../support/files/pictures.ts';
import { type Caller, type Server, responseOf, errorCodeOf, startServer } from '../support/server.ts';

let server: Server;
let admin: Caller;
beforeAll(async () => {
  server = await startServer('logos');
  admin = await server.as('admin');
});
afterAll(() => server.stop());

const createBranch = () => rowMakers.branch(admin, server);
const uploadLogo = (id: string, file: Buffer, name?: string) =>
  admin.post(`/branches/${id}/logo`, { parts: logoParts(file, name) });
/** Returns a PNG of one colour. The tests use no SVG here, because its conversion would start a separate process. */
const plainLogo = (background: string) =>
  sharp({ create: { width: 600, height: 300, channels: 4, background } })
    .png()
    .toBuffer();
const fetchBranchLogo = (id: string, headers = {}) => admin.get(`/branches/${id}/logo`, headers);
const deleteLogo = (id: string) => admin.send('DELETE', `/branches/${id}/logo`);
const fetchBranch = async (id: string) => responseOf(Branch, await admin.get(`/branches/${id}`));
const countStoredLogos = async () =>
  (await fs.readdir(server.filesDir, { recursive: true })).filter((name) => name.endsWith('.png')).length;

async function readPixelAt(png: Buffer, left: number, top: number): Promise<number[]> {
  const area = { left, top, width: 1, height: 1 };
  return [...(await sharp(png).ensureAlpha().extract(area).raw().toBuffer())];
}

describe('logo of a branch', () => {
  it('P4.20 P7.21 a branch has no logo before the first upload and after the logo’s removal', async () => {
    const { id, has_logo, logo_hash } = await createBranch();
    expect([has_logo, logo_hash, errorCodeOf(await fetchBranchLogo(id))]).toEqual([false, null, 'not_found']);
    const lines = await collectNewLogEntries(server, async () => {
      await uploadLogo(id, await plainLogo('#0a6a6a'));
      expect(responseOf(Branch, await deleteLogo(id))).toMatchObject({ has_logo: false, logo_hash: null });
    });
    const detail = { resource: 'branches', id };
    expect(lines, 'P10.12').toEqual([
      ['branding_changed', 'done', { ...detail, what: 'logo_set' }],
      ['branding_changed', 'done', { ...detail, what: 'logo_removed' }],
    ]);
    expect((await fetchBranchLogo(id)).statusCode).toBe(404);
    const { revision } = await fetchBranch(id);
    expect(responseOf(Branch, await deleteLogo(id)).revision).toBe(revision);
  });

  it('P7.21 the server stores a logo as PNG with its transparency, and returns it with its ETag', async () => {
    const { id } = await createBranch();
    server.clock.now = new Date('2026-03-12T12:00:00Z');
    const reply = await uploadLogo(id, discSvg('#0a6a6a'), 'logo.svg');
    server.clock.now = null;
    expect(reply.statusCode).toBe(200);
    const branch = responseOf(Branch, reply);
    expect(branch).toMatchObject({
      has_logo: true,
      logo_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      branding_updated_at: '2026-03-12T12:00:00.000Z',
    });
    const logo = await fetchBranchLogo(id);
    expect(logo.headers).toMatchObject({
      'content-type': 'image/png',
      etag: `"${branch.logo_hash}"`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    expect(await readPixelAt(logo.rawPayload, 300, 150)).toEqual([10, 106, 106, 255]);
    expect(await readPixelAt(logo.rawPayload, 2, 2)).toEqual([0, 0, 0, 0]);
    const again = await fetchBranchLogo(id, { 'if-none-match': String(logo.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each<[string, () => Promise<Buffer>, [number, number]]>([
    ['a JPEG, upright and without what the camera wrote', () => photo(), [320, 240]],
    [
      'a large PNG',
      () =>
        sharp({ create: { width: 1500, height: 300, channels: 4, background: '#0a6a6a' } })
          .png()
          .toBuffer(),
      [600, 120],
    ],
    [
      'a JPEG of four inks',
      () =>
        sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } })
          .toColourspace('cmyk')
          .jpeg()
          .toBuffer(),
      [300, 300],
    ],
  ])('P7.21 the server scales a logo to fit into a fixed area: %s', async (_name, file, size) => {
    const { id } = await createBranch();
    expect((await uploadLogo(id, await file(), 'x.txt')).statusCode).toBe(200);
    const { rawPayload } = await fetchBranchLogo(id);
    const { format, width, height, exif, space } = await sharp(rawPayload).metadata();
    expect([format, width, height, exif, space]).toEqual(['png', ...size, undefined, 'srgb']);
    expect(rawPayload.includes('NombreSecreto')).toBe(false);
  });

  it('P3.10 a replaced logo has another hash and ETag; the same logo again changes nothing', async () => {
    const { id } = await createBranch();
    const first = responseOf(Branch, await uploadLogo(id, await plainLogo('red')));
    const files = await countStoredLogos();
    const lines = await collectNewLogEntries(server, async () => {
      expect(responseOf(Branch, await uploadLogo(id, await plainLogo('red')))).toEqual(first);
    });
    expect([lines, await countStoredLogos()]).toEqual([[], files]);
    const second = responseOf(Branch, await uploadLogo(id, await plainLogo('blue')));
    expect(second.logo_hash).not.toBe(first.logo_hash);
    expect(await readPixelAt((await fetchBranchLogo(id)).rawPayload, 300, 150)).toEqual([0, 0, 255, 255]);
  });

  it('P7.21 the sweep never removes a logo in use, and removes a replaced or deleted one after an hour', async () => {
    const [replaced, removed] = [(await createBranch()).id, (await createBranch()).id];
    for (const id of [replaced, removed]) await uploadLogo(id, await plainLogo('red'));
    await uploadLogo(replaced, await plainLogo('#0000ff'));
    await deleteLogo(removed);
    const { pool } = server.database;
    expect(await sweepOrphans(pool, createDiskFileStore(server.filesDir))).toBe(0);
    const later = new Date(Date.now() + 2 * 60 * 60_000);
    expect(await sweepOrphans(pool, createDiskFileStore(server.filesDir), later)).toBeGreaterThanOrEqual(2);
    expect(await readPixelAt((await fetchBranchLogo(replaced)).rawPayload, 300, 150)).toEqual([
      0, 0, 255, 255,
    ]);
  });

  it('P7.21 the server stores no row for a logo whose file cannot be written', async () => {
    const { id } = await createBranch();
    const kept = `${server.filesDir}.kept`;
    await fs.rename(server.filesDir, kept);
    await fs.writeFile(server.filesDir, '');
    const reply = await uploadLogo(id, await plainLogo('red'));
    await fs.rm(server.filesDir);
    await fs.rename(kept, server.filesDir);
    expect(reply.statusCode).toBe(500);
    expect(await fetchBranch(id)).toMatchObject({ has_logo: false, logo_hash: null, revision: 1 });
  });

  it('P7.21 the server responds 404 for the logo of an unknown branch', async () => {
    const files = await countStoredLogos();
    const nowhere = '00000000-0000-4000-8000-000000000000';
    for (const reply of [
      await uploadLogo(nowhere, await plainLogo('red')),
      await deleteLogo(nowhere),
      await fetchBranchLogo(nowhere),
    ])
      expect(errorCodeOf(reply)).toBe('not_found');
    expect(await countStoredLogos()).toBe(files);
  });
});

describe('logo of the user’s own branch', () => {
  const own = '/me/branch/logo';

  it('P7.23 the logo of the user’s own branch can be set, read by every user of the branch, and removed', async () => {
    const catalogs = await server.as('catalogs');
    const receptionist = await server.as('desk');
    const { logo_hash, id } = responseOf(
      Branch,
      await catalogs.post(own, { parts: logoParts(await plainLogo('red')) }),
    );
    expect(id).toBe(server.clinic.branches.bogota);
    expect(responseOf(Branding, await receptionist.get('/me/branding'))).toMatchObject({
      has_logo: true,
      logo_hash,
    });
    expect((await receptionist.get(own)).rawPayload).toEqual((await fetchBranchLogo(id)).rawPayload);
    const foreign = await (await server.as('deskMedellin')).get(own);
    expect([foreign.statusCode, errorCodeOf(foreign)]).toEqual([404, 'not_found']);
    expect(errorCodeOf(await receptionist.post(own, { parts: logoParts(await plainLogo('blue')) }))).toBe(
      'forbidden',
    );
    expect(errorCodeOf(await receptionist.send('DELETE', own))).toBe('forbidden');
    expect(responseOf(Branch, await catalogs.send('DELETE', own)).has_logo).toBe(false);
    expect(errorCodeOf(await receptionist.get(own))).toBe('not_found');
  });

  it('P10.10 documents print the logo with the current contact data of the branch', async () => {
    const medicine = await seedClinicalFixture(server);
    const id = await seedSignedEvaluation(server, medicine);
    await admin.post(own, { parts: logoParts(discSvg('#c0392b')) });
    const contact = {
      name: 'Bogotá Rotulada (DEMO)',
      address: 'Calle 100',
      contact_email: 'rotulo@prueba.demo',
      contact_phone: '601 555 0000',
      contact_website: 'https://rotulo.demo',
    };
    await admin.send('PATCH', '/me/branch/branding', { json: contact });
    const doctor = await server.as('doctor');
    const pdf = (await doctor.get(`/evaluations/${id}/concept-pdf`)).rawPayload;
    const text = await pdfTextOf(pdf);
    for (const words of Object.values(contact)) expect(text).toContain(words);
    expect(await pdfTagTreeOf(pdf)).toContain('Figure');
    // The logo is a disc, 42 points wide, in the centre of its area at the top left of the page.
    const page = await renderPdfPage(pdf, 1);
    const { data, info } = await sharp(page).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    let red = 0;
    for (let at = 0; at < info.width * 120 * 3; at += 3)
      if ((data[at] ?? 0) > 170 && (data[at + 1] ?? 255) < 90) red += 1;
    expect(red).toBeGreaterThan(800);
  });
});
