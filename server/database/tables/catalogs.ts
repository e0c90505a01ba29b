import { bigint, boolean, date, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { NoteType } from '#contract/vocabulary.ts';
import { createdAt, instant, isActive, revision, searchText, updatedAt } from './columns.ts';

export const companies = pgTable('companies', {
  id: uuid('id').primaryKey(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  billingName: text('billing_name'),
  city: text('city'),
  isActive: isActive(),
  deactivatedAt: instant('deactivated_at'),
  revision: revision(),
  searchText: searchText(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const evaluationTypes = pgTable('evaluation_types', {
  id: uuid('id').primaryKey(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  isActive: isActive(),
  deactivatedAt: instant('deactivated_at'),
  revision: revision(),
  searchText: searchText(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const exams = pgTable('exams', {
  id: uuid('id').primaryKey(),
  code: text('code').notNull(),
  name: text('name').notNull(),
  description: text('description'),
  sampleType: text('sample_type'),
  deliveryTime: text('delivery_time'),
  shownOnConcept: boolean('shown_on_concept').notNull().default(true),
  isActive: isActive(),
  revision: revision(),
  searchText: searchText(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
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
  isActive: isActive(),
  revision: revision(),
  searchText: searchText(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const occupations = pgTable('occupations', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  searchText: searchText(),
  createdAt: createdAt(),
});

export const notePhrases = pgTable('note_phrases', {
  id: uuid('id').primaryKey(),
  noteType: text('note_type').$type<NoteType>().notNull(),
  name: text('name').notNull(),
  isActive: isActive(),
  revision: revision(),
  searchText: searchText(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
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
  brandingUpdatedAt: instant('branding_updated_at'),
  ownSignatureOnly: boolean('own_signature_only').notNull().default(false),
  unlinkedSignatures: boolean('unlinked_signatures').notNull().default(false),
  isActive: isActive(),
  revision: revision(),
  searchText: searchText(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const examPackages = pgTable('exam_packages', {
  id: uuid('id').primaryKey(),
  evaluationTypeId: uuid('evaluation_type_id').notNull(),
  job: text('job'),
  examIds: uuid('exam_ids').array().notNull(),
  revision: integer('revision').notNull().default(1),
  updatedAt: updatedAt(),
});

export const catalogRevisions = pgTable('catalog_revisions', {
  resource: text('resource').primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
});
