import { expect, type Page } from '@playwright/test';
import { API_BASE } from '#contract/routes/routes.ts';
import type { Fault, Match } from '#tests/support/faults/fault.ts';
import type { Member } from '#tests/support/provider/clinic.ts';
import type { Desk } from '#tests/support/desk/desk.ts';
import type { FaultProxy } from '#tests/support/faults/fault-proxy.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const;

/** An answer of the base contract alone: JSON with whatever words it has, and the status's usual text. */
export const worded = (status: number, body: object): Fault => ({
  type: 'answer',
  status,
  body: JSON.stringify(body),
  headers: JSON_TYPE,
});

/** Refused without a word: no message, no error, and no status text, as over HTTP/2. */
export const wordless = (status = 422): Fault => ({
  type: 'answer',
  status,
  statusText: '',
  body: '{}',
  headers: JSON_TYPE,
});

/** The call, by its path below the base path; `:id` stands for one part of it. */
export const call = (method: string, path: string): Match => ({
  method,
  path: new RegExp(`^${API_BASE}${path.replaceAll(':id', '[^/]+')}$`),
});

/** Each request that matches is answered so while something is done and looked at. */
export async function failing(
  line: FaultProxy,
  match: Match,
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

/** Whatever says it: a field, a notice, or a message that comes and goes. */
export const says = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByText(text).first()).toBeVisible();

/** From the sign-in form to the address; what the device keeps for later is not waited for. */
export async function enter(desk: Desk, member: Member, path: string): Promise<void> {
  await desk.open(path);
  await desk.fillSignIn(member);
  await expect(desk.page).toHaveURL(`${desk.origin}${path}`);
}
