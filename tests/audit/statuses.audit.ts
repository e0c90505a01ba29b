import { expect, see, test } from './fixtures.ts';
import { nextDocument } from './records.ts';
import { isRefused } from './shape.ts';

test(
  'the server returns error responses with the stated status and a message',
  { tag: '@short' },
  async ({ anonymous, as }) => {
    await see('statuses-1', async () => {
      isRefused(await anonymous.get('/auth/me'), 401);
      isRefused(await (await as('nobody')).get('/admin/users'), 403);
      isRefused(await (await as('admin')).get('/companies/00000000-0000-4000-8000-000000000000'), 404);
      isRefused(await (await as('admin')).post('/companies', {}), 400);
    });
    await see('statuses-6', async () => {
      const query = { identification_type: 'CC', identification_number: nextDocument() };
      expect((await (await as('desk')).get('/patients/search', query)).status).toBe(404);
    });
    await see('statuses-7', async () => {
      const reply = await (await as('branchless')).get('/evaluations');
      expect([reply.status, reply.at('message')]).toEqual([403, 'branch not resolved']);
    });
  },
);
