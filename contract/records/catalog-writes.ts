import * as z from 'zod/mini';
import {
  CATALOG_CODE_MAX_LENGTH,
  CATALOG_NAME_MAX_LENGTH,
  CATALOG_TEXT_MAX_LENGTH,
  NOTE_PHRASE_MAX_LENGTH,
} from '../limits.ts';
import { DateOnly, nullableText, requiredText } from '../primitives.ts';
import { NOTE_TYPES } from '../vocabulary.ts';

/** Bodies that create (POST) and replace (PUT) a catalogue row; empty optional texts become null (P5). */
const CODE_AND_NAME = 'El código y el nombre son obligatorios.';
const EXAM_CODE_AND_NAME = 'El código y el nombre del examen son obligatorios.';
const NAME_AND_LICENCE = 'El nombre y la licencia son obligatorios.';
/** Schema of a code without characters that fonts do not draw: two codes that look alike would otherwise be two rows. */
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
   * Extension of the base contract: false for an exam whose name alone discloses something; the employer's concept omits it.
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
   * Extension of the base contract: empty and null remove the day. An absent field keeps the day, because a client of the base
   * contract does not send it.
   */
  license_valid_until: z.optional(
    z.pipe(
      z.nullable(z.union([z.literal(''), DateOnly])),
      z.transform((day) => day || null),
    ),
  ),
});
export type DoctorBody = z.infer<typeof DoctorBody>;

/** Extension of the base contract. A phrase has one line, because it is inserted into a note as one of the note's lines. */
export const NotePhraseBody = z.object({
  note_type: z.enum(NOTE_TYPES, 'Elige en qué texto va.'),
  name: requiredText('Escribe la frase.', NOTE_PHRASE_MAX_LENGTH),
});
export type NotePhraseBody = z.infer<typeof NotePhraseBody>;

/** PATCH …/{id} of companies and branches changes only the name (P7). */
export const RenameBody = z.object({ name: name('El nombre no puede estar vacío.') });
export const StatusBody = z.object({ is_active: z.boolean() });
