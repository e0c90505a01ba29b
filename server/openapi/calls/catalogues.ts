import { type CatalogName, buildPerCatalog } from '#contract/catalogs/all.ts';
import { SIGNATURE_MAX_BYTES, SIGNATURE_TYPES } from '#contract/limits.ts';
import type { catalogRoutes } from '#contract/routes/catalogs/catalog-routes.ts';
import type { FullCallDescription, CallDescriptions } from '../call-description.ts';

export const catalogueCalls = {
  catalogOptions:
    'List options of a catalogue. With `ids`, returns exactly these options, also inactive ones; otherwise those that match `q`.',
  listExamPackages:
    'List exam packages. A package contains the exams that the clinic usually orders for an evaluation type and, if `job` is set, for that job. A package without exams was removed.',
  setExamPackage:
    'Set the exam package of an evaluation type and job. Jobs that differ only in capitals or accents are the same job. A package without exams is removed. Send `If-Match: "r0"` if no package was found before.',
  listEvaluationTemplates:
    'List evaluation templates. A template contains texts and decisions of a usual evaluation of a type and job; the app inserts them into empty fields only. Includes inactive templates.',
  setEvaluationTemplate:
    'Set an evaluation template. Replaces the whole template. The client chooses the id of a new one and sends `If-Match: "r0"`; a repeated request creates it once.',
  getAuthorisationText:
    'Get the text that patients sign. Also returns the texts before it. `is_from_file` is true if the settings file of the server sets the text; it cannot be changed then.',
  setAuthorisationText: {
    text: 'Set the text that patients sign from now on. With `text` null they sign none. A text requires `approved`, with which the user states that the clinic has approved it. The server names the version of a new text; a text that was used before keeps its version. Tablets show the new text once they have loaded the branding again.',
    codes: ['requirements_missing'],
  },
  getDecisionOptions:
    'Get the options that the clinic offers its doctors. Returns the surveillance programmes of the clinic and, for each evaluation type, the disabled aptitudes.',
  setDecisionOptions:
    'Set the options that the clinic offers its doctors. Replaces both lists. A programme that an evaluation already has stays valid for it. At least one aptitude of each type stays enabled.',
  recentCatalogOptions:
    'List the options that the branch used recently. Covers the last 30 days; the most used option comes first.',
  catalogOverview: 'Count the rows of each catalogue.',
  setDoctorSignature: {
    text: 'Set the signature of a doctor.',
    upload: { part: 'file', types: SIGNATURE_TYPES, maxBytes: SIGNATURE_MAX_BYTES },
  },
  listProposedCompanies:
    'List proposed companies. Contains those that no administrator has confirmed or merged: active ones first, in the order of their arrival. Beyond 200 active ones, or 20 of one user in a day, further proposals are stored inactive.',
  confirmCompany: {
    text: 'Replace and confirm a proposed company. Replaces every field of the row, so that code and name can be corrected. A merged company, or one that was never proposed, gives `validation_failed`.',
    codes: ['code_taken'],
    body: { code: 'CON' },
  },
  mergeCompany:
    'Replace a proposed company by an active one. The evaluations then reference the active company, which is the response; the proposed one becomes inactive. Signed versions keep the name that they were signed with.',
  doctorSignature: { text: 'Get the signature of a doctor.', bytes: { types: SIGNATURE_TYPES } },
  listOccupations: { text: 'List occupations.', answer: { page_size: 25 } },
} as const satisfies Partial<CallDescriptions>;

const CATALOG_LIST_DETAILS: Partial<Record<CatalogName, string>> = {
  companies:
    'With `employer_company_id`, returns only companies that were its contractors; with `contractor_company_id`, only companies that were its employers.',
  notePhrases:
    'A phrase is a text that the clinic often writes into the notes of its `note_type`; `name` contains the text.',
  additionalFields:
    'Returns the fields that the clinic defined itself. `evaluation_type_ids` is empty for a field of all types. Subject and kind never change.',
};

/** Returns the English words of a name in camel case, such as 'evaluation types'. */
const toLowerCaseWords = (name: string): string =>
  name.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
const addArticle = (words: string): string => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;

type CatalogRowCalls = { readonly [Name in keyof typeof catalogRoutes]: FullCallDescription };

/** Descriptions of the calls that every catalogue has: list, create, replace, status and, if present, single row and rename. */
export const catalogRowCalls: CatalogRowCalls = Object.assign(
  {},
  ...Object.values(
    buildPerCatalog(({ calls: { one, many }, fields, isReadById }, name) => {
      const area = name === 'branches' ? ('Branches' as const) : ('Catalogues' as const);
      const row = addArticle(toLowerCaseWords(one));
      const codes = 'code' in fields ? { codes: ['code_taken'] as const } : {};
      return {
        [`list${many}`]: {
          area,
          text: `List ${toLowerCaseWords(many)}. ${CATALOG_LIST_DETAILS[name] ?? ''}`.trim(),
        },
        [`create${one}`]: { area, text: `Create ${row}.`, ...codes },
        [`replace${one}`]: {
          area,
          text: `Replace ${row}. Replaces every field of the row.`,
          ...codes,
          // The example of `create` already uses the code in the body's example, so the example of `replace` needs another
          // code.
          ...('code' in fields && { body: { code: 'OTR' } }),
        },
        [`set${one}Status`]: { area, text: `Activate or deactivate ${row}.`, answer: { is_active: false } },
        ...(isReadById && {
          [`get${one}`]: { area, text: `Get ${row}.` },
          [`rename${one}`]: { area, text: `Rename ${row}.` },
        }),
      };
    }),
  ),
);
