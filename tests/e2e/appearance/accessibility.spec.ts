import type { Page } from '@playwright/test';
import { rejectionFault } from '#tests/support/faults/fault.ts';
import { moveFocusToPageTop, pickByKeys, tabTo, typeByHand } from '#tests/support/base/keyboard.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto, type SampleFile } from '#tests/support/base/sample-pictures.ts';
import { expectAccessible } from '../accessible.ts';
import { expectDeliveredOnce } from '../delivered.ts';
import { expect, test } from '../fixtures.ts';

// Transitions are off, because axe would report low contrast in a list that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('P10.1 WCAG 2.2 AA and targets of at least 44 px at the reception', () => {
  test(
    'every reception screen is accessible: sign-in, steps, camera, signature pad, parked drafts, rejection, correction and discard',
    { tag: '@landing' },
    async ({ desk, rocio, page, line }) => {
      const [first, waiting] = [createVisitor(), createVisitor()];
      await desk.open('/login');
      await expect(desk.button('Iniciar sesión')).toBeVisible();
      await expectAccessible(page, 'sign-in');
      await desk.button('Iniciar sesión').click();
      await expect(page.getByText('Ingresa tu contraseña.')).toBeVisible();
      await expectAccessible(page, 'sign-in with errors');
      await desk.fillSignIn(rocio);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(rocio.name);
      await desk.waitUntilReady();
      await expectAccessible(page, 'the start page');

      await desk.open('/reception');
      await expect(desk.button('Leer cédula')).toBeVisible();
      await expectAccessible(page, 'the first step');
      await desk.button('Leer cédula').click();
      await expect(page.getByRole('dialog').getByLabel('Vista previa de la cámara')).toBeVisible();
      await expectAccessible(page, 'the camera for a card');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await desk.next();
      await expectAccessible(page, 'the first step with errors');
      await desk.fillPerson(first);
      await desk.next();
      const types = page.getByRole('combobox', { name: 'Tipo de evaluación' });
      await types.click();
      await expect(page.getByRole('option').first()).toBeVisible();
      await expect(types, 'names its list, which exists a moment earlier').toHaveAttribute(
        'aria-controls',
        /./,
      );
      await expectAccessible(page, 'an open list');
      await page.keyboard.press('Escape');
      await desk.chooseEvaluation();
      await desk.next();
      await desk.turnCameraOn();
      await expectAccessible(page, 'the third step');
      await desk.button('Pantalla completa').click();
      await expect(page.getByRole('dialog').getByLabel('Firma del paciente')).toBeFocused();
      await expectAccessible(page, 'the full-screen pad');
      await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click();
      await desk.capture(await randomPhoto());
      await expectAccessible(page, 'the third step with both pictures');
      await desk.confirm();
      await expect(page.getByText('Subida completa')).toHaveCount(2);
      await expectAccessible(page, 'the next form under the band');
      await desk.seeResult();
      await expectAccessible(page, 'the result');

      await desk.startNextRegistration();
      await desk.fillPerson(waiting);
      await desk.next();
      await expect(page.getByRole('group', { name: 'Visitas habituales' })).toBeVisible();
      await expectAccessible(page, 'the second step with what is usual');
      await desk.park();
      await desk.button('En espera: 1').click();
      const list = page.getByRole('dialog', { name: 'En espera en este dispositivo' });
      await expect(list).toBeVisible();
      await expectAccessible(page, 'the list of who waits');
      await list.getByRole('button', { name: /^Descartar a/ }).click();
      await expect(page.getByRole('dialog', { name: '¿Descartar este registro?' })).toBeVisible();
      await expectAccessible(page, 'the question before one is discarded');
      await page.keyboard.press('Escape');
      await list.getByRole('button', { name: new RegExp(`^${waiting.first_name}`) }).click();
      await page.getByRole('button', { name: /^Igual que la persona anterior/ }).click();
      await desk.capture(await randomPhoto());

      const message = 'La empresa está inactiva.';
      line.inject(
        { kind: 'evaluation' },
        rejectionFault(422, {
          code: 'validation_failed',
          message,
          details: [{ field: 'employer_company_id', message }],
        }),
      );
      await desk.confirm();
      await desk.openPending();
      await expect(desk.pendingRow(waiting)).toContainText(message);
      await expectAccessible(page, 'pending with a refusal');
      await desk.rowButton('Descartar', waiting).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'the discard’s question');
      await page.getByRole('dialog').getByRole('button', { name: 'Conservar' }).click();
      await desk.rowLink('Corregir y enviar', waiting).click();
      await expect(page.getByText('El servidor no aceptó esta evaluación')).toBeVisible();
      await expectAccessible(page, 'the correction');
      await desk.openPending();
      await desk.rowButton('Reintentar', waiting).click();
      await expect(desk.syncState).toHaveText('Todo enviado');
      await expectAccessible(page, 'pending with nothing to send');
    },
  );
});

