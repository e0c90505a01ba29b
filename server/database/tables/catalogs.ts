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
  billing_name: text('billing_name'),
  city: text('city'),
  is_active: isActiveColumn(),
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
  is_active: isActiveColumn(),
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
  sample_type: text('sample_type'),
  delivery_time: text('delivery_time'),
  shown_on_concept: boolean('shown_on_concept').notNull().default(true),
  is_active: isActiveColumn(),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const doctors = pgTable('doctors', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  specialty: text('specialty'),
  license_number: text('license_number').notNull(),
  registration_number: text('registration_number'),
  signature_key: text('signature_key'),
  userId: uuid('user_id').unique(),
  license_valid_until: date('license_valid_until'),
  is_active: isActiveColumn(),
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
  note_type: text('note_type').$type<NoteType>().notNull(),
  name: text('name').notNull(),
  is_active: isActiveColumn(),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const branches = pgTable('branches', {
  id: uuid('id').primaryKey(),
  company_id: uuid('company_id').notNull(),
  name: text('name').notNull(),
  address: text('address'),
  contact_email: text('contact_email'),
  contact_phone: text('contact_phone'),
  contact_website: text('contact_website'),
  contact_address: text('contact_address'),
  nit: text('nit'),
  habilitation_code: text('habilitation_code'),
  city: text('city'),
  logo_path: text('logo_path'),
  logo_hash: text('logo_hash'),
  branding_updated_at: instantColumn('branding_updated_at'),
  own_signature_only: boolean('own_signature_only').notNull().default(false),
  unlinked_signatures: boolean('unlinked_signatures').notNull().default(false),
  is_active: isActiveColumn(),
  revision: revisionColumn(),
  searchText: searchTextColumn(),
  createdAt: createdAtColumn(),
  updatedAt: updatedAtColumn(),
});

export const examPackages = pgTable('exam_packages', {
  id: uuid('id').primaryKey(),
  evaluation_type_id: uuid('evaluation_type_id').notNull(),
  job: text('job'),
  exam_ids: uuid('exam_ids').array().notNull(),
  revision: integer('revision').notNull().default(1),
  updatedAt: updatedAtColumn(),
});

export const catalogRevisions = pgTable('catalog_revisions', {
  resource: text('resource').primaryKey(),
  revision: bigint('revision', { mode: 'number' }).notNull(),
});
