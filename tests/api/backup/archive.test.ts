import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readIncarnation } from '#server/platform/backup/archive/incarnation.ts';
import { isArchivedFileName, storeSegment } from '#server/platform/backup/archive/segments.ts';
import type { CreatedBackup } from '#server/platform/backup/backup.ts';
import {
  BackedUpClinic,
  type AcknowledgedRegistration,
  queryRows,
  flipBitInFile,
  findRegistrationDifferences,
  withRestoredData,
} from './backup-clinic.ts';

const clinic = new BackedUpClinic({ isArchived: true });
beforeAll(() => clinic.open());
afterAll(() => clinic.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await clinic.removeNewFolders();
});

describe('P10.66 backup made while users work', { tags: ['landing'] }, () => {
  it('a backup contains all rows and files that the server confirmed before the backup began, even while the server confirms more', async () => {
    const acknowledged: AcknowledgedRegistration[] = [];
    for (let index = 0; index < 20; index += 1) acknowledged.push(await clinic.register());
    const copied = new AbortController();
    const runWorker = async () => {
      for (let left = 40; !copied.signal.aborted && left > 0; left -= 1)
        acknowledged.push(await clinic.register());
    };
    const hands = [runWorker(), runWorker(), runWorker()];
    let before: AcknowledgedRegistration[];
    let manifest: CreatedBackup['manifest'];
    // Repeats the backup until the server has confirmed a registration during it, because on a busy machine a backup may end
    // earlier.
    do {
      before = [...acknowledged];
      ({ manifest } = await clinic.backup());
    } while (acknowledged.length === before.length);
    copied.abort();
    await Promise.all(hands);
    const { dataDir, missing } = await clinic.restore();
    expect(await findRegistrationDifferences(dataDir, before)).toEqual([]);
    expect(missing).toEqual([]);
    expect(new Date(manifest.heldUntil) <= new Date(manifest.finishedAt)).toBe(true);
  });
});

const readRestoredEvaluationIds = (dataDir: string): Promise<string[]> =>
  withRestoredData(dataDir, async (connection) =>
    (await queryRows<{ id: string }>(connection, 'select id from evaluations order by id')).map(
      ({ id }) => id,
    ),
  );
/** Returns a time after all commits so far, even when the time is truncated to milliseconds. */
const readDatabaseTime = async (): Promise<Date> => {
  await pause(2);
  const { rows } = await clinic.pool.query<{ now: Date }>('select clock_timestamp() as now');
  return rows[0]!.now;
};
/** Returns the processes whose working directory is inside the folder, even if the folder was deleted. */
const findProcessesInFolder = (folder: string): string[] =>
  fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return fs.readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false;
      }
    });
const listArchivedSegments = (): string[] => {
  const life = readIncarnation(clinic.dataDir);
  return fs.readdirSync(path.join(clinic.archiveDir, life ?? '')).filter(isArchivedFileName);
};

