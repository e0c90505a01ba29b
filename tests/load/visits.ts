import { createHash, randomUUID } from 'node:crypto';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { formatContentDigest, mediaParts, createMultipartBody } from '#tests/api/support/files/multipart.ts';
import { photo } from '#tests/api/support/files/pictures.ts';
import type { FuzzFiles } from '#tests/fuzz/files.ts';
import type { FuzzWorld } from '#tests/fuzz/world.ts';
import type { HttpResponse, RetryingClient, LoadRequest } from './client.ts';

/** Data of one visit that the server has acknowledged, so it must not change later. */
export interface AcknowledgedVisit {
  readonly evaluationId: string;
  readonly key: string;
  readonly media: readonly { readonly type: string; readonly sha256: string }[];
  readonly isSigned: boolean;
}

export interface LoadVisitContext {
  readonly world: FuzzWorld;
  readonly files: FuzzFiles;
  readonly client: RetryingClient;
  readonly onAnswer: () => void;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const VISITS_PER_SIGNATURE = 4;
const VISITS_PER_REPEATED_REQUEST = 5;

class Visit {
  readonly #clinic: LoadVisitContext;
  readonly #number: number;

  constructor(clinic: LoadVisitContext, number: number) {
    this.#clinic = clinic;
    this.#number = number;
  }

  async run(): Promise<AcknowledgedVisit> {
    const key = randomUUID();
    const { id } = CreatedEvaluation.parse((await this.#keyed(this.#registration(key))).body);
    const [face, signature] = [await photo(this.#number % 150), this.#clinic.files.signature];
    await Promise.all([this.#upload(id, 'photo', face), this.#upload(id, 'signature', signature)]);
    await this.#expect(this.#as('doctor', 'GET', '/evaluations?page=1'), [200]);
    const isSigned = this.#number % VISITS_PER_SIGNATURE === 0;
    if (isSigned) await this.#sign(id);
    const media = [
      { type: 'photo', sha256: sha256(face) },
      { type: 'signature', sha256: sha256(signature) },
    ];
    return { evaluationId: id, key, media, isSigned };
  }

  #as(who: 'desk' | 'doctor', method: LoadRequest['method'], path: string, value?: unknown): LoadRequest {
    const cookie = this.#clinic.world.cookie(who) ?? '';
    if (value === undefined) return { method, path, headers: { cookie } };
    const headers = { cookie, 'content-type': 'application/json' };
    return { method, path, headers, body: JSON.stringify(value) };
  }

  #registration(key: string): LoadRequest {
    const { names } = this.#clinic.world;
    const request = this.#as('desk', 'POST', '/evaluations', {
      evaluation_type_id: names['types.entry'],
      employer_company_id: names['companies.builder'],
      patient: {
        identification_type: 'CC',
        // Two consecutive visits have the same document number, because a patient may arrive twice, even at the same moment.
        identification_number: `88${Math.floor(this.#number / 2)}`,
        first_name: 'Ana',
        last_name: 'Prueba',
        occupation_name: `Oficio ${this.#number % 7}`,
      },
    });
    const digest = formatContentDigest(String(request.body));
    return { ...request, headers: { ...request.headers, 'idempotency-key': key, 'content-digest': digest } };
  }

  async #upload(id: string, type: string, file: Buffer): Promise<void> {
    const { body, type: contentType } = createMultipartBody(mediaParts(type, file));
    const request = this.#as('desk', 'POST', `/evaluations/${id}/media`);
    const headers = {
      ...request.headers,
      'content-type': contentType,
      'idempotency-key': randomUUID(),
      'content-digest': formatContentDigest(file),
    };
    await this.#keyed({ ...request, headers, body: new Uint8Array(body) });
  }

  async #sign(id: string): Promise<void> {
    const { names } = this.#clinic.world;
    const orders = [{ exam_id: names['exams.hearing'], result_notes: 'Normal.' }];
    const notes = [{ note_type: 'concepto', content: 'Apto.' }];
    // Status 400 means that an attempt whose response was lost has already added the exam. The app notices this at its next
    // read.
    await this.#expect(this.#as('doctor', 'PATCH', `/evaluations/${id}/exam-orders`, { orders }), [200, 400]);
    await this.#expect(this.#as('doctor', 'PUT', `/evaluations/${id}/notes`, { notes }), [200]);
    const doctor_id = names['doctors.signer'];
    // Status 409 (evaluation_closed) means that an attempt whose response was lost has already signed.
    await this.#expect(this.#as('doctor', 'POST', `/evaluations/${id}/sign`, { doctor_id }), [200, 409]);
  }

  async #expect(request: LoadRequest, statuses: readonly number[]): Promise<HttpResponse> {
    const response = await this.#clinic.client.send(request);
    if (!statuses.includes(response.status))
      throw new Error(`${request.method} ${request.path}: ${response.status} ${response.code ?? ''}`);
    this.#clinic.onAnswer();
    return response;
  }

  /** Sends the request. Every fifth visit sends it twice, as after a lost response, and expects equal responses. */
  async #keyed(request: LoadRequest): Promise<HttpResponse> {
    const response = await this.#expect(request, [201]);
    if (this.#number % VISITS_PER_REPEATED_REQUEST > 0) return response;
    const again = await this.#expect(request, [201]);
    if (!again.replayed || JSON.stringify(again.body) !== JSON.stringify(response.body))
      throw new Error(`${request.path}: another answer under the same key`);
    return response;
  }
}

/**
 * Registers one patient with both pictures; every fourth visit is also examined and signed. Returns when the server has
 * acknowledged everything.
 */
export const runVisit = (clinic: LoadVisitContext, number: number): Promise<AcknowledgedVisit> =>
  new Visit(clinic, number).run();
