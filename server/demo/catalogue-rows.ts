import { randomBytes } from 'node:crypto';
import { PROPOSED_EXAMS, PROPOSED_TYPES } from '#domain/setup/proposals.ts';
import { hashPassword } from '../access/password.ts';
import type { Transaction } from '../database/connection/client.ts';
import { userPermissions, users } from '../database/tables/accounts.ts';
import {
  branches,
  companies,
  doctors,
  evaluationTypes,
  exams,
  occupations,
} from '../database/tables/catalogs.ts';
import { OCCUPATIONS } from './catalogues.ts';
import { BRANCHES, CLINIC, COMPANIES, DEMO_PASSWORD, DOCTORS, USERS } from './clinic.ts';
import { demoId } from './random.ts';

export const ids = {
  company: (code: string) => demoId('company', code),
  branch: (key: string) => demoId('branch', key),
  evaluationType: (code: string) => demoId('evaluation-type', code),
  exam: (code: string) => demoId('exam', code),
  doctor: (license: string) => demoId('doctor', license),
  user: (email: string) => demoId('user', email),
};

/** Inserts all rows that the demo registrations reference. */
export async function insertClinic(tx: Transaction): Promise<void> {
  await insertCompaniesAndBranches(tx);
  await insertCatalogues(tx);
  await insertUsers(tx);
  await insertDoctors(tx);
}

async function insertCompaniesAndBranches(tx: Transaction): Promise<void> {
  await tx.insert(companies).values(
    [CLINIC, ...COMPANIES].map(({ code, name, city }) => ({
      id: ids.company(code),
      code,
      name,
      billingName: name,
      city,
    })),
  );
  await tx.insert(branches).values(
    BRANCHES.map(({ key, name, address, city, phone }, at) => ({
      id: ids.branch(key),
      companyId: ids.company(CLINIC.code),
      name,
      address: `${address}, ${city}`,
      contactEmail: `${key.toLowerCase()}@alisos.demo`,
      contactPhone: phone,
      nit: CLINIC.code,
      habilitationCode: `99990000010${at + 1}`,
      city,
      contactAddress: `${address}, ${city}`,
    })),
  );
}

async function insertCatalogues(tx: Transaction): Promise<void> {
  await tx.insert(evaluationTypes).values(
    PROPOSED_TYPES.map(({ code, name, description }) => ({
      id: ids.evaluationType(code),
      code,
      name,
      description,
    })),
  );
  await tx.insert(exams).values(
    PROPOSED_EXAMS.map(({ code, name, sample, delivery, isShown }) => ({
      id: ids.exam(code),
      code,
      name,
      sampleType: sample,
      deliveryTime: delivery,
      shownOnConcept: isShown,
    })),
  );
  await tx
    .insert(occupations)
    .values(OCCUPATIONS.map(([name]) => ({ id: demoId('occupation', name), name })));
}

async function insertUsers(tx: Transaction): Promise<void> {
  const rows = USERS.map(async ({ email, name, branch }) => ({
    id: ids.user(email),
    email,
    displayName: name,
    status: 'active' as const,
    passwordHash: await hashPassword(DEMO_PASSWORD),
    branchId: branch === null ? null : ids.branch(branch),
    vaultKey: randomBytes(32),
  }));
  await tx.insert(users).values(await Promise.all(rows));
  await tx
    .insert(userPermissions)
    .values(
      USERS.flatMap(({ email, permissions }) =>
        permissions.map((permission) => ({ userId: ids.user(email), permission })),
      ),
    );
}

/** Runs after the users, because one doctor is linked to a user. */
async function insertDoctors(tx: Transaction): Promise<void> {
  await tx.insert(doctors).values(
    DOCTORS.map(({ name, specialty, registration, license, validUntil, user }) => ({
      id: ids.doctor(license),
      name,
      specialty,
      licenseNumber: license,
      licenseValidUntil: validUntil ?? null,
      registrationNumber: registration,
      userId: user === undefined ? null : ids.user(user),
    })),
  );
}
