import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AUTHORISATION_MAX_LENGTH, TEXT_VERSION_MAX_LENGTH } from '#contract/limits.ts';
import { spanishMessage } from '../base/spanish.ts';
import { StartError, errorCode } from '../base/start-error.ts';

const sentenceSchema = z.string().trim().min(1).max(2_000);

/** A clinic that changes the text must change the version name too, because a signature records both. */
const TextToSign = z.strictObject({
  version: z.string().trim().min(1).max(TEXT_VERSION_MAX_LENGTH),
  text: z.string().trim().min(1).max(AUTHORISATION_MAX_LENGTH),
});

/** Legal sentences of the documents, for which the clinic's lawyer is responsible. The default sentences cite no legal norm. */
export const LegalTexts = z.strictObject({
  /** Sentence in the concept about information that the employer must not request. */
  reserve_notice: sentenceSchema,
  /** Sentence in the concept about the deadline for the employer to act on recommendations and restrictions. */
  deadline_reminder: sentenceSchema,
  /** Text in the concept before the empty line that the recipient of a printed document fills in. */
  receipt_line: sentenceSchema,
  /** Warning on each page of the clinical history that it is confidential. */
  confidentiality_strip: sentenceSchema,
  /**
   * Text that the patient reads and signs on the tablet. Null if the clinic provides none; the documents then state no
   * authorisation.
   */
  authorisation: TextToSign.nullable(),
});
export type LegalTexts = z.infer<typeof LegalTexts>;

export const DEFAULT_LEGAL_TEXTS: LegalTexts = {
  reserve_notice:
    'Este concepto informa únicamente la aptitud del trabajador frente a su cargo. La historia clínica y los resultados de los exámenes son reservados y no se entregan al empleador.',
  deadline_reminder:
    'El empleador debe implementar las recomendaciones y restricciones dentro de los 20 días hábiles siguientes a la recepción de este concepto.',
  receipt_line: 'Recibí copia de este concepto',
  confidentiality_strip: 'CONFIDENCIAL – RESERVADO. No entregar al empleador',
  authorisation: null,
};

const LegalTextsWithDefaults = z.strictObject({
  reserve_notice: LegalTexts.shape.reserve_notice.default(DEFAULT_LEGAL_TEXTS.reserve_notice),
  deadline_reminder: LegalTexts.shape.deadline_reminder.default(DEFAULT_LEGAL_TEXTS.deadline_reminder),
  receipt_line: LegalTexts.shape.receipt_line.default(DEFAULT_LEGAL_TEXTS.receipt_line),
  confidentiality_strip: LegalTexts.shape.confidentiality_strip.default(
    DEFAULT_LEGAL_TEXTS.confidentiality_strip,
  ),
  authorisation: TextToSign.nullable().default(DEFAULT_LEGAL_TEXTS.authorisation),
});

function readLegalTextsJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    const reason = errorCode(cause) || 'no es JSON';
    throw new StartError(
      `No se puede leer LEGAL_TEXTS_FILE ${file} (${reason}): corrige la ruta, el permiso o el archivo, o quita LEGAL_TEXTS_FILE.`,
      { cause },
    );
  }
}

const formatLegalTextProblem = (problem: z.core.$ZodIssue): string =>
  problem.code === 'unrecognized_keys'
    ? `No se conoce: ${[...problem.path, problem.keys.join(', ')].join('.')}.`
    : `${problem.path.join('.') || 'El archivo'}: ${problem.message}`;

/**
 * Returns the default texts, overwritten by a JSON file such as `{"reserve_notice": "…"}`; each key is optional.
 * @throws StartError with a one-sentence message when the file cannot be read or is invalid
 */
export function readLegalTexts(file: string | undefined): LegalTexts {
  if (file === undefined) return DEFAULT_LEGAL_TEXTS;
  // The Spanish messages must be passed here, because this code runs before they are set for all schemas.
  const read = LegalTextsWithDefaults.safeParse(readLegalTextsJson(file), { error: spanishMessage });
  if (read.success) return read.data;
  throw new StartError(
    `LEGAL_TEXTS_FILE ${file} está mal. ${read.error.issues.map(formatLegalTextProblem).join(' ')}`,
  );
}
