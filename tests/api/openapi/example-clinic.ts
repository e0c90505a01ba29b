import { randomBytes } from 'node:crypto';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { hashPassword } from '#server/platform/access/password.ts';
import { hashToken } from '#server/platform/access/session-token.ts';
import { contentDigest } from '#server/documents/content/canonical.ts';
import { personColumnsOf } from '#server/expected-lists/commands/person-columns.ts';
import { toDatabase } from '#server/platform/database/connection/client.ts';
import { oneTimeTokens } from '#server/schema/accounts/one-time-tokens.ts';
import { SAMPLE_SIGNED_VERSION } from '#tests/support/documents/report-sample.ts';
import * as schema from '#tests/support/server/tables.ts';
import { CATALOGS, type CatalogName, buildPerCatalog } from '#contract/catalogs/all.ts';
import { CATALOG_TABLES } from '#server/schema/catalogs.ts';
import { Attachment } from '#contract/records/evaluation/capture.ts';
import { Note } from '#contract/records/evaluation/evaluations.ts';
import { ExpectedPersonBody } from '#contract/records/evaluation/expected-lists.ts';
import { Patient } from '#contract/records/evaluation/patients.ts';
import { User } from '#contract/records/people/users.ts';
import * as example from '#server/openapi/example-values.ts';
import { exampleOf } from '#server/openapi/examples.ts';
import { createDiskFileStore } from '#server/platform/files/disk-files.ts';
import { sha256 } from '../support/files/multipart.ts';
import { pdf } from '../support/files/pdf.ts';
import { getSignaturePng } from '../support/files/pictures.ts';
import type { Server } from '../support/server.ts';

const { EXAMPLE_SIGNATURE_PATH: SIGNATURE_PATH, exampleId } = example;
const RECEPTIONIST_ID = exampleId('Receptionist');
const EXAMPLE_EVALUATION_ID = exampleId('Evaluation');
const EXAMPLE_TIME = new Date(example.EXAMPLE_INSTANT);

type ExampleTarget = Pick<Server, 'database' | 'filesDir'>;
const storedFileColumns = (storagePath: string, bytes: Buffer) => ({
  storagePath,
  receivedSha256: sha256(bytes),
  storedSha256: sha256(bytes),
  bytes: bytes.length,
  createdBy: RECEPTIONIST_ID,
});

/** Differences between the stored rows and the examples. */
const STORED_ROW_OVERRIDES: Partial<Record<CatalogName, object>> = {
  // The test clinic has rows with the codes of the examples.
  evaluationTypes: { code: 'INI' },
  // Proposed, because an example merges the company.
  companies: { code: 'FLI', is_proposed: true, proposedAt: new Date(example.EXAMPLE_INSTANT) },
  // The user is not linked to the doctor in this example (a later one links the doctor to another user). The branch must
  // therefore allow signing with `doctor_id` alone.
  branches: { unlinked_signatures: true },
  // Inactive, because the example of a new field has the same name, and active fields have different names.
  additionalFields: { is_active: false },
};

/** Inserts the example of each catalogue, and the other rows that examples name. */
async function seedCatalogues(db: ReturnType<typeof toDatabase>) {
  await db.insert(schema.companies).values([
    { id: exampleId('Clinic'), code: 'IPI', name: 'IPS Inventada (DEMO)' },
    { id: exampleId('ContractorCompany'), code: 'COI', name: 'Contratista Inventado (DEMO)' },
  ]);
  await db.insert(schema.exams).values({ id: exampleId('OtherExam'), code: 'ESP', name: 'Espirometría' });
  const rows = buildPerCatalog(({ fields, Item }, name) => {
    const item = exampleOf(Item);
    const columns = ['id', ...Object.keys(fields)].map((column) => [column, item[column]]);
    return { ...Object.fromEntries(columns), ...STORED_ROW_OVERRIDES[name] } as object;
  });
  for (const name of Object.keys(CATALOGS) as CatalogName[])
    await db
      .insert(CATALOG_TABLES[name] as typeof schema.companies)
      .values(rows[name] as typeof schema.companies.$inferInsert);
}

async function seedUsers(db: ReturnType<typeof toDatabase>) {
  const colleague = exampleOf(User);
  const passwordHash = await hashPassword(example.EXAMPLE_PASSWORD);
  const active = { status: 'active', branchId: exampleId('Branch'), passwordHash } as const;
  await db.insert(schema.users).values([
    {
      ...active,
      id: RECEPTIONIST_ID,
      email: example.EXAMPLE_EMAIL,
      displayName: 'Rita Recepción',
      vaultKey: randomBytes(32),
    },
    {
      ...active,
      id: colleague.id,
      email: colleague.email,
      displayName: colleague.display_name,
      vaultKey: randomBytes(32),
    },
  ]);
  await db
    .insert(schema.userPermissions)
    .values(PERMISSIONS.map((permission) => ({ userId: RECEPTIONIST_ID, permission })));
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  await db.insert(oneTimeTokens).values({
    tokenHash: hashToken(example.EXAMPLE_TOKEN),
    purpose: 'password_reset',
    userId: colleague.id,
    createdBy: null,
    createdAt,
    expiresAt,
  });
}

