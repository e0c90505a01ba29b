import { useSyncExternalStore } from 'react';

/** Chromium's event; no other engine has one, and no type of the DOM library knows it. */
interface InstallPromptEvent extends Event {
  readonly prompt: () => Promise<unknown>;
}

/** How this page becomes an app on the device. */
export type Install =
  /** It is one already. */
  | { readonly name: 'installed' }
  /** The browser asks the person, once. */
  | { readonly name: 'ready'; readonly ask: () => Promise<unknown> }
  /** A tab of an iPad or iPhone: only its own menu does it. */
  | { readonly name: 'apple' }
  /** Another menu, or no way at all: the browser does not say. */
  | { readonly name: 'unknown' };

const isPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

/** Only iPads and iPhones have it: false in a tab of Safari, true in what was put on the home screen. */
const isTabOnApple = (): boolean => 'standalone' in navigator && navigator.standalone === false;
const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

let offered: InstallPromptEvent | null = null;
let install: Install | null = null;
const listeners = new Set<() => void>();

function current(): Install {
  const event = offered;
  if (isInstalled()) return { name: 'installed' };
  if (event) {
    const ask = async () => {
      offer(null); // It answers once.
      await event.prompt();
    };
    return { name: 'ready', ask };
  }
  return { name: isTabOnApple() ? 'apple' : 'unknown' };
}

function tell(next: Install): void {
  install = next;
  for (const listener of listeners) listener();
}

function offer(event: InstallPromptEvent | null): void {
  offered = event;
  tell(current());
}

/** Once, when the page starts: the browser says it early, and only once. It shows no bar of its own then. */
export function watchInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    if (!isPrompt(event)) return;
    event.preventDefault();
    offer(event);
  });
  // The tab goes on as a tab, and has nothing more to offer.
  window.addEventListener('appinstalled', () => {
    offered = null;
    tell({ name: 'installed' });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useInstall = (): Install => useSyncExternalStore(subscribe, () => (install ??= current()));
