import { expect, type Locator, type Page } from '@playwright/test';
import { PERMISSION_DEFINITIONS, type Permission } from '#contract/vocabulary.ts';
import type { ClinicUser } from '../server/clinic.ts';
import { ReceptionScreen } from './reception.ts';

export interface Invitation {
  readonly email: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
}

/** Page object of the administrator's screens; it finds elements by labels, buttons and visible texts. */
export class AdministrationScreens {
  readonly page: Page;
  readonly origin: string;
  readonly desk: ReceptionScreen;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
    this.desk = new ReceptionScreen(page, origin);
  }

  async signIn(member: ClinicUser, path: string): Promise<void> {
    await this.desk.signIn(member, path);
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  link(name: string): Locator {
    return this.page.getByRole('main').getByRole('link', { name, exact: true });
  }

  text(label: string): Locator {
    return this.page.getByRole('textbox', { name: label, exact: true });
  }

  get banner(): Locator {
    return this.page.getByRole('banner');
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  async enter(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.text(label).fill(value);
  }

  /** Expects the text anywhere on the page: in a notice, at a field or in a toast. */
  async expectText(text: string): Promise<void> {
    await expect(this.page.getByText(text).first()).toBeVisible();
  }

  async isTitled(title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toContainText(title);
  }

  // ------------------------------------------------------------------ branch

  branchChoice(name: string): Locator {
    return this.dialog.getByRole('button', { name });
  }

  async chooseBranch(name: string): Promise<void> {
    await this.branchChoice(name).click();
    await this.expectText('Sede activa actualizada.');
    await expect(this.dialog).toBeHidden();
    await expect(this.banner).toContainText(name);
  }

  // ------------------------------------------------------------------ catalogues

  async openCatalog(title: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: 'Catálogos' })
      .click();
    await this.page.getByRole('navigation', { name: 'Catálogos' }).getByRole('link', { name: title }).click();
    await this.isTitled(title);
  }

  async begin(label: string, values: Readonly<Record<string, string>>): Promise<void> {
    await this.link(label).click();
    await this.isTitled(label);
    await this.enter(values);
  }

  async create(label: string, values: Readonly<Record<string, string>>, said: string): Promise<void> {
    await this.begin(label, values);
    await this.button('Crear').click();
    await this.expectText(said);
  }

  row(name: string): Locator {
    return this.page.getByRole('table').getByRole('button', { name, exact: true });
  }

  panel(name: string): Locator {
    return this.page.getByRole('complementary', { name });
  }

  // ------------------------------------------------------------------ users

  /** Invites a user, from any screen, and returns the invitation's link, with which the user chooses a password. */
  async invite({ email, name, permissions }: Invitation): Promise<string> {
    await this.page
      .getByRole('navigation', { name: 'Principal' })
      .getByRole('link', { name: 'Usuarios' })
      .click();
    await this.link('Invitar usuario').click();
    await this.enter({ 'Correo electrónico': email, Nombre: name });
    for (const permission of permissions)
      await this.page
        .getByRole('checkbox', { name: PERMISSION_DEFINITIONS[permission].label, exact: true })
        .check();
    await this.button('Invitar usuario').click();
    await this.expectText('Usuario invitado. Comparte el enlace de activación enviado por correo.');
    return this.text('Enlace de activación').inputValue();
  }
}
