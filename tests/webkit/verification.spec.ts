import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dropFile } from '#tests/support/documents/drop-file.ts';
import { newestSignedDocument, qrFragmentOf } from '#tests/support/documents/signed-documents.ts';
import { signInForRequests } from '#tests/support/server/server-calls.ts';
import { expect, test } from './fixtures.ts';

test('P10.115 P10.114 the public page in WebKit verifies a scanned QR code, names the signing clinic, and compares a PDF that the user chooses or drops', async ({
  webkit,
  line,
  clinic,
}) => {
  const { code, number, evaluationId } = await newestSignedDocument(clinic);
  const send = await signInForRequests(clinic, 'medico@alisos.demo');
  const concept = await send('GET', `/evaluations/${evaluationId}/concept-pdf`);
  const another = Buffer.concat([concept, Buffer.from('\n')]);
  const session = await webkit.open();
  await session.goto(`${line.origin}/v/${code}#${await qrFragmentOf(clinic, code)}`);
  const textOf = (selector: string) =>
    session.evaluate((id) => document.querySelector(id)?.textContent ?? '', selector);
  await expect.poll(() => textOf('#answer')).toContain(number);
  // Debian's WebKit may be built without Ed25519. The page then reports that it cannot verify the QR code, and never calls the
  // code valid or invalid.
  expect(await textOf('#answer')).toMatch(/^Documento auténtico y vigente\.|pero no se pudo comprobar el QR/);

  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ventanilla-concept-'));
  const choose = async (bytes: Buffer) => {
    const file = path.join(folder, 'concepto.pdf');
    fs.writeFileSync(file, bytes);
    const field = await session.find(() => document.querySelector('#file'));
    if (field === null) throw new Error('The page has no field for a file');
    await session.type(field, file);
  };
  const drop = async (bytes: Buffer) =>
    expect(await session.evaluate(dropFile, { on: '#drop', base64: bytes.toString('base64') })).toBe(true);
  for (const give of [choose, drop]) {
    await give(concept);
    await expect.poll(() => textOf('#compared')).toBe('Es exactamente el concepto que emitió la clínica.');
    await give(another);
    await expect.poll(() => textOf('#compared')).toContain('No es el concepto que emitió la clínica');
  }
  fs.rmSync(folder, { recursive: true });
});
