import { expect, see, test } from './fixtures.ts';

test('refusals carry their status and a sentence', { tag: '@short' }, async ({ anonymous, as }) => {
  await see('statuses-1', async () => {
    const reply = await anonymous.get('/auth/me');
    expect(reply.status).toBe(401);
    expect(reply.at('message')).toMatch(/\S/);
    const refused = await (await as('nobody')).get('/admin/users');
    expect(refused.status).toBe(403);
    expect(refused.at('message')).toMatch(/\S/);
  });
});
