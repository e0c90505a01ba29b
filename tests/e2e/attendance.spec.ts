import { formatCalendarDay } from '#domain/time/calendar.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';

// Transitions are off, because axe would report low contrast in a dialog that is still fading in.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test(
  'P11.46 the pages of lists, which are not on the device, say so without network and open on request when the network is back',
  { tag: ['@chromium', '@landing', '@extension'] },
  async ({ desk, rocio, line, page, consoleErrors }) => {
    await desk.signIn(rocio, '/reception');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    line.disconnect();
    await page.getByRole('link', { name: 'Citaciones' }).click();
    await expect(page.getByText('No se pudo cargar esta pantalla.')).toBeVisible();
    await expect(page.getByText(/solo se abre con red/)).toBeVisible();
    await expectAccessible(page, 'a page that could not be loaded');
    line.restoreConnection();
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await expect(page.getByRole('heading', { name: 'Citaciones' })).toBeVisible();
    // The app reports the failure, which this test has caused.
    expect(consoleErrors.texts.splice(0)).toEqual([expect.stringContaining('a screen could not be loaded')]);
  },
);

test(
  'P11.47 P11.69 P11.70 P11.71 a receptionist notes who came, closes the list, states that the notice was sent, and cannot reopen it then',
  { tag: ['@chromium', '@landing', '@extension'] },
  async ({ desk, clinic, page }) => {
    const today = bogotaDay(Date.now());
    const [came, absent] = [createVisitor(), createVisitor()];
    const receptionist = await createClinicUser(clinic, 'Bogotá', ['register_patients']);
    await desk.signIn(receptionist, '/expected/new');
    await desk.choose('Empresa', 'Flores');
    await page.getByLabel('Día').fill(today);
    await page.getByLabel('Elegir archivo').setInputFiles({
      name: 'lista.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Cédula;Nombres y apellidos\n${came.document};Íñigo Muñoz Peña\n${absent.document};Luz Ávila Ríos`,
      ),
    });
    await desk.button('Revisar antes de importar').click();
    await page.getByRole('button', { name: 'Importar 2 personas' }).click();
    const rows = page.getByRole('list', { name: 'Personas de la lista' }).getByRole('listitem');
    await expect(rows).toHaveCount(2);

    await page.getByRole('button', { name: 'Más sobre Luz Ávila Ríos' }).click();
    await page.getByRole('button', { name: 'Editar a Luz Ávila Ríos' }).click();
    const form = page.getByRole('dialog', { name: 'Editar a Luz Ávila Ríos' });
    await form.getByLabel('Hora').fill('07:40');
    await expectAccessible(page, 'the form that changes a person');
    await form.getByRole('button', { name: 'Guardar' }).click();
    await expect(rows.filter({ hasText: 'Luz' })).toContainText('07:40');
    await page.getByRole('button', { name: 'Llegó Íñigo Muñoz Peña' }).click();
    await expect(rows.filter({ hasText: 'Íñigo' })).toContainText(/Llegó \d/);

    await page.getByRole('button', { name: 'Cerrar la lista' }).click();
    const prompt = page.getByRole('dialog', {
      name: `¿Cerrar la lista del ${formatCalendarDay(today) ?? today}?`,
    });
    await expect(prompt).toContainText(
      'Asistieron 0 personas. 1 llegó y no se registró. 1 persona por llegar quedará como «No asistió».',
    );
    await expectAccessible(page, 'the prompt before closing a list');
    await prompt.getByRole('button', { name: 'Cerrar la lista' }).click();
    const notice = page.getByRole('region', { name: 'Aviso a la empresa' });
    await expect(notice).toContainText(`Luz Ávila Ríos, CC ${absent.document}`);
    await expect(notice).not.toContainText(came.document);

    await page.getByRole('button', { name: 'Reabrir la lista' }).click();
    await expect(rows.filter({ hasText: 'Luz' })).toContainText('Esperada');
    await page.getByRole('button', { name: 'Cerrar la lista' }).click();
    await prompt.getByRole('button', { name: 'Cerrar la lista' }).click();
    await expect(rows.filter({ hasText: 'Luz' })).toContainText('No asistió');

    await expectAccessible(page, 'a closed list');
    await notice.getByLabel('Correo de la empresa').fill('sst@flores');
    await notice.getByRole('button', { name: 'Ya lo envié' }).click();
    await page.getByRole('button', { name: 'Sí, anotarlo' }).click();
    await expect(notice.getByText(/Escribe un correo válido/)).toBeVisible();
    await notice.getByLabel('Correo de la empresa').fill('sst@flores.test');
    await notice.getByRole('button', { name: 'Ya lo envié' }).click();
    await page.getByRole('button', { name: 'Sí, anotarlo' }).click();
    await expect(notice.getByText('Enviado por otro medio')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reabrir la lista' })).toBeDisabled();
    await expect(page.getByText(/la lista no se puede reabrir/)).toBeVisible();
    await expectAccessible(page, 'a list whose notice was sent');
    const proof = page.waitForEvent('download');
    await notice.getByRole('button', { name: 'Descargar constancia' }).click();
    expect((await proof).suggestedFilename()).toMatch(/^aviso_[0-9a-f]{8}\.pdf$/);

    await page.getByRole('link', { name: 'Asistencia' }).click();
    const results = page.getByRole('table', { name: 'Asistencia' }).getByRole('row');
    await expect(results.filter({ hasText: 'Íñigo' })).toContainText('Llegó, sin registro');
    await expect(results.filter({ hasText: 'Luz' })).toContainText('No asistió');
    await expectAccessible(page, 'the attendance');
    for (const [label, name] of [
      ['PDF', /^asistencia_\d{8}\.pdf$/],
      ['Excel', /^asistencia_\d{8}\.xlsx$/],
      ['CSV', /^asistencia_\d{8}\.csv$/],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: `Descargar ${label}` }).click();
      expect((await download).suggestedFilename()).toMatch(name);
    }
  },
);
