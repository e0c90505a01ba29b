import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { MediaType, NoteType } from '#contract/vocabulary.ts';
import type { Capture } from '../access/capture.ts';
import { addMedia } from '../commands/add-media.ts';
import { createEvaluation } from '../commands/create-evaluation.ts';
import type { Transaction } from '../database/client.ts';
import { evaluations, examOrders, notes } from '../database/schema.ts';
import type { FileStore } from '../files/store.ts';
import { ids } from './catalogue-rows.ts';
import { EXAMS, type ExamCode, PACKAGES } from './catalogues.ts';
import { type BranchKey, DOCTORS, type DemoUser, USERS } from './clinic.ts';
import type { Random } from './random.ts';
import type { Visit } from './visits.ts';

export interface Desk {
  readonly tx: Transaction;
  readonly files: FileStore;
  readonly random: Random;
}
export type Pictures = Readonly<Record<MediaType, Buffer>>;

const CONSULTATION_MINUTES = 35;

/** One visit by the commands that the desk's calls use, then what the doctor did with it. */
export async function register(desk: Desk, visit: Visit, pictures: Pictures): Promise<void> {
  const capture = captureOf(visit);
  const { id } = await createEvaluation(desk.tx, capture, {
    evaluation_type_id: ids.evaluationType(visit.type),
    employer_company_id: ids.company(visit.employer),
    contractor_company_id: visit.contractor === undefined ? undefined : ids.company(visit.contractor),
    additional_info: visit.info,
    patient_id: undefined,
    patient: visit.worker.person,
  });
  for (const type of ['photo', 'signature'] as const) {
    const bytes = pictures[type];
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await addMedia(desk.tx, capture, desk.files, { evaluationId: id, type, bytes, sha256 });
  }
  await orderExams(desk, id, visit);
  if (visit.status === 'en_proceso') await examine(desk, id, visit);
  if (visit.status === 'cerrada') await close(desk, id, visit);
}

function captureOf(visit: Visit): Capture {
  const user = deskOf(visit.branch);
  const branchId = ids.branch(visit.branch);
  const actor = {
    userId: ids.user(user.email),
    email: user.email,
    displayName: user.name,
    permissions: user.permissions,
    homeBranchId: user.branch === null ? null : ids.branch(user.branch),
    activeBranchId: branchId,
    tokenHash: Buffer.alloc(0),
  };
  return { actor, branchId, capturedAt: visit.capturedAt, receivedAt: visit.receivedAt };
}

/** The branch's own receptionist; where there is none, who may act for every branch. */
function deskOf(branch: BranchKey): DemoUser {
  const receptionist = USERS.find((user) => user.branch === branch && user.email.startsWith('recepcion'));
  return receptionist ?? USERS.find((user) => user.branch === null) ?? USERS[0];
}

async function orderExams(desk: Desk, evaluationId: string, visit: Visit): Promise<void> {
  const codes: readonly ExamCode[] = PACKAGES[visit.worker.package];
  await desk.tx.insert(examOrders).values(
    codes.map((code, index) => ({
      id: randomUUID(),
      evaluationId,
      examId: ids.exam(code),
      resultNotes: hasResult(visit, index) ? healthy(code) : null,
      createdAt: visit.receivedAt,
      updatedAt: visit.receivedAt,
    })),
  );
}

/** Closed ones have all their results; those in process wait for the laboratory. */
function hasResult(visit: Visit, index: number): boolean {
  if (visit.status === 'cerrada') return true;
  return visit.status === 'en_proceso' && index < 2;
}

const healthy = (code: ExamCode) => EXAMS.find(([known]) => known === code)?.[4] ?? null;

async function examine({ tx, random }: Desk, evaluationId: string, visit: Visit): Promise<void> {
  await tx.update(evaluations).set({ status: 'en_proceso' }).where(eq(evaluations.id, evaluationId));
  if (random.chance(0.5))
    await addNotes(tx, { evaluationId, at: visit.receivedAt }, [
      ['observaciones', 'Paciente asiste sin ayuno; se reprograma laboratorio.'],
    ]);
}

async function close(desk: Desk, evaluationId: string, visit: Visit): Promise<void> {
  const { tx, random } = desk;
  const doctor = DOCTORS[random.below(2)] ?? DOCTORS[0];
  const closedAt = new Date(visit.receivedAt.getTime() + (CONSULTATION_MINUTES + random.below(90)) * 60_000);
  await addNotes(tx, { evaluationId, at: closedAt }, closingNotes(visit, random));
  await tx
    .update(evaluations)
    .set({ status: 'cerrada', closedAt, doctorId: ids.doctor(doctor.license), updatedAt: closedAt })
    .where(eq(evaluations.id, evaluationId));
}

type Note = readonly [NoteType, string];

function closingNotes(visit: Visit, random: Random): Note[] {
  const written: Note[] = [
    ['concepto', CONCEPTS[visit.type] ?? 'Apto con recomendaciones.'],
    ['recomendaciones', random.pick(RECOMMENDATIONS)],
    ['habitos', 'Mantener actividad física regular y alimentación balanceada.'],
  ];
  if (visit.worker.package === 'heights') written.push(['aptitud_tarea', 'Trabajo en alturas: apto.']);
  if (random.chance(0.25))
    written.push(['restricciones', 'No manipular cargas superiores a 12,5 kg. Temporal: 90 días.']);
  if (random.chance(0.3)) written.push(['sve', 'Incluir en SVE osteomuscular.']);
  if (random.chance(0.2)) written.push(['manejo_eps_arp', 'Requiere valoración por su EPS.']);
  return written;
}

const CONCEPTS: Partial<Record<Visit['type'], string>> = {
  ING: 'Apto para desempeñar el cargo.',
  PER: 'Puede continuar realizando su labor, con recomendaciones.',
  EGR: 'Examen de egreso realizado.',
  POS: 'Reintegro con recomendaciones.',
  RET: 'Reincorporación al puesto de trabajo.',
  SEG: 'Continúa con las recomendaciones.',
  CAM: 'Sin restricciones para desempeñarse en el nuevo cargo.',
};
const RECOMMENDATIONS = [
  'Realizar pausas activas de 5 minutos cada 2 horas.',
  'Uso permanente de elementos de protección auditiva en zonas señalizadas.',
  'Alternar posición sentado y de pie.',
] as const;

async function addNotes(
  tx: Transaction,
  { evaluationId, at }: { evaluationId: string; at: Date },
  written: readonly Note[],
): Promise<void> {
  await tx.insert(notes).values(
    written.map(([noteType, content]) => ({
      evaluationId,
      noteType,
      content,
      createdAt: at,
      updatedAt: at,
    })),
  );
}
