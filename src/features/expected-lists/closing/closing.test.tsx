import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AbsenceNotice, AbsenceNotices } from '#contract/records/evaluation/attendance.ts';
import type { ExpectedList, ExpectedPerson } from '#contract/records/evaluation/expected-lists.ts';
import { createList, createPerson, LIST_ID } from '#tests/support/screens/expected/lists.ts';
import {
  createPeoplePage,
  createRefusal,
  getButton,
  listMocks,
  renderListPage,
  resetListMocks,
  SAVED,
} from '#tests/support/screens/expected/list-page.tsx';
import { enterText } from '#tests/support/screens/rendering/enter-text.ts';

interface NoticeBody {
  readonly id: string;
  readonly to: string;
  readonly digest: string;
  readonly is_copied: boolean;
}
const mocks = vi.hoisted(() => ({
  closeExpectedList: vi.fn<(id: string) => Promise<unknown>>(),
  reopenExpectedList: vi.fn<(id: string) => Promise<unknown>>(),
  fetchAbsenceNotices: vi.fn<(id: string) => Promise<unknown>>(),
  createAbsenceNotice: vi.fn<(id: string, body: NoticeBody) => Promise<unknown>>(),
  withdrawAbsenceNotice: vi.fn<(listId: string, id: string) => Promise<unknown>>(),
  fetchNoticeFile: vi.fn<(listId: string, id: string) => Promise<unknown>>(),
  downloadFile: vi.fn(),
}));
vi.mock('#sync/expected/attendance.ts', () => mocks);
vi.mock('#sync/reads/documents/downloads.ts', () => ({ recordDownload: () => Promise.resolve() }));
vi.mock('#ui/hooks/save-file.ts', () => ({ downloadFile: mocks.downloadFile }));

const CLOSED = { state: 'closed', at: '2026-12-01T23:00:00Z', by: 'Ana' } as const;
const DRAFT = {
  to: 'sst@flores.test',
  subject: 'Personas que no asistieron',
  text: 'Zoraida Gil',
  people: 2,
  digest: 'a'.repeat(64),
};
const createNotice = (status: AbsenceNotice['status'], nth = 1): AbsenceNotice => ({
  id: `66666666-6666-4666-8666-66666666666${nth}`,
  to: 'sst@flores.test',
  subject: DRAFT.subject,
  text: DRAFT.text,
  people: 2,
  created_at: '2026-12-01T23:05:00Z',
  created_by: 'Ana',
  status,
});

/** List, person and notices of the simulated server. */
let list: ExpectedList;
let person: ExpectedPerson;
let notices: AbsenceNotices;
const renderClosedList = async (patch: Partial<AbsenceNotices> = {}) => {
  list = createList({ status: CLOSED });
  notices = { items: [], draft: DRAFT, sends_mail: true, ...patch };
  renderListPage();
  await screen.findByRole('region', { name: 'Aviso a la empresa' });
};

beforeEach(() => {
  resetListMocks();
  // The day of the list, while timers run in real time.
  vi.setSystemTime('2026-12-01T12:00:00Z');
  list = createList();
  person = createPerson(1);
  listMocks.fetchExpectedPeople.mockImplementation(() => createPeoplePage(list, [person]));
  mocks.fetchAbsenceNotices.mockImplementation(() => Promise.resolve(notices));
  mocks.closeExpectedList.mockResolvedValue(SAVED);
  mocks.reopenExpectedList.mockResolvedValue(SAVED);
  mocks.createAbsenceNotice.mockResolvedValue(SAVED);
  mocks.withdrawAbsenceNotice.mockResolvedValue(SAVED);
});

afterEach(() => vi.useRealTimers());

