// @module-tag landing
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_BASE } from '#contract/routes/routes.ts';
import { Verification } from '#contract/records/evaluation/verification.ts';
import { newestSignedDocument } from '#tests/support/documents/signed-documents.ts';
import { signInForRequests } from '#tests/support/server/server-calls.ts';
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const DOCTOR_EMAIL = 'medico@alisos.demo';
let server: ServerProcess;

beforeAll(async () => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'provider'], { cwd: root });
  server = await startServer();
});
afterAll(() => server.destroy());

async function readIssuedDocuments(id: string): Promise<{ concept: string; verification: Verification }> {
  const send = await signInForRequests(server, DOCTOR_EMAIL);
  const concept = (await send('GET', `/evaluations/${id}/concept-pdf`)).toString('base64');
  const { code } = await newestSignedDocument(server);
  const response = await fetch(`${server.origin}${API_BASE}/verifications/${code}`);
  return { concept, verification: Verification.parse(await response.json()) };
}

async function restartServer(): Promise<void> {
  server = await startServer({ dataDir: server.dataDir });
}

test('P10.113 a concept keeps its bytes and its fingerprint after a stop and after a kill of the server', async () => {
  const { evaluationId: id } = await newestSignedDocument(server);
  const send = await signInForRequests(server, DOCTOR_EMAIL);
  await send('POST', `/evaluations/${id}/reopen`, { reason: 'Faltó un dato del cargo' });
  const [doctor] = await server.query<{ id: string }>(
    'select doctors.id from doctors join users on users.id = user_id where email = $1',
    [DOCTOR_EMAIL],
  );
  await send('POST', `/evaluations/${id}/sign`, {
    doctor_id: doctor?.id,
    confirmed: { without_concept: true, disclosure_reason: 'Se acordó con el trabajador' },
  });
  const first = await readIssuedDocuments(id);
  expect(Buffer.from(first.concept, 'base64').subarray(0, 5).toString()).toBe('%PDF-');

  // The letterhead changes here, so a concept that is rendered again would differ.
  await server.query(`update branches set name = 'Otra sede', address = 'Otra dirección'`);
  expect(await server.stop()).toBe(0);
  await restartServer();
  expect(await readIssuedDocuments(id)).toEqual(first);
  await server.kill();
  await restartServer();
  expect(await readIssuedDocuments(id)).toEqual(first);
});
