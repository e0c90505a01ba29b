import { createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { ENTRY_TYPE_SEARCH, FLORES_COMPANY_SEARCH } from '#tests/support/reception/reception.ts';
import { expect, test } from '../fixtures.ts';

// The clinic is shared by all tests of the worker, and a required field would stop them.
test.afterEach(async ({ clinic }) => {
  await clinic.query('update additional_fields set is_active = false');
});

test(
  'P10.353 P10.352 reception registers the values of additional fields; the next lookup proposes those about the patient',
  { tag: '@landing' },
  async ({ desk, rocio, clinic, page }) => {
    await clinic.query(
      `insert into additional_fields (id, name, subject, kind, choices, is_required, position) values
       (gen_random_uuid(), 'Plan de salud', 'patient', 'choice', '{Nueva EPS,Sanitas,Sura}', true, 1),
       (gen_random_uuid(), 'Teléfono', 'patient', 'text', '{}', false, 2),
       (gen_random_uuid(), 'Peso (kg)', 'patient', 'number', '{}', false, 3),
       (gen_random_uuid(), 'Afiliado desde', 'patient', 'date', '{}', false, 4),
       (gen_random_uuid(), 'ARL', 'visit', 'text', '{}', false, 5),
       (gen_random_uuid(), 'Trabaja en alturas', 'visit', 'yes_no', '{}', false, 6)`,
    );
    const person = createVisitor();
    await desk.signIn(rocio);
    await expect(page.getByRole('heading', { name: 'Datos adicionales' })).toBeVisible();
    await desk.fillPerson(person);
    await desk.next();
    await expect(page.getByText('Completa este dato.')).toBeVisible();
    await desk.choose('Plan de salud', 'sani');
    await desk.field('Peso (kg)').fill('70,5');
    await desk.next();
    await desk.choose('Tipo de evaluación', ENTRY_TYPE_SEARCH);
    await desk.choose('Empresa empleadora', FLORES_COMPANY_SEARCH);
    await desk.field('ARL').fill('Bolívar');
    await desk.next();
    await expect(page.getByText('Plan de salud: Sanitas')).toBeVisible();
    await desk.capture(await randomPhoto());
    await desk.confirm();
    await expect(page.getByText('Subida completa')).toHaveCount(2);
    await expect
      .poll(() =>
        clinic.query(
          `select v.name, v.value from additional_values v join evaluations e on e.id = v.evaluation_id
         where e.created_by = $1 order by v.name`,
          [rocio.id],
        ),
      )
      .toEqual([
        { name: 'ARL', value: 'Bolívar' },
        { name: 'Peso (kg)', value: '70.5' },
        { name: 'Plan de salud', value: 'Sanitas' },
      ]);
    await desk.field('Número de identificación').fill(person.document);
    await desk.button('Buscar paciente').click();
    await expect(page.getByRole('combobox', { name: 'Plan de salud' })).toHaveValue('Sanitas');
    await expect(desk.field('Peso (kg)')).toHaveValue('70,5');
  },
);
