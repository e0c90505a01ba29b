import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { HEADER } from '#contract/headers.ts';
import { API_BASE } from '#contract/routes.ts';
import { DEMO_PASSWORD } from '#server/demo/clinic.ts';

/** The two pictures of one visit, as the device sends them. */
export interface Pictures {
  readonly photo: Buffer;
  readonly signature: Buffer;
}

const BOUNDARY = 'ventanilla-bench';
const AT_ONCE = 8;

/** Made once: the clock sees no form being written. */
function formOf(type: keyof Pictures, bytes: Buffer): Buffer {
  const part = (head: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${part('name="type"')}${type}\r\n${part('name="file"; filename="imagen"')}`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

/** A call of a device that costs the machine as little as a call can. */
interface Call {
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

export interface UploadClient {
  /** Sends so many visits, each an evaluation and its two pictures, eight calls at once: two tablets. @throws unless all is kept */
  sendVisits(count: number, pictures: Pictures): Promise<void>;
  close(): void;
}

/** Signs in at the front desk of the demo clinic, by a cookie alone. */
export async function openUploadClient(origin: string): Promise<UploadClient> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const { port } = new URL(origin);
  const json = { 'content-type': 'application/json' };
  const session = await fetch(`${origin}${API_BASE}/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: 'recepcion@alisos.demo', password: DEMO_PASSWORD }),
  });
  const cookie = session.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const firstOf = async (list: string): Promise<string> => {
    const answer = await fetch(`${origin}${API_BASE}${list}`, { headers: { cookie } });
    const { items } = (await answer.json()) as { items: readonly { id: string }[] };
    return items[0]?.id ?? '';
  };
  const [typeId, companyId] = [await firstOf('/evaluation-types'), await firstOf('/companies')];
  let people = 0;

  const post = ({ path, type, body }: Call): Promise<string> =>
    new Promise((resolve, reject) => {
      const headers = {
        cookie,
        'content-type': type,
        'content-length': body.length,
        [HEADER.idempotencyKey]: randomUUID(),
      };
      const sent = request({
        host: '127.0.0.1',
        port,
        agent,
        method: 'POST',
        path: API_BASE + path,
        headers,
      });
      sent.on('error', reject).on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.on('error', reject).on('end', () => {
          if (answer.statusCode === 201) resolve((JSON.parse(text) as { id: string }).id);
          else reject(new Error(`${path}: ${answer.statusCode} ${text}`));
        });
      });
      sent.end(body);
    });
  const registration = (): Call => {
    people += 1;
    const patient = {
      identification_type: 'CC',
      identification_number: `77${Date.now() % 1e8}${people}`,
      first_name: 'Medida',
      last_name: 'Ficticia',
    };
    const body = { evaluation_type_id: typeId, employer_company_id: companyId, patient };
    return { path: '/evaluations', type: json['content-type'], body: Buffer.from(JSON.stringify(body)) };
  };
  return {
    sendVisits: async (count, { photo, signature }) => {
      const type = `multipart/form-data; boundary=${BOUNDARY}`;
      const forms = [formOf('photo', photo), formOf('signature', signature)];
      let left = count;
      const hand = async () => {
        while (left-- > 0) {
          const path = `/evaluations/${await post(registration())}/media`;
          for (const body of forms) await post({ path, type, body });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, hand));
    },
    close: () => agent.destroy(),
  };
}
