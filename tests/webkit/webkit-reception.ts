import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { FaultProxy } from '#tests/support/faults/fault-proxy.ts';
import {
  countCatalogCaches,
  FLORES_COMPANY_SEARCH,
  ENTRY_TYPE_SEARCH,
} from '#tests/support/reception/reception.ts';
import type { Visitor } from '#tests/support/base/patients.ts';
import { randomPhoto, type SampleFile } from '#tests/support/base/sample-pictures.ts';
import { decryptDraftInPage, type DeviceDraft } from '#tests/support/device/encrypted-draft.ts';
import { DriverError, type ElementId, type WebDriverSession } from './driver.ts';

/** Returns the field with the label. Runs in the page. */
function fieldLabelled(label: string): Element | null {
  const matches = (text: string | null | undefined) => text?.replace('*', '').trim() === label;
  const labelled = [...document.querySelectorAll('label')].find((each) => matches(each.textContent))?.control;
  const fields = [...document.querySelectorAll('input, select, textarea, canvas')];
  return labelled ?? fields.find((each) => matches(each.getAttribute('aria-label'))) ?? null;
}

/** Returns true if the field with the label has the focus. Runs in the page. */
function isFieldFocused(label: string): boolean {
  const matches = (text: string | null | undefined) => text?.replace('*', '').trim() === label;
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  return [...(field.labels ?? [])].some((each) => matches(each.textContent)) || matches(field.ariaLabel);
}

/** Returns the enabled button with the text; only from the dialog if one is open. Runs in the page. */
function findEnabledButton(name: string): Element | null {
  const dialogs = [...document.querySelectorAll('[role=dialog], dialog[open]')];
  const roots = dialogs.length > 0 ? dialogs : [document.body];
  const buttons = roots.flatMap((root) => [...root.querySelectorAll('button')]);
  const matches = (each: Element) => (each.getAttribute('aria-label') ?? each.textContent).trim() === name;
  return buttons.find((each) => matches(each) && !each.disabled) ?? null;
}

function findLinkTo(href: string): Element | null {
  return document.querySelector(`a[href="${href}"]`);
}

/** Returns the readable text of the page. Runs in the page. */
const readPageText = () => document.body?.innerText ?? '';
const readBannerText = () => document.querySelector('header output')?.textContent.trim() ?? '';
const readFieldValue = (label: string) => {
  const labels = [...document.querySelectorAll('label')];
  const field = labels.find((each) => each.textContent.replace('*', '').trim() === label)?.control;
  return field instanceof HTMLInputElement ? field.value : null;
};

const ENTER_KEY = '\uE007';

/**
 * WebDriver errors after which the action is retried: the element was rendered again after its lookup, or another element still
 * covers it.
 */
const TRANSIENT_ERRORS = ['stale element reference', 'element click intercepted', 'element not interactable'];

/** Page object of reception in WebKit; it finds elements by labels, buttons and visible texts. */
export class WebKitReception {
  readonly session: WebDriverSession;
  readonly origin: string;

  constructor(session: WebDriverSession, origin: string) {
    this.session = session;
    this.origin = origin;
  }

  async open(address: string): Promise<void> {
    await this.session.goto(`${this.origin}${address}`);
  }

