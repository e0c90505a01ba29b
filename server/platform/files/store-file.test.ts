import { expect, it } from 'vitest';
import { storeFile } from './store-file.ts';
import { sha256Of, sha256InPieces } from './store.ts';

const MB = 1_000_000;

it('L6 the server handles other work while it computes the digest of a large file', async () => {
  let turns = 0;
  let isOver = false;
  const countTurn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const files = { write: () => Promise.resolve() };
  const stored = await storeFile(files, {
    bytes: Buffer.alloc(40 * MB, 7),
    mime: 'application/pdf',
    extension: 'pdf',
  });
  isOver = true;
  expect(turns).toBeGreaterThan(5);
  expect(stored.storedSha256).toBe(sha256Of(Buffer.alloc(40 * MB, 7)));
});

it.each([0, 1, 4 * MB - 1, 4 * MB, 4 * MB + 1, 9 * MB])(
  'L6 `sha256InPieces` computes the digest of %i bytes in pieces and returns the same value as `sha256Of`',
  async (length) => {
    const bytes = Buffer.alloc(length, 'ñ7');
    expect(await sha256InPieces(bytes)).toBe(sha256Of(bytes));
  },
);
