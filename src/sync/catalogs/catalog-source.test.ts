import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { expireSession } from '#storage/account/accounts.ts';
import {
  findCatalogRow,
  findOccupationByName,
  replaceCatalogCache,
  searchCatalog,
} from '#storage/cache/catalogs.ts';
import { updateConnectionState } from '#storage/device/contact.ts';
import { db } from '#storage/database/database.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { lockNow } from '#storage/account/lock.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  stubServer,
  failAsUnreachable,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { requestNewOccupations } from './catalog-requests.ts';
import { createCatalogSource, createCompanyFilterSource } from './catalog-source.ts';
import { fetchAndSeedBranchRecents } from './recents.ts';

const numberedUuid = (nth: number) => `00000000-0000-4000-8000-00000000000${nth}`;
const companyRow = (nth: number, name: string) => ({
  id: numberedUuid(nth),
  name,
  code: `C${nth}`,
  detail: null,
  active: true,
});
const createOption = (nth: number, label: string) => ({
  value: numberedUuid(nth),
  label,
  meta: { code: `C${nth}`, city: 'Tunja', specialty: null },
});
const DEVICE_ROWS = [companyRow(1, 'Flores del Páramo'), companyRow(2, 'Flores del Valle')];
const DAY_MS = 24 * 60 * 60 * 1_000;

let server: SessionServer;
let requests: string[];
let serverCatalogOptions: object[];

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  await replaceCatalogCache('companies', DEVICE_ROWS, [], Date.now());
  [requests, serverCatalogOptions] = [
    [],
    [createOption(1, 'Flores del Páramo'), createOption(3, 'Flores Nuevas')],
  ];
  server = stubServer((_path, request) => {
    const { pathname, search } = new URL(request.url);
    requests.push(`${pathname.replace('/api/v1', '')}${decodeURIComponent(search)}`);
    return Response.json({ items: serverCatalogOptions });
  });
});
afterEach(() => vi.unstubAllGlobals());

const companySource = createCatalogSource('companies', ANA_ID);
const requestNames = async (query: string) => (await companySource.ask(query)).map(({ name }) => name);

