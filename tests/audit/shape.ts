import { expect } from './fixtures.ts';

const keysOf = (value: unknown): string[] => Object.keys(value ?? {});

/** Asserts that the value has all these fields; it may have others. */
export const expectFields = (value: unknown, fields: readonly string[]): void =>
  expect(keysOf(value)).toEqual(expect.arrayContaining([...fields]));

export const LIST_FIELDS = ['items', 'total_count', 'page', 'page_size'] as const;

/** Asserts that the reply has this status and any message, or exactly `message` if that is given. */
export function expectRejection(
  reply: { readonly status: number; readonly json: unknown },
  status: number,
  message?: string,
): void {
  expect({ status: reply.status, message }).toEqual({ status, message });
  const body = JSON.stringify(reply.json);
  expect(body).toMatch(/"message":"[^"]/);
  if (message !== undefined) expect(body).toContain(JSON.stringify(message));
}
