import https from 'node:https';
import http from 'node:http';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { API_BASE } from '#contract/routes/routes.ts';
import { photo, getSignaturePng } from '#tests/api/support/files/pictures.ts';

/** Address of the server, either behind Caddy with a verified certificate or without TLS. */
export interface ServerAddress {
  /** Local IP address; 127.0.0.1 by default. */
  readonly host?: string;
  readonly port: number;
  /** Host name that tablets use, and the certificate of the authority in `ca`; null without TLS. */
  readonly tls: { readonly name: string; readonly ca: string } | null;
}
export interface HttpResponse {
  readonly status: number;
  readonly body: Buffer;
  readonly cookie: string | null;
}

const EMAIL = 'jefa@clinica.test';
const PASSWORD = 'Contenedor-2026';
const IdRow = z.object({ id: z.string() });
const Session = z.object({ user_id: z.string() });
const IdRowList = z.object({ items: z.array(IdRow) });

/** HTTP client with the session of one user. */
export class SessionClient {
  readonly #place: ServerAddress;
  #cookie = '';

  constructor(place: ServerAddress) {
    this.#place = place;
  }

  /** @throws if no response arrives */
  async call(method: string, path: string, content?: object | FormData): Promise<HttpResponse> {
    const request = new Request('http://localhost', { method, ...toRequestInit(content) });
    const body = Buffer.from(await request.arrayBuffer());
    const type = request.headers.get('content-type');
    const { host = '127.0.0.1', port, tls } = this.#place;
    const headers = {
      host: tls?.name ?? `${host}:${port}`,
      cookie: this.#cookie,
      'idempotency-key': randomUUID(),
      ...(type === null ? {} : { 'content-type': type, 'content-length': body.length }),
    };
    const options = {
      port,
      method,
      path: `${API_BASE}${path}`,
      headers,
      timeout: 20_000,
      agent: false as const,
    };
    const answer = await new Promise<HttpResponse>((resolve, reject) => {
      const receive = (response: http.IncomingMessage) =>
        void readHttpResponse(response).then(resolve, reject);
      const sent = tls
        ? https.request({ ...options, host, servername: tls.name, ca: tls.ca }, receive)
        : http.request({ ...options, host }, receive);
      sent.once('error', reject);
      sent.once('timeout', () => sent.destroy(new Error('no answer within 20 s')));
      sent.end(body);
    });
    if (answer.cookie) this.#cookie = answer.cookie;
    return answer;
  }

  /**
   * @returns the body
   * @throws if the server rejects the call
   */
  async request(method: string, path: string, content?: object | FormData): Promise<Buffer> {
    const { status, body } = await this.call(method, path, content);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${body.toString('utf8').slice(0, 500)}`);
    return body;
  }

  async userId(): Promise<string> {
    return Session.parse(JSON.parse((await this.request('GET', '/auth/me')).toString('utf8'))).user_id;
  }

  async createRow(path: string, content: object): Promise<string> {
    return IdRow.parse(JSON.parse((await this.request('POST', path, content)).toString('utf8'))).id;
  }
}

const toRequestInit = (content?: object | FormData): RequestInit => {
  if (content === undefined) return {};
  if (content instanceof FormData) return { body: content };
  return { body: JSON.stringify(content), headers: { 'content-type': 'application/json' } };
};

async function readHttpResponse(response: http.IncomingMessage): Promise<HttpResponse> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? null;
  return { status: response.statusCode ?? 0, body: Buffer.concat(parts), cookie };
}

/**
 * Opens the first administrator's link and creates a clinic with one row of each kind and one signed evaluation.
 * @returns the evaluation's id
 */
export async function createClinicWithEvaluation(caller: SessionClient, token: string): Promise<string> {
  const account = { token, email: EMAIL, display_name: 'Jefa de Prueba', password: PASSWORD };
  await caller.request('POST', '/setup/administrator', account);
  const company = await caller.createRow('/companies', { code: 'C1', name: 'Clínica de Prueba' });
  const branch = await caller.createRow('/branches', { company_id: company, name: 'Sede Centro' });
  const type = await caller.createRow('/evaluation-types', { code: 'ING', name: 'Ingreso' });
  const doctor = await caller.createRow('/doctors', { name: 'Médica de Prueba', license_number: 'RM-1' });
  const exam = await caller.createRow('/exams', { code: 'EMO', name: 'Evaluación médica' });
  await caller.request('PUT', '/me/branch/active', { branch_id: branch });
  const patient = {
    identification_type: 'CC',
    identification_number: '9900001',
    first_name: 'Ana',
    last_name: 'Prueba',
  };
  const id = await caller.createRow('/evaluations', {
    evaluation_type_id: type,
    employer_company_id: company,
    patient,
  });
  await uploadMediaFile(caller, id, 'photo', await photo());
  await uploadMediaFile(caller, id, 'signature', await getSignaturePng());
  const orders = [{ exam_id: exam, result_notes: 'Normal.' }];
  await caller.request('PATCH', `/evaluations/${id}/exam-orders`, { orders });
  await caller.request('PUT', `/evaluations/${id}/notes`, {
    notes: [{ note_type: 'concepto', content: 'Apto.' }],
  });
  await caller.request(
    'POST',
    `/doctors/${doctor}/signature`,
    createFormData({ file: await getSignaturePng() }),
  );
  await caller.request('PUT', `/admin/users/${await caller.userId()}/doctor`, { doctor_id: doctor });
  await caller.request('POST', `/evaluations/${id}/sign`, { doctor_id: doctor });
  return id;
}

function createFormData(fields: Readonly<Record<string, string | Buffer>>): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') made.set(name, value);
    else made.set(name, new Blob([new Uint8Array(value)]), 'imagen');
  return made;
}
const uploadMediaFile = (caller: SessionClient, id: string, type: string, file: Buffer) =>
  caller.request('POST', `/evaluations/${id}/media`, createFormData({ type, file }));

/**
 * Signs in again and checks that the evaluation, its pictures and its document still exist.
 * @throws if one of them is missing
 */
export async function expectEvaluationStored(place: ServerAddress, id: string): Promise<void> {
  const caller = new SessionClient(place);
  await caller.request('POST', '/auth/login', { email: EMAIL, password: PASSWORD });
  const [branch] = IdRowList.parse(
    JSON.parse((await caller.request('GET', '/branches')).toString('utf8')),
  ).items;
  await caller.request('PUT', '/me/branch/active', { branch_id: branch?.id });
  const found = (await caller.request('GET', `/evaluations/${id}`)).toString('utf8');
  const files = [...found.matchAll(/"storage_path":"([^"]+)"/g)].map(([, file = '']) => `/files/${file}`);
  if (files.length < 2) throw new Error(`the evaluation has ${files.length} pictures: ${found}`);
  for (const file of files)
    if ((await caller.request('GET', file)).length < 100) throw new Error(`${file} is empty`);
  const paper = await caller.request('GET', `/evaluations/${id}/concept-pdf`);
  if (!paper.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('the concept is no PDF');
}
