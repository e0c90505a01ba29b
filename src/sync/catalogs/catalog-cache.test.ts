import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  findCatalogRow,
  readCatalogReadiness,
  findOccupationByName,
  searchCatalog,
  searchOccupations,
} from '#storage/cache/catalogs.ts';
import { db } from '#storage/database/database.ts';
import { ANA_ID, wipeDevice } from '#tests/support/device/device.ts';
import { refreshRequiredCatalogs, refreshCatalogWithRetry } from './catalog-cache.ts';

interface ServerRow {
  id: string;
  name: string;
  code: string;
  license_number: string;
  city: string | null;
  is_active: boolean;
}
const createServerRow = (name: string, code: string, is_active = true): ServerRow => ({
  id: crypto.randomUUID(),
  name,
  code,
  license_number: code,
  city: 'Medellín',
  is_active,
});

/** Simulated catalogues of the server, with P7's names, pages, a revision as ETag, and 304. */
let serverCatalogs: Record<string, ServerRow[]>;
let serverRevision: number;
let requestedPages: string[];
let onRequest: (path: string) => void;
let missingRowCount: number;

const requestedPageSize = (query: URLSearchParams) =>
  Number(query.get('pageSize') ?? query.get('limit') ?? 20);
const isInactiveExcluded = (query: URLSearchParams) => query.get('includeInactive') !== 'true';

function createResponse(input: string, init: RequestInit): Response {
  const url = new URL(input, 'http://desk.test');
  const path = url.pathname.replace('/api/v1', '');
  requestedPages.push(`${path}?${url.searchParams.get('page')}`);
  const etag = `W/"${serverRevision}-${url.searchParams.get('page')}"`;
  if (new Headers(init.headers).get('if-none-match') === etag) return new Response(null, { status: 304 });
  const [page, size] = [Number(url.searchParams.get('page')), requestedPageSize(url.searchParams)];
  const rows = (serverCatalogs[path] ?? []).filter(
    (one) => one.is_active || !isInactiveExcluded(url.searchParams),
  );
  const items = rows.slice((page - 1) * size, page * size);
  onRequest(path);
  const total_count = rows.length + (path === '/companies' ? missingRowCount : 0);
  return Response.json({ items, total_count, page, page_size: size }, { headers: { etag } });
}

beforeEach(async () => {
  await wipeDevice();
  [serverRevision, requestedPages, onRequest, missingRowCount] = [1, [], () => undefined, 0];
  const companies = Array.from({ length: 250 }, (_, nth) =>
    createServerRow(`Empresa ${String(nth).padStart(3, '0')}`, `E${nth}`),
  );
  companies.push(
    createServerRow('Construcciones Muñoz', '900.1'),
    createServerRow('Cerrada S.A.', '900.2', false),
  );
  serverCatalogs = {
    '/companies': companies,
    '/evaluation-types': [createServerRow('Ingreso', 'ING'), createServerRow('Periódica', 'PER')],
    '/exams': [createServerRow('Audiometría', 'AUD')],
    '/doctors': [createServerRow('Ana Demo', 'RM-1')],
    '/occupations': [createServerRow('Auxiliar de enfermería', ''), createServerRow('Soldador', '')],
  };
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    Promise.resolve().then(() => createResponse(input, init)),
  );
});
afterEach(() => vi.unstubAllGlobals());

