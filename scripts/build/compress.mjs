// Writes .br and .gz beside what the provider serves as text, so that no request waits for a compressor.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
const TEXT = /\.(js|css|html|svg|webmanifest)$/;
/** Below this the header of an answer weighs more than what is saved. */
const WORTHWHILE_BYTES = 1_000;

async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < WORTHWHILE_BYTES) return;
  await writeFile(`${file}.br`, await brotli(bytes));
  await writeFile(`${file}.gz`, await gzip(bytes, { level: 9 }));
}

/** A Vite plugin; last, after the service worker is written. */
export const compressOutput = (folder) => ({
  name: 'ventanilla-compress',
  apply: 'build',
  closeBundle: {
    order: 'post',
    sequential: true,
    async handler(failed) {
      if (failed) return;
      const names = await readdir(folder, { recursive: true });
      await Promise.all(
        names.filter((name) => TEXT.test(name)).map((name) => compressFile(path.join(folder, name))),
      );
    },
  },
});
