import type { Locator, Page } from '@playwright/test';
import { expect } from '#tests/support/base/patient.ts';
import { drawCardWithCode } from '#tests/support/cards/code-picture.ts';
import { ANA_CARDHOLDER, cardCodeText, type Cardholder } from '#tests/support/cards/invented-card.ts';
import { PLAIN_SHOT, photographPicture } from '#tests/support/cards/picture.ts';
import { strokeByTouch } from '#tests/support/base/strokes.ts';
import { typeLikeCardReader } from '#tests/support/reception/card-reader.ts';
import { ReceptionScreen } from '#tests/support/reception/reception.ts';
import { InputCounter, type PressTally } from './input-count.ts';

/**
 * Patient at the reception, with the data that a receptionist types or a card contains. The names contain only letters of an
 * English keyboard.
 */
export interface BenchPatient {
  readonly document: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly second_last_name: string;
  readonly birth_date: string;
  readonly gender: 'F' | 'M';
  /** Text typed to find the job, and the full name of the suggestion to choose. */
  readonly job: readonly [typed: string, name: string];
}

let patientCount = 0;
export function newPatient(): BenchPatient {
  patientCount += 1;
  return {
    document: `99980003${String(patientCount).padStart(2, '0')}`,
    first_name: 'Zoraida',
    last_name: 'Yturralde',
    second_last_name: 'Perea',
    birth_date: '1984-07-19',
    gender: 'F',
    job: ['coci', 'Cocinero'],
  };
}
export const cardholderOf = ({
  document,
  first_name,
  last_name,
  second_last_name,
  birth_date,
  gender,
}: BenchPatient): Cardholder => ({
  ...ANA_CARDHOLDER,
  number: document,
  first_name: first_name.toUpperCase(),
  middle_name: '',
  last_name: last_name.toUpperCase(),
  second_last_name: second_last_name.toUpperCase(),
  birth_date,
  sex: gender,
});

/** Returns camera frames of a card that is first tilted and then straight. */
export const createCardFrames = (holder: Cardholder) =>
  [5, 3, 2, 1, 0.5, 0].map((degrees, seed) =>
    photographPicture(drawCardWithCode(cardCodeText(holder)), {
      ...PLAIN_SHOT,
      degrees,
      tilt: 0.02,
      blur: 0.6,
      noise: 8,
      glare: 15,
      seed,
    }),
  );

export interface BenchVisit {
  readonly type: string;
  readonly employer: string;
}

/** Longest time in ms to wait for an element that the app may not show at all. */
const OPTIONAL_ELEMENT_TIMEOUT_MS = 3_000;

const KEY_INTERVAL_MS = 90;

