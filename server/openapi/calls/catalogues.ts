import { type CatalogName, eachCatalog } from '#contract/catalogs/all.ts';
import { SIGNATURE_MAX_BYTES, SIGNATURE_TYPES } from '#contract/limits.ts';
import type { catalogRoutes } from '#contract/routes/catalog-routes.ts';
import type { AnyCallDescription, CallDescriptions } from '../call-description.ts';
import { exampleOf } from '../examples.ts';

export const catalogueCalls = {
  catalogOptions: {
    summary: 'List options of a catalogue',
    details: 'With `ids`, returns exactly these options, also inactive ones; otherwise those that match `q`.',
  },
  listExamPackages: {
    summary: 'List exam packages',
    details:
      'A package contains the exams that the clinic usually orders for an evaluation type and, if `job` is set, for that job. A package without exams was removed.',
  },
  setExamPackage: {
    summary: 'Set the exam package of an evaluation type and job',
    details:
      'Jobs that differ only in capitals or accents are the same job. A package without exams is removed. Send `If-Match: "r0"` if no package was found before.',
  },
  getDecisionOptions: {
    summary: 'Get the options that the clinic offers its doctors',
    details:
      'Returns the surveillance programmes of the clinic and, for each evaluation type, the disabled aptitudes.',
  },
  setDecisionOptions: {
    summary: 'Set the options that the clinic offers its doctors',
    details:
      'Replaces both lists. A programme that an evaluation already has stays valid for it. At least one aptitude of each type stays enabled.',
  },
  recentCatalogOptions: {
    summary: 'List the options that the branch used recently',
    details: 'Covers the last 30 days; the most used option comes first.',
  },
  catalogOverview: { summary: 'Count the rows of each catalogue' },
  setDoctorSignature: {
    summary: 'Set the signature of a doctor',
    upload: { part: 'file', types: SIGNATURE_TYPES, maxBytes: SIGNATURE_MAX_BYTES },
  },
  doctorSignature: { summary: 'Get the signature of a doctor', bytes: { types: SIGNATURE_TYPES } },
  listOccupations: { summary: 'List occupations', answer: { page_size: 25 } },
} as const satisfies Partial<CallDescriptions>;

const LIST_DETAILS: Partial<Record<CatalogName, string>> = {
  companies:
    'With `employer_company_id`, returns only companies that were its contractors; with `contractor_company_id`, only companies that were its employers.',
  notePhrases:
    'A phrase is a text that the clinic often writes into the notes of its `note_type`; `name` contains the text.',
  additionalFields:
    'Returns the fields that the clinic defined itself. `evaluation_type_ids` is empty for a field of all types. Subject and kind never change.',
};

/** Returns the English words of a name in camel case, such as 'evaluation types'. */
const spacedName = (name: string): string =>
  name.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
const withArticle = (words: string): string => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;

type RowCalls = { readonly [Name in keyof typeof catalogRoutes]: AnyCallDescription };

/** Descriptions of the calls that every catalogue has: list, create, replace, status and, if present, single row and rename. */
export const catalogRowCalls: RowCalls = Object.assign(
  {},
  ...Object.values(
    eachCatalog(({ calls: { one, many }, fields, Item, Body, isReadById }, name) => {
      const area = name === 'branches' ? ('Branches' as const) : ('Catalogues' as const);
      const row = withArticle(spacedName(one));
      const codes = 'code' in fields ? { codes: ['code_taken'] as const } : {};
      const { code } = exampleOf(Body) as { code?: string };
      return {
        [`list${many}`]: { area, summary: `List ${spacedName(many)}`, details: LIST_DETAILS[name] },
        [`create${one}`]: { area, summary: `Create ${row}`, ...codes },
        [`replace${one}`]: {
          area,
          summary: `Replace ${row}`,
          details: 'Replaces every field of the row.',
          ...codes,
          // Another code than that of the row which the example of `create` creates.
          body: { ...(code !== undefined && { code: `${code}2` }) },
        },
        [`set${one}Status`]: { area, summary: `Activate or deactivate ${row}`, answer: { is_active: false } },
        ...(isReadById && {
          [`get${one}`]: { area, summary: `Get ${row}` },
          [`rename${one}`]: { area, summary: `Rename ${row}`, body: { name: exampleOf(Item)['name'] } },
        }),
      };
    }),
  ),
);
