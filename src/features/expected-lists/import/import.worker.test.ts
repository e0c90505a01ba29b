import { expect, it, vi } from 'vitest';

it('P11.18 the worker reports a result that cannot be posted', async () => {
  const listeners = new EventTarget();
  const addEventListener = listeners.addEventListener.bind(listeners);
  const reply = new Promise<unknown>((resolve) => {
    const postMessage = vi.fn(resolve).mockImplementationOnce(() => {
      throw new DOMException('too large', 'DataCloneError');
    });
    vi.stubGlobal('self', { postMessage, addEventListener });
  });
  await import('./import.worker.ts');
  const data = { type: 'source', source: { type: 'text', text: 'a;b' } };
  listeners.dispatchEvent(new MessageEvent('message', { data }));
  expect(await reply).toEqual({ type: 'crashed', text: 'DataCloneError: too large' });
});
