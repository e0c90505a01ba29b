import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { LegalTexts } from '#server/platform/settings/legal-texts.ts';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { strokeByMouse, strokeByTouch } from '#tests/support/base/strokes.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

const LEGAL_TEXTS_FILE_PATH = fileURLToPath(
  new URL('../../../deploy/legal-texts.example.json', import.meta.url),
);
const { version, text } = LegalTexts.shape.authorisation
  .unwrap()
  .parse(
    (JSON.parse(readFileSync(LEGAL_TEXTS_FILE_PATH, 'utf8')) as { authorisation: unknown }).authorisation,
  );
const textSha256 = createHash('sha256').update(text).digest('hex');

test.use({ clinicOptions: { env: { LEGAL_TEXTS_FILE: LEGAL_TEXTS_FILE_PATH } } });

async function readSignedStatement(clinic: ServerProcess, { document }: Visitor) {
  const [row] = await clinic.query<{ statement: unknown; captured: Date }>(
    `select statement, media.captured_at as captured from media
       join evaluations on evaluations.id = evaluation_id join patients on patients.id = patient_id
       where identification_number = $1 and media.type = 'signature'`,
    [document],
  );
  return row?.statement;
}

async function reachConfirmationWithPhoto(
  desk: ReceptionScreen,
  member: ClinicUser,
  who: Visitor,
): Promise<void> {
  await desk.signIn(member);
  await expect(desk.syncState).toHaveText('Todo enviado');
  await desk.reachConfirmation(who);
  await desk.choosePhoto(await randomPhoto());
}

const openPatientDialog = async (desk: ReceptionScreen): Promise<Locator> => {
  await desk.button('Entregar al paciente').click();
  return desk.page.getByRole('dialog');
};

test(
  'P10.123 P10.120 a patient reads and signs the authorisation offline; after a reload the device sends the signed statement',
  { tag: '@landing' },
  async ({ desk, rocio, line, clinic }) => {
    const who = createVisitor();
    await reachConfirmationWithPhoto(desk, rocio, who);
    line.disconnect();
    const dialog = await openPatientDialog(desk);
    await expect(dialog.getByText(`${who.first_name} ${who.last_name} · CC ${who.document}`)).toBeVisible();
    await expect(dialog.getByText(text)).toBeVisible();
    const accept = dialog.getByRole('button', { name: 'Aceptar y firmar' });
    await expect(accept).toBeDisabled();
    const pad = dialog.getByLabel('Firma del paciente');
    await strokeByMouse(desk.page, pad);
    await expect(accept).toBeEnabled();
    await desk.page.keyboard.press(' ');
    await expect(accept, 'the space key clears').toBeDisabled();
    await strokeByTouch(desk.page, pad);
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
    await expect(desk.page.getByText('Listo para subir'), 'left without accepting').toHaveCount(1);

    await openPatientDialog(desk);
    await strokeByTouch(desk.page, pad);
    await accept.click();
    await expect(dialog.getByText('Devuelve la tableta.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Recepción: continuar' }).click();
    await desk.picturesAreReady();
    await desk.page.reload();
    await desk.picturesAreReady();
    await expect(desk.page.getByText(`Aceptó la autorización, versión ${version}`)).toBeVisible();
    await desk.confirm();
    await expect(desk.button('Registrar otra evaluación')).toBeVisible();
    line.restoreConnection();
    await desk.returnToPage();
    await expectDeliveredOnce(clinic, rocio, [who]);
    expect(await readSignedStatement(clinic, who)).toMatchObject({
      text: { version, sha256: textSha256 },
      witness: null,
    });
  },
);

test(
  'P10.124 a witness signs for a patient who cannot sign; the server stores the witness and the reason, and the dialogs are accessible',
  { tag: '@thorough' },
  async ({ desk, rocio, clinic, page }) => {
    const who = createVisitor();
    await reachConfirmationWithPhoto(desk, rocio, who);
    const dialog = await openPatientDialog(desk);
    await expectAccessible(page, 'what is signed');
    await dialog.getByRole('button', { name: 'No puede firmar' }).press('Enter');
    await expect(dialog.getByLabel('¿Por qué no firma?')).toBeFocused();
    await dialog.getByLabel('¿Por qué no firma?').selectOption('no_escribe');
    await dialog.getByLabel('Nombre del testigo').fill('Íngrid Peña');
    await dialog.getByLabel('Número').fill('778899');
    await expectAccessible(page, 'who signs instead');
    await page.keyboard.press('Enter');
    await strokeByMouse(page, dialog.getByLabel('Firma del testigo'));
    await dialog.getByRole('button', { name: 'Aceptar y firmar' }).click();
    await dialog.getByRole('button', { name: 'Recepción: continuar' }).click();
    await desk.picturesAreReady();
    await desk.confirm();
    await expectDeliveredOnce(clinic, rocio, [who]);
    expect(await readSignedStatement(clinic, who)).toMatchObject({
      text: { version, sha256: textSha256 },
      witness: { reason: 'no_escribe', name: 'Íngrid Peña', identification_number: '778899' },
    });
  },
);
