/** What a new clinic has to have before it works, in the order in which one thing needs the other. */
export const SETUP_STEPS = ['clinic', 'logo', 'types', 'exams', 'doctor', 'people', 'registration'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** What the provider has of it. Counts and yes or no: nobody is named. */
export interface SetupFacts {
  /** An active branch, and with it a company. */
  readonly hasBranch: boolean;
  readonly hasLogo: boolean;
  /** Active ones. */
  readonly types: number;
  readonly exams: number;
  /** Whether somebody can sign a closing: a doctor whose signature is there. */
  readonly doctors: 'none' | 'unsigned' | 'signed';
  /** Users besides the one who asks. */
  readonly colleagues: number;
  readonly hasRegistered: boolean;
}

/** `left`: to be done. `skipped`: somebody has said 'Ahora no'. What is done is done, whatever was said before. */
export type StepState = 'done' | 'skipped' | 'left';

/** Without these nobody can be registered at all. */
const NEEDED: readonly SetupStep[] = ['clinic', 'types', 'registration'];
export const maySkip = (step: SetupStep): boolean => !NEEDED.includes(step);

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
  /** The first that is left; null when the clinic works. */
  readonly next: SetupStep | null;
  /** Those that are left, in their order. */
  readonly left: readonly SetupStep[];
  /** Done or skipped. */
  readonly settled: number;
}

/** How far the clinic is: what is there decides, and of what is not there what was skipped. */
export function setupProgress(facts: SetupFacts, skipped: readonly SetupStep[]): SetupProgress {
  const stateOf = (step: SetupStep): StepState => {
    if (isDone(step, facts)) return 'done';
    return maySkip(step) && skipped.includes(step) ? 'skipped' : 'left';
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
