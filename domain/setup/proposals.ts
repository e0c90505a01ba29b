/**
 * This file: usual catalogue rows of an occupational-health clinic. The set-up proposes them, and the demo clinic uses them.
 * The exams have no CUPS codes.
 */
export interface ProposedType {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  /** True for a row that most clinics need; the set-up selects it by default. */
  readonly isUsual: boolean;
}

const type = (code: string, name: string, description: string): ProposedType => ({
  code,
  name,
  description,
  isUsual: true,
});
const rareType = (...row: Parameters<typeof type>): ProposedType => ({ ...type(...row), isUsual: false });

export const PROPOSED_TYPES: readonly ProposedType[] = [
  type('ING', 'Ingreso (preocupacional)', 'Antes de empezar a trabajar.'),
  type('PER', 'Periódica programada', 'A más tardar cada tres años.'),
  type('CAM', 'Periódica por cambio de ocupación', 'Antes del cambio.'),
  type('EGR', 'Egreso', 'Dentro de los cinco días hábiles después de terminar el contrato.'),
  type('POS', 'Post-incapacidad', 'Después de 30 días o más de incapacidad, antes de volver.'),
  type('RET', 'Retorno laboral', 'Después de 90 días o más de ausencia no médica.'),
  rareType('SEG', 'Seguimiento o control', 'En la fecha que fijó la evaluación anterior.'),
  rareType('REU', 'Reubicación laboral', 'Antes de la reubicación.'),
  rareType(
    'ESP',
    'Tareas de alto riesgo (énfasis)',
    'Alturas, espacios confinados, conducción y otras; cada año.',
  ),
];

export interface ProposedExam extends Omit<ProposedType, 'description'> {
  readonly sample: string;
  readonly delivery: string;
  /** False when the employer's concept must omit the exam, because its name alone discloses a finding. */
  readonly isShown: boolean;
}

const exam = (code: string, name: string, sample: string, delivery: string): ProposedExam => ({
  code,
  name,
  sample,
  delivery,
  isUsual: true,
  isShown: true,
});
const rareExam = (...row: Parameters<typeof exam>): ProposedExam => ({ ...exam(...row), isUsual: false });
const withheldExam = (...row: Parameters<typeof exam>): ProposedExam => ({
  ...rareExam(...row),
  isShown: false,
});

export const PROPOSED_EXAMS: readonly ProposedExam[] = [
  exam('EMO', 'Evaluación médica ocupacional', 'Presencial', 'Inmediata'),
  exam('EMO-OST', 'Énfasis osteomuscular', 'Presencial', 'Inmediata'),
  exam('AUD', 'Audiometría tonal', 'Cabina, reposo auditivo de 12 horas', 'Inmediata'),
  exam('VIS', 'Visiometría', 'Visiómetro', 'Inmediata'),
  exam('OPT', 'Optometría', 'Presencial, traer las gafas', 'Inmediata'),
  exam('ESP', 'Espirometría simple', 'Soplo, sin resfriado', 'Inmediata'),
  exam('EKG', 'Electrocardiograma de reposo', 'Electrodos', '24 horas'),
  exam('PSM', 'Prueba psicosensométrica', 'Equipo', 'Inmediata'),
  rareExam('PSI', 'Valoración psicológica', 'Entrevista y prueba', '24 horas'),
  exam('HEM', 'Cuadro hemático', 'Sangre, tapa lila', '24 horas'),
  exam('GLU', 'Glicemia basal', 'Sangre, ayuno de 8 horas', '24 horas'),
  exam('PLI', 'Perfil lipídico', 'Sangre, ayuno de 12 horas', '24 horas'),
  rareExam('CRE', 'Creatinina', 'Suero', '24 horas'),
  exam('ORI', 'Parcial de orina', 'Orina, primera de la mañana', '24 horas'),
  rareExam('COP', 'Coprológico', 'Materia fecal de menos de 2 horas', '48 horas'),
  rareExam('KOH', 'KOH de uñas', 'Raspado ungueal', '48 horas'),
  rareExam('FRO', 'Frotis faríngeo', 'Hisopado', '72 horas'),
  rareExam('RXT', 'Radiografía de tórax (OIT)', 'Imagen', '48 horas'),
  rareExam('COL', 'Colinesterasa eritrocitaria', 'Sangre, heparina', '72 horas'),
  rareExam('PBS', 'Plomo en sangre', 'Sangre total', '8 días hábiles'),
  withheldExam('SPA', 'Panel de sustancias psicoactivas', 'Orina con cadena de custodia', '5 días'),
  withheldExam('BHC', 'Prueba de embarazo', 'Suero u orina', 'Inmediata'),
];
