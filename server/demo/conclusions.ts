import type { SaveNotesBody } from '#contract/records/evaluation/clinical.ts';
import { APTITUDE_LABELS, type Aptitude } from '#contract/vocabulary.ts';
import { decidedRestrictionLine } from '#domain/evaluation/notes/restriction.ts';
import { decidedTaskLine } from '#domain/evaluation/notes/subject-lines.ts';
import { bogotaDay } from '#domain/time/clock.ts';
import type { Random } from './random.ts';
import type { DemoVisit } from './visits.ts';

type AptitudeWithRemark = readonly [aptitude: Aptitude, remark: string];

const APTITUDE_OF_VISIT_TYPE: Partial<Record<DemoVisit['type'], AptitudeWithRemark>> = {
  ING: ['apto', 'Para desempeñar el cargo.'],
  PER: ['apto_recomendaciones', 'Puede continuar realizando su labor.'],
  EGR: ['realizado', ''],
  POS: ['apto_recomendaciones', 'Reintegro al puesto de trabajo.'],
  RET: ['apto', 'Reincorporación al puesto de trabajo.'],
  CAM: ['apto', 'Para el nuevo cargo.'],
};
const DEFAULT_APTITUDE: AptitudeWithRemark = ['apto_recomendaciones', ''];
const RECOMMENDATIONS = [
  'Realizar pausas activas de 5 minutos cada 2 horas.',
  'Uso permanente de elementos de protección auditiva en zonas señalizadas.',
  'Alternar posición sentado y de pie.',
] as const;

const RESTRICTION_DURATION_MS = 90 * 24 * 60 * 60_000;
const createRestriction = (at: Date) => ({
  what: 'No manipular cargas superiores a 12,5 kg',
  from: bogotaDay(at.getTime()),
  to: bogotaDay(at.getTime() + RESTRICTION_DURATION_MS),
});
const HEIGHTS_TASK = { task: 'Trabajo en alturas', aptitude: 'apto' } as const;

function chooseAptitude(visit: DemoVisit, isRestricted: boolean): AptitudeWithRemark {
  const [aptitude, remark] = APTITUDE_OF_VISIT_TYPE[visit.type] ?? DEFAULT_APTITUDE;
  return [isRestricted && aptitude !== 'realizado' ? 'apto_restricciones' : aptitude, remark];
}

export function createDemoNotes(visit: DemoVisit, at: Date, random: Random): SaveNotesBody {
  const advice = random.pick(RECOMMENDATIONS);
  const [isRestricted, isSurveilled, isReferred] = [
    random.chance(0.25),
    random.chance(0.3),
    random.chance(0.2),
  ];
  const [aptitude, remark] = chooseAptitude(visit, isRestricted);
  const restriction = createRestriction(at);
  const atHeights = visit.worker.package === 'heights';
  return {
    notes: [
      { note_type: 'concepto', content: [APTITUDE_LABELS[aptitude], remark].filter(Boolean).join('\n') },
      { note_type: 'recomendaciones', content: advice },
      { note_type: 'habitos', content: 'Mantener actividad física regular y alimentación balanceada.' },
      ...(atHeights ? [{ note_type: 'aptitud_tarea' as const, content: decidedTaskLine(HEIGHTS_TASK) }] : []),
      {
        note_type: 'restricciones',
        content: isRestricted ? decidedRestrictionLine(restriction) : 'Sin restricciones',
      },
      { note_type: 'sve', content: isSurveilled ? 'Ingresa al SVE osteomuscular.' : 'No requiere' },
      { note_type: 'manejo_eps_arp', content: isReferred ? 'Valoración por su EPS.' : 'No requiere' },
    ],
    decisions: {
      aptitude,
      surveillance: isSurveilled ? [{ programme: 'osteomuscular', act: 'ingresa' }] : [],
      referral: { to: isReferred ? 'eps' : 'none', reason: null },
      restrictions: isRestricted ? [restriction] : [],
      tasks: atHeights ? [HEIGHTS_TASK] : [],
    },
  };
}

export const NOTES_AWAITING_LABORATORY: SaveNotesBody = {
  notes: [
    { note_type: 'observaciones', content: 'Paciente asiste sin ayuno; se reprograma laboratorio.' },
    { note_type: 'manejo_eps_arp', content: 'No requiere' },
  ],
  decisions: { referral: { to: 'none', reason: null } },
};
