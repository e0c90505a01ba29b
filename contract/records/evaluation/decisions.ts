import * as z from 'zod/mini';
import {
  REASON_MAX_LENGTH,
  DECISION_TEXT_MAX_LENGTH,
  OFFERED_PROGRAMMES_MAX,
  PROGRAMME_NAME_MAX_LENGTH,
  EVALUATION_RESTRICTIONS_MAX,
  EVALUATION_PROGRAMMES_MAX,
  EVALUATION_TASKS_MAX,
} from '../../limits.ts';
import { foldText } from '../../fold.ts';
import { DateOnly, Uuid, nullableText, requiredLine } from '../../primitives.ts';
import { APTITUDES, REFERRAL_RECIPIENTS, PROGRAMME_DECISIONS, TASK_APTITUDES } from '../../vocabulary.ts';

const ProgrammeName = requiredLine('Escribe el nombre del programa.', PROGRAMME_NAME_MAX_LENGTH);

const areNamesUnique = (names: readonly string[]): boolean =>
  new Set(names.map((name) => foldText(name))).size === names.length;

/**
 * Surveillance programmes, each with the doctor's decision about it (`act`). An empty list means that the doctor chose 'none'.
 */
export const Surveillance = z
  .array(z.object({ programme: ProgrammeName, act: z.enum(PROGRAMME_DECISIONS) }))
  .check(z.maxLength(EVALUATION_PROGRAMMES_MAX, `Máximo ${EVALUATION_PROGRAMMES_MAX} programas.`));
export type Surveillance = z.infer<typeof Surveillance>;

/** Referral of the patient. Only the clinical history prints the reason. */
export const Referral = z.object({
  to: z.enum(REFERRAL_RECIPIENTS),
  reason: nullableText(REASON_MAX_LENGTH),
});
export type Referral = z.infer<typeof Referral>;

/** Restriction that the doctor decided. `to` is its last valid day; null for a permanent restriction. */
export const DecidedRestriction = z
  .object({
    what: requiredLine('Escribe qué no puede hacer.', DECISION_TEXT_MAX_LENGTH),
    from: DateOnly,
    to: z.nullable(DateOnly),
  })
  .check(
    z.refine(({ from, to }) => to === null || from <= to, {
      path: ['to'],
      message: 'Es anterior a «Desde».',
    }),
  );
export type DecidedRestriction = z.infer<typeof DecidedRestriction>;

/**
 * Returns a key that is equal for two restrictions with the same period and the same activity; capitals and accents of the
 * activity are ignored.
 */
export const restrictionKey = ({ what, from, to }: DecidedRestriction): string =>
  `${from} ${to ?? 'permanent'} ${foldText(what)}`;

export const DecidedTask = z.object({
  task: requiredLine('Escribe la tarea.', DECISION_TEXT_MAX_LENGTH),
  aptitude: z.enum(TASK_APTITUDES),
});
export type DecidedTask = z.infer<typeof DecidedTask>;

const DECISION_SCHEMAS = {
  aptitude: z.nullable(z.enum(APTITUDES)),
  surveillance: z.nullable(Surveillance),
  referral: z.nullable(Referral),
  restrictions: z.nullable(
    z
      .array(DecidedRestriction)
      .check(
        z.maxLength(EVALUATION_RESTRICTIONS_MAX, `Máximo ${EVALUATION_RESTRICTIONS_MAX} restricciones.`),
      ),
  ),
  tasks: z.nullable(
    z.array(DecidedTask).check(z.maxLength(EVALUATION_TASKS_MAX, `Máximo ${EVALUATION_TASKS_MAX} tareas.`)),
  ),
};

/**
 * Decisions of the doctor for an evaluation (extension of the base contract). Null means that the doctor decided nothing; the
 * software never derives a decision from a note. An empty list means that the doctor chose 'none'.
 */
export const Decisions = z.object({
  aptitude: z._default(DECISION_SCHEMAS.aptitude, null),
  surveillance: z._default(DECISION_SCHEMAS.surveillance, null),
  referral: z._default(DECISION_SCHEMAS.referral, null),
  restrictions: z._default(DECISION_SCHEMAS.restrictions, null),
  tasks: z._default(DECISION_SCHEMAS.tasks, null),
} satisfies Record<keyof typeof DECISION_SCHEMAS, z.ZodMiniType>);
export type Decisions = z.infer<typeof Decisions>;
export type DecisionName = keyof Decisions;

export const NO_DECISIONS: Decisions = Decisions.parse({});

/** Decisions to save; an absent decision keeps its value. A list may contain each programme, restriction and task once. */
export const DecisionChanges = z.partial(
  z.object({
    ...DECISION_SCHEMAS,
    surveillance: DECISION_SCHEMAS.surveillance.check(
      z.refine(
        (chosen) => areNamesUnique((chosen ?? []).map(({ programme }) => programme)),
        'Cada programa va una sola vez.',
      ),
    ),
    restrictions: DECISION_SCHEMAS.restrictions.check(
      z.refine(
        (chosen) => areNamesUnique((chosen ?? []).map(restrictionKey)),
        'Cada restricción va una sola vez.',
      ),
    ),
    tasks: DECISION_SCHEMAS.tasks.check(
      z.refine(
        (chosen) => areNamesUnique((chosen ?? []).map(({ task }) => task)),
        'Cada tarea va una sola vez.',
      ),
    ),
  }),
);
export type DecisionChanges = z.infer<typeof DecisionChanges>;

/** Choices that the clinic offers its doctors. The app offers all `APTITUDES` when the server has no such options. */
export const DecisionOptions = z.object({
  programmes: z.array(z.string()),
  /**
   * Aptitudes that the clinic does not offer, by evaluation type. An evaluation type that is not listed offers all aptitudes.
   */
  aptitudes_off: z.array(z.object({ evaluation_type_id: Uuid, aptitudes: z.array(z.string()) })),
  revision: z.int().check(z.minimum(1)),
});
export type DecisionOptions = z.infer<typeof DecisionOptions>;

/**
 * Body of PUT /decision-options, which replaces both lists. At least one aptitude must stay available for each evaluation type.
 */
export const DecisionOptionsBody = z.object({
  programmes: z
    .array(ProgrammeName)
    .check(
      z.maxLength(OFFERED_PROGRAMMES_MAX, `Máximo ${OFFERED_PROGRAMMES_MAX} programas.`),
      z.refine(areNamesUnique, 'Cada programa va una sola vez.'),
    ),
  aptitudes_off: z
    .array(
      z.object({
        evaluation_type_id: Uuid,
        aptitudes: z
          .array(z.enum(APTITUDES))
          .check(z.maxLength(APTITUDES.length - 1, 'Deja al menos una opción.')),
      }),
    )
    .check(
      z.maxLength(1_000),
      z.refine(
        (types) => areNamesUnique(types.map(({ evaluation_type_id: id }) => id)),
        'Cada tipo de evaluación va una sola vez.',
      ),
    ),
});
export type DecisionOptionsBody = z.infer<typeof DecisionOptionsBody>;
