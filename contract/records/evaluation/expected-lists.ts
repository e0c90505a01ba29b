import * as z from 'zod/mini';
import { trimToVisibleLine } from '../../fold.ts';
import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  REGISTRATION_BODY_MAX_BYTES,
} from '../../limits.ts';
import { listSchemaOf, pageParameter, positiveIntParameter, replaceAliasParameters } from '../../lists.ts';
import { DateOnly, Instant, Uuid, createEmailCheck, nullableText } from '../../primitives.ts';
import { IDENTIFICATION_TYPES, REPETITION_DECISIONS } from '../../vocabulary.ts';
import { ImportedColumns } from '../roster-columns.ts';
import { AdditionalValues } from './additional-values.ts';
import { PATIENT_NAME_FIELDS, patientFieldSchemas } from './patient-fields.ts';
import { IdentificationNumberField, IdentificationTypeField } from './patients.ts';

/** Maximum number of people of a list, also of cancelled ones, and of rows that one request checks. */
export const EXPECTED_PEOPLE_MAX = 10_000;
/**
 * Maximum bytes and JSON values of a body with people: 10,000 people with all fields and five additional ones. A list with more
 * values must be divided.
 */
export const EXPECTED_LIST_BODY_MAX_BYTES = 16 * 1024 * 1024;
export const EXPECTED_LIST_BODY_MAX_VALUES = 500_000;
/** Maximum bytes of a body with one person, whose additional fields take as much as those of a registration. */
export const EXPECTED_PERSON_BODY_MAX_BYTES = REGISTRATION_BODY_MAX_BYTES;
export const EXPECTED_PHONE_MAX_LENGTH = 40;
export const EXPECTED_NOTES_MAX_LENGTH = 500;

export const EXPECTED_LIST_ACTIVITY_ACTIONS = [
  'expected_list_created',
  'expected_list_cancelled',
  // A user read a page of a list or attendance with people, notices, or a person by repeating a change. Identical queries of a session within ten
  // minutes are logged once.
  'expected_people_listed',
  // A user compared rows with the patients and lists of the branch before importing them.
  'expected_people_checked',
  'expected_person_added',
  'expected_person_changed',
  // A user decided whether a further evaluation of a person repeats another one.
  'expected_repetition_settled',
] as const;

/** States of an expected person, in the order of screens. */
export const EXPECTED_STATES = ['expected', 'arrived', 'registered', 'no_show', 'cancelled'] as const;
export type ExpectedState = (typeof EXPECTED_STATES)[number];
export const EXPECTED_STATE_LABELS: Record<ExpectedState, string> = {
  expected: 'Esperada',
  arrived: 'Llegó',
  registered: 'Registrada',
  no_show: 'No asistió',
  cancelled: 'Cancelada',
};

/** States that a user chooses. Only a registration leads to 'registered'. */
export const CHOSEN_EXPECTED_STATES = [
  'expected',
  'arrived',
  'no_show',
  'cancelled',
] as const satisfies readonly ExpectedState[];

/** Time of a state, and name of the user who chose it. */
const decisionShape = { at: Instant, by: z.string() };

/** State of an expected person. */
export const ExpectedStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('expected') }),
  z.object({ state: z.literal('arrived'), ...decisionShape }),
  z.object({
    state: z.literal('registered'),
    /** Time of the registration. */
    at: Instant,
    /** First evaluation with this person that arrived, or the one that replaces it because it repeats another one. */
    evaluation_id: Uuid,
    /** Further evaluations that referenced the person and that no user settled, in the order of their registration. */
    repeated: z.array(Uuid),
    /** Further evaluations about which a user decided, in the order of their registration. */
    settled: z._default(
      z.array(z.object({ evaluation_id: Uuid, decision: z.enum(REPETITION_DECISIONS), ...decisionShape })),
      [],
    ),
    /**
     * Evaluations of these whose patient has another document than the announced one: a user chose the wrong person, corrected
     * the document, or moved the registration to another patient.
     */
    other_document: z.array(Uuid),
  }),
  z.object({
    state: z.literal('no_show'),
    ...decisionShape,
    /** True if the closing of the list set the state, so that an arrival noted offline before it still counts. */
    by_closing: z._default(z.boolean(), false),
  }),
  z.object({ state: z.literal('cancelled'), ...decisionShape }),
]);
export type ExpectedStatus = z.infer<typeof ExpectedStatus>;

