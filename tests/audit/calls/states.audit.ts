import type { BaseContractClient } from '../client.ts';
import { expect, verify, test } from '../fixtures.ts';
import type { AuditRecords } from '../records.ts';
import { requireSuccess, randomRowCode, randomEmail, pdfFile, pngFile } from '../records.ts';
import { expectRejection } from '../shape.ts';

test(
  'a doctor signs an evaluation through the API, prints it, reopens it and signs it again',
  { tag: '@short' },
  async ({ as, records }) => {
    const doctor = await as('doctor');
    const { exam, doctor: signer } = await records.ids;
    const id = await records.createReadyEvaluation();
    const concept = () => doctor.get(`/evaluations/${id}/concept-pdf`);
    const history = () => doctor.get(`/evaluations/${id}/clinical-history`);
    await verify('states-1', async () => {
      expect(['pendiente', 'en_proceso']).toContain((await records.read(id)).at('status'));
      const statuses = (await doctor.get('/evaluations', { page_size: 100 }))
        .list()
        .map(({ status }) => status);
      expect([...new Set(['pendiente', 'en_proceso', 'cerrada', ...statuses])]).toHaveLength(3);
    });
    await verify('states-15', async () => expectRejection(await concept(), 409));
    await verify('states-16', async () => expectRejection(await history(), 409));
    await verify('states-14', async () => {
      const message = 'Selecciona un médico para firmar la evaluación.';
      expectRejection(await doctor.post(`/evaluations/${id}/sign`, {}), 400, message);
    });
    const signed = await records.sign(id);
    const closed = await records.read(id);
    await verify('states-2', () => {
      expect(signed.status).toBe(200);
      expect(closed.at('status')).toBe('cerrada');
    });
    await verify('states-3', () => {
      expect(closed.at('closed_at')).toMatch(/^\d{4}-\d\d-\d\dT/);
      expect(closed.at('doctor')).toMatchObject({ id: signer });
    });
    await verify('states-13', async () => expectRejection(await records.sign(id), 409));
    await verify('states-15', async () => expect((await concept()).type).toContain('application/pdf'));
    await verify('states-16', async () => expect((await history()).type).toContain('application/pdf'));
    await verify('states-4', async () => {
      expect((await doctor.post(`/evaluations/${id}/reopen`)).status).toBe(200);
      expect((await records.read(id)).at('status')).not.toBe('cerrada');
    });
    await verify('states-5', async () =>
      expect((await records.note(id, 'Apto con gafas.')).status).toBe(200),
    );
    const order = (await records.read(id)).text('exam_orders.0.id');
    await verify('states-6', async () => {
      const orders = [
        { order_id: order, result_notes: 'Visto de nuevo.' },
        { exam_id: await records.exam() },
      ];
      expect((await doctor.patch(`/evaluations/${id}/exam-orders`, { orders })).status).toBe(200);
      expect(exam).toBe((await records.read(id)).at('exam_orders.0.exam.id'));
    });
    await verify('states-7', async () => {
      const form = { exam_order_id: order, file: pdfFile() };
      expect((await doctor.upload(`/evaluations/${id}/attachments`, form)).status).toBe(201);
    });
    await verify('states-8', async () => {
      const orders = (await records.read(id)).list('exam_orders').map((one) => ({
        order_id: one['id'],
        result_notes: 'Normal.',
      }));
      requireSuccess(await doctor.patch(`/evaluations/${id}/exam-orders`, { orders }));
      requireSuccess(await records.sign(id));
      expect((await records.read(id)).at('status')).toBe('cerrada');
    });
  },
);

test('the server rejects the signing of an incomplete evaluation', async ({ records }) => {
  const fillAndSign = async (fill: (id: string) => Promise<unknown>) => {
    const id = await records.evaluation();
    await fill(id);
    return records.sign(id);
  };
  await verify('states-9', async () => {
    const reply = await fillAndSign(async (id) => {
      await records.picture(id, 'signature');
      await records.note(id);
    });
    expectRejection(reply, 409);
  });
  await verify('states-10', async () => {
    const reply = await fillAndSign(async (id) => {
      await records.picture(id, 'signature');
      await records.order(id, null);
      await records.note(id);
    });
    expectRejection(reply, 409);
  });
  await verify('states-11', async () => {
    const reply = await fillAndSign(async (id) => {
      await records.picture(id, 'signature');
      await records.order(id);
      await records.note(id, '   ');
    });
    expectRejection(reply, 409);
  });
  await verify('states-12', async () => {
    const reply = await fillAndSign(async (id) => {
      await records.order(id);
      await records.note(id);
    });
    expectRejection(reply, 409);
  });
});

