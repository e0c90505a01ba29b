import { beforeEach, describe, expect, it, vi } from 'vitest';

const importRequestPersistence = async () => (await import('./keep-storage.ts')).requestPersistenceOnce;

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

describe('S20 request for persistent storage', () => {
  it('the page requests persistent storage once for many registrations, and does not wait for the result', async () => {
    const persist = vi.fn(() => new Promise<boolean>(() => undefined));
    vi.stubGlobal('navigator', { storage: { persist } });
    const keepStorage = await importRequestPersistence();
    keepStorage();
    keepStorage();
    expect(persist).toHaveBeenCalledOnce();
  });

  it.each([
    ['that cannot be asked', { storage: {} }],
    ['without the storage interface', {}],
  ])('the request for persistent storage throws no error in a browser %s', async (_which, navigator) => {
    vi.stubGlobal('navigator', navigator);
    const keepStorage = await importRequestPersistence();
    expect(keepStorage).not.toThrow();
  });
});
