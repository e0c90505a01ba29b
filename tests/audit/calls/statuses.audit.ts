import { expect, verify, test } from '../fixtures.ts';
import { randomDocumentNumber } from '../records.ts';
import { expectRejection } from '../shape.ts';

test(
  'the server returns error responses with the status and a message that the base contract states',
  { tag: '@short' },
  async ({ anonymous, as }) => {
    await verify('statuses-1', async () => {
      expectRejection(await anonymous.get('/auth/me'), 401);
      expectRejection(await (await as('nobody')).get('/admin/users'), 403);
      expectRejection(await (await as('admin')).get('/companies/00000000-0000-4000-8000-000000000000'), 404);
      expectRejection(await (await as('admin')).post('/companies', {}), 400);
    });
    await verify('statuses-6', async () => {
      const query = { identification_type: 'CC', identification_number: randomDocumentNumber() };
      expect((await (await as('desk')).get('/patients/search', query)).status).toBe(404);
    });
    await verify('statuses-7', async () => {
      const reply = await (await as('branchless')).get('/evaluations');
      expect([reply.status, reply.at('message')]).toEqual([403, 'branch not resolved']);
    });
  },
);