test.describe('P10.1 keyboard-only use of the reception', () => {
  async function chooseFile(page: Page, label: string, file: SampleFile): Promise<void> {
    const input = page.getByLabel(label);
    await tabTo(page, input);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')]);
    await chooser.setFiles(file);
  }

  test('a receptionist signs in, registers a patient, opens the pending screen and signs out with the keyboard only', async ({
    desk,
    rocio,
    clinic,
    page,
  }) => {
    const [person, picture] = [createVisitor(), await randomPhoto()];
    // The listener makes the test tool suppress the browser's own file dialog. It is added at the start, because on a busy page
    // it could otherwise take effect only after a key has opened the dialog.
    page.on('filechooser', () => undefined);
    await desk.open('/reception');
    await tabTo(page, desk.field('Correo electrónico'));
    await typeByHand(page, rocio.email);
    await tabTo(page, desk.field('Contraseña'));
    await typeByHand(page, rocio.password);
    await page.keyboard.press('Enter');
    await expect(desk.field('Número de identificación')).toBeVisible();
    await desk.waitUntilReady();

    await tabTo(page, desk.field('Número de identificación'));
    // The test types at a person's speed, because the app takes faster keys for a card reader's.
    await typeByHand(page, person.document);
    await tabTo(page, desk.field('Primer nombre'));
    await typeByHand(page, person.first_name);
    await tabTo(page, desk.field('Primer apellido'));
    await typeByHand(page, person.last_name);
    await tabTo(page, desk.field('Cargo'));
    await page.keyboard.press('Enter');
    await expect(
      page.getByRole('heading', { name: 'Paso 2 de 3' }),
      'a step begins at its top',
    ).toBeFocused();
    await pickByKeys(page, 'Tipo de evaluación', 'Ingreso (preocupacional)');
    await pickByKeys(page, 'Empresa empleadora', 'Flores del Páramo Ficticio S.A.S. (DEMO)');
    await tabTo(page, desk.button('Siguiente'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Paso 3 de 3' })).toBeFocused();
    await chooseFile(page, 'Cargar foto desde archivo', picture);

    await tabTo(page, desk.button('Pantalla completa'));
    await page.keyboard.press('Enter');
    const pad = page.getByRole('dialog').getByLabel('Firma del paciente');
    await expect(pad).toBeFocused();
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }));
    await page.keyboard.press('Enter');
    await expect(desk.button('Pantalla completa'), 'the focus comes back').toBeFocused();

    await chooseFile(page, 'Cargar firma desde archivo', picture);
    await desk.picturesAreReady();
    await tabTo(page, desk.confirmButton);
    await page.keyboard.press('Enter');
    await expect(desk.field('Número de identificación'), 'the next person, without a key').toBeFocused();
    await expectDeliveredOnce(clinic, rocio, [person]);
    await moveFocusToPageTop(page);
    await tabTo(page, page.getByRole('link', { name: /^Ver: / }));
    await page.keyboard.press('Enter');
    await expect(desk.button('Registrar otra evaluación'), 'Enter is the next person').toBeFocused();
    // Waits for the link, which appears only after its entry has been read from the device; otherwise Tab would skip it.
    const correct = page.getByRole('link', { name: /^Corregir: / });
    await expect(correct).toBeVisible();
    await page.keyboard.press('Shift+Tab');
    await expect(desk.button('Volver')).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(correct).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('main').getByRole('link', { name: 'Ver pendientes de envío' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Pendientes de envío', level: 1 })).toBeVisible();
    await expect(desk.pendingRow(person)).toBeVisible();
    await moveFocusToPageTop(page);
    await tabTo(page, desk.button('Cerrar sesión'));
    await page.keyboard.press('Enter');
    await expect(desk.button('Iniciar sesión')).toBeVisible();
  });
});
