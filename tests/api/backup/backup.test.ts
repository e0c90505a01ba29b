// @module-tag landing
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listBackups, partLocation } from '#server/platform/backup/folder.ts';
import {
  createBackupKeyFile,
  readBackupKey,
  requireBackupKey,
} from '#server/platform/backup/encryption/key.ts';
import {
  BackedUpClinic,
  BACKED_UP_LAST_NAME,
  type AcknowledgedRegistration,
  flipBitInFile,
  findRegistrationDifferences,
} from './backup-clinic.ts';

const clinic = new BackedUpClinic();
beforeAll(() => clinic.open());
afterAll(() => clinic.close());

const listFilesInFolder = (dir: string): string[] =>
  fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
const createErrorWithCode = (code: string) => Object.assign(new Error(code), { code });
const listBackupNames = (): string[] => listBackups(clinic.dir).map(({ name }) => name);

describe('P10.66 backup of rows and files', () => {
  it('a backup includes a file that the sweep moves away after the backup read the rows and before it reads the files', async () => {
    const [one, two] = [await clinic.register(), await clinic.register()];
    const orphans = path.join(clinic.dataDir, 'files', '.orphans');
    fs.mkdirSync(orphans, { recursive: true });
    const sweep = ({ storagePath }: AcknowledgedRegistration) =>
      fs.renameSync(
        path.join(clinic.dataDir, 'files', storagePath),
        path.join(orphans, path.basename(storagePath)),
      );
    sweep(one);
    // The test moves the file after the backup has listed it; the backup must read it at its new path.
    const onLine = (line: string) => {
      const isListed = line.startsWith('  archivos: 1 ');
      if (isListed && fs.existsSync(path.join(clinic.dataDir, 'files', two.storagePath))) sweep(two);
    };
    const { copy } = await clinic.backup({ tell: onLine });
    const { dataDir } = await clinic.restore({ name: copy.name });
    expect(await findRegistrationDifferences(dataDir, [one, two])).toEqual([]);
    for (const { storagePath } of [one, two])
      fs.renameSync(
        path.join(orphans, path.basename(storagePath)),
        path.join(clinic.dataDir, 'files', storagePath),
      );
  });

  it('a backup does not write files again that an earlier backup already has', async () => {
    await clinic.backup();
    const sealed = listFilesInFolder(clinic.dir).filter((file) => file.endsWith('.jpg'));
    const before = sealed.map((file) => fs.statSync(file).ino);
    await clinic.register();
    await clinic.backup();
    expect(sealed.map((file) => fs.statSync(file).ino)).toEqual(before);
  });
});

describe('P10.66 encryption of a backup', () => {
  it('a backup hides names and images in every file of its folder, and can be opened only with its key', async () => {
    const { storagePath } = await clinic.register();
    await clinic.backup({ logical: true });
    const picture = fs.readFileSync(path.join(clinic.dataDir, 'files', storagePath)).subarray(0, 64);
    for (const file of listFilesInFolder(clinic.dir)) {
      const bytes = fs.readFileSync(file);
      expect(bytes.includes(BACKED_UP_LAST_NAME)).toBe(false);
      expect(bytes.includes(picture)).toBe(false);
    }
    const other = path.join(clinic.scratch, 'other-key');
    const { id } = createBackupKeyFile(other);
    await expect(clinic.restore({ key: readBackupKey(other) })).rejects.toThrow(
      `se selló con otra llave (${readBackupKey(clinic.keyFile).id}; la de BACKUP_KEY_FILE es ${id}): indica la llave con la que se selló.`,
    );
  });

  it('a backup reports a key file that is missing, incomplete or not configured, and no existing file is overwritten with a new key', () => {
    const half = path.join(clinic.scratch, 'half');
    fs.writeFileSync(half, 'abcd 1234');
    expect(() => readBackupKey(half)).toThrow(
      `${half} no tiene una llave: tienen que ser 64 dígitos hexadecimales.`,
    );
    expect(() => readBackupKey(path.join(clinic.scratch, 'nowhere'))).toThrow('(ENOENT): ponla de nuevo');
    expect(() => requireBackupKey(null)).toThrow(
      'BACKUP_KEY_FILE no indica una llave: crea una con npm run backup -- new-key ARCHIVO',
    );
    expect(() => createBackupKeyFile(half)).toThrow(`El archivo ${half} ya existe`);
    expect(fs.statSync(clinic.keyFile).mode & 0o077).toBe(0);
  });
});

