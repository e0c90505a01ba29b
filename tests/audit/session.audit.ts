import { hire } from '#tests/support/server/clinic.ts';
import { Client } from './client.ts';
import { expect, see, test } from './fixtures.ts';
import { hasFields, isRefused } from './shape.ts';

const SESSION = ['branch_id', 'display_name', 'actions'];
const FIRST = 'cuatro nubes sobre Tunja';
const SECOND = 'siete lagunas bajo Iza';

test(
  'a client signs in and out, reads the session, and changes and resets passwords through the API',
  { tag: '@short' },
  async ({ clinic }) => {
    const member = await hire(clinic);
    const client = new Client(clinic.origin);
    await see('statuses-2', async () =>
      isRefused(await client.signIn({ ...member, password: 'otra cosa' }), 401),
    );
    await see('validation-19', async () => {
      isRefused(await client.post('/auth/login', { password: 'x' }), 400);
      isRefused(await client.post('/auth/login', { email: member.email }), 400);
    });
    const reply = await client.signIn(member);
    await see('wire-6', () => hasFields(reply.json, SESSION));
    await see('wire-3', async () => {
      expect(reply.headers.getSetCookie().join()).toMatch(/HttpOnly/i);
      expect((await client.get('/auth/me')).status).toBe(200);
      expect((await new Client(clinic.origin).get('/auth/me')).status).toBe(401);
    });
    await see('wire-8', async () => hasFields((await client.get('/auth/me')).json, SESSION));
    const change = (current_password: string, new_password: string) =>
      client.post('/auth/change-password', { current_password, new_password });
    await see('statuses-3', async () => isRefused(await change('no es esta', FIRST), 401));
    await see('validation-20', async () => {
      isRefused(await client.post('/auth/change-password', { new_password: FIRST }), 400);
      isRefused(await client.post('/auth/change-password', { current_password: member.password }), 400);
    });
    await see('validation-21', async () => isRefused(await change(member.password, 'zx9-Kq7'), 400));
    await see('wire-9', async () => hasFields((await change(member.password, FIRST)).json, SESSION));
    await see('wire-7', async () => {
      const left = await client.post('/auth/logout');
      expect([200, 204]).toContain(left.status);
      expect((await client.get('/auth/me')).status).toBe(401);
    });
    await see('wire-4', async () => {
      const left = await client.post('/auth/logout');
      expect([left.status, left.bytes.length]).toEqual([204, 0]);
    });
    const asked = await client.post('/auth/password-reset', { email: member.email });
    await see('wire-10', () => {
      expect(asked.status).toBe(200);
      expect(asked.at('reset_token')).toMatch(/\S/);
    });
    const complete = (token: unknown, new_password: string) =>
      client.post('/auth/password-reset/complete', { token, new_password });
    await see('statuses-4', async () => isRefused(await complete('no-es-este', SECOND), 400));
    await see('validation-22', async () => isRefused(await complete(undefined, SECOND), 400));
    await see('validation-23', async () =>
      isRefused(await complete(asked.text('reset_token'), 'zx9-Kq7'), 400),
    );
    await see('wire-11', async () => {
      hasFields((await complete(asked.text('reset_token'), SECOND)).json, SESSION);
      expect((await client.get('/auth/me')).status).toBe(200);
    });
  },
);

test('the server rejects the reset link of a suspended account', async ({ as, clinic, records }) => {
  const user = await records.user({ status: 'active' });
  const admin = await as('admin');
  const link = await admin.post(`/admin/users/${user}/reset-password`);
  await see('wire-95', () => expect(link.text('reset_token')).toMatch(/\S/));
  await admin.patch(`/admin/users/${user}/status`, { status: 'suspended' });
  await see('statuses-5', async () => {
    const body = { token: link.text('reset_token'), new_password: SECOND };
    isRefused(await new Client(clinic.origin).post('/auth/password-reset/complete', body), 403);
  });
});

test('a client changes the active branch through the API', async ({ fresh, records }) => {
  const admin = await fresh('admin');
  const branch_id = await records.branch();
  await see('wire-12', async () => {
    const reply = await admin.put('/me/branch/active', { branch_id });
    hasFields(reply.json, SESSION);
    expect([reply.status, reply.at('branch_id')]).toEqual([200, branch_id]);
  });
  await see('wire-15', async () => {
    const gone = '00000000-0000-4000-8000-000000000000';
    isRefused(await admin.put('/me/branch/active', { branch_id: gone }), 404);
    await admin.patch(`/branches/${branch_id}/status`, { is_active: false });
    isRefused(await admin.put('/me/branch/active', { branch_id }), 404);
  });
  await see('wire-13', async () => {
    const reply = await admin.put('/me/branch/active', { branch_id: null });
    expect([reply.status, reply.at('branch_id')]).toEqual([200, null]);
  });
  await see('wire-14', async () => {
    const desk = await fresh('desk');
    isRefused(await desk.put('/me/branch/active', { branch_id: await records.branch() }), 403);
  });
});
