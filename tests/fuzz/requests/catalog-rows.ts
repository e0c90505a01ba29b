import { type CatalogName, buildPerCatalog } from '#contract/catalogs/all.ts';
import { ADDITIONAL_KINDS, ADDITIONAL_SUBJECTS } from '#contract/records/evaluation/additional-values.ts';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { exampleOf } from '#server/openapi/examples.ts';
import { type FuzzInputs, pickId } from './good.ts';
import type { Random } from '../random.ts';

const createCodedRowBody = (random: Random) => ({
  code: `F-${random.int(1e6)}`,
  name: 'De Prueba (DEMO)',
  description: null,
});
const createDoctorBody = () => ({ name: 'Dra. Prueba', license_number: 'LIC-9', specialty: 'x' });
const createPhraseBody = (random: Random) => ({
  note_type: random.pick(NOTE_TYPES),
  name: `Pausas cada ${random.int(9)} horas`,
});
const createBranchBody = (random: Random, stock: FuzzInputs) => ({
  company_id: pickId('companies', random, stock),
  name: 'Sede (DEMO)',
  contact_website: 'https://prueba.demo',
});

function createFieldDefinitionBody(random: Random, stock: FuzzInputs) {
  const kind = random.pick(ADDITIONAL_KINDS);
  return {
    name: `Campo ${random.int(1e6)}`,
    subject: random.pick(ADDITIONAL_SUBJECTS),
    kind,
    choices: kind === 'choice' ? ['Una', 'Otra'] : [],
    is_required: random.chance(0.3),
    evaluation_type_ids: random.chance(0.3) ? [pickId('types', random, stock)] : [],
    is_searchable: random.chance(0.5),
  };
}

type BodyFactory = (random: Random, stock: FuzzInputs) => object;
const CUSTOM_BODY_FACTORIES: Partial<Record<CatalogName, BodyFactory>> = {
  evaluationTypes: createCodedRowBody,
  companies: createCodedRowBody,
  branches: createBranchBody,
  exams: createCodedRowBody,
  doctors: createDoctorBody,
  notePhrases: createPhraseBody,
  additionalFields: createFieldDefinitionBody,
};

/** Makers of bodies of each catalogue; by default, the body of the API description. */
export const CATALOG_BODY_FACTORIES = buildPerCatalog(
  ({ Body }, name): BodyFactory => CUSTOM_BODY_FACTORIES[name] ?? (() => exampleOf(Body)),
);

const SAMPLE_VALUE_BY_KIND = {
  text: 'Nota',
  number: '12.5',
  date: '2026-03-05',
  yes_no: 'yes',
  choice: 'Una',
} as const;

/** Returns one additional value for a registration. Its field is one that the clinic has defined, or sometimes an unknown one. */
export function createAdditionalValueBodies(random: Random, stock: FuzzInputs) {
  const kind = random.pick(ADDITIONAL_KINDS);
  return [
    {
      field_id: random.chance(0.7) ? pickId('fields', random, stock) : random.uuid(),
      name: `Campo ${random.int(1e6)}`,
      subject: random.pick(ADDITIONAL_SUBJECTS),
      kind,
      value: SAMPLE_VALUE_BY_KIND[kind],
    },
  ];
}
