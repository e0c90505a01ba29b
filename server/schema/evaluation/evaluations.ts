import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { ATTACHMENT_TYPES } from '#contract/limits.ts';
import { RECEIPT_DOCUMENTS } from '#contract/documents.ts';
import { EVALUATION_STATUSES, MEDIA_TYPES, NOTE_TYPES } from '#contract/vocabulary.ts';
import type { Patient } from '#contract/records/evaluation/patients.ts';
import type { SignatureStatement } from '#contract/records/evaluation/statements.ts';
import type { SignedVersionContent } from './signed-version.ts';
import { authorshipColumns, createdAtColumn, instantColumn, updatedAtColumn } from '../columns.ts';

export const evaluations = pgTable('evaluations', {
  id: uuid('id').primaryKey(),
  branchId: uuid('branch_id').notNull(),
  patientId: uuid('patient_id').notNull(),
  evaluation_type_id: uuid('evaluation_type_id').notNull(),
  employer_company_id: uuid('employer_company_id').notNull(),
  contractor_company_id: uuid('contractor_company_id'),
  doctorId: uuid('doctor_id'),
  status: text('status', { enum: EVALUATION_STATUSES }).notNull().default('pendiente'),
  additional_info: text('additional_info'),
  registeredPatient: jsonb('registered_patient').$type<Partial<Patient>>(),
  captureId: uuid('capture_id').unique(),
  capturedAt: instantColumn('captured_at').notNull(),
  receivedAt: instantColumn('received_at').notNull(),
  turn: text('turn'),
  startedAt: instantColumn('started_at').notNull(),
  careStartedAt: instantColumn('care_started_at'),
  closedAt: instantColumn('closed_at'),
  revision: integer('revision').notNull().default(1),
  version: integer('version').notNull().default(0),
  expectsMedia: boolean('expects_media').notNull().default(false),
  ...authorshipColumns(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const examOrders = pgTable('exam_orders', {
  id: uuid('id').primaryKey(),
  evaluationId: uuid('evaluation_id').notNull(),
  examId: uuid('exam_id').notNull(),
  resultNotes: text('result_notes'),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
  updatedBy: uuid('updated_by'),
});

export const attachments = pgTable('attachments', {
  id: uuid('id').primaryKey(),
  examOrderId: uuid('exam_order_id').notNull(),
  originalName: text('original_name').notNull(),
  storagePath: text('storage_path').notNull(),
  receivedSha256: text('received_sha256').notNull(),
  storedSha256: text('stored_sha256').notNull(),
  mime: text('mime', { enum: ATTACHMENT_TYPES }).notNull(),
  bytes: integer('bytes').notNull(),
  ...authorshipColumns(),
  createdAt: createdAtColumn(),
});

export const notes = pgTable(
  'notes',
  {
    evaluationId: uuid('evaluation_id').notNull(),
    note_type: text('note_type', { enum: NOTE_TYPES }).notNull(),
    content: text('content').notNull(),
    createdAt: createdAtColumn(),
    createdBy: uuid('created_by'),
    updatedAt: updatedAtColumn(),
    updatedBy: uuid('updated_by'),
  },
  (table) => [primaryKey({ columns: [table.evaluationId, table.note_type] })],
);

export const media = pgTable('media', {
  id: uuid('id').primaryKey(),
  evaluationId: uuid('evaluation_id').notNull(),
  type: text('type', { enum: MEDIA_TYPES }).notNull(),
  storagePath: text('storage_path').notNull(),
  receivedSha256: text('received_sha256').notNull(),
  storedSha256: text('stored_sha256').notNull(),
  mime: text('mime', { enum: ['image/jpeg', 'image/png'] }).notNull(),
  bytes: integer('bytes').notNull(),
  capturedAt: instantColumn('captured_at').notNull(),
  receivedAt: instantColumn('received_at').notNull(),
  statement: jsonb('statement').$type<SignatureStatement>(),
  correction: integer('correction'),
  replacedAt: instantColumn('replaced_at'),
  replacedBy: uuid('replaced_by'),
  ...authorshipColumns(),
});

export const signedVersions = pgTable(
  'closings',
  {
    evaluationId: uuid('evaluation_id').notNull(),
    version: integer('version').notNull(),
    closedAt: instantColumn('closed_at').notNull(),
    closedBy: uuid('closed_by').notNull(),
    doctorId: uuid('doctor_id').notNull(),
    doctorName: text('doctor_name').notNull(),
    doctorSpecialty: text('doctor_specialty'),
    doctorLicenseNumber: text('doctor_license_number').notNull(),
    doctorRegistrationNumber: text('doctor_registration_number'),
    doctorSignaturePath: text('doctor_signature_path'),
    doctorSignatureSha256: text('doctor_signature_sha256'),
    content: jsonb('content').$type<SignedVersionContent>().notNull(),
    contentSha256: text('content_sha256').notNull(),
  },
  (table) => [primaryKey({ columns: [table.evaluationId, table.version] })],
);

export const reopenings = pgTable(
  'reopenings',
  {
    evaluationId: uuid('evaluation_id').notNull(),
    version: integer('version').notNull(),
    reopenedAt: instantColumn('reopened_at').notNull(),
    reopenedBy: uuid('reopened_by').notNull(),
    byName: text('by_name').notNull(),
    reason: text('reason'),
  },
  (table) => [primaryKey({ columns: [table.evaluationId, table.version] })],
);

export const clarifications = pgTable(
  'clarifications',
  {
    evaluationId: uuid('evaluation_id').notNull(),
    version: integer('version').notNull(),
    number: integer('number').notNull(),
    content: text('content').notNull(),
    writtenAt: instantColumn('written_at').notNull(),
    writtenBy: uuid('written_by').notNull(),
    byName: text('by_name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.evaluationId, table.version, table.number] })],
);

export const issuedConcepts = pgTable(
  'issued_concepts',
  {
    evaluationId: uuid('evaluation_id').notNull(),
    version: integer('version').notNull(),
    storagePath: text('storage_path').notNull(),
    storedSha256: text('stored_sha256').notNull(),
    bytes: integer('bytes').notNull(),
    issuedAt: instantColumn('issued_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.evaluationId, table.version] })],
);

export const receipts = pgTable(
  'receipts',
  {
    evaluationId: uuid('evaluation_id').notNull(),
    version: integer('version').notNull(),
    items: text('items', { enum: RECEIPT_DOCUMENTS }).array().notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    handedBy: uuid('handed_by').notNull(),
    handedByName: text('handed_by_name').notNull(),
    storagePath: text('storage_path').notNull(),
    receivedSha256: text('received_sha256').notNull(),
    storedSha256: text('stored_sha256').notNull(),
    bytes: integer('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.evaluationId, table.version] })],
);
