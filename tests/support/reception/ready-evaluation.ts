import { randomUUID } from 'node:crypto';
import { drawSignature } from '#server/demo/pictures.ts';
import { repeatableRandom } from '#server/demo/random.ts';
import type { ClinicUser } from '../server/clinic.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { type SendRequest, signInForRequests } from '../server/server-calls.ts';
import type { Visitor } from '../base/patients.ts';
import type { OfficePage } from './office.ts';

export async function addPictures(send: SendRequest, id: string): Promise<void> {
  const drawn = await drawSignature(repeatableRandom(7));
  for (const type of ['photo', 'signature']) {
    const form = new FormData();
    form.set('type', type);
    form.set('file', new Blob([new Uint8Array(drawn)], { type: 'image/png' }), `${type}.png`);
    await send('POST', `/evaluations/${id}/media`, form);
  }
}

/**
 * Creates, in another session, an evaluation that lacks only the doctor's signature, and returns its id. With an empty concept,
 * no aptitude is chosen.
 */
export async function createUnsignedEvaluation(
  office: OfficePage,
  doctor: ClinicUser,
  { person, concept }: { readonly person: Visitor; readonly concept: string },
): Promise<string> {
  const id = await office.createEvaluation(doctor, person);
  const send = await signInForRequests(office, doctor.email);
  await addPictures(send, id);
  const exams = JSON.parse((await send('GET', '/exams?page_size=1')).toString()) as {
    items: { id: string }[];
  };
  const orders = exams.items.map((exam) => ({ exam_id: exam.id, result_notes: 'Normal.' }));
  await send('PATCH', `/evaluations/${id}/exam-orders`, { orders });
  const notes = [
    { note_type: 'concepto', content: concept },
    { note_type: 'recomendaciones', content: 'Pausas activas.' },
  ];
  const decisions = { aptitude: concept === '' ? null : 'apto' };
  await send('PUT', `/evaluations/${id}/notes`, { notes, decisions });
  return id;
}

/**
 * Adds a doctor to the catalogue, linked to the user if one is given, and returns the doctor's id. The name must be unique in
 * the run.
 */
export async function addDoctor(
  clinic: ServerProcess,
  name: string,
  user: ClinicUser | null,
): Promise<string> {
  const id = randomUUID();
  await clinic.query('insert into doctors (id, name, license_number, user_id) values ($1, $2, $3, $4)', [
    id,
    name,
    `LIC-${id.slice(0, 8)}`,
    user?.id ?? null,
  ]);
  return id;
}
