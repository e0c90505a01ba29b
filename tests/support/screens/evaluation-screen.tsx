// The evaluation screen with simulated server responses. Import this file before the screen's modules, because it mocks modules
// that they import.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, vi } from 'vitest';
import type { SavedNotes, SigningRules } from '#contract/records/evaluation/clinical.ts';
import type { Decisions } from '#contract/records/evaluation/decisions.ts';
import type { Evaluation } from '#contract/records/evaluation/evaluations.ts';
import type { Worksheet } from '#domain/evaluation/worksheet/worksheet.ts';
import type { SaveResult } from '#sync/changes/clinical.ts';
import { EvaluationPage } from '#features/evaluations/detail/evaluation-page.tsx';
import { sampleEvaluation } from './evaluation.ts';
import { createAccount, renderReadScreen } from './rendering/render-read-screen.tsx';

const mocks = vi.hoisted(() => ({
  fetchEvaluation: vi.fn(),
  cacheChangedEvaluation: vi.fn((_reader: unknown, _changed: unknown) => Promise.resolve()),
  fetchList: vi.fn(),
  fetchExamPackages: vi.fn(),
  fetchTemplates: vi.fn(),
  fetchDecisionOptions: vi.fn(),
  readPreviousNotes: vi.fn(),
  readPreviousResults: vi.fn(),
  fetchPhrases: vi.fn(),
  recordPhraseUse: vi.fn(() => Promise.resolve()),
  saveNotes: vi.fn(),
  saveResults: vi.fn(),
  signEvaluation: vi.fn(),
  fetchSigningRules: vi.fn(),
  reopenEvaluation: vi.fn(),
  addClarification: vi.fn(),
  fetchDocument: vi.fn(),
  fetchIssuedConcept: vi.fn(),
  attachFile: vi.fn(),
  retryNow: vi.fn(() => Promise.resolve()),
  discardEntry: vi.fn(() => Promise.resolve('discarded')),
  recordDownload: vi.fn((_owner: string, _name: string) => Promise.resolve()),
  saveFile: vi.fn(),
  toast: vi.fn(),
  hideToast: vi.fn(),
  clearToasts: vi.fn(),
  draft: null as unknown,
  storedMarks: undefined as Worksheet['marks'],
  saved: [] as unknown[],
  link: { name: 'up' },
  unsentFiles: [] as unknown[],
}));
vi.mock('dexie-react-hooks', async () => ({
  useLiveQuery: (await import('./rendering/render-read-screen.tsx')).useQueryOnChange,
}));
vi.mock('#sync/reads/evaluations/evaluations.ts', () => ({
  fetchAndCacheEvaluation: mocks.fetchEvaluation,
  cacheChangedEvaluation: mocks.cacheChangedEvaluation,
  fetchEvaluationList: mocks.fetchList,
  readCachedEvaluationList: () => Promise.resolve(null),
  buildEvaluationListFromCache: () => Promise.resolve(null),
  openCachedEvaluation: () => Promise.resolve(null),
  readOrFetchFile: () => new Promise(() => undefined),
  isFileCached: () => Promise.resolve(false),
}));
vi.mock('#sync/reads/evaluations/previous-visit.ts', () => ({
  readPreviousNotes: mocks.readPreviousNotes,
  readPreviousResults: mocks.readPreviousResults,
}));
vi.mock('#sync/catalogs/phrases.ts', () => ({
  refreshAndReadPhrases: mocks.fetchPhrases,
  readCachedPhrases: () => Promise.resolve(null),
  recordPhraseUse: mocks.recordPhraseUse,
}));
vi.mock('#sync/changes/clinical.ts', () => ({
  saveNotes: mocks.saveNotes,
  saveExamOrderResults: mocks.saveResults,
  signEvaluation: mocks.signEvaluation,
  fetchSigningRules: mocks.fetchSigningRules,
  reopenEvaluation: mocks.reopenEvaluation,
  addClarification: mocks.addClarification,
}));
vi.mock('#sync/reads/exam-packages.ts', () => ({
  fetchExamPackages: mocks.fetchExamPackages,
  readCachedExamPackages: () => Promise.resolve(null),
}));
vi.mock('#sync/reads/evaluation-templates.ts', () => ({
  fetchEvaluationTemplates: mocks.fetchTemplates,
  readCachedEvaluationTemplates: () => Promise.resolve(null),
}));
vi.mock('#sync/reads/decision-options.ts', () => ({
  fetchDecisionOptions: mocks.fetchDecisionOptions,
  readCachedDecisionOptions: () => Promise.resolve(null),
}));
vi.mock('#sync/reads/documents/documents.ts', () => ({
  fetchOrReadDocument: mocks.fetchDocument,
  fetchOrReadIssuedConcept: mocks.fetchIssuedConcept,
  isDocumentCached: () => Promise.resolve(false),
}));
vi.mock('#sync/reads/documents/verification-key.ts', () => ({
  readVerificationKey: () => Promise.resolve({ page: 'https://clinica.test/v/' }),
}));
vi.mock('#sync/reads/documents/downloads.ts', () => ({ recordDownload: mocks.recordDownload }));
vi.mock('#sync/outbox/attachments.ts', () => ({ attachFile: mocks.attachFile }));
vi.mock('#sync/outbox/outbox.ts', () => ({ requestDrain: () => undefined }));
vi.mock('#sync/outbox/entry-actions.ts', () => ({
  retryItemsNow: mocks.retryNow,
  discardEntry: mocks.discardEntry,
}));
vi.mock('#sync/reads/evaluations/prefetch.ts', () => ({
  prefetchIfAnyUncached: () => Promise.resolve('not_due'),
}));
vi.mock('#ui/notices/toast.ts', () => ({
  toast: mocks.toast,
  hideToast: mocks.hideToast,
  clearToasts: mocks.clearToasts,
}));
vi.mock('#ui/hooks/save-file.ts', () => ({ downloadFile: mocks.saveFile }));
vi.mock('#storage/drafts/clinical-drafts.ts', () => ({
  loadWorksheet: () => Promise.resolve(mocks.draft),
  readStoredMarks: () => Promise.resolve(mocks.storedMarks),
  saveWorksheet: (_owner: string, _id: string, sheet: unknown) =>
    Promise.resolve(void mocks.saved.push(sheet)),
  discardWindowWorksheet: () => Promise.resolve(void mocks.saved.push(null)),
}));
vi.mock('#storage/device/connection-state.ts', () => ({
  readConnectionState: () => Promise.resolve(mocks.link),
}));
vi.mock('#storage/outbox/entries.ts', () => ({
  listQueuedAttachments: () => Promise.resolve(mocks.unsentFiles),
  countOutboxReceipts: () => Promise.resolve(0),
}));
vi.mock('#storage/cache/catalogs.ts', () => ({
  findCatalogRow: (_resource: string, id: string) =>
    Promise.resolve({ id, name: 'Visiometría', code: 'VIS' }),
}));
vi.mock('#sync/catalogs/catalog-source.ts', () => ({
  createCatalogSource: (resource: string) => {
    const row = CATALOG_SEARCH_ROWS[resource] ?? { id: '', name: '', aside: '', recent: false };
    return {
      source: resource,
      fits: () => true,
      search: () => Promise.resolve([row]),
      find: () => Promise.resolve(row),
    };
  },
}));

