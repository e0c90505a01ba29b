import { SETUP_STEPS, type SetupStatus, type SetupStep, type SetupStepState } from '#domain/setup/steps.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import type { IconName } from '#ui/display/icon.tsx';

interface StepTexts {
  readonly title: string;
  readonly sub: string;
  readonly icon: IconName;
}

export const STEP_TEXTS: Readonly<Record<SetupStep, StepTexts>> = {
  clinic: { title: 'Empresa y sede', sub: 'Nombre, NIT y dónde atienden', icon: 'building' },
  logo: { title: 'Logo', sub: 'Sale en los PDF y en la barra de arriba', icon: 'image' },
  types: {
    title: 'Tipos de evaluación',
    sub: 'Marcamos los más usados; quita los que no hagas.',
    icon: 'list',
  },
  exams: {
    title: 'Exámenes',
    sub: '12 propuestos: audiometría, visiometría, espirometría…',
    icon: 'flask',
  },
  doctor: {
    title: 'Médico con su firma',
    sub: 'Nombre, licencia y la firma dibujada aquí mismo',
    icon: 'pen',
  },
  people: {
    title: 'Invitar a tu equipo',
    sub: 'Recepción, médicos y administración: por correo, o con un código en pantalla',
    icon: 'people',
  },
  registration: {
    title: 'Primera persona registrada',
    sub: 'En la tableta de recepción, con foto y firma',
    icon: 'personAdd',
  },
};

function doneStepSubtitle(step: SetupStep, facts: SetupStatus): string {
  switch (step) {
    case 'types':
    case 'exams':
      return formatCountWithNoun(facts[step], 'activo', 'activos');
    case 'people':
      return `${formatCountWithNoun(facts.colleagues, 'persona', 'personas')} además de ti`;
    case 'logo':
      return 'Sale en los PDF y en la barra de arriba';
    case 'doctor':
      return 'Su firma saldrá en cada concepto';
    case 'clinic':
    case 'registration':
      return '';
  }
}

export function stepSubtitle(step: SetupStep, state: SetupStepState, facts: SetupStatus): string {
  if (state === 'done') return doneStepSubtitle(step, facts);
  if (step === 'doctor' && facts.doctors === 'unsigned') return 'Ya está el médico; falta su firma';
  return STEP_TEXTS[step].sub;
}

export const STEP_STATE_LABELS: Readonly<Record<SetupStepState, string>> = {
  done: 'Listo',
  skipped: 'Para después',
  left: '',
};

export const SETUP_STEP_COUNT = SETUP_STEPS.length;

export function formatRemainingSteps(left: number): string {
  switch (left) {
    case 0:
      return 'Todo listo: tu clínica está en marcha.';
    case 1:
      return 'Falta un paso. Puedes salir y seguir después: todo queda guardado.';
    case SETUP_STEP_COUNT:
      return 'Unos quince minutos. Puedes salir y seguir después: todo queda guardado.';
    default:
      return `Faltan ${left} pasos. Puedes salir y seguir después: todo queda guardado.`;
  }
}
