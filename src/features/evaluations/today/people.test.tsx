import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { sampleEvaluation, toEvaluationListItem } from '#tests/support/screens/evaluation.ts';
import { TodayPatients } from './people.tsx';

vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('#tests/support/screens/rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/reads/evaluations/listed-photo.ts', () => ({ readCachedPhoto: async () => null }));
vi.mock('#storage/drafts/clinical-drafts.ts', () => ({
  listUnsavedEvaluations: async () => new Set([sampleEvaluation(2).id]),
}));

it("P11.85 today's list marks the evaluation whose texts are unsaved on this device", async () => {
  const items = [1, 2].map((nth) => toEvaluationListItem(sampleEvaluation(nth)));
  const reader = { ownerId: 'doctor', branchId: 'branch' };
  renderReadScreen(
    <TodayPatients items={items} reader={reader} from="/evaluations/today" busy={false} calls={null} />,
    '/evaluations/today',
  );
  const tag = await screen.findByText('Sin guardar');
  expect(tag.closest('a')?.getAttribute('href')).toBe(`/evaluations/${sampleEvaluation(2).id}`);
});
