import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginLife } from '#server/copies/record.ts';
import { withClient } from '#server/copies/database/source.ts';
import { createEmptyDatabase } from '#tests/support/provider/embedded-database.ts';
import { CopiedClinic, ask, onRestored } from './copied-clinic.ts';

const clinic = new CopiedClinic();
beforeAll(() => clinic.open());
afterAll(() => clinic.close());

const LIFE = 'select id, after, holds_until from database_life';
interface Life {
  id: string;
  after: string | null;
  holds_until: Date | null;
}

describe('S29 P10.108 how far copies reach', { tags: ['landing'] }, () => {
  it.each([false, true])(
    'a restore begins another life, which knows what it has of the one before (logical: %s)',
    async (logical) => {
      const [before] = await ask<Life>(clinic.connection, LIFE);
      const { copy, manifest } = await clinic.backup({ logical });
      const lives: (Life | undefined)[] = [];
      for (let nth = 0; nth < 2; nth += 1) {
        const { dataDir } = await clinic.restore({ name: copy.name });
        lives.push(...(await onRestored(dataDir, (connection) => ask<Life>(connection, LIFE))));
      }
      expect(lives).toHaveLength(2);
      for (const life of lives)
        expect(life).toMatchObject({ after: before?.id, holds_until: new Date(manifest.heldUntil) });
      expect(new Set([before?.id, ...lives.map((life) => life?.id)]).size).toBe(3);
      expect(await ask<Life>(clinic.connection, LIFE)).toEqual([before]);
    },
  );

  it('a copy of before there were lives is restored all the same', async () => {
    const empty = await createEmptyDatabase();
    const { manifest } = await clinic.backup();
    await withClient(empty.connection, (client) => beginLife(client, manifest));
    await empty.drop();
  });
});