  /** Runs the action. Returns false if the element could not be used at that moment. */
  async #try(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (error instanceof DriverError && TRANSIENT_ERRORS.includes(error.code)) return false;
      throw error;
    }
  }

  async #with(
    what: string,
    find: () => Promise<ElementId | null>,
    act: (element: ElementId) => Promise<void>,
  ): Promise<void> {
    const attempt = async (): Promise<boolean> => {
      const element = await find();
      return element !== null && this.#try(() => act(element));
    };
    await expect.poll(attempt, { message: what, intervals: [50, 100, 200] }).toBe(true);
  }

  async fill(label: string, text: string): Promise<void> {
    // Content that appears above the field can move the field away before the tap. The tap is then repeated.
    const tryTap = async (): Promise<boolean> => {
      await this.#with(
        label,
        () => this.session.find(fieldLabelled, label),
        (field) => this.session.click(field),
      );
      return this.session.evaluate(isFieldFocused, label);
    };
    await expect.poll(tryTap, { message: `${label} has the focus` }).toBe(true);
    await this.session.keys(text);
  }

  async #chooseFile(label: string, file: string): Promise<void> {
    await this.#with(
      label,
      () => this.session.find(fieldLabelled, label),
      (field) => this.session.type(field, file),
    );
  }

  async press(name: string): Promise<void> {
    await this.#with(
      name,
      () => this.session.find(findEnabledButton, name),
      (button) => this.session.click(button),
    );
  }

  /** Presses the button. It may be absent, because its action has already happened automatically. */
  async pressIfThere(name: string): Promise<void> {
    const button = await this.session.find(findEnabledButton, name);
    if (button !== null) await this.#try(() => this.session.click(button));
  }

  /** Presses 'Intentar ahora'. The button may be absent, because the entries were already sent automatically. */
  async tryNow(): Promise<void> {
    const hasRetriedOrGone = async (): Promise<boolean> => {
      const button = await this.session.find(findEnabledButton, 'Intentar ahora');
      if (button !== null) return this.#try(() => this.session.click(button));
      return (await this.session.evaluate(readBannerText)) === 'Todo enviado';
    };
    await expect.poll(hasRetriedOrGone, { message: 'tried or gone' }).toBe(true);
  }

  async follow(href: string): Promise<void> {
    await this.#with(
      href,
      () => this.session.find(findLinkTo, href),
      (link) => this.session.click(link),
    );
  }

  /** Chooses a row by keyboard: a row can move away under the pointer, and a tap would then hit another element. */
  async choose(label: string, text: string): Promise<void> {
    await this.fill(label, text + ENTER_KEY);
    const chosenOption = () => this.session.evaluate(readFieldValue, label);
    await expect.poll(chosenOption, { message: label }).toEqual(expect.stringMatching(`.${text}|${text}.`));
  }

  async expectText(text: string | RegExp): Promise<void> {
    const pattern = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text);
    await expect.poll(() => this.session.evaluate(readPageText)).toEqual(pattern);
  }

  async syncStateIs(text: string): Promise<void> {
    await expect.poll(() => this.session.evaluate(readBannerText)).toBe(text);
  }

  async expectValue(label: string, value: string): Promise<void> {
    await expect.poll(() => this.session.evaluate(readFieldValue, label)).toBe(value);
  }

  async signIn(
    { email, password }: Pick<ClinicUser, 'email' | 'password'>,
    address = '/reception',
  ): Promise<void> {
    await this.open(address);
    await this.fill('Correo electrónico', email);
    await this.fill('Contraseña', password);
    await this.press('Iniciar sesión');
    const isReady = () =>
      location.pathname === '/login' || !navigator.serviceWorker.controller ? '' : location.pathname;
    await expect.poll(() => this.session.evaluate(isReady)).toBe(address);
    await expect.poll(() => this.session.evaluate(countCatalogCaches)).toBe(5);
  }

  /** Signs in, cuts the connection and registers each patient while the server is unreachable. */
  async registerWithoutServer(
    member: ClinicUser,
    line: FaultProxy,
    people: readonly Visitor[],
  ): Promise<void> {
    await this.signIn(member);
    line.disconnect();
    for (const person of people) {
      await this.register(person, await randomPhoto());
      await this.startNextRegistration();
    }
    await this.syncStateIs(`Sin conexión · ${people.length} por enviar`);
  }

  async reachConfirmation(visitor: Visitor): Promise<void> {
    await this.fill('Número de identificación', visitor.document);
    await this.fill('Primer nombre', visitor.first_name);
    await this.fill('Primer apellido', visitor.last_name);
    await this.press('Siguiente');
    await this.choose('Tipo de evaluación', ENTRY_TYPE_SEARCH);
    await this.choose('Empresa empleadora', FLORES_COMPANY_SEARCH);
    await this.press('Siguiente');
  }

  async choosePhoto({ name, buffer }: SampleFile): Promise<void> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ventanilla-photo-'));
    const file = path.join(folder, name);
    fs.writeFileSync(file, buffer);
    await this.#chooseFile('Cargar foto desde archivo', file);
    await this.expectText('Listo para subir');
    fs.rmSync(folder, { recursive: true });
  }

  /** Takes a photo. The first tap turns the camera on, unless the browser reports the camera permission. */
  async takePhoto(): Promise<void> {
    await this.expectText(/para encender la cámara|Rostro dentro del óvalo/);
    if ((await this.session.evaluate(readPageText)).includes('para encender')) await this.press('Tomar foto');
    await this.expectText('Rostro dentro del óvalo');
    await this.press('Tomar foto');
    await this.expectText('Listo para subir');
  }

  async sign(): Promise<void> {
    const box = await this.session.evaluate(() => {
      const pad = document.querySelector('canvas[aria-label="Firma del paciente"]');
      pad?.scrollIntoView({ block: 'center' });
      const { x = 0, y = 0, width = 0, height = 0 } = pad?.getBoundingClientRect() ?? {};
      return { x, y, width, height };
    });
    const padPoint = (x: number, y: number) => ({ x: box.x + x * box.width, y: box.y + y * box.height });
    await this.session.drag([
      padPoint(0.2, 0.4),
      padPoint(0.3, 0.6),
      padPoint(0.4, 0.35),
      padPoint(0.5, 0.65),
      padPoint(0.6, 0.4),
    ]);
    await this.expectText(/Listo para subir[^]*Listo para subir/);
  }

  async picturesOnTheDevice(): Promise<Pick<DeviceDraft, 'photo' | 'signature'>> {
    await expect
      .poll(async () => Object.values(await this.session.evaluate(decryptDraftInPage)))
      .not.toContain(null);
    const { photo, signature } = await this.session.evaluate(decryptDraftInPage);
    return { photo, signature };
  }

  async confirm(): Promise<void> {
    await this.press('Confirmar y crear evaluación');
    await this.expectText('Registrar otra evaluación');
  }

  async register(visitor: Visitor, photo: SampleFile): Promise<void> {
    await this.reachConfirmation(visitor);
    await this.choosePhoto(photo);
    await this.sign();
    await this.confirm();
  }

  async startNextRegistration(): Promise<void> {
    const isEmpty = async (): Promise<boolean> => {
      await this.pressIfThere('Registrar otra evaluación');
      return (await this.session.evaluate(readFieldValue, 'Número de identificación')) === '';
    };
    await expect.poll(isEmpty, { message: 'another' }).toBe(true);
  }
}
