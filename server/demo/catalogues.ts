/** Evaluation types, exams and occupations of the demo clinic. Texts are the trade's usual ones; no CUPS codes. */
export const EVALUATION_TYPES = [
  ['ING', 'Ingreso (preocupacional)', 'Antes de empezar a trabajar.'],
  ['PER', 'Periódica programada', 'A más tardar cada tres años.'],
  ['CAM', 'Periódica por cambio de ocupación', 'Antes del cambio.'],
  ['EGR', 'Egreso', 'Dentro de los cinco días hábiles después de terminar el contrato.'],
  ['POS', 'Post-incapacidad', 'Después de 30 días o más de incapacidad, antes de volver.'],
  ['RET', 'Retorno laboral', 'Después de 90 días o más de ausencia no médica.'],
  ['SEG', 'Seguimiento o control', 'En la fecha que fijó la evaluación anterior.'],
  ['REU', 'Reubicación laboral', 'Antes de la reubicación.'],
  ['ESP', 'Tareas de alto riesgo (énfasis)', 'Alturas, espacios confinados, conducción y otras; cada año.'],
] as const;
export type EvaluationTypeCode = (typeof EVALUATION_TYPES)[number][0];

/** Code, name, sample or means, delivery, and the result that a healthy person has. */
export const EXAMS = [
  ['EMO', 'Evaluación médica ocupacional', 'Presencial', 'Inmediata', 'Sin hallazgos que limiten el cargo.'],
  [
    'EMO-OST',
    'Énfasis osteomuscular',
    'Presencial',
    'Inmediata',
    'Arcos de movimiento completos, sin dolor.',
  ],
  [
    'AUD',
    'Audiometría tonal',
    'Cabina, reposo auditivo de 12 horas',
    'Inmediata',
    'Audición normal en ambos oídos.',
  ],
  ['VIS', 'Visiometría', 'Visiómetro', 'Inmediata', 'Agudeza visual 20/20 en ambos ojos.'],
  ['OPT', 'Optometría', 'Presencial, traer las gafas', 'Inmediata', 'Usa corrección óptica adecuada.'],
  ['ESP', 'Espirometría simple', 'Soplo, sin resfriado', 'Inmediata', 'Patrón normal.'],
  ['EKG', 'Electrocardiograma de reposo', 'Electrodos', '24 horas', 'Ritmo sinusal, sin alteraciones.'],
  ['PSM', 'Prueba psicosensométrica', 'Equipo', 'Inmediata', 'Aprobada.'],
  ['PSI', 'Valoración psicológica', 'Entrevista y prueba', '24 horas', 'Sin contraindicación para la tarea.'],
  ['HEM', 'Cuadro hemático', 'Sangre, tapa lila', '24 horas', 'Dentro de los límites de referencia.'],
  ['GLU', 'Glicemia basal', 'Sangre, ayuno de 8 horas', '24 horas', '88 mg/dL.'],
  ['PLI', 'Perfil lipídico', 'Sangre, ayuno de 12 horas', '24 horas', 'Dentro de los límites de referencia.'],
  ['CRE', 'Creatinina', 'Suero', '24 horas', '0,9 mg/dL.'],
  ['ORI', 'Parcial de orina', 'Orina, primera de la mañana', '24 horas', 'No sugestivo de infección.'],
  ['COP', 'Coprológico', 'Materia fecal de menos de 2 horas', '48 horas', 'No se observan parásitos.'],
  ['KOH', 'KOH de uñas', 'Raspado ungueal', '48 horas', 'Negativo.'],
  ['FRO', 'Frotis faríngeo', 'Hisopado', '72 horas', 'Flora normal.'],
  ['RXT', 'Radiografía de tórax (OIT)', 'Imagen', '48 horas', 'Sin lesiones pleuropulmonares.'],
  [
    'COL',
    'Colinesterasa eritrocitaria',
    'Sangre, heparina',
    '72 horas',
    'Dentro de los límites de referencia.',
  ],
  ['PBS', 'Plomo en sangre', 'Sangre total', '8 días hábiles', 'Dentro de los límites de referencia.'],
  ['SPA', 'Panel de sustancias psicoactivas', 'Orina con cadena de custodia', '5 días', 'Negativo.'],
  ['BHC', 'Prueba de embarazo', 'Suero u orina', 'Inmediata', 'Negativo.'],
] as const;
export type ExamCode = (typeof EXAMS)[number][0];
/** Their very names disclose something: the employer's concept leaves them out. */
export const WITHHELD_EXAMS: readonly ExamCode[] = ['SPA', 'BHC'];

/** What reception orders by kind of work. */
export const PACKAGES = {
  office: ['EMO', 'VIS'],
  plant: ['EMO-OST', 'VIS', 'AUD', 'ESP'],
  heights: ['EMO-OST', 'OPT', 'AUD', 'EKG', 'GLU', 'PLI', 'PSI'],
  driving: ['EMO', 'OPT', 'AUD', 'PSM', 'GLU'],
  food: ['EMO', 'COP', 'KOH', 'FRO'],
  chemicals: ['EMO', 'ESP', 'HEM', 'CRE', 'COL'],
} as const satisfies Record<string, readonly ExamCode[]>;
export type PackageName = keyof typeof PACKAGES;

export const OCCUPATIONS = [
  ['Albañil', 'heights'],
  ['Obrero de construcción', 'heights'],
  ['Electricista de obra', 'heights'],
  ['Instalador de redes eléctricas', 'heights'],
  ['Soldador y oxicortador', 'plant'],
  ['Mecánico automotor', 'plant'],
  ['Conductor de camión pesado', 'driving'],
  ['Operador de montacargas', 'driving'],
  ['Operador de grúa', 'heights'],
  ['Operador de maquinaria de movimiento de tierras', 'driving'],
  ['Guarda de seguridad', 'plant'],
  ['Aseador de oficinas', 'chemicals'],
  ['Cocinero', 'food'],
  ['Ayudante de cocina', 'food'],
  ['Operario de máquinas de alimentos', 'food'],
  ['Auxiliar de bodega', 'plant'],
  ['Peón de carga', 'plant'],
  ['Agente de centro de llamadas', 'office'],
  ['Auxiliar administrativo', 'office'],
  ['Auxiliar de enfermería', 'chemicals'],
  ['Minero', 'heights'],
  ['Peón agrícola', 'chemicals'],
  ['Operario de confección', 'plant'],
  ['Profesional en seguridad y salud en el trabajo', 'office'],
] as const satisfies readonly (readonly [string, PackageName])[];
