import { Agent, request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { API_BASE } from '#contract/routes/routes.ts';
import { DEMO_PASSWORD } from '#server/demo/clinic.ts';

interface LightCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: Buffer;
}

/**
 * HTTP client that uses little processor time. `fetch` would use more time than most responses take, on the same cores as the
 * measured server.
 */
export interface LightClient {
  /**
   * @returns the body as text
   * @throws unless the response is a success
   */
  call(call: LightCall): Promise<string>;
  close(): void;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Signs in at the demo clinic with a session cookie only. The client then sends at most `atOnce` calls concurrently. */
export async function openSignedInLightClient(
  origin: string,
  { email, atOnce }: { readonly email: string; readonly atOnce: number },
): Promise<LightClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const { port } = new URL(origin);
  const body = JSON.stringify({ email, password: DEMO_PASSWORD });
  const login = { method: 'POST', headers: JSON_TYPE, body };
  const session = await fetch(`${origin}${API_BASE}/auth/login`, login);
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  const call = ({ method, path, headers, body: sentBody }: LightCall): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port,
        agent,
        method,
        path: API_BASE + path,
        headers: { cookie, 'accept-encoding': 'br', ...headers },
      });
      sent.on('error', reject).on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          const isSmall = response.headers['content-encoding'] !== 'br';
          const text = (isSmall ? bytes : brotliDecompressSync(bytes)).toString();
          const { statusCode = 0 } = response;
          if (statusCode >= 200 && statusCode < 300) resolve(text);
          else reject(new Error(`${path}: ${statusCode} ${text}`));
        });
      });
      sent.end(sentBody);
    });
  return { call, close: () => agent.destroy() };
}
