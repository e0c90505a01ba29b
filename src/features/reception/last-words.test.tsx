import '#tests/support/device/jsdom-device.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { StorageProblem } from '#storage/base/problem.ts';
import { listEntries } from '#storage/outbox/entries.ts';
import { saveDraft } from '#sync/changes/on-device.ts';
import { ANA } from '#tests/support/device/device.ts';
import {
  button,
  emptyDesk,
  field,
  NUMBER,
  readyDraft,
  registeredToday,
  saved,
  show,
} from '#tests/support/screens/reception.tsx';

vi.mock('#sync/changes/on-device.ts', async (original) => {
  const real = await original<{ saveDraft: typeof saveDraft }>();
  return { ...real, saveDraft: vi.fn(real.saveDraft) };
});

beforeEach(async () => {
  vi.mocked(saveDraft).mockReset();
  await emptyDesk();
});

const COMMENTS = 'Información adicional';

/** What is typed meanwhile is not on the device. */
const noSave = () => vi.mocked(saveDraft).mockRejectedValue(new StorageProblem('closed'));

/** In the second step, and on to 'Confirmar'. */
async function writeComments(text: string): Promise<HTMLElement> {
  fireEvent.click(await button('Editar evaluación y empresas'));
  fireEvent.change(await field(COMMENTS), { target: { value: text } });
  fireEvent.click(await button('Siguiente'));
  return button('Confirmar y crear evaluación');
}

it('S2 S3 what was typed last goes with the entry, and is not written to the draft before', async () => {
  await readyDraft();
  show();
  noSave();
  const confirm = await writeComments('Trae exámenes');
  vi.mocked(saveDraft).mockClear();
  fireEvent.click(confirm);
  await button('Registrar otra evaluación');
  expect(saveDraft).not.toHaveBeenCalled();
  const [entry] = await listEntries(ANA, { limit: 9 });
  expect(entry?.summary).toMatchObject({ form: { additionalInfo: 'Trae exámenes' } });
});

it('S3 what was typed last is saved where it was not confirmed, and so is what is typed next', async () => {
  await readyDraft(NUMBER, registeredToday());
  show();
  noSave();
  const confirm = await writeComments('Trae exámenes');
  expect((await saved())?.additionalInfo).not.toBe('Trae exámenes');
  vi.mocked(saveDraft).mockReset();
  fireEvent.click(confirm);
  const dialog = await screen.findByRole('dialog');
  await waitFor(async () => expect((await saved())?.additionalInfo).toBe('Trae exámenes'));
  fireEvent.click(within(dialog).getByRole('button', { name: 'Volver a revisar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await writeComments('Trae lentes');
  await waitFor(async () => expect((await saved())?.additionalInfo).toBe('Trae lentes'));
});