const CATALOG_SEARCH_ROWS: Record<string, { id: string; name: string; aside: string; recent: boolean }> = {
  exams: { id: 'x9', name: 'Visiometría', aside: 'VIS', recent: false },
  doctors: { id: 'd1', name: 'Dra. Ana Demo', aside: 'RM-1 · Laboral', recent: false },
};
export const doctorAccount = createAccount(['manage_evaluations']);
export const unsignedEvaluation = sampleEvaluation(1, {
  exam_orders: sampleEvaluation(1).exam_orders.map((order) => ({ ...order, result_notes: 'Normal' })),
  notes: [{ note_type: 'concepto', content: 'Apta' }],
  media: [{ id: 'm', type: 'signature', storage_path: 'ab/s.png' }],
});
export const closedEvaluation: Evaluation = {
  ...unsignedEvaluation,
  status: 'cerrada',
  closed_at: '2026-11-20T15:00:00Z',
  doctor: { id: 'd1', name: 'Dra. Ana Demo' },
};
export const createFetchedEvaluation = (evaluation: Evaluation, etag = '"r1"') => ({
  evaluation,
  etag,
  fetchedAt: Date.now(),
});

/**
 * Returns the signing rules of a user who is not linked to a doctor, in a branch that lets such users sign without a password.
 */
export const createSigningRules = (patch: Partial<SigningRules> = {}): SigningRules => ({
  doctor: null,
  own_only: false,
  licences: [],
  unlinked_signatures: true,
  ...patch,
});

export const serverState = { now: sampleEvaluation(1) };
export const renderEvaluation = (evaluation: Evaluation = sampleEvaluation(1), who = doctorAccount) => {
  serverState.now = evaluation;
  return renderReadScreen(
    <EvaluationPage account={who} />,
    '/evaluations/:id',
    `/evaluations/${evaluation.id}`,
  );
};
export const getButton = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const openMoreMenu = () => userEvent.click(getButton('Más'));
export async function openSigningDialog() {
  await waitFor(() => expect(getButton('Firmar y cierre').disabled).toBe(false));
  await userEvent.click(getButton('Firmar y cierre'));
  return within(await screen.findByRole('dialog', { name: /^Vas a firmar como / }));
}
export async function signThroughDialog() {
  await userEvent.click((await openSigningDialog()).getByRole('button', { name: 'Firmar y cierre' }));
}
export const findNotesRegion = () => screen.findByRole('region', { name: 'Notas médicas' });
export const getTextField = (name: string) => screen.getByRole<HTMLTextAreaElement>('textbox', { name });
export const createSavedNotesResult = (
  notes: Evaluation['notes'],
  decisions?: Decisions,
): SaveResult<SavedNotes> => ({
  type: 'saved',
  body: { notes, ...(decisions && { decisions }) },
  etag: '"r2"',
});

export const evaluationMocks = mocks;

beforeEach(() => {
  vi.clearAllMocks();
  mocks.fetchEvaluation.mockImplementation(() => Promise.resolve(createFetchedEvaluation(serverState.now)));
  mocks.fetchList.mockResolvedValue({ items: [], total: 0, fetchedAt: Date.now(), source: 'provider' });
  mocks.fetchExamPackages.mockResolvedValue({ items: [], fetchedAt: Date.now() });
  mocks.fetchTemplates.mockResolvedValue({ items: [], fetchedAt: Date.now() });
  mocks.fetchDecisionOptions.mockResolvedValue({ options: null, fetchedAt: Date.now() });
  mocks.fetchSigningRules.mockResolvedValue(createSigningRules());
  mocks.readPreviousResults.mockResolvedValue({});
  mocks.fetchPhrases.mockResolvedValue({ phrases: [], fetchedAt: Date.now() });
  Object.assign(mocks, {
    draft: null,
    storedMarks: undefined,
    saved: [],
    link: { name: 'up' },
    unsentFiles: [],
  });
});