describe(
  'P10.67 restore to a moment after the backup, with the archived segments',
  { tags: ['landing'] },
  () => {
    let between: Date;
    let kept: AcknowledgedRegistration[];
    let later: AcknowledgedRegistration;

    it('a restore to a chosen moment contains exactly the registrations confirmed before that moment', async () => {
      await clinic.backup();
      kept = [await clinic.register(), await clinic.register()];
      between = await readDatabaseTime();
      later = await clinic.register();
      await clinic.archiveAll();
      const { dataDir, missing } = await clinic.restore({ until: between });
      const there = await readRestoredEvaluationIds(dataDir);
      expect(there).toEqual(expect.arrayContaining(kept.map(({ evaluationId }) => evaluationId)));
      expect(there).not.toContain(later.evaluationId);
      // These images were stored after the only backup, so the restore cannot contain them.
      expect([...missing].sort()).toEqual(kept.map(({ storagePath }) => storagePath).sort());
      expect(fs.readdirSync(path.join(dataDir, 'postgres'))).not.toContain('segments');
    });

    it('a restore to an earlier moment takes the images from a later backup', async () => {
      await clinic.backup();
      const { dataDir, missing, copy } = await clinic.restore({ until: between });
      expect(missing).toEqual([]);
      expect(await findRegistrationDifferences(dataDir, kept)).toEqual([]);
      expect(copy.name < (await clinic.backup()).copy.name).toBe(true);
    });

    it('the archive stores each segment encrypted, and a backup deletes the segments that no kept backup needs', async () => {
      const life = readIncarnation(clinic.dataDir) ?? '';
      const before = listArchivedSegments();
      for (const name of before)
        expect(
          fs
            .readFileSync(path.join(clinic.archiveDir, life, name))
            .subarray(0, 4)
            .toString(),
        ).toBe('VTC1');
      await clinic.register();
      await clinic.archiveAll();
      const { manifest } = await clinic.backup({ keep: 1 });
      expect(
        listArchivedSegments().filter((name) => name.length === 24 && name < manifest.archive!.from),
      ).toEqual([]);
      expect(before.some((name) => !listArchivedSegments().includes(name))).toBe(true);
    });

    it('the data folder of a restored database contains only files, database and database log, and names no incarnation', async () => {
      const { dataDir } = await clinic.restore();
      expect(fs.readdirSync(dataDir).sort()).toEqual(['files', 'postgres', 'postgres.log']);
      expect(readIncarnation(dataDir)).toBe(null);
    });

    it('P10.253 a restore reports that ARCHIVE_DIR does not exist or holds no segments of this database', async () => {
      const { manifest } = await clinic.backup();
      const until = await readDatabaseTime();
      await expect(clinic.restore({ until, archiveDir: '/nope' })).rejects.toThrow(
        /^ARCHIVE_DIR indica una carpeta que no existe \(ahora es "\/nope"\): revisa su nombre y que su disco esté conectado\.$/,
      );
      const empty = path.join(clinic.scratch, 'unmounted');
      fs.mkdirSync(empty);
      await expect(clinic.restore({ until, archiveDir: empty })).rejects.toThrow(
        `ARCHIVE_DIR indica una carpeta en la que no está ${manifest.archive!.life}, donde se archivó esta base de datos (ahora es "${empty}")`,
      );
    });

    it('P10.250 a restore omits an image that is damaged in the backup folder', async () => {
      const { storagePath } = await clinic.register();
      const { manifest } = await clinic.backup();
      const until = await readDatabaseTime();
      await clinic.register();
      await clinic.archiveAll();
      const file = path.join(clinic.dir, `files-${clinic.plan().key.id}`, storagePath);
      const bytes = fs.readFileSync(file);
      flipBitInFile(file);
      expect(await clinic.restore({ until })).toMatchObject({
        manifest,
        damaged: [storagePath],
        missing: [],
      });
      fs.writeFileSync(file, bytes);
    });

    it('a restore leaves no files and no running PostgreSQL when the disk becomes full', async () => {
      await clinic.backup();
      const until = await readDatabaseTime();
      await clinic.register();
      await clinic.archiveAll();
      const dataDir = clinic.newFolder();
      vi.spyOn(fs, 'statfsSync').mockReturnValue(Object.assign(fs.statfsSync('/'), { bavail: 0 }));
      const { writeFileSync } = fs;
      vi.spyOn(fs, 'writeFileSync').mockImplementation((...written) => {
        if (String(written[0]).endsWith('.here.part'))
          throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        writeFileSync(...written);
      });
      await expect(clinic.restore({ until, dataDir })).rejects.toThrow(
        `El disco de ${dataDir} está lleno (ENOSPC): libera espacio y repite esto. Ahí no quedó nada de ella.`,
      );
      vi.restoreAllMocks();
      expect(fs.readdirSync(dataDir)).toEqual([]);
      expect(findProcessesInFolder(dataDir)).toEqual([]);
    });

    it('a restore stops its PostgreSQL when the copied segments cannot be deleted', async () => {
      await clinic.backup();
      const until = await readDatabaseTime();
      await clinic.register();
      await clinic.archiveAll();
      const dataDir = clinic.newFolder();
      const { rmSync } = fs;
      vi.spyOn(fs, 'rmSync').mockImplementation((name, options) => {
        if (String(name).endsWith('/segments'))
          throw Object.assign(new Error('read-only'), { code: 'EROFS' });
        rmSync(name, options);
      });
      await expect(clinic.restore({ until, dataDir })).rejects.toThrow('Se interrumpió (EROFS)');
      vi.restoreAllMocks();
      expect(fs.readdirSync(dataDir)).toEqual([]);
      expect(findProcessesInFolder(dataDir)).toEqual([]);
    });

    it('a restore rejects a moment that the archive does not cover, and names the next step', async () => {
      const hour = 60 * 60_000;
      await expect(clinic.restore({ until: new Date(Date.now() - hour) })).rejects.toThrow(
        'terminó antes de',
      );
      const past = new Date(Date.now() + hour);
      await expect(clinic.restore({ until: past })).rejects.toThrow(
        `El archivo no llega hasta ${past.toISOString()} (lo último llegó el 2`,
      );
      await expect(clinic.restore({ until: past, archiveDir: null })).rejects.toThrow(
        '--until necesita ARCHIVE_DIR',
      );
      const { copy } = await clinic.backup({ logical: true });
      await expect(clinic.restore({ until: past, name: copy.name })).rejects.toThrow(
        `${copy.name} no se puede llevar a un momento posterior`,
      );
    });

    it('P10.212 the server prints in the terminal why a segment cannot be archived, and the next step', async () => {
      const { rows } = await clinic.pool.query<{ name: string }>(
        'select pg_walfile_name(pg_current_wal_lsn()) as name',
      );
      const archive = { dir: clinic.archiveDir, life: readIncarnation(clinic.dataDir) ?? '' };
      const name = rows[0]?.name ?? '';
      await storeSegment(clinic.plan().key, archive, name, Buffer.from('of another database'));
      await clinic.register();
      await clinic.pool.query('select pg_switch_wal()');
      const file = path.join(archive.dir, archive.life, name);
      await expect
        .poll(() => clinic.told)
        .toEqual([
          `Nada llega a ARCHIVE_DIR, y el disco de los datos se va llenando. ${file} es de otra base de datos: borra archive-life en esta carpeta de datos y reinicia el proveedor, que archiva entonces en otro lugar.`,
        ]);
    });
  },
);
