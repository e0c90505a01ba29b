import * as z from 'zod/mini';
import { type DecisionName, Decisions } from '#contract/records/evaluation/decisions.ts';
import type { Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import type { SetupDraft } from '#domain/setup/draft.ts';

/** Schemas as in `encrypted-content.ts`, but in a separate file because reception does not load worksheets. */
const TextOrEmpty = z._default(z.string(), '');
const TextOrNone = z._default(z.nullable(z.string()), null);

const StoredConflictingText = z.optional(
  z.looseObject({ words: TextOrEmpty, takenFrom: z.optional(z.string()) }),
);
const TypedText = z.looseObject({
  base: TextOrEmpty,
  mine: TextOrEmpty,
  theirs: TextOrNone,
  takenFrom: z.optional(z.string()),
  beside: StoredConflictingText,
});

const { aptitude, surveillance, referral, restrictions, tasks } = Decisions.shape;
/** Omits a value that this app version does not know; the doctor's note still contains it as a sentence. */
const createWorksheetChoiceSchema = <Value>(of: z.ZodMiniType<Value>) =>
  z.catch(
    z.optional(
      z.object({ base: of, mine: of, theirs: z._default(z.nullable(z.object({ value: of })), null) }),
    ),
    undefined,
  );
const StoredDecisionChoices = z.object({
  aptitude: createWorksheetChoiceSchema(aptitude),
  surveillance: createWorksheetChoiceSchema(surveillance),
  referral: createWorksheetChoiceSchema(referral),
  restrictions: createWorksheetChoiceSchema(restrictions),
  tasks: createWorksheetChoiceSchema(tasks),
} satisfies Record<DecisionName, z.ZodMiniType>);

/** A mark in a state that this app version does not know is read as seen. */
const StoredTemplateMark = z.catch(
  z.discriminatedUnion('state', [
    z.looseObject({ state: z.literal('unseen'), template: TextOrEmpty, value: TextOrEmpty }),
    z.looseObject({ state: z.literal('seen') }),
  ]),
  { state: 'seen' },
);

export const StoredWorksheet: z.ZodMiniType<Worksheet> = z.looseObject({
  texts: z._default(z.record(z.string(), TypedText), {}),
  added: z._default(
    z.array(
      z.looseObject({
        examId: z.string(),
        name: TextOrEmpty,
        code: TextOrEmpty,
        notes: TextOrEmpty,
        base: TextOrEmpty,
        beside: StoredConflictingText,
      }),
    ),
    [],
  ),
  begun: z.optional(
    z.record(
      z.string(),
      z.looseObject({
        subject: TextOrEmpty,
        from: TextOrEmpty,
        to: TextOrEmpty,
        isPermanent: z._default(z.boolean(), false),
      }),
    ),
  ),
  choices: z.optional(StoredDecisionChoices),
  marks: z.optional(z.record(z.string(), StoredTemplateMark)),
});

const Stroke = z.array(z.object({ x: z.number(), y: z.number(), time: z.number() }));
export const StoredSetupDraft: z.ZodMiniType<SetupDraft> = z.looseObject({
  texts: z._default(z.record(z.string(), z.string()), {}),
  ticked: z._default(z.nullable(z.array(z.string())), null),
  added: z._default(z.array(z.object({ code: TextOrEmpty, name: TextOrEmpty })), []),
  drawing: z._default(
    z.nullable(z.object({ strokes: z.array(Stroke), width: z.number(), height: z.number() })),
    null,
  ),
});
