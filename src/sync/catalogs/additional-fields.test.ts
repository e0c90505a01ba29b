import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADER } from '#contract/headers.ts';
import { listAdditionalFields } from '#storage/cache/additional-fields.ts';
import { areAdditionalFieldsNeeded, readCatalogState } from '#storage/cache/catalogs.ts';
import { db } from '#storage/database/database.ts';
import {
  dismissAdditionalFieldsNotice,
  isAdditionalFieldsNoticeDue,
  readAdditionalFieldsSupport,
} from '#storage/database/additional-fields-support.ts';
import { ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sessionOf } from '#tests/support/device/session-server.ts';
import { createAdditionalField } from '#tests/support/screens/additional-fields.ts';
import { refreshAdditionalFields } from './additional-fields.ts';

type Respond = (path: string) => Promise<Response>;
let respond: Respond;
const REQUEST_ID = { [HEADER.requestId]: '00000000-0000-4000-8000-00000000000f' };
const createPageResponse = (items: readonly object[]) =>
  Response.json({ items, total_count: items.length, page: 1, page_size: 100 }, { headers: { etag: '"1"' } });
const respondWithFields =
  (items: readonly object[]): Respond =>
  () =>
    Promise.resolve(createPageResponse(items));
const respondNotFound = (headers: Record<string, string> = {}) =>
  new Response('<!doctype html>', { status: 404, headers: { 'content-type': 'text/html', ...headers } });
/** Version of our server that lacks the call: each response has a request id. */
const ownServerWithoutCall: Respond = () => Promise.resolve(respondNotFound(REQUEST_ID));
/** Our server behind a gateway that responds to the call itself. */
const gatewayWithoutCall: Respond = (path) =>
  Promise.resolve(
    path.endsWith('/health')
      ? Response.json(
          { service: 'ventanilla', status: 'ok', now: '2026-11-20T15:12:00.000Z' },
          { headers: REQUEST_ID },
        )
      : respondNotFound(),
  );
/** Server of the base contract, which lacks the health check too. */
const baseContractServer: Respond = (path) =>
  Promise.resolve(path.endsWith('/auth/me') ? Response.json(sessionOf(ANA_ID)) : respondNotFound());
const storedFieldNames = async () => (await listAdditionalFields()).map(({ name }) => name);
const readSupport = () => readAdditionalFieldsSupport(Date.now(), Number.NEGATIVE_INFINITY);

beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  respond = respondWithFields([
    createAdditionalField(2, { name: 'EPS', kind: 'choice', choices: ['Sura', 'Nueva EPS'], position: 20 }),
    createAdditionalField(3, { name: 'AFP', position: 20 }),
    createAdditionalField(1, { name: 'Correo', position: 1 }),
    createAdditionalField(4, { name: 'Antiguo', is_active: false }),
  ]);
  vi.stubGlobal('fetch', (input: string) => respond(new URL(input, 'http://desk.test').pathname));
});
afterEach(() => vi.unstubAllGlobals());

describe('P10.350 additional fields on the device', () => {
  it('P10.350 the device stores whole definitions, reads the active ones offline in the order of the form, and does not need them to be ready', async () => {
    expect(await areAdditionalFieldsNeeded()).toBe(false);
    await refreshAdditionalFields();
    respond = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await refreshAdditionalFields()).toBe('unreachable');
    expect(await storedFieldNames()).toEqual(['Correo', 'AFP', 'EPS']);
    expect((await listAdditionalFields())[2]).toMatchObject({
      kind: 'choice',
      choices: ['Sura', 'Nueva EPS'],
    });
    expect(await areAdditionalFieldsNeeded()).toBe(true);
    expect((await readCatalogState()).ready).toBe(false);
  });

  it('P10.350 the device reads a definition with missing properties by defaults, and leaves out one that it cannot read', async () => {
    await refreshAdditionalFields();
    const rows = await db.catalogs.where('resource').equals('additional-fields').toArray();
    const [first, second] = rows.filter(({ active }) => active);
    if (!first || !second) throw new Error('the rows are missing');
    const { id, name, subject } = first.definition as { id: string; name: string; subject: string };
    await db.catalogs.put({ ...first, definition: { id, name, subject, kind: 'date' } });
    await db.catalogs.put({ ...second, definition: { id, name, subject, kind: 'picture' } });
    const read = await listAdditionalFields();
    expect(read).toHaveLength(2);
    expect(read.find((field) => field.id === id)).toMatchObject({ kind: 'date', is_required: false });
  });

  it('P10.350 the device deletes the definitions when an earlier version of our server lacks the call, and may still send values', async () => {
    await refreshAdditionalFields();
    respond = ownServerWithoutCall;
    await refreshAdditionalFields();
    expect(await storedFieldNames()).toEqual([]);
    expect(await readSupport()).toBe('offered');
  });

  it('P10.350 the device keeps the definitions when a gateway responds 404 while our server is healthy', async () => {
    await refreshAdditionalFields();
    respond = gatewayWithoutCall;
    expect(await refreshAdditionalFields()).toBe('refused');
    expect(await storedFieldNames()).toHaveLength(3);
  });
});

describe('P10.354 server of the base contract', () => {
  it('P10.354 the device deletes the definitions and reports this once, until the user dismisses it', async () => {
    await refreshAdditionalFields();
    respond = baseContractServer;
    await refreshAdditionalFields();
    expect([await storedFieldNames(), await readSupport()]).toEqual([[], 'base_contract']);
    expect([await isAdditionalFieldsNoticeDue(), await areAdditionalFieldsNeeded()]).toEqual([true, true]);
    await refreshAdditionalFields();
    expect(await isAdditionalFieldsNoticeDue()).toBe(true);
    await dismissAdditionalFieldsNotice();
    await refreshAdditionalFields();
    expect(await areAdditionalFieldsNeeded()).toBe(false);
  });

  it('P10.354 the device reports nothing when it never had definitions, and takes them from a server that offers them again', async () => {
    respond = baseContractServer;
    await refreshAdditionalFields();
    expect([await isAdditionalFieldsNoticeDue(), await readSupport()]).toEqual([false, 'base_contract']);
    respond = respondWithFields([createAdditionalField(1)]);
    await refreshAdditionalFields();
    expect([await storedFieldNames(), await readSupport()]).toEqual([['Campo 1'], 'offered']);
  });
});
