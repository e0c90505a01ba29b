import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runBackupCommand } from '#server/backup-commands.ts';
import { partLocation } from '#server/backup/folder.ts';
import {
  BackedUpClinic,
  type AcknowledgedRegistration,
  flipBit,
  missingRegistrations,
} from './backup-clinic.ts';

const clinic = new BackedUpClinic();
let one: AcknowledgedRegistration;
let other: AcknowledgedRegistration;
let whole: AcknowledgedRegistration;
beforeAll(async () => {
  await clinic.open();
  one = await clinic.register();
  other = await clinic.register();
  whole = await clinic.register();
});
afterAll(() => clinic.close());

const keyId = () => clinic.plan().key.id;
const sealed = (dir: string, { storagePath }: AcknowledgedRegistration) =>
  path.join(dir, `files-${keyId()}`, storagePath);
const noteOf = (dir: string) => path.join(dir, `damaged-${keyId()}.json`);
const sorted = (...all: AcknowledgedRegistration[]) => all.map(({ storagePath }) => storagePath).sort();
const gone = (...all: AcknowledgedRegistration[]) =>
  sorted(...all).map((storagePath) => `file ${storagePath}`);

async function typed(dataDir: string, ...words: string[]): Promise<string> {
  const said: string[] = [];
  const env = { DATA_DIR: dataDir, BACKUP_KEY_FILE: clinic.keyFile };
  await runBackupCommand(words, env, (line) => said.push(line));
  return said.join('\n');
}

describe(
  'P10.250 restore with a damaged image in the backup folder',
  { timeout: 120_000, tags: ['landing'] },
  () => {
    it('a restore contains all undamaged images, also from an older backup, and names each image that is damaged, missing, replaced or truncated', async () => {
      const dir = path.join(clinic.scratch, 'restored-without');
      const older = await clinic.backup({ dir });
      await clinic.backup({ dir });
      flipBit(sealed(dir, one));
      fs.rmSync(sealed(dir, other));
      for (const name of [null, older.copy.name]) {
        const { dataDir, damaged, missing } = await clinic.restore({ dir, name });
        expect(damaged).toEqual(sorted(one, other));
        expect(missing).toEqual([]);
        expect((await missingRegistrations(dataDir, [one, other, whole])).sort()).toEqual(gone(one, other));
        const left = fs.readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true });
        expect(left.filter((entry) => entry.isFile()).map(({ name: file }) => file)).toEqual([
          path.basename(whole.storagePath),
        ]);
      }
      fs.copyFileSync(sealed(dir, whole), sealed(dir, one));
      fs.writeFileSync(sealed(dir, other), fs.readFileSync(sealed(dir, whole)).subarray(0, 60));
      expect((await clinic.restore({ dir })).damaged).toEqual(sorted(one, other));
    });

    it('the terminal names a damaged image only by its path', async () => {
      const dir = path.join(clinic.scratch, 'told');
      const { copy } = await clinic.backup({ dir });
      const dataDir = clinic.place();
      expect(await typed(dataDir, 'restore', dir)).toContain(
        `  ${copy.name} está restaurada en ${dataDir}, con todo`,
      );
      flipBit(sealed(dir, one));
      const without = clinic.place();
      const said = await typed(without, 'restore', dir);
      expect(said).toContain(
        `  ${copy.name} está restaurada en ${without}, menos 1 archivo que está dañado o falta en la carpeta de las copias, con todo`,
      );
      expect(said).toContain(
        `  Ninguna copia tiene entero el archivo ${one.storagePath}: está dañado o falta, y no se restauró.`,
      );
    });

    it('a restore stops before it writes anything when a part of the backup itself is damaged', async () => {
      const dir = path.join(clinic.scratch, 'part');
      const { copy } = await clinic.backup({ dir });
      flipBit(partLocation(copy, 'database').file);
      flipBit(sealed(dir, one));
      const dataDir = clinic.place();
      await expect(clinic.restore({ dir, dataDir })).rejects.toThrow(
        `La parte ${copy.name}/database no está`,
      );
      expect(fs.readdirSync(dataDir)).toEqual([]);
    });
  },
);

