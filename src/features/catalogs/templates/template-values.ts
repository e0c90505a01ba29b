import type { UseFormReturnType } from '@mantine/form';
import { EvaluationTemplateBody, type EvaluationTemplate } from '#contract/records/evaluation/templates.ts';
import { APTITUDE_LABELS, REFERRAL_LABELS } from '#contract/vocabulary.ts';
import { formatCountWithNoun } from '#domain/text/counted.ts';
import { NOTE_ORDER } from '#domain/evaluation/notes/note-order.ts';

const LIST_DECISIONS = ['surveillance', 'restrictions', 'tasks'] as const;
export type ListDecision = (typeof LIST_DECISIONS)[number];
/** Proposal for a decision that is a list: no proposal, the decision 'none', or rows. */
type ListMode = 'unset' | 'none' | 'some';

/** Values of the form. The paths of the fields equal those of the request body, except that `notes` contains every note. */
export type TemplateValues = ReturnType<typeof toTemplateValues>;
export type TemplateForm = UseFormReturnType<TemplateValues>;

function modeOf(rows: readonly unknown[] | null): ListMode {
  if (rows === null) return 'unset';
  return rows.length === 0 ? 'none' : 'some';
}

export function toTemplateValues(template: EvaluationTemplate | null) {
  const { surveillance = null, restrictions = null, tasks = null } = template?.decisions ?? {};
  const referral = template?.decisions.referral ?? null;
  return {
    name: template?.name ?? '',
    evaluation_type_id: template?.evaluation_type?.id ?? '',
    job: template?.job ?? '',
    is_active: template?.is_active ?? true,
    results: [...(template?.results ?? [])],
    notes: NOTE_ORDER.map((type) => ({
      note_type: type,
      content: template?.notes.find(({ note_type: each }) => each === type)?.content ?? '',
    })),
    modes: { surveillance: modeOf(surveillance), restrictions: modeOf(restrictions), tasks: modeOf(tasks) },
    decisions: {
      aptitude: template?.decisions.aptitude ?? '',
      referral: { to: referral?.to ?? '', reason: referral?.reason ?? '' },
      surveillance: [...(surveillance ?? [])],
      restrictions: (restrictions ?? []).map(({ what, days }) => ({
        what,
        days: days === null ? '' : String(days),
      })),
      tasks: [...(tasks ?? [])],
    },
  };
}

const rowsOfMode = <Row>(mode: ListMode, rows: readonly Row[]): Row[] | null =>
  mode === 'unset' ? null : mode === 'none' ? [] : [...rows];

const toReferral = ({ to, reason }: TemplateValues['decisions']['referral']) =>
  to === '' ? null : { to, reason: to === 'none' || reason === '' ? null : reason };

const isWritten = ({ content }: { readonly content: string }): boolean => content.trim() !== '';

export const toTemplateBody = ({ modes, decisions, ...values }: TemplateValues) => ({
  name: values.name,
  evaluation_type_id: values.evaluation_type_id || null,
  job: values.job,
  is_active: values.is_active,
  results: values.results.map(({ exam, result_notes: text }) => ({ exam_id: exam.id, result_notes: text })),
  notes: values.notes.filter(isWritten),
  decisions: {
    aptitude: decisions.aptitude || null,
    surveillance: rowsOfMode(modes.surveillance, decisions.surveillance),
    referral: toReferral(decisions.referral),
    restrictions: rowsOfMode(
      modes.restrictions,
      decisions.restrictions.map(({ what, days }) => ({
        what,
        days: days.trim() === '' ? null : Number(days),
      })),
    ),
    tasks: rowsOfMode(modes.tasks, decisions.tasks),
  },
});

/**
 * Returns the form field for a path of the request body. The body omits empty notes, so a note may have another index in the
 * form.
 */
function toFormField(path: readonly PropertyKey[], { notes }: TemplateValues): string {
  const [first, nth, ...rest] = path;
  if (first !== 'notes' || nth === undefined) return path.join('.');
  const note = notes.filter(isWritten)[Number(nth)];
  return ['notes', note ? notes.indexOf(note) : nth, ...rest].map(String).join('.');
}

/** Returns the first error of each field; the rules are those of the contract. */
export function templateProblems(values: TemplateValues): Record<string, string> {
  const { error } = EvaluationTemplateBody.safeParse(toTemplateBody(values));
  const issues = (error?.issues ?? []).map(({ path, message }) => [toFormField(path, values), message]);
  const missing: string[][] = LIST_DECISIONS.flatMap((name) =>
    values.modes[name] === 'some' && values.decisions[name].length === 0
      ? [[`decisions.${name}`, 'Agrega al menos un renglón.']]
      : [],
  );
  return Object.fromEntries([...issues.toReversed(), ...missing]) as Record<string, string>;
}

/** Returns scope and content of a template in one line. */
export function templateSummary({
  evaluation_type: type,
  job,
  results,
  notes,
  decisions,
}: EvaluationTemplate): string {
  const counts = [
    formatCountWithNoun(results.length, 'resultado', 'resultados'),
    formatCountWithNoun(notes.length, 'nota', 'notas'),
    ...(decisions.aptitude === null ? [] : [APTITUDE_LABELS[decisions.aptitude]]),
    ...(decisions.referral === null ? [] : [`EPS / ARL: ${REFERRAL_LABELS[decisions.referral.to]}`]),
  ];
  return [type?.name ?? 'Todos los tipos', job ?? 'todos los cargos', ...counts].join(' · ');
}
