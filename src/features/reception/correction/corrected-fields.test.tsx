import '#tests/support/device/jsdom-device.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { db } from '#storage/database/database.ts';
import { CreateEvaluationBody } from '#contract/records/evaluation/capture.ts';
import type { KnownPatient } from '#domain/registration.ts';
import { readEntry } from '#storage/outbox/entries.ts';
import { readContent } from '#storage/outbox/outbox-content.ts';
import {
  account,
  ANA,
  BRANCH,
  claim,
  confirmation,
  confirmedEntry,
  person,
} from '#tests/support/device/device.ts';
import { EMPLOYER, emptyDesk, field, NUMBER, TYPE } from '#tests/support/screens/reception.tsx';
import { renderScreen } from '#tests/support/screens/render-screen.tsx';
import { Desk } from '../desk.tsx';

async function confirmed(linked: KnownPatient | null = null): Promise<string> {
  const given = confirmation(NUMBER);
  const form = {
    ...given.summary.form,
    evaluationTypeId: TYPE,
    employerCompanyId: EMPLOYER,
    existingPatientId: linked?.id ?? null,
  };
  return confirmedEntry(NUMBER, { summary: { ...given.summary, form, linked } });
}

/** Body of the evaluation that waits. */
async function waitingBody(entryId: string): Promise<CreateEvaluationBody> {
  const item = (await readEntry(ANA, entryId))?.items.find(({ kind }) => kind === 'evaluation');
  const content = await readContent(item?.id ?? '');
  if (content.type !== 'body') throw new Error('No body waits');
  return CreateEvaluationBody.parse(JSON.parse(content.text));
}

const open = (entryId: string) =>
  renderScreen(<Desk account={account} branchId={BRANCH} entryId={entryId} />, '/reception');

/** To the last step, with another first name. */
async function typeName(name: string): Promise<void> {
  const first = await field('Primer nombre');
  await userEvent.clear(first);
  await userEvent.type(first, name);
  for (let step = 0; step < 2; step += 1)
    await userEvent.click(await screen.findByRole('button', { name: 'Siguiente' }));
}

const send = async () => userEvent.click(await screen.findByRole('button', { name: 'Corregir y enviar' }));
const corrections = () => db.entries.where('kind').equals('correction').count();

beforeEach(emptyDesk);

describe('the last step of a correction', () => {
  it('P10.287 P10.281 shows each changed field before and after, and replaces an unsent registration without a reason', async () => {
    const entryId = await confirmed();
    open(entryId);
    await typeName('Zoé');
    const changes = await screen.findByRole('list', { name: 'Lo que cambia' });
    expect(changes.textContent).toBe('Primer nombreAntes: Zoraida → Ahora: Zoé');
    expect(screen.queryByLabelText(/Motivo de la corrección/)).toBeNull();
    await send();
    await waitFor(async () =>
      expect((await readEntry(ANA, entryId))?.summary.patientName).toBe('Zoé Quiñones'),
    );
    expect(await corrections()).toBe(0);
  });

  it('P10.281 P10.299 removes the values of a known patient again when the registration is replaced', async () => {
    const known = { ...person(NUMBER), id: '00000007-0000-4000-8000-000000000000', birth_date: '1980-05-03' };
    const entryId = await confirmed(known);
    open(entryId);
    await typeName('Zoraida');
    await send();
    await waitFor(async () =>
      expect((await waitingBody(entryId)).patient).toMatchObject({ cleared: ['birth_date', 'gender'] }),
    );
  });

  it('P10.282 keeps what was typed when the registration is sent meanwhile, and sends it as a correction with a reason', async () => {
    const entryId = await confirmed();
    open(entryId);
    await typeName('Zoé');
    await claim();
    await send();
    const reason = await screen.findByLabelText(/Motivo de la corrección/);
    await userEvent.type(reason, 'corto');
    await send();
    expect(await screen.findByText('Escribe al menos 10 caracteres.')).toBeDefined();
    expect(await corrections()).toBe(0);
    await userEvent.clear(reason);
    await userEvent.type(reason, 'El nombre estaba mal escrito');
    await send();
    await waitFor(async () => expect(await corrections()).toBe(1));
  });
});
