import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Loaded from './install-offer.tsx';
import { renderScreen } from '#tests/support/screens/rendering/render-screen.tsx';

const installPromptMock = vi.fn(() => Promise.resolve());
type InstallOfferModule = typeof Loaded;
let installOfferModule: InstallOfferModule;

/** Loads the modules again for each test, because their state lasts as long as a page. */
beforeEach(async () => {
  vi.resetModules();
  installPromptMock.mockClear();
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
  installOfferModule = await import('./install-offer.tsx');
  (await import('#ui/hooks/install.ts')).interceptInstallPrompt();
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'standalone');
});

function dispatchInstallPrompt(): Event {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: installPromptMock,
  });
  act(() => void window.dispatchEvent(event));
  return event;
}
const renderInstallOffer = (where: 'home' | 'device') =>
  renderScreen(<installOfferModule.InstallOffer where={where} />, '/home');
const queryOfferTitle = () => screen.queryByText('Instala Ventanilla en este dispositivo.');

describe('P10.50 install offer', () => {
  it("the install button prompts once, even when the browser's install event came before the screen opened", async () => {
    const event = dispatchInstallPrompt();
    expect(event.defaultPrevented).toBe(true);
    renderInstallOffer('home');
    await userEvent.click(screen.getByRole('button', { name: 'Instalar' }));
    expect(installPromptMock).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Instalar' })).toBeNull();
  });

  it('the install offer disappears after the installation', () => {
    dispatchInstallPrompt();
    renderInstallOffer('device');
    expect(queryOfferTitle()).toBeTruthy();
    act(() => void window.dispatchEvent(new Event('appinstalled')));
    expect(queryOfferTitle()).toBeNull();
  });

  it('the install offer shows written steps on an iPad, whose browser cannot prompt', () => {
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
    renderInstallOffer('home');
    expect(screen.getByText(/«Agregar a inicio»/)).toBeTruthy();
    expect(screen.getByText(/Safari borra lo guardado en una pestaña/)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('the device screen shows written steps, and the start page shows no offer, when it is unknown whether the app can be installed', () => {
    renderInstallOffer('home');
    expect(queryOfferTitle()).toBeNull();
    renderInstallOffer('device');
    expect(screen.getByText(/está en su menú: «Instalar»/)).toBeTruthy();
  });

  it('the installed app shows no install offer', () => {
    Object.defineProperty(navigator, 'standalone', { value: true, configurable: true });
    renderInstallOffer('device');
    expect(queryOfferTitle()).toBeNull();
  });
});
