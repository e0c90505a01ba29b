import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Downloads } from '#storage/cache/downloads.ts';
import type { Account } from '#sync/session/session.ts';
import { retryUntilPassing } from '#tests/support/base/eventually.ts';
import { LeavePrompt } from '#ui/dialogs/leave-prompt.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';
import { SignedInUserControls } from '../top-bar/signed-in-user.tsx';
import { CONTENT_LOST_TEXT, downloadsText, handedOverEntriesText, unsentMessage } from './unsent-messages.ts';

const sessionMock = vi.hoisted(() => ({
  countUnsentOfUser: vi.fn((_owner: string) => Promise.resolve({ evaluations: 0, files: 0, corrections: 0 })),
  readDownloads: vi.fn((_owner: string) => Promise.resolve(null as Downloads | null)),
  countParkedDrafts: vi.fn((_owner: string) => Promise.resolve(0)),
  leave: vi.fn(() => Promise.resolve()),
  reportAllBeforeSignOut: vi.fn(() => Promise.resolve()),
}));
vi.mock('#storage/device/unsent.ts', () => ({ countUnsentOfUser: sessionMock.countUnsentOfUser }));
vi.mock('#storage/cache/downloads.ts', () => ({ readDownloads: sessionMock.readDownloads }));
vi.mock('#storage/drafts/parked-list.ts', () => ({ countParkedDrafts: sessionMock.countParkedDrafts }));
vi.mock('../runtime/load-device.ts', () => ({
  loadDevice: () => Promise.resolve({ reportAllBeforeSignOut: sessionMock.reportAllBeforeSignOut }),
}));
vi.mock('./session.tsx', () => ({ useSession: () => ({ leave: sessionMock.leave }) }));

const account: Account = {
  userId: 'u1',
  email: null,
  displayName: 'Ana Rincón',
  branchId: null,
  actions: [],
  gate: 'open',
};

async function renderAndClickSignOut() {
  renderScreen(<SignedInUserControls account={account} />);
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }));
}

beforeEach(() => vi.resetAllMocks());

