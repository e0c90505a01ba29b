import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runBackupCommand } from '#server/backup-commands.ts';
import { partLocation } from '#server/platform/backup/folder.ts';
import {
  BackedUpClinic,
  type AcknowledgedRegistration,
  flipBitInFile,
  findRegistrationDifferences,
} from './backup-clinic.ts';

const clinic = new BackedUpClinic();
let registration: AcknowledgedRegistration;
let otherRegistration: AcknowledgedRegistration;
let intactRegistration: AcknowledgedRegistration;
beforeAll(async () => {
  await clinic.open();
  registration = await clinic.register();
  otherRegistration = await clinic.register();
  intactRegistration = await clinic.register();
});
afterAll(() => clinic.close());
afterEach(() => clinic.removeNewFolders());

const backupKeyId = () => clinic.plan().key.id;
const encryptedPicturePath = (dir: string, { storagePath }: AcknowledgedRegistration) =>
  path.join(dir, `files-${backupKeyId()}`, storagePath);
const damageReportPath = (dir: string) => path.join(dir, `damaged-${backupKeyId()}.json`);
const sortedPaths = (...all: AcknowledgedRegistration[]) => all.map(({ storagePath }) => storagePath).sort();
const expectedDifferenceLines = (...all: AcknowledgedRegistration[]) =>
  sortedPaths(...all).map((storagePath) => `file ${storagePath}`);

async function runAndCaptureOutput(dataDir: string, ...words: string[]): Promise<string> {
  const said: string[] = [];
  const env = { DATA_DIR: dataDir, BACKUP_KEY_FILE: clinic.keyFile };
  await runBackupCommand(words, env, (line) => said.push(line));
  return said.join('\n');
}

describe('P10.250 restore with a damaged image in the backup folder', { tags: ['landing'] }, () => {
  it('a restore contains all undamaged images, also from an older backup, and names each image that is damaged, missing, replaced or truncated', async () => {
    const dir = path.join(clinic.scratch, 'restored-without');
    const older = await clinic.backup({ dir });
    await clinic.backup({ dir });
    flipBitInFile(encryptedPicturePath(dir, registration));
    fs.rmSync(encryptedPicturePath(dir, otherRegistration));
    for (const name of [null, older.copy.name]) {
      const { dataDir, damaged, missing } = await clinic.restore({ dir, name });
      expect(damaged).toEqual(sortedPaths(registration, otherRegistration));
      expect(missing).toEqual([]);
      expect(
        (
          await findRegistrationDifferences(dataDir, [registration, otherRegistration, intactRegistration])
        ).sort(),
      ).toEqual(expectedDifferenceLines(registration, otherRegistration));
      const left = fs.readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true });
      expect(left.filter((entry) => entry.isFile()).map(({ name: file }) => file)).toEqual([
        path.basename(intactRegistration.storagePath),
      ]);
    }
    fs.copyFileSync(encryptedPicturePath(dir, intactRegistration), encryptedPicturePath(dir, registration));
    fs.writeFileSync(
      encryptedPicturePath(dir, otherRegistration),
      fs.readFileSync(encryptedPicturePath(dir, intactRegistration)).subarray(0, 60),
    );
    expect((await clinic.restore({ dir })).damaged).toEqual(sortedPaths(registration, otherRegistration));
  });

  it('the terminal names a damaged image only by its path', async () => {
    const dir = path.join(clinic.scratch, 'told');
    const { copy } = await clinic.backup({ dir });
    const dataDir = clinic.newFolder();
    expect(await runAndCaptureOutput(dataDir, 'restore', dir)).toContain(
      `  ${copy.name} está restaurada en ${dataDir}, con todo`,
    );
    flipBitInFile(encryptedPicturePath(dir, registration));
    const without = clinic.newFolder();
    const said = await runAndCaptureOutput(without, 'restore', dir);
    expect(said).toContain(
      `  ${copy.name} está restaurada en ${without}, menos 1 archivo que está dañado o falta en la carpeta de las copias, con todo`,
    );
    expect(said).toContain(
      `  Ninguna copia tiene entero el archivo ${registration.storagePath}: está dañado o falta, y no se restauró.`,
    );
  });

  it('a restore stops before it writes anything when a part of the backup itself is damaged', async () => {
    const dir = path.join(clinic.scratch, 'part');
    const { copy } = await clinic.backup({ dir });
    flipBitInFile(partLocation(copy, 'database').file);
    flipBitInFile(encryptedPicturePath(dir, registration));
    const dataDir = clinic.newFolder();
    await expect(clinic.restore({ dir, dataDir })).rejects.toThrow(`La parte ${copy.name}/database no está`);
    expect(fs.readdirSync(dataDir)).toEqual([]);
  });
});

