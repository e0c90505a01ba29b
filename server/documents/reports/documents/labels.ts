import { type PatientField, PATIENT_FIELDS } from '#contract/records/evaluation/patient-fields.ts';
import { IDENTIFICATION_LABELS, type NoteType } from '#contract/vocabulary.ts';
import { hasVisibleCharacter } from '#contract/primitives.ts';
import { fullName, formatNamePart } from '#domain/patient/name.ts';
import { patientFieldText } from '#domain/patient/patient-data.ts';
import { shortId } from '#domain/text/short-id.ts';
import { NOT_RECORDED_TEXT } from '#domain/evaluation/decisions.ts';
import { ageOn } from '#domain/time/calendar.ts';
import { formatDateTime, formatDate } from '#domain/time/format.ts';
import { shortFingerprintOf } from '#domain/verification/fingerprint.ts';
import type { SignedVersionContent } from '../../../schema/evaluation/signed-version.ts';
import type { Letterhead, ReportInput } from '../input/input.ts';
import type { PrintedValue } from '../layout/facts.ts';
import type { PrintedSignature } from '../layout/signatures.ts';
import { findSignatureStatement } from './signed-text.ts';

/** Text for a value that does not apply, because a clinical record must have no blank fields. */
export const NOT_APPLICABLE = 'No aplica';
export const NOT_EVALUATED = 'No evaluado';

export const textOrDefault = (text: string | null | undefined, otherwise: string): string =>
  text && hasVisibleCharacter(text) ? text.trim() : otherwise;

export const dayText = (iso: string): string => formatDate(Date.parse(iso));
export const formatIsoDateTime = (iso: string): string => formatDateTime(Date.parse(iso));

export const noteText = ({ notes }: SignedVersionContent, type: NoteType): string =>
  textOrDefault(notes.find((note) => note.note_type === type)?.content, '');

export const companyText = (named: { name: string; code: string } | null): string =>
  named === null ? NOT_APPLICABLE : `${named.name} (${named.code})`;

type PrintedPatient = SignedVersionContent['patient'];
export const patientFullName = (person: PrintedPatient): string => fullName(person);
export const identityDocumentText = (
  person: Pick<PrintedPatient, 'identification_type' | 'identification_number'>,
): string => `${person.identification_type} ${person.identification_number}`;
export const identityDocumentTypeText = (person: PrintedPatient): string =>
  `${IDENTIFICATION_LABELS[person.identification_type]} (${person.identification_type})`;

/** Returns label and text of each of these patient fields. Fields that did not exist when the version was signed are omitted. */
export const printedPatientFields = <Field extends PatientField>(
  { patient }: SignedVersionContent,
  fields: readonly Field[],
): (PrintedValue & { readonly field: Field })[] =>
  fields.flatMap((field) => {
    const stored = patient[field];
    if (stored === undefined) return [];
    const value = textOrDefault(patientFieldText(field, stored), NOT_RECORDED_TEXT);
    return [{ field, label: PATIENT_FIELDS[field].label, value }];
  });

function ageTextAtVisit({ patient, started_at }: SignedVersionContent): string {
  const age = patient.birth_date ? ageOn(patient.birth_date, Date.parse(started_at)) : null;
  if (age === null) return NOT_RECORDED_TEXT;
  return age === 1 ? '1 año' : `${age} años`;
}
export const ageAtVisit = (closing: SignedVersionContent): PrintedValue => ({
  label: 'Edad',
  value: ageTextAtVisit(closing),
});

/** Returns the text for the foot of each page; it identifies the signed version. */
export const footerText = ({ closing, content_sha256, verification }: ReportInput): string =>
  `${verification ? `${verification.number}  ·  ` : ''}Evaluación ${shortId(closing.evaluation_id)}  ·  Versión ${closing.version}  ·  Huella ${shortFingerprintOf(content_sha256)}`;

const joinParts = (parts: readonly (string | null)[]): string =>
  parts.filter((part) => textOrDefault(part, '') !== '').join('  ·  ');

export const printedDoctorSignature = (
  { closing, content_sha256 }: ReportInput,
  picture: Buffer | null,
): PrintedSignature => ({
  caption: joinParts(['Médico evaluador', closing.doctor.specialty]),
  picture,
  alt: 'Firma del médico',
  name: closing.doctor.name,
  details: [
    `Licencia SST ${closing.doctor.license_number}  ·  Registro médico: ${textOrDefault(closing.doctor.registration_number, NOT_RECORDED_TEXT)}`,
    `Firmado electrónicamente el ${formatIsoDateTime(closing.closed_at)}  ·  huella ${shortFingerprintOf(content_sha256)}…`,
  ],
});

/**
 * Returns place and time of the worker's signature, which no other part of the document prints. If the tablet did not report
 * the time of the signature, the time of the confirmation is returned. Early signed versions have neither time.
 */
function signaturePlaceAndTimeLines(
  { media }: SignedVersionContent,
  { city, branch_name: branch }: Letterhead,
): string[] {
  const signature = media.find(({ type }) => type === 'signature');
  const at = signature?.statement?.signed_at ?? signature?.captured_at;
  const place = textOrDefault(city, textOrDefault(branch, ''));
  return at === undefined ? [] : [`Tomada en recepción${place && `, ${place}`}, ${formatIsoDateTime(at)}`];
}

export function patientOrWitnessSignature(
  { closing, branding }: ReportInput,
  picture: Buffer | null,
  caption: string,
): PrintedSignature {
  const { patient } = closing;
  const witness = findSignatureStatement(closing)?.witness;
  if (!witness)
    return {
      caption,
      picture,
      alt: 'Firma del trabajador',
      name: patientFullName(patient),
      details: [identityDocumentText(patient), ...signaturePlaceAndTimeLines(closing, branding)],
    };
  return {
    caption: 'Firma de testigo',
    picture,
    alt: 'Firma de testigo',
    name: formatNamePart(witness.name),
    details: [
      identityDocumentText(witness),
      `Por ${patientFullName(patient)}, ${identityDocumentText(patient)}`,
      ...signaturePlaceAndTimeLines(closing, branding),
    ],
  };
}
