import type * as z from 'zod/mini';
import type { CATALOGS, CatalogName } from '#contract/catalogs/all.ts';
import { additionalField, additionalFieldBody } from './additional-examples.ts';
import type { ApiArea } from './areas.ts';
import {
  EXAMPLE_IDS,
  branch,
  company,
  doctor,
  evaluationType,
  exam,
  letterhead,
  notePhrase,
} from './example-values.ts';

/**
 * Examples of a row and of a request body that creates a row, and details of the list. `area` replaces the catalogues' section
 * of the API description.
 */
interface CatalogExample<Item, Body> {
  readonly item: Item;
  readonly body: Body;
  readonly listDetails?: string;
  readonly area?: ApiArea;
}
type Examples = {
  readonly [Name in CatalogName]: CatalogExample<
    z.output<(typeof CATALOGS)[Name]['Item']>,
    z.input<(typeof CATALOGS)[Name]['Body']>
  >;
};

export const CATALOG_EXAMPLES: Examples = {
  evaluationTypes: {
    item: evaluationType,
    body: { code: 'RET', name: 'Retiro', description: 'Al terminar el contrato.' },
  },
  companies: {
    item: company,
    body: { code: 'OBR', name: 'Obras Inventadas (DEMO)', billing_name: null, city: 'Medellín' },
    listDetails:
      'With `employer_company_id`, returns only companies that were its contractors; with `contractor_company_id`, only companies that were its employers.',
  },
  branches: {
    item: branch,
    body: { company_id: EXAMPLE_IDS.clinic, name: 'Cali – Ficticia', ...letterhead },
    area: 'Branches',
  },
  exams: {
    item: exam,
    body: {
      code: 'VIS',
      name: 'Visiometría',
      description: null,
      sample_type: null,
      delivery_time: 'El mismo día',
      shown_on_concept: true,
    },
  },
  doctors: {
    item: doctor,
    body: {
      name: 'Dr. Iván Inventado',
      specialty: 'Salud ocupacional',
      license_number: 'LIC-0001',
      registration_number: null,
    },
  },
  notePhrases: {
    item: notePhrase,
    body: { note_type: 'restricciones', name: 'Sin trabajo en alturas.' },
    listDetails:
      'A phrase is a text that the clinic often writes into the notes of its `note_type`; `name` contains the text.',
  },
  additionalFields: {
    item: additionalField,
    body: additionalFieldBody,
    listDetails:
      'Returns the fields that the clinic defined itself. `evaluation_type_ids` is empty for a field of all types. Subject and kind never change.',
  },
};
