import type { Locator } from '@playwright/test';
import { addDoctor, createUnsignedEvaluation } from '#tests/support/reception/ready-evaluation.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { tabTo, typeByHand } from '#tests/support/base/keyboard.ts';
import { type Visitor, createVisitor } from '#tests/support/base/patients.ts';
import { strokeByMouse } from '#tests/support/base/strokes.ts';
import { createClinicUser, type ClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test as base } from '../fixtures.ts';

interface Signer {
  readonly office: OfficePage;
  readonly member: ClinicUser;
  /** Name of the doctor linked to the user. It is unique in the catalogue. */
  readonly name: string;
  readonly doctorId: string;
}

/** Signed-in user who is a doctor of the catalogue, at the screen size of a monitor. */
const test = base.extend<{ signer: Signer }>({
  signer: async ({ page, line, clinic }, provide) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    const member = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    const name = `Dra. Firmante ${member.id.slice(0, 8)}`;
    const doctorId = await addDoctor(clinic, name, member);
    const office = new OfficePage(page, line.origin);
    await office.signIn(member);
    await provide({ office, member, name, doctorId });
  },
});

async function createAndOpenEvaluation(
  { office, member }: Signer,
  concept = 'Apta',
): Promise<[string, Visitor]> {
  const person = createVisitor();
  const id = await createUnsignedEvaluation(office, member, { person, concept });
  await office.open(id);
  return [id, person];
}

const signingDialog = ({ office: { page } }: Signer): Locator =>
  page.getByRole('dialog', { name: /^Vas a firmar como / });
const signButton = (dialog: Locator): Locator => dialog.getByRole('button', { name: 'Firmar y cierre' });
const documentsRegion = ({ office: { page } }: Signer): Locator =>
  page.getByRole('region', { name: 'Documentos' });
const dialogNamed = ({ office: { page } }: Signer, name: string): Locator =>
  page.getByRole('dialog', { name });

test(
  'P10.155 the signing dialog preselects the doctor’s own name and names the patient; Enter signs with the keyboard only',
  { tag: ['@chromium', '@landing'] },
  async ({ signer, clinic, page }) => {
    const [id, person] = await createAndOpenEvaluation(signer);
    const { office, name, member } = signer;
    await expect(page.getByRole('combobox', { name: 'Médico' })).toHaveValue(name);
    const opener = office.button('Firmar y cierre');
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const dialog = signingDialog(signer);
    await expect(dialog).toHaveAccessibleName(`Vas a firmar como ${name}`);
    await expect(dialog).toContainText(person.last_name);
    await expect(dialog).toContainText(`CC ${person.document}`);
    await expect(signButton(dialog)).toBeFocused();
    await expectAccessible(page, 'the signing dialog under the own name');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener, 'the focus is back where it came from').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(signButton(dialog)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(office.status).toContainText('Cerrada');
    const [closing] = await clinic.query<{ signing: object }>(
      `select content->'signing' as signing from closings where evaluation_id = $1`,
      [id],
    );
    expect(closing?.signing).toMatchObject({ by: member.name, as: 'own', reason: null, asked: true });
  },
);

test(
  'P10.155 P10.166 a doctor in Firefox signs under their own name and records the worker’s signature for the concept',
  { tag: '@firefox' },
  async ({ signer, clinic, page }) => {
    const [id] = await createAndOpenEvaluation(signer);
    const { office, member } = signer;
    await office.button('Firmar y cierre').click();
    await signButton(signingDialog(signer)).click();
    await expect(office.status).toContainText('Cerrada');
    await expect(documentsRegion(signer).getByText('Vigente', { exact: true })).toBeVisible();

    await office.openMoreMenu();
    await office.button('Entregar al trabajador').click();
    const handing = dialogNamed(signer, 'Entrega al trabajador');
    await strokeByMouse(page, handing.getByLabel('Firma de quien recibe'));
    await handing.getByRole('button', { name: 'Firmar y recibir' }).click();
    await dialogNamed(signer, 'Listo').getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByText(/Recibió el trabajador el .*Concepto de aptitud/)).toBeVisible();
    const kept = await clinic.query<{ signing: object; items: string[]; handed_by: string }>(
      `select content->'signing' as signing, items, handed_by_name as handed_by
       from closings join receipts using (evaluation_id, version) where evaluation_id = $1`,
      [id],
    );
    expect(kept).toEqual([
      {
        signing: expect.objectContaining({ by: member.name, as: 'own' }) as object,
        items: ['concept'],
        handed_by: member.name,
      },
    ]);
  },
);

