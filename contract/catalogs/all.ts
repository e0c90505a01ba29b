import { additionalFields } from './additional-fields.ts';
import { branches } from './branches.ts';
import type { AnyCatalog } from './catalog.ts';
import { companies } from './companies.ts';
import { doctors } from './doctors.ts';
import { evaluationTypes } from './evaluation-types.ts';
import { exams } from './exams.ts';
import { notePhrases } from './note-phrases.ts';

/** All catalogues in the order of P2; those that P2 does not have are last. */
export const CATALOGS = {
  evaluationTypes,
  companies,
  branches,
  exams,
  doctors,
  notePhrases,
  additionalFields,
} as const;
export type CatalogName = keyof typeof CATALOGS;
export type CatalogKey = (typeof CATALOGS)[CatalogName]['key'];
type CatalogPath = (typeof CATALOGS)[CatalogName]['path'];
/** Address of a catalogue below the API's base, such as 'note-phrases'. */
export type CatalogPathSegment = CatalogPath extends `/${infer Address}` ? Address : never;
/** Addresses of the catalogues that reception copies to the device. */
export type ReceptionCatalogPathSegment = {
  [Name in CatalogName]: (typeof CATALOGS)[Name] extends {
    copy: { for: 'reception' };
    path: `/${infer Address}`;
  }
    ? Address
    : never;
}[CatalogName];

/** Builds an object with one value for each catalogue. */
export const buildPerCatalog = <Value>(
  build: (definition: AnyCatalog, name: CatalogName) => Value,
): Record<CatalogName, Value> =>
  Object.fromEntries(
    (Object.keys(CATALOGS) as CatalogName[]).map((name) => [
      name,
      build(CATALOGS[name] as unknown as AnyCatalog, name),
    ]),
  ) as Record<CatalogName, Value>;

/** Names of the catalogues' tables, in the order of `CATALOGS`. */
export const CATALOG_KEYS = Object.values(buildPerCatalog(({ key }) => key)) as readonly CatalogKey[];
