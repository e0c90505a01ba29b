import { addDoctor, createUnsignedEvaluation } from '#tests/support/reception/ready-evaluation.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { createVisitor } from '#tests/support/base/patients.ts';
import { tabTo, typeByHand } from '#tests/support/base/keyboard.ts';
import { createClinicUser, type ClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test as base } from '../fixtures.ts';

const test = base.extend<{ office: OfficePage; member: ClinicUser }>({
  member: async ({ clinic }, provide) =>
    provide(await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients'])),
  office: async ({ page, line, clinic, member }, provide) => {
    await page.setViewportSize({ width: 1024, height: 768 });
    await addDoctor(clinic, `Dra. Notas ${member.id.slice(0, 8)}`, member);
    const office = new OfficePage(page, line.origin);
    await office.signIn(member);
    await provide(office);
  },
});

const RESTRICTION_NOTE_LINE = 'Sin trabajo en alturas, del 1 dic 2026 al 1 mar 2027.';

test(
  'P10.198 a doctor adds a restriction with dates, a programme and a task as rows of notes; a reload keeps an unfinished row',
  { tag: '@thorough' },
  async ({ office, member, page }) => {
    const id = await createUnsignedEvaluation(office, member, { person: createVisitor(), concept: 'Apta' });
    await office.open(id);
    const restrictions = page.getByRole('region', { name: 'Renglones: Restricciones' });
    await tabTo(page, restrictions.getByRole('button', { name: 'Restricción con fechas' }));
    await page.keyboard.press('Enter');
    await expect(restrictions.getByLabel('Qué se restringe')).toBeFocused();
    await typeByHand(page, 'sin trabajo en alturas');
    await restrictions.getByLabel('Desde').fill('2026-12-01');
    await restrictions.getByLabel('Hasta').fill('2026-11-30');
    await expect(restrictions.getByText('Es anterior a «Desde».')).toBeVisible();
    await expectAccessible(page, 'a restriction that ends before it begins');
    await expect(page.getByText('Cambios sin guardar. El borrador está en este dispositivo.')).toBeVisible();

    await page.reload();
    await office.isOpen();
    await expect(restrictions.getByLabel('Qué se restringe')).toHaveValue('sin trabajo en alturas');
    await office.button('Guardar notas').click();
    await expect(page.getByText('Falta terminar un renglón en Restricciones.')).toBeVisible();
    await restrictions.getByLabel('Hasta').fill('2027-03-01');
    await restrictions.getByRole('button', { name: 'Agregar' }).click();
    await expect(office.text('Restricciones')).toHaveValue(RESTRICTION_NOTE_LINE);
    await expect(
      restrictions.getByRole('button', { name: `Deshacer: Agregado: ${RESTRICTION_NOTE_LINE}` }),
    ).toBeFocused();

    const programmes = page.getByRole('region', { name: 'Renglones: Inclusión en SVE' });
    await programmes.getByRole('button', { name: 'Programa de SVE' }).click();
    await programmes.getByLabel('Programa', { exact: true }).selectOption('osteomuscular');
    await programmes.getByRole('button', { name: 'Ingresa' }).click();
    const tasks = page.getByRole('region', { name: 'Renglones: Aptitud para tareas específicas' });
    await tasks.getByRole('button', { name: 'Énfasis o tarea' }).click();
    await tasks.getByLabel('Tarea', { exact: true }).fill('Trabajo en alturas');
    await tasks.getByRole('button', { name: 'Aplazado' }).click();
    await expectAccessible(page, 'notes with rows');
    await office.saveNotes();
    await expect(page.getByRole('region', { name: 'Lo que leerá el empleador' })).toContainText(
      'osteomuscular',
    );
    await office.pressSign();
    await expect(office.status).toContainText('Cerrada');
    await expect(page.getByRole('paragraph').filter({ hasText: RESTRICTION_NOTE_LINE })).toBeVisible();
    await expect(
      page.getByRole('listitem').filter({ hasText: RESTRICTION_NOTE_LINE }),
      'the choice',
    ).toBeVisible();
  },
);
