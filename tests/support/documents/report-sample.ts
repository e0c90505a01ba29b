import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { NOTE_TYPES } from '#contract/vocabulary.ts';
import { drawPhoto, drawSignature } from '#server/demo/pictures.ts';
import { repeatableRandom } from '#server/demo/random.ts';
import type { SignedVersionContent } from '#server/schema/evaluation/signed-version.ts';
import type { PrintedVersion, ReportInput } from '#server/documents/reports/input/input.ts';
import { DEFAULT_LEGAL_TEXTS } from '#server/platform/settings/legal-texts.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Signed version in which every optional part is filled; all persons and companies are fictitious. */
export const SAMPLE_SIGNED_VERSION: SignedVersionContent = {
  evaluation_id: '1a2b3c4d-5e6f-4a7b-8c9d-0e1f2a3b4c5d',
  version: 2,
  started_at: '2026-03-05T11:47:09Z',
  captured_at: '2026-03-05T11:47:09Z',
  received_at: '2026-03-05T11:48:30Z',
  closed_at: '2026-03-05T13:20:41Z',
  document: { number: 'BOG-2026-000123', code: '7KQ29M4XHJ3T' },
  patient: {
    identification_type: 'CC',
    identification_number: '9.999.000.017',
    first_name: 'Ana',
    middle_name: 'María',
    last_name: 'Gil',
    second_last_name: 'Núñez',
    birth_date: '1990-05-12',
    gender: 'F',
    occupation_name: 'Auxiliar de bodega',
  },
  evaluation_type: { code: 'PER', name: 'Periódica programada' },
  employer_company: { code: '999000021-1', name: 'Constructora Puente Imaginario S.A.S. (DEMO)' },
  contractor_company: { code: '999000031-3', name: 'Andamios y Altura Ficticia Ltda. (DEMO)' },
  additional_info: 'Asiste con orden de la empresa. Turno de la mañana.',
  exam_orders: [
    {
      exam: { code: 'EMO-OST', name: 'Examen médico con énfasis osteomuscular' },
      updated_at: '2026-03-05T12:30:00Z',
      result_notes:
        'Talla 164 cm, peso 68 kg. Dolor lumbar a la flexión, Lasègue negativo bilateral. Maniobra de Phalen negativa.',
      attachments: [],
    },
    {
      exam: { code: 'AUD', name: 'Audiometría tonal' },
      updated_at: '2026-03-05T12:41:00Z',
      result_notes: 'Audición dentro de límites normales en ambos oídos.\nControl anual.',
      attachments: [
        { original_name: 'audiograma señal 1.pdf', sha256: sha256('audiogram') },
        { original_name: 'otoscopia oído derecho.jpg', sha256: sha256('otoscopy') },
      ],
    },
    {
      exam: { code: 'VIS', name: 'Visiometría' },
      updated_at: '2026-03-05T12:52:00Z',
      result_notes: 'Agudeza visual 20/20 con corrección.',
      attachments: [],
    },
    {
      exam: { code: 'GLU', name: 'Glicemia basal' },
      updated_at: '2026-03-05T13:02:00Z',
      result_notes: '92 mg/dL (referencia: 70 a 100).',
      attachments: [{ original_name: 'laboratorio.pdf', sha256: sha256('laboratory') }],
    },
  ],
  notes: [
    { note_type: 'concepto', content: 'Apto con recomendaciones' },
    {
      note_type: 'aptitud_tarea',
      content: 'Trabajo en alturas: apto.\nConducción: no aplica.',
    },
    {
      note_type: 'restricciones',
      content: 'No manipular cargas superiores a 12,5 kg, del 5 mar 2026 al 3 jun 2026.',
    },
    {
      note_type: 'recomendaciones',
      content:
        'Realizar pausas activas de 5 minutos cada 2 horas.\nUso permanente de elementos de protección auditiva en zonas señalizadas.\nAlternar posición sentado y de pie.',
    },
    { note_type: 'habitos', content: 'Mantener actividad física regular y alimentación balanceada.' },
    { note_type: 'sve', content: 'Incluir en SVE osteomuscular por lumbalgia mecánica.' },
    { note_type: 'manejo_eps_arp', content: 'Valoración por fisiatría en su EPS por lumbalgia.' },
    { note_type: 'observaciones', content: 'Paciente asiste sin ayuno; se reprograma perfil lipídico.' },
  ],
  decisions: {
    aptitude: 'apto_recomendaciones',
    surveillance: [{ programme: 'osteomuscular', act: 'ingresa' }],
    referral: { to: 'eps', reason: 'Lumbalgia mecánica' },
    restrictions: [
      { what: 'No manipular cargas superiores a 12,5 kg', from: '2026-03-05', to: '2026-06-03' },
    ],
    tasks: [{ task: 'Trabajo en alturas', aptitude: 'apto' }],
  },
  media: [
    { type: 'photo', sha256: sha256('photo') },
    { type: 'signature', sha256: sha256('signature'), captured_at: '2026-03-05T11:46:52Z' },
  ],
  doctor: {
    name: 'Dra. Ana Demo Rincón',
    specialty: 'Medicina del trabajo',
    license_number: 'DEMO-1001',
    registration_number: 'DEMO-0001',
  },
};

