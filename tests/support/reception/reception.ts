import type { Locator, Page } from '@playwright/test';
import type { ClinicUser } from '../server/clinic.ts';
import { expect } from '../base/patient.ts';
import type { Visitor } from '../base/patients.ts';
import type { SampleFile } from '../base/sample-pictures.ts';
import { strokeByMouse, strokeByTouch } from '../base/strokes.ts';

/** Search texts for rows of the demo clinic's catalogues, each the shortest that finds one row. */
export const ENTRY_TYPE_SEARCH = 'Ingreso';
export const FLORES_COMPANY_SEARCH = 'Flores del Páramo';

/** Returns the number of catalogues stored on the device. Runs in the page. */
export async function countCatalogCaches(): Promise<number> {
  const requestResult = <Result>(request: IDBRequest<Result>) =>
    new Promise<Result>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    });
  const db = await requestResult(indexedDB.open('ventanilla'));
  const keys = await requestResult(db.transaction('mirrors').objectStore('mirrors').getAllKeys());
  db.close();
  // Phrases and additional fields are not counted, because a device is ready without them.
  return keys.filter((key) => !/note-phrases|additional-fields/.test(JSON.stringify(key))).length;
}

/** Page object of reception; it finds elements by labels, buttons and visible texts. */
export class ReceptionScreen {
  readonly page: Page;
  readonly origin: string;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.origin}${path}`);
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  get syncState(): Locator {
    return this.page.getByRole('banner').getByRole('status');
  }

  // ------------------------------------------------------------------ session

  async fillSignIn({ email, password }: Pick<ClinicUser, 'email' | 'password'>): Promise<void> {
    await this.field('Correo electrónico').fill(email);
    await this.field('Contraseña').fill(password);
    await this.button('Iniciar sesión').click();
  }

  /** Signs in, and waits for the path, the catalogues on the device and the service worker. */
  async signIn(member: ClinicUser, path = '/reception'): Promise<void> {
    await this.open(path);
    await this.fillSignIn(member);
    await expect(this.page).toHaveURL(`${this.origin}${path}`);
    await this.waitUntilReady();
  }

  /**
   * Waits until the service worker controls the page and the device has stored the catalogues, so that the app can start
   * offline and the worker can drain.
   */
  async waitUntilReady(): Promise<void> {
    await this.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await this.catalogsAreHere();
  }

  async catalogsAreHere(): Promise<void> {
    await expect.poll(() => this.page.evaluate(countCatalogCaches)).toBe(5);
  }

  async signOut(): Promise<void> {
    await this.button('Cerrar sesión').click();
  }

  /** Simulates that a user returns to the tablet, which triggers a drain (S17) long before the timer would. */
  async returnToPage(): Promise<void> {
    await this.page.evaluate(() => void window.dispatchEvent(new PageTransitionEvent('pageshow')));
  }

  /** Signs out. No entry may be unsent, because the app would prompt about it. */
  async leave(): Promise<void> {
    await this.signOut();
    await expect(this.button('Iniciar sesión')).toBeVisible();
  }

  // ------------------------------------------------------------------ wizard

  async next(): Promise<void> {
    await this.button('Siguiente').click();
  }

  async fillPerson(visitor: Visitor): Promise<void> {
    await this.field('Número de identificación').fill(visitor.document);
    await this.field('Primer nombre').fill(visitor.first_name);
    await this.field('Primer apellido').fill(visitor.last_name);
  }

  async choose(label: string, text: string): Promise<void> {
    const box = this.page.getByRole('combobox', { name: label });
    await box.fill(text);
    await this.page.getByRole('option', { name: text }).first().click();
  }

  async chooseFirst(label: string): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).click();
    await this.page.getByRole('listbox').getByRole('option').first().click();
  }

  async chooseEvaluation(): Promise<void> {
    await this.choose('Tipo de evaluación', ENTRY_TYPE_SEARCH);
    await this.choose('Empresa empleadora', FLORES_COMPANY_SEARCH);
  }

  async reachConfirmation(visitor: Visitor): Promise<void> {
    await this.fillPerson(visitor);
    await this.next();
    await this.chooseEvaluation();
    await this.next();
    await expect(this.confirmButton).toBeVisible();
  }

  get confirmButton(): Locator {
    return this.button('Confirmar y crear evaluación');
  }

  async choosePhoto(file: Omit<SampleFile, 'sha256'>): Promise<void> {
    await this.page.getByLabel('Cargar foto desde archivo').setInputFiles(file);
  }

  get viewfinder(): Locator {
    return this.page.getByText('Rostro dentro del óvalo');
  }

  /** Turns the camera on. A first tap is necessary if the browser does not report the camera permission. */
  async turnCameraOn(): Promise<void> {
    const isOff = this.page.getByText('para encender la cámara');
    await expect(this.viewfinder.or(isOff)).toBeVisible();
    if (await isOff.isVisible()) await this.button('Tomar foto').click();
    await expect(this.viewfinder).toBeVisible();
  }

  async takePhoto(): Promise<void> {
    await this.turnCameraOn();
    await this.button('Tomar foto').click();
    await expect(this.page.getByAltText('Foto capturada del paciente')).toBeVisible();
  }

  get pad(): Locator {
    return this.page.getByLabel('Firma del paciente');
  }

  async signByMouse(): Promise<void> {
    await strokeByMouse(this.page, this.pad);
  }

  async signFullScreenByTouch(): Promise<void> {
    await this.button('Pantalla completa').click();
    const dialog = this.page.getByRole('dialog');
    await strokeByTouch(this.page, dialog.getByLabel('Firma del paciente'));
    await dialog.getByRole('button', { name: 'Cerrar' }).click();
  }

  /** Captures photo and signature in step 3, and waits until the registration can be confirmed. */
  async capture(photo: SampleFile): Promise<void> {
    await this.choosePhoto(photo);
    await this.signByMouse();
    await this.picturesAreReady();
  }

  async picturesAreReady(): Promise<void> {
    try {
      await expect(this.page.getByText('Listo para subir')).toHaveCount(2);
    } catch (error) {
      throw new Error(await this.page.getByRole('main').ariaSnapshot(), { cause: error });
    }
  }

  async confirm(): Promise<void> {
    await this.confirmButton.click();
  }

  /** Registers the patient in all three steps, and waits for the confirmation banner above the next form. */
  async register(visitor: Visitor, photo: SampleFile): Promise<void> {
    await this.reachConfirmation(visitor);
    await this.capture(photo);
    await this.confirm();
    await expect(this.button('Registrar otra evaluación')).toBeVisible();
  }

  /** Registers an announced person, whose announcement opens the last step, and waits for the next form. */
  async registerAnnounced({ document }: Visitor, photo: SampleFile): Promise<void> {
    await this.field('Número de identificación').fill(document);
    await this.button('Usar citación').click();
    await expect(this.confirmButton).toBeVisible();
    await this.capture(photo);
    await this.confirm();
    await expect(this.field('Número de identificación')).toHaveValue('');
  }

  /** Opens the last registration through the link in the confirmation banner. */
  async seeResult(): Promise<void> {
    await this.page.getByRole('link', { name: /^Ver: / }).click();
    await expect(this.page.getByRole('heading', { name: /^(Evaluación|Registro) /, level: 2 })).toBeVisible();
  }

  async startNextRegistration(): Promise<void> {
    await this.button('Registrar otra evaluación').click();
    await expect(this.field('Número de identificación')).toHaveValue('');
  }

  async park(): Promise<void> {
    await this.button('Dejar en espera').click();
    await expect(this.field('Número de identificación')).toHaveValue('');
  }

  /** Opens the parked draft of the patient; `waiting` is the number of parked drafts. */
  async reopenParked({ first_name, last_name }: Visitor, waiting: number): Promise<void> {
    await this.button(`En espera: ${waiting}`).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('button', { name: new RegExp(`^${first_name} ${last_name}`) }).click();
    await expect(dialog).toBeHidden();
  }

  // ------------------------------------------------------------------ pending screen

  async openPending(): Promise<void> {
    await this.page.getByRole('banner').getByRole('link', { name: 'Ver pendientes de envío' }).click();
    await expect(this.page.getByRole('heading', { name: 'Pendientes de envío', level: 1 })).toBeVisible();
  }

  /** Presses 'Intentar ahora'. The button may be absent, because the entries were already sent automatically. */
  async tryNow(): Promise<void> {
    const button = this.button('Intentar ahora');
    await expect(
      button.or(this.syncState.filter({ hasText: /Todo enviado|atención/ })).first(),
    ).toBeVisible();
    await button.evaluateAll((found) => found.forEach((element) => (element as HTMLElement).click()));
  }

  pendingRow({ document }: Visitor): Locator {
    return this.page.getByRole('listitem').filter({ hasText: document });
  }

  rowButton(name: string, { first_name, last_name }: Visitor): Locator {
    return this.button(`${name}: ${first_name} ${last_name}`);
  }

  rowLink(name: string, { first_name, last_name }: Visitor): Locator {
    return this.page.getByRole('link', { name: `${name}: ${first_name} ${last_name}`, exact: true });
  }

  pendingFigure(label: RegExp): Locator {
    return this.page.locator('dl > div', { hasText: label }).locator('dd');
  }
}
