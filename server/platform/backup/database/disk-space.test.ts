import fs from 'node:fs';
import os from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { requireSpaceForBackup } from './disk-space.ts';

afterEach(() => vi.restoreAllMocks());

it('P10.255 the server does not start a backup when the disk has so little space that PostgreSQL would exit', () => {
  const disk = fs.statfsSync(os.tmpdir());
  const withFreeBytes = (bytes: number) =>
    vi.spyOn(fs, 'statfsSync').mockReturnValue(Object.assign(disk, { bsize: 1, bavail: bytes }));
  withFreeBytes(32 * 1024 * 1024 - 1);
  expect(() => requireSpaceForBackup('/var/lib/ventanilla')).toThrow(
    'El disco de /var/lib/ventanilla está lleno',
  );
  withFreeBytes(32 * 1024 * 1024);
  expect(() => requireSpaceForBackup('/var/lib/ventanilla')).not.toThrow();
});
