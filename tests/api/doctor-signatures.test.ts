import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Doctor } from '#contract/records/catalogs.ts';
import { SIGNATURE_MAX_BYTES } from '#contract/limits.ts';
import { diskFiles } from '#server/files/disk-files.ts';
import { sweepOrphans } from '#server/files/sweep.ts';
import { pictureOf, textOf } from '#tests/support/documents/poppler.ts';
import { linesOf } from './support/activity.ts';
import { makers, signatureParts } from './support/catalog-examples.ts';
import {
  type Medicine,
  closingsOf,
  readyEvaluation,
  saveOrders,
  seedMedicine,
  sign,
} from './support/clinical.ts';
import { flat, photo, pngBomb, signature } from './support/pictures.ts';
import {
  type Caller,
  type Provider,
  type Reply,
  answerOf,
  codeOf,
  problemsOf,
  startProvider,
} from './support/provider.ts';

let provider: Provider;
let medicine: Medicine;
let admin: Caller;
let doctor: Caller;
beforeAll(async () => {
  provider = await startProvider('doctor_signatures');
  medicine = await seedMedicine(provider);
  admin = await provider.as('admin');
  doctor = await provider.as('doctor');
});
afterAll(() => provider.stop());

const upload = (id: string, file: Buffer): Promise<Reply> =>
  admin.post(`/doctors/${id}/signature`, { parts: signatureParts(file) });
