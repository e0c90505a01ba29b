import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { visitor } from '#tests/support/base/patients.ts';
import { hire } from '#tests/support/server/clinic.ts';
import { samplePhoto } from '#tests/support/base/sample-pictures.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Returns the letters assigned to the device; null before that. Runs in the page. */
async function heldLetters(): Promise<string | null> {
  const settled = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await settled(indexedDB.open('ventanilla'));
  const rows = await settled<{ id: string; letters?: string | null }[]>(
    db.transaction('device').objectStore('device').getAll(),
  );
  db.close();
  return rows.find(({ id }) => id.startsWith('turns:'))?.letters ?? null;
}

/** Waits for the response to the first report and returns the device's letters. */
async function lettersOf(page: Page): Promise<string> {
  await expect.poll(() => page.evaluate(heldLetters)).toMatch(/^[A-Z]+$/);
  return String(await page.evaluate(heldLetters));
}

test(
  'S28 P10.45 P10.47 P10.237 P10.239 the device gives each patient the next queue number, also offline, and the doctor’s list shows it; another device of the branch has other letters',
  { tag: '@landing' },
  async ({ desk, rocio, page, line, clinic, elsewhere }) => {
    const [photo, unsent] = [await samplePhoto(), visitor()];
    await desk.signIn(rocio);
    const letters = await lettersOf(page);
    await desk.register(visitor(), photo);
    await expect(page.getByText(`Turno ${letters}-1`)).toBeVisible();
    await expect(page.getByText('Subida completa')).toHaveCount(2);
    await expect(page.getByText(`Turno ${letters}-1`)).toBeVisible();
    await desk.another();

    line.goDown();
    await desk.register(unsent, photo);
    const turn = `Turno ${letters}-2`;
    await expect(page.getByText(turn)).toBeVisible();
    await desk.openPending();
    for (const shown of [turn, `Turno ${letters}-1`]) await expect(page.getByText(shown)).toBeVisible();
    line.comeUp();
    await desk.tryNow();
    await expect(desk.syncState).toHaveText('Todo enviado');

    const office = new ReceptionScreen(await elsewhere(), line.origin);
    const doctor = await hire(clinic, 'Bogotá', ['manage_evaluations', 'register_patients']);
    await office.signIn(doctor, '/evaluations/today');
    expect(await lettersOf(office.page)).not.toBe(letters);
    const called = office.page
      .getByRole('list', { name: 'Personas de hoy' })
      .getByRole('link', { name: unsent.document });
    await expect(called).toContainText(turn);
    await called.click();
    await expect(office.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(office.page.getByText(turn, { exact: true })).toBeVisible();
    await office.open('/evaluations');
    await office.page.getByLabel('Buscar paciente').fill(unsent.document);
    await expect(office.page.getByRole('table').getByText(unsent.document)).toBeVisible();
    await expect(office.page.getByRole('row').last()).toContainText(turn);
  },
);
