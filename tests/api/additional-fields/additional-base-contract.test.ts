import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_BASE } from '#contract/routes/routes.ts';
import { CreatedEvaluation } from '#contract/records/evaluation/capture.ts';
import { BaseContractServer } from '#tests/support/server/base-contract-server.ts';
import { createUnknownFieldValue, createAdditionalValue } from '../support/additional-fields.ts';
import {
  createEvaluation,
  evaluationBody,
  fetchEvaluationDetail,
  nextDocumentNumber,
} from '../support/capture.ts';
import { rowMakers } from '../support/examples/catalog-examples.ts';
import { type Caller, type Server, startServer } from '../support/server.ts';

let server: Server;
let receptionist: Caller;
let strictContractServer: BaseContractServer;
beforeAll(async () => {
  server = await startServer('additional_base_contract');
  receptionist = await server.as('desk');
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  strictContractServer = await BaseContractServer.start(`http://127.0.0.1:${port}`);
});
afterAll(async () => {
  await strictContractServer.close();
  await server.stop();
});

const requestBaseContractServer = (path: string, init: RequestInit = {}) =>
  fetch(`${strictContractServer.origin}${API_BASE}${path}`, {
    ...init,
    headers: { cookie: receptionist.cookie, 'content-type': 'application/json' },
  });

describe('P10.342 base-contract server', () => {
  it('P10.342 a base-contract server has no list of additional fields, ignores such fields in a registration and returns none', async () => {
    const phone = await rowMakers.additionalField(await server.as('admin'));
    expect((await requestBaseContractServer('/additional-fields')).status).toBe(404);
    const number = nextDocumentNumber();
    const body = evaluationBody(
      server,
      { identification_number: number },
      { additional_fields: [createUnknownFieldValue('Nocturno')] },
    );
    const reply = await requestBaseContractServer('/evaluations', {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const { id } = CreatedEvaluation.parse(await reply.json());
    expect((await fetchEvaluationDetail(await server.as('doctor'), id)).additional_fields).toEqual([]);
    const known = nextDocumentNumber();
    await createEvaluation(
      server,
      receptionist,
      { identification_number: known },
      { additional_fields: [createAdditionalValue(phone, 'Valor del paciente')] },
    );
    const found = await requestBaseContractServer(
      `/patients/search?identification_type=CC&identification_number=${known}`,
    );
    expect([found.status, await found.text()]).toEqual([
      200,
      expect.not.stringContaining('Valor del paciente'),
    ]);
  });
});
