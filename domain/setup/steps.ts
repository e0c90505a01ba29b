/** Steps that a new clinic needs before it can work, in the order of their dependencies. */
export const SETUP_STEPS = ['clinic', 'logo', 'types', 'exams', 'doctor', 'people', 'registration'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Counts and flags about the set-up, as read from the server; they contain no names. */
export interface SetupFacts {
  /** True when the session has an active branch, and the clinic therefore a company. */
  readonly hasBranch: boolean;
  readonly hasLogo: boolean;
  /** Number of active evaluation types. */
  readonly types: number;
  readonly exams: number;
  /**
   * State of the catalogue of doctors. `signed`: a doctor has a stored signature and can sign evaluations; `unsigned`: doctors
   * exist, but without a signature.
   */
  readonly doctors: 'none' | 'unsigned' | 'signed';
  /** Number of users other than the present one. */
  readonly colleagues: number;
  readonly hasRegistered: boolean;
}

/**
 * State of a step. `left`: open. `skipped`: the user chose 'Ahora no'. A step whose data exist is `done`, even if the user
 * skipped it before.
 */
export type StepState = 'done' | 'skipped' | 'left';

/** Steps without which no patient can be registered. */
const NEEDED: readonly SetupStep[] = ['clinic', 'types', 'registration'];
export const isSkippable = (step: SetupStep): boolean => !NEEDED.includes(step);

function isDone(step: SetupStep, facts: SetupFacts): boolean {
  switch (step) {
    case 'clinic':
      return facts.hasBranch;
    case 'logo':
      return facts.hasLogo;
    case 'types':
      return facts.types > 0;
    case 'exams':
      return facts.exams > 0;
    case 'doctor':
      return facts.doctors === 'signed';
    case 'people':
      return facts.colleagues > 0;
    case 'registration':
      return facts.hasRegistered;
  }
}

export interface SetupProgress {
  readonly states: Readonly<Record<SetupStep, StepState>>;
  /** First open step; null when no step is open. */
  readonly next: SetupStep | null;
  /** Open steps in their order. */
  readonly left: readonly SetupStep[];
  /** Number of steps that are done or skipped. */
  readonly settled: number;
}

/** Returns the progress of the set-up. A step is done when its data exist; otherwise the user may have skipped it. */
export function setupProgress(facts: SetupFacts, skipped: readonly SetupStep[]): SetupProgress {
  const stateOf = (step: SetupStep): StepState => {
    if (isDone(step, facts)) return 'done';
    return isSkippable(step) && skipped.includes(step) ? 'skipped' : 'left';
  };
  const pairs = SETUP_STEPS.map((step) => [step, stateOf(step)] as const);
  const left = pairs.filter(([, state]) => state === 'left').map(([step]) => step);
  return {
    states: Object.fromEntries(pairs) as Record<SetupStep, StepState>,
    next: left[0] ?? null,
    left,
    settled: SETUP_STEPS.length - left.length,
  };
}