const LOGO_SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="520" height="160"><rect width="160" height="160" rx="36" fill="#0a6a6a"/>
  <path d="M80 36v88M36 80h88" stroke="#fff" stroke-width="22"/><rect x="190" y="40" width="300" height="34" fill="#12262b"/>
  <rect x="190" y="94" width="200" height="22" fill="#47606a"/></svg>`;

export const SAMPLE_VERIFICATION: NonNullable<ReportInput['verification']> = {
  number: 'BOG-2026-000123',
  code: '7KQ2-9M4X-HJ3T',
  online: {
    address: 'ventanilla.example.com/v/7KQ2-9M4X-HJ3T',
    qr: `https://ventanilla.example.com/v/7KQ29M4XHJ3T#BOG-2026-000123~0305~017~2~9aaf0a512f1c~41-47.${'A_-9z'.repeat(17)}x`,
  },
};

/** Converts the content of a signed version for printing, without a document receipt or reopening. */
export const toPrintedVersion = ({ version, closed_at, document }: SignedVersionContent): PrintedVersion => ({
  version,
  number: document?.number ?? null,
  closed_at,
  receipt: null,
  reopened: null,
});

async function drawSamplePictures() {
  const random = repeatableRandom(3);
  return {
    logo: await sharp(Buffer.from(LOGO_SVG)).png().toBuffer(),
    patient_photo: await drawPhoto(random),
    patient_signature: await drawSignature(random),
    doctor_signature: await drawSignature(random),
  };
}
let drawnPictures: ReturnType<typeof drawSamplePictures> | undefined;

/**
 * Returns the data of a report: the signed version with letterhead and pictures, and with the name of the requesting user and
 * the time of the request.
 */
export async function createReportInput(
  closing: SignedVersionContent = SAMPLE_SIGNED_VERSION,
): Promise<ReportInput> {
  const { logo, ...pictures } = await (drawnPictures ??= drawSamplePictures());
  return {
    closing,
    content_sha256: sha256(JSON.stringify(closing)),
    is_without_text: false,
    verification: SAMPLE_VERIFICATION,
    clarifications: [],
    branding: {
      company_name: 'IPS Ocupacional Los Alisos (DEMO)',
      branch_name: 'Sede Chapinero Ficticio',
      nit: '999.000.011-6',
      habilitation_code: '999900000101',
      city: 'Bogotá D.C.',
      address: 'Calle 00 # 00-00, piso 2',
      contact_email: 'bog@alisos.demo',
      contact_phone: '601 000 0011',
      contact_website: 'https://alisos.demo',
      logo,
    },
    pictures: { ...pictures, receipt_signatures: [] },
    versions: [toPrintedVersion(closing)],
    request: { by: 'Dra. Ana Demo Rincón', at: '2026-03-06T14:05:00Z' },
    legal: DEFAULT_LEGAL_TEXTS,
  };
}

/** Returns the unique word that marks one text of a signed version, such as `marker('result', 0)`. */
export const marker = (what: string, index = 0): string => `zq${what}${index}x`;

/** Returns a signed version in which every finding contains its marker; the marker of a note is the note's type. */
export function markedSignedVersion(): SignedVersionContent {
  return {
    ...SAMPLE_SIGNED_VERSION,
    additional_info: `Comentario ${marker('comment')}`,
    exam_orders: SAMPLE_SIGNED_VERSION.exam_orders.map((order, index) => ({
      ...order,
      result_notes: `Hallazgo ${marker('result', index)}`,
      attachments: [{ original_name: `${marker('file', index)}.pdf`, sha256: sha256(`file ${index}`) }],
    })),
    notes: NOTE_TYPES.map((type) => ({
      note_type: type,
      content: `Incluir en osteomuscular, ${marker(type)}`,
    })),
  };
}