describe(
  'P10.251 repair of images that a verification found damaged',
  { timeout: 120_000, tags: ['landing'] },
  () => {
    it('a backup encrypts damaged images again from the clinic’s files, keeps the damaged copy and so completes older backups', async () => {
      const dir = path.join(clinic.scratch, 'mended');
      const older = await clinic.backup({ dir });
      flipBit(sealed(dir, one));
      const damagedBytes = fs.readFileSync(sealed(dir, one));
      fs.rmSync(sealed(dir, other));
      await expect(clinic.verify(null, dir)).rejects.toThrow(
        /^copy-\S+ no tiene lo que se copió \((?:el archivo [\da-f/-]+\.jpg está dañado o falta en la carpeta de las copias(?:; )?){2}\): haz ya una copia nueva, que sella de nuevo los archivos dañados que los datos todavía tienen, verifícala y conserva las anteriores\.$/,
      );
      expect(JSON.parse(fs.readFileSync(noteOf(dir), 'utf8'))).toEqual(sorted(one, other));
      const inode = fs.statSync(sealed(dir, whole)).ino;
      const made = await clinic.backup({ dir });
      expect(made.mended).toEqual(sorted(one, other));
      expect(fs.readFileSync(`${sealed(dir, one)}.damaged`)).toEqual(damagedBytes);
      expect(fs.statSync(sealed(dir, whole)).ino).toBe(inode);
      expect(fs.existsSync(noteOf(dir))).toBe(false);
      for (const name of [null, older.copy.name])
        expect((await clinic.verify(name, dir)).files).toBe(older.manifest.files.count);
      expect((await clinic.backup({ dir })).mended).toEqual([]);
    });

    it('the terminal reports the repair of a damaged image', async () => {
      const dir = path.join(clinic.scratch, 'mended-told');
      await clinic.backup({ dir });
      flipBit(sealed(dir, one));
      await expect(typed(clinic.dataDir, 'verify', dir)).rejects.toThrow(one.storagePath);
      expect(await typed(clinic.dataDir, 'backup', dir)).toContain(
        `  Se selló de nuevo, desde los datos, el archivo ${one.storagePath}, que estaba dañado o faltaba.`,
      );
      expect(await typed(clinic.dataDir, 'verify', dir)).toContain('se puede restaurar');
    });

    it('the repair leaves an undamaged image unchanged, even if it is in the list of damaged images', async () => {
      const dir = path.join(clinic.scratch, 'noted');
      await clinic.backup({ dir });
      const inode = fs.statSync(sealed(dir, one)).ino;
      for (const note of [JSON.stringify([one.storagePath, '../../key']), '["cut']) {
        fs.writeFileSync(noteOf(dir), note);
        expect((await clinic.backup({ dir })).mended).toEqual([]);
        expect(fs.statSync(sealed(dir, one)).ino).toBe(inode);
      }
    });

    it('the verification still reports damaged images when it cannot write their list to the folder', async () => {
      const dir = path.join(clinic.scratch, 'unnoted');
      await clinic.backup({ dir });
      fs.mkdirSync(noteOf(dir));
      expect((await clinic.verify(null, dir)).files).toBeGreaterThan(0);
      flipBit(sealed(dir, one));
      await expect(clinic.verify(null, dir)).rejects.toThrow(
        `(el archivo ${one.storagePath} está dañado o falta en la carpeta de las copias): no se pudo anotar en ${dir} cuáles son (EISDIR), mueve esos archivos`,
      );
    });

    it('an interrupted backup keeps the list of damaged images; a damaged image that the clinic no longer has stays in the folder', async () => {
      const dir = path.join(clinic.scratch, 'noted-still');
      await clinic.backup({ dir });
      flipBit(sealed(dir, one));
      await expect(clinic.verify(null, dir)).rejects.toThrow(one.storagePath);
      const tell = (line: string) => {
        if (line.startsWith('  archivos')) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      };
      await expect(clinic.backup({ dir, tell })).rejects.toThrow('está lleno');
      expect(JSON.parse(fs.readFileSync(noteOf(dir), 'utf8'))).toEqual([one.storagePath]);
      const file = path.join(clinic.dataDir, 'files', one.storagePath);
      fs.renameSync(file, `${file}.away`);
      const before = fs.readFileSync(sealed(dir, one));
      expect((await clinic.backup({ dir })).mended).toEqual([]);
      expect(fs.readFileSync(sealed(dir, one))).toEqual(before);
      await expect(clinic.verify(null, dir)).rejects.toThrow(`falta el archivo ${one.storagePath}`);
      fs.renameSync(`${file}.away`, file);
    });

    it('the kept damaged copy of an image is deleted together with the last backup that names the image', async () => {
      const dir = path.join(clinic.scratch, 'aside');
      const brief = await clinic.register();
      await clinic.backup({ dir });
      flipBit(sealed(dir, brief));
      await expect(clinic.verify(null, dir)).rejects.toThrow(brief.storagePath);
      await clinic.backup({ dir });
      const aside = `${sealed(dir, brief)}.damaged`;
      expect(fs.existsSync(aside)).toBe(true);
      fs.rmSync(path.join(clinic.dataDir, 'files', brief.storagePath));
      await clinic.pool.query('delete from media where storage_path = $1', [brief.storagePath]);
      await clinic.backup({ dir, keep: 1 });
      expect([fs.existsSync(aside), fs.existsSync(sealed(dir, brief))]).toEqual([false, false]);
    });
  },
);
