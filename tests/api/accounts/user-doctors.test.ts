import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Doctor } from '#contract/catalogs/doctors.ts';
import { User } from '#contract/records/people/users.ts';
import { collectNewLogEntries } from '../support/activity.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import {
  type Caller,
  type Server,
  type Reply,
  responseOf,
  fieldProblemsOf,
  rejectionOf,
  startServer,
  statusesOf,
} from '../support/server.ts';
import { createUser, putUserDoctor } from '../support/users.ts';

let server: Server;
let admin: Caller;
let globalAdministrator: Caller;
beforeAll(async () => {
  server = await startServer('user_doctors');
  admin = await server.as('admin');
  globalAdministrator = await server.as('global');
});
afterAll(() => server.stop());

const createActiveUser = () => createUser(admin, { status: 'active' });
const makeDoctor = () => rowMakers.doctor(admin);
const linkedDoctor = (reply: Reply) => responseOf(User, reply).doctor;

describe('P10.127 PUT /admin/users/{id}/doctor', () => {
  it('P10.127 an administrator links a doctor to a user and removes the link; each change is logged', async () => {
    const [{ id }, { id: doctorId, name }] = [await createActiveUser(), await makeDoctor()];
    const replies: Reply[] = [];
    const lines = await collectNewLogEntries(server, async () => {
      replies.push(await putUserDoctor(admin, id, doctorId), await putUserDoctor(admin, id, doctorId));
      replies.push(await putUserDoctor(admin, id, null));
    });
    expect(replies.map(linkedDoctor)).toEqual([{ id: doctorId, name }, { id: doctorId, name }, null]);
    expect(lines).toEqual([
      ['user_doctor_changed', 'done', { user_id: id, from: 'none', to: doctorId }],
      ['user_doctor_changed', 'done', { user_id: id, from: doctorId, to: 'none' }],
    ]);
  });

  it('P10.127 linking a second doctor to a user replaces the link to the first doctor, who can be linked to another user again', async () => {
    const [{ id }, first, second] = [await createActiveUser(), await makeDoctor(), await makeDoctor()];
    await putUserDoctor(admin, id, first.id);
    expect(linkedDoctor(await putUserDoctor(admin, id, second.id))).toMatchObject({ id: second.id });
    expect(linkedDoctor(await putUserDoctor(admin, (await createActiveUser()).id, first.id))).toMatchObject({
      id: first.id,
    });
  });

  it('P10.127 the server rejects a doctor who is linked to another user, inactive or unknown, and reports the error at the field', async () => {
    const [{ id }, taken, inactive] = [await createActiveUser(), await makeDoctor(), await makeDoctor()];
    await putUserDoctor(admin, (await createActiveUser()).id, taken.id);
    await admin.send('PATCH', `/doctors/${inactive.id}/status`, { json: { is_active: false } });
    const linkProblems = async (doctorId: string) =>
      fieldProblemsOf(await putUserDoctor(admin, id, doctorId));
    expect(await linkProblems(taken.id)).toEqual({
      doctor_id: 'Este médico ya es de otra persona. Quítaselo primero.',
    });
    expect(await linkProblems(inactive.id)).toEqual({ doctor_id: 'El médico está inactivo. Elige otro.' });
    expect(await linkProblems(randomUUID())).toEqual({ doctor_id: 'El médico no existe.' });
    expect(rejectionOf(await putUserDoctor(admin, randomUUID(), null))).toEqual([404, 'not_found']);
  });

  it('P10.127 when two users get one doctor at once, one link succeeds; two users cannot swap doctors at the same time', async () => {
    const [one, other, doctor, spare] = [
      await createActiveUser(),
      await createActiveUser(),
      await makeDoctor(),
      await makeDoctor(),
    ];
    const taken = await Promise.all([
      putUserDoctor(admin, one.id, doctor.id),
      putUserDoctor(globalAdministrator, other.id, doctor.id),
    ]);
    expect(statusesOf(taken)).toEqual([200, 400]);
    const [owner, free] = taken[0]?.statusCode === 200 ? [one, other] : [other, one];
    await putUserDoctor(admin, free.id, spare.id);
    const swapped = await Promise.all([
      putUserDoctor(admin, owner.id, spare.id),
      putUserDoctor(globalAdministrator, free.id, doctor.id),
    ]);
    expect(statusesOf(swapped)).toEqual([400, 400]);
  });

  it("P10.127 the server rejects a doctor's link with an earlier revision of the user; saving the doctor in the catalogue keeps the link", async () => {
    const [{ id }, doctor] = [await createActiveUser(), await makeDoctor()];
    const reply = await putUserDoctor(admin, id, doctor.id);
    const stale = await putUserDoctor(admin, id, null, { 'if-match': '"r1"' });
    expect(rejectionOf(stale)).toEqual([412, 'precondition_failed']);
    await admin.send('PUT', `/doctors/${doctor.id}`, { json: { name: 'Dra. Otra', license_number: 'L-9' } });
    const again = await putUserDoctor(admin, id, doctor.id, { 'if-match': String(reply.headers['etag']) });
    expect(linkedDoctor(again)).toEqual({ id: doctor.id, name: 'Dra. Otra' });
  });
});

describe("P10.128 last day of a doctor's licence", () => {
  const putDoctor = (id: string, day?: unknown) =>
    admin.send('PUT', `/doctors/${id}`, {
      json: {
        name: 'Dra. Día',
        license_number: 'L-1',
        ...(day !== undefined && { license_valid_until: day }),
      },
    });
  const dayOf = (reply: Reply) => responseOf(Doctor, reply).license_valid_until;

  it('P10.128 the server stores the last day of a licence, keeps it when a client omits it, and removes it when the client sends an empty value', async () => {
    const { id, license_valid_until: first } = await makeDoctor();
    expect(first).toBeNull();
    expect(dayOf(await putDoctor(id, '2031-08-14'))).toBe('2031-08-14');
    expect(dayOf(await putDoctor(id))).toBe('2031-08-14');
    expect(dayOf(await putDoctor(id, ''))).toBeNull();
    expect(fieldProblemsOf(await putDoctor(id, '2031-02-30'))).toEqual({
      license_valid_until: 'Formato esperado AAAA-MM-DD',
    });
  });
});
