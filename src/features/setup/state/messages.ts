import {
  SETUP_STEPS,
  type SetupPart,
  type SetupStatus,
  type SetupStep,
  type SetupStepState,
} from '#domain/setup/steps.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';

interface StepTexts {
  readonly title: string;
  readonly sub: string;
  /** Text in place of `sub` when the step is done; none if absent. */
  readonly done?: (facts: SetupStatus) => string;
}

export const STEP_TEXTS: Readonly<Record<SetupStep, StepTexts>> = {
  clinic: { title: 'Empresa y sede', sub: 'Nombre, NIT y dónde atienden' },
  types: {
    title: 'Tipos de evaluación',
    sub: 'Marcamos los más usados; quita los que no hagas.',
  },
  exams: {
    title: 'Exámenes y paquetes',
    sub: 'Al médico se le propone el paquete de cada tipo.',
  },
  people: {
    title: 'Recepción',
    sub: 'Quien registra a las personas. A los demás los invitas en Usuarios.',
    done: ({ colleagues }) => `${formatCountWithNoun(colleagues, 'persona', 'personas')} además de ti`,
  },
  doctor: {
    title: 'Médico con su firma',
    sub: 'Nombre, licencia, usuario y la firma dibujada aquí mismo',
    done: () => 'Su firma saldrá en cada concepto',
  },
  logo: {
    title: 'Logo',
    sub: 'Sale en los PDF y en la barra de arriba',
    done: () => 'Sale en los PDF y en la barra de arriba',
  },
  registration: { title: 'Primera persona registrada', sub: 'En la tableta de recepción, con foto y firma' },
};

export function stepSubtitle(step: SetupStep, state: SetupStepState, facts: SetupStatus): string {
  if (state === 'done') return STEP_TEXTS[step].done?.(facts) ?? '';
  if (step === 'doctor' && facts.doctors === 'unsigned') return 'Ya está el médico; falta su firma';
  return STEP_TEXTS[step].sub;
}

export const STEP_STATE_LABELS: Readonly<Record<SetupStepState, string>> = {
  done: 'Listo',
  skipped: 'Para después',
  left: '',
};

export const PART_TEXTS: Readonly<Record<SetupPart, string>> = {
  clinic: 'empresa y sede',
  types: 'tipos de evaluación',
  exams: 'exámenes',
  packages: 'paquetes',
  people: 'recepción',
  doctor: 'médico con su firma',
};

export function formatRemainingSteps(left: number): string {
  const kept = 'Puedes salir y seguir después: todo queda guardado.';
  switch (left) {
    case 0:
      return 'Todo listo: tu clínica está en marcha.';
    case 1:
      return `Falta un paso. ${kept}`;
    case SETUP_STEPS.length:
      return `Escribe lo que solo tú sabes; lo demás ya está propuesto. ${kept}`;
    default:
      return `Faltan ${left} pasos. ${kept}`;
  }
}
