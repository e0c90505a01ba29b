import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import type { MediaKind } from '#contract/vocabulary.ts';
import { type Capture, auditContextOfCapture } from '../platform/access/capture.ts';
import {
  addMedia,
  storePicture,
  type EvaluationChangeContext,
  createEvaluation,
  saveExamOrders,
  saveNotesAndDecisions,
} from '../evaluations/index.ts';
import { type ResultWithLogEntry, recordActivity } from '../audit/index.ts';
import { signEvaluation, readDoctorSignatureFile } from '../documents/index.ts';
import type { Transaction } from '../platform/database/connection/client.ts';
import { exams } from '../schema/catalogs.ts';
import { examOrders } from '../schema/evaluation/evaluations.ts';
import type { FileStore } from '../platform/files/store.ts';
import { createDemoAdditionalValues } from './additional-fields.ts';
import { demoCatalogueIds } from './catalogue-rows.ts';
import { NORMAL_EXAM_RESULTS, DEMO_EXAM_PACKAGES } from './catalogues.ts';
import { type BranchKey, DEMO_DOCTORS, type DemoUser, DEMO_USERS } from './clinic.ts';
import { NOTES_AWAITING_LABORATORY, createDemoNotes } from './conclusions.ts';
import type { Random } from './random.ts';
import type { DemoVisit } from './visits.ts';

export interface DemoRegistrationContext {
  readonly tx: Transaction;
  readonly files: FileStore;
  readonly random: Random;
}
export type DemoPictures = Readonly<Record<MediaKind, Buffer>>;

const MIN_CONSULTATION_MINUTES = 35;

/** Registers one visit with the commands that also serve the API calls of receptionists and doctors. */
export async function createDemoVisitRecords(
  context: DemoRegistrationContext,
  visit: DemoVisit,
  pictures: DemoPictures,
): Promise<void> {
  const { tx, files } = context;
  const capture = createDemoCapture(visit);
  const { id } = await recordCaptureActivity(
    tx,
    capture,
    await createEvaluation(tx, capture, createDemoEvaluationBody(visit), { turn: null, lookedUp: true }),
  );
  for (const type of ['photo', 'signature'] as const) {
    const bytes = pictures[type];
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const upload = { evaluationId: id, type, bytes, sha256, statement: null };
    const stored = await storePicture(files, upload, capture.authorId);
    await recordCaptureActivity(tx, capture, await addMedia(tx, capture, upload, stored));
  }
  await insertExamOrders(context, id, visit);
  if (visit.status !== 'pendiente') await saveExamResults(context, id, visit);
  if (visit.status === 'cerrada') await signDemoEvaluation(context, id, visit);
}

const createDemoEvaluationBody = (visit: DemoVisit): CreateEvaluationBody => ({
  evaluation_type_id: demoCatalogueIds.evaluationType(visit.type),
  employer_company_id: demoCatalogueIds.company(visit.employer),
  contractor_company_id:
    visit.contractor === undefined ? undefined : demoCatalogueIds.company(visit.contractor),
  additional_info: visit.info,
  additional_fields: createDemoAdditionalValues(visit.worker.person.identification_number),
  patient_id: undefined,
  patient: visit.worker.person,
});

async function recordCaptureActivity<Answer>(
  tx: Transaction,
  capture: Capture,
  done: ResultWithLogEntry<Answer> | null,
): Promise<Answer> {
  if (!done) throw new Error('A capture of the demo clinic lacks its file');
  const { answer, entry } = done;
  if (entry) await recordActivity(tx, auditContextOfCapture(capture), entry);
  return answer;
}

function createDemoCapture(visit: DemoVisit): Capture {
  const user = demoReceptionistOf(visit.branch);
  const branchId = demoCatalogueIds.branch(visit.branch);
  const sender = {
    userId: demoCatalogueIds.user(user.email),
    email: user.email,
    displayName: user.name,
    permissions: user.permissions,
    homeBranchId: user.branch === null ? null : demoCatalogueIds.branch(user.branch),
    activeBranchId: branchId,
    tokenHash: Buffer.alloc(0),
    isDeviceBound: false,
  };
  const { capturedAt, receivedAt } = visit;
  const authorId = sender.userId;
  const device = 'Chrome en Android';
  return {
    sender,
    authorId,
    branchId,
    captureId: null,
    capturedAt,
    futureTime: null,
    receivedAt,
    device,
    isKeyed: true,
  };
}