describe('P11.70 closing a list', () => {
  it('is not possible before its day, with the reason at the button', async () => {
    list = createList({ day: '2026-12-02' });
    renderListPage();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cerrar la lista' });
    expect(button.disabled).toBe(true);
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Se puede cerrar desde el día de la citación.');
  });

  it('prompts with the numbers of people who came and who did not', async () => {
    renderListPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Cerrar la lista' }));
    const dialog = within(await screen.findByRole('dialog', { name: '¿Cerrar la lista del 01/12/2026?' }));
    expect(
      dialog.getByText(
        /Asistieron 0 personas. 1 llegó y no se registró. 2 personas por llegar quedarán como «No asistió»./,
      ),
    ).toBeTruthy();
    expect(mocks.closeExpectedList).not.toHaveBeenCalled();
    list = createList({ status: CLOSED });
    person = createPerson(1, { status: { ...CLOSED, state: 'no_show', by_closing: true } });
    notices = { items: [], draft: DRAFT, sends_mail: true };
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar la lista' }));
    expect(mocks.closeExpectedList).toHaveBeenCalledExactlyOnceWith(LIST_ID);
    expect(await screen.findByText(/La cerró Ana el 01\/12\/2026/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Agregar persona' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Más sobre Zoraida1 Gil' }));
    expect(screen.getByRole('button', { name: 'Cancelar la cita de Zoraida1 Gil' })).toBeTruthy();
    for (const name of ['Editar a Zoraida1 Gil', 'Volver a esperar a Zoraida1 Gil'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('that fails keeps the prompt open with the reason', async () => {
    mocks.closeExpectedList.mockResolvedValue(createRefusal('expected_list_cancelled'));
    renderListPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Cerrar la lista' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cerrar la lista' }));
    expect(await dialog.findByText('Rechazado: expected_list_cancelled')).toBeTruthy();
  });

  it('is undone by a button, which shows why it failed', async () => {
    await renderClosedList();
    mocks.reopenExpectedList.mockResolvedValueOnce(createRefusal('notice_exists'));
    await userEvent.click(getButton('Reabrir la lista'));
    expect(await screen.findByText('Rechazado: notice_exists')).toBeTruthy();
    list = createList();
    await userEvent.click(getButton('Reabrir la lista'));
    expect(await screen.findByRole('button', { name: 'Cerrar la lista' })).toBeTruthy();
    expect(mocks.reopenExpectedList.mock.calls).toEqual([[LIST_ID], [LIST_ID]]);
  });

  it.each([
    [{ state: 'queued' }, true],
    [{ state: 'accepted', at: '2026-12-01T23:06:00Z', server: 'mx.flores.test', response: '250 OK' }, true],
    [{ state: 'copied', at: '2026-12-01T23:06:00Z' }, true],
    [{ state: 'failed', at: '2026-12-01T23:06:00Z', reason: 'rejected' }, false],
  ] as const)(
    'cannot be undone once the notice is %j, unless sending it failed',
    async (status, isBinding) => {
      await renderClosedList({ items: [createNotice(status)], draft: isBinding ? null : DRAFT });
      expect(getButton('Reabrir la lista').disabled).toBe(isBinding);
      expect(screen.queryByText(/no se puede reabrir/) !== null).toBe(isBinding);
    },
  );
});

