import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { SignedVersionContent } from '../../schema/evaluation/signed-version.ts';
import type { Executor } from '../../platform/database/connection/client.ts';
import { signedVersions, receipts } from '../../schema/evaluation/evaluations.ts';
import type { FileStore } from '../../platform/files/store.ts';
import { MAX_PRINTED_VERSIONS, type PrintedVersion, type ReportPictures } from '../reports/input/input.ts';
import { signedVersionsOf } from '../../evaluations/index.ts';

interface VersionKey {
  readonly id: string;
  readonly version: number;
}

/** Returns the document receipts of the printed versions. Each receipt has the patient that its version names. */
const selectReceiptRows = (db: Executor, { id, version }: VersionKey) =>
  db
    .select({ receipt: receipts, patient: sql<unknown>`${signedVersions.content} -> 'patient'` })
    .from(receipts)
    .innerJoin(
      signedVersions,
      and(
        eq(signedVersions.evaluationId, receipts.evaluationId),
        eq(signedVersions.version, receipts.version),
      ),
    )
    .where(
      and(
        eq(receipts.evaluationId, id),
        lte(receipts.version, version),
        gt(receipts.version, version - MAX_PRINTED_VERSIONS),
      ),
    );
type ReceiptRow = Awaited<ReturnType<typeof selectReceiptRows>>[number];

const toPrintedReceipt = ({ receipt, patient }: ReceiptRow): PrintedVersion['receipt'] => ({
  items: receipt.items,
  at: receipt.receivedAt.toISOString(),
  handed_by: receipt.handedByName,
  patient: SignedVersionContent.shape.patient.parse(patient),
});

async function readReceiptSignatures(
  files: FileStore,
  rows: readonly ReceiptRow[],
): Promise<ReportPictures['receipt_signatures']> {
  const reading = rows.map(async ({ receipt: { version, storagePath, storedSha256 } }) => ({
    version,
    picture: await files.read(storagePath, storedSha256),
  }));
  return Promise.all(reading);
}

/** Returns the given version and the versions before it, oldest first, with the signatures of their document receipts. */
export async function readPrintedVersions(
  { db, files }: { readonly db: Executor; readonly files: FileStore },
  printed: VersionKey,
): Promise<{ versions: PrintedVersion[]; signatures: ReportPictures['receipt_signatures'] }> {
  const { version: last } = printed;
  const rows = await selectReceiptRows(db, printed);
  const receiptOf = new Map(rows.map((row) => [row.receipt.version, toPrintedReceipt(row)]));
  const all = await signedVersionsOf(db, { ...printed, status: 'cerrada' });
  const versions = all
    .filter(({ version }) => version <= last && version > last - MAX_PRINTED_VERSIONS)
    .toReversed()
    .map(({ version, number, closed_at, reopened }) => ({
      version,
      number,
      closed_at,
      receipt: receiptOf.get(version) ?? null,
      reopened: version === last ? null : (reopened ?? null),
    }));
  return { versions, signatures: await readReceiptSignatures(files, rows) };
}
