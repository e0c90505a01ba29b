import { beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForRestoreOrRetry, startBackupAndRestore, waitForRestoreAttempt } from './restoring.ts';

const backupMocks = vi.hoisted(() => ({
  startContinuousBackup: vi.fn(),
  restoreRowsAndStartBackups: vi.fn(() => Promise.resolve()),
  areBackupsRestored: vi.fn(() => Promise.resolve(true)),
}));
vi.mock('#storage/backup/backup.ts', () => backupMocks);

const globalReportErrorMock = vi.fn();

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal('reportError', globalReportErrorMock);
  backupMocks.restoreRowsAndStartBackups.mockResolvedValue();
  backupMocks.areBackupsRestored.mockResolvedValue(true);
});

describe('S25 restoring a lost database before a sign-in', () => {
  it('a sign-in waits for the restore that runs at the start, and starts no second restore', async () => {
    let end = (): void => undefined;
    backupMocks.restoreRowsAndStartBackups.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
    startBackupAndRestore();
    const signingIn = vi.fn();
    const asked = waitForRestoreOrRetry().then(signingIn);
    await Promise.resolve();
    expect(signingIn).not.toHaveBeenCalled();
    end();
    await asked;
    expect(backupMocks.restoreRowsAndStartBackups).toHaveBeenCalledOnce();
  });

  it('a sign-in starts a second restore when the database was lost after the start or the first restore lacked space', async () => {
    startBackupAndRestore();
    backupMocks.areBackupsRestored.mockResolvedValue(false);
    await waitForRestoreOrRetry();
    expect(backupMocks.restoreRowsAndStartBackups).toHaveBeenCalledTimes(2);
  });

  it('the restore starts only after the promise passed to it resolves, but the continuous backup of new data starts immediately', async () => {
    let begin = (): void => undefined;
    startBackupAndRestore(new Promise<void>((resolve) => (begin = resolve)));
    expect(backupMocks.startContinuousBackup).toHaveBeenCalledOnce();
    expect(backupMocks.restoreRowsAndStartBackups).not.toHaveBeenCalled();
    begin();
    await waitForRestoreAttempt();
    expect(backupMocks.restoreRowsAndStartBackups).toHaveBeenCalledOnce();
  });

  it('a sign-in starts no second restore while the first one is running', async () => {
    vi.useFakeTimers();
    backupMocks.restoreRowsAndStartBackups.mockReturnValue(new Promise(() => undefined));
    backupMocks.areBackupsRestored.mockResolvedValue(false);
    startBackupAndRestore();
    const asked = waitForRestoreOrRetry();
    await vi.advanceTimersByTimeAsync(60_000);
    await asked;
    expect(backupMocks.restoreRowsAndStartBackups).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('S20 the check of the restore before a sign-in ignores a storage failure, because the sign-in itself reports the failure next', async () => {
    startBackupAndRestore();
    backupMocks.areBackupsRestored.mockRejectedValue(new Error('the database does not open'));
    await expect(waitForRestoreOrRetry()).resolves.toBeUndefined();
  });

  it('a failed restore is reported as an error of the page and does not prevent a sign-in', async () => {
    const failure = new Error('torn');
    backupMocks.restoreRowsAndStartBackups.mockRejectedValue(failure);
    startBackupAndRestore();
    await waitForRestoreOrRetry();
    expect(globalReportErrorMock).toHaveBeenCalledExactlyOnceWith(failure);
  });

  it('a sign-in waits for the restore at most one minute when Cache Storage does not respond', async () => {
    vi.useFakeTimers();
    backupMocks.restoreRowsAndStartBackups.mockReturnValue(new Promise(() => undefined));
    startBackupAndRestore();
    const waiting = vi.fn();
    void waitForRestoreAttempt().then(waiting);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(waiting).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(waiting).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
