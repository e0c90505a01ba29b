import { beforeEach, describe, expect, it, vi } from 'vitest';

const fresh = async () => (await import('./keep-storage.ts')).keepStorage;

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

describe('S20 the browser is asked to keep what is on the device', () => {
  it('once, however many registrations follow, and without waiting for its answer', async () => {
    const persist = vi.fn(() => new Promise<boolean>(() => undefined));
    vi.stubGlobal('navigator', { storage: { persist } });
    const keepStorage = await fresh();
    keepStorage();
    keepStorage();
    expect(persist).toHaveBeenCalledOnce();
  });

  it.each([
    ['that cannot be asked', { storage: {} }],
    ['without the storage interface', {}],
  ])('a browser %s goes on', async (_which, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const keepStorage = await fresh();
    expect(keepStorage).not.toThrow();
  });
});
