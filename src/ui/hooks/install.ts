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

const isPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

/** `navigator.standalone` exists only on iPads and iPhones: false in a Safari tab, true in an installed app. */
const isTabOnApple = (): boolean => 'standalone' in navigator && navigator.standalone === false;
const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

let installPrompt: InstallPromptEvent | null = null;
let install: InstallState | null = null;
const listeners = new Set<() => void>();

function currentState(): InstallState {
  const event = installPrompt;
  if (isInstalled()) return { name: 'installed' };
  if (event) {
    const promptInstall = async () => {
      offer(null); // Each event can show the installation prompt only once.
      await event.prompt();
    };
    return { name: 'ready', ask: promptInstall };
  }
  return { name: isTabOnApple() ? 'apple' : 'unknown' };
}

function setInstall(next: InstallState): void {
  install = next;
  for (const listener of listeners) listener();
}

function offer(event: InstallPromptEvent | null): void {
  installPrompt = event;
  setInstall(currentState());
}

/**
 * Listens for the browser's installation event and suppresses its own bar. Call it once at page load, because the event comes
 * early and only once.
 */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    offer(event);
  });
  // After the installation, this tab no longer offers to install the app.
  window.addEventListener('appinstalled', () => {
    installPrompt = null;
    setInstall({ name: 'installed' });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useInstall = (): InstallState =>
  useSyncExternalStore(subscribe, () => (install ??= currentState()));
