import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { db } from '#storage/database/database.ts';
import { readConnectionState } from '#storage/device/connection-state.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { wipeDevice } from '#tests/support/device/device.ts';
import { stubServer } from '#tests/support/device/servers/session-server.ts';
import { apiClient } from './api-client.ts';

const EVALUATION_ID = '44444444-4444-4444-8444-444444444444';
const evaluationParams = { id: EVALUATION_ID };
const createHtmlResponse = () =>
  new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
const createServerHealthResponse = () =>
  Response.json({ service: 'ventanilla', status: 'ok', now: new Date().toISOString() });

async function saveNotesWithResponses(odd: () => Response, health: () => Response) {
  await db.device.put({ id: 'link', link: { name: 'up', since: 1 } });
  const put = vi.spyOn(db.device, 'put');
  const { calls } = stubServer((path) => (path.endsWith('/health') ? health() : odd()));
  const response = await apiClient.call('saveNotes', { params: evaluationParams, body: { notes: 'x' } });
  await retryUntilPassing(() => expect(calls.filter((call) => call.endsWith('/health'))).toHaveLength(1));
  return { answer: response, put };
}

beforeEach(wipeDevice);
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['a page', createHtmlResponse],
  ['a portal’s 403', () => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } })],
  ['204', () => new Response(null, { status: 204 })],
  ['an empty 200', () => new Response('')],
  ['broken JSON', () => new Response('{"id', { headers: { 'content-type': 'application/json' } })],
])(
  'S6 the connection stays up when one call gets %s as response and /health responds correctly',
  async (_, odd) => {
    const { answer: response, put } = await saveNotesWithResponses(odd, createServerHealthResponse);
    expect(response.type).toBe('foreign');
    // Contact notes are written in order, so all earlier notes are written when this call's note is.
    await apiClient.call('health');
    expect(await readConnectionState()).toEqual({ name: 'up', since: 1 });
    expect(put).not.toHaveBeenCalled();
  },
);

it('S6 the connection is down with cause `portal` when /health gets an unexpected response too', async () => {
  await saveNotesWithResponses(createHtmlResponse, createHtmlResponse);
  await retryUntilPassing(async () =>
    expect(await readConnectionState()).toMatchObject({ name: 'down', cause: 'portal' }),
  );
});
