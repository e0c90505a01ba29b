import { StartError } from '../base/start-error.ts';
import { MAJOR } from '../database/embedded/cluster.ts';
import { type Migration, migrations, refuseUnknown } from '../database/start/migrate.ts';
import { type Copy, type Manifest, listCopies, partOf, readManifest } from './folder.ts';
import type { CopyKey } from './sealed/key.ts';
import { sealedWith } from './sealed/part.ts';

export interface Choice {
  readonly dir: string;
  readonly key: CopyKey;
  /** The folder of one copy; null for the newest. */
  readonly name: string | null;
  /** Only copies that were finished before. */
  readonly until: Date | null;
}

export interface ChosenCopy {
  readonly copy: Copy;
  readonly manifest: Manifest;
}

/** @throws StartError where there is none, or the one that was named is not there */
export async function chooseCopy({ dir, key, name, until }: Choice): Promise<ChosenCopy> {
  const copies = listCopies(dir);
  const named = copies.find((copy) => copy.name === name);
  if (name !== null && !named)
    throw new StartError(
      `There is no copy ${name} in ${dir}: ${copies.length} are there, the newest ${copies[0]?.name ?? 'none'}.`,
    );
  const wanted = named ? [named] : await ofKey(copies, key);
  for (const copy of wanted) {
    const manifest = await readManifest(key, copy);
    if (until === null || new Date(manifest.finishedAt) <= until) return { copy, manifest };
  }
  throw new StartError(
    until === null
      ? `There is no complete copy in ${dir}: check the folder's name, and that its disk is there.`
      : `No copy in ${dir} was finished before ${until.toISOString()}: choose a later time.`,
  );
}

/** Those of the key; where there is none of it, all: reading one then says which key it wants. */
async function ofKey(copies: readonly Copy[], key: CopyKey): Promise<readonly Copy[]> {
  const own: Copy[] = [];
  for (const copy of copies) if ((await sealedWith(partOf(copy, 'manifest').file)) === key.id) own.push(copy);
  return own.length > 0 ? own : copies;
}

/**
 * The migrations that the copy was made with. @throws StartError where this program does not know one of them, or cannot start
 * the copy's PostgreSQL
 */
export function schemaOf({ copy, manifest }: ChosenCopy): readonly Migration[] {
  const { facts, kind, postgres, program } = manifest;
  for (const [index, applied] of facts.migrations.entries()) refuseUnknown(applied, migrations[index]);
  if (kind === 'embedded' && String(postgres) !== MAJOR)
    throw new StartError(
      `${copy.name} is of PostgreSQL ${postgres} and this program brings ${MAJOR}: restore it with version ${program} of this program, make a copy there with --logical, and restore that one here.`,
    );
  return migrations.slice(0, facts.migrations.length);
}
