import { createClinicUser } from '#tests/support/server/clinic.ts';
import { BaseContractClient } from '../client.ts';
import { expect, verify, test } from '../fixtures.ts';
import { expectFields, expectRejection } from '../shape.ts';

const SESSION_FIELDS = ['branch_id', 'display_name', 'actions'];
const FIRST_PASSWORD = 'cuatro nubes sobre Tunja';
const SECOND_PASSWORD = 'siete lagunas bajo Iza';

test(
  'a client signs in and out, reads the session, and changes and resets passwords through the API',
  { tag: '@short' },
  async ({ clinic }) => {
    const member = await createClinicUser(clinic);
    const client = new BaseContractClient(clinic.origin);
    await verify('statuses-2', async () =>
      expectRejection(await client.signIn({ ...member, password: 'otra cosa' }), 401),
    );
    await verify('validation-19', async () => {
      expectRejection(await client.post('/auth/login', { password: 'x' }), 400);
      expectRejection(await client.post('/auth/login', { email: member.email }), 400);
    });
    const reply = await client.signIn(member);
    await verify('wire-6', () => expectFields(reply.json, SESSION_FIELDS));
    await verify('wire-3', async () => {
      expect(reply.headers.getSetCookie().join()).toMatch(/HttpOnly/i);
      expect((await client.get('/auth/me')).status).toBe(200);
      expect((await new BaseContractClient(clinic.origin).get('/auth/me')).status).toBe(401);
    });
    await verify('wire-8', async () => expectFields((await client.get('/auth/me')).json, SESSION_FIELDS));
    const change = (current_password: string, new_password: string) =>
      client.post('/auth/change-password', { current_password, new_password });
    await verify('statuses-3', async () => expectRejection(await change('no es esta', FIRST_PASSWORD), 401));
    await verify('validation-20', async () => {
      expectRejection(await client.post('/auth/change-password', { new_password: FIRST_PASSWORD }), 400);
      expectRejection(await client.post('/auth/change-password', { current_password: member.password }), 400);
    });
    await verify('validation-21', async () => expectRejection(await change(member.password, 'zx9-Kq7'), 400));
    await verify('wire-9', async () =>
      expectFields((await change(member.password, FIRST_PASSWORD)).json, SESSION_FIELDS),
    );
    await verify('wire-7', async () => {
      const left = await client.post('/auth/logout');
      expect([200, 204]).toContain(left.status);
      expect((await client.get('/auth/me')).status).toBe(401);
    });
    await verify('wire-4', async () => {
      const left = await client.post('/auth/logout');
      expect([left.status, left.bytes.length]).toEqual([204, 0]);
    });
    const asked = await client.post('/auth/password-reset', { email: member.email });
    await verify('wire-10', () => {
      expect(asked.status).toBe(200);
      expect(asked.at('reset_token')).toMatch(/\S/);
    });
    const complete = (token: unknown, new_password: string) =>
      client.post('/auth/password-reset/complete', { token, new_password });
    await verify('statuses-4', async () =>
      expectRejection(await complete('no-es-este', SECOND_PASSWORD), 400),
    );
    await verify('validation-22', async () =>
      expectRejection(await complete(undefined, SECOND_PASSWORD), 400),
    );
    await verify('validation-23', async () =>
      expectRejection(await complete(asked.text('reset_token'), 'zx9-Kq7'), 400),
    );
    await verify('wire-11', async () => {
      expectFields((await complete(asked.text('reset_token'), SECOND_PASSWORD)).json, SESSION_FIELDS);
      expect((await client.get('/auth/me')).status).toBe(200);
    });
  },
);

test('the server rejects the reset link of a suspended account', async ({ as, clinic, records }) => {
  const user = await records.user({ status: 'active' });
  const admin = await as('admin');
  const link = await admin.post(`/admin/users/${user}/reset-password`);
  await verify('wire-95', () => expect(link.text('reset_token')).toMatch(/\S/));
  await admin.patch(`/admin/users/${user}/status`, { status: 'suspended' });
  await verify('statuses-5', async () => {
    const body = { token: link.text('reset_token'), new_password: SECOND_PASSWORD };
    expectRejection(
      await new BaseContractClient(clinic.origin).post('/auth/password-reset/complete', body),
      403,
    );
  });
});

test('a client changes the active branch through the API', async ({ fresh, records }) => {
  const admin = await fresh('admin');
  const branch_id = await records.branch();
  await verify('wire-12', async () => {
    const reply = await admin.put('/me/branch/active', { branch_id });
    expectFields(reply.json, SESSION_FIELDS);
    expect([reply.status, reply.at('branch_id')]).toEqual([200, branch_id]);
  });
  await verify('wire-15', async () => {
    const gone = '00000000-0000-4000-8000-000000000000';
    expectRejection(await admin.put('/me/branch/active', { branch_id: gone }), 404);
    await admin.patch(`/branches/${branch_id}/status`, { is_active: false });
    expectRejection(await admin.put('/me/branch/active', { branch_id }), 404);
  });
  await verify('wire-13', async () => {
    const reply = await admin.put('/me/branch/active', { branch_id: null });
    expect([reply.status, reply.at('branch_id')]).toEqual([200, null]);
  });
  await verify('wire-14', async () => {
    const desk = await fresh('desk');
    expectRejection(await desk.put('/me/branch/active', { branch_id: await records.branch() }), 403);
  });
});
