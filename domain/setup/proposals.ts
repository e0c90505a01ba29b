/**
 * This file: usual catalogue rows of an occupational-health clinic. The set-up proposes them, and the demo clinic uses them.
 * The exams have no CUPS codes.
 */
export interface ProposedEvaluationType {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** True for a row that most clinics need; the set-up selects it by default. */
  readonly isUsual: boolean;
}

const createProposedType = (code: string, name: string, description: string): ProposedEvaluationType => ({
  code,
  name,
  description,
  isUsual: true,
});
const createRareType = (...row: Parameters<typeof createProposedType>): ProposedEvaluationType => ({
  ...createProposedType(...row),
  isUsual: false,
});

export const PROPOSED_EVALUATION_TYPES: readonly ProposedEvaluationType[] = [
  createProposedType('ING', 'Ingreso (preocupacional)', 'Antes de empezar a trabajar.'),
  createProposedType('PER', 'Periódica programada', 'A más tardar cada tres años.'),
  createProposedType('CAM', 'Periódica por cambio de ocupación', 'Antes del cambio.'),
  createProposedType('EGR', 'Egreso', 'Dentro de los cinco días hábiles después de terminar el contrato.'),
  createProposedType('POS', 'Post-incapacidad', 'Después de 30 días o más de incapacidad, antes de volver.'),
  createProposedType('RET', 'Retorno laboral', 'Después de 90 días o más de ausencia no médica.'),
  createRareType('SEG', 'Seguimiento o control', 'En la fecha que fijó la evaluación anterior.'),
  createRareType('REU', 'Reubicación laboral', 'Antes de la reubicación.'),
  createRareType(
    'ESP',
    'Tareas de alto riesgo (énfasis)',
    'Alturas, espacios confinados, conducción y otras; cada año.',
  ),
];

export interface ProposedExam extends Omit<ProposedEvaluationType, 'description'> {
  readonly sample: string;
  readonly delivery: string;
  /** False when the employer's concept must omit the exam, because its name alone discloses a finding. */
  readonly isShown: boolean;
}

const createProposedExam = (code: string, name: string, sample: string, delivery: string): ProposedExam => ({
  code,
  name,
  sample,
  delivery,
  isUsual: true,
  isShown: true,
});
const createRareExam = (...row: Parameters<typeof createProposedExam>): ProposedExam => ({
  ...createProposedExam(...row),
  isUsual: false,
});
const createWithheldExam = (...row: Parameters<typeof createProposedExam>): ProposedExam => ({
  ...createRareExam(...row),
  isShown: false,
});

export const PROPOSED_EXAMS: readonly ProposedExam[] = [
  createProposedExam('EMO', 'Evaluación médica ocupacional', 'Presencial', 'Inmediata'),
  createProposedExam('EMO-OST', 'Énfasis osteomuscular', 'Presencial', 'Inmediata'),
  createProposedExam('AUD', 'Audiometría tonal', 'Cabina, reposo auditivo de 12 horas', 'Inmediata'),
  createProposedExam('VIS', 'Visiometría', 'Visiómetro', 'Inmediata'),
  createProposedExam('OPT', 'Optometría', 'Presencial, traer las gafas', 'Inmediata'),
  createProposedExam('ESP', 'Espirometría simple', 'Soplo, sin resfriado', 'Inmediata'),
  createProposedExam('EKG', 'Electrocardiograma de reposo', 'Electrodos', '24 horas'),
  createProposedExam('PSM', 'Prueba psicosensométrica', 'Equipo', 'Inmediata'),
  createRareExam('PSI', 'Valoración psicológica', 'Entrevista y prueba', '24 horas'),
  createProposedExam('HEM', 'Cuadro hemático', 'Sangre, tapa lila', '24 horas'),
  createProposedExam('GLU', 'Glicemia basal', 'Sangre, ayuno de 8 horas', '24 horas'),
  createProposedExam('PLI', 'Perfil lipídico', 'Sangre, ayuno de 12 horas', '24 horas'),
  createRareExam('CRE', 'Creatinina', 'Suero', '24 horas'),
  createProposedExam('ORI', 'Parcial de orina', 'Orina, primera de la mañana', '24 horas'),
  createRareExam('COP', 'Coprológico', 'Materia fecal de menos de 2 horas', '48 horas'),
  createRareExam('KOH', 'KOH de uñas', 'Raspado ungueal', '48 horas'),
  createRareExam('FRO', 'Frotis faríngeo', 'Hisopado', '72 horas'),
  createRareExam('RXT', 'Radiografía de tórax (OIT)', 'Imagen', '48 horas'),
  createRareExam('COL', 'Colinesterasa eritrocitaria', 'Sangre, heparina', '72 horas'),
  createRareExam('PBS', 'Plomo en sangre', 'Sangre total', '8 días hábiles'),
  createWithheldExam('SPA', 'Panel de sustancias psicoactivas', 'Orina con cadena de custodia', '5 días'),
  createWithheldExam('BHC', 'Prueba de embarazo', 'Suero u orina', 'Inmediata'),
];

export interface ProposedPackage {
  /** Code of the evaluation type. */
  readonly type: string;
  readonly exams: readonly string[];
}

const BASIC_EXAM_CODES = ['EMO', 'EMO-OST', 'AUD', 'VIS'];

/** Usual exams of the usual evaluation types, for all jobs. */
export const PROPOSED_PACKAGES: readonly ProposedPackage[] = [
  { type: 'ING', exams: [...BASIC_EXAM_CODES, 'ESP'] },
  { type: 'PER', exams: [...BASIC_EXAM_CODES, 'ESP'] },
  { type: 'CAM', exams: BASIC_EXAM_CODES },
  { type: 'EGR', exams: BASIC_EXAM_CODES },
  { type: 'POS', exams: ['EMO', 'EMO-OST'] },
  { type: 'RET', exams: ['EMO', 'EMO-OST'] },
];
