import { randomBytes } from 'node:crypto';
import { PERMISSIONS } from '#contract/vocabulary.ts';
import { hashPassword } from '#server/platform/access/password.ts';
import { hashToken } from '#server/platform/access/session-token.ts';
import { contentDigest } from '#server/documents/content/canonical.ts';
import { connect } from '#server/platform/database/connection/client.ts';
import { oneTimeTokens } from '#server/schema/one-time-tokens.ts';
import { SAMPLE_SIGNED_VERSION } from '#tests/support/documents/report-sample.ts';
import * as schema from '#tests/support/server/tables.ts';
import { eachCatalog } from '#contract/catalogs/all.ts';
import { CATALOG_TABLES } from '#server/schema/catalogs.ts';
import { CATALOG_EXAMPLES } from '#server/openapi/catalog-examples.ts';
import * as example from '#server/openapi/example-values.ts';
import { diskFiles } from '#server/platform/files/disk-files.ts';
import { sha256 } from '../support/multipart.ts';
import { pdf } from '../support/pdf.ts';
import { signature } from '../support/pictures.ts';
import type { Server } from '../support/server.ts';

const { EXAMPLE_IDS } = example;
const EXAMPLE_TIME = new Date(example.EXAMPLE_INSTANT);
const SIGNATURE_PATH = `01/${EXAMPLE_IDS.signature}.png`;

type ExampleTarget = Pick<Server, 'database' | 'filesDir'>;
const storedFile = (storagePath: string, bytes: Buffer) => ({
  storagePath,
  receivedSha256: sha256(bytes),
  storedSha256: sha256(bytes),
  bytes: bytes.length,
  createdBy: EXAMPLE_IDS.user,
});

async function seedCatalogues(db: ReturnType<typeof connect>) {
  const { evaluationType, exam, doctor, branch } = example;
  await db.insert(schema.companies).values([
    { id: EXAMPLE_IDS.clinic, code: 'IPI', name: branch.company_name },
    { id: EXAMPLE_IDS.employer, code: 'FLI', name: example.company.name },
    { id: EXAMPLE_IDS.contractor, code: 'COI', name: 'Contratista Inventado (DEMO)' },
  ]);
  // The user is not linked to the doctor in this example (a later one links the doctor to another user). The branch must
  // therefore allow signing with `doctor_id` alone.
  await db.insert(schema.branches).values({
    id: EXAMPLE_IDS.branch,
    company_id: EXAMPLE_IDS.clinic,
    name: branch.name,
    unlinked_signatures: true,
  });
  await db
    .insert(schema.evaluationTypes)
    .values({ id: EXAMPLE_IDS.evaluationType, code: 'INI', name: evaluationType.name });
  await db.insert(schema.exams).values([
    { id: EXAMPLE_IDS.exam, code: exam.code, name: exam.name },
    { id: EXAMPLE_IDS.otherExam, code: 'ESP', name: 'Espirometría' },
  ]);
  await db
    .insert(schema.doctors)
    .values({ id: EXAMPLE_IDS.doctor, name: doctor.name, license_number: doctor.license_number });
  await seedOtherCatalogues(db);
}

/** Inserts the example of each catalogue that has no other row with the example's id. */
async function seedOtherCatalogues(db: ReturnType<typeof connect>) {
  const examples = eachCatalog(({ fields }, name) => {
    const item: Readonly<Record<string, unknown>> = CATALOG_EXAMPLES[name].item;
    const columns = ['id', ...Object.keys(fields)].map((column) => [column, item[column]]);
    // Inactive, because the example of a new field has the same name, and active fields have different names.
    const status = name === 'additionalFields' ? { is_active: false } : {};
    return { table: CATALOG_TABLES[name], row: { ...Object.fromEntries(columns), ...status } };
  });
  for (const { table, row } of Object.values(examples))
    await db
      .insert(table as typeof schema.companies)
      .values(row as typeof schema.companies.$inferInsert)
      .onConflictDoNothing();
}