describe('P7 P9 server requests of a choice field', () => {
  it('P7.28 a choice field requests rows with the parameters q and limit, and adds only rows that the device lacks', async () => {
    expect(await companySource.ask(' flores ')).toEqual([
      {
        id: numberedUuid(3),
        name: 'Flores Nuevas',
        aside: 'C3 · Tunja',
        recent: false,
        keep: expect.any(Function),
      },
    ]);
    expect(requests).toEqual(['/catalogs/companies/options?q=flores&limit=20']);
  });

  it('a choice field shows the code of a row alone when the row has no second detail', async () => {
    expect((await companySource.search('páramo')).map(({ aside }) => aside)).toEqual(['C1']);
  });

  it('a choice field gets a row that another device renamed or reactivated', async () => {
    await replaceCatalogCache(
      'companies',
      [{ ...companyRow(1, 'Flores del Páramo'), active: false }, companyRow(3, 'Antes')],
      [],
      1,
    );
    expect(await requestNames('')).toEqual(['Flores del Páramo', 'Flores Nuevas']);
  });

  it('a choice field gets at most twenty rows, however many the server sends', async () => {
    serverCatalogOptions = Array.from({ length: 30 }, (_, nth) => ({
      ...createOption(3, 'Otra'),
      value: crypto.randomUUID(),
      nth,
    }));
    expect(await companySource.ask('otra')).toHaveLength(20);
  });

  it('P7.31 the company filter of the evaluation list requests pages of 20 companies, sorted by name, with the parameter `query`', async () => {
    serverCatalogOptions = [];
    server.respond = (_path, request) => {
      requests.push(new URL(request.url).search);
      const company = { id: numberedUuid(4), code: 'C4', name: 'Yesos', city: null, is_active: true };
      return Response.json({ items: [company], total_count: 1, page: 1, page_size: 20 });
    };
    expect((await createCompanyFilterSource(ANA_ID).ask('yesos')).map(({ name }) => name)).toEqual(['Yesos']);
    expect(requests).toEqual(['?query=yesos&page=1&sort=name&size=20']);
  });

  it.each([
    ['a session that has ended', () => expireSession(ANA_ID)],
    ['D2 a session that nobody has confirmed', () => db.accounts.update('current', { gate: 'offline' })],
    ['a locked screen', () => lockNow(Date.now())],
    ['nobody', () => db.accounts.clear()],
    [
      'a link that is down',
      () => updateConnectionState({ reached: false, cause: 'no_answer' }, Date.now(), 0),
    ],
  ])('a choice field sends no request in the case: %s', async (_who, happens) => {
    await happens();
    expect(await requestNames('flores')).toEqual([]);
    expect(requests).toEqual([]);
  });

  it.each([
    ['silence', 'down', failAsUnreachable],
    [
      'a refusal',
      'up',
      () => Response.json({ code: 'forbidden', message: 'No', details: [] }, { status: 500 }),
    ],
    ['a page', 'down', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('a choice field gets no rows after the server response: %s', async (_what, link, respond) => {
    server.respond = respond;
    expect(await requestNames('flores')).toEqual([]);
    // Wait until the connection state is written, so that the write does not disturb the next test.
    await retryUntilPassing(async () => expect((await readConnectionState()).name).toBe(link));
  });
});

describe('R1 row from the server that a user chose before a refresh contained it', () => {
  const storeNewRow = async () => (await companySource.ask('flores'))[0]?.keep?.();
  const findNames = async () =>
    (await searchCatalog('companies', 'nuevas', { ownerId: ANA_ID })).map(({ id }) => id);

  it('when the user chooses a row that came from the server, the device stores the row, and searches and labels find it', async () => {
    expect(await findNames()).toEqual([]);
    await storeNewRow();
    expect(await companySource.find(numberedUuid(3))).toMatchObject({
      name: 'Flores Nuevas',
      aside: 'C3 · Tunja',
    });
    expect(await findNames()).toEqual([numberedUuid(3)]);
    expect(await requestNames('flores'), 'no longer news').toEqual([]);
  });

  it('choosing a row from the server stores it on the device even before the first refresh', async () => {
    await db.mirrors.clear();
    await db.catalogs.clear();
    serverCatalogOptions = serverCatalogOptions.slice(1);
    expect(await findNames()).toEqual([]);
    await storeNewRow();
    expect(await findNames()).toEqual([numberedUuid(3)]);
  });

  it('a chosen row stays when the next refresh lacks the row; a refresh a week later removes it', async () => {
    await storeNewRow();
    await replaceCatalogCache('companies', DEVICE_ROWS, [], Date.now());
    expect((await findCatalogRow('companies', numberedUuid(3)))?.name).toBe('Flores Nuevas');
    await replaceCatalogCache('companies', DEVICE_ROWS, [], Date.now() + 8 * DAY_MS);
    expect(await findCatalogRow('companies', numberedUuid(3))).toBeNull();
  });

  it('when a refresh contains a chosen row, the device overwrites its stored row with the server’s newer version', async () => {
    await storeNewRow();
    await replaceCatalogCache(
      'companies',
      [...DEVICE_ROWS, { ...companyRow(3, 'Flores Otras'), active: false }],
      [],
      Date.now(),
    );
    expect(await findCatalogRow('companies', numberedUuid(3))).toMatchObject({
      name: 'Flores Otras',
      active: false,
    });
    expect(await findNames()).toEqual([]);
  });
});

describe('P4 P7 occupation that another device created', () => {
  const respondWith = (...found: string[]) => {
    const items = found.map((name, nth) => ({ id: numberedUuid(nth), name }));
    server.respond = (_path, request) => {
      requests.push(new URL(request.url).search);
      return Response.json({ items, total_count: items.length, page: 1, page_size: 25 });
    };
  };

  it('P7.33 a choice field requests at most 25 occupations, and stores an occupation whose whole name was typed', async () => {
    respondWith('Catador de Café', 'Catador de Cacao');
    expect(await requestNewOccupations('catador')).toHaveLength(2);
    expect(requests).toEqual(['?q=catador&limit=25']);
    expect(await findOccupationByName('catador de cafe')).toBeNull();
    await requestNewOccupations('CATADOR de cafe');
    expect(await findOccupationByName('catador de cafe')).toEqual({
      id: numberedUuid(0),
      name: 'Catador de Café',
    });
  });
});

describe('P7 recent options of the branch for a user who has used none on this device', () => {
  const searchCompanies = async () =>
    (await searchCatalog('companies', '', { ownerId: ANA_ID })).map(({ id, recent }) => [id, recent]);

  it("P7.29 a choice field lists the branch's recent options first, in their order, and requests them once", async () => {
    serverCatalogOptions = [createOption(2, 'Flores del Valle')];
    await fetchAndSeedBranchRecents();
    expect(requests).toEqual([
      '/catalogs/evaluation-types/recent?limit=5',
      '/catalogs/companies/recent?limit=5',
    ]);
    expect(await searchCompanies()).toEqual([
      [numberedUuid(2), true],
      [numberedUuid(1), false],
    ]);
    requests = [];
    await fetchAndSeedBranchRecents();
    expect(
      requests.filter((line) => line.includes('companies')),
      'asked once',
    ).toEqual([]);
  });

  it('a choice field requests no recent options for a user who may not register patients, or after the session has ended', async () => {
    await expireSession(ANA_ID);
    await fetchAndSeedBranchRecents();
    await signInOnDevice(ANA_ID, ['manage_evaluations']);
    await fetchAndSeedBranchRecents();
    expect(requests).toEqual([]);
  });
});
