import { useSyncExternalStore } from 'react';

/** Chromium's event; no other engine has it, and the types of the DOM library do not declare it. */
interface InstallPromptEvent extends Event {
  readonly prompt: () => Promise<unknown>;
}

/** Way to install this page as an app on the device. */
export type InstallState =
  /** The page is already installed. */
  | { readonly name: 'installed' }
  /** The browser can prompt the user, once. */
  | { readonly name: 'ready'; readonly ask: () => Promise<unknown> }
  /** Tab on an iPad or iPhone, where only the browser's own menu installs an app. */
  | { readonly name: 'apple' }
  /** Another menu, or no way at all: the browser does not report it. */
  | { readonly name: 'unknown' };

const isPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

/** Only iPads and iPhones have the property: false in a tab of Safari, true in an app on the home screen. */
const isTabOnApple = (): boolean => 'standalone' in navigator && navigator.standalone === false;
const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

let offered: InstallPromptEvent | null = null;
let install: InstallState | null = null;
const listeners = new Set<() => void>();

function current(): InstallState {
  const event = offered;
  if (isInstalled()) return { name: 'installed' };
  if (event) {
    const ask = async () => {
      offer(null); // An event can prompt only once.
      await event.prompt();
    };
    return { name: 'ready', ask };
  }
  return { name: isTabOnApple() ? 'apple' : 'unknown' };
}

function tell(next: InstallState): void {
  install = next;
  for (const listener of listeners) listener();
}

function offer(event: InstallPromptEvent | null): void {
  offered = event;
  tell(current());
}

/**
 * Listens for the browser's offer to install the page. Call it once, when the page starts: the event comes early and only once.
 * The browser then shows no installation bar.
 */
export function listenForInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    offer(event);
  });
  // The tab stays a tab and has nothing more to offer.
  window.addEventListener('appinstalled', () => {
    offered = null;
    tell({ name: 'installed' });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useInstall = (): InstallState => useSyncExternalStore(subscribe, () => (install ??= current()));
