import type { RouteName } from '#contract/routes/routes.ts';
import type { ApiResponse } from '#network/response.ts';
import type { CallInput } from '#network/client.ts';

export const COMPANY_ID = '77777777-7777-4777-8777-777777777777';
export const OTHER_ROW_ID = '88888888-8888-4888-8888-888888888888';

export const okResponse = <Body>(body: Body, status = 200): ApiResponse<Body> => ({
  type: 'ok',
  status,
  body,
  headers: new Headers(),
});

export const rejectedResponse = (
  status: number,
  message = '',
  details: readonly { field: string; message: string }[] = [],
): ApiResponse<never> => ({
  type: 'error',
  refusal: { status, code: null, message, details: [...details] },
  retryAfter: null,
});

export const noResponse: ApiResponse<never> = { type: 'silence', cause: 'no_answer' };

export const companyRow = (patch: object = {}) => ({
  id: COMPANY_ID,
  code: 'FLO',
  name: 'Flores del Páramo',
  billing_name: 'Flores S.A.S.',
  city: null,
  is_active: true,
  revision: 3,
  ...patch,
});

export const doctorRow = (patch: object = {}) => ({
  id: OTHER_ROW_ID,
  name: 'Dra. Demo',
  license_number: 'L-1',
  signature_key: null,
  is_active: true,
  revision: 1,
  ...patch,
});

export const createListPage = <Item>(items: Item[], total = items.length) => ({
  items,
  total_count: total,
  page: 1,
  page_size: 20,
});

/** Simulated server that responds to calls by name and records them. It rejects calls that the test does not expect. */
export class CatalogServer {
  readonly #answers = new Map<string, (input: CallInput) => ApiResponse<unknown>>();
  readonly calls: { readonly name: RouteName; readonly input: CallInput }[] = [];

  on(name: RouteName, response: ApiResponse<unknown> | ((input: CallInput) => ApiResponse<unknown>)): void {
    this.#answers.set(name, typeof response === 'function' ? response : () => response);
  }

  /** Returns the present response of the call, for a test that wraps it. */
  response(name: RouteName): (input: CallInput) => ApiResponse<unknown> {
    return this.#answers.get(name) ?? (() => noResponse);
  }

  ask(name: RouteName, input: CallInput = {}): Promise<ApiResponse<unknown>> {
    this.calls.push({ name, input });
    const response = this.#answers.get(name);
    return response ? Promise.resolve(response(input)) : Promise.reject(new Error(`nobody expects ${name}`));
  }

  last(name: RouteName): CallInput | undefined {
    return this.calls.filter((call) => call.name === name).at(-1)?.input;
  }

  forget(): void {
    this.#answers.clear();
    this.calls.length = 0;
  }
}
