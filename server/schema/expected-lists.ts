import { boolean, date, integer, jsonb, pgTable, pgView, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AdditionalValue } from '#contract/records/evaluation/additional-values.ts';
import type { StoredPatientData } from '#contract/records/evaluation/patient-fields.ts';
import { type AbsenceNoticeStatus, NOTICE_FAILURES } from '#contract/records/evaluation/attendance.ts';
import { EXPECTED_STATES } from '#contract/records/evaluation/expected-lists.ts';
import { IDENTIFICATION_TYPES, REPETITION_DECISIONS } from '#contract/vocabulary.ts';
import { REPETITION_STATES } from '#contract/records/evaluation/evaluations.ts';
import { bytea, instantColumn, revisionColumn } from './columns.ts';

export const expectedLists = pgTable(
  'expected_lists',
  {
    branchId: uuid('branch_id').notNull(),
    id: uuid('id').notNull(),
    company_id: uuid('company_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    brigade: text('brigade'),
    contentSha256: bytea('content_sha256').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    createdBy: uuid('created_by').notNull(),
    cancelledAt: instantColumn('cancelled_at'),
    cancelledBy: uuid('cancelled_by'),
    closedAt: instantColumn('closed_at'),
    closedBy: uuid('closed_by'),
  },
  (table) => [primaryKey({ columns: [table.branchId, table.id] })],
);

export const expectedPeople = pgTable(
  'expected_people',
  {
    branchId: uuid('branch_id').notNull(),
    id: uuid('id').notNull(),
    listId: uuid('list_id').notNull(),
    position: integer('position').notNull(),
    identification_type: text('identification_type', { enum: IDENTIFICATION_TYPES }).notNull(),
    identification_number: text('identification_number').notNull(),
    normalizedNumber: text('normalized_number').notNull(),
    person: jsonb('person').$type<StoredPatientData>().notNull(),
    evaluation_type_id: uuid('evaluation_type_id'),
    package_job: text('package_job'),
    hour: text('hour'),
    phone: text('phone'),
    email: text('email'),
    notes: text('notes'),
    additional_fields: jsonb('additional_fields').$type<AdditionalValue[]>().notNull(),
    state: text('state', { enum: EXPECTED_STATES }).notNull(),
    stateAt: instantColumn('state_at'),
    stateBy: uuid('state_by'),
    absentByClosing: boolean('absent_by_closing').notNull().default(false),
    revision: revisionColumn(),
    searchText: text('search_text').notNull(),
    contentSha256: bytea('content_sha256'),
  },
  (table) => [primaryKey({ columns: [table.branchId, table.id] })],
);

export const expectedRegistrations = pgTable('expected_registrations', {
  evaluationId: uuid('evaluation_id').primaryKey(),
  branchId: uuid('branch_id').notNull(),
  personId: uuid('person_id').notNull(),
  isRepeated: boolean('is_repeated').notNull(),
  registeredAt: instantColumn('registered_at').notNull(),
  decision: text('decision', { enum: REPETITION_DECISIONS }),
  decidedAt: instantColumn('decided_at'),
  decidedBy: uuid('decided_by'),
});

export const absenceNotices = pgTable(
  'absence_notices',
  {
    branchId: uuid('branch_id').notNull(),
    id: uuid('id').notNull(),
    listId: uuid('list_id').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    content: text('content').notNull(),
    people: integer('people').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    createdBy: uuid('created_by').notNull(),
    state: text('state').$type<AbsenceNoticeStatus['state']>().notNull(),
    stateAt: instantColumn('state_at'),
    mailServer: text('mail_server'),
    response: text('response'),
    failure: text('failure', { enum: NOTICE_FAILURES }),
  },
  (table) => [primaryKey({ columns: [table.branchId, table.id] })],
);
export const rememberedColumns = pgTable(
  'remembered_columns',
  {
    company_id: uuid('company_id').notNull(),
    titlesSha256: bytea('titles_sha256').notNull(),
    content: jsonb('content').notNull(),
    importedAt: instantColumn('imported_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.company_id, table.titlesSha256] })],
);

/** Further evaluations of expected people; `countedId` is the person's evaluation. */
export const repetitions = pgView('repetitions', {
  evaluationId: uuid('evaluation_id').notNull(),
  branchId: uuid('branch_id').notNull(),
  personId: uuid('person_id').notNull(),
  state: text('state', { enum: REPETITION_STATES }).notNull(),
  countedId: uuid('counted_id').notNull(),
}).existing();