test('the server suspends and reactivates users', async ({ as, records }) => {
  const manager = await as('manager');
  const active = await records.user({ status: 'active' });
  const set = (id: string, json: object) => manager.patch(`/admin/users/${id}/status`, json);
  await verify('states-17', async () =>
    expect((await set(active, { status: 'suspended' })).at('status')).toBe('suspended'),
  );
  await verify('states-19', async () =>
    expect((await set(active, { status: 'active' })).at('status')).toBe('active'),
  );
  await verify('states-18', async () => {
    const reply = await set(active, { status: 'suspended', reason: 'Está de licencia.' });
    expect(reply.at('status')).toBe('suspended');
  });
  await verify('states-20', async () => {
    const invited = await records.user({ status: 'invited' });
    expect((await set(invited, { status: 'active' })).at('status')).toBe('active');
  });
  await verify('states-21', async () => {
    for (const status of ['invited', 'active', 'suspended']) {
      const reply = await manager.post('/admin/users', {
        email: randomEmail(),
        display_name: 'Nueva',
        status,
      });
      expect(reply.at('status')).toBe(status);
    }
  });
});

async function checkStatusChange(admin: BaseContractClient, path: string): Promise<void> {
  const off = await admin.patch(`${path}/status`, { is_active: false });
  expect([off.status, off.at('is_active')]).toEqual([200, false]);
  expect((await admin.patch(`${path}/status`, { is_active: true })).at('is_active')).toBe(true);
}

test('the server deactivates and reactivates catalogue rows', async ({ as, records }) => {
  const admin = await as('admin');
  await verify('states-22', async () =>
    checkStatusChange(admin, `/evaluation-types/${await records.type()}`),
  );
  await verify('states-23', async () => checkStatusChange(admin, `/companies/${await records.company()}`));
  await verify('states-24', async () => checkStatusChange(admin, `/branches/${await records.branch()}`));
  await verify('states-25', async () => checkStatusChange(admin, `/exams/${await records.exam()}`));
  await verify('states-26', async () => checkStatusChange(admin, `/doctors/${await records.doctor()}`));
  await verify('states-27', async () => {
    const path = `/companies/${await records.company()}`;
    await admin.patch(`${path}/status`, { is_active: false });
    const body = { code: randomRowCode(), name: 'Guardada', is_active: true };
    expect((await admin.put(path, body)).at('is_active')).toBe(false);
  });
});

test('the server stores and deletes the logo of a branch', async ({ as, records }) => {
  const admin = await as('admin');
  const path = `/branches/${await records.branch()}`;
  const logo = await pngFile('logo.png');
  await verify('states-28', async () => {
    expect((await admin.get(path)).at('has_logo')).toBe(false);
    await admin.upload(`${path}/logo`, { logo });
    const present = await admin.get(path);
    expect([present.at('has_logo'), typeof present.at('logo_hash')]).toEqual([true, 'string']);
    await admin.remove(`${path}/logo`);
    expect((await admin.get(path)).at('has_logo')).toBe(false);
    expect((await admin.get(`${path}/logo`)).status).toBe(404);
  });
  await verify('states-29', async () => {
    const unsaved = '/branches/00000000-0000-4000-8000-000000000000/logo';
    expectRejection(await admin.upload(unsaved, { logo }), 404);
  });
});

const putActiveBranch = (client: BaseContractClient, branch_id: string | null) =>
  client.put('/me/branch/active', { branch_id });
const findOwnBranchId = async (records: AuditRecords, person: BaseContractClient) =>
  (await person.get('/auth/me')).at('branch_id') ?? records.branch();

test('the server changes the active branch of a session', async ({ fresh, records }) => {
  const admin = await fresh('admin');
  const branch = await records.branch();
  await verify('states-30', async () => {
    expect((await putActiveBranch(admin, branch)).at('branch_id')).toBe(branch);
    expect((await admin.get('/me/branch')).at('id')).toBe(branch);
  });
  await verify('states-31', async () => {
    const reply = await putActiveBranch(admin, null);
    expect([reply.status, reply.at('branch_id')]).toEqual([200, null]);
    expect((await admin.get('/auth/me')).at('branch_id')).toBeNull();
  });
  await verify('states-32', async () => {
    const desk = await fresh('desk');
    const before = await findOwnBranchId(records, desk);
    expectRejection(await putActiveBranch(desk, null), 403);
    expect((await desk.get('/auth/me')).at('branch_id')).toBe(before);
  });
});
