import type { AdditionalFieldBody } from '#contract/catalogs/additional-fields.ts';
import { AFP_CHOICES, ARL_CHOICES, EPS_CHOICES } from './entities.ts';
import { municipalityChoices } from './municipalities.ts';
import {
  ECONOMIC_ACTIVITY_CHOICES,
  BLOOD_GROUP_CHOICES,
  EDUCATION_CHOICES,
  MARITAL_STATUS_CHOICES,
} from './other-choices.ts';

/**
 * Distance between the positions of two ready fields. It leaves space, so that moving a field changes no other field.
 */
const POSITION_STEP = 10;

type ReadyFieldProperties = Pick<AdditionalFieldBody, 'name'> & Partial<AdditionalFieldBody>;

/** No concept prints a ready field, and no ready field is required, until the administrator changes these settings. */
const createReadyField = (given: ReadyFieldProperties, index: number): AdditionalFieldBody => ({
  subject: 'patient',
  kind: given.choices ? 'choice' : 'text',
  choices: [],
  is_required: false,
  position: (index + 1) * POSITION_STEP,
  evaluation_type_ids: [],
  on_history: true,
  on_concept: false,
  is_searchable: false,
  ...given,
});

const READY_FIELD_PROPERTIES: readonly ReadyFieldProperties[] = [
  { name: 'EPS', choices: EPS_CHOICES },
  { name: 'AFP', choices: AFP_CHOICES },
  { name: 'ARL', choices: ARL_CHOICES },
  { name: 'Teléfono' },
  { name: 'Correo electrónico' },
  { name: 'Dirección' },
  { name: 'Municipio', choices: municipalityChoices() },
  { name: 'Escolaridad', choices: EDUCATION_CHOICES },
  { name: 'Estado civil', choices: MARITAL_STATUS_CHOICES },
  { name: 'Grupo sanguíneo', choices: BLOOD_GROUP_CHOICES },
  { name: 'Contacto de emergencia' },
  { name: 'Actividad económica', subject: 'visit', choices: ECONOMIC_ACTIVITY_CHOICES },
  { name: 'Empresa usuaria', subject: 'visit', is_searchable: true },
];

/** Additional fields that many Colombian clinics ask for. The administrator chooses among them. */
export const READY_FIELDS: readonly AdditionalFieldBody[] = READY_FIELD_PROPERTIES.map(createReadyField);
