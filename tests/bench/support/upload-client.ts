import { randomUUID } from 'node:crypto';
import { HEADER } from '#contract/headers.ts';
import { openSignedInLightClient } from './light-client.ts';

/** Photo and signature of one visit, as the device sends them. */
export interface Pictures {
  readonly photo: Buffer;
  readonly signature: Buffer;
}

const BOUNDARY = 'ventanilla-bench';
const CONCURRENT_UPLOADS = 8;

/** Builds the multipart body before the measurement, so that the encoding is not measured. */
function encodeMultipartBody(type: keyof Pictures, bytes: Buffer): Buffer {
  const partHead = (head: string) => `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(`${partHead('name="type"')}${type}\r\n${partHead('name="file"; filename="imagen"')}`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

interface TimedUpload {
  readonly path: string;
  readonly type: string;
  readonly body: Buffer;
}

export interface UploadClient {
  /**
   * Sends `count` visits of an evaluation and two pictures each, with eight concurrent calls, as two tablets would.
   * @throws unless the server accepts all of them
   */
  sendVisits(count: number, pictures: Pictures): Promise<void>;
  close(): void;
}

export async function openUploadClient(origin: string): Promise<UploadClient> {
  const client = await openSignedInLightClient(origin, {
    email: 'recepcion@alisos.demo',
    atOnce: CONCURRENT_UPLOADS,
  });
  const firstOf = async (list: string): Promise<string> => {
    const { items } = JSON.parse(await client.call({ method: 'GET', path: list })) as {
      items: readonly { id: string }[];
    };
    return items[0]?.id ?? '';
  };
  const [typeId, companyId] = [await firstOf('/evaluation-types'), await firstOf('/companies')];
  let people = 0;

  const post = async ({ path, type, body }: TimedUpload): Promise<string> => {
    const headers = {
      'content-type': type,
      'content-length': body.length,
      [HEADER.idempotencyKey]: randomUUID(),
    };
    const made = await client.call({ method: 'POST', path, headers, body });
    return (JSON.parse(made) as { id: string }).id;
  };
  const registration = (): TimedUpload => {
    people += 1;
    const patient = {
      identification_type: 'CC',
      identification_number: `77${Date.now() % 1e8}${people}`,
      first_name: 'Medida',
      last_name: 'Ficticia',
    };
    const body = { evaluation_type_id: typeId, employer_company_id: companyId, patient };
    return { path: '/evaluations', type: 'application/json', body: Buffer.from(JSON.stringify(body)) };
  };
  return {
    sendVisits: async (count, { photo, signature }) => {
      const type = `multipart/form-data; boundary=${BOUNDARY}`;
      const forms = [encodeMultipartBody('photo', photo), encodeMultipartBody('signature', signature)];
      let left = count;
      const runWorker = async () => {
        while (left-- > 0) {
          const path = `/evaluations/${await post(registration())}/media`;
          for (const body of forms) await post({ path, type, body });
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, runWorker));
    },
    close: () => client.close(),
  };
}
