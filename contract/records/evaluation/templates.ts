import * as z from 'zod/mini';
import {
  CATALOG_NAME_MAX_LENGTH,
  DECISION_TEXT_MAX_LENGTH,
  EVALUATION_RESTRICTIONS_MAX,
  NAME_MAX_LENGTH,
} from '../../limits.ts';
import { foldText } from '../../fold.ts';
import { Uuid, nullableText, requiredLine } from '../../primitives.ts';
import { NOTE_TYPES } from '../../vocabulary.ts';
import { ClinicalText } from './clinical.ts';
import { DecisionChanges, type Decisions } from './decisions.ts';

/**
 * Limits of the templates: templates of a clinic, results of a template, and characters of all its results and notes together.
 * The limits allow one response to contain the whole list, which doctors' devices store.
 */
export const EVALUATION_TEMPLATES_MAX = 100;
export const TEMPLATE_RESULTS_MAX = 40;
export const TEMPLATE_TEXTS_MAX_LENGTH = 20_000;
export const TEMPLATE_RESTRICTION_DAYS_MAX = 3_650;

/** Restriction that begins on the day of use. `days`: number of its days; null for a permanent restriction. */
export const TemplateRestriction = z.object({
  what: requiredLine('Escribe qué no puede hacer.', DECISION_TEXT_MAX_LENGTH),
  days: z.nullable(
    z
      .int('Escribe un número de días.')
      .check(
        z.minimum(1, 'Mínimo 1 día.'),
        z.maximum(TEMPLATE_RESTRICTION_DAYS_MAX, `Máximo ${TEMPLATE_RESTRICTION_DAYS_MAX} días.`),
      ),
  ),
});
export type TemplateRestriction = z.infer<typeof TemplateRestriction>;

const isEachOnce = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => foldText(text))).size === texts.length;

const { aptitude, surveillance, referral, tasks } = DecisionChanges.shape;
/** Decisions that a template proposes; each is null when the template proposes no such decision. */
export const TemplateDecisions = z.object({
  aptitude: z._default(aptitude, null),
  surveillance: z._default(surveillance, null),
  referral: z._default(referral, null),
  restrictions: z._default(
    z.nullable(
      z.array(TemplateRestriction).check(
        z.maxLength(EVALUATION_RESTRICTIONS_MAX, `Máximo ${EVALUATION_RESTRICTIONS_MAX} restricciones.`),
        z.refine((chosen) => isEachOnce(chosen.map(({ what }) => what)), 'Cada restricción va una sola vez.'),
      ),
    ),
    null,
  ),
  tasks: z._default(tasks, null),
});
export type TemplateDecisions = z.infer<typeof TemplateDecisions>;

const NamedRow = z.object({ id: Uuid, name: z.string(), code: z.string() });
const TemplateNote = z.object({ note_type: z.enum(NOTE_TYPES), content: z.string() });

/**
 * Texts and decisions of a usual evaluation, which a doctor inserts with one press. The app fills only empty fields, and saves
 * and signs nothing.
 */
export const EvaluationTemplate = z.object({
  id: Uuid,
  name: z.string(),
  /** Evaluation type of the template; null for all types. */
  evaluation_type: z.nullable(NamedRow),
  /** Job of the template; null for all jobs. */
  job: z.nullable(z.string()),
  /** Results in the clinic's order, also of exams that are inactive now. */
  results: z.array(
    z.object({ exam: z.extend(NamedRow, { is_active: z.boolean() }), result_notes: z.string() }),
  ),
  notes: z.array(TemplateNote),
  decisions: TemplateDecisions,
  is_active: z.boolean(),
  revision: z.int().check(z.minimum(1)),
});
export type EvaluationTemplate = z.infer<typeof EvaluationTemplate>;
export const EvaluationTemplates = z.object({ items: z.array(EvaluationTemplate) });
export type EvaluationTemplates = z.infer<typeof EvaluationTemplates>;

const requiredTextSchema = (message: string) =>
  z.pipe(ClinicalText, z.string().check(z.minLength(1, message)));

const isAnythingChosen = (decisions: { readonly [Name in keyof Decisions]: unknown }): boolean =>
  Object.values(decisions).some((value) => value !== null);

/** Complete template. The client chooses the id of a new one, so that a repeated request creates it once. */
export const EvaluationTemplateBody = z
  .object({
    name: requiredLine('Escribe el nombre.', CATALOG_NAME_MAX_LENGTH),
    evaluation_type_id: z.nullable(Uuid),
    job: nullableText(NAME_MAX_LENGTH),
    results: z
      .array(z.object({ exam_id: Uuid, result_notes: requiredTextSchema('Escribe el resultado.') }))
      .check(
        z.maxLength(TEMPLATE_RESULTS_MAX, `Máximo ${TEMPLATE_RESULTS_MAX} resultados.`),
        z.refine(
          (results) => isEachOnce(results.map(({ exam_id: id }) => id)),
          'Cada examen va una sola vez.',
        ),
      ),
    notes: z
      .array(z.object({ note_type: z.enum(NOTE_TYPES), content: requiredTextSchema('Escribe la nota.') }))
      .check(
        z.maxLength(NOTE_TYPES.length),
        z.refine(
          (notes) => isEachOnce(notes.map(({ note_type: type }) => type)),
          'Cada tipo de nota va una vez.',
        ),
      ),
    decisions: TemplateDecisions,
    is_active: z.boolean(),
  })
  .check(
    z.refine(
      ({ results, notes }) =>
        [...results.map(({ result_notes: text }) => text), ...notes.map(({ content }) => content)].join('')
          .length <= TEMPLATE_TEXTS_MAX_LENGTH,
      {
        path: ['notes'],
        message: `Los textos de la plantilla suman más de ${TEMPLATE_TEXTS_MAX_LENGTH} caracteres.`,
      },
    ),
    z.refine(
      ({ results, notes, decisions }) => results.length + notes.length > 0 || isAnythingChosen(decisions),
      { path: ['results'], message: 'Agrega al menos un resultado, una nota o una elección.' },
    ),
  );
export type EvaluationTemplateBody = z.infer<typeof EvaluationTemplateBody>;
