// @module-tag landing
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CreatedBackup } from '#server/platform/backup/backup.ts';
import { diskFileSource } from '#server/platform/backup/files/source.ts';
import { partLocation } from '#server/platform/backup/folder.ts';
import { openDatabase } from '#server/platform/database/start/open.ts';
import { createEmptyDatabase } from '#tests/support/server/embedded-database.ts';
import {
  BackedUpClinic,
  type AcknowledgedRegistration,
  queryRows,
  flipBitInFile,
  findRegistrationDifferences,
  withRestoredData,
} from './backup-clinic.ts';
import { BACKED_UP_TABLES_QUERY, tableDigests, insertAndCheckSequences } from './restored-rows.ts';

const clinic = new BackedUpClinic();
let acknowledgedRegistration: AcknowledgedRegistration;
let createdBackup: CreatedBackup;
beforeAll(async () => {
  await clinic.open();
  acknowledgedRegistration = await clinic.register();
  createdBackup = await clinic.backup();
});
afterAll(() => clinic.close());
afterEach(() => clinic.removeNewFolders());

describe('P10.67 target folder of a restore', () => {
  it('a restore rejects a folder that is not empty', async () => {
    const dataDir = clinic.newFolder();
    fs.mkdirSync(path.join(dataDir, 'files'), { recursive: true });
    await expect(clinic.restore({ dataDir })).rejects.toThrow(
      `La carpeta de datos ${dataDir} no está vacía y una restauración no sobrescribe nada`,
    );
    expect(fs.readdirSync(dataDir)).toEqual(['files']);
  });

  it('P10.252 a restore names at most three files of a folder that is not empty', async () => {
    const dataDir = clinic.newFolder();
    fs.mkdirSync(path.join(dataDir, '.npm'), { recursive: true });
    await expect(clinic.restore({ dataDir })).rejects.toThrow('no sobrescribe nada (ahí está .npm): elige');
    for (const name of ['a', 'b', 'c', 'lost+found']) fs.mkdirSync(path.join(dataDir, name));
    await expect(clinic.restore({ dataDir })).rejects.toThrow('(ahí están .npm, a, b y 1 más): elige');
  });

  it('P10.252 a restore accepts a disk that contains only lost+found', async () => {
    const { copy } = createdBackup;
    const dataDir = clinic.newFolder();
    const kept = path.join(dataDir, 'lost+found', 'x');
    fs.mkdirSync(kept, { recursive: true });
    const { file } = partLocation(copy, 'database');
    fs.renameSync(file, `${file}.away`);
    await expect(clinic.restore({ dataDir })).rejects.toThrow('no está como se selló');
    fs.renameSync(`${file}.away`, file);
    await clinic.restore({ dataDir });
    expect(await findRegistrationDifferences(dataDir, [acknowledgedRegistration])).toEqual([]);
    expect(fs.existsSync(kept)).toBe(true);
  });

  it.each([
    ['a pipe', (file: string) => execFileSync('mkfifo', [file])],
    ['a link', (file: string) => fs.symlinkSync(clinic.keyFile, file)],
    ['text', (file: string) => fs.writeFileSync(file, 'x')],
  ])(
    'P8.40 a restore takes an older backup, with a warning, when the manifest of a newer backup is %s',
    async (_, plant) => {
      const older = await clinic.backup();
      const newer = await clinic.backup();
      const { file } = partLocation(newer.copy, 'manifest');
      fs.rmSync(file);
      plant(file);
      const warnings: string[] = [];
      const { copy } = await clinic.restore({ warn: (sentence) => warnings.push(sentence) });
      expect(copy.name).toBe(older.copy.name);
      expect(warnings).toEqual([
        `${newer.copy.name} es más nueva y no se puede leer su índice (${newer.copy.name}/manifest): se usa una anterior. Averigua qué le pasó, o indica cuál con --copy NOMBRE.`,
      ]);
      await expect(clinic.backup()).rejects.toThrow('no se borró ninguna copia anterior');
      fs.rmSync(path.join(clinic.dir, newer.copy.name), { recursive: true });
    },
  );

  it('only one restore at a time can use a folder', async () => {
    const dataDir = clinic.newFolder();
    const both = await Promise.allSettled([clinic.restore({ dataDir }), clinic.restore({ dataDir })]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(String(refused.reason)).toContain(
      `Ya hay otra restauración en ${dataDir}, que sigue o quedó a medias`,
    );
    expect(await findRegistrationDifferences(dataDir, [acknowledgedRegistration])).toEqual([]);
  });

  it('a server does not start on a folder before its restore is complete', async () => {
    const dataDir = clinic.newFolder();
    fs.mkdirSync(path.join(dataDir, '.restoring'), { recursive: true });
    const noop = () => undefined;
    const incidents = { connectionLost: noop, databaseLost: noop, archiveBehind: noop };
    const config = { dataDir, database: { kind: 'embedded' }, databasePool: 20 } as const;
    await expect(openDatabase(config, incidents)).rejects.toThrow(
      `Hay una restauración en ${dataDir} que sigue o quedó a medias`,
    );
  });

  it('a failed restore leaves its folder empty', async () => {
    const dir = path.join(clinic.scratch, 'failing');
    const { copy } = await clinic.backup({ dir });
    const dataDir = clinic.newFolder();
    const { file } = partLocation(copy, 'database');
    fs.renameSync(file, `${file}.away`);
    await expect(clinic.restore({ dir, dataDir })).rejects.toThrow(`La parte ${copy.name}/database`);
    fs.renameSync(`${file}.away`, file);
    expect(fs.readdirSync(dataDir)).toEqual([]);
    const onLine = () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    await expect(clinic.restore({ dir: clinic.dir, dataDir, tell: onLine })).rejects.toThrow(
      `El disco de ${dataDir} está lleno (ENOSPC): libera espacio y repite esto.`,
    );
    expect(fs.readdirSync(dataDir)).toEqual([]);
    await expect(clinic.restore({ dir, name: 'copy-1' })).rejects.toThrow(
      `No hay una copia copy-1 en ${dir}: la más nueva es ${copy.name}.`,
    );
    await expect(clinic.restore({ dir: path.join(clinic.scratch, 'no') })).rejects.toThrow(
      '(ENOENT): revisa su nombre',
    );
  });
});

describe('P10.67 restore of an altered backup', { tags: ['landing'] }, () => {
  const dir = path.join(clinic.scratch, 'altered');
  let one: CreatedBackup;
  let other: CreatedBackup;
  beforeAll(async () => {
    one = await clinic.backup({ dir });
    other = await clinic.backup({ dir });
  });

  it.each(['manifest', 'database', 'files'] as const)(
    'a restore rejects a backup whose %s was altered, truncated or taken from another backup, and the error names that part',
    async (part) => {
      const { file } = partLocation(one.copy, part);
      const whole = fs.readFileSync(file);
      const expectRejected = async () => {
        await expect(clinic.restore({ dir, name: one.copy.name })).rejects.toThrow(
          `La parte ${one.copy.name}/${part} no está como se selló, fue alterada o se dañó`,
        );
      };
      flipBitInFile(file);
      await expectRejected();
      fs.writeFileSync(file, whole.subarray(0, -1));
      await expectRejected();
      fs.writeFileSync(file, whole.subarray(0, 20));
      await expectRejected();
      fs.copyFileSync(partLocation(other.copy, part).file, file);
      await expectRejected();
      fs.rmSync(file);
      await expectRejected();
      fs.writeFileSync(file, whole);
    },
  );
});

describe('P10.69 logical backup restored into another PostgreSQL', { tags: ['landing'] }, () => {
  it('a logical backup moves every row from the embedded database to DATABASE_URL and back; log numbers and ids continue', async () => {
    const dir = path.join(clinic.scratch, 'moved');
    await clinic.backup({ dir, logical: true });
    const before = await tableDigests(clinic.connection);
    const target = await createEmptyDatabase();
    const { host, port, user, database } = target.connection;
    const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
    const external = { kind: 'external', url } as const;
    const { dataDir } = await clinic.restore({ dir, database: external });
    expect(await tableDigests(target.connection)).toEqual(before);
    expect(fs.readdirSync(dataDir)).toEqual(['files']);
    await expect(clinic.restore({ dir, database: external })).rejects.toThrow(
      'La base de datos no está vacía',
    );
    const back = await clinic.backup({
      dir,
      dataDir,
      source: diskFileSource(path.join(dataDir, 'files')),
      database: external,
    });
    expect(back.manifest.kind).toBe('logical');
    const again = await clinic.restore({ dir, name: back.copy.name });
    expect([again.missing, again.damaged]).toEqual([[], []]);
    await withRestoredData(again.dataDir, async (connection) => {
      expect(await tableDigests(connection)).toEqual(before);
      expect(await insertAndCheckSequences(connection)).toBe(true);
    });
    await target.drop();
  });

  it('an interrupted restore leaves the database of DATABASE_URL empty', async () => {
    const dir = path.join(clinic.scratch, 'half');
    await clinic.backup({ dir, logical: true });
    const target = await createEmptyDatabase();
    const { host, port, user, database } = target.connection;
    const url = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
    const blocker = new Client(target.connection);
    await blocker.connect();
    await blocker.query(`create function public.refuse() returns event_trigger language plpgsql as
      $$ begin if tg_tag = 'CREATE TRIGGER' then raise 'broken off'; end if; end $$`);
    await blocker.query('create event trigger broken_off on ddl_command_end execute function refuse()');
    await expect(clinic.restore({ dir, database: { kind: 'external', url } })).rejects.toThrow(
      'Se interrumpió (P0001)',
    );
    await blocker.query('drop event trigger broken_off');
    await blocker.end();
    expect(await queryRows(target.connection, BACKED_UP_TABLES_QUERY)).toEqual([]);
    await target.drop();
  });

  it('a restore rejects an embedded backup for an external database, and names the next step', async () => {
    const external = { kind: 'external', url: 'postgresql://nobody@127.0.0.1:1/none' } as const;
    await expect(clinic.restore({ name: createdBackup.copy.name, database: external })).rejects.toThrow(
      'es de la base de datos incluida: restáurala sin DATABASE_URL, o usa una copia hecha con --logical.',
    );
  });
});

// The tests run only in the CI suite, because each one starts PostgreSQL up to three times.
describe('P10.68 verification of a backup', { tags: ['landing'] }, () => {
  const state = async (name: string) =>
    (
      await clinic.pool.query<{ verified_at: Date | null; held_until: Date }>(
        'select verified_at, held_until from copies where name = $1',
        [name],
      )
    ).rows[0];

  it.each([false, true])(
    'a verification restores the backup, stores the time until which the backup is complete, and deletes the folder that a killed verification left (logical backup: %s)',
    async (logical) => {
      const { copy, manifest } = await clinic.backup({ logical });
      expect((await state(copy.name))?.verified_at).toBe(null);
      // This folder of a killed verification has the id of the present process, because process ids can repeat in a container.
      const left = path.join(clinic.dataDir, `.verify-${process.pid}`);
      fs.mkdirSync(path.join(left, 'postgres'), { recursive: true });
      const { at, files, untold, unlinked } = await clinic.verify();
      expect([untold, unlinked]).toEqual([null, { lines: 0, since: null }]);
      expect(files).toBe(manifest.files.count);
      expect(await state(copy.name)).toEqual({ verified_at: at, held_until: new Date(manifest.heldUntil) });
      expect(fs.readdirSync(clinic.dataDir).filter((name) => name.startsWith('.'))).toEqual([]);
    },
  );

  it('P10.165 P10.176 a verification finds changed log entries, both linked and pending, and images and receipts whose file is missing or altered', async () => {
    const expectVerifyProblem = async (dir: string, ...words: string[]) => {
      const { copy } = await clinic.backup({ dir });
      const error: unknown = await clinic.verify(null, dir).catch((reason: unknown) => reason);
      for (const text of [`${copy.name} no tiene lo que se copió (`, ...words])
        expect(String(error)).toContain(text);
      expect((await state(copy.name))?.verified_at).toBe(null);
    };
    const change = (name: string) =>
      clinic.pool.query(`begin; set local session_replication_role = replica;
      update activity set user_name = '${name}' where sequence = 1;
      update activity_unlinked set user_name = '${name}'; commit`);
    await clinic.pool.query(`insert into activity_unlinked (at, user_id, user_name, action, status, detail)
      select now(), id, 'desk', 'notes_saved', 'done', '{}' from users limit 1`);
    await change('otro');
    await expectVerifyProblem(
      clinic.dir,
      '1 líneas del registro de actividad fueron cambiadas',
      '1 líneas del registro de actividad sin enlazar fueron cambiadas',
    );
    await change('desk');
    await clinic.pool.query('select link_activity(1000)');

    const receipt = await clinic.handOver(await clinic.register());
    const paths = [acknowledgedRegistration, receipt].map(({ storagePath }) => storagePath);
    const files = paths.map((name) => path.join(clinic.dataDir, 'files', name));
    const whole = files.map((file) => fs.readFileSync(file));
    for (const file of files) fs.writeFileSync(file, 'another');
    const dir = path.join(clinic.scratch, 'another');
    await expectVerifyProblem(dir, ...paths.map((name) => `el archivo ${name} no es el que dice su fila`));
    for (const file of files) fs.rmSync(file);
    const without = path.join(clinic.scratch, 'gone');
    await expectVerifyProblem(without, ...paths.map((name) => `falta el archivo ${name}`));
    files.forEach((file, nth) => fs.writeFileSync(file, whole[nth] ?? ''));
    await clinic.backup();
    flipBitInFile(
      path.join(clinic.dir, `files-${clinic.plan().key.id}`, acknowledgedRegistration.storagePath),
    );
    await expect(clinic.verify()).rejects.toThrow(
      `el archivo ${acknowledgedRegistration.storagePath} está dañado o falta en la carpeta de las copias`,
    );
  });
});
