import { expect, type Page } from '@playwright/test';
import { API_BASE } from '#contract/routes/routes.ts';
import type { Fault, RequestMatcher } from '#tests/support/faults/fault.ts';
import type { ClinicUser } from '#tests/support/server/clinic.ts';
import type { ReceptionScreen } from '#tests/support/reception/reception.ts';
import type { FaultProxy } from '#tests/support/faults/fault-proxy.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** Returns the response of a base-contract server: JSON with the given message and the standard text of the status. */
export const baseContractError = (status: number, body: object): Fault => ({
  type: 'answer',
  status,
  body: JSON.stringify(body),
  headers: JSON_TYPE,
});

/** Returns an error response without any text: no message, no error and no status text, as in HTTP/2. */
export const textlessError = (status = 422): Fault => ({
  type: 'answer',
  status,
  statusText: '',
  body: '{}',
  headers: JSON_TYPE,
});

/** Matches a call by its path below the base path; `:id` matches one path segment. */
export const createCallMatcher = (method: string, path: string): RequestMatcher => ({
  method,
  path: new RegExp(`^${API_BASE}${path.replaceAll(':id', '[^/]+')}$`),
});

export async function withFault(
  line: FaultProxy,
  match: RequestMatcher,
  fault: Fault,
  during: () => Promise<unknown>,
): Promise<void> {
  line.inject(match, fault, Number.POSITIVE_INFINITY);
  try {
    await during();
  } finally {
    line.heal();
  }
}

export const expectText = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible();

/** Signs in and waits for the address, but not for the data that the device stores for offline use. */
export async function openAs(desk: ReceptionScreen, member: ClinicUser, path: string): Promise<void> {
  await desk.open(path);
  await desk.fillSignIn(member);
  await expect(desk.page).toHaveURL(`${desk.origin}${path}`);
}
