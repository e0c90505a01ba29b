import type { EvaluationStatus } from '#contract/vocabulary.ts';
import { startOfBogotaDay } from '#domain/time/clock.ts';
import type { EvaluationTypeCode } from './catalogues.ts';
import { type BranchKey, DEMO_COMPANIES } from './clinic.ts';
import type { Random } from './random.ts';
import type { DemoPatient } from './workers.ts';

export interface DemoVisit {
  readonly worker: DemoPatient;
  readonly branch: BranchKey;
  readonly type: EvaluationTypeCode;
  readonly employer: string;
  readonly contractor: string | undefined;
  readonly info: string | undefined;
  readonly status: EvaluationStatus;
  readonly capturedAt: Date;
  /** Time at which the server received the visit. Hours after `capturedAt` if the branch had no network. */
  readonly receivedAt: Date;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const DAYS_PLANNED = 27;
const OPENING_MINUTE = 6 * 60 + 40;
const MINUTES_BETWEEN_VISITS = 23;
const WAITING_PATIENT_COUNT = 7;

/** Branches for the visits; a branch that is listed more often has more visits. */
const VISIT_BRANCHES = ['BOG', 'BOG', 'BOG', 'BOG', 'MED', 'MED', 'MED', 'CAL', 'BAQ', 'BRI'] as const;
const VISIT_TYPE_CODES = [
  'ING',
  'ING',
  'ING',
  'PER',
  'PER',
  'EGR',
  'POS',
  'RET',
  'SEG',
  'CAM',
  'ESP',
] as const;
const VISIT_REMARKS = ['Asiste en ayunas.', 'Trae gafas formuladas.', 'Trabajo en alturas.'] as const;

/**
 * Plans about forty visits in the four weeks before `now`, oldest first, none on a Sunday. The patients of the last visits are
 * still waiting at `now`.
 */
export function planVisits(workers: readonly DemoPatient[], now: Date, random: Random): DemoVisit[] {
  const instants = [...planPastVisitTimes(now, random), ...planWaitingVisitTimes(now)];
  return instants.flatMap((capturedAt, index) => {
    const worker = workers[index % workers.length];
    return worker ? [createVisit(worker, capturedAt, now, random)] : [];
  });
}

function planPastVisitTimes(now: Date, random: Random): Date[] {
  const today = startOfBogotaDay(now.getTime());
  return Array.from({ length: DAYS_PLANNED }, (_, index) => today - (DAYS_PLANNED - index) * DAY_MS)
    .filter((day) => new Date(day).getUTCDay() !== 0) // Each `day` is 05:00 UTC, which is midnight in Bogotá, so its UTC weekday is also the weekday in Bogotá.
    .flatMap((day) =>
      Array.from({ length: 1 + random.below(2) }, (_, slot) => {
        const minute = OPENING_MINUTE + slot * MINUTES_BETWEEN_VISITS + random.below(MINUTES_BETWEEN_VISITS);
        return new Date(day + minute * MINUTE_MS);
      }),
    );
}

const planWaitingVisitTimes = (now: Date) =>
  Array.from(
    { length: WAITING_PATIENT_COUNT },
    (_, index) => new Date(now.getTime() - (WAITING_PATIENT_COUNT - index) * 9 * MINUTE_MS),
  );

function createVisit(worker: DemoPatient, capturedAt: Date, now: Date, random: Random): DemoVisit {
  const employers = DEMO_COMPANIES.filter((company) => company.role === 'employer');
  const contractors = DEMO_COMPANIES.filter((company) => company.role === 'contractor');
  const delay = random.chance(0.2) ? 95 * MINUTE_MS : 2_000;
  return {
    worker,
    branch: random.pick(VISIT_BRANCHES),
    type: random.pick(VISIT_TYPE_CODES),
    employer: employers[random.below(employers.length)]?.code ?? '',
    contractor: random.chance(0.35) ? contractors[random.below(contractors.length)]?.code : undefined,
    info: random.chance(0.3) ? random.pick(VISIT_REMARKS) : undefined,
    status: chooseStatusForElapsedMs(now.getTime() - capturedAt.getTime(), random),
    capturedAt,
    receivedAt: new Date(Math.min(now.getTime(), capturedAt.getTime() + delay)),
  };
}

function chooseStatusForElapsedMs(age: number, random: Random): EvaluationStatus {
  if (age < DAY_MS / 12) return random.chance(0.3) ? 'en_proceso' : 'pendiente';
  if (age < 4 * DAY_MS) return random.pick(['pendiente', 'en_proceso', 'en_proceso', 'cerrada']);
  return random.chance(0.85) ? 'cerrada' : 'en_proceso';
}
