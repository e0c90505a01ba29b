/** Codes of the evaluation types. This file defines the evaluation types, exams and exam results of the demo clinic. */
export type EvaluationTypeCode = 'ING' | 'PER' | 'CAM' | 'EGR' | 'POS' | 'RET' | 'SEG' | 'REU' | 'ESP';

export const NORMAL_EXAM_RESULTS = {
  EMO: 'Sin hallazgos que limiten el cargo.',
  'EMO-OST': 'Arcos de movimiento completos, sin dolor.',
  AUD: 'Audición normal en ambos oídos.',
  VIS: 'Agudeza visual 20/20 en ambos ojos.',
  OPT: 'Usa corrección óptica adecuada.',
  ESP: 'Patrón normal.',
  EKG: 'Ritmo sinusal, sin alteraciones.',
  PSM: 'Aprobada.',
  PSI: 'Sin contraindicación para la tarea.',
  HEM: 'Dentro de los límites de referencia.',
  GLU: '88 mg/dL.',
  PLI: 'Dentro de los límites de referencia.',
  CRE: '0,9 mg/dL.',
  ORI: 'No sugestivo de infección.',
  COP: 'No se observan parásitos.',
  KOH: 'Negativo.',
  FRO: 'Flora normal.',
  RXT: 'Sin lesiones pleuropulmonares.',
  COL: 'Dentro de los límites de referencia.',
  PBS: 'Dentro de los límites de referencia.',
  SPA: 'Negativo.',
  BHC: 'Negativo.',
} as const;
export type ExamCode = keyof typeof NORMAL_EXAM_RESULTS;

/** Exams that reception orders for each kind of work. */
export const DEMO_EXAM_PACKAGES = {
  office: ['EMO', 'VIS'],
  plant: ['EMO-OST', 'VIS', 'AUD', 'ESP'],
  heights: ['EMO-OST', 'OPT', 'AUD', 'EKG', 'GLU', 'PLI', 'PSI'],
  driving: ['EMO', 'OPT', 'AUD', 'PSM', 'GLU'],
  food: ['EMO', 'COP', 'KOH', 'FRO'],
  chemicals: ['EMO', 'ESP', 'HEM', 'CRE', 'COL'],
} as const satisfies Record<string, readonly ExamCode[]>;
export type DemoExamPackageName = keyof typeof DEMO_EXAM_PACKAGES;

export const DEMO_OCCUPATIONS = [
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
] as const satisfies readonly (readonly [string, DemoExamPackageName])[];
