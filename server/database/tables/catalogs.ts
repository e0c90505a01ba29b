import { bigint, boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { NoteType } from '#contract/vocabulary.ts';
import {
  createdAtColumn,
  instantColumn,
  isActiveColumn,
  revisionColumn,
  searchTextColumn,
  updatedAtColumn,
} from './columns.ts';

export const companies = pgTable('companies', {
  id: uuid('id').primaryKey(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  billingName: text('billing_name'),
  city: text('city'),
  isActive: isActiveColumn(),
  deactivatedAt: instantColumn('deactivated_at'),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const evaluationTypes = pgTable('evaluation_types', {
  id: uuid('id').primaryKey(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  isActive: isActiveColumn(),
  deactivatedAt: instantColumn('deactivated_at'),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const exams = pgTable('exams', {
  id: uuid('id').primaryKey(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  sampleType: text('sample_type'),
  deliveryTime: text('delivery_time'),
  shownOnConcept: boolean('shown_on_concept').notNull().default(true),
  isActive: isActiveColumn(),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const doctors = pgTable('doctors', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  specialty: text('specialty'),
  licenseNumber: text('license_number').notNull(),
  registrationNumber: text('registration_number'),
  signatureKey: text('signature_key'),
  userId: uuid('user_id').unique(),
  licenseValidUntil: date('license_valid_until'),
  isActive: isActiveColumn(),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const occupations = pgTable('occupations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
});

export const notePhrases = pgTable('note_phrases', {
  id: uuid('id').primaryKey(),
  noteType: text('note_type').$type<NoteType>().notNull(),
  name: text('name').notNull(),
  isActive: isActiveColumn(),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const branches = pgTable('branches', {
  id: uuid('id').primaryKey(),
  companyId: uuid('company_id').notNull(),
  name: text('name').notNull(),
  address: text('address'),
  contactEmail: text('contact_email'),
  contactPhone: text('contact_phone'),
  contactWebsite: text('contact_website'),
  contactAddress: text('contact_address'),
  nit: text('nit'),
  habilitationCode: text('habilitation_code'),
  city: text('city'),
  logoPath: text('logo_path'),
  logoHash: text('logo_hash'),
  brandingUpdatedAt: instantColumn('branding_updated_at'),
  ownSignatureOnly: boolean('own_signature_only').notNull().default(false),
  unlinkedSignatures: boolean('unlinked_signatures').notNull().default(false),
  isActive: isActiveColumn(),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const examPackages = pgTable('exam_packages', {
  id: uuid('id').primaryKey(),
  evaluation_type_id: uuid('evaluation_type_id').notNull(),
  job: text('job'),
  examIds: uuid('exam_ids').array().notNull(),
  revision: integer('revision').notNull().default(1),
  updatedAt: updatedAtColumn(),
});

export const catalogRevisions = pgTable('catalog_revisions', {
  resource: text('resource').primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
});
