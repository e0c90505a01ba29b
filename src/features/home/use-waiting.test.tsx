import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { bogotaDay } from '#domain/time/clock.ts';
import type { EvaluationListQuery } from '#sync/reads/evaluations/evaluations.ts';
import type { Account } from '#sync/session/session.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { selectQuickAccessCards } from './quick-access.ts';
import { useWaitingPatientCount } from './use-waiting.ts';

const listMocks = vi.hoisted(() => ({
  fetchEvaluationList:
    vi.fn<(reader: unknown, question: EvaluationListQuery) => Promise<{ total: number; items: object[] }>>(),
  link: 'up',
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve({ name: listMocks.link }),
}));
vi.mock('#sync/reads/evaluations/evaluations.ts', () => ({
  fetchEvaluationList: listMocks.fetchEvaluationList,
}));

const NOW = Date.parse('2026-03-10T12:00:00-05:00');
const EMPTY_SHIFT_COUNT = {
  registered: 0,
  confirmed: 0,
  onTheirWay: 0,
  attention: 0,
  discarded: 0,
  handedOver: 0,
};

function WaitingCountLine({ of }: { of: Account }) {
  const waiting = useWaitingPatientCount(of, NOW);
  const card = selectQuickAccessCards(['manage_evaluations']).find(({ label }) => label === 'Lista de hoy');
  return <p>{card?.describe({ ...EMPTY_SHIFT_COUNT, hasOthers: false, waiting, deliveries: null }, of)}</p>;
}
const renderWaitingCountLine = (actions: Parameters<typeof createAccount>[0]) =>
  renderReadScreen(<WaitingCountLine of={createAccount(actions)} />, '/home');

beforeEach(() => {
  vi.clearAllMocks();
  listMocks.link = 'up';
});

it.each([
  [0, 'Nadie espera'],
  [1, '1 persona espera'],
  [3, '3 personas esperan'],
])(
  "P10.325 the card 'Lista de hoy' says in words that %i patients are waiting today",
  async (total, words) => {
    const items = [{ repetition: { state: 'repeats' } }, { repetition: null }, {}];
    listMocks.fetchEvaluationList.mockResolvedValue({ total: total + 1, items });
    renderWaitingCountLine(['manage_evaluations']);
    expect(await screen.findByText(words)).toBeTruthy();
    const day = bogotaDay(NOW);
    expect(listMocks.fetchEvaluationList.mock.lastCall?.[1].filters).toMatchObject({
      statuses: ['pendiente'],
      from: day,
      to: day,
    });
  },
);

it.each([
  ['when the server rejects the request', ['manage_evaluations'], true],
  ['to a user who may not open evaluations, and requests none', ['register_patients'], false],
] as const)("P10.325 the card 'Lista de hoy' shows no number %s", async (_case, actions, isAsked) => {
  listMocks.fetchEvaluationList.mockRejectedValue(new Error('500'));
  renderWaitingCountLine([...actions]);
  expect(await screen.findByText('Quién espera, y desde cuándo')).toBeTruthy();
  expect(listMocks.fetchEvaluationList.mock.calls.length > 0).toBe(isAsked);
});
