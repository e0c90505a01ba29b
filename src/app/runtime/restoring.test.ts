import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureRestored, startRestore, waitUntilRestored } from './restoring.ts';

const backupMocks = vi.hoisted(() => ({
  startContinuousBackup: vi.fn(),
  startBackups: vi.fn(() => Promise.resolve()),
  isRestored: vi.fn(() => Promise.resolve(true)),
}));
vi.mock('#storage/backup/backup.ts', () => backupMocks);

const globalReportErrorMock = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('reportError', globalReportErrorMock);
  backupMocks.startBackups.mockResolvedValue();
  backupMocks.isRestored.mockResolvedValue(true);
});

describe('S25 restoring a lost database before a sign-in', () => {
  it('a sign-in waits for the restore that runs at the start, and starts no second restore', async () => {
    let end = (): void => undefined;
    backupMocks.startBackups.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
    startRestore();
    const signingIn = vi.fn();
    const asked = ensureRestored().then(signingIn);
    await Promise.resolve();
    expect(signingIn).not.toHaveBeenCalled();
    end();
    await asked;
    expect(backupMocks.startBackups).toHaveBeenCalledOnce();
  });

  it('a sign-in starts a second restore when the database was lost after the start or the first restore lacked space', async () => {
    startRestore();
    backupMocks.isRestored.mockResolvedValue(false);
    await ensureRestored();
    expect(backupMocks.startBackups).toHaveBeenCalledTimes(2);
  });

  it('the restore waits for the given promise, but the continuous backup of new data starts immediately', async () => {
    let begin = (): void => undefined;
    startRestore(new Promise<void>((resolve) => (begin = resolve)));
    expect(backupMocks.startContinuousBackup).toHaveBeenCalledOnce();
    expect(backupMocks.startBackups).not.toHaveBeenCalled();
    begin();
    await waitUntilRestored();
    expect(backupMocks.startBackups).toHaveBeenCalledOnce();
  });

  it('a sign-in starts no second restore while the first one is running', async () => {
    vi.useFakeTimers();
    backupMocks.startBackups.mockReturnValue(new Promise(() => undefined));
    backupMocks.isRestored.mockResolvedValue(false);
    startRestore();
    const asked = ensureRestored();
    await vi.advanceTimersByTimeAsync(60_000);
    await asked;
    expect(backupMocks.startBackups).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('S20 the restore check ignores a storage failure, because the sign-in reports it next', async () => {
    startRestore();
    backupMocks.isRestored.mockRejectedValue(new Error('the database does not open'));
    await expect(ensureRestored()).resolves.toBeUndefined();
  });

  it('a failed restore is reported and does not prevent a sign-in', async () => {
    const failure = new Error('torn');
    backupMocks.startBackups.mockRejectedValue(failure);
    startRestore();
    await ensureRestored();
    expect(globalReportErrorMock).toHaveBeenCalledExactlyOnceWith(failure);
  });

  it('a sign-in waits for the restore at most one minute when Cache Storage does not respond', async () => {
    vi.useFakeTimers();
    backupMocks.startBackups.mockReturnValue(new Promise(() => undefined));
    startRestore();
    const waiting = vi.fn();
    void waitUntilRestored().then(waiting);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(waiting).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(waiting).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
