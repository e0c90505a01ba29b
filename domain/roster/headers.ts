import { foldText } from '../text/fold.ts';
import { cellText, type Cell } from './table.ts';
import { additionalTarget, TARGET_LABELS, type RosterAdditionalField, type RosterTarget } from './targets.ts';

/** Returns the words of a header: lower case without accents and punctuation, '#' and 'N.º' as 'no'. */
export const headerText = (cell: Cell | undefined): string =>
  foldText(
    cellText(cell)
      .replaceAll('#', ' no ')
      .replace(/n[.]?[º°]/giu, 'no'),
  )
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const DOCUMENT = '(?:documento|doc|dcto|identificacion|identidad|ident|id|cedula|ced|cc|c c|ciudadania)';
const NUMBER = '(?:no|nro|num|numero|n)';
const OF = '(?: de| del| de la)?';
const PERSON =
  '(?:trabajador(?:a)?|empleado|colaborador|funcionario|paciente|persona|usuario|aspirante|candidato)';
const OF_PERSON = `${OF} (?:el |la )?${PERSON}`;
/** Words after a document's name that keep its meaning. Others change it: 'ID SAP', 'Documento soporte'. */
const AFTER_DOCUMENT = `(?:${DOCUMENT}|${NUMBER}|${PERSON}|de|del|la|el|y|o|u|ti|ce|pa|pasaporte|extranjeria|sin|puntos|ni|comas)`;
const DAY_NOTATION = '(?:d{1,2}|m{1,3}|a{2,4}|y{2,4}|dia|mes|ano)';

/** Patterns of the headers in addition to the labels of the contents, most specific content first. */
const HEADER_PATTERNS: readonly (readonly [target: RosterTarget, pattern: RegExp])[] = [
  ['document', new RegExp(`^tipo${OF} (?:doc|documento|identificacion) y (?:no|nro|num|numero)`)],
  ['identification_type', new RegExp(`^(?:(?:tipo|clase|tip|t)${OF} ${DOCUMENT}.*|td|ti|tipodoc|tipo id)$`)],
  [
    'birth_date',
    new RegExp(
      `^(?:f|fec|fech|fecha)?(?: de)? ?(?:nac|nacimiento|nacim|nto)(?:${OF_PERSON})?(?: ${DAY_NOTATION})*$|^fn$|^(?:date of birth|birth ?da(?:te|y))$`,
    ),
  ],
  [
    'evaluation_type',
    /^(?:tipo|clase|motivo)(?: de| del)? (?:examen|evaluacion|valoracion|ingreso|emo|consulta)|^(?:examen|evaluacion|emo)(?: medic[oa]| ocupacional| medico ocupacional)*$/,
  ],
  [
    'full_name',
    new RegExp(
      `^(?:(?:nombres?(?: completos?)?(?: y)? apellidos?|apellidos?(?: completos?)?(?: y)? nombres?|nombres? completos?)(?: completos?)?(?:${OF_PERSON})?|nombres?${OF_PERSON}|${PERSON})$`,
    ),
  ],
  ['first_name', /^(?:primer|1er|1|pri) nombre$|^nombre ?1$/],
  ['middle_name', /^(?:segundo|2do|2|seg|otros?) nombres?$|^nombre ?2$/],
  ['last_name', /^(?:primer|1er|1|pri) apellido$|^apellido (?:1|paterno)$/],
  ['second_last_name', /^(?:segundo|2do|2|seg) apellido$|^apellido (?:2|materno)$/],
  ['surnames', /^apellidos?$/],
  ['given_names', /^nombres?$/],
  ['gender', /^(?:sexo|genero|gen)(?: [fhmo])*$/],
  ['occupation_name', /^(?:cargo|ocupacion|oficio|puesto|labor)(?: .*)?$/],
  ['package_job', /^(?:paquete|perfil|profesiograma|bateria)(?: .*)?$/],
  ['hour', /^(?:hora|horario|turno)(?: .*)?$/],
  ['email', /correo|e ?mail/],
  ['phone', /telefono|celular|movil|^(?:tel|cel)$/],
  ['notes', /^(?:observacion(?:es)?|notas?|comentarios?|obs)(?: .*)?$/],
  ['identification_number', new RegExp(`^(?:${NUMBER}${OF} )?${DOCUMENT}(?: ${AFTER_DOCUMENT})*$`)],
];

/** Words for other people and companies, whose data belong to no content. */
const OTHERS_PATTERN =
  /\b(?:emergencias?|acudiente|jefe|familiar|conyuge|hij[oa]s?|madre|padre|referencia|empresa|empleador|supervisor|beneficiari[oa]|responsable)\b/;

/** Headers that may mean something else, such as 'ID' for the number of a row and 'CC' for a cost centre. */
const WEAK_PATTERN = new RegExp(`^(?:${NUMBER} )?(?:id|ident|cc|c c)(?: .*)?$|^${PERSON}$|\\bcontacto\\b`);

export interface HeaderTarget {
  readonly target: RosterTarget;
  /** True if a column with a clearer header is preferred. */
  readonly isWeak: boolean;
}

function findTarget(header: string, fields: readonly RosterAdditionalField[]): RosterTarget | null {
  const field = fields.find(({ name }) => headerText(name) === header);
  if (field) return additionalTarget(field.id);
  if (OTHERS_PATTERN.test(header)) return null;
  const byPattern = HEADER_PATTERNS.find(([, pattern]) => pattern.test(header));
  if (byPattern) return byPattern[0];
  const labels = Object.entries(TARGET_LABELS) as [keyof typeof TARGET_LABELS, string][];
  return labels.find(([, label]) => headerText(label) === header)?.[0] ?? null;
}

/** Returns the content that a header names; null for any other text. */
export function targetOfHeader(
  cell: Cell | undefined,
  fields: readonly RosterAdditionalField[],
): HeaderTarget | null {
  const header = headerText(cell);
  const target = header === '' ? null : findTarget(header, fields);
  return target === null ? null : { target, isWeak: WEAK_PATTERN.test(header) };
}