test(
  'P10.156 signing under another doctor’s name requires password and reason; the page lists a later clarification, and a reopening with reason',
  { tag: ['@chromium', '@landing'] },
  async ({ signer, clinic, page }) => {
    const { office, name, member } = signer;
    const other = `Dr. Ausente ${member.id.slice(0, 8)}`;
    await addDoctor(clinic, other, null);
    const [id] = await createAndOpenEvaluation(signer);
    await expect(page.getByRole('combobox', { name: 'Médico' })).toHaveValue(name);
    await office.desk.choose('Médico', other);
    await office.button('Firmar y cierre').click();
    const dialog = signingDialog(signer);
    await expect(dialog.getByText(`Esta sesión es de ${name}.`)).toBeVisible();
    await expect(signButton(dialog)).toBeDisabled();
    await expectAccessible(page, "the signing dialog under another's name");
    await dialog.getByLabel('Tu contraseña').fill('No-es-esta-9');
    await dialog.getByLabel(`Por qué firmas como ${other}`).fill('Está en sala y lo pidió');
    await signButton(dialog).click();
    await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible();
    await expect(office.status).not.toContainText('Cerrada');
    await dialog.getByLabel('Tu contraseña').fill(member.password);
    await signButton(dialog).click();
    await expect(office.status).toContainText('Cerrada');
    await expect(documentsRegion(signer)).toContainText(`Firmó en su nombre: ${member.name}`);

    await office.openMoreMenu();
    await office.button('Agregar nota aclaratoria').click();
    const note = dialogNamed(signer, 'Nota aclaratoria');
    await expect(note.getByLabel('Qué aclaras')).toBeFocused();
    await expectAccessible(page, 'the dialog of a clarifying note');
    await typeByHand(page, 'La audiometría se tomó sin protector.');
    await note.getByRole('button', { name: 'Agregar nota aclaratoria' }).click();
    await expect(documentsRegion(signer)).toContainText('La audiometría se tomó sin protector.');
    await expect(office.status).toContainText('Cerrada');

    await office.button('Reabrir evaluación').click();
    const reopening = dialogNamed(signer, '¿Reabrir la evaluación?');
    await expect(reopening.getByLabel('Por qué la reabres')).toBeFocused();
    await expect(reopening.getByRole('button', { name: 'Reabrir evaluación' })).toBeDisabled();
    await expectAccessible(page, 'the dialog of a reopening');
    await typeByHand(page, 'Faltó la visiometría');
    await reopening.getByRole('button', { name: 'Reabrir evaluación' }).click();
    await expect(office.status).toContainText('En proceso');
    await expect(documentsRegion(signer)).toContainText('Anulada');
    await expect(documentsRegion(signer)).toContainText('Faltó la visiometría');

    await office.button('Firmar y cierre').click();
    await expect(dialog).toHaveAccessibleName(`Vas a firmar como ${name}`);
    await signButton(dialog).click();
    await expect(office.status).toContainText('Cerrada');
    await expect(documentsRegion(signer).getByRole('listitem')).toHaveCount(2);
    for (const state of ['Vigente', 'Reemplazada'])
      await expect(documentsRegion(signer).getByText(state, { exact: true })).toBeVisible();
    await expectAccessible(page, 'a closed evaluation with two versions');
    const rows = await clinic.query<{ as: string; doctor_name: string }>(
      `select doctor_name, content->'signing'->>'as' as as from closings where evaluation_id = $1 order by version`,
      [id],
    );
    expect(rows).toEqual([
      { doctor_name: other, as: 'another' },
      { doctor_name: name, as: 'own' },
    ]);
  },
);
