import type { Page } from '@playwright/test';
import { API_BASE } from '#contract/routes/routes.ts';
import { formatVerificationCode } from '#domain/verification/code.ts';
import { signInForRequests } from '#tests/support/server/server-calls.ts';
import { dropFile } from '#tests/support/documents/drop-file.ts';
import { newestSignedDocument, qrFragmentOf } from '#tests/support/documents/signed-documents.ts';
import { expectStandaloneAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

const DEMO_DOCTOR_EMAIL = 'medico@alisos.demo';
const resultElement = (page: Page) => page.locator('#answer');
const VALID_DOCUMENT_TEXT = 'El código existe y el documento está vigente.';
const AUTHENTIC_DOCUMENT_TEXT = 'Documento auténtico y vigente.';
const FORGED_DOCUMENT_TEXT = 'Este papel no es auténtico: la firma de su código QR no es de esta clínica.';

/** Changes the last digit of the document number in the QR code's text, so that its signature becomes invalid. */
const changeDocumentNumber = (seal: string): string =>
  seal.replace(/\d(?=~)/, (digit) => (digit === '9' ? '8' : '9'));

test(
  'P10.115 the public page verifies a typed code with the keyboard only, in the light and the dark theme, and stores nothing in the browser',
  { tag: '@landing' },
  async ({ page, line, clinic, context }) => {
    const { code, number } = await newestSignedDocument(clinic);
    await page.goto(`${line.origin}/v`);
    await expect(page.getByText(new URL(line.origin).host)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Código de verificación')).toBeFocused();
    await page.keyboard.type(` ${formatVerificationCode(code).toLowerCase()} `);
    await page.keyboard.press('Enter');
    await expect(resultElement(page).getByText(VALID_DOCUMENT_TEXT)).toBeVisible();
    await expect(resultElement(page).getByText(number, { exact: true })).toBeVisible();
    await expect(resultElement(page).getByText('Un código solo no prueba el papel')).toBeVisible();
    await expect(resultElement(page).locator('.issuer + .issuer')).toContainText('Licencia');
    await expect(page).toHaveURL(`${line.origin}/v/${code}`);
    await expectStandaloneAccessible(page, 'a document that holds');
    expect(await context.storageState()).toEqual({ cookies: [], origins: [] });

    await page.getByLabel('Código de verificación').fill('ZZZZ-ZZZZ-ZZZZ');
    await page.keyboard.press('Enter');
    await expect(resultElement(page).getByText('No hay ningún documento con ese código.')).toBeVisible();
    await expect(page.getByRole('heading', { name: '¿Tienes el concepto en PDF?' })).toBeHidden();
    await expectStandaloneAccessible(page, 'a code that nothing has');
  },
);

test(
  'P10.115 the public page compares a chosen or dropped PDF with the issued document on the device without sending the PDF',
  { tag: ['@core', '@landing'] },
  async ({ page, line, clinic }) => {
    const { code, evaluationId } = await newestSignedDocument(clinic);
    const send = await signInForRequests(clinic, DEMO_DOCTOR_EMAIL);
    const concept = await send('GET', `/evaluations/${evaluationId}/concept-pdf`);
    await page.goto(`${line.origin}/v/${code}`);
    await expect(resultElement(page).getByText(VALID_DOCUMENT_TEXT)).toBeVisible();
    const choose = (buffer: Buffer) =>
      page.getByLabel('Elegir el PDF').setInputFiles({ name: 'c.pdf', mimeType: 'application/pdf', buffer });
    await choose(concept);
    await expect(page.getByText('Es exactamente el concepto que emitió la clínica.')).toBeVisible();
    const changed = Buffer.from(concept);
    changed[changed.length - 10] = (changed[changed.length - 10] ?? 0) ^ 1;
    await choose(changed);
    await expect(page.getByText('No es el concepto que emitió la clínica')).toBeVisible();

    const drop = async (on: string, bytes: Buffer) =>
      expect(await page.evaluate(dropFile, { on, base64: bytes.toString('base64') })).toBe(true);
    await page.goto(`${line.origin}/v/${code}`);
    await expect(resultElement(page).getByText(VALID_DOCUMENT_TEXT)).toBeVisible();
    await drop('main', concept);
    await expect(page.locator('#compared'), 'beside its frame').toBeEmpty();
    await drop('#drop', concept);
    await expect(page.getByText('Es exactamente el concepto que emitió la clínica.')).toBeVisible();
    await expect(page.locator('#drop'), 'nothing is over it any more').not.toHaveClass(/over/);
    await expect(page).toHaveURL(`${line.origin}/v/${code}`);
    expect(line.log.filter(({ method }) => method !== 'GET')).toEqual([]);
  },
);

test(
  'P10.114 P10.266 the public page verifies a QR code’s signature on the first screen of a phone, and reports a signature that is not the clinic’s',
  { tag: ['@core', '@landing'] },
  async ({ page, line, clinic }) => {
    const { code } = await newestSignedDocument(clinic);
    const seal = await qrFragmentOf(clinic, code);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${line.origin}/v/${code}#${seal}`);
    await expect(resultElement(page).getByText(AUTHENTIC_DOCUMENT_TEXT)).toBeInViewport({ ratio: 1 });
    for (const named of [
      ...(await resultElement(page).locator('.issuer').all()),
      resultElement(page).locator('.rows'),
    ])
      await expect(named).toBeInViewport({ ratio: 1 });
    // Only the fragment of the address changes, so the browser does not load the page again.
    await page.goto(`${line.origin}/v/${code}#${changeDocumentNumber(seal)}`);
    await expect(resultElement(page).getByText(FORGED_DOCUMENT_TEXT)).toBeVisible();
    await expect(resultElement(page).getByText('Lo que la clínica emitió con ese código:')).toBeVisible();
    await expect(resultElement(page).locator('.ok')).toHaveCount(0);
    await expectStandaloneAccessible(page, 'a forged QR');
    // The form sends the same code as the QR code, without its other data.
    const again = page.waitForResponse(`**${API_BASE}/verifications/**`);
    await page.getByRole('button', { name: 'Verificar' }).click();
    await again;
    await expect(resultElement(page).getByText(FORGED_DOCUMENT_TEXT)).toBeVisible();
    await expect(page).toHaveURL(`${line.origin}/v/${code}#${changeDocumentNumber(seal)}`);
    // The requests must not contain the QR code's data, which is in the fragment: browsers do not send fragments to a server.
    expect(line.log.some(({ path }) => path.includes('~'))).toBe(false);
  },
);

test(
  'P10.115 P10.208 the public page offers a retry when it is offline; when the server rejects the query, the page shows the QR code’s data and warns that the document may have become invalid',
  { tag: '@landing' },
  async ({ page, line, clinic, consoleErrors }) => {
    consoleErrors.networkWasCut = true;
    const { code, number } = await newestSignedDocument(clinic);
    const seal = await qrFragmentOf(clinic, code);
    await page.goto(`${line.origin}/v`);
    await page.getByLabel('Código de verificación').fill(code);
    await page.route(`**${API_BASE}/verifications/**`, (route) => route.abort());
    await page.getByRole('button', { name: 'Verificar' }).click();
    await expect(resultElement(page).getByText('No pudimos consultar a la clínica.')).toBeVisible();
    await page.unroute(`**${API_BASE}/verifications/**`);
    await page.route(`**${API_BASE}/verifications/**`, (route) => route.fulfill({ status: 429, body: '{}' }));
    await page.getByRole('button', { name: 'Verificar' }).click();
    await expect(resultElement(page).getByText('Hubo demasiadas consultas desde aquí.')).toBeVisible();
    await page.goto(`${line.origin}/v/${code}#${seal}`);
    await expect(resultElement(page).getByText('Hubo demasiadas consultas desde aquí.')).toBeVisible();
    await expect(
      resultElement(page).getByText('La firma del código QR es de esta clínica, pero no se sabe si'),
    ).toBeVisible();
    await expect(resultElement(page).getByRole('heading', { name: 'Compáralo con el papel' })).toBeVisible();
    await expect(resultElement(page).getByText(/^\S\*\*\* \S\*\*\*$/)).toBeVisible();
    await expect(resultElement(page).getByText(number, { exact: true })).toBeVisible();
    await page.goto(`${line.origin}/v/${code}#${changeDocumentNumber(seal)}`);
    await expect(resultElement(page).getByText(FORGED_DOCUMENT_TEXT)).toBeVisible();
    await page.goto(`${line.origin}/v`);
    await page.unroute(`**${API_BASE}/verifications/**`);
    await page.getByLabel('Código de verificación').fill(code);
    await page.getByRole('button', { name: 'Verificar' }).click();
    await expect(resultElement(page).getByText(VALID_DOCUMENT_TEXT)).toBeVisible();
  },
);
