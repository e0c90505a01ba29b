import type { Page } from '@playwright/test';
import { Desk } from './desk.ts';

/** The pages where passwords are chosen, lost and changed. */
export class Accounts {
  readonly page: Page;
  readonly desk: Desk;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.desk = new Desk(page, origin);
  }

  /** On /reset-password, with the token that the link brought. */
  async choosePassword(password: string): Promise<void> {
    await this.desk.field('Nueva contraseña').fill(password);
    await this.desk.field('Confirma la contraseña').fill(password);
    await this.desk.button('Guardar y entrar').click();
  }

  /** On /first-admin, with the token that the link brought. */
  async createAdministrator(email: string, name: string, password: string): Promise<void> {
    await this.desk.field('Correo electrónico').fill(email);
    await this.desk.field('Nombre').fill(name);
    await this.desk.field('Contraseña').fill(password);
    await this.desk.field('Confirma la contraseña').fill(password);
    await this.desk.button('Crear cuenta y entrar').click();
  }

  async openChange(): Promise<void> {
    await this.page
      .getByRole('banner')
      .getByRole('button', { name: /contraseña y dispositivo$/ })
      .click();
    await this.desk.button('Cambiar contraseña').click();
  }

  /** In the dialog that `openChange` opens. */
  async change(current: string, next: string): Promise<void> {
    await this.desk.field('Contraseña actual').fill(current);
    await this.desk.field('Nueva contraseña').fill(next);
    await this.desk.field('Confirma la contraseña').fill(next);
    await this.desk.button('Actualizar contraseña').click();
  }
}
