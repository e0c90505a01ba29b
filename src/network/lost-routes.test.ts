import { expect, it, vi } from 'vitest';
import { createApiClient } from './client.ts';
import { createTransport } from './transport.ts';

vi.mock('#contract/routes/routes.ts', () => {
  throw new TypeError('not loaded: routes');
});

it('S8 when the connection breaks before the app has loaded its code for a call, the client reports a missing response', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>();
  const [now, onContact, onFault] = [() => 0, () => undefined, () => undefined];
  const client = createApiClient(createTransport({ fetch, now, onContact, onFault }));
  const silence = { type: 'silence', cause: 'no_answer' };
  expect(await client.call('getEvaluation')).toEqual(silence);
  expect(await client.callBytes('conceptPdf', ['application/pdf'])).toEqual(silence);
  expect(fetch).not.toHaveBeenCalled();
});
