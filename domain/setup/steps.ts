/** Steps of a new clinic's set-up. Each may need the data of earlier steps. */
export const SETUP_STEPS = ['clinic', 'types', 'exams', 'people', 'doctor', 'logo', 'registration'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** Parts of the page that 'Crear todo' creates, in this order. Packages are no step, because a clinic can work without them. */
export const SETUP_PARTS = ['clinic', 'types', 'exams', 'packages', 'people', 'doctor'] as const;
export type SetupPart = (typeof SETUP_PARTS)[number];

export const stepOfPart = (part: SetupPart): SetupStep => (part === 'packages' ? 'exams' : part);

/** Parts with a list, to which rows can be added although some exist. */
const LIST_PARTS: readonly SetupPart[] = ['types', 'exams', 'packages'];

/** Data on the server that decide which steps are done; they contain no names. */
export interface SetupStatus {
  /** True when the session has an active branch, which implies that the clinic has a company. */
  readonly hasBranch: boolean;
  readonly hasLogo: boolean;
  readonly types: number;
  readonly exams: number;
  /**
   * State of the catalogue of doctors: no doctor (`none`), doctors but none with a stored signature (`unsigned`), or a doctor
   * who can sign evaluations (`signed`).
   */
  readonly doctors: 'none' | 'unsigned' | 'signed';
  /** Number of the other users who may register patients. */
  readonly colleagues: number;
  readonly hasRegistered: boolean;
}

/**
 * State of a step: finished (`done`), whose box the user cleared (`skipped`) or unfinished (`left`). A step whose data exist is
 * `done`, even if the user skipped it before.
 */
export type SetupStepState = 'done' | 'skipped' | 'left';

/** Steps without which no patient can be registered; they cannot be skipped. */
const REQUIRED_STEPS: readonly SetupStep[] = ['clinic', 'types', 'registration'];
export const isSkippable = (step: SetupStep): boolean => !REQUIRED_STEPS.includes(step);

function isStepDone(step: SetupStep, facts: SetupStatus): boolean {
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
  readonly states: Readonly<Record<SetupStep, SetupStepState>>;
  /** First unfinished step; null when none is left. */
  readonly next: SetupStep | null;
  readonly left: readonly SetupStep[];
  /** Number of steps that are done or skipped. */
  readonly settled: number;
}

/**
 * Returns the state of every step. The step of `failedPart`, whose creation failed half-way, is not done, although some of its
 * rows exist.
 */
export function setupProgress(
  facts: SetupStatus,
  skipped: readonly SetupStep[],
  failedPart: SetupPart | null = null,
): SetupProgress {
  const stateOf = (step: SetupStep): SetupStepState => {
    const isFailed = failedPart !== null && stepOfPart(failedPart) === step;
    if (!isFailed && isStepDone(step, facts)) return 'done';
    return isSkippable(step) && skipped.includes(step) ? 'skipped' : 'left';
  };
  const pairs = SETUP_STEPS.map((step) => [step, stateOf(step)] as const);
  const left = pairs.filter(([, state]) => state === 'left').map(([step]) => step);
  return {
    states: Object.fromEntries(pairs) as Record<SetupStep, SetupStepState>,
    next: left[0] ?? null,
    left,
    settled: SETUP_STEPS.length - left.length,
  };
}

/** Returns the parts that 'Crear todo' runs, in their order: those of unfinished steps, and the lists of finished ones. */
export const partsToCreate = ({ states }: Pick<SetupProgress, 'states'>): readonly SetupPart[] =>
  SETUP_PARTS.filter((part) => {
    const state = states[stepOfPart(part)];
    return state === 'left' || (state === 'done' && LIST_PARTS.includes(part));
  });
