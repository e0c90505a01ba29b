import type { Locator, Page } from '@playwright/test';
import { tabTo } from '#tests/support/base/keyboard.ts';
import { addDoctor, createUnsignedEvaluation } from '#tests/support/reception/ready-evaluation.ts';
import { OfficePage } from '#tests/support/reception/office.ts';
import { type Visitor, createVisitor } from '#tests/support/base/patients.ts';
import { randomPhoto } from '#tests/support/base/sample-pictures.ts';
import { createClinicUser } from '#tests/support/server/clinic.ts';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';

const TODAY_LIST_PATH = '/evaluations/today';

const todayPatientList = (page: Page): Locator => page.getByRole('list', { name: 'Personas de hoy' });
const findPatientLink = (page: Page, { document }: Visitor): Locator =>
  todayPatientList(page).getByRole('link').filter({ hasText: document });

async function readListOrder(page: Page, among: readonly Visitor[]): Promise<string[]> {
  const rows = await todayPatientList(page).getByRole('link').allTextContents();
  return rows.flatMap((text) =>
    among.filter(({ document }) => text.includes(document)).map(({ document }) => document),
  );
}

test(
  'P10.179 P10.180 P10.182 today’s list shows the patients with photo and counts, longest wait first, also offline',
  { tag: ['@chromium', '@landing'] },
  async ({ desk, rocio, clinic, line, elsewhere, ofBaseContractAlone }) => {
    const photographed = createVisitor();
    await desk.signIn(rocio);
    await desk.register(photographed, await randomPhoto());
    await expect(desk.syncState).toHaveText('Todo enviado');

    const page = await elsewhere();
    await page.setViewportSize({ width: 1366, height: 768 });
    const office = new OfficePage(page, line.origin);
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    await office.signIn(doctor, TODAY_LIST_PATH);
    await expect(findPatientLink(page, photographed)).toContainText(/llegó \d\d:\d\d/);
    const [second, third] = [createVisitor(), createVisitor()];
    await office.createEvaluation(doctor, second);
    const signed = await office.createEvaluation(doctor, third);
    const came = [photographed, second, third];
    await page.reload();
    await expect(findPatientLink(page, third)).toBeVisible();
    await expect.poll(() => readListOrder(page, came)).toEqual(came.map(({ document }) => document));
    if (!ofBaseContractAlone) await expect(findPatientLink(page, photographed).locator('img')).toBeVisible();
    await expectAccessible(page, 'the list of today');

    const tab = (name: RegExp) =>
      page.getByRole('navigation', { name: 'De hoy' }).getByRole('link', { name });
    const tabCount = async (name: RegExp) => Number(/\d+/.exec(await tab(name).innerText())?.[0]);
    const waiting = await tabCount(/^Por atender/);
    await clinic.query(`update evaluations set status = 'en_proceso' where id = $1`, [signed]);
    await page.reload();
    await expect(findPatientLink(page, third)).toBeHidden();
    await expect.poll(() => tabCount(/^Por atender/)).toBe(waiting - 1);
    await tab(/^En proceso/).click();
    await expect(findPatientLink(page, third)).toBeVisible();
    await findPatientLink(page, third).click();
    await office.isOpen();
    await page.getByRole('link', { name: 'Volver al listado' }).click();
    await expect(tab(/^En proceso/)).toHaveAttribute('aria-current', 'page');

    line.disconnect();
    await page.reload();
    await expect(page.getByText(/^Sin conexión · datos de/)).toBeVisible();
    await expect(findPatientLink(page, third)).toBeVisible();
    await tab(/^Por atender/).click();
    await expect.poll(() => readListOrder(page, came)).toEqual([photographed.document, second.document]);
  },
);

test(
  'P10.183 P10.184 a doctor using only the keyboard moves from today’s list to the signature, to the next patient, and back to the same row',
  { tag: ['@chromium', '@landing'] },
  async ({ page, line, clinic }) => {
    await page.setViewportSize({ width: 1366, height: 768 });
    const office = new OfficePage(page, line.origin);
    const doctor = await createClinicUser(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    const name = `Dra. Rápida ${doctor.id.slice(0, 8)}`;
    await addDoctor(clinic, name, doctor);
    await office.signIn(doctor, '/home');
    const came = [createVisitor(), createVisitor(), createVisitor()] as const;
    for (const person of came) await createUnsignedEvaluation(office, doctor, { person, concept: 'Apta' });
    const waiting = createVisitor();
    await office.createEvaluation(doctor, waiting);
    await office.desk.open(`${TODAY_LIST_PATH}?status=en_proceso`);
    const [first, second, third] = came;
    /** Returns the text of the focused row; empty if no row has the focus. */
    const focused = () => page.evaluate(() => document.querySelector('li > a:focus')?.textContent ?? '');
    await tabTo(page, todayPatientList(page).getByRole('link').first());
    await page.keyboard.press('End');
    expect(await focused()).toContain(third.document);
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowUp');
    expect(await focused()).toContain(first.document);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await office.isOpen();
    await expect(page.getByText(second.document)).toBeVisible();

    // The test waits until the page knows the signing doctor, because the shortcut only shows a message before that.
    const dialog = page.getByRole('dialog', { name: `Vas a firmar como ${name}` });
    await expect(page.getByText('Todo listo para cerrar la evaluación.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByRole('button', { name: 'Firmar y cierre' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(office.status).toContainText('Cerrada');
    await expect(page.getByRole('link', { name: /^Siguiente en espera: / })).toBeVisible();
    await expectAccessible(page, 'what was signed, with whoever waits next');

    await tabTo(page, page.getByRole('link', { name: 'Volver al listado' }));
    await page.keyboard.press('Enter');
    await expect(findPatientLink(page, second)).toBeHidden();
    await expect
      .poll(focused, 'the place of who was signed is that of who comes after')
      .toContain(third.document);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await office.isOpen();
    await expect(page.getByText('Todo listo para cerrar la evaluación.')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expect(dialog.getByRole('button', { name: 'Firmar y cierre' })).toBeFocused();
    await page.keyboard.press('Enter');
    const next = page.getByRole('link', { name: /^Siguiente en espera: / });
    const address = await next.getAttribute('href');
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(new RegExp(`${address ?? 'none'}$`));
    await office.isOpen();
  },
);
