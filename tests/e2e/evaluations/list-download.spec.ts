import { readFile } from 'node:fs/promises';
import { createVisitor } from '#tests/support/base/patients.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

test(
  'P11.62 P11.63 a doctor downloads the list of evaluations with its filters as Excel and as CSV',
  { tag: ['@chromium', '@landing', '@extension'] },
  async ({ page, clinic, line }) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    const office = new OfficePage(page, line.origin);
    const [wanted, other] = [createVisitor(), createVisitor()];
    await office.createEvaluation(doctor, wanted);
    await office.createEvaluation(doctor, other);
    await office.signIn(doctor, '/evaluations');
    await page.getByRole('textbox', { name: 'Buscar paciente' }).fill(wanted.document);
    await expect(page.getByText('Mostrando 1 – 1 de 1')).toBeVisible();
    await page.getByRole('button', { name: 'Descargar' }).click();
    await expectAccessible(page, 'the list of evaluations with the formats of its download');

    const workbook = await office.download('Descargar en Excel');
    expect(workbook.suggestedFilename()).toMatch(/^evaluaciones_\d{8}\.xlsx$/);
    expect((await readFile(await workbook.path())).subarray(0, 2).toString()).toBe('PK');
    const text = await readFile(await (await office.download('Descargar en CSV')).path(), 'utf8');
    expect(text).toContain(`;${wanted.document};`);
    expect(text).not.toContain(other.document);
  },
);