const get = (id: string) => admin.get(`/doctors/${id}/signature`);
/** A stroke of that colour on white, thick enough to be found on a page. */
const stroke = (colour: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg width="400" height="100"><rect width="400" height="100" fill="#fff"/><path d="M10 60 Q 200 -20 390 70" stroke="${colour}" stroke-width="22" fill="none"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

describe("a doctor's signature", () => {
  it('P3.11 P7.25 is none until it is uploaded, and is answered as it is kept', async () => {
    const { id, signature_key } = await makers.doctor(admin);
    expect([signature_key, codeOf(await get(id))]).toEqual([null, 'not_found']);
    const reply = await upload(id, await signature());
    expect(reply.statusCode).toBe(200);
    expect(answerOf(Doctor, reply)).toMatchObject({
      id,
      signature_key: expect.stringMatching(/\.png$/),
      revision: 2,
    });
    const kept = await get(id);
    expect(kept.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect((await sharp(kept.rawPayload).metadata()).format).toBe('png');
  });

  it('P10.17 may be a JPEG, which keeps nothing of the camera', async () => {
    const { id } = await makers.doctor(admin);
    expect(answerOf(Doctor, await upload(id, await photo())).signature_key).toMatch(/\.jpg$/);
    const kept = await get(id);
    expect(kept.headers['content-type']).toBe('image/jpeg');
    expect(kept.rawPayload.includes('NombreSecreto')).toBe(false);
  });

  it.each<[string, () => Buffer | Promise<Buffer>, number]>([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 422],
    ['a PDF', () => Buffer.from('%PDF-1.4\n%%EOF'), 422],
    ['nothing', () => Buffer.alloc(0), 422],
    ['an empty sheet', () => flat(3), 422],
    ['64 million pixels', () => pngBomb(8_000), 422],
    ['one byte over 500 kB', () => Buffer.alloc(SIGNATURE_MAX_BYTES + 1), 413],
  ])('P5.24 %s is refused, and the one before stays', async (_name, file, status) => {
    const { id } = await makers.doctor(admin);
    const { signature_key } = answerOf(Doctor, await upload(id, await signature()));
    const reply = await upload(id, await file());
    expect([reply.statusCode, Object.keys(problemsOf(reply))]).toEqual([status, ['file']]);
    const [row] = (await admin.get(`/doctors?include_inactive=1&page_size=100`))
      .json<{ items: Doctor[] }>()
      .items.filter((item) => item.id === id);
    expect(row).toMatchObject({ signature_key, revision: 2 });
  });

  it('P7.25 of nobody is a 404', async () => {
    expect(codeOf(await upload(randomUUID(), await signature()))).toBe('not_found');
    expect(codeOf(await get(randomUUID()))).toBe('not_found');
  });

  it('P10.12 leaves its line', async () => {
    const { id } = await makers.doctor(admin);
    const file = await signature();
    expect(await linesOf(provider, () => upload(id, file))).toEqual([
      ['catalog_changed', 'done', { resource: 'doctors', id, what: 'signature_set' }],
    ]);
  });
});

describe('P4 what is signed keeps the signature that it was signed with', () => {
  /** How many dots of the concept's page are red, and how many blue. */
  async function colours(id: string): Promise<{ red: number; blue: number }> {
    const pdf = (await doctor.get(`/evaluations/${id}/concept-pdf`)).rawPayload;
    const page = await pictureOf(pdf, 1);
    const data = await sharp(page).removeAlpha().raw().toBuffer();
    const found = { red: 0, blue: 0 };
    for (let at = 0; at < data.length; at += 3) {
      const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
      if (red > 200 && green < 80 && blue < 80) found.red += 1;
      if (blue > 200 && green < 80 && red < 80) found.blue += 1;
    }
    return found;
  }

  it('the next closing has the new one, the earlier keeps its own, even after the sweep', async () => {
    const { id } = await makers.doctor(admin);
    await upload(id, await stroke('#ff0000'));
    const [earlier, next] = [
      await readyEvaluation(provider, medicine),
      await readyEvaluation(provider, medicine),
    ];
    await sign(doctor, earlier, id);
    await upload(id, await stroke('#0000ff'));
    await sign(doctor, next, id);
    await sweepOrphans(
      provider.database.pool,
      diskFiles(provider.filesDir),
      new Date(Date.now() + 2 * 60 * 60_000),
    );
    const [first, second] = [await colours(earlier), await colours(next)];
    expect(first.red).toBeGreaterThan(200);
    expect(first.blue).toBe(0);
    expect(second.blue).toBeGreaterThan(200);
    expect(second.red).toBe(0);
    const [a, b] = [await closingsOf(provider, earlier), await closingsOf(provider, next)];
    expect(a[0]?.['doctor_signature_sha256']).not.toBe(b[0]?.['doctor_signature_sha256']);
  });
});

describe('P10.9 an exam that is not shown on the concept', () => {
  const words = async (id: string, call: string) =>
    textOf((await doctor.get(`/evaluations/${id}/${call}`)).rawPayload);

  it('is on the history and not on the concept, as it was when it was signed', async () => {
    const hidden = await makers.exam(admin, { name: 'Prueba reservada', shown_on_concept: false });
    const id = await readyEvaluation(provider, medicine);
    await saveOrders(doctor, id, [{ exam_id: hidden.id, result_notes: 'Negativo.' }]);
    await sign(doctor, id, medicine.doctors.signer);
    const put = { code: hidden.code, name: hidden.name, shown_on_concept: true };
    await admin.send('PUT', `/exams/${hidden.id}`, { json: put });
    expect(await words(id, 'clinical-history')).toContain('Prueba reservada');
    const concept = await words(id, 'concept-pdf');
    expect(concept).toContain('Audiometría');
    expect(concept).not.toContain('Prueba reservada');
    expect(
      (await closingsOf(provider, id))[0]?.content.exam_orders.map((order) => order.shown_on_concept),
    ).toEqual([true, false]);
  });

  it('alone leaves no exam to be named', async () => {
    const id = await readyEvaluation(provider, medicine);
    const { pool } = provider.database;
    await pool.query('update exams set shown_on_concept = false where id = $1', [medicine.exams.hearing]);
    await sign(doctor, id, medicine.doctors.signer);
    await pool.query('update exams set shown_on_concept = true where id = $1', [medicine.exams.hearing]);
    const concept = await words(id, 'concept-pdf');
    expect(concept).toContain('Sin valoraciones que informar');
    expect(concept).not.toContain('Audiometría');
  });
});
