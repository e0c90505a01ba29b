// @module-tag landing
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { generateSource } from 'oazapfts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import { API_BASE } from '#contract/routes/routes.ts';
import { seedClinicalFixture } from '../support/clinical.ts';
import { PASSWORD, emailOf } from '../support/clinic.ts';
import { photo, getSignaturePng } from '../support/files/pictures.ts';
import { type Server, startServer } from '../support/server.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const CLIENT_FOLDER = path.join(ROOT, 'tests/client');
const GENERATED_FOLDER = path.join(CLIENT_FOLDER, 'generated');
/**
 * Program that uses the generated client. It is imported after the generation, because it does not compile without the client.
 */
const CLIENT_PROGRAM_FILE = path.join(CLIENT_FOLDER, 'program.ts');

let server: Server;
let origin: string;
beforeAll(async () => {
  server = await startServer('client');
  await seedClinicalFixture(server);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;
});
afterAll(() => server.stop());

async function generateClient(): Promise<void> {
  const document = await (await fetch(`${origin}${API_BASE}/docs/json`)).text();
  fs.mkdirSync(GENERATED_FOLDER, { recursive: true });
  const file = path.join(GENERATED_FOLDER, 'openapi.json');
  fs.writeFileSync(file, document);
  fs.writeFileSync(path.join(GENERATED_FOLDER, 'api.ts'), await generateSource(file));
}

const findClientCompileErrors = async (): Promise<string> => {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  return promisify(execFile)(process.execPath, [tsc, '-p', CLIENT_FOLDER]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
};

interface ClientProgram {
  registerSignAndPrint(work: object): Promise<{
    session: { display_name: string };
    evaluation: Evaluation;
    concept: Uint8Array;
  }>;
}

it('P10.19 a client generated from the OpenAPI document registers, signs and prints with the cookie alone', async () => {
  await generateClient();
  expect(await findClientCompileErrors()).toBe('');
  const program = (await import(/* @vite-ignore */ CLIENT_PROGRAM_FILE)) as ClientProgram;
  const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);
  const pictures = { photo: blob(await photo()), signature: blob(await getSignaturePng()) };
  const done = await program.registerSignAndPrint({
    origin,
    email: emailOf('admin'),
    password: PASSWORD,
    ...pictures,
  });
  expect(done.session.display_name).toBe('Persona admin');
  expect(done.evaluation).toMatchObject({ status: 'cerrada', patient: { first_name: 'Carla' } });
  expect(done.evaluation.media.map(({ type }) => type).sort()).toEqual(['photo', 'signature']);
  expect(Buffer.from(done.concept).subarray(0, 5).toString()).toBe('%PDF-');
});
