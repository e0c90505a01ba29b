import { and, eq } from 'drizzle-orm';
import type { MediaKind } from '#contract/vocabulary.ts';
import { contentDigest } from '../content/canonical.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { branches, companies } from '../../schema/catalogs.ts';
import { signedVersions, media } from '../../schema/evaluation/evaluations.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { withoutAcceptedTextSql, clarificationsOf } from '../../evaluations/index.ts';
import { SignedVersionContent } from '../../schema/evaluation/signed-version.ts';
import type { Letterhead, ReportInput, ReportPictures } from '../reports/input/input.ts';
import { readPrintedVersions } from './versions-of.ts';

interface ReportSources {
  readonly db: Executor;
  readonly files: FileStore;
}
export interface ClosedEvaluation {
  readonly id: string;
  readonly branchId: string;
  readonly version: number;
}
type StoredSignedVersion = typeof signedVersions.$inferSelect;

/**
 * Returns a signed version.
 * @throws when the version does not exist or its content does not match its digest
 */
export async function signedVersionOf(
  db: Executor,
  { id, version }: ClosedEvaluation,
): Promise<StoredSignedVersion> {
  const [closing] = await db
    .select()
    .from(signedVersions)
    .where(and(eq(signedVersions.evaluationId, id), eq(signedVersions.version, version)));
  if (!closing) throw new Error('A closed evaluation lacks its signed version');
  if (contentDigest(closing.content) !== closing.contentSha256)
    throw new Error('The content of a signed version does not match its digest');
  return closing;
}

async function readSignedPicture(
  { db, files }: ReportSources,
  { content }: StoredSignedVersion,
  type: MediaKind,
): Promise<Uint8Array | null> {
  const signed = content.media.find((item) => item.type === type);
  if (!signed) return null;
  const [row] = await db
    .select({ path: media.storagePath })
    .from(media)
    .where(and(eq(media.evaluationId, content.evaluation_id), eq(media.storedSha256, signed.sha256)));
  if (!row) throw new Error('An image of a signed version lacks its row');
  return files.read(row.path, signed.sha256);
}

async function isSignedWithoutAcceptedText(
  db: Executor,
  { evaluation_id: id, media: pictures }: SignedVersionContent,
): Promise<boolean> {
  const signature = pictures.find(({ type }) => type === 'signature');
  if (!signature) return false;
  const [row] = await db
    .select({ withoutText: withoutAcceptedTextSql })
    .from(media)
    .where(and(eq(media.evaluationId, id), eq(media.storedSha256, signature.sha256)));
  return row?.withoutText ?? false;
}

async function readReportPictures(
  sources: ReportSources,
  closing: StoredSignedVersion,
): Promise<Omit<ReportPictures, 'receipt_signatures'>> {
  const { doctorSignaturePath: path, doctorSignatureSha256: sha256 } = closing;
  return {
    patient_photo: await readSignedPicture(sources, closing, 'photo'),
    patient_signature: await readSignedPicture(sources, closing, 'signature'),
    doctor_signature: path && sha256 ? await sources.files.read(path, sha256) : null,
  };
}

/**
 * Returns the branch's current name and logo. A signed version does not store the logo, because it stores only signed content.
 */
export async function letterheadOf({ db, files }: ReportSources, branchId: string): Promise<Letterhead> {
  const [row] = await db
    .select({ branch: branches, companyName: companies.name })
    .from(branches)
    .innerJoin(companies, eq(companies.id, branches.company_id))
    .where(eq(branches.id, branchId));
  if (!row) throw new Error('The branch of an evaluation does not exist');
  const { branch, companyName } = row;
  return {
    company_name: companyName,
    branch_name: branch.name,
    nit: branch.nit,
    habilitation_code: branch.habilitation_code,
    city: branch.city,
    address: branch.address,
    contact_email: branch.contact_email,
    contact_phone: branch.contact_phone,
    contact_website: branch.contact_website,
    logo: branch.logo_path === null ? null : await files.read(branch.logo_path),
  };
}

/**
 * Returns all data for the documents of the evaluation's last signed version. Signed data comes from that version, so that a
 * later change of a catalogue, a patient or a doctor does not change a signed document.
 */
export async function readReportInput(
  sources: ReportSources,
  evaluation: ClosedEvaluation,
  { request, legal }: Pick<ReportInput, 'request' | 'legal'>,
): Promise<Omit<ReportInput, 'verification'>> {
  const closing = await signedVersionOf(sources.db, evaluation);
  const { versions, signatures } = await readPrintedVersions(sources, evaluation);
  const content = SignedVersionContent.parse(closing.content);
  return {
    closing: content,
    is_without_text: await isSignedWithoutAcceptedText(sources.db, content),
    content_sha256: closing.contentSha256,
    clarifications: await clarificationsOf(sources.db, evaluation.id),
    branding: await letterheadOf(sources, evaluation.branchId),
    pictures: { ...(await readReportPictures(sources, closing)), receipt_signatures: signatures },
    versions,
    request,
    legal,
  };
}