/** Schema of an optional line of text; missing, empty and null become null. */
const nullableLine = (max: number) =>
  nullableText(max).check(z.overwrite((text) => (text === null ? null : trimToVisibleLine(text))));

/** Time of day on a 24-hour clock, local to the branch, such as '06:40'. */
const TIME_OF_DAY_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;
const isNullOrTimeOfDay = (text: string | null): boolean => text === null || TIME_OF_DAY_PATTERN.test(text);

const documentShape = {
  identification_type: IdentificationTypeField,
  identification_number: IdentificationNumberField,
};

/**
 * Announced person: the fields of the patient, as reception would type them, and the data of the visit. The job is a text,
 * because an announcement adds no row to the catalogue of jobs.
 */
export const ExpectedPersonBody = z.object({
  ...documentShape,
  ...patientFieldSchemas('input'),
  evaluation_type_id: z.pipe(
    z.nullish(z.uuid('El tipo de evaluación no existe.')),
    z.transform((id) => id ?? null),
  ),
  /** Job of the exam package, if it is not the package of the person's own job; null otherwise. */
  package_job: nullableLine(NAME_MAX_LENGTH),
  hour: nullableLine(NAME_MAX_LENGTH).check(
    z.refine(isNullOrTimeOfDay, 'Escribe la hora con dos cifras, como 06:40 o 14:30.'),
  ),
  phone: nullableLine(EXPECTED_PHONE_MAX_LENGTH),
  email: nullableLine(EMAIL_MAX_LENGTH).check(createEmailCheck<string | null>()),
  notes: nullableText(EXPECTED_NOTES_MAX_LENGTH),
  additional_fields: z._default(AdditionalValues, []),
});
export type ExpectedPersonBody = z.output<typeof ExpectedPersonBody>;

/** Body of POST /expected-lists/{id}/people. The client makes the id, so that a repeated request adds the person once. */
export const AddExpectedPersonBody = z.extend(ExpectedPersonBody, { id: Uuid });
export type AddExpectedPersonBody = z.output<typeof AddExpectedPersonBody>;

const TOO_MANY_PEOPLE_TEXT = `Máximo ${EXPECTED_PEOPLE_MAX.toLocaleString('es-CO')} personas.`;
const peopleListOf = <Person extends z.ZodMiniType>(person: Person) =>
  z.array(person).check(z.maxLength(EXPECTED_PEOPLE_MAX, TOO_MANY_PEOPLE_TEXT));

/**
 * Body of POST /expected-lists: a list of the active branch with all its people. The client makes the id, so that a repeated
 * request creates the list once. The server makes the ids of the people.
 */
export const CreateExpectedListBody = z.object({
  id: Uuid,
  company_id: z.uuid('Elige la empresa.'),
  day: DateOnly,
  /** Name of the brigade, if the people are examined outside of the branch; null otherwise. */
  brigade: nullableLine(NAME_MAX_LENGTH),
  people: peopleListOf(ExpectedPersonBody),
  /** Columns of the file from which the people come; absent without a recognised row of titles. */
  imported_columns: z.optional(ImportedColumns),
});
export type CreateExpectedListBody = z.output<typeof CreateExpectedListBody>;

export const ExpectedPerson = z.object({
  id: Uuid,
  list_id: Uuid,
  identification_type: z.enum(IDENTIFICATION_TYPES),
  identification_number: z.string(),
  ...patientFieldSchemas('stored'),
  evaluation_type: z.nullable(z.object({ id: Uuid, name: z.string(), code: z.string() })),
  package_job: z.nullable(z.string()),
  hour: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  additional_fields: AdditionalValues,
  status: ExpectedStatus,
  revision: z.int().check(z.minimum(1)),
});
export type ExpectedPerson = z.infer<typeof ExpectedPerson>;

const countSchema = z.int().check(z.minimum(0));
const createStateCounts = () =>
  Object.fromEntries(EXPECTED_STATES.map((state) => [state, countSchema])) as Record<
    ExpectedState,
    typeof countSchema
  >;

export const ExpectedList = z.object({
  id: Uuid,
  company: z.object({ id: Uuid, name: z.string(), code: z.string() }),
  day: DateOnly,
  brigade: z.nullable(z.string()),
  status: z.discriminatedUnion('state', [
    z.object({ state: z.literal('open') }),
    // The list has no person in the state 'expected' until it is reopened.
    z.object({ state: z.literal('closed'), ...decisionShape }),
    z.object({ state: z.literal('cancelled'), ...decisionShape }),
  ]),
  created_at: Instant,
  /** Name of the user who created the list. */
  created_by: z.string(),
  /** Number of people by state. */
  counts: z.object(createStateCounts()),
  /** Number of further evaluations of a person that no user settled. */
  repeated: countSchema,
});
export type ExpectedList = z.infer<typeof ExpectedList>;

