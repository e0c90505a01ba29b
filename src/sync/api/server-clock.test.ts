import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readMeasuredClockOffsetMs } from '#storage/device/contact.ts';
import { db } from '#storage/database/database.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { wipeDevice } from '#tests/support/device/device.ts';
import { createErrorResponse, stubServer } from '#tests/support/device/servers/session-server.ts';
import { apiClient } from './api-client.ts';

const ONE_HOUR_MS = 3_600_000;
const EVALUATION_ID = '44444444-4444-4444-8444-444444444444';

beforeEach(wipeDevice);
afterEach(() => vi.unstubAllGlobals());

it('S15 the device does not measure the server’s clock from the response to a file upload, because the upload may take minutes', async () => {
  const measured: number[] = [];
  const put = vi.spyOn(db.device, 'put').mockImplementation((row) => {
    if (row.id === 'clock') measured.push(Math.round(row.offset / ONE_HOUR_MS));
    return Promise.resolve(row.id) as ReturnType<typeof db.device.put>;
  });
  stubServer((path) => {
    const reply = createErrorResponse(404, 'not_found');
    const ahead = path.endsWith('/media') ? 2 * ONE_HOUR_MS : ONE_HOUR_MS;
    reply.headers.set('date', new Date(Date.now() + ahead).toUTCString());
    return reply;
  });
  await apiClient.call('addMedia', { params: { id: EVALUATION_ID }, body: new FormData() });
  await apiClient.call('branding');
  await retryUntilPassing(() => expect(measured).toEqual([1]));
  put.mockRestore();
  expect(await readMeasuredClockOffsetMs()).toBeNull();
});
