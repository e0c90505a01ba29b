import { useSyncExternalStore } from 'react';

/** Event of Chromium that the DOM type library does not declare; other browsers do not have it. */
interface InstallPromptEvent extends Event {
  readonly prompt: () => Promise<unknown>;
}

export type InstallState =
  | { readonly name: 'installed' }
  /** The browser can show its installation prompt, once. */
  | { readonly name: 'ready'; readonly ask: () => Promise<unknown> }
  /** Safari tab on an iPad or iPhone, where only the browser's menu can install the app. */
  | { readonly name: 'apple' }
  /** The browser offers no prompt; its menu may be able to install the app. */
  | { readonly name: 'unknown' };

const isInstallPromptEvent = (event: Event): event is InstallPromptEvent => 'prompt' in event;

/** `navigator.standalone` exists only on iPads and iPhones: false in a Safari tab, true in an installed app. */
const isIosBrowserTab = (): boolean => 'standalone' in navigator && navigator.standalone === false;
const isAppInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

let installPrompt: InstallPromptEvent | null = null;
let installState: InstallState | null = null;
const installStateListeners = new Set<() => void>();

function computeInstallState(): InstallState {
  const event = installPrompt;
  if (isAppInstalled()) return { name: 'installed' };
  if (event) {
    const promptInstall = async () => {
      setInstallPrompt(null); // Each event can show the installation prompt only once.
      await event.prompt();
    };
    return { name: 'ready', ask: promptInstall };
  }
  return { name: isIosBrowserTab() ? 'apple' : 'unknown' };
}

function setInstallState(next: InstallState): void {
  installState = next;
  for (const listener of installStateListeners) listener();
}

function setInstallPrompt(event: InstallPromptEvent | null): void {
  installPrompt = event;
  setInstallState(computeInstallState());
}

/**
 * Listens for the browser's installation event and suppresses its own bar. Call it once at page load, because the event comes
 * early and only once.
 */
export function interceptInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPromptEvent(event)) return;
    event.preventDefault();
    setInstallPrompt(event);
  });
  // After the installation, this tab no longer offers to install the app.
  window.addEventListener('appinstalled', () => {
    installPrompt = null;
    setInstallState({ name: 'installed' });
  });
}

function subscribeToInstallState(listener: () => void): () => void {
  installStateListeners.add(listener);
  return () => installStateListeners.delete(listener);
}

export const useInstallState = (): InstallState =>
  useSyncExternalStore(subscribeToInstallState, () => (installState ??= computeInstallState()));
