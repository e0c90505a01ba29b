import { SETUP_STEPS, type SetupStatus, type SetupStep, type SetupStepState } from '#domain/setup/steps.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';

interface StepTexts {
  readonly title: string;
  readonly sub: string;
  /** Text in place of `sub` when the step is done; none if absent. */
  readonly done?: (facts: SetupStatus) => string;
}

export const STEP_TEXTS: Readonly<Record<SetupStep, StepTexts>> = {
  clinic: { title: 'Empresa y sede', sub: 'Nombre, NIT y dónde atienden' },
  logo: {
    title: 'Logo',
    sub: 'Sale en los PDF y en la barra de arriba',
    done: () => 'Sale en los PDF y en la barra de arriba',
  },
  types: {
    title: 'Tipos de evaluación',
    sub: 'Marcamos los más usados; quita los que no hagas.',
    done: ({ types }) => formatCountWithNoun(types, 'activo', 'activos'),
  },
  exams: {
    title: 'Exámenes',
    sub: '12 propuestos: audiometría, visiometría, espirometría…',
    done: ({ exams }) => formatCountWithNoun(exams, 'activo', 'activos'),
  },
  doctor: {
    title: 'Médico con su firma',
    sub: 'Nombre, licencia y la firma dibujada aquí mismo',
    done: () => 'Su firma saldrá en cada concepto',
  },
  people: {
    title: 'Invitar a tu equipo',
    sub: 'Recepción, médicos y administración: por correo, o con un código en pantalla',
    done: ({ colleagues }) => `${formatCountWithNoun(colleagues, 'persona', 'personas')} además de ti`,
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

export function formatRemainingSteps(left: number): string {
  const kept = 'Puedes salir y seguir después: todo queda guardado.';
  switch (left) {
    case 0:
      return 'Todo listo: tu clínica está en marcha.';
    case 1:
      return `Falta un paso. ${kept}`;
    case SETUP_STEPS.length:
      return `Unos quince minutos. ${kept}`;
    default:
      return `Faltan ${left} pasos. ${kept}`;
  }
}