function demoReceptionistOf(branch: BranchKey): DemoUser {
  const receptionist = DEMO_USERS.find(
    (user) => user.branch === branch && user.email.startsWith('recepcion'),
  );
  return receptionist ?? DEMO_USERS.find((user) => user.branch === null) ?? DEMO_USERS[0];
}

const [SIGNER] = DEMO_DOCTORS;
const SIGNING_USER = DEMO_USERS.find(({ email }) => email === SIGNER.user) ?? DEMO_USERS[0];

function createDemoChangeContext(visit: DemoVisit, evaluationId: string, at: Date): EvaluationChangeContext {
  const user = SIGNING_USER;
  const actor = { userId: demoCatalogueIds.user(user.email), displayName: user.name };
  const branchId = demoCatalogueIds.branch(visit.branch);
  const trace = { actor, branchId, device: 'Edge en Windows', at };
  return { trace, branchId, evaluationId, ifMatch: null, tags: null };
}

async function insertExamOrders(
  { tx }: DemoRegistrationContext,
  evaluationId: string,
  visit: DemoVisit,
): Promise<void> {
  const codes: readonly string[] = DEMO_EXAM_PACKAGES[visit.worker.package];
  await tx.insert(examOrders).values(
    codes.map((code, index) => ({
      id: randomUUID(),
      evaluationId,
      examId: demoCatalogueIds.exam(code),
      resultNotes: null,
      createdAt: new Date(visit.receivedAt.getTime() + index),
      updatedAt: visit.receivedAt,
    })),
  );
}

/**
 * Number of exam results entered for an evaluation in process, whose other results are still missing. Closed evaluations have
 * all results.
 */
const RESULT_COUNT_IN_PROCESS = 2;

async function saveExamResults(
  { tx, random }: DemoRegistrationContext,
  evaluationId: string,
  visit: DemoVisit,
): Promise<void> {
  const rows = await tx
    .select({ orderId: examOrders.id, code: exams.code })
    .from(examOrders)
    .innerJoin(exams, eq(exams.id, examOrders.examId))
    .where(eq(examOrders.evaluationId, evaluationId))
    .orderBy(examOrders.createdAt);
  const known = visit.status === 'cerrada' ? rows : rows.slice(0, RESULT_COUNT_IN_PROCESS);
  const change = createDemoChangeContext(visit, evaluationId, visit.receivedAt);
  await saveExamOrders(tx, change, {
    orders: known.map(({ orderId, code }) => ({ order_id: orderId, result_notes: normalExamResultOf(code) })),
  });
  if (visit.status === 'en_proceso' && random.chance(0.5))
    await saveNotesAndDecisions(tx, change, NOTES_AWAITING_LABORATORY);
}

const normalExamResultOf = (code: string): string | null =>
  new Map<string, string>(Object.entries(NORMAL_EXAM_RESULTS)).get(code) ?? null;

async function signDemoEvaluation(
  { tx, files, random }: DemoRegistrationContext,
  evaluationId: string,
  visit: DemoVisit,
): Promise<void> {
  const closedAt = new Date(
    visit.receivedAt.getTime() + (MIN_CONSULTATION_MINUTES + random.below(90)) * 60_000,
  );
  const change = createDemoChangeContext(visit, evaluationId, closedAt);
  await saveNotesAndDecisions(tx, change, createDemoNotes(visit, closedAt, random));
  const doctorId = demoCatalogueIds.doctor(SIGNER.licence);
  const picture = await readDoctorSignatureFile(tx, files, doctorId);
  await signEvaluation(tx, picture, change, { doctor_id: doctorId });
}
