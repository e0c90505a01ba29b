// @module-tag landing
import { expect, it } from 'vitest';
import { contentDigest } from '#server/closing/canonical.ts';
import { ClosingContent } from '#server/closing/closing.ts';
import { compose } from '#server/reports/documents/compose.ts';
import { textOf } from '#tests/support/documents/poppler.ts';
import { SAMPLE_CLOSING, reportInput } from '#tests/support/documents/report-sample.ts';

const { captured_at: _captured, received_at: _received, decisions: _decisions, ...rest } = SAMPLE_CLOSING;
const EARLIER_NOTES: Readonly<Record<string, string>> = {
  concepto: 'Apto con recomendaciones para desempeñar el cargo',
  aptitud_tarea: 'Trabajo en alturas: apto, vigente hasta el 05/03/2027.\nConducción: no aplica.',
  restricciones: 'No manipular cargas superiores a 12,5 kg. Temporal: del 05/03/2026 al 03/06/2026.',
};
/** A closing as it was written before it had signatures, times of arrival, signers and decisions. */
const EARLIER = {
  ...rest,
  notes: rest.notes.map((note) => ({ ...note, content: EARLIER_NOTES[note.note_type] ?? note.content })),
  media: rest.media.map(({ type, sha256 }) => ({ type, sha256 })),
};
/** As the program of then wrote it beside the closing: it never changes. */
const FINGERPRINT = '04d8991ce2f3cbd8aa31c6aaf32528125d6db5d4378ea4419bb9efdb7c197f0f';

it('P10.163 a closing of before is read as it was written, and keeps its fingerprint', () => {
  const read = ClosingContent.parse(EARLIER);
  expect(read).toEqual(EARLIER);
  expect([contentDigest(EARLIER), contentDigest(read)]).toEqual([FINGERPRINT, FINGERPRINT]);
});

it('P10.163 its documents say nothing that it does not know', async () => {
  const input = await reportInput(ClosingContent.parse(EARLIER));
  for (const kind of ['concept', 'history'] as const) {
    const text = await textOf(await compose(kind, { ...input, content_sha256: FINGERPRINT }));
    expect(text).toContain(FINGERPRINT.slice(0, 12));
    expect(text).not.toMatch(/Recibida|Recepción [A-Z]|Capturada|tomada en|Firmó|tableta/);
  }
});
