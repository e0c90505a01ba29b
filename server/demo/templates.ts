import type { EvaluationTemplateBody } from '#contract/records/evaluation/templates.ts';
import { DEMO_EXAM_PACKAGES, type EvaluationTypeCode, type ExamCode } from './catalogues.ts';

/** Template of the demo clinic. `results` lists the exams whose results are filled from `NORMAL_EXAM_RESULTS`. */
interface DemoTemplate extends Pick<EvaluationTemplateBody, 'name' | 'job' | 'notes' | 'decisions'> {
  readonly type: EvaluationTypeCode;
  readonly results: readonly ExamCode[];
}

const FIT_WITHOUT_RESTRICTIONS: EvaluationTemplateBody['decisions'] = {
  aptitude: 'apto',
  surveillance: [],
  referral: { to: 'none', reason: null },
  restrictions: [],
  tasks: null,
};
const HABITS = 'Mantener actividad física regular y alimentación balanceada.';

export const DEMO_TEMPLATES: readonly DemoTemplate[] = [
  {
    name: 'Ingreso sano',
    type: 'ING',
    job: null,
    results: DEMO_EXAM_PACKAGES.office,
    notes: [
      { note_type: 'concepto', content: 'Para desempeñar el cargo.' },
      { note_type: 'recomendaciones', content: 'Realizar pausas activas de 5 minutos cada 2 horas.' },
      { note_type: 'habitos', content: HABITS },
    ],
    decisions: FIT_WITHOUT_RESTRICTIONS,
  },
  {
    name: 'Periódica sana de conductor',
    type: 'PER',
    job: 'Conductor de camión pesado',
    results: DEMO_EXAM_PACKAGES.driving,
    notes: [
      { note_type: 'concepto', content: 'Puede continuar realizando su labor.' },
      { note_type: 'recomendaciones', content: 'Descansar 15 minutos cada 3 horas de conducción.' },
      { note_type: 'habitos', content: HABITS },
    ],
    decisions: {
      ...FIT_WITHOUT_RESTRICTIONS,
      tasks: [{ task: 'Conducción de vehículos', aptitude: 'apto' }],
    },
  },
];