describe('P10.251 repair of images that a verification found damaged', { tags: ['landing'] }, () => {
  it('a backup encrypts damaged images again from the clinic’s files, keeps the damaged copy and so completes older backups', async () => {
    const dir = path.join(clinic.scratch, 'mended');
    const older = await clinic.backup({ dir });
    flipBitInFile(encryptedPicturePath(dir, registration));
    const damagedBytes = fs.readFileSync(encryptedPicturePath(dir, registration));
    fs.rmSync(encryptedPicturePath(dir, otherRegistration));
    await expect(clinic.verify(null, dir)).rejects.toThrow(
      /^copy-\S+ no tiene lo que se copió \((?:el archivo [\da-f/-]+\.jpg está dañado o falta en la carpeta de las copias(?:; )?){2}\): haz ya una copia nueva, que sella de nuevo los archivos dañados que los datos todavía tienen, verifícala y conserva las anteriores\.$/,
    );
    expect(JSON.parse(fs.readFileSync(damageReportPath(dir), 'utf8'))).toEqual(
      sortedPaths(registration, otherRegistration),
    );
    const inode = fs.statSync(encryptedPicturePath(dir, intactRegistration)).ino;
    const made = await clinic.backup({ dir });
    expect(made.mended).toEqual(sortedPaths(registration, otherRegistration));
    expect(fs.readFileSync(`${encryptedPicturePath(dir, registration)}.damaged`)).toEqual(damagedBytes);
    expect(fs.statSync(encryptedPicturePath(dir, intactRegistration)).ino).toBe(inode);
    expect(fs.existsSync(damageReportPath(dir))).toBe(false);
    for (const name of [null, older.copy.name])
      expect((await clinic.verify(name, dir)).files).toBe(older.manifest.files.count);
    expect((await clinic.backup({ dir })).mended).toEqual([]);
  });

  it('the terminal reports the repair of a damaged image', async () => {
    const dir = path.join(clinic.scratch, 'mended-told');
    await clinic.backup({ dir });
    flipBitInFile(encryptedPicturePath(dir, registration));
    await expect(runAndCaptureOutput(clinic.dataDir, 'verify', dir)).rejects.toThrow(
      registration.storagePath,
    );
    expect(await runAndCaptureOutput(clinic.dataDir, 'backup', dir)).toContain(
      `  Se selló de nuevo, desde los datos, el archivo ${registration.storagePath}, que estaba dañado o faltaba.`,
    );
    expect(await runAndCaptureOutput(clinic.dataDir, 'verify', dir)).toContain('se puede restaurar');
  });

  it('the repair leaves an undamaged image unchanged, even if it is in the list of damaged images', async () => {
    const dir = path.join(clinic.scratch, 'noted');
    await clinic.backup({ dir });
    const inode = fs.statSync(encryptedPicturePath(dir, registration)).ino;
    for (const note of [JSON.stringify([registration.storagePath, '../../key']), '["cut']) {
      fs.writeFileSync(damageReportPath(dir), note);
      expect((await clinic.backup({ dir })).mended).toEqual([]);
      expect(fs.statSync(encryptedPicturePath(dir, registration)).ino).toBe(inode);
    }
  });

  it('the verification still reports damaged images when it cannot write their list to the folder', async () => {
    const dir = path.join(clinic.scratch, 'unnoted');
    await clinic.backup({ dir });
    fs.mkdirSync(damageReportPath(dir));
    expect((await clinic.verify(null, dir)).files).toBeGreaterThan(0);
    flipBitInFile(encryptedPicturePath(dir, registration));
    await expect(clinic.verify(null, dir)).rejects.toThrow(
      `(el archivo ${registration.storagePath} está dañado o falta en la carpeta de las copias): no se pudo anotar en ${dir} cuáles son (EISDIR), mueve esos archivos`,
    );
  });

  it('an interrupted backup keeps the list of damaged images; a damaged image that the clinic no longer has stays in the folder', async () => {
    const dir = path.join(clinic.scratch, 'noted-still');
    await clinic.backup({ dir });
    flipBitInFile(encryptedPicturePath(dir, registration));
    await expect(clinic.verify(null, dir)).rejects.toThrow(registration.storagePath);
    const onLine = (line: string) => {
      if (line.startsWith('  archivos')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    await expect(clinic.backup({ dir, tell: onLine })).rejects.toThrow('está lleno');
    expect(JSON.parse(fs.readFileSync(damageReportPath(dir), 'utf8'))).toEqual([registration.storagePath]);
    const file = path.join(clinic.dataDir, 'files', registration.storagePath);
    fs.renameSync(file, `${file}.away`);
    const before = fs.readFileSync(encryptedPicturePath(dir, registration));
    expect((await clinic.backup({ dir })).mended).toEqual([]);
    expect(fs.readFileSync(encryptedPicturePath(dir, registration))).toEqual(before);
    await expect(clinic.verify(null, dir)).rejects.toThrow(`falta el archivo ${registration.storagePath}`);
    fs.renameSync(`${file}.away`, file);
  });

  it('the kept damaged copy of an image is deleted together with the last backup that names the image', async () => {
    const dir = path.join(clinic.scratch, 'aside');
    const brief = await clinic.register();
    await clinic.backup({ dir });
    flipBitInFile(encryptedPicturePath(dir, brief));
    await expect(clinic.verify(null, dir)).rejects.toThrow(brief.storagePath);
    await clinic.backup({ dir });
    const aside = `${encryptedPicturePath(dir, brief)}.damaged`;
    expect(fs.existsSync(aside)).toBe(true);
    fs.rmSync(path.join(clinic.dataDir, 'files', brief.storagePath));
    await clinic.pool.query('delete from media where storage_path = $1', [brief.storagePath]);
    await clinic.backup({ dir, keep: 1 });
    expect([fs.existsSync(aside), fs.existsSync(encryptedPicturePath(dir, brief))]).toEqual([false, false]);
  });
});
