import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ManifestTransform } from 'workbox-build';

/** Returns true for files below assets/, whose names contain a hash of their content. */
const isNamedByContent = (url: string): boolean => url.startsWith('assets/');

/**
 * Adds integrity digests, so that the service worker rejects files of another version. During a rolling update, a replica with
 * the previous version may respond with an `index.html` of the previous version, which names the previous assets. The
 * installation of the service worker then fails as a whole, and the browser retries the installation later.
 */
export const integrityDigestTransform =
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
