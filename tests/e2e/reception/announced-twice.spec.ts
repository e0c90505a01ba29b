import type { RepetitionDecision } from '#contract/vocabulary.ts';
import { createVisitor, type Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { announceForToday } from '#tests/support/reception/expected-day.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

const VISIT = { type: 'Ingreso (preocupacional)', company: 'Flores del Páramo Ficticio S.A.S. (DEMO)' };
const DECISIONS: Readonly<Record<RepetitionDecision, { button: string; outcome: RegExp }>> = {
  keep: { button: 'Conservar las dos', outcome: /^Se conserva: lo decidió / },
  repeats: { button: 'Esta repite a la otra', outcome: /^Repite a otra: lo decidió / },
};

/** Decides about the second evaluation of the person, on the page of the list. */
async function settle(
  { page }: ReceptionScreen,
  { first_name, last_name }: Visitor,
  decision: RepetitionDecision,
): Promise<void> {
  const { button, outcome } = DECISIONS[decision];
  const name = `${first_name} ${last_name}`;
  await page.getByRole('button', { name: `Ver los registros de ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Registros de ${name}` });
  const second = dialog.getByRole('listitem').filter({ hasText: 'Sin decidir' });
  await second.getByRole('button', { name: button }).click();
  await expect(dialog.getByText(outcome)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test(
  'P11.83 P11.84 two tablets register the same announced people offline, a user settles both, and attendance counts each person once',
  { tag: ['@chromium', '@landing', '@extension'] },
  async ({ clinic, desk, rocio, page, elsewhere, line }) => {
    const visitors = [createVisitor(), createVisitor()] as const;
    const list = await announceForToday(
      clinic,
      rocio,
      VISIT,
      visitors.map(({ document, ...names }) => ({ identification_number: document, ...names })),
    );
    const other = new ReceptionScreen(await elsewhere(), line.origin);
    await Promise.all([desk.signIn(rocio), other.signIn(await createClinicUser(clinic))]);
    const tablets = [desk, other];
    for (const tablet of tablets)
      await expect(tablet.page.getByRole('button', { name: /^Esperadas hoy: / })).toBeVisible();

    line.disconnect();
    const registerAll = async (tablet: ReceptionScreen) => {
      for (const visitor of visitors) await tablet.registerAnnounced(visitor, await randomPhoto());
    };
    await Promise.all(tablets.map(registerAll));
    line.restoreConnection();
    for (const tablet of tablets) {
      await tablet.returnToPage();
      await expect(tablet.syncState).toHaveText('Todo enviado');
    }

    await desk.open('/pending');
    await expect(page.getByText('2 personas con más de un registro')).toBeVisible();
    await expectAccessible(page, 'people with several registrations');
    await page.getByRole('link', { name: /^Decidir en la citación de Flores/ }).click();
    await settle(desk, visitors[0], 'keep');
    await settle(desk, visitors[1], 'repeats');
    const people = await list.readPeople();
    const settled = people.flatMap(({ status }) => (status.state === 'registered' ? status.settled : []));
    expect(settled.map(({ decision }) => decision).sort()).toEqual(['keep', 'repeats']);

    await page.getByRole('link', { name: 'Asistencia' }).click();
    await expect(page.getByRole('region', { name: 'Resumen' }).locator('dl > div')).toHaveText([
      'Asistieron2',
      'No asistieron0',
      'Por llegar0',
      'Resultados pendientes2',
    ]);
  },
);
