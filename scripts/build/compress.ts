import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT_FILE_PATTERN = /\.(js|css|html|svg|webmanifest)$/;
/**
 * Minimum size in bytes of a file that is worth compressing. For a smaller file, the additional response header would cost more
 * than compression saves.
 */
const MIN_BYTES_TO_COMPRESS = 1_000;

async function writeCompressedCopies(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < MIN_BYTES_TO_COMPRESS) return;
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes));
}

/**
 * Writes .br and .gz files next to the text files that the server serves, so that no request waits for compression. Must be the
 * last plugin, because it also compresses the service worker.
 */
export const compressOutputPlugin = (folder: string): Plugin => ({
  name: 'ventanilla-compress',
  apply: 'build',
  closeBundle: {
    order: 'post',
    sequential: true,
    async handler(failed) {
      if (failed) return;
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names
          .filter((name) => TEXT_FILE_PATTERN.test(name))
          .map((name) => writeCompressedCopies(path.join(folder, name))),
      );
    },
  },
});
