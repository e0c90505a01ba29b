import { lastDocument, sealOf } from '#tests/support/documents/signed-documents.ts';
import { expect, test } from './fixtures.ts';

test('P10.115 P10.114 WebKit: who scans a QR is told that the document holds, and whose signature it has', async ({
  webkit,
  line,
  clinic,
}) => {
  const { code, number } = await lastDocument(clinic);
  const session = await webkit.open();
  await session.goto(`${line.origin}/v/${code}#${await sealOf(clinic, code)}`);
  const shows = () => session.evaluate(() => document.querySelector('#answer')?.textContent ?? '');
  await expect.poll(shows).toContain('Documento auténtico y vigente.');
  expect(await shows()).toContain(number);
  // Debian's WebKit may have been built without Ed25519; then it says that it cannot tell, never that it holds or not.
  expect(await shows()).toMatch(/La firma del código QR es de esta clínica|no pudo comprobar la firma/);
});
