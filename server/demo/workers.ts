import { buildPerPatientField } from '#contract/records/evaluation/patient-fields.ts';
import type { PatientInput } from '#contract/records/evaluation/patients.ts';
import { DEMO_OCCUPATIONS, type DemoExamPackageName } from './catalogues.ts';
import type { Random } from './random.ts';

/**
 * Fictitious patient with the data that a receptionist would enter. `package` names the exams that the clinic orders for the
 * patient's job.
 */
export interface DemoPatient {
  readonly person: PatientInput;
  readonly package: DemoExamPackageName;
}

type DemoPatientRow = readonly [
  PatientInput['identification_type'],
  number: string,
  first: string,
  middle: string | undefined,
  last: string,
  second: string | undefined,
  PatientInput['gender'],
];

/** Names and documents that often cause errors in software: Ñ, a single surname, compound surnames, a minor, a passport. */
const UNUSUAL_WORKERS: readonly DemoPatientRow[] = [
  ['CC', '9999000017', 'Ana', 'María', 'Gil', 'Núñez', 'F'],
  ['CC', '9999000025', 'José', undefined, 'De la Cruz', undefined, 'M'],
  ['CC', '9999000033', 'Ñío', 'Andrés', 'Peña', 'Roa', 'M'],
  ['CC', '9999000041', 'Yuli', undefined, 'Valencia', undefined, 'F'],
  ['TI', '9999000059', 'Salomé', undefined, 'Ejemplo', 'Ríos', 'F'],
  ['CE', '9999001', 'Chidi', undefined, 'Okafor', undefined, 'M'],
  ['CE', '99990001', 'Carmen', undefined, 'Rodríguez', 'Pérez', 'F'],
  ['PA', 'XX999001', 'Ingrid', undefined, 'Larsen', undefined, 'O'],
];
const MINOR_AGE = 17;

const GIVEN_NAMES = {
  F: ['Luisa', 'Paola', 'Marcela', 'Diana', 'Yenny', 'Sofía', 'Ángela', 'Tatiana', 'Milena', 'Rosa'],
  M: ['Andrés', 'Camilo', 'Wilson', 'Óscar', 'Jhon', 'Iván', 'Hernán', 'Fabián', 'Édgar', 'Julián'],
} as const;
const MIDDLE_NAMES = {
  F: ['Fernanda', 'Alejandra', 'del Pilar'],
  M: ['Alberto', 'David', 'de Jesús'],
} as const;
const SURNAMES = [
  'Muñoz',
  'Álvarez',
  'Paz',
  'Castaño',
  'Ibáñez',
  'Zapata',
  'Ordóñez',
  'Quintero',
  'Roa',
  'Vélez',
] as const;
/** Second surnames that mark the patient as fictitious in every list. */
const FICTITIOUS_SURNAMES = ['Demo', 'Prueba', 'Ejemplo', 'Muestra'] as const;

export function makeDemoPatients(count: number, now: Date, random: Random): DemoPatient[] {
  const invented = Array.from({ length: count - UNUSUAL_WORKERS.length }, (_, index) =>
    inventPatientRow(index, random),
  );
  return [...UNUSUAL_WORKERS, ...invented].map((row) => toDemoPatient(row, now, random));
}

function inventPatientRow(index: number, random: Random): DemoPatientRow {
  const gender = random.chance(0.45) ? 'F' : 'M';
  const middle = random.chance(0.5) ? random.pick(MIDDLE_NAMES[gender]) : undefined;
  const number = String(9_999_000_108 + index * 8 + random.below(8));
  return [
    'CC',
    number,
    random.pick(GIVEN_NAMES[gender]),
    middle,
    random.pick(SURNAMES),
    random.pick(FICTITIOUS_SURNAMES),
    gender,
  ];
}

function toDemoPatient(row: DemoPatientRow, now: Date, random: Random): DemoPatient {
  const [type, number, first, middle, last, second, gender] = row;
  const [occupation, exams] = random.pick(DEMO_OCCUPATIONS);
  const person: PatientInput = {
    identification_type: type,
    identification_number: number,
    // Fields that are not set below stay empty in the demo clinic.
    ...buildPerPatientField(() => undefined),
    first_name: first,
    middle_name: middle,
    last_name: last,
    second_last_name: second,
    birth_date: randomBirthDate(type === 'TI' ? MINOR_AGE : 19 + random.below(42), now, random),
    gender,
    occupation_id: undefined,
    occupation_name: occupation,
  };
  return { person, package: exams };
}

function randomBirthDate(age: number, now: Date, random: Random): string {
  const day = new Date(now);
  day.setUTCDate(day.getUTCDate() - 2 - random.below(360));
  day.setUTCFullYear(day.getUTCFullYear() - age);
  return day.toISOString().slice(0, 10);
}
