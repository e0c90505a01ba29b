import { vi } from 'vitest';
import { EXAM_ORDER_ID } from '../device.ts';
import { createErrorResponse } from './session-server.ts';

export const ENTRY_EVALUATION_TYPE = {
  id: 'a1111111-1111-4111-8111-111111111111',
  code: 'ING',
  name: 'Ingreso',
};
export const EXIT_EVALUATION_TYPE = {
  id: 'a2222222-2222-4222-8222-222222222222',
  code: 'RET',
  name: 'Retiro',
};
export const FLORES_COMPANY = { id: 'b1111111-1111-4111-8111-111111111111', code: 'FLO', name: 'Flores' };

interface StoredEvaluation {
  readonly id: string;
  readonly startedAt: number;
  readonly number: string;
  readonly type: string;
  readonly info: string | null;
  readonly media: { id: string; type: string; storage_path: string }[];
  readonly files: { id: string; original_name: string; storage_path: string }[];
  status: string;
}

/** Result of one call: executed or not, and whether its response arrives. A `Response` replaces the server's. */
export type RequestOutcome = 'answered' | 'lost_before' | 'lost_after' | Response;

/**
 * Replacement of `fetch` by a server that has only the base contract's calls. It stores no idempotency keys, and its responses
 * contain no codes or time.
 */
export class NonIdempotentServer {
  readonly evaluations: StoredEvaluation[] = [];
  readonly calls: string[] = [];
  /** Planned results of calls, by method and path. A call uses the first match, which is then removed. */
  readonly fates: [call: string, fate: RequestOutcome][] = [];
  now: () => number = Date.now;
  onSecondPicture: 'add' | 'refuse' = 'add';
  /** True if the session may open evaluations; a user who has only `register_patients` may not. */
  opensEvaluations = false;
  keepsKeys = false;

  constructor() {
    vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
      this.#meet(new Request(new URL(input, 'http://desk.test'), init)),
    );
  }

  add(patch: Partial<StoredEvaluation> & { number: string }): StoredEvaluation {
    const kept: StoredEvaluation = {
      id: crypto.randomUUID(),
      startedAt: this.now(),
      type: ENTRY_EVALUATION_TYPE.id,
      info: null,
      media: [],
      files: [],
      status: 'pendiente',
      ...patch,
    };
    this.evaluations.push(kept);
    return kept;
  }

  callsTo(call: string): string[] {
    return this.calls.filter((made) => made === call);
  }

  #fateOf(call: string): RequestOutcome {
    const at = this.fates.findIndex(([wanted]) => wanted === call);
    return (at < 0 ? undefined : this.fates.splice(at, 1)[0]?.[1]) ?? 'answered';
  }

  async #meet(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const call = `${request.method} ${pathname.replace('/api/v1', '').replace(/[0-9a-f-]{36}/, ':id')}`;
    this.calls.push(call);
    const fate = this.#fateOf(call);
    if (fate instanceof Response) return fate;
    if (fate === 'lost_before') throw new TypeError('Failed to fetch');
    const response = await this.#answer(call, request);
    if (fate === 'lost_after') throw new TypeError('Failed to fetch');
    if (this.keepsKeys) response.headers.set('idempotency-status', 'stored');
    return response;
  }

  async #answer(call: string, request: Request): Promise<Response> {
    const url = new URL(request.url);
    const id = /[0-9a-f-]{36}/.exec(url.pathname)?.[0];
    const kept = this.evaluations.find((evaluation) => evaluation.id === id);
    switch (call) {
      case 'POST /evaluations':
        return this.#create(await request.json());
      case 'GET /evaluations':
        return this.#list(url.searchParams);
      case 'GET /evaluations/:id':
        return kept && this.opensEvaluations
          ? Response.json(createEvaluationDetail(kept))
          : createRejectionResponse(kept ? 403 : 404);
      case 'POST /evaluations/:id/media':
        return kept ? this.#addPicture(kept, await request.formData()) : createRejectionResponse(404);
      case 'POST /evaluations/:id/attachments':
        return kept ? addAttachmentFile(kept, await request.formData()) : createRejectionResponse(404);
      default:
        return createRejectionResponse(404);
    }
  }

  #create(body: {
    evaluation_type_id: string;
    additional_info?: string;
    patient: { identification_number: string };
  }) {
    const { id } = this.add({
      number: body.patient.identification_number,
      type: body.evaluation_type_id,
      info: body.additional_info ?? null,
    });
    return Response.json({ id }, { status: 201 });
  }

  #list(query: URLSearchParams): Response {
    const statuses = query.get('status')?.split(',') ?? ['pendiente', 'en_proceso'];
    const from = Date.parse(`${query.get('from') ?? '2000-01-01'}T00:00:00-05:00`);
    const found = this.evaluations.filter(
      ({ status, number, startedAt }) =>
        statuses.includes(status) && number.includes(query.get('search') ?? '') && startedAt >= from,
    );
    const size = Number(query.get('page_size') ?? 10);
    const page = Number(query.get('page') ?? 1);
    const items = found.slice((page - 1) * size, page * size).map(createListItem);
    return Response.json({ items, total: found.length });
  }

  #addPicture(kept: StoredEvaluation, form: FormData): Response {
    const field = form.get('type');
    const type = typeof field === 'string' ? field : '';
    if (this.onSecondPicture === 'refuse' && kept.media.some((medium) => medium.type === type))
      return createRejectionResponse(409);
    const medium = { id: crypto.randomUUID(), type, storage_path: 'x' };
    kept.media.push(medium);
    return Response.json(medium, { status: 201 });
  }
}

const createRejectionResponse = (status: number) => Response.json({ message: 'No' }, { status });
export const busyResponse = () => createErrorResponse(503, 'unavailable');

function addAttachmentFile(kept: StoredEvaluation, form: FormData): Response {
  const file = form.get('file');
  const name = file instanceof File ? file.name : '';
  const attachment = { id: crypto.randomUUID(), original_name: name, storage_path: 'x' };
  kept.files.push(attachment);
  return Response.json(attachment, { status: 201 });
}

const evaluationTypeOf = (id: string) =>
  id === EXIT_EVALUATION_TYPE.id ? EXIT_EVALUATION_TYPE : ENTRY_EVALUATION_TYPE;

const createListItem = ({ id, status, startedAt, number, type }: StoredEvaluation) => ({
  id,
  status,
  started_at: new Date(startedAt).toISOString(),
  patient: { full_name: 'Zoraida Quiñones', identification_type: 'CC', identification_number: number },
  evaluation_type: { name: evaluationTypeOf(type).name, code: evaluationTypeOf(type).code },
  employer_company: { name: FLORES_COMPANY.name, code: FLORES_COMPANY.code },
  contractor_company: null,
});

const createEvaluationDetail = (kept: StoredEvaluation) => ({
  ...createListItem(kept),
  closed_at: null,
  additional_info: kept.info,
  patient: {
    id: crypto.randomUUID(),
    identification_type: 'CC',
    identification_number: kept.number,
    first_name: 'Zoraida',
    last_name: 'Quiñones',
  },
  evaluation_type: evaluationTypeOf(kept.type),
  employer_company: FLORES_COMPANY,
  doctor: null,
  exam_orders: [
    {
      id: EXAM_ORDER_ID,
      exam: { id: crypto.randomUUID(), name: 'Audiometría', code: 'AUD' },
      updated_at: new Date(kept.startedAt).toISOString(),
      result_notes: null,
      attachments: kept.files,
    },
  ],
  notes: [],
  media: kept.media,
});
