import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  findCatalogRow,
  readCatalogCacheEtags,
  replaceCatalogCache,
  searchCatalog,
} from '#storage/cache/catalogs.ts';
import {
  areCompanyProposalsOffered,
  findReplacingCompanies,
  storeProposedCompanies,
} from '#storage/cache/proposed-companies.ts';
import { db } from '#storage/database/database.ts';
import { readQueuedRegistration } from '#storage/outbox/entries.ts';
import { recordIdempotencySupport } from '#storage/database/server-traits.ts';
import {
  ANA_ID,
  claimDueItem,
  confirmNewEntry,
  confirmation,
  signInOnDevice,
  wipeDevice,
} from '#tests/support/device/device.ts';
import { sessionOf } from '#tests/support/device/servers/session-server.ts';
import { forgetSessionKey } from '../../api/session-proofs.ts';
import { catalogCopyDefinitions } from '../../catalogs/catalog-copies.ts';
import { storeCompany } from '../../catalogs/catalog-requests.ts';
import { findInactiveCompanies } from '../../catalogs/catalog-source.ts';
import { outboxSender } from './sender.ts';

const PROPOSAL = { id: '00000000-0000-4000-8000-00000000000b', name: 'Viveros Nuevos', nit: '900373913-4' };
const COMPANY_ID = '00000000-0000-4000-8000-00000000000c';
const BODY = {
  employer_company_id: PROPOSAL.id,
  proposed_companies: [PROPOSAL],
  patient: { identification_number: '1' },
};

let hours = 0;
let sentBodies: unknown[] = [];
let replaced: object = {};
let isBaseContract = false;

function respond(pathname: string, body: unknown): Response {
  if (pathname.endsWith('/auth/me')) return Response.json(sessionOf(ANA_ID));
  if (!pathname.endsWith('/evaluations'))
    return isBaseContract
      ? new Response('<!doctype html>', { status: 404, headers: { 'content-type': 'text/html' } })
      : Response.json({ items: [], total_count: 0, page: 1, page_size: 1 });
  sentBodies.push(JSON.parse(String(body)));
  return Response.json({ id: crypto.randomUUID(), ...replaced }, { status: 201 });
}

