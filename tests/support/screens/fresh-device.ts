// Gives each test file a separate device, although the files of a thread share React, Mantine and the window: loading these for
// each file took half of the suite's CPU time.
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterAll, vi } from 'vitest';

// Each file has its own databases; otherwise it would read what an earlier file of the thread stored.
const indexedDB = new IDBFactory();
Object.assign(globalThis, { indexedDB, IDBKeyRange });
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange });

// The app's modules are loaded again, because they hold the state of the previous file and the modules that it mocked.
vi.resetModules();

/** Browser objects to which tests add properties, and whose properties tests replace. */
const SHARED_OBJECTS = [
  window,
  document,
  navigator,
  URL,
  history,
  location,
  Element.prototype,
  HTMLElement.prototype,
];
const initialProperties = SHARED_OBJECTS.map(
  (object) => Object.getOwnPropertyDescriptors(object) as PropertyDescriptorMap,
);

function restoreProperties(object: object, properties: PropertyDescriptorMap): void {
  for (const name of Object.getOwnPropertyNames(object)) {
    // React marks the objects to which it listens; it would listen again without the mark.
    if (name.startsWith('_react')) continue;
    const known = properties[name];
    const now = Object.getOwnPropertyDescriptor(object, name);
    if (known?.value === now?.value && known?.get === now?.get) continue;
    if (known) Object.defineProperty(object, name, known);
    else if (now?.configurable) Reflect.deleteProperty(object, name);
  }
}

/** Removes what a file has left in the page: elements of portals, styles, and attributes. */
function clearPage(): void {
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
}

afterAll(() => {
  SHARED_OBJECTS.forEach((object, at) => restoreProperties(object, initialProperties[at] ?? {}));
  clearPage();
  for (const stored of [window.localStorage, window.sessionStorage]) stored.clear();
  window.history.replaceState(null, '', '/');
});
