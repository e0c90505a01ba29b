import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rememberPatient } from '#storage/outbox/patients.ts';
import { ANA_ID, createLocalPatient, signInOnDevice, wipeDevice } from '#tests/support/device/device.ts';
import {
  createErrorResponse,
  stubServer,
  failAsUnreachable,
  type SessionServer,
} from '#tests/support/device/servers/session-server.ts';
import { createAdditionalField, createFieldValue } from '#tests/support/screens/additional-fields.ts';
import { lookUpPatient } from './lookup.ts';

const DOCUMENT_NUMBER = '9999000017';
const patient = {
  id: '0197c0de-4c1e-7000-8000-000000000001',
  identification_type: 'CC',
  identification_number: DOCUMENT_NUMBER,
  first_name: 'Zoraida',
  last_name: 'Quiñones',
};
const lookUp = () => lookUpPatient(ANA_ID, 'CC', DOCUMENT_NUMBER);

let server: SessionServer;
beforeEach(async () => {
  await wipeDevice();
  await signInOnDevice(ANA_ID);
  server = stubServer(() => Response.json(patient));
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['without a body', () => new Response(null, { status: 404 })],
  ['in a gateway’s words', () => new Response('404 page not found', { status: 404 })],
])(
  'S6 P7.8 the lookup uses the patients on the device when it gets a 404 %s, as from a gateway',
  async (_how, response) => {
    await lookUp();
    server.respond = response;
    expect(await lookUp()).toMatchObject({ source: 'device', cause: 'portal', patient: { id: patient.id } });
  },
);

it.each([
  ['ours', () => createErrorResponse(404, 'not_found')],
  ['one of the base contract alone', () => Response.json({ message: 'No', details: [] }, { status: 404 })],
])(
  'P7.8 P8.4 the lookup reports that no patient exists when the server itself responds with a 404 (%s)',
  async (_whose, response) => {
    await lookUp();
    server.respond = response;
    expect(await lookUp()).toEqual({ source: 'server', patient: null });
  },
);

it('P10.308 an offline lookup by CC finds the patient remembered under a TI with the same number, unless the CC is remembered', async () => {
  server.respond = () => Response.json({ ...patient, identification_type: 'TI' });
  await lookUp();
  server.respond = failAsUnreachable;
  expect(await lookUp()).toMatchObject({ source: 'device', patient: { identification_type: 'TI' } });
  expect(await lookUpPatient(ANA_ID, 'CE', DOCUMENT_NUMBER)).toMatchObject({ patient: null });
  await rememberPatient(ANA_ID, { ...createLocalPatient(DOCUMENT_NUMBER), id: patient.id });
  expect(await lookUp()).toMatchObject({ source: 'device', patient: { identification_type: 'CC' } });
});

it('P10.308 P10.309 a lookup by CC names TI as former document type in its request; a lookup by TI names none', async () => {
  const asked: (string | null)[] = [];
  server.respond = (_path, request) => {
    asked.push(new URL(request.url).searchParams.get('former_type'));
    return createErrorResponse(404, 'not_found');
  };
  await lookUp();
  await lookUpPatient(ANA_ID, 'TI', DOCUMENT_NUMBER);
  expect(asked).toEqual(['TI', null]);
});

it('P10.352 the device remembers values of additional fields about the patient, and returns them in an offline lookup', async () => {
  const values = [createFieldValue(createAdditionalField(1, { name: 'EPS' }), 'Sura')];
  server.respond = () => Response.json({ ...patient, additional_fields: values });
  expect(await lookUp()).toMatchObject({ patient: { additional_fields: values } });
  server.respond = failAsUnreachable;
  expect(await lookUp()).toMatchObject({ source: 'device', patient: { additional_fields: values } });
});