describe('P10.66 older backups', () => {
  it('a complete backup deletes the backups beyond the number to keep, except the newest verified one', async () => {
    const dir = path.join(clinic.scratch, 'kept');
    const first = await clinic.backup({ dir });
    fs.writeFileSync(
      path.join(dir, first.copy.name, 'verified.json'),
      JSON.stringify({ at: new Date().toISOString() }),
    );
    const gone = await clinic.register();
    const second = await clinic.backup({ dir, keep: 2 });
    fs.rmSync(path.join(clinic.dataDir, 'files', gone.storagePath));
    const third = await clinic.backup({ dir, keep: 2 });
    expect(third.removed).toEqual([]);
    const fourth = await clinic.backup({ dir, keep: 2 });
    expect(fourth.removed).toEqual([second.copy.name]);
    expect(listBackups(dir).map(({ name }) => name)).toEqual(
      [fourth, third, first].map(({ copy }) => copy.name),
    );
    expect(listFilesInFolder(dir).some((file) => file.endsWith(gone.storagePath))).toBe(false);
    const rows = await clinic.pool.query('select name from copies where place = $1 order by name', [dir]);
    expect(rows.rows.map(({ name }: { name: string }) => name)).toEqual(
      [first, third, fourth].map(({ copy }) => copy.name),
    );
    await clinic.pool.query('delete from media where storage_path = $1', [gone.storagePath]);
  });

  it('when the manifest or file list of an older backup is damaged, a new backup is complete and deletes no older backup', async () => {
    const dir = path.join(clinic.scratch, 'damaged');
    const first = await clinic.backup({ dir });
    for (const [nth, part] of (['manifest', 'files'] as const).entries()) {
      const { file } = partLocation(first.copy, part);
      flipBitInFile(file);
      await expect(clinic.backup({ dir, keep: 1 })).rejects.toThrow(
        new RegExp(
          `^copy-\\S+ está completa, pero no se borró ninguna copia anterior\\. La parte ${first.copy.name}/${part} no está como se selló.* Mueve la dañada a otro lugar\\.$`,
        ),
      );
      expect(listBackups(dir)).toHaveLength(nth + 2);
      flipBitInFile(file);
    }
  });

  it('a backup does not delete backups made with another key', async () => {
    const dir = path.join(clinic.scratch, 'two-keys');
    const other = path.join(clinic.scratch, 'second-key');
    createBackupKeyFile(other);
    const theirs = await clinic.backup({ dir, key: readBackupKey(other) });
    await clinic.backup({ dir, keep: 1 });
    const { removed } = await clinic.backup({ dir, keep: 1 });
    expect(removed).toHaveLength(1);
    const { dataDir } = await clinic.restore({ dir, key: readBackupKey(other), name: theirs.copy.name });
    expect(await findRegistrationDifferences(dataDir, [])).toEqual([]);
  });
});

describe('P10.66 interrupted backup', () => {
  it.each([
    ['the rows', '  base de datos', 'ENOSPC', 'está lleno (ENOSPC): libera espacio y repite esto.'],
    ['the files', '  archivos', 'EIO', 'Se interrumpió (EIO): comprueba que la base de datos funcione'],
    ['reading it back', '  releyendo', 'ENOSPC', 'está lleno (ENOSPC): libera espacio y repite esto.'],
  ])(
    'a backup that a fault in %s interrupts leaves nothing that looks like a backup',
    async (_place, line, code, words) => {
      const before = listBackupNames();
      const onLine = (reported: string) => {
        if (reported.startsWith(line)) throw createErrorWithCode(code);
      };
      await expect(clinic.backup({ tell: onLine })).rejects.toThrow(words);
      expect(listBackupNames()).toEqual(before);
      expect(fs.readdirSync(clinic.dir).filter((name) => name.startsWith('.'))).toEqual([]);
    },
  );

  it('the next backup removes the files of a killed backup, but not the files of a running one', async () => {
    const left = path.join(clinic.dir, '.making-4000000');
    fs.mkdirSync(left, { recursive: true });
    await clinic.backup();
    expect(fs.existsSync(left)).toBe(false);
    const others = path.join(clinic.dir, `.making-${process.ppid}`);
    fs.mkdirSync(others);
    await expect(clinic.backup()).rejects.toThrow(
      `El proceso ${process.ppid} está haciendo una copia en ${clinic.dir}`,
    );
    fs.rmdirSync(others);
  });
});

describe('P10.66 backup that cannot begin', () => {
  it.each([
    ['in the data folder', () => path.join(clinic.dataDir, 'copies')],
    ['around the data folder', () => clinic.scratch],
    [
      'in it by a link',
      () => {
        fs.symlinkSync(clinic.dataDir, path.join(clinic.scratch, 'link'));
        return path.join(clinic.scratch, 'link', 'copies');
      },
    ],
  ])('a backup rejects a backup folder that is %s', async (_where, dir) => {
    await expect(clinic.backup({ dir: dir() })).rejects.toThrow(
      'se perderían juntas: elige una carpeta en otro lugar',
    );
  });

  it('a backup rejects a backup folder that cannot be created', async () => {
    const file = path.join(clinic.scratch, 'file');
    fs.writeFileSync(file, '');
    await expect(clinic.backup({ dir: path.join(file, 'copies') })).rejects.toThrow(
      '(ENOTDIR): elige otra o cambia su dueño.',
    );
  });

  it('a backup reports that no server is running or that the database is not up to date', async () => {
    const dataDir = path.join(clinic.scratch, 'nobody');
    await expect(clinic.backup({ dataDir })).rejects.toThrow(
      `Ningún proveedor trabaja en la carpeta de datos ${dataDir}`,
    );
    const { rows } = await clinic.pool.query<{ name: string }>(
      'delete from schema_migrations where number = (select max(number) from schema_migrations) returning *',
    );
    await expect(clinic.backup()).rejects.toThrow('reinicia el proveedor, que la pone al día');
    const sum = createHash('sha256').update('other').digest('hex');
    await clinic.pool.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      999,
      '0999_later',
      sum,
    ]);
    await expect(clinic.backup()).rejects.toThrow('0999_later');
    await clinic.pool.query('delete from schema_migrations where number = 999');
    await clinic.pool.query(
      'insert into schema_migrations select * from json_populate_record(null::schema_migrations, $1)',
      [JSON.stringify(rows[0])],
    );
  });
});
