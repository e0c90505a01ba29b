import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dropFile } from '#tests/support/documents/drop-file.ts';
import { lastDocument, sealOf } from '#tests/support/documents/signed-documents.ts';
import { signIn } from '#tests/support/provider/provider-calls.ts';
import { expect, test } from './fixtures.ts';

test('P10.115 P10.114 WebKit: who scans a QR is told that the document holds, and whose signature it has; a PDF that is chosen or dropped is compared', async ({
  webkit,
  line,
  clinic,
}) => {
  const { code, number, evaluationId } = await lastDocument(clinic);
  const send = await signIn(clinic, 'medico@alisos.demo');
  const concept = await send('GET', `/evaluations/${evaluationId}/concept-pdf`);
  const another = Buffer.concat([concept, Buffer.from('\n')]);
  const session = await webkit.open();
  await session.goto(`${line.origin}/v/${code}#${await sealOf(clinic, code)}`);
  const textOf = (selector: string) =>
    session.evaluate((id) => document.querySelector(id)?.textContent ?? '', selector);
  await expect.poll(() => textOf('#answer')).toContain(number);
  // Debian's WebKit may have been built without Ed25519; then it says that it cannot tell, never that it holds or not.
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
