// @module-tag landing
import { expect, it } from 'vitest';
import { contentDigest } from '#server/documents/content/canonical.ts';
import { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import { composeDocument } from '#server/documents/reports/documents/compose.ts';
import { pdfTextOf } from '#tests/support/documents/poppler.ts';
import { SAMPLE_SIGNED_VERSION, createReportInput } from '#tests/support/documents/report-sample.ts';

const {
  captured_at: _captured,
  received_at: _received,
  decisions: _decisions,
  ...rest
} = SAMPLE_SIGNED_VERSION;
const EARLIER_NOTES: Readonly<Record<string, string>> = {
  concepto: 'Apto con recomendaciones para desempeñar el cargo',
  aptitud_tarea: 'Trabajo en alturas: apto, vigente hasta el 05/03/2027.\nConducción: no aplica.',
  restricciones: 'No manipular cargas superiores a 12,5 kg. Temporal: del 05/03/2026 al 03/06/2026.',
};
/** Signed version as an early release wrote it: without signing statements, arrival times, signer and decisions. */
const EARLIER_VERSION = {
  ...rest,
  notes: rest.notes.map((note) => ({ ...note, content: EARLIER_NOTES[note.note_type] ?? note.content })),
  media: rest.media.map(({ type, sha256 }) => ({ type, sha256 })),
};
/** Digest that the early release stored with the signed version. It must never change. */
const EARLIER_VERSION_SHA256 = '04d8991ce2f3cbd8aa31c6aaf32528125d6db5d4378ea4419bb9efdb7c197f0f';

it('P10.163 the server reads a signed version of an early release unchanged, with its fingerprint', () => {
  const read = SignedVersionContent.parse(EARLIER_VERSION);
  expect(read).toEqual(EARLIER_VERSION);
  expect([contentDigest(EARLIER_VERSION), contentDigest(read)]).toEqual([
    EARLIER_VERSION_SHA256,
    EARLIER_VERSION_SHA256,
  ]);
});

it("P10.163 documents of an early release's signed version print nothing that the version does not contain", async () => {
  const input = await createReportInput(SignedVersionContent.parse(EARLIER_VERSION));
  for (const kind of ['concept', 'history'] as const) {
    const text = await pdfTextOf(
      await composeDocument(kind, { ...input, content_sha256: EARLIER_VERSION_SHA256 }),
    );
    expect(text).toContain(EARLIER_VERSION_SHA256.slice(0, 12));
    expect(text).not.toMatch(/Recibida|Recepción [A-Z]|Capturada|tomada en|Firmó|tableta/);
  }
});
