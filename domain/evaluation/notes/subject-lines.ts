import type { DecidedTask, Surveillance } from '#contract/records/evaluation/decisions.ts';
import { APTITUDE_LABELS, PROGRAMME_DECISION_LABELS, type NoteType } from '#contract/vocabulary.ts';
import { foldText } from '../../text/fold.ts';
import { DEFAULT_PROGRAMMES } from '../decisions.ts';
import { normalizeLineSubject } from './note-lines.ts';

/** Programme or task (`subject`), and the doctor's choice for this programme or task (`said`). */
export interface SubjectLine {
  readonly subject: string;
  readonly said: string;
}

/** Definition of a note in which each line names one programme or task. */
export interface SubjectLineDefinition {
  readonly subjects: readonly string[];
  /** True when the user may type a name that is not in the list. */
  readonly isOpen: boolean;
  readonly says: readonly string[];
  readonly write: (line: SubjectLine) => string;
  readonly read: (line: string) => SubjectLine | null;
}

/**
 * Beginnings of the sentences about a programme. The verb comes first, because the rules in prose.ts would otherwise read
 * 'Egresa del …' as a statement that the patient enters the programme.
 */
const PROGRAMME_SENTENCE_STARTS: Readonly<Record<string, string>> = {
  Ingresa: 'Ingresa al SVE',
  Continúa: 'Continúa en el SVE',
  Egresa: 'Egresa del SVE',
};
const programmeNameInSentence = (programme: string): string =>
  programme === 'voz' ? 'de la voz' : programme;
const programmeLine = ({ subject, said }: SubjectLine): string =>
  `${PROGRAMME_SENTENCE_STARTS[said]} ${programmeNameInSentence(subject)}.`;

export const decidedProgrammeLine = ({ programme, act }: Surveillance[number]): string =>
  programmeLine({ subject: programme, said: PROGRAMME_DECISION_LABELS[act] });

const foldWithoutFullStop = (line: string): string => foldText(line).replace(/\.$/, '');
const PROGRAMME_LINE_BY_TEXT: ReadonlyMap<string, SubjectLine> = new Map(
  DEFAULT_PROGRAMMES.flatMap((subject) =>
    Object.keys(PROGRAMME_SENTENCE_STARTS).map(
      (said) => [foldWithoutFullStop(programmeLine({ subject, said })), { subject, said }] as const,
    ),
  ),
);

const TASK_APTITUDE_TEXTS = ['Apto', 'Apto con restricciones', 'Aplazado', 'No apto'];
const USUAL_TASKS = [
  'Trabajo en alturas',
  'Espacios confinados',
  'Conducción de vehículos',
  'Manipulación de alimentos',
  'Manipulación de medicamentos',
  'Brigada de emergencias',
  'Sustancias químicas',
  'Alta tensión',
  'Temperaturas extremas',
  'Actividad deportiva',
];

/** Returns the name of a task without colons, because a colon ends the name in the line. */
export const normalizeTaskName = (subject: string): string =>
  normalizeLineSubject(subject).replaceAll(':', ',');

/** Returns the line of a task, such as 'Trabajo en alturas: apto.' */
const taskLine = ({ subject, said }: SubjectLine): string =>
  `${normalizeTaskName(subject)}: ${said.toLowerCase()}.`;

export const decidedTaskLine = ({ task, aptitude }: DecidedTask): string =>
  taskLine({ subject: task, said: APTITUDE_LABELS[aptitude] });

/** Returns the aptitude that the words name; doctors also type the feminine 'apta'. */
const parseTaskAptitude = (words: string): string | undefined =>
  TASK_APTITUDE_TEXTS.find(
    (said) => foldText(said) === foldText(words).replace(/\b(apt|aplazad)a\b/g, '$1o'),
  );

function parseTaskLine(line: string): SubjectLine | null {
  const [, subject = '', words = ''] = /^([^:]+): ([^:.]+)\.?$/.exec(line) ?? [];
  const said = parseTaskAptitude(words);
  return said === undefined ? null : { subject, said };
}

export const PROGRAMME_LINE_DEFINITION: SubjectLineDefinition = {
  subjects: DEFAULT_PROGRAMMES,
  isOpen: false,
  says: Object.keys(PROGRAMME_SENTENCE_STARTS),
  write: programmeLine,
  read: (line) => PROGRAMME_LINE_BY_TEXT.get(foldWithoutFullStop(line)) ?? null,
};
export const TASK_LINE_DEFINITION: SubjectLineDefinition = {
  subjects: USUAL_TASKS,
  isOpen: true,
  says: TASK_APTITUDE_TEXTS,
  write: taskLine,
  read: parseTaskLine,
};
export const SUBJECT_LINE_DEFINITIONS: Readonly<Partial<Record<NoteType, SubjectLineDefinition>>> = {
  sve: PROGRAMME_LINE_DEFINITION,
  aptitud_tarea: TASK_LINE_DEFINITION,
};
