import { expect, type Download, type Locator, type Page } from '@playwright/test';
import { DOCUMENT_TIMEOUT_MS } from '#contract/documents.ts';
import { DEMO_PASSWORD } from '#server/demo/clinic.ts';
import type { ClinicUser } from '../server/clinic.ts';
import { ReceptionScreen } from './reception.ts';
import type { Visitor } from '../base/patients.ts';
import { type SendRequest, signInForRequests } from '../server/server-calls.ts';

/** Returns how many responses with this evaluation the device has cached. Runs in the page. */
async function countCachedResponses(evaluationId: string): Promise<number> {
  const requestResult = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await requestResult(indexedDB.open('ventanilla'));
  const rows: { evaluationId: string | null }[] = await requestResult(
    db.transaction('cache').objectStore('cache').getAll(),
  );
  db.close();
  return rows.filter((row) => row.evaluationId === evaluationId).length;
}

export function samplePdf(): { name: string; mimeType: string; buffer: Buffer } {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, nth) => {
    const offset = text.length;
    text += `${nth + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}`;
  text += `${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return { name: 'audiograma.pdf', mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') };
}

/** Page object of the doctor's screens; it finds elements by labels, buttons and visible texts. */
export class OfficePage {
  readonly page: Page;
  readonly origin: string;
  readonly desk: ReceptionScreen;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
    this.desk = new ReceptionScreen(page, origin);
  }

  async signIn(member: ClinicUser, path = '/evaluations'): Promise<void> {
    await this.desk.signIn(member, path);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  text(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true });
  }

  get status(): Locator {
    return this.page.getByRole('heading', { level: 1 }).locator('..');
  }

  listRow({ document }: Pick<Visitor, 'document'>): Locator {
    return this.page.getByRole('row').filter({ hasText: document });
  }

  /** Searches for the patient, because the newest patient is on the last page of the list. */
  async searchFor({ document }: Pick<Visitor, 'document'>): Promise<void> {
    await this.page.getByLabel('Buscar paciente').fill(document);
  }

  async openFromList(visitor: Pick<Visitor, 'document'>): Promise<void> {
    await this.searchFor(visitor);
    await this.openOnlyRow(visitor);
  }

  async openOnlyRow(visitor: Pick<Visitor, 'document'>): Promise<void> {
    // The table must be complete before the tap; otherwise a row could move up under the pointer.
    await expect(this.page.getByRole('table').getByRole('row'), 'the head and the one').toHaveCount(2);
    await this.listRow(visitor)
      .getByRole('link', { name: /^Ver detalle/ })
      .click();
    await this.isOpen();
  }

  async open(id: string): Promise<void> {
    await this.desk.open(`/evaluations/${id}`);
    await this.isOpen();
  }

  async isOpen(): Promise<void> {
    await expect(this.page.getByRole('heading', { name: 'Notas médicas' })).toBeVisible();
  }

  async expectRetainedEntry(evaluationId: string): Promise<void> {
    await expect.poll(() => this.page.evaluate(countCachedResponses, evaluationId)).toBe(3);
  }

  async addExam(name: string, notes: string): Promise<void> {
    await this.desk.choose('Agregar un examen', name);
    await this.page
      .getByRole('region', { name: 'Exámenes por agregar' })
      .getByRole('textbox', { name: `Resultado de ${name}` })
      .fill(notes);
  }

  async saveResults(): Promise<void> {
    await this.button('Guardar resultados').click();
    await this.isSaved('Guardar resultados');
  }

  async saveNotes(): Promise<void> {
    await this.button('Guardar notas').click();
    await this.isSaved('Guardar notas');
  }

  /**
   * Presses the button until the data are saved, because a change of the connection state can disable the button during a
   * press.
   */
  async saveWhenEnabled(label: 'Guardar notas' | 'Guardar resultados'): Promise<void> {
    const button = this.button(label);
    await expect(async () => {
      if (await button.isEnabled()) await button.click({ timeout: 1_000 });
      await expect(button).toHaveAccessibleDescription('Sin cambios por guardar.', { timeout: 3_000 });
    }).toPass();
  }

  async isSaved(label: 'Guardar notas' | 'Guardar resultados'): Promise<void> {
    await expect(this.button(label)).toHaveAccessibleDescription('Sin cambios por guardar.');
  }

  /** Chooses the first doctor. Repeats the press if it missed, because the list grows and moves while it loads. */
  async chooseDoctor(): Promise<void> {
    const box = this.page.getByRole('combobox', { name: 'Médico' });
    await expect(async () => {
      await box.click();
      await this.page.getByRole('option').first().click({ timeout: 3_000 });
      await expect(box).not.toHaveValue('', { timeout: 3_000 });
    }).toPass();
  }

  /** Chooses 'Apto' if the doctor has typed the aptitude note but chosen no aptitude, because signing requires a choice. */
  async chooseMissingAptitude(): Promise<void> {
    if (!(await this.button('Elegir la aptitud').isVisible())) return;
    await this.page
      .getByRole('group', { name: 'Frases: Concepto de aptitud laboral' })
      .getByRole('button', { name: 'Apto', exact: true })
      .click();
    await this.saveNotes();
  }

  async sign(): Promise<void> {
    await this.chooseDoctor();
    await this.chooseMissingAptitude();
    await expect(this.page.getByText('Todo listo para cerrar la evaluación.')).toBeVisible();
    await this.pressSign();
    await expect(this.status).toContainText('Cerrada');
  }

  async pressSign(): Promise<void> {
    await this.button('Firmar y cierre').click();
    const dialog = this.page.getByRole('dialog', { name: /^Vas a firmar como / });
    await expect(dialog).toBeVisible();
    const concept = dialog.getByRole('checkbox', { name: 'Firmar sin concepto' });
    if (await concept.isVisible()) await concept.check();
    const reason = dialog.getByRole('textbox', { name: 'Por qué debe leerlo el empleador' });
    if (await reason.isVisible()) await reason.fill('Se acordó con el trabajador');
    // The dialog prompts for a password if the chosen doctor is linked to another user.
    const password = dialog.getByLabel('Tu contraseña');
    if (await password.isVisible()) {
      await password.fill(DEMO_PASSWORD);
      await dialog.getByLabel(/^Por qué firmas como /).fill('Lo revisamos juntos');
    }
    await dialog.getByRole('button', { name: 'Firmar y cierre' }).click();
  }

  async reopen(): Promise<void> {
    await this.button('Reabrir evaluación').click();
    await this.confirmReopening();
    await expect(this.status).toContainText('En proceso');
  }

  async confirmReopening(): Promise<void> {
    const dialog = this.page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    const reason = dialog.getByRole('textbox', { name: 'Por qué la reabres' });
    if (await reason.isVisible()) await reason.fill('Faltó un dato del cargo');
    await dialog.getByRole('button', { name: 'Reabrir evaluación' }).click();
  }

  async openMoreMenu(): Promise<void> {
    await this.button('Más').click();
  }

  async download(label: string): Promise<Download> {
    const arrives = this.page.waitForEvent('download', { timeout: DOCUMENT_TIMEOUT_MS });
    await this.button(label).click();
    return arrives;
  }

  /** Creates an evaluation without pictures, in another session of the same user, and returns its id. */
  async createEvaluation({ email }: ClinicUser, visitor: Visitor): Promise<string> {
    const send = await signInForRequests(this, email);
    const read = async <Body>(...call: Parameters<SendRequest>): Promise<Body> =>
      JSON.parse((await send(...call)).toString()) as Body;
    const firstId = async (path: string): Promise<string> => {
      const { items } = await read<{ items: { id: string }[] }>('GET', `${path}?page_size=1`);
      return items[0]?.id ?? '';
    };
    const { id } = await read<{ id: string }>('POST', '/evaluations', {
      evaluation_type_id: await firstId('/evaluation-types'),
      employer_company_id: await firstId('/companies'),
      patient: {
        identification_type: 'CC',
        identification_number: visitor.document,
        first_name: visitor.first_name,
        last_name: visitor.last_name,
      },
    });
    return id;
  }
}
