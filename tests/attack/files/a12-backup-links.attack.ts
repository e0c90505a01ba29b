import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { deleteUnusedPoolFiles, copyFilesToPool } from '#server/platform/backup/files/pool.ts';
import { diskFileSource } from '#server/platform/backup/files/source.ts';
import { createBackupKeyFile, readBackupKey } from '#server/platform/backup/encryption/key.ts';
import { writeFileAtomically } from '#server/platform/backup/encryption/part.ts';
import type { Attack } from '../attack.ts';

const PICTURE_PATHS = ['17', '2a', 'c0'].map(
  (folder) => `${folder}/${folder}e2aaaa-0000-4000-8000-000000000000.jpg`,
);

type PlantLink = (pool: string, live: string) => void;
const createLinkPlanter: (below: string) => PlantLink = (below) => (pool, live) => {
  fs.rmSync(path.join(pool, below), { recursive: true, force: true });
  fs.mkdirSync(path.dirname(path.join(pool, below)), { recursive: true });
  fs.symlinkSync(path.join(live, below), path.join(pool, below));
};
const LINK_PLANTERS: readonly PlantLink[] = [
  createLinkPlanter('.'),
  createLinkPlanter('17'),
  ...PICTURE_PATHS.map(createLinkPlanter),
].map((plant, nth) =>
  nth === 0
    ? (pool, live) => {
        fs.rmSync(pool, { recursive: true, force: true });
        fs.symlinkSync(live, pool);
      }
    : plant,
);

async function backUpWithPlantedLink(plant: PlantLink, folder: string): Promise<boolean> {
  const [live, dir] = [path.join(folder, 'live'), path.join(folder, 'backups')];
  for (const picture of PICTURE_PATHS)
    await writeFileAtomically(
      { root: live, file: path.join(live, picture) },
      Readable.from([Buffer.from(picture)]),
    );
  fs.mkdirSync(dir);
  createBackupKeyFile(path.join(folder, 'key'));
  const key = readBackupKey(path.join(folder, 'key'));
  const pool = path.join(dir, `files-${key.id}`);
  plant(pool, live);
  const work = { dir, key, source: diskFileSource(live), known: new Map(), suspects: new Set(PICTURE_PATHS) };
  const isMade = await copyFilesToPool({ ...work, onFile: () => undefined }).then(
    () => true,
    () => false,
  );
  await deleteUnusedPoolFiles(dir, key, new Set()).catch(() => undefined);
  for (const picture of PICTURE_PATHS)
    assert.equal(
      fs.existsSync(path.join(live, picture)) && fs.readFileSync(path.join(live, picture), 'utf8'),
      picture,
      'A link in the folder of the backups changed a picture of the clinic.',
    );
  return isMade;
}

export const attack: Attack = {
  finding: 'A12',
  title: 'links in the backup folder neither delete nor overwrite the clinic’s images',
  run: async () => {
    for (const plant of LINK_PLANTERS) {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'links-'));
      try {
        fs.mkdirSync(path.join(folder, 'live'));
        assert.equal(
          await backUpWithPlantedLink(plant, folder),
          false,
          'A backup over a link reports success.',
        );
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    }
    return [`${LINK_PLANTERS.length} links: each backup fails, all pictures stay`];
  },
};