async function seedEvaluation(db: ReturnType<typeof toDatabase>, filesDir: string) {
  const [patient, attachment, note] = [exampleOf(Patient), exampleOf(Attachment), exampleOf(Note)];
  const [report, strokes] = [pdf(), await getSignaturePng()];
  await createDiskFileStore(filesDir).write(attachment.storage_path, report);
  await createDiskFileStore(filesDir).write(SIGNATURE_PATH, strokes);
  await db.insert(schema.patients).values({
    id: exampleId('Patient'),
    identification_type: patient.identification_type,
    identification_number: patient.identification_number,
    normalizedNumber: patient.identification_number,
    first_name: patient.first_name,
    last_name: patient.last_name,
    dataAt: EXAMPLE_TIME,
  });
  const times = { capturedAt: EXAMPLE_TIME, receivedAt: EXAMPLE_TIME };
  await db.insert(schema.evaluations).values({
    id: EXAMPLE_EVALUATION_ID,
    branchId: exampleId('Branch'),
    patientId: exampleId('Patient'),
    evaluation_type_id: exampleId('EvaluationType'),
    employer_company_id: exampleId('Company'),
    startedAt: EXAMPLE_TIME,
    createdBy: RECEPTIONIST_ID,
    ...times,
  });
  await db.insert(schema.examOrders).values({
    id: exampleId('ExamOrder'),
    evaluationId: EXAMPLE_EVALUATION_ID,
    examId: exampleId('Exam'),
    resultNotes: 'Normal.',
  });
  await db.insert(schema.notes).values({
    evaluationId: EXAMPLE_EVALUATION_ID,
    note_type: note.note_type,
    content: note.content,
  });
  await db.insert(schema.attachments).values({
    id: exampleId('Attachment'),
    examOrderId: exampleId('ExamOrder'),
    originalName: attachment.original_name,
    mime: 'application/pdf',
    ...storedFileColumns(attachment.storage_path, report),
  });
  await db.insert(schema.media).values({
    id: exampleId('Signature'),
    evaluationId: EXAMPLE_EVALUATION_ID,
    type: 'signature',
    mime: 'image/png',
    ...storedFileColumns(SIGNATURE_PATH, strokes),
    ...times,
  });
}

async function seedSignedVersion(db: ReturnType<typeof toDatabase>) {
  const { evaluation_id: id, version, doctor } = SAMPLE_SIGNED_VERSION;
  const [startedAt, closedAt] = [
    new Date(SAMPLE_SIGNED_VERSION.started_at),
    new Date(SAMPLE_SIGNED_VERSION.closed_at),
  ];
  await db.insert(schema.evaluations).values({
    id,
    version,
    closedAt,
    status: 'cerrada',
    doctorId: exampleId('Doctor'),
    branchId: exampleId('Branch'),
    patientId: exampleId('Patient'),
    evaluation_type_id: exampleId('EvaluationType'),
    employer_company_id: exampleId('Company'),
    startedAt,
    capturedAt: startedAt,
    receivedAt: startedAt,
    createdBy: RECEPTIONIST_ID,
  });
  await db.insert(schema.signedVersions).values({
    evaluationId: id,
    version,
    closedAt,
    closedBy: RECEPTIONIST_ID,
    doctorId: exampleId('Doctor'),
    doctorName: doctor.name,
    doctorLicenseNumber: doctor.license_number,
    content: SAMPLE_SIGNED_VERSION,
    contentSha256: contentDigest(SAMPLE_SIGNED_VERSION),
  });
}

/** Inserts an expected list with one person and a registration. The examples replace the data of this person. */
async function seedExpectedList(db: ReturnType<typeof toDatabase>) {
  const key = { branchId: exampleId('Branch'), id: exampleId('ExpectedList') };
  await db.insert(schema.expectedLists).values({
    ...key,
    company_id: exampleId('Company'),
    day: '2026-11-20',
    contentSha256: randomBytes(32),
    createdAt: EXAMPLE_TIME,
    createdBy: RECEPTIONIST_ID,
  });
  const body = exampleOf(ExpectedPersonBody, {
    identification_number: '9999000096',
    evaluation_type_id: null,
  });
  await db.insert(schema.expectedPeople).values({
    ...personColumnsOf(ExpectedPersonBody.parse(body)),
    branchId: key.branchId,
    id: exampleId('ExpectedPerson'),
    listId: key.id,
    position: 0,
    state: 'expected',
  });
  // The state stays 'expected', because other examples change the person; only a registration can be settled.
  await db.insert(schema.expectedRegistrations).values({
    evaluationId: EXAMPLE_EVALUATION_ID,
    branchId: key.branchId,
    personId: exampleId('ExpectedPerson'),
    isRepeated: false,
    registeredAt: EXAMPLE_TIME,
  });
}

/** Inserts the rows to which the examples of the OpenAPI document refer, with the ids that the examples use. */
export async function seedExamples({ database, filesDir }: ExampleTarget): Promise<void> {
  const db = toDatabase(database.pool);
  await seedCatalogues(db);
  await seedUsers(db);
  await seedEvaluation(db, filesDir);
  await seedSignedVersion(db);
  await seedExpectedList(db);
  await db.insert(schema.waitingBoards).values({
    id: exampleId('WaitingBoard'),
    branchId: exampleId('Branch'),
    tokenHash: hashToken(example.EXAMPLE_TOKEN),
    label: 'Sala',
    shows: 'first_names',
    createdAt: EXAMPLE_TIME,
    createdBy: RECEPTIONIST_ID,
  });
}
