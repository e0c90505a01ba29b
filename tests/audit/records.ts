import { randomInt, randomUUID } from 'node:crypto';
import { pdf } from '#tests/api/support/files/pdf.ts';
import { photo, getSignaturePng } from '#tests/api/support/files/pictures.ts';
import type { BaseContractClient, Reply, Upload } from './client.ts';
import type { AuditUserName } from './people.ts';

export const randomRowCode = (): string => `AU-${randomUUID().slice(0, 8)}`;
export const randomEmail = (): string => `${randomUUID()}@prueba.demo`;
export const randomDocumentNumber = (): string => `98${randomInt(10_000_000, 100_000_000)}`;

export const jpegFile = async (): Promise<Upload> => ({
  bytes: await photo(randomInt(0, 100)),
  name: 'foto.jpg',
  type: 'image/jpeg',
});
export const pngFile = async (name = 'firma.png'): Promise<Upload> => ({
  bytes: await getSignaturePng(),
  name,
  type: 'image/png',
});
export const pdfFile = (): Upload => ({
  bytes: pdf(randomUUID()),
  name: 'informe.pdf',
  type: 'application/pdf',
});

export const createPatientBody = (other: object = {}) => ({
  identification_type: 'CC',
  identification_number: randomDocumentNumber(),
  first_name: 'Zoraida',
  last_name: 'Quiñónez',
  ...other,
});

/**
 * Returns the response unchanged.
 * @throws unless its status is below 300
 */
export function requireSuccess(reply: Reply): Reply {
  if (reply.status >= 300) throw new Error(`${reply.status}: ${reply.bytes.toString('utf8')}`);
  return reply;
}

/** Creates the audit's catalogue rows and evaluations through calls of the base contract. No other test uses these rows. */
export class AuditRecords {
  readonly #as: (person: AuditUserName) => Promise<BaseContractClient>;
  #ids: Promise<Record<'type' | 'employer' | 'contractor' | 'exam' | 'doctor', string>> | null = null;

  constructor(as: (person: AuditUserName) => Promise<BaseContractClient>) {
    this.#as = as;
  }

  async #make(path: string, body: object): Promise<string> {
    return requireSuccess(await (await this.#as('admin')).post(path, body)).text('id');
  }

  /** Creates a doctor and links it to the audit's user 'doctor', so that signing needs only `doctor_id`. */
  async #ownDoctor(): Promise<string> {
    const id = await this.#make('/doctors', { name: 'Dra. Repaso', license_number: randomRowCode() });
    const user = requireSuccess(await (await this.#as('doctor')).get('/auth/me')).text('user_id');
    requireSuccess(await (await this.#as('admin')).put(`/admin/users/${user}/doctor`, { doctor_id: id }));
    return id;
  }

  async #basis() {
    return {
      type: await this.#make('/evaluation-types', { code: randomRowCode(), name: 'Ingreso del repaso' }),
      employer: await this.#make('/companies', { code: randomRowCode(), name: 'Empleadora del repaso' }),
      contractor: await this.#make('/companies', { code: randomRowCode(), name: 'Contratante del repaso' }),
      exam: await this.#make('/exams', { code: randomRowCode(), name: 'Examen del repaso' }),
      doctor: await this.#ownDoctor(),
    };
  }

  get ids() {
    this.#ids ??= this.#basis();
    return this.#ids;
  }

  company = () => this.#make('/companies', { code: randomRowCode(), name: 'Otra del repaso' });
  exam = () => this.#make('/exams', { code: randomRowCode(), name: 'Otro examen del repaso' });
  type = () => this.#make('/evaluation-types', { code: randomRowCode(), name: 'Otro tipo del repaso' });
  doctor = () => this.#make('/doctors', { name: 'Dr. Otro Repaso', license_number: randomRowCode() });
  branch = async () =>
    this.#make('/branches', { company_id: (await this.ids).employer, name: `Sede ${randomRowCode()}` });
  user = (other: object = {}) =>
    this.#make('/admin/users', { email: randomEmail(), display_name: 'Persona Nueva', ...other });

  async body(other: object = {}) {
    const { type, employer } = await this.ids;
    return {
      evaluation_type_id: type,
      employer_company_id: employer,
      patient: createPatientBody(),
      ...other,
    };
  }

  async evaluation(other: object = {}): Promise<string> {
    return requireSuccess(await (await this.#as('desk')).post('/evaluations', await this.body(other))).text(
      'id',
    );
  }

  async picture(id: string, type: 'photo' | 'signature'): Promise<Reply> {
    const file = type === 'photo' ? await jpegFile() : await pngFile();
    return (await this.#as('desk')).upload(`/evaluations/${id}/media`, { type, file });
  }

  async order(id: string, result_notes: string | null = 'Normal.'): Promise<string> {
    const orders = [{ exam_id: (await this.ids).exam, result_notes }];
    const reply = await (await this.#as('doctor')).patch(`/evaluations/${id}/exam-orders`, { orders });
    return requireSuccess(reply).text('orders.0.id');
  }

  async note(id: string, content = 'Apto.', note_type = 'concepto'): Promise<Reply> {
    const notes = [{ note_type, content }];
    return (await this.#as('doctor')).put(`/evaluations/${id}/notes`, { notes });
  }

  async sign(id: string): Promise<Reply> {
    return (await this.#as('doctor')).post(`/evaluations/${id}/sign`, { doctor_id: (await this.ids).doctor });
  }

  async createReadyEvaluation(other: object = {}): Promise<string> {
    const id = await this.evaluation(other);
    requireSuccess(await this.picture(id, 'photo'));
    requireSuccess(await this.picture(id, 'signature'));
    await this.order(id);
    requireSuccess(await this.note(id));
    return id;
  }

  async createClosedEvaluation(): Promise<string> {
    const id = await this.createReadyEvaluation();
    requireSuccess(await this.sign(id));
    return id;
  }

  async read(id: string): Promise<Reply> {
    return (await this.#as('doctor')).get(`/evaluations/${id}`);
  }
}
