import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ManifestTransform } from 'workbox-build';

/** The name of such a file contains a hash of its content, so another version has another name. */
const isNamedByContent = (url: string): boolean => url.startsWith('assets/');

/**
 * Adds integrity digests, so that the service worker rejects files of another version. During a rolling update a replica of the
 * previous version may serve its `index.html`, whose assets belong to that version. An installation that receives one fails
 * completely, and the browser retries it later.
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
