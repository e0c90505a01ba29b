import { createVisitor } from '#tests/support/base/patients.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { addDoctor, addPictures } from '#tests/support/reception/ready-evaluation.ts';
import { createHealthyTemplate, fetchExams } from '#tests/support/reception/template-of-clinic.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { signInForRequests } from '#tests/support/server/server-calls.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

test(
  'P10.421 a template fills an evaluation without network; its marks stay after a reload, and the signing dialog lists the fields not yet seen',
  { tag: ['@chromium', '@landing', '@extension'] },
  async ({ page, line, clinic, consoleErrors }) => {
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    const name = `Dra. Plantilla ${doctor.id.slice(0, 8)}`;
    await addDoctor(clinic, name, doctor);
    const office = new OfficePage(page, line.origin);
    const admin = await signInForRequests(office, 'admin@alisos.demo');
    // All tests of the worker share the clinic, so the other templates are deactivated: only this test's template may fit the
    // evaluation.
    const deactivateTemplates = () => clinic.query('update evaluation_templates set is_active = false');
    await deactivateTemplates();
    const exams = await fetchExams(admin, 2);
    const template = `Sano ${doctor.id.slice(0, 8)}`;
    await createHealthyTemplate(admin, template, exams);
    await office.signIn(doctor);
    const id = await office.createEvaluation(doctor, createVisitor());
    await addPictures(await signInForRequests(office, doctor.email), id);
    await office.open(id);
    await expect(office.button('Todo normal')).toBeVisible();
    consoleErrors.networkWasCut = true;
    await page.context().setOffline(true);
    await page.reload();
    await office.button('Todo normal').click();
    await expect(page.getByText('De plantilla').first()).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText(/El borrador está en este dispositivo\.$/).first()).toBeVisible();
    await page.reload();
    const result = office.text(`Resultado de ${exams[0]?.name ?? ''}`);
    await expect(result).toHaveValue('Dentro de lo normal.');
    await expect(result).toHaveAccessibleDescription('De plantilla');
    await expectAccessible(page, 'an evaluation that a template has filled');
    const fit = page.locator('[data-note="concepto"]').getByRole('button', { name: 'Apto', exact: true });
    await fit.scrollIntoViewIfNeeded();
    for (const pressed of ['false', 'true']) {
      const box = await fit.boundingBox();
      if (!box) throw new Error('the button is not on the page');
      // Unlike `click`, the mouse does not follow a button that moves between pressing and releasing.
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await expect(fit).toHaveAttribute('aria-pressed', pressed);
    }
    await result.focus();
    await expect(result).not.toHaveAccessibleDescription('De plantilla');
    await office.button('Guardar todo').click();
    await office.button('Firmar y cierre').click();
    const dialog = page.getByRole('dialog', { name: `Vas a firmar como ${name}` });
    const review = dialog.getByRole('region', { name: `De la plantilla «${template}»` });
    await expect(review.getByRole('term').first()).toHaveText(`Resultado de ${exams[1]?.name ?? ''}`);
    await expectAccessible(page, 'the signing dialog with fields of a template');
    await dialog.getByRole('button', { name: 'Leí los campos de la plantilla y firmo' }).click();
    await expect(office.status).toContainText('Cerrada');
    await deactivateTemplates();
    const stored = await clinic.query<{ content: string }>(
      `select content from notes where evaluation_id = $1 and note_type = 'concepto'`,
      [id],
    );
    expect(stored).toEqual([{ content: 'Apto' }]);
  },
);
