import { Dexie, type ObservabilitySet } from 'dexie';
import { db } from '../database.ts';

export type TableName = {
  [Key in keyof typeof db]: (typeof db)[Key] extends { readonly schema: unknown } ? Key : never;
}[keyof typeof db];

/** Calls `react` for each write to the tables by this window, another window or the worker. Returns an unsubscribe function. */
export function observeWrites(tables: readonly TableName[], react: () => void): () => void {
  const places = tables.map((table) => `idb://${db.name}/${table}/`);
  const isObservedTable = (part: string) => part === 'all' || places.some((place) => part.startsWith(place));
  const listen = (parts: ObservabilitySet) => {
    if (Object.keys(parts).some(isObservedTable)) react();
  };
  Dexie.on('storagemutated', listen);
  return () => Dexie.on.storagemutated.unsubscribe(listen);
}
