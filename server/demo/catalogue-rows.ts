import { randomBytes } from 'node:crypto';
import { PROPOSED_EXAMS, PROPOSED_EVALUATION_TYPES } from '#domain/setup/proposals.ts';
import { hashPassword } from '../platform/access/password.ts';
import type { Transaction } from '../platform/database/connection/client.ts';
import { userPermissions, users } from '../schema/accounts/accounts.ts';
import {
  additionalFields,
  branches,
  companies,
  doctors,
  evaluationTemplates,
  evaluationTypes,
  exams,
  occupations,
} from '../schema/catalogs.ts';
import { DEMO_ADDITIONAL_FIELDS } from './additional-fields.ts';
import { DEMO_OCCUPATIONS, NORMAL_EXAM_RESULTS } from './catalogues.ts';
import {
  DEMO_BRANCHES,
  DEMO_CLINIC,
  DEMO_COMPANIES,
  DEMO_PASSWORD,
  DEMO_DOCTORS,
  DEMO_USERS,
} from './clinic.ts';
import { demoId } from './random.ts';
import { DEMO_TEMPLATES } from './templates.ts';

export const demoCatalogueIds = {
  company: (code: string) => demoId('company', code),
  branch: (key: string) => demoId('branch', key),
  evaluationType: (code: string) => demoId('evaluation-type', code),
  template: (name: string) => demoId('template', name),
  exam: (code: string) => demoId('exam', code),
  doctor: (licence: string) => demoId('doctor', licence),
  user: (email: string) => demoId('user', email),
};

export async function insertDemoCataloguesAndUsers(tx: Transaction): Promise<void> {
  await insertCompaniesAndBranches(tx);
  await insertCatalogues(tx);
  await insertTemplates(tx);
  await insertUsers(tx);
  await insertDoctors(tx);
}

async function insertCompaniesAndBranches(tx: Transaction): Promise<void> {
  await tx.insert(companies).values(
    [DEMO_CLINIC, ...DEMO_COMPANIES].map(({ code, name, city }) => ({
      id: demoCatalogueIds.company(code),
      code,
      name,
      billing_name: name,
      city,
    })),
  );
  await tx.insert(branches).values(
    DEMO_BRANCHES.map(({ key, name, address, city, phone }, at) => ({
      id: demoCatalogueIds.branch(key),
      company_id: demoCatalogueIds.company(DEMO_CLINIC.code),
      name,
      address: `${address}, ${city}`,
      contact_email: `${key.toLowerCase()}@alisos.demo`,
      contact_phone: phone,
      nit: DEMO_CLINIC.code,
      habilitation_code: `99990000010${at + 1}`,
      city,
      contact_address: `${address}, ${city}`,
    })),
  );
}

async function insertTemplates(tx: Transaction): Promise<void> {
  await tx.insert(evaluationTemplates).values(
    DEMO_TEMPLATES.map(({ name, type, job, results, notes, decisions }) => ({
      id: demoCatalogueIds.template(name),
      name,
      evaluation_type_id: demoCatalogueIds.evaluationType(type),
      job,
      results: results.map((code) => ({
        exam_id: demoCatalogueIds.exam(code),
        result_notes: NORMAL_EXAM_RESULTS[code],
      })),
      notes: [...notes],
      decisions,
      is_active: true,
    })),
  );
}

async function insertCatalogues(tx: Transaction): Promise<void> {
  await tx.insert(evaluationTypes).values(
    PROPOSED_EVALUATION_TYPES.map(({ code, name, description }) => ({
      id: demoCatalogueIds.evaluationType(code),
      code,
      name,
      description,
    })),
  );
  await tx.insert(exams).values(
    PROPOSED_EXAMS.map(({ code, name, sample, delivery, isShown }) => ({
      id: demoCatalogueIds.exam(code),
      code,
      name,
      sample_type: sample,
      delivery_time: delivery,
      shown_on_concept: isShown,
    })),
  );
  await tx
    .insert(occupations)
    .values(DEMO_OCCUPATIONS.map(([name]) => ({ id: demoId('occupation', name), name })));
  await tx.insert(additionalFields).values([...DEMO_ADDITIONAL_FIELDS]);
}

async function insertUsers(tx: Transaction): Promise<void> {
  const rows = DEMO_USERS.map(async ({ email, name, branch }) => ({
    id: demoCatalogueIds.user(email),
    email,
    displayName: name,
    status: 'active' as const,
    passwordHash: await hashPassword(DEMO_PASSWORD),
    branchId: branch === null ? null : demoCatalogueIds.branch(branch),
    vaultKey: randomBytes(32),
  }));
  await tx.insert(users).values(await Promise.all(rows));
  await tx
    .insert(userPermissions)
    .values(
      DEMO_USERS.flatMap(({ email, permissions }) =>
        permissions.map((permission) => ({ userId: demoCatalogueIds.user(email), permission })),
      ),
    );
}

/** Inserts the doctors. Must run after the users are inserted, because one doctor is linked to a user. */
async function insertDoctors(tx: Transaction): Promise<void> {
  await tx.insert(doctors).values(
    DEMO_DOCTORS.map(({ name, specialty, registration, licence, validUntil, user }) => ({
      id: demoCatalogueIds.doctor(licence),
      name,
      specialty,
      license_number: licence,
      license_valid_until: validUntil ?? null,
      registration_number: registration,
      userId: user === undefined ? null : demoCatalogueIds.user(user),
    })),
  );
}
