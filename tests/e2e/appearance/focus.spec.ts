import type { Locator, Page } from '@playwright/test';
import { moveFocusToPageTop, pickByKeys, tabTo, typeByHand } from '#tests/support/base/keyboard.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { rejectionFault } from '#tests/support/faults/fault.ts';
import { expect, test } from '../fixtures.ts';

async function activateByKeys(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
/** Types at a person's speed, because the app takes faster keys for a card reader's. */
async function typeIntoFieldByHand(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await typeByHand(page, text);
}
const stepHeading = (page: Page, step: 1 | 2 | 3) => page.getByRole('heading', { name: `Paso ${step} de 3` });
const documentNumberField = (desk: ReceptionScreen) => desk.field('Número de identificación');

async function typePatient(
  desk: ReceptionScreen,
  { document, first_name, last_name }: Visitor,
): Promise<void> {
  const { page } = desk;
  await typeIntoFieldByHand(page, documentNumberField(desk), document);
  await typeIntoFieldByHand(page, desk.field('Primer nombre'), first_name);
  await typeIntoFieldByHand(page, desk.field('Primer apellido'), last_name);
}

async function leavePatientStep(desk: ReceptionScreen): Promise<void> {
  await activateByKeys(desk.page, desk.field('Cargo'));
  await expect(stepHeading(desk.page, 2)).toBeFocused();
}

async function pickTypeAndEmployerByKeys(page: Page): Promise<void> {
  await pickByKeys(page, 'Tipo de evaluación', 'Ingreso (preocupacional)');
  await pickByKeys(page, 'Empresa empleadora', 'Flores del Páramo Ficticio S.A.S. (DEMO)');
}

/** Sets the pictures directly, because the browser's file dialog cannot be used by keys of the page. */
async function choosePictures(desk: ReceptionScreen): Promise<void> {
  const photo = await randomPhoto();
  await desk.choosePhoto(photo);
  await desk.page.getByLabel('Cargar firma desde archivo').setInputFiles(photo);
  await desk.picturesAreReady();
}

test.describe('P10.93 keyboard focus at the place where the user continues', () => {
  test(
    'P10.94 P10.171 P10.172 P10.244 the focus follows a registration: step forward and back, parking, lock, prompt, confirmation, and the next patient’s number field',
    { tag: '@landing' },
    async ({ desk, rocio, page }) => {
      const [person, next] = [createVisitor(), createVisitor()];
      await desk.signIn(rocio);
      await expect(documentNumberField(desk), 'at first sight').not.toBeFocused();
      await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Inicio' }).click();
      await page.getByRole('link', { name: 'Registrar paciente' }).last().click();
      await expect(documentNumberField(desk)).toBeFocused();
      await typePatient(desk, person);
      await leavePatientStep(desk);
      await activateByKeys(page, desk.button('Volver'));
      await expect(stepHeading(page, 1)).toBeFocused();
      await activateByKeys(page, desk.button('Siguiente'));
      await expect(stepHeading(page, 2)).toBeFocused();
      await activateByKeys(page, desk.button('Siguiente'));
      await expect(page.getByRole('combobox', { name: 'Tipo de evaluación' })).toBeFocused();
      await expect(page.getByText('Seleccione el tipo de evaluación')).toBeVisible();
      await expect(page.getByRole('option')).toHaveCount(0);
      await moveFocusToPageTop(page);
      await activateByKeys(page, desk.button('Bloquear ahora'));
      await page.getByLabel('Contraseña', { exact: true }).fill(rocio.password);
      await page.keyboard.press('Enter');
      await expect(stepHeading(page, 2)).toBeFocused();
      await pickTypeAndEmployerByKeys(page);

      await activateByKeys(page, desk.button('Dejar en espera'));
      await expect(documentNumberField(desk)).toBeFocused();
      await moveFocusToPageTop(page);
      await activateByKeys(page, desk.button('En espera: 1'));
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(desk.button('En espera: 1')).toBeFocused();
      await page.keyboard.press('Enter');
      const row = page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${person.first_name}`) });
      await activateByKeys(page, row);
      await expect(stepHeading(page, 2)).toBeFocused();

      await page.reload();
      await activateByKeys(page, desk.button('Continuar'));
      await expect(page.getByRole('combobox', { name: 'Tipo de evaluación' })).toBeFocused();
      await activateByKeys(page, desk.button('Siguiente'));
      await expect(stepHeading(page, 3)).toBeFocused();
      await activateByKeys(page, desk.button('Descartar todo'));
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(desk.button('Descartar todo')).toBeFocused();
      await choosePictures(desk);
      await activateByKeys(page, desk.confirmButton);
      await expect(documentNumberField(desk)).toBeFocused();
      const keys = () => documentNumberField(desk).getAttribute('inputmode');
      expect(await keys(), 'the keys of a tablet stay down').toBe('none');
      await documentNumberField(desk).tap();
      await expect(documentNumberField(desk)).toBeFocused();
      expect(await keys()).toBe('numeric');

      await typePatient(desk, person);
      await activateByKeys(page, desk.button('Siguiente'));
      await expect(stepHeading(page, 2)).toBeFocused();
      await pickTypeAndEmployerByKeys(page);
      await activateByKeys(page, desk.button('Siguiente'));
      await expect(stepHeading(page, 3)).toBeFocused();
      await choosePictures(desk);
      await activateByKeys(page, desk.confirmButton);
      const question = page.getByRole('dialog', { name: '¿Registrar otra vez a la misma persona?' });
      await expect(question).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(desk.confirmButton).toBeFocused();
      await page.keyboard.press('Enter');
      await activateByKeys(page, question.getByRole('button', { name: 'Registrar de nuevo' }));
      await typeByHand(page, next.document);
      await expect(documentNumberField(desk)).toBeFocused();
      await expect(documentNumberField(desk)).toHaveValue(next.document);
    },
  );

  test(
    'P10.89 the focus moves to a rejected entry, its details and its correction, and to a neighbouring element when the pressed button has disappeared',
    { tag: '@landing' },
    async ({ desk, rocio, line, page }) => {
      const details = [{ field: 'patient.first_name', message: 'Escríbelo completo.' }];
      line.inject(
        { kind: 'evaluation' },
        rejectionFault(422, { code: 'validation_failed', message: 'Corrige los campos marcados.', details }),
      );
      await desk.signIn(rocio);
      await desk.reachConfirmation(createVisitor());
      await desk.takePhoto();
      await activateByKeys(page, desk.button('Repetir foto'));
      await activateByKeys(page, desk.button('Cancelar'));
      await expect(desk.button('Repetir foto')).toBeFocused();
      await desk.signByMouse();
      await desk.picturesAreReady();
      await desk.confirm();
      await expect(page.getByText('Primer nombre: Escríbelo completo.')).toBeVisible();
      await expect(page.getByText(/campos marcados/), 'none is marked here').toHaveCount(0);
      await moveFocusToPageTop(page);
      const see = page.getByRole('link', { name: /^Ver: / });
      await activateByKeys(page, see);
      await expect(page.getByRole('alert').getByText('Corrige los campos marcados.')).toBeVisible();
      await page.goBack();
      await expect(documentNumberField(desk), 'nobody is there yet').toBeFocused();
      await typeIntoFieldByHand(page, documentNumberField(desk), createVisitor().document);
      await expect(page.getByText(/^Borrador guardado/)).toBeVisible();
      await moveFocusToPageTop(page);
      await activateByKeys(page, see);
      await expect(page.getByRole('alert').getByText('Corrige los campos marcados.')).toBeVisible();
      await page.goBack();
      await expect(stepHeading(page, 1), 'somebody is').toBeFocused();
      await moveFocusToPageTop(page);
      await activateByKeys(page, see);
      await activateByKeys(page, page.getByRole('link', { name: 'Corregir y enviar' }));
      await expect(desk.field('Primer nombre')).toBeFocused();
      await desk.field('Primer nombre').fill('Corregida');
      await desk.next();
      await expect(stepHeading(page, 2)).toBeFocused();
      await activateByKeys(page, desk.button('Siguiente'));
      await expect(stepHeading(page, 3)).toBeFocused();
      await desk.picturesAreReady();
      line.inject(
        { kind: 'photo' },
        rejectionFault(422, { code: 'file_invalid', message: 'No se ve.', details: [] }),
      );
      await activateByKeys(page, desk.button('Corregir y enviar'));
      await expect(documentNumberField(desk)).toBeFocused();
      await expect(page.getByText('No se ve.')).toBeVisible();
      await moveFocusToPageTop(page);
      await activateByKeys(page, desk.button('Reintentar subida'));
      await expect(page.getByRole('link', { name: /^Corregir: / })).toBeFocused();
      await expect(page.getByText('Subida completa')).toHaveCount(2);

      line.disconnect();
      const person = createVisitor();
      await desk.register(person, await randomPhoto());
      await desk.openPending();
      await activateByKeys(page, desk.rowButton('Descartar', person));
      await activateByKeys(
        page,
        page.getByRole('dialog').getByRole('button', { name: 'Descartar definitivamente' }),
      );
      const toast = page.locator('.mantine-Notifications-root');
      await expect(toast.getByText('Registro descartado.')).toBeVisible();
      await activateByKeys(page, toast.getByRole('button', { name: 'Cerrar' }));
      await expect(page.getByRole('main')).toBeFocused();
    },
  );
});
