import * as api from './generated/api.ts';

export interface ClientInput {
  readonly origin: string;
  readonly email: string;
  readonly password: string;
  readonly photo: Blob;
  readonly signature: Blob;
}

/** Returns a fetch function that stores and sends the session cookie, as a browser does. */
function cookieFetch(): typeof fetch {
  let cookie = '';
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(input, { ...init, headers });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = set.split(';')[0] ?? '';
    return response;
  };
}

interface ClientResponseData {
  readonly status: number;
  readonly data?: unknown;
}
/**
 * @returns the response if it has this status
 * @throws an error with the status and body of any other response
 */
function expectStatus<Answer extends ClientResponseData, Status extends Answer['status']>(
  reply: Answer,
  status: Status,
): Extract<Answer, { status: Status }> {
  if (reply.status !== status) throw new Error(`${reply.status}: ${JSON.stringify(reply.data)}`);
  return reply as Extract<Answer, { status: Status }>;
}

function firstRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The list is empty');
  return row;
}

/** @returns the evaluation's id */
async function registerWithMedia({ photo, signature }: ClientInput): Promise<string> {
  const types = expectStatus(await api.listEvaluationTypes({ query: 'ingreso' }), 200).data;
  const companies = expectStatus(await api.listCompanies({ pageSize: 1 }), 200).data;
  const body: api.CreateEvaluationBody = {
    evaluation_type_id: firstRow(types.items).id,
    employer_company_id: firstRow(companies.items).id,
    patient: {
      identification_type: 'CC',
      identification_number: '9999000123',
      first_name: 'Carla',
      last_name: 'Cliente',
    },
  };
  const headers = { idempotencyKey: crypto.randomUUID() };
  const { id } = expectStatus(await api.createEvaluation(body, headers), 201).data;
  if (expectStatus(await api.createEvaluation(body, headers), 201).data.id !== id)
    throw new Error('The same key made another evaluation');
  expectStatus(await api.addMedia(id, { type: 'photo', file: photo }), 201);
  expectStatus(await api.addMedia(id, { type: 'signature', file: signature }), 201);
  return id;
}

/** Saves a result and a note, and signs the evaluation. */
async function examineAndSign(id: string): Promise<api.Evaluation> {
  const exams = expectStatus(await api.listExams({}), 200).data;
  const doctors = expectStatus(await api.listDoctors({}), 200).data;
  const orders = [{ exam_id: firstRow(exams.items).id, result_notes: 'Dentro de lo normal.' }];
  expectStatus(await api.saveExamOrders(id, { orders }), 200);
  expectStatus(await api.saveNotes(id, { notes: [{ note_type: 'concepto', content: 'Apto.' }] }), 200);
  return expectStatus(await api.signEvaluation(id, { doctor_id: firstRow(doctors.items).id }), 200).data;
}

/**
 * Returns the PDF's bytes. They are taken from a copy of the response, because the generated client reads the body as text: the
 * response can also be a JSON error.
 */
async function fetchConceptPdf(id: string, send: typeof fetch): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  const recordingFetch: typeof fetch = async (input, init) => {
    const response = await send(input, init);
    bytes = new Uint8Array(await response.clone().arrayBuffer());
    return response;
  };
  expectStatus(await api.conceptPdf(id, { fetch: recordingFetch }), 200);
  return bytes;
}

/** Signs in, registers, signs and prints the concept, with the session cookie only (without a device key). */
export async function registerSignAndPrint(work: ClientInput) {
  const send = cookieFetch();
  api.defaults.baseUrl = `${work.origin}${api.servers.thisServer}`;
  api.defaults.fetch = send;
  const session = expectStatus(await api.login({ email: work.email, password: work.password }), 200).data;
  const id = await registerWithMedia(work);
  const evaluation = await examineAndSign(id);
  return { session, evaluation, concept: await fetchConceptPdf(id, send) };
}
