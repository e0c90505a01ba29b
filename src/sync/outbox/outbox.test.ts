import { afterEach, expect, it, vi } from 'vitest';
import { SerialTaskQueue } from '#domain/serial.ts';
import {
  expectOutboxEmpty,
  startNonIdempotentReception,
  confirmSampleRegistration,
} from '#tests/support/device/servers/keyless-reception.ts';
import { drainInThisContext } from './outbox.ts';

afterEach(() => vi.unstubAllGlobals());

it('S12 when a file upload hangs, the running drain still sends a new evaluation once a drain is requested', async () => {
  const server = await startNonIdempotentReception();
  const { run } = new SerialTaskQueue();
  const request = (_name: string, work: () => Promise<unknown>) => run(work);
  vi.stubGlobal('navigator', { locks: { request } });
  const reply = globalThis.fetch;
  let markSecondArrived = () => {};
  const second = new Promise<void>((resolve) => (markSecondArrived = resolve));
  let confirmed: Promise<unknown> | null = null;
  // The files of the first entry get no response until the second evaluation arrives. If that evaluation waited for the
  // files, the test would never end.
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    if (input.endsWith('/media')) {
      confirmed ??= confirmSampleRegistration('2').then(() => void drainInThisContext('enqueue'));
      await second;
    }
    const response = await reply(input, init);
    if (server.evaluations.length === 2) markSecondArrived();
    return response;
  });
  await confirmSampleRegistration('1');
  expect(await drainInThisContext('enqueue')).toBe('drained');
  await expectOutboxEmpty();
});

it('S13 after the browser has rejected a request for the drain lock, the next drain requests the lock again', async () => {
  await startNonIdempotentReception();
  const request = vi.fn((_name: string, work: () => Promise<unknown>) => work());
  request.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'));
  vi.stubGlobal('navigator', { locks: { request } });
  await confirmSampleRegistration('1');
  await expect(drainInThisContext('enqueue')).rejects.toThrow(DOMException);
  expect(await drainInThisContext('enqueue')).toBe('drained');
  await expectOutboxEmpty();
});
