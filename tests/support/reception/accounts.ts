import type { Page } from '@playwright/test';
import { ReceptionScreen } from './reception.ts';

/** Page object of the pages on which users choose, recover and change passwords. */
export class AccountPages {
  readonly page: Page;
  readonly desk: ReceptionScreen;

  constructor(page: Page, origin: string) {
    this.page = page;
    this.desk = new ReceptionScreen(page, origin);
  }

  async choosePassword(password: string): Promise<void> {
    await this.desk.field('Nueva contraseña').fill(password);
    await this.desk.field('Confirma la contraseña').fill(password);
    await this.desk.button('Guardar y entrar').click();
  }

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

  async change(current: string, next: string): Promise<void> {
    await this.desk.field('Contraseña actual').fill(current);
    await this.desk.field('Nueva contraseña').fill(next);
    await this.desk.field('Confirma la contraseña').fill(next);
    await this.desk.button('Actualizar contraseña').click();
  }
}
