import type { Page } from '@playwright/test';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

interface RetainedIncarnations {
  /**
   * Incarnation of the server's database that the server last sent to the device; null before the response to the first report.
   */
  readonly told: string | null;
  /** Incarnations to which the retained entries were delivered, one for each entry. */
  readonly lives: readonly string[];
}

/**
 * Runs in the page. Reads the retained entries. With `forgets`, also deletes the time of the last device report, so that the
 * app sends one immediately at its next start.
 */
async function readRetainedIncarnations(forgets: boolean): Promise<RetainedIncarnations> {
  const requestResult = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await requestResult(indexedDB.open('ventanilla'));
  const stores = db.transaction(['device', 'kept'], forgets ? 'readwrite' : 'readonly');
  if (forgets) await requestResult(stores.objectStore('device').delete('report'));
  const told = await requestResult<{ life: string } | undefined>(stores.objectStore('device').get('copies'));
  const rows = await requestResult<{ life: string }[]>(stores.objectStore('kept').getAll());
  db.close();
  return { told: told?.life ?? null, lives: rows.map(({ life }) => life) };
}

const queryIncarnationId = async (clinic: ServerProcess): Promise<string> =>
  (await clinic.query<{ id: string }>('select id from database_life'))[0]?.id ?? '';

/** Gives the database a new incarnation, as `npm run restore` does. */
const beginIncarnation = (clinic: ServerProcess) =>
  clinic.query('update database_life set after = id, id = gen_random_uuid(), holds_until = null');

const forceDeviceReport = async (page: Page): Promise<void> => {
  await page.evaluate(readRetainedIncarnations, true);
  await page.reload();
};

test(
  'S29 P10.106 P10.109 the device resends retained entries to a server with a new incarnation, and the server stores each entry once',
  { tag: '@thorough' },
  async ({ desk, rocio, page, clinic }) => {
    const person = createVisitor();
    await desk.signIn(rocio);
    const before = await queryIncarnationId(clinic);
    await expect
      .poll(() => page.evaluate(readRetainedIncarnations, false))
      .toEqual({ told: before, lives: [] });
    await desk.register(person, await randomPhoto());
    await expect(page.getByText('Subida completa')).toHaveCount(2);
    await expect
      .poll(() => page.evaluate(readRetainedIncarnations, false))
      .toEqual({ told: before, lives: [before] });
    await desk.open('/device');
    await expect(page.getByText(/^Sigue aquí 1 registro que el servidor ya recibió/)).toBeVisible();
    await expectAccessible(page, 'what is kept');

    await beginIncarnation(clinic);
    const after = await queryIncarnationId(clinic);
    await forceDeviceReport(page);
    await expect
      .poll(() => page.evaluate(readRetainedIncarnations, false))
      .toEqual({ told: after, lives: [after] });
    const found = await clinic.query<{ evaluations: number; media: number }>(
      `select count(distinct evaluations.id)::integer as evaluations, count(media.id)::integer as media
        from evaluations join patients on patients.id = patient_id left join media on media.evaluation_id = evaluations.id
        where identification_number = $1`,
      [person.document],
    );
    expect(found).toEqual([{ evaluations: 1, media: 2 }]);
  },
);