async function seedUsers(db: ReturnType<typeof connect>) {
  const passwordHash = await hashPassword(example.EXAMPLE_PASSWORD);
  const active = { status: 'active', branchId: EXAMPLE_IDS.branch, passwordHash } as const;
  await db.insert(schema.users).values([
    {
      ...active,
      id: EXAMPLE_IDS.user,
      email: example.EXAMPLE_EMAIL,
      displayName: 'Rita Recepción',
      vaultKey: randomBytes(32),
    },
    {
      ...active,
      id: EXAMPLE_IDS.colleague,
      email: example.COLLEAGUE_EMAIL,
      displayName: 'Laura Demo',
      vaultKey: randomBytes(32),
    },
  ]);
  await db
    .insert(schema.userPermissions)
    .values(PERMISSIONS.map((permission) => ({ userId: EXAMPLE_IDS.user, permission })));
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  await db.insert(oneTimeTokens).values({
    tokenHash: hashToken(example.EXAMPLE_TOKEN),
    purpose: 'password_reset',
    userId: EXAMPLE_IDS.colleague,
    createdBy: null,
    createdAt,
    expiresAt,
  });
}

async function seedEvaluation(db: ReturnType<typeof connect>, filesDir: string) {
  const { patient, attachment, note } = example;
  const [report, strokes] = [pdf(), await signature()];
  await diskFiles(filesDir).write(attachment.storage_path, report);
  await diskFiles(filesDir).write(SIGNATURE_PATH, strokes);
  await db.insert(schema.patients).values({
    id: EXAMPLE_IDS.patient,
    identification_type: patient.identification_type,
    identification_number: patient.identification_number,
    normalizedNumber: patient.identification_number,
    first_name: patient.first_name,
    last_name: patient.last_name,
    dataAt: EXAMPLE_TIME,
  });
  const times = { capturedAt: EXAMPLE_TIME, receivedAt: EXAMPLE_TIME };
  await db.insert(schema.evaluations).values({
    id: EXAMPLE_IDS.evaluation,
    branchId: EXAMPLE_IDS.branch,
    patientId: EXAMPLE_IDS.patient,
    evaluation_type_id: EXAMPLE_IDS.evaluationType,
    employer_company_id: EXAMPLE_IDS.employer,
    startedAt: EXAMPLE_TIME,
    createdBy: EXAMPLE_IDS.user,
    ...times,
  });
  await db.insert(schema.examOrders).values({
    id: EXAMPLE_IDS.order,
    evaluationId: EXAMPLE_IDS.evaluation,
    examId: EXAMPLE_IDS.exam,
    resultNotes: 'Normal.',
  });
  await db.insert(schema.notes).values({
    evaluationId: EXAMPLE_IDS.evaluation,
    note_type: note.note_type,
    content: note.content,
  });
  await db.insert(schema.attachments).values({
    id: EXAMPLE_IDS.attachment,
    examOrderId: EXAMPLE_IDS.order,
    originalName: attachment.original_name,
    mime: 'application/pdf',
    ...storedFile(attachment.storage_path, report),
  });
  await db.insert(schema.media).values({
    id: EXAMPLE_IDS.signature,
    evaluationId: EXAMPLE_IDS.evaluation,
    type: 'signature',
    mime: 'image/png',
    ...storedFile(SIGNATURE_PATH, strokes),
    ...times,
  });
}

async function seedDocument(db: ReturnType<typeof connect>) {
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
    doctorId: EXAMPLE_IDS.doctor,
    branchId: EXAMPLE_IDS.branch,
    patientId: EXAMPLE_IDS.patient,
    evaluation_type_id: EXAMPLE_IDS.evaluationType,
    employer_company_id: EXAMPLE_IDS.employer,
    startedAt,
    capturedAt: startedAt,
    receivedAt: startedAt,
    createdBy: EXAMPLE_IDS.user,
  });
  await db.insert(schema.signedVersions).values({
    evaluationId: id,
    version,
    closedAt,
    closedBy: EXAMPLE_IDS.user,
    doctorId: EXAMPLE_IDS.doctor,
    doctorName: doctor.name,
    doctorLicenseNumber: doctor.license_number,
    content: SAMPLE_SIGNED_VERSION,
    contentSha256: contentDigest(SAMPLE_SIGNED_VERSION),
  });
}

/** Inserts the rows to which the examples of the OpenAPI document refer, with the ids that the examples use. */
export async function seedExamples({ database, filesDir }: ExampleTarget): Promise<void> {
  const db = connect(database.pool);
  await seedCatalogues(db);
  await seedUsers(db);
  await seedEvaluation(db, filesDir);
  await seedDocument(db);
}
