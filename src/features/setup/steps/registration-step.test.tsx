import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SETUP_STEPS } from '#domain/setup/steps.ts';
import {
  CatalogServer,
  OTHER_ROW_ID,
  okResponse,
  createListPage,
} from '#tests/support/screens/catalog-server.ts';
import { createAccount, renderReadScreen } from '#tests/support/screens/rendering/render-read-screen.tsx';
import { RegistrationStep } from './registration-step.tsx';
import type { StepProps } from './step.ts';

const mocks = vi.hoisted(() => ({ provider: null as unknown as CatalogServer }));
vi.mock('#sync/catalogs/additional-fields.ts', () => ({
  refreshAdditionalFields: () => Promise.resolve('replaced'),
}));
vi.mock('#sync/requests/api-request.ts', async (original) => ({
  ...(await original<object>()),
  sendRequest: (...call: Parameters<CatalogServer['ask']>) => mocks.provider.ask(...call),
}));

const ZERO_COUNTS = { total: 0, active: 0 };
const BASE_TOTALS = {
  evaluation_types: ZERO_COUNTS,
  companies: ZERO_COUNTS,
  branches: ZERO_COUNTS,
  exams: ZERO_COUNTS,
  doctors: ZERO_COUNTS,
};
const listRequestedRoutes = () => mocks.provider.calls.map(({ name }) => name);
function renderRegistrationStep(totals: object) {
  mocks.provider.on('catalogOverview', okResponse(totals));
  const props = { account: createAccount(['manage_catalogs']), disabledReason: null } as unknown as StepProps;
  return renderReadScreen(<RegistrationStep {...props} />, '/setup');
}

beforeEach(() => {
  mocks.provider = new CatalogServer();
  mocks.provider.on('listAdditionalFields', okResponse(createListPage([])));
  mocks.provider.on('createAdditionalField', ({ body }) =>
    okResponse({ ...(body as object), id: OTHER_ROW_ID }, 201),
  );
});

describe('P10.362 ready fields in the set-up', () => {
  it('the last step offers the ready fields with one button and requests them only after a click', async () => {
    renderRegistrationStep({ ...BASE_TOTALS, additional_fields: ZERO_COUNTS });
    const open = await screen.findByRole('button', { name: 'Agregar campos listos' });
    expect(listRequestedRoutes()).toEqual(['catalogOverview']);
    await userEvent.click(open);
    await userEvent.click(await screen.findByRole('checkbox', { name: /^EPS/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Agregar 1' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(mocks.provider.last('createAdditionalField')?.body).toMatchObject({
      name: 'EPS',
      kind: 'choice',
    });
  });

  it('the last step offers no fields when the server has no additional fields', async () => {
    const { askAgain } = renderRegistrationStep(BASE_TOTALS);
    await askAgain();
    expect(screen.getByText(/Quien atiende entra con su cuenta/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Agregar campos listos' })).toBeNull();
  });

  it('the set-up has no step for additional fields', () => {
    expect(SETUP_STEPS).toEqual(['clinic', 'types', 'exams', 'people', 'doctor', 'logo', 'registration']);
  });
});