export const ExpectedLists = listSchemaOf(ExpectedList);
export type ExpectedLists = z.infer<typeof ExpectedLists>;

const pageFields = { page: pageParameter, page_size: positiveIntParameter(PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX) };

/** Query of GET /expected-lists: lists of the active branch, the latest day first. Both days are included. */
export const ExpectedListsQuery = z.pipe(
  z.transform(replaceAliasParameters),
  z.object({
    company_id: z.optional(Uuid),
    from: z.optional(DateOnly),
    to: z.optional(DateOnly),
    ...pageFields,
  }),
);
export type ExpectedListsQuery = z.output<typeof ExpectedListsQuery>;

/** Values of the filter `state`; 'unsettled' finds people with further evaluations about which no user decided. */
export const EXPECTED_PEOPLE_STATES = [...EXPECTED_STATES, 'unsettled'] as const;
export type ExpectedPeopleState = (typeof EXPECTED_PEOPLE_STATES)[number];

/** Query of GET /expected-lists/{id}: `q` finds names and document numbers, `state` people in one state, `person_id` one person. */
export const ExpectedPeopleQuery = z.pipe(
  z.transform(replaceAliasParameters),
  z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    state: z.optional(z.enum(EXPECTED_PEOPLE_STATES, 'Elige uno de los estados.')),
    person_id: z.optional(Uuid),
    ...pageFields,
  }),
);
export type ExpectedPeopleQuery = z.output<typeof ExpectedPeopleQuery>;

/** Response of GET /expected-lists/{id}: the list and a page of its people, by hour and then in the order of the import. */
export const ExpectedListPeople = z.extend(listSchemaOf(ExpectedPerson), { list: ExpectedList });
export type ExpectedListPeople = z.infer<typeof ExpectedListPeople>;

/** Body of POST /expected-people/{id}/state. Choosing the present state changes nothing. */
export const ExpectedStateBody = z.object({
  state: z.enum(CHOSEN_EXPECTED_STATES, 'Elige el estado de la persona.'),
  /** Time at which a device noted the state, perhaps offline; absent, implausible or in the future: the time of the request. */
  at: z.optional(Instant),
});
export type ExpectedStateBody = z.infer<typeof ExpectedStateBody>;

const nameInputs = Object.fromEntries(
  PATIENT_NAME_FIELDS.map((field) => [field, patientFieldSchemas('input')[field]]),
) as Pick<ReturnType<typeof patientFieldSchemas<'input'>>, (typeof PATIENT_NAME_FIELDS)[number]>;

/** Body of POST /expected-lists/check: rows before their import, for a list of the active branch on this day. */
export const CheckExpectedPeopleBody = z.object({
  day: DateOnly,
  people: peopleListOf(z.object({ ...documentShape, ...nameInputs })).check(
    z.minLength(1, 'No hay personas para revisar.'),
  ),
});
export type CheckExpectedPeopleBody = z.output<typeof CheckExpectedPeopleBody>;

/** Index of a row in the request. */
const rowShape = { row: z.int().check(z.minimum(0)) };

/** Result of the check about one row. A row without a finding has no result, one with several findings several results. */
export const ExpectedPersonFinding = z.discriminatedUnion('finding', [
  z.object({
    ...rowShape,
    finding: z.literal('duplicate'),
    /** Index of the first row with the same document. */
    first_row: z.int().check(z.minimum(0)),
  }),
  z.object({
    ...rowShape,
    finding: z.literal('other_names'),
    /** Full name of the patient who has this document; null for users without `register_patients`. */
    known_name: z.nullable(z.string()),
    /** True if the names differ only in the spelling, so that both may mean one patient. */
    is_similar: z.boolean(),
  }),
  z.object({
    ...rowShape,
    finding: z.literal('other_list'),
    list: z.object({ id: Uuid, company_name: z.string(), brigade: z.nullable(z.string()) }),
  }),
]);
export type ExpectedPersonFinding = z.infer<typeof ExpectedPersonFinding>;
export const CheckedExpectedPeople = z.object({ findings: z.array(ExpectedPersonFinding) });
export type CheckedExpectedPeople = z.infer<typeof CheckedExpectedPeople>;
