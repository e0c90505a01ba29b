import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackupKeyFile } from '../encryption/key.ts';
import { type Archive, SegmentServer, storeSegment } from './segments.ts';

const SEGMENT = '000000010000000000000007';
const NEXT_SEGMENT = '000000010000000000000008';

let scratchFolder: string;
let archive: Archive;
let segmentServer: SegmentServer;
beforeEach(async () => {
  scratchFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'segments-'));
  const key = createBackupKeyFile(path.join(scratchFolder, 'key'));
  archive = { dir: path.join(scratchFolder, 'archive'), life: '2026-01-01-00000000' };
  await storeSegment(key, archive, SEGMENT, Buffer.from('a segment'));
  const user = { name: 'the current user', ids: {} };
  segmentServer = new SegmentServer(path.join(scratchFolder, 'segments'), user, key, archive);
  segmentServer.open();
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(scratchFolder, { recursive: true, force: true });
});

/**
 * Runs PostgreSQL's restore command for a segment.
 * @returns the exit code of the command
 */
async function runSegmentRestoreCommand(name: string): Promise<unknown> {
  const command = segmentServer.command.replaceAll('%f', name).replaceAll('%p', 'RECOVERYXLOG');
  return promisify(execFile)('sh', ['-c', command], { cwd: scratchFolder }).then(
    () => 0,
    (error: { code: unknown }) => error.code,
  );
}

const createErrorWithCode = (code: string) => Object.assign(new Error(code), { code });

describe("P10.67 PostgreSQL's restore command, which requests a segment", () => {
  it('the restore command returns an archived segment, and fails when the segment does not exist', async () => {
    expect(await runSegmentRestoreCommand(SEGMENT)).toBe(0);
    expect(fs.readFileSync(path.join(scratchFolder, 'RECOVERYXLOG'), 'utf8')).toBe('a segment');
    expect(await runSegmentRestoreCommand(NEXT_SEGMENT)).toBe(1);
    await segmentServer.close();
  });

  it('the restore command fails at once when the disk is full, and closing the segment server throws the error of the disk', async () => {
    vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
      throw createErrorWithCode('ENOSPC');
    });
    expect(await runSegmentRestoreCommand(SEGMENT)).toBe(1);
    expect(await runSegmentRestoreCommand(NEXT_SEGMENT)).toBe(1);
    await expect(segmentServer.close()).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it('the restore command fails at once when the archived segment was altered, and closing the segment server throws the error', async () => {
    fs.writeFileSync(path.join(archive.dir, archive.life, SEGMENT), 'altered');
    expect(await runSegmentRestoreCommand(SEGMENT)).toBe(1);
    await expect(segmentServer.close()).rejects.toThrow(
      `La parte ${archive.life}/${SEGMENT} no está como se selló`,
    );
  });

  it('the restore command fails at once when the folder for its requests cannot be read, and closing the segment server throws the error', async () => {
    vi.spyOn(fs, 'readdirSync').mockImplementation(() => {
      throw createErrorWithCode('EIO');
    });
    expect(await runSegmentRestoreCommand(SEGMENT)).toBe(1);
    await expect(segmentServer.close()).rejects.toMatchObject({ code: 'EIO' });
  });
});
