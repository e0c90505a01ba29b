import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from '@playwright/test';
import Pdf from 'pdfkit';
import { DOCUMENTS } from '#contract/documents.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import { REPORT_KINDS, type ReportInput, type ReportKind } from '#server/documents/reports/input/input.ts';
import { startServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { createReportInput } from '#tests/support/documents/report-sample.ts';
import { type SendRequest, signInForRequests } from '#tests/support/server/server-calls.ts';
import { median, formatMs, formatRatio, formatTable, measureMs, writeSection } from './support/report.ts';
import { linkBenchDoctor, createReadyEvaluation, signAsBenchDoctor } from './support/visit.ts';

const DOCUMENT_ROUNDS = 25;
const WARM_UP_ROUNDS = 3;
/**
 * Number of concurrent document requests: the server renders one document while eight wait, and rejects a user's tenth request.
 */
const CONCURRENT_DOCUMENTS = 9;
const REPORT_FONT_FILE = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
);

let server: ServerProcess;
let send: SendRequest;
let evaluationId: string;
let reportInputOfVersion: ReportInput;
/**
 * Time in ms until a server that has just started returns its first concept, which is requested FIRST_REQUEST_AFTER_MS after the
 * signature.
 */
let firstConceptMs: number;
const FIRST_REQUEST_AFTER_MS = 2_000;

/** Returns the signed version's stored content, so that the benchmark renders the same documents as the server. */
async function readSignedInput(sample: ReportInput): Promise<ReportInput> {
  const [closing] = await server.query<{ content: unknown; sha256: string; path: string | null }>(
    'select content, content_sha256 as sha256, doctor_signature_path as path from closings where evaluation_id = $1',
    [evaluationId],
  );
  if (!closing) throw new Error('The sample was not signed');
  const rows = await server.query<{ type: string; path: string }>(
    'select type, storage_path as path from media where evaluation_id = $1',
    [evaluationId],
  );
  const fileOf = async (storagePath: string | null | undefined) =>
    storagePath ? await readFile(path.join(server.dataDir, 'files', storagePath)) : null;
  const pictureOf = (type: string) => fileOf(rows.find((row) => row.type === type)?.path);
  return {
    ...sample,
    closing: SignedVersionContent.parse(closing.content),
    content_sha256: closing.sha256,
    branding: { ...sample.branding, logo: null },
    pictures: {
      patient_photo: await pictureOf('photo'),
      patient_signature: await pictureOf('signature'),
      doctor_signature: await fileOf(closing.path),
      receipt_signatures: [],
    },
  };
}

test.beforeAll(async () => {
  server = await startServer();
  send = await signInForRequests(server, 'admin@alisos.demo');
  await linkBenchDoctor(send);
  const sample = await createReportInput();
  evaluationId = await createReadyEvaluation(send, sample);
  await signAsBenchDoctor(send, evaluationId);
  await pause(FIRST_REQUEST_AFTER_MS);
  firstConceptMs = await measureMs(() => downloadDocument('concept'));
  reportInputOfVersion = await readSignedInput(sample);
});
test.afterAll(() => server.destroy());

/** Renders one line of text with pdfkit in our font: the minimum work of any document. */
async function renderOneLine(): Promise<void> {
  const doc = new Pdf({ size: 'LETTER' });
  doc
    .registerFont('regular', REPORT_FONT_FILE)
    .font('regular')
    .text('Concepto médico de aptitud ocupacional');
  doc.end();
  for await (const part of doc) if (!part) throw new Error('pdfkit gave nothing');
}

async function measureMedianDocumentMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + DOCUMENT_ROUNDS; round += 1) {
    const time = await measureMs(work);
    if (round >= WARM_UP_ROUNDS) times.push(time);
  }
  return median(times);
}

const downloadDocument = (kind: ReportKind) =>
  send('GET', `/evaluations/${evaluationId}/${DOCUMENTS[kind].path}`);

test('the benchmark measures both PDF documents of the server, relative to rendering without a server and to a minimal page', async () => {
  const base = await measureMedianDocumentMs(renderOneLine);
  const rows: (string | number)[][] = [
    ['a minimal page of pdfkit', formatMs(base), '1.00×', ''],
    [
      'first concept after the start of a server',
      formatMs(firstConceptMs),
      formatRatio(firstConceptMs, base),
      '',
    ],
  ];
  for (const kind of REPORT_KINDS) {
    const bare = await measureMedianDocumentMs(() => composeDocument(kind, reportInputOfVersion));
    const api = await measureMedianDocumentMs(() => downloadDocument(kind));
    rows.push([`the ${kind}, rendered alone`, formatMs(bare), formatRatio(bare, base), '1.00×']);
    rows.push([`the ${kind} from the API`, formatMs(api), formatRatio(api, base), formatRatio(api, bare)]);
    const together = await measureMs(() =>
      Promise.all(Array.from({ length: CONCURRENT_DOCUMENTS }, () => downloadDocument(kind))),
    );
    const each = together / CONCURRENT_DOCUMENTS;
    rows.push([
      `the ${kind}, each of ${CONCURRENT_DOCUMENTS} at once`,
      formatMs(each),
      formatRatio(each, base),
      formatRatio(each, bare),
    ]);
  }
  writeSection(
    7,
    'The two documents',
    [
      'An evaluation with four exams, all eight notes, photo and signatures. The API adds HTTP, the session, a check of the snapshot and its digest, reading and checking the files, a worker thread and the log entry. The first document is requested two seconds after the first signature.',
      '',
      ...formatTable(
        ['what', `median of ${DOCUMENT_ROUNDS}`, 'ratio to the minimal page', 'ratio to rendering alone'],
        rows,
      ),
      '',
      'Budget: a document from the API takes less than 2× the rendering alone and at most 2.5× the minimal page.',
    ],
    (() => {
      const ofApi = rows.filter(([what]) => String(what).endsWith(' from the API'));
      const column = (nth: number): string => ofApi.map((row) => row[nth]).join('; ');
      return [
        ['concept; history / rendering; / minimal PDF', `${column(3)}; ${column(2)}`, '2×; 2.5×'] as const,
      ];
    })(),
  );
});
