import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ManifestTransform } from 'workbox-build';

/** The name says what is in it: another version has another name. */
const isNamedByContent = (url: string): boolean => url.startsWith('assets/');

/**
 * Has the worker take no other version's page: while one provider after the other is updated, its `index.html` may come
 * from a neighbour of the version before, whose files go with that version. An installation that gets one fails whole, and the
 * browser tries it again later.
 */
export const takeOwnVersionOnly =
  (folder: string): ManifestTransform =>
  async (entries) => ({
    manifest: await Promise.all(
      entries.map(async (entry) => {
        if (isNamedByContent(entry.url)) return entry;
        const bytes = await readFile(path.join(folder, entry.url));
        return { ...entry, integrity: `sha256-${createHash('sha256').update(bytes).digest('base64')}` };
      }),
    ),
  });