describe('R1 catalogue cache', () => {
  it('the device fetches all catalogues in pages of 100 and reports them as ready when all are complete', async () => {
    expect(await readCatalogReadiness()).toEqual({ ready: false, refreshedAt: null });
    const report = await refreshRequiredCatalogs();
    expect(new Set(Object.values(report))).toEqual(new Set(['replaced']));
    expect(requestedPages.filter((path) => path.startsWith('/companies'))).toEqual([
      '/companies?1',
      '/companies?2',
      '/companies?3',
      '/companies?1',
    ]);
    expect((await readCatalogReadiness()).ready).toBe(true);
    expect((await searchCatalog('companies', 'empresa', { ownerId: ANA_ID, limit: 999 })).length).toBe(250);
  });

  it('a refresh sends only one request for each unchanged catalogue', async () => {
    await refreshRequiredCatalogs();
    requestedPages = [];
    const report = await refreshRequiredCatalogs();
    expect(new Set(Object.values(report))).toEqual(new Set(['unchanged']));
    expect(requestedPages).toHaveLength(5);
  });

  it('a refresh stores changes that were made on the server', async () => {
    await refreshRequiredCatalogs();
    serverCatalogs['/evaluation-types']?.push(createServerRow('Egreso', 'EGR'));
    serverRevision = 2;
    await refreshRequiredCatalogs();
    expect(
      (await searchCatalog('evaluation-types', 'egreso', { ownerId: ANA_ID })).map(({ code }) => code),
    ).toEqual(['EGR']);
  });

  it('a refresh of the catalogue cache changes nothing when the server is unreachable', async () => {
    await refreshRequiredCatalogs();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const report = await refreshRequiredCatalogs({ force: true });
    expect(new Set(Object.values(report))).toEqual(new Set(['unreachable']));
    expect(await searchCatalog('evaluation-types', '', { ownerId: ANA_ID })).toHaveLength(2);
  });

  it('a refresh updates all catalogues except one whose pages are inconsistent', async () => {
    await refreshRequiredCatalogs();
    serverCatalogs['/doctors']?.push(createServerRow('Eva Demo', 'RM-2'));
    [serverRevision, missingRowCount] = [2, 3];
    expect(await refreshRequiredCatalogs()).toMatchObject({ companies: 'unsteady', doctors: 'replaced' });
    expect(await searchCatalog('companies', 'empresa 249', { ownerId: ANA_ID })).toHaveLength(1);
  });

  it("a refresh keeps the cached catalogue when the server's pages have no end", async () => {
    await refreshRequiredCatalogs();
    const fetchPage = (page: number) =>
      Promise.resolve({
        type: 'ok' as const,
        status: 200,
        body: { items: [{ id: `${page}`, code: '', name: 'x', detail: null, active: true }], total: 1e9 },
        headers: new Headers(),
      });
    expect(await refreshCatalogWithRetry({ resource: 'companies', fetchPage }, false)).toBe('unsteady');
    expect(await searchCatalog('companies', 'empresa 249', { ownerId: ANA_ID })).toHaveLength(1);
  });

  it('a refresh reads a catalogue again when it changes between two pages', async () => {
    let shrunk = false;
    onRequest = (path) => {
      if (path !== '/companies' || shrunk) return;
      [shrunk, serverRevision] = [true, 2];
      serverCatalogs['/companies']?.splice(0, 1); // The rows after the removed one move up, so that page two would miss one row.
    };
    const gone = serverCatalogs['/companies']?.[0]?.id ?? '';
    await refreshRequiredCatalogs();
    expect((await searchCatalog('companies', '', { ownerId: ANA_ID, limit: 999 })).length).toBe(250);
    expect(await findCatalogRow('companies', gone)).toBeNull();
  });
});

describe('R1 search in the catalogue cache', () => {
  beforeEach(async () => {
    await refreshRequiredCatalogs();
  });

  it('the search matches code, name and city whatever their case and accents, and treats ñ as n', async () => {
    for (const query of ['munoz', 'MUÑOZ constr', '900.1', 'medellin munoz'])
      expect((await searchCatalog('companies', query, { ownerId: ANA_ID })).map(({ name }) => name)).toEqual([
        'Construcciones Muñoz',
      ]);
  });

  it('the search omits inactive rows, whose names can still be read by id', async () => {
    expect(await searchCatalog('companies', 'cerrada', { ownerId: ANA_ID })).toEqual([]);
    const closed = serverCatalogs['/companies']?.find(({ is_active }) => !is_active);
    expect(await findCatalogRow('companies', closed?.id ?? '')).toMatchObject({
      name: 'Cerrada S.A.',
      active: false,
    });
  });

  it("the search puts the user's most recently used row at the top of the list", async () => {
    const used = (await searchCatalog('companies', 'munoz', { ownerId: ANA_ID }))[0]?.id ?? '';
    await db.recents.put({ ownerId: ANA_ID, resource: 'companies', id: used, usedAt: Date.now() });
    expect((await searchCatalog('companies', '', { ownerId: ANA_ID, limit: 3 }))[0]).toMatchObject({
      id: used,
      recent: true,
    });
  });

  it('the search finds an occupation whatever its case, accents and spaces', async () => {
    expect(await findOccupationByName(' auxiliar de  ENFERMERIA ')).toMatchObject({
      name: 'Auxiliar de enfermería',
    });
    expect(await findOccupationByName('auxiliar')).toBeNull();
    expect(await searchOccupations('enferm')).toHaveLength(1);
  });
});