/** Simulates a receptionist at a tablet with touch and keyboard who reads the messages and accepts the suggestions. */
export class Receptionist {
  readonly page: Page;
  readonly desk: ReceptionScreen;
  readonly #hands: InputCounter;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.desk = new ReceptionScreen(page, origin);
    this.#hands = new InputCounter(page);
  }

  /** Counts taps and keys of one registration: from an empty form with focus to the next empty form with focus. */
  async counts(work: () => Promise<void>): Promise<PressTally> {
    await expect(this.#number).toBeFocused();
    await this.#hands.begin();
    await work();
    await this.#nextForm();
    return this.#hands.end();
  }

  /** Counts taps and keys of the first part of a registration; `counts` must run around it. */
  async countsUpTo(work: () => Promise<void>): Promise<PressTally> {
    await work();
    return this.#hands.end();
  }

  get #number(): Locator {
    return this.page.locator('[data-path="identification_number"]');
  }

  tap(name: string | RegExp): Promise<void> {
    const exact = typeof name === 'string';
    return this.page.getByRole('button', { name, exact }).tap();
  }

  /** Types at a person's speed, because the app takes faster keys for a card reader's. */
  type(text: string): Promise<void> {
    return this.page.keyboard.type(text, { delay: KEY_INTERVAL_MS });
  }

  async #fill(field: string, text: string): Promise<void> {
    await this.page.locator(`[data-path="${field}"]`).tap();
    await this.type(text);
  }

  async #isOffered(thing: Locator): Promise<boolean> {
    return thing.waitFor({ timeout: OPTIONAL_ELEMENT_TIMEOUT_MS }).then(
      () => true,
      () => false,
    );
  }

  // ------------------------------------------------------------------ step 1

  /** Types the document number, after which the lookup starts automatically. */
  typeDocument(document: string): Promise<void> {
    return this.type(document);
  }

  /** Types a new patient's data. Enter starts the lookup immediately and moves the focus to the names. */
  async typePerson(patient: BenchPatient): Promise<void> {
    await this.typeDocument(patient.document);
    await this.page.keyboard.press('Enter');
    const first = this.page.locator('[data-path="first_name"]');
    await expect(first).toBeFocused();
    await this.type(patient.first_name);
    await this.#fill('last_name', patient.last_name);
    await this.#fill('second_last_name', patient.second_last_name);
    await this.#fill('birth_date', patient.birth_date.replaceAll('-', ''));
    await this.#chooseGender(patient.gender);
    await this.typeJob(patient);
  }

  /** Chooses the gender. Counts its two taps manually, because the browser draws the list outside the page. */
  async #chooseGender(gender: BenchPatient['gender']): Promise<void> {
    await this.#hands.unseenTap('Sexo: opens');
    await this.page.locator('[data-path="gender"]').selectOption(gender);
    await this.#hands.unseenTap(`Sexo: ${gender}`);
  }

  async typeJob({ job: [typed, name] }: Pick<BenchPatient, 'job'>): Promise<void> {
    await this.#fill('occupation_name', typed);
    await this.page.getByRole('option', { name, exact: true }).tap();
  }

  async showCardToCamera(): Promise<void> {
    await this.tap('Leer cédula');
    await expect(this.page.getByText('Cédula leída')).toBeVisible();
  }

  async passCardThroughReader(frame: string): Promise<void> {
    await this.#hands.whileReaderTypes(() => typeLikeCardReader(this.page, `${frame}\r`));
    await expect(this.page.getByText('Cédula leída')).toBeVisible();
  }

  async expectText(text: string | RegExp): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible();
  }

  /** Applies type and companies of the patient's last visit with one tap. */
  async repeatsLastVisit(name: string): Promise<void> {
    await this.expectText(`Paciente encontrado: ${name}`);
    await this.tap('Repetir última visita');
  }

  // ------------------------------------------------------------------ step 2

  async expectNextStep(): Promise<void> {
    await this.tap('Siguiente');
    await expect(this.page.getByRole('heading', { name: 'Paso 2 de 3' })).toBeVisible();
  }

  /** Chooses type and employer, with one tap if the app suggests them together. */
  async choosesVisit({ type, employer }: BenchVisit): Promise<void> {
    const together = this.page.getByRole('button', { name: `${type} · ${employer}`, exact: true });
    if (await this.#isOffered(together)) return together.tap();
    await this.#choosesUsual('Tipos habituales', 'Tipo de evaluación', type);
    await this.#choosesUsual('Empresas habituales', 'Empresa empleadora', employer);
    await this.tap('Siguiente');
  }

  async #choosesUsual(group: string, field: string, name: string): Promise<void> {
    const usual = this.page.getByRole('group', { name: group }).getByRole('button', { name, exact: true });
    if (await this.#isOffered(usual)) return usual.tap();
    await this.page.getByRole('combobox', { name: field }).tap();
    await this.type(name.slice(0, 3));
    await this.page.getByRole('option', { name }).first().tap();
  }

  // ------------------------------------------------------------------ step 3

  /** Takes the photo, signs and confirms, each as soon as the app allows it. */
  async capturesAndConfirms(): Promise<void> {
    await this.takesPhoto();
    if (await this.desk.button('Entregar al paciente').isVisible()) return this.#signsTextAndConfirms();
    await this.signsAndConfirms();
  }

  async signsAndConfirms(): Promise<void> {
    await strokeByTouch(this.page, this.desk.pad);
    await this.desk.picturesAreReady();
    await this.desk.confirmButton.tap();
  }

  /** Hands the tablet to the patient and takes it back. Enter then confirms, because 'Confirmar' has the focus. */
  async #signsTextAndConfirms(): Promise<void> {
    await this.tap('Entregar al paciente');
    const dialog = this.page.getByRole('dialog');
    await strokeByTouch(this.page, dialog.getByLabel('Firma del paciente'));
    await dialog.getByRole('button', { name: 'Aceptar y firmar' }).tap();
    await this.tap('Continuar en recepción');
    await expect(this.desk.confirmButton).toBeFocused();
    await this.page.keyboard.press('Enter');
  }

  async takesPhoto(): Promise<void> {
    const isOff = this.page.getByText('para encender la cámara');
    await expect(this.desk.viewfinder.or(isOff)).toBeVisible();
    if (await isOff.isVisible()) await this.tap('Tomar foto');
    await expect(this.desk.viewfinder).toBeVisible();
    await this.tap('Tomar foto');
    await expect(this.page.getByAltText('Foto capturada del paciente')).toBeVisible();
  }

  /** Waits for the next empty form. If the form has not opened automatically, taps the button that opens it. */
  async #nextForm(): Promise<void> {
    const another = this.desk.button('Registrar otra evaluación');
    await expect(this.#number.or(another).first()).toBeVisible();
    if (!(await this.#number.isVisible())) await another.tap();
    await expect(this.#number).toHaveValue('');
    await expect(this.#number).toBeFocused();
  }
}
