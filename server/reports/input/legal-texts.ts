import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AUTHORISATION_MAX_LENGTH, TEXT_VERSION_MAX_LENGTH } from '#contract/limits.ts';
import { spanishMessage } from '../../base/spanish.ts';
import { StartError, errorCode } from '../../base/start-error.ts';

const sentence = z.string().trim().min(1).max(2_000);

/** Each change of the text needs a new version name, because a signature records the text and the name. */
const SignedText = z.strictObject({
  version: z.string().trim().min(1).max(TEXT_VERSION_MAX_LENGTH),
  text: z.string().trim().min(1).max(AUTHORISATION_MAX_LENGTH),
});

/**
 * Sentences of the documents for which the clinic’s lawyer is responsible; none of them cites a legal norm unless the clinic
 * writes it.
 */
export const LegalTexts = z.strictObject({
  /** Printed in the concept: information that the employer must not request. */
  reserve_notice: sentence,
  /** Printed in the concept: deadline for the employer to act on recommendations and restrictions. */
  deadline_reminder: sentence,
  /** Printed in the concept: text before the empty line that the recipient of a printed document fills in. */
  receipt_line: sentence,
  /** Printed in the history: warning on each page. */
  confidentiality_strip: sentence,
  /**
   * Text that the patient reads and signs on the tablet; null when the clinic provides none, and the documents then claim no
   * authorisation.
   */
  authorisation: SignedText.nullable(),
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

const WithDefaults = z.strictObject({
  reserve_notice: LegalTexts.shape.reserve_notice.default(DEFAULT_LEGAL_TEXTS.reserve_notice),
  deadline_reminder: LegalTexts.shape.deadline_reminder.default(DEFAULT_LEGAL_TEXTS.deadline_reminder),
  receipt_line: LegalTexts.shape.receipt_line.default(DEFAULT_LEGAL_TEXTS.receipt_line),
  confidentiality_strip: LegalTexts.shape.confidentiality_strip.default(
    DEFAULT_LEGAL_TEXTS.confidentiality_strip,
  ),
  authorisation: SignedText.nullable().default(DEFAULT_LEGAL_TEXTS.authorisation),
});

function parseJson(file: string): unknown {
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

const whatIsWrong = (problem: z.core.$ZodIssue): string =>
  problem.code === 'unrecognized_keys'
    ? `No se conoce: ${[...problem.path, problem.keys.join(', ')].join('.')}.`
    : `${problem.path.join('.') || 'El archivo'}: ${problem.message}`;

/**
 * Returns the defaults, overwritten by the keys of a JSON file: `{"reserve_notice": "…"}`; each key is optional.
 * @throws StartError with one sentence when the file cannot be read or has invalid content
 */
export function readLegalTexts(file: string | undefined): LegalTexts {
  if (file === undefined) return DEFAULT_LEGAL_TEXTS;
  // The Spanish messages are passed here, because this code runs before Spanish is set for all schemas.
  const read = WithDefaults.safeParse(parseJson(file), { error: spanishMessage });
  if (read.success) return read.data;
  throw new StartError(`LEGAL_TEXTS_FILE ${file} está mal. ${read.error.issues.map(whatIsWrong).join(' ')}`);
}
