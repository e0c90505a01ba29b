import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureRestored, restore, whenRestored } from './restoring.ts';

const storage = vi.hoisted(() => ({
  keepBackups: vi.fn(),
  startBackups: vi.fn(() => Promise.resolve()),
  isRestored: vi.fn(() => Promise.resolve(true)),
}));
vi.mock('#storage/backup/backup.ts', () => storage);

const reported = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('reportError', reported);
  storage.startBackups.mockResolvedValue();
  storage.isRestored.mockResolvedValue(true);
});

describe('S25 what a lost database had is here before anybody signs in', () => {
  it('waits for the restoring of the start, and needs no other', async () => {
    let end = (): void => undefined;
    storage.startBackups.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
    restore();
    const signingIn = vi.fn();
    const asked = ensureRestored().then(signingIn);
    await Promise.resolve();
    expect(signingIn).not.toHaveBeenCalled();
    end();
    await asked;
    expect(storage.startBackups).toHaveBeenCalledOnce();
  });

  it('restores again where the database went since the start, or not all found room', async () => {
    restore();
    storage.isRestored.mockResolvedValue(false);
    await ensureRestored();
    expect(storage.startBackups).toHaveBeenCalledTimes(2);
  });

  it('waits for what comes first; what is written meanwhile has its copy', async () => {
    let begin = (): void => undefined;
    restore(new Promise<void>((resolve) => (begin = resolve)));
    expect(storage.keepBackups).toHaveBeenCalledOnce();
    expect(storage.startBackups).not.toHaveBeenCalled();
    begin();
    await whenRestored();
    expect(storage.startBackups).toHaveBeenCalledOnce();
  });

  it('begins no other while one is running', async () => {
    vi.useFakeTimers();
    storage.startBackups.mockReturnValue(new Promise(() => undefined));
    storage.isRestored.mockResolvedValue(false);
    restore();
    const asked = ensureRestored();
    await vi.advanceTimersByTimeAsync(60_000);
    await asked;
    expect(storage.startBackups).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('S20 leaves a storage that fails to the sign-in, which has words for it', async () => {
    restore();
    storage.isRestored.mockRejectedValue(new Error('the database does not open'));
    await expect(ensureRestored()).resolves.toBeUndefined();
  });

  it('reports a restoring that fails, and keeps nobody out', async () => {
    const failure = new Error('torn');
    storage.startBackups.mockRejectedValue(failure);
    restore();
    await ensureRestored();
    expect(reported).toHaveBeenCalledExactlyOnceWith(failure);
  });

  it('keeps nobody out for longer than a minute where the cache never answers', async () => {
    vi.useFakeTimers();
    storage.startBackups.mockReturnValue(new Promise(() => undefined));
    restore();
    const waiting = vi.fn();
    void whenRestored().then(waiting);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(waiting).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(waiting).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
