import { afterEach, expect, it, vi } from 'vitest';
import { Serial } from '#domain/serial.ts';
import { allArrived, freshKeylessReception, register } from '#tests/support/device/keyless-reception.ts';
import { drainHere } from './outbox.ts';

afterEach(() => vi.unstubAllGlobals());

it('S12 when a file upload hangs, the running drain still sends a new evaluation once a drain is requested', async () => {
  const server = await freshKeylessReception();
  const { run } = new Serial();
  const request = (_name: string, work: () => Promise<unknown>) => run(work);
  vi.stubGlobal('navigator', { locks: { request } });
  const reply = globalThis.fetch;
  let arrived = () => {};
  const second = new Promise<void>((resolve) => (arrived = resolve));
  let confirmed: Promise<unknown> | null = null;
  // Files of the first entry get no response before the second evaluation arrives, so that an evaluation waiting for a file
  // would never end.
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    if (input.endsWith('/media')) {
      confirmed ??= register('2').then(() => void drainHere('enqueue'));
      await second;
    }
    const response = await reply(input, init);
    if (server.evaluations.length === 2) arrived();
    return response;
  });
  await register('1');
  expect(await drainHere('enqueue')).toBe('drained');
  await allArrived();
});

it('S13 the next drain requests the lock again after the browser has rejected the request', async () => {
  await freshKeylessReception();
  const request = vi.fn((_name: string, work: () => Promise<unknown>) => work());
  request.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'));
  vi.stubGlobal('navigator', { locks: { request } });
  await register('1');
  await expect(drainHere('enqueue')).rejects.toThrow(DOMException);
  expect(await drainHere('enqueue')).toBe('drained');
  await allArrived();
});
