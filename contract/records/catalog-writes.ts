import * as z from 'zod/mini';
import {
  CATALOG_CODE_MAX_LENGTH,
  CATALOG_NAME_MAX_LENGTH,
  CATALOG_TEXT_MAX_LENGTH,
  NOTE_PHRASE_MAX_LENGTH,
} from '../limits.ts';
import { DateOnly, nullableText, requiredText } from '../primitives.ts';
import { NOTE_TYPES } from '../vocabulary.ts';

/** This file: bodies that create (POST) or replace (PUT) a catalogue row. Empty optional texts become null (P5). */
const CODE_AND_NAME = 'El código y el nombre son obligatorios.';
const EXAM_CODE_AND_NAME = 'El código y el nombre del examen son obligatorios.';
const NAME_AND_LICENCE = 'El nombre y la licencia son obligatorios.';
/**
 * Schema of a catalogue code. It removes characters that fonts do not draw, so that two codes that look alike cannot create two
 * rows.
 */
const code = (message: string) =>
  requiredText(message, CATALOG_CODE_MAX_LENGTH).check(
    z.overwrite((text) => text.replace(/\p{Default_Ignorable_Code_Point}/gu, '').trim()),
  );
const name = (message: string) => requiredText(message, CATALOG_NAME_MAX_LENGTH);
const text = nullableText(CATALOG_TEXT_MAX_LENGTH);

export const EvaluationTypeBody = z.object({
  code: code(CODE_AND_NAME),
  name: name(CODE_AND_NAME),
  description: text,
});
export type EvaluationTypeBody = z.infer<typeof EvaluationTypeBody>;

export const CompanyBody = z.object({
  code: code(CODE_AND_NAME),
  name: name(CODE_AND_NAME),
  billing_name: nullableText(CATALOG_NAME_MAX_LENGTH),
  city: nullableText(CATALOG_NAME_MAX_LENGTH),
});
export type CompanyBody = z.infer<typeof CompanyBody>;

export const ExamBody = z.object({
  code: code(EXAM_CODE_AND_NAME),
  name: name(EXAM_CODE_AND_NAME),
  description: text,
  sample_type: nullableText(CATALOG_NAME_MAX_LENGTH),
  delivery_time: nullableText(CATALOG_NAME_MAX_LENGTH),
  /**
   * Extension of the base contract: false when the employer's concept must omit the exam, because its name alone discloses a
   * finding.
   */
  shown_on_concept: z._default(z.boolean(), true),
});
export type ExamBody = z.infer<typeof ExamBody>;

export const DoctorBody = z.object({
  name: name(NAME_AND_LICENCE),
  specialty: nullableText(CATALOG_NAME_MAX_LENGTH),
  license_number: requiredText(NAME_AND_LICENCE, CATALOG_NAME_MAX_LENGTH),
  registration_number: nullableText(CATALOG_NAME_MAX_LENGTH),
  /**
   * Extension of the base contract: last valid day of the licence. Empty or null removes it; an absent field keeps it, because
   * clients of the base contract do not send the field.
   */
  license_valid_until: z.optional(
    z.pipe(
      z.nullable(z.union([z.literal(''), DateOnly])),
      z.transform((day) => day || null),
    ),
  ),
});
export type DoctorBody = z.infer<typeof DoctorBody>;

/** Extension of the base contract: phrase for notes. It must be one line, because the app inserts it as one line of a note. */
export const NotePhraseBody = z.object({
  note_type: z.enum(NOTE_TYPES, 'Elige en qué texto va.'),
  name: requiredText('Escribe la frase.', NOTE_PHRASE_MAX_LENGTH),
});
export type NotePhraseBody = z.infer<typeof NotePhraseBody>;

/** Body of PATCH …/{id} for companies and branches, which changes only the name (P7). */
export const RenameBody = z.object({ name: name('El nombre no puede estar vacío.') });
export const StatusBody = z.object({ is_active: z.boolean() });
