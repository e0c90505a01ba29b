import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HEADER } from '#contract/headers.ts';
import { listActiveAdditionalFields } from '#storage/cache/additional-fields.ts';
import { hasAdditionalFieldsOrNotice, readCatalogReadiness } from '#storage/cache/catalogs.ts';
import { db } from '#storage/database/database.ts';
import {
  dismissAdditionalFieldsNotice,
  isAdditionalFieldsNoticeDue,
  readAdditionalFieldsSupport,
} from '#storage/database/additional-fields-support.ts';
import { ANA_ID, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import { sessionOf } from '#tests/support/device/servers/session-server.ts';
import { createAdditionalField } from '#tests/support/screens/additional-fields.ts';
import { refreshAdditionalFields } from './additional-fields.ts';

type RespondFunction = (path: string) => Promise<Response>;
let respond: RespondFunction;
const REQUEST_ID_HEADERS = { [HEADER.requestId]: '00000000-0000-4000-8000-00000000000f' };
const createPageResponse = (items: readonly object[]) =>
  Response.json({ items, total_count: items.length, page: 1, page_size: 100 }, { headers: { etag: '"1"' } });
const respondWithFields =
  (items: readonly object[]): RespondFunction =>
  () =>
    Promise.resolve(createPageResponse(items));
const createHtmlNotFoundResponse = (headers: Record<string, string> = {}) =>
  new Response('<!doctype html>', { status: 404, headers: { 'content-type': 'text/html', ...headers } });
/** Version of our server that lacks the call: each response has a request id. */
const respondAsOwnServerWithoutCall: RespondFunction = () =>
  Promise.resolve(createHtmlNotFoundResponse(REQUEST_ID_HEADERS));
/** Our server behind a gateway that responds to the call itself. */
const respondAsGatewayWithoutCall: RespondFunction = (path) =>
  Promise.resolve(
    path.endsWith('/health')
      ? Response.json(
          { service: 'ventanilla', status: 'ok', now: '2026-11-20T15:12:00.000Z' },
          { headers: REQUEST_ID_HEADERS },
        )
      : createHtmlNotFoundResponse(),
  );
/** Server of the base contract, which lacks the health check too. */
const respondAsBaseContractServer: RespondFunction = (path) =>
  Promise.resolve(
    path.endsWith('/auth/me') ? Response.json(sessionOf(ANA_ID)) : createHtmlNotFoundResponse(),
  );
const readStoredFieldNames = async () => (await listActiveAdditionalFields()).map(({ name }) => name);
const readFieldsSupport = () => readAdditionalFieldsSupport(Date.now(), Number.NEGATIVE_INFINITY);

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
  it('P10.350 the device stores field definitions and lists the active ones offline in form order; definitions alone do not make the catalogue cache ready', async () => {
    expect(await hasAdditionalFieldsOrNotice()).toBe(false);
    await refreshAdditionalFields();
    respond = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await refreshAdditionalFields()).toBe('unreachable');
    expect(await readStoredFieldNames()).toEqual(['Correo', 'AFP', 'EPS']);
    expect((await listActiveAdditionalFields())[2]).toMatchObject({
      kind: 'choice',
      choices: ['Sura', 'Nueva EPS'],
    });
    expect(await hasAdditionalFieldsOrNotice()).toBe(true);
    expect((await readCatalogReadiness()).ready).toBe(false);
  });

  it('P10.350 the device fills missing properties of a stored field definition with defaults, and omits a definition that it cannot read', async () => {
    await refreshAdditionalFields();
    const rows = await db.catalogs.where('resource').equals('additional-fields').toArray();
    const [first, second] = rows.filter(({ active }) => active);
    if (!first || !second) throw new Error('the rows are missing');
    const { id, name, subject } = first.definition as { id: string; name: string; subject: string };
    await db.catalogs.put({ ...first, definition: { id, name, subject, kind: 'date' } });
    await db.catalogs.put({ ...second, definition: { id, name, subject, kind: 'picture' } });
    const read = await listActiveAdditionalFields();
    expect(read).toHaveLength(2);
    expect(read.find((field) => field.id === id)).toMatchObject({ kind: 'date', is_required: false });
  });

  it('P10.350 the device deletes the definitions when our server lacks the call for them, and still treats additional fields as supported', async () => {
    await refreshAdditionalFields();
    respond = respondAsOwnServerWithoutCall;
    await refreshAdditionalFields();
    expect(await readStoredFieldNames()).toEqual([]);
    expect(await readFieldsSupport()).toBe('offered');
  });

  it('P10.350 the device keeps the definitions when a gateway responds 404 while our server is healthy', async () => {
    await refreshAdditionalFields();
    respond = respondAsGatewayWithoutCall;
    expect(await refreshAdditionalFields()).toBe('refused');
    expect(await readStoredFieldNames()).toHaveLength(3);
  });
});

describe('P10.354 server of the base contract', () => {
  it('P10.354 the device deletes the definitions and shows a notice about the deletion until the user dismisses the notice', async () => {
    await refreshAdditionalFields();
    respond = respondAsBaseContractServer;
    await refreshAdditionalFields();
    expect([await readStoredFieldNames(), await readFieldsSupport()]).toEqual([[], 'base_contract']);
    expect([await isAdditionalFieldsNoticeDue(), await hasAdditionalFieldsOrNotice()]).toEqual([true, true]);
    await refreshAdditionalFields();
    expect(await isAdditionalFieldsNoticeDue()).toBe(true);
    await dismissAdditionalFieldsNotice();
    await refreshAdditionalFields();
    expect(await hasAdditionalFieldsOrNotice()).toBe(false);
  });

  it('P10.354 without stored additional fields, the device shows no notice about their deletion, and stores fields that a server offers later', async () => {
    respond = respondAsBaseContractServer;
    await refreshAdditionalFields();
    expect([await isAdditionalFieldsNoticeDue(), await readFieldsSupport()]).toEqual([
      false,
      'base_contract',
    ]);
    respond = respondWithFields([createAdditionalField(1)]);
    await refreshAdditionalFields();
    expect([await readStoredFieldNames(), await readFieldsSupport()]).toEqual([['Campo 1'], 'offered']);
  });
});