beforeEach(async () => {
  // Moves the clock on by an hour, because the module remembers the last response of the server from earlier tests.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (hours += 1) * 60 * 60_000 });
  await wipeDevice();
  forgetSessionKey();
  await signInOnDevice(ANA_ID);
  await recordIdempotencySupport('kept');
  outboxSender.begin();
  [sentBodies, replaced, isBaseContract] = [[], {}, false];
  vi.stubGlobal('reportError', (error: unknown) => expect(error).toBeUndefined());
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    Promise.resolve(respond(new URL(input, 'http://desk.test').pathname, init.body)),
  );
  await storeProposedCompanies([PROPOSAL], Date.now());
  const { summary } = confirmation('1');
  const form = { ...summary.form, employer_company_id: PROPOSAL.id, proposed_companies: [PROPOSAL] };
  await confirmNewEntry('1', { body: JSON.stringify(BODY), summary: { ...summary, form } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sendNextItem = async () => (await outboxSender.prepare(await claimDueItem())).send();
const searchVivero = async () =>
  (await searchCatalog('companies', 'viveros', { ownerId: ANA_ID, here: undefined })).map(({ id }) => id);

describe('P10.425 sending a registration with a proposal', () => {
  it('P10.425 the device sends the proposal and keeps it for the next registration', async () => {
    expect((await sendNextItem()).type).toBe('accepted');
    expect(sentBodies).toEqual([BODY]);
    expect(await searchVivero()).toEqual([PROPOSAL.id]);
  });

  it('P10.426 search and entry show the company that the server used in place of the proposal', async () => {
    const company = { company_id: COMPANY_ID, name: 'Vivero Conocido' };
    replaced = { replaced_companies: [{ proposed_id: PROPOSAL.id, ...company }] };
    const { id = '' } = (await db.entries.toCollection().first()) ?? {};
    const result = await sendNextItem();
    expect(result.type).toBe('accepted');
    expect(await searchVivero()).toEqual([]);
    expect(await findInactiveCompanies('viveros')).toEqual([]);
    expect((await findReplacingCompanies('viveros nuevos')).map(({ name }) => name)).toEqual([company.name]);
    expect((await findCatalogRow('companies', COMPANY_ID))?.name).toBe(company.name);
    const summary = (await readQueuedRegistration(ANA_ID, id))?.summary;
    expect(summary?.labels.employerCompany).toBe(company.name);
    expect(summary?.form.employer_company_id).toBe(COMPANY_ID);
  });

  it('P10.429 a base-contract server gets the body without the proposal; the stored body stays unchanged', async () => {
    isBaseContract = true;
    await sendNextItem();
    const { proposed_companies: _dropped, ...others } = BODY;
    expect(sentBodies).toEqual([others]);
  });
});

describe('P10.427 copy of a proposed company on the device', () => {
  const { toRecord } = catalogCopyDefinitions.companies;
  const item = { id: COMPANY_ID, code: 'PROP-1', name: 'Viveros', city: 'Tunja', is_active: true };

  it('P10.427 marks a proposed company and shows its NIT instead of the temporary code', () => {
    expect(toRecord({ ...item, is_proposed: true, proposed_nit: null })).toMatchObject({
      code: '',
      detail: 'Propuesta',
      isProposed: true,
    });
    expect(toRecord({ ...item, is_proposed: false })).toMatchObject({ code: 'PROP-1', detail: 'Tunja' });
    expect(toRecord(item)).not.toHaveProperty('isProposed');
  });

  it('P10.427 a row found online keeps the marks of a proposal, and loses them after its confirmation', async () => {
    const company = { ...item, billing_name: null, revision: 1, created_at: '', updated_at: '' };
    await storeCompany({ ...company, city: null, is_proposed: true, proposed_nit: '900373913-4' });
    expect(await findCatalogRow('companies', COMPANY_ID)).toMatchObject({
      code: '900373913-4',
      detail: 'Propuesta',
      isProposed: true,
    });
    await storeCompany({ ...company, city: null, is_proposed: false });
    expect(await findCatalogRow('companies', COMPANY_ID)).toMatchObject({ detail: null, isProposed: false });
  });

  it('P10.429 proposals are offered only after a refresh from a server that marks companies', async () => {
    expect(await areCompanyProposalsOffered()).toBe(false);
    await replaceCatalogCache('companies', [toRecord(item)], [], Date.now());
    expect(await areCompanyProposalsOffered()).toBe(false);
    await replaceCatalogCache('companies', [toRecord({ ...item, is_proposed: false })], ['"1"'], Date.now());
    expect(await areCompanyProposalsOffered()).toBe(true);
    expect(await searchVivero(), 'the refresh keeps the proposal').toContain(PROPOSAL.id);
    await storeCompany({ ...item, billing_name: null, revision: 1 });
    expect(await areCompanyProposalsOffered(), 'P10.447 one row without a mark').toBe(true);
    await replaceCatalogCache('companies', [toRecord(item)], ['"2"'], Date.now());
    expect(await areCompanyProposalsOffered(), 'P10.447 the server of the last refresh').toBe(false);
  });

  it('P10.429 after an update of the app the marks of the stored rows count until the next refresh', async () => {
    const earlierRefresh = { resource: 'companies', refreshedAt: Date.now() } as const;
    await replaceCatalogCache('companies', [toRecord({ ...item, is_proposed: false })], ['"1"'], Date.now());
    await db.mirrors.put({ ...earlierRefresh, etags: [] });
    expect(await areCompanyProposalsOffered()).toBe(true);
    await replaceCatalogCache('companies', [toRecord(item)], ['"2"'], Date.now());
    await db.mirrors.put({ ...earlierRefresh, etags: [] });
    expect(await areCompanyProposalsOffered()).toBe(false);
  });

  it('P10.427 a catalogue that an earlier app version stored is fetched completely once', async () => {
    await replaceCatalogCache('companies', [toRecord(item)], ['"1"'], Date.now());
    expect(await readCatalogCacheEtags('companies')).toEqual(['"1"']);
    await db.mirrors.put({ resource: 'companies', etags: ['"1"'], refreshedAt: Date.now() });
    expect(await readCatalogCacheEtags('companies')).toEqual([]);
  });
});
