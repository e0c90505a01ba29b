import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCatalogReadiness } from '#storage/cache/catalogs.ts';
import { ANA_ID, BRANCH_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { refreshAndReadPhrases, recordPhraseUse, readCachedPhrases, refreshPhrases } from './phrases.ts';

const numberedUuid = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`;
const createServerPhrase = (nth: number, words: string, other: object = {}) => ({
  id: numberedUuid(nth),
  note_type: 'restricciones',
  name: words,
  is_active: true,
  ...other,
});

let createResponse: () => Promise<Response>;
const respondWithPhrases = (items: readonly object[]) => () =>
  Promise.resolve(
    Response.json(
      { items, total_count: items.length, page: 1, page_size: 100 },
      { headers: { etag: `W/"${JSON.stringify(items).length}"` } },
    ),
  );
const readPhraseTexts = async () => (await readCachedPhrases(ANA_ID)).phrases.map(({ words }) => words);

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID, ['manage_evaluations']);
  createResponse = respondWithPhrases([
    createServerPhrase(1, 'Sin alturas.'),
    createServerPhrase(2, 'Con gafas.'),
    createServerPhrase(3, 'Botas.', { is_active: false }),
  ]);
  vi.stubGlobal('fetch', () => createResponse());
});
afterEach(() => vi.unstubAllGlobals());

describe('P10.197 phrases of the clinic on the device', () => {
  it('P10.197 the device stores all phrases completely and reads them without network', async () => {
    expect((await refreshAndReadPhrases(ANA_ID)).phrases).toEqual([
      { id: numberedUuid(2), type: 'restricciones', words: 'Con gafas.' },
      { id: numberedUuid(1), type: 'restricciones', words: 'Sin alturas.' },
    ]);
    createResponse = () => Promise.reject(new TypeError('Failed to fetch'));
    expect((await refreshAndReadPhrases(ANA_ID)).phrases).toHaveLength(2);
  });

  it("P10.197 the device sorts phrases by this user's uses and ignores those of other users", async () => {
    await refreshPhrases();
    await recordPhraseUse(ANA_ID, BRANCH_ID, numberedUuid(1));
    expect(await readPhraseTexts()).toEqual(['Sin alturas.', 'Con gafas.']);
    await recordPhraseUse(ANA_ID, BRANCH_ID, numberedUuid(2));
    await recordPhraseUse(ANA_ID, BRANCH_ID, numberedUuid(2));
    expect(await readPhraseTexts()).toEqual(['Con gafas.', 'Sin alturas.']);
    await recordPhraseUse('another', BRANCH_ID, numberedUuid(1));
    expect(await readPhraseTexts()).toEqual(['Con gafas.', 'Sin alturas.']);
  });

  it('P10.197 a base-contract server yields no phrases, and fetching phrases alone does not make the catalogue cache ready', async () => {
    createResponse = () => Promise.resolve(new Response('<!doctype html>', { status: 404 }));
    expect((await refreshAndReadPhrases(ANA_ID)).phrases).toEqual([]);
    await refreshPhrases();
    expect((await readCatalogReadiness()).ready).toBe(false);
  });
});
