import { PERMISSIONS, PERMISSION_DEFINITIONS } from '#contract/vocabulary.ts';
import { expect, verify, test } from '../fixtures.ts';
import { randomEmail } from '../records.ts';
import { expectRejection } from '../shape.ts';

test(
  'the API and the app use the numbers and codes of the base contract',
  { tag: '@short' },
  async ({ as, records }) => {
    const admin = await as('admin');
    await verify('limits-1', async () => {
      for (const path of [
        '/companies',
        '/evaluation-types',
        '/exams',
        '/doctors',
        '/branches',
        '/admin/users',
      ])
        expect([path, (await admin.get(path)).json]).toEqual([
          path,
          expect.objectContaining({ page: 1, page_size: 20 }),
        ]);
    });
    await verify('limits-2', async () => {
      for (let count = 0; count < 11; count += 1) await records.evaluation();
      expect((await admin.get('/evaluations')).list()).toHaveLength(10);
    });
    const create = (other: object) =>
      admin.post('/admin/users', { email: randomEmail(), display_name: 'Persona', ...other });
    await verify('limits-23', async () =>
      expect(Object.keys((await admin.get('/dashboard/summary')).at('periods') as object).sort()).toEqual([
        'this_month',
        'this_week',
        'this_year',
        'today',
      ]),
    );
    await verify('limits-24', async () => {
      const codes = PERMISSIONS.filter((permission) => !PERMISSION_DEFINITIONS[permission].ours);
      expect((await create({ actions: codes })).at('actions')).toHaveLength(5);
      expectRejection(await create({ actions: ['everything'] }), 400);
    });
    await verify('limits-25', async () => expectRejection(await create({ status: 'sleeping' }), 400));
    await verify('limits-26', async () => {
      await records.createClosedEvaluation();
      const minutes = (await admin.get('/dashboard/summary')).at('periods.today.average_completion_minutes');
      expect(Number.isInteger(minutes)).toBe(true);
    });
  },
);
