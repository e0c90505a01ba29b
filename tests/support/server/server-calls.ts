import { API_BASE } from '#contract/routes/routes.ts';
import { DEMO_PASSWORD } from '#server/demo/clinic.ts';
import type { ServerProcess } from './server-process.ts';

/**
 * Sends a request of a signed-in user without a browser.
 * @throws unless the server responds with success
 */
export type SendRequest = (method: string, path: string, body?: object | FormData) => Promise<Buffer>;

async function expectSuccess(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`The provider answered ${response.status}`);
  return response;
}

/** Signs in with a cookie and without a device key. The session is separate from the browser's. */
export async function signInForRequests(
  { origin }: Pick<ServerProcess, 'origin'>,
  email: string,
): Promise<SendRequest> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email, password: DEMO_PASSWORD });
  const session = await expectSuccess(
    await fetch(`${origin}${API_BASE}/auth/login`, { method: 'POST', headers, body }),
  );
  const [cookie = ''] = session.headers.getSetCookie().map((line) => line.split(';')[0]);
  return async (method, path, sent) => {
    const isForm = sent instanceof FormData;
    const response = await fetch(`${origin}${API_BASE}${path}`, {
      method,
      headers: { cookie, ...(sent && !isForm && headers) },
      ...(sent && { body: isForm ? sent : JSON.stringify(sent) }),
    });
    return Buffer.from(await (await expectSuccess(response)).arrayBuffer());
  };
}