describe('sign-out', () => {
  it('P2.20 the top bar shows the user’s name and the sign-out button without a menu', () => {
    renderScreen(<SignedInUserControls account={account} />);
    expect(screen.getByRole('button', { name: 'Ana Rincón: contraseña y dispositivo' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cerrar sesión' })).toBeTruthy();
  });

  it('S16 the sign-out shows no prompt when all entries are delivered', async () => {
    await renderAndClickSignOut();
    await retryUntilPassing(() => expect(sessionMock.leave).toHaveBeenCalledOnce());
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('P10.448 the sign-out prompts before content of the page is lost', async () => {
    renderScreen(<LeavePrompt dirty />);
    await renderAndClickSignOut();
    expect((await screen.findByRole('dialog')).textContent).toContain(CONTENT_LOST_TEXT);
    expect(sessionMock.leave).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Salir' }));
    await retryUntilPassing(() => expect(sessionMock.leave).toHaveBeenCalledOnce());
  });

  it("S16 the sign-out prompt shows the number of unsent entries that stay on the device; 'stay' keeps the session", async () => {
    sessionMock.countUnsentOfUser.mockResolvedValueOnce({ evaluations: 3, files: 0, corrections: 0 });
    await renderAndClickSignOut();
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Hay 3 evaluaciones');
    expect(screen.getAllByRole('button', { name: /cerrar sesión/i, hidden: true })).toHaveLength(1);
    expect(dialog.textContent).toContain('guardadas con llave en este dispositivo');
    const variant = (name: string) => screen.getByRole('button', { name }).dataset['variant'];
    expect([variant('Seguir aquí'), variant('Salir de todos modos')]).toEqual(['filled', 'default']);
    await userEvent.click(screen.getByRole('button', { name: 'Seguir aquí' }));
    expect(sessionMock.leave).not.toHaveBeenCalled();
  });

  it('S16 the sign-out prompt counts files and evaluations separately', async () => {
    sessionMock.countUnsentOfUser.mockResolvedValueOnce({ evaluations: 0, files: 1, corrections: 0 });
    await renderAndClickSignOut();
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'Hay 1 archivo que todavía no ha llegado completo al servidor. Se queda guardado con llave en este dispositivo hasta que vuelvas a iniciar sesión aquí; nadie más puede verlo, ni enviarlo sin un código tuyo.',
    );
    expect(unsentMessage({ evaluations: 1, files: 0, corrections: 0 })).toBe(
      'Hay 1 evaluación que todavía no ha llegado completa al servidor. Se queda guardada con llave en este dispositivo hasta que vuelvas a iniciar sesión aquí; nadie más puede verla, ni enviarla sin un código tuyo.',
    );
    expect(handedOverEntriesText({ evaluations: 2, files: 1, corrections: 0 })).toMatch(
      /^Hay 2 evaluaciones y 1 archivo que todavía no han llegado completos al servidor\..* siguen siendo tuyos y se envían como siempre\.$/,
    );
  });

  it.each([
    [
      1,
      'Tienes 1 registro en espera en este dispositivo, sin confirmar. Se queda guardado con llave: solo tú puedes abrirlo, cuando vuelvas a iniciar sesión aquí. No se envía hasta que lo confirmes.',
    ],
    [
      3,
      'Tienes 3 registros en espera en este dispositivo, sin confirmar. Se quedan guardados con llave: solo tú puedes abrirlos, cuando vuelvas a iniciar sesión aquí. No se envían hasta que los confirmes.',
    ],
  ])(
    'P10.75 the sign-out prompt says that %i parked drafts stay on the device, even when all entries are delivered',
    async (count, words) => {
      sessionMock.countParkedDrafts.mockResolvedValueOnce(count);
      await renderAndClickSignOut();
      const dialog = await screen.findByRole('dialog', { name: 'Antes de salir' });
      expect(dialog.textContent).toContain(words);
      expect(sessionMock.countParkedDrafts).toHaveBeenCalledWith(account.userId);
      await userEvent.click(screen.getByRole('button', { name: 'Salir' }));
      expect(sessionMock.leave).toHaveBeenCalledOnce();
    },
  );

  it('S16 the user can sign out although entries are unsent', async () => {
    sessionMock.countUnsentOfUser.mockResolvedValueOnce({ evaluations: 1, files: 0, corrections: 0 });
    await renderAndClickSignOut();
    await screen.findByRole('dialog');
    await userEvent.click(screen.getByRole('button', { name: 'Salir de todos modos' }));
    expect(sessionMock.leave).toHaveBeenCalledOnce();
  });
});

describe('S24 device report before the sign-out', () => {
  it('the device sends its report when the user clicks sign-out, before the user responds to the prompt', async () => {
    sessionMock.countUnsentOfUser.mockResolvedValueOnce({ evaluations: 2, files: 0, corrections: 0 });
    await renderAndClickSignOut();
    await screen.findByRole('dialog');
    expect(sessionMock.reportAllBeforeSignOut).toHaveBeenCalledOnce();
    expect(sessionMock.leave).not.toHaveBeenCalled();
  });

  it('the sign-out does not wait for the device report', async () => {
    sessionMock.reportAllBeforeSignOut.mockReturnValueOnce(new Promise<never>(() => undefined));
    await renderAndClickSignOut();
    await retryUntilPassing(() => expect(sessionMock.leave).toHaveBeenCalledOnce());
  });
});

describe('M3 downloaded files at the sign-out', () => {
  const downloads = {
    count: 3,
    names: ['adjunto_1a2b3c4d.png', 'historia_clinica_0a1b2c3d.pdf', 'concepto_0a1b2c3d.pdf'],
  };

  it('the sign-out prompt lists downloaded files even when all entries are delivered; the user can stay or sign out', async () => {
    sessionMock.readDownloads.mockResolvedValue(downloads);
    await renderAndClickSignOut();
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(
      'En este dispositivo quedaron 3 archivos descargados: adjunto_1a2b3c4d.png, historia_clinica_0a1b2c3d.pdf y concepto_0a1b2c3d.pdf.',
    );
    expect(dialog.textContent).toContain('bórralos de la carpeta Descargas');
    expect(dialog.textContent).not.toContain('pendientes');
    await userEvent.click(screen.getByRole('button', { name: 'Seguir aquí' }));
    expect(sessionMock.leave).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Salir' }));
    expect(sessionMock.leave).toHaveBeenCalledOnce();
  });

  it('the sign-out prompt lists downloaded files next to the unsent entries', async () => {
    sessionMock.countUnsentOfUser.mockResolvedValueOnce({ evaluations: 2, files: 0, corrections: 0 });
    sessionMock.readDownloads.mockResolvedValueOnce({ count: 1, names: ['rescate-2026-11-22.ventanilla'] });
    await renderAndClickSignOut();
    const { textContent } = await screen.findByRole('dialog');
    expect(textContent).toContain('Hay 2 evaluaciones');
    expect(textContent).toContain('quedó 1 archivo descargado: rescate-2026-11-22.ventanilla.');
  });

  it('the sign-out prompt names the first downloaded files and counts the others', () => {
    const names = Array.from({ length: 20 }, (_, at) => `adjunto_${at}.pdf`);
    expect(downloadsText({ count: 31, names })).toContain(
      'quedaron 31 archivos descargados: adjunto_0.pdf, adjunto_1.pdf, adjunto_2.pdf, adjunto_3.pdf y 27 más.',
    );
  });
});