describe('P11.71 the notice to the company', () => {
  const stateSent = async () => {
    await userEvent.click(getButton('Ya lo envié'));
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, anotarlo' }));
  };

  it('is stated as sent only after a prompt', async () => {
    await renderClosedList({ sends_mail: false });
    await userEvent.click(getButton('Ya lo envié'));
    const dialog = within(await screen.findByRole('dialog', { name: '¿Ya enviaste el aviso?' }));
    expect(dialog.getByText(/lo enviaste a sst@flores.test/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Todavía no' }));
    expect(mocks.createAbsenceNotice).not.toHaveBeenCalled();
  });

  it('shows its text and is sent to the contact or to another address', async () => {
    await renderClosedList();
    expect(screen.getByText('Zoraida Gil')).toBeTruthy();
    const to = screen.getByLabelText<HTMLInputElement>(/^Correo de la empresa/);
    expect(to.value).toBe('sst@flores.test');
    expect(screen.queryByRole('button', { name: 'Ya lo envié' })).toBeNull();
    await userEvent.clear(to);
    await enterText(to, 'otra@flores.test');
    notices = { items: [createNotice({ state: 'queued' })], draft: null, sends_mail: true };
    await userEvent.click(getButton('Enviar aviso'));
    expect(mocks.createAbsenceNotice.mock.lastCall?.[1]).toMatchObject({
      to: 'otra@flores.test',
      digest: DRAFT.digest,
      is_copied: false,
    });
    expect(await screen.findByText('Por enviar')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Enviar aviso' })).toBeNull();
  });

  it('is sent once by repeated attempts, and a wrong address is marked at its field', async () => {
    await renderClosedList();
    mocks.createAbsenceNotice.mockResolvedValueOnce({ type: 'unreachable', cause: 'no_answer' });
    await userEvent.click(getButton('Enviar aviso'));
    expect(await screen.findByText(/No se pudo enviar el aviso/)).toBeTruthy();
    mocks.createAbsenceNotice.mockResolvedValueOnce(
      createRefusal('validation_failed', [{ field: 'to', message: 'Escribe un correo válido.' }]),
    );
    await userEvent.click(getButton('Enviar aviso'));
    expect(await screen.findByText('Escribe un correo válido.')).toBeTruthy();
    const [first, second] = mocks.createAbsenceNotice.mock.calls;
    expect(second).toEqual(first);
  });

  it('is copied and stated as sent without mail', async () => {
    await renderClosedList({ sends_mail: false });
    expect(screen.queryByRole('button', { name: 'Enviar aviso' })).toBeNull();
    await userEvent.click(getButton('Copiar texto'));
    expect(await navigator.clipboard.readText()).toBe('Personas que no asistieron\n\nZoraida Gil');
    await stateSent();
    expect(mocks.createAbsenceNotice.mock.lastCall?.[1]).toMatchObject({ is_copied: true });
  });

  it('states the text that was copied, although the list changed since', async () => {
    await renderClosedList({ sends_mail: false });
    await userEvent.click(getButton('Copiar texto'));
    notices = { ...notices, draft: { ...DRAFT, text: 'Otra persona', digest: 'b'.repeat(64) } };
    mocks.createAbsenceNotice.mockResolvedValueOnce(createRefusal('notice_changed'));
    await stateSent();
    expect(await screen.findByText('Rechazado: notice_changed')).toBeTruthy();
    await stateSent();
    await userEvent.click(getButton('Copiar texto'));
    await stateSent();
    expect(mocks.createAbsenceNotice.mock.calls.map(([, { digest }]) => digest[0])).toEqual(['a', 'a', 'b']);
  });

  it('is another notice when it is sent again after a saved one failed', async () => {
    await renderClosedList();
    await userEvent.click(getButton('Enviar aviso'));
    await userEvent.click(getButton('Enviar aviso'));
    const [first, second] = mocks.createAbsenceNotice.mock.calls;
    expect(second?.[1].id).not.toBe(first?.[1].id);
  });

  it('is not offered if all people came', async () => {
    await renderClosedList({ draft: null });
    expect(screen.getByText('Todas las personas asistieron: no hay aviso que enviar.')).toBeTruthy();
  });
});

describe('P11.71 the state of a notice', () => {
  it('names who accepted it, and its proof is downloaded', async () => {
    const accepted = createNotice({
      state: 'accepted',
      at: '2026-12-01T23:06:00Z',
      server: 'mx.flores.test',
      response: '250 OK',
    });
    await renderClosedList({ items: [accepted], draft: null });
    expect(screen.getByText(/Lo aceptó mx.flores.test el 01\/12\/2026.*«250 OK»/)).toBeTruthy();
    mocks.fetchNoticeFile.mockResolvedValue({
      bytes: new ArrayBuffer(1),
      fileName: 'a.pdf',
      keptSince: null,
    });
    await userEvent.click(getButton('Descargar constancia'));
    await waitFor(() => expect(mocks.downloadFile).toHaveBeenCalledOnce());
    expect(mocks.fetchNoticeFile).toHaveBeenCalledExactlyOnceWith(LIST_ID, accepted.id);
  });

  it.each([
    ['rejected', /lo rechazó. Revisa la dirección/],
    ['unreachable', /no confirmó que lo aceptara. Inténtalo más tarde/],
    ['withdrawn', /Se retiró antes de que el servidor/],
  ] as const)(
    'that failed (%s) says what to do, and is sent again or by another way',
    async (reason, text) => {
      const failed = createNotice({ state: 'failed', at: '2026-12-01T23:06:00Z', reason });
      await renderClosedList({ items: [failed] });
      expect(screen.getByText(text)).toBeTruthy();
      expect(getButton('Enviar aviso').disabled).toBe(false);
      expect(getButton('Ya lo envié').disabled).toBe(false);
    },
  );

  it('that waits is withdrawn by a button, which shows why it failed; the next one can be sent', async () => {
    const queued = createNotice({ state: 'queued' });
    await renderClosedList({ items: [queued], draft: null });
    mocks.withdrawAbsenceNotice.mockResolvedValueOnce(createRefusal('notice_exists'));
    await userEvent.click(getButton('Retirar aviso'));
    expect(await screen.findByText('Rechazado: notice_exists')).toBeTruthy();
    const at = '2026-12-01T23:06:00Z';
    notices = {
      ...notices,
      items: [createNotice({ state: 'failed', at, reason: 'withdrawn' })],
      draft: DRAFT,
    };
    await userEvent.click(getButton('Retirar aviso'));
    expect(await screen.findByText('Retirado')).toBeTruthy();
    expect(mocks.withdrawAbsenceNotice.mock.lastCall).toEqual([LIST_ID, queued.id]);
    expect(screen.queryByRole('button', { name: 'Retirar aviso' })).toBeNull();
    expect(getButton('Enviar aviso').disabled).toBe(false);
  });

  it('of an earlier failure is shown without its text, which the server does not repeat', async () => {
    const failed = { state: 'failed', at: '2026-12-01T23:06:00Z', reason: 'rejected' } as const;
    await renderClosedList({ items: [createNotice(failed, 2), { ...createNotice(failed), text: '' }] });
    expect(screen.getAllByText('No se envió')).toHaveLength(2);
    expect(screen.getAllByText('Ver el texto')).toHaveLength(1);
  });
});
