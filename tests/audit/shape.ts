import { expect } from './fixtures.ts';

const keysOf = (value: unknown): string[] => Object.keys(value ?? {});

export const expectFields = (value: unknown, fields: readonly string[]): void =>
  expect(keysOf(value)).toEqual(expect.arrayContaining([...fields]));

export const LIST_FIELDS = ['items', 'total_count', 'page', 'page_size'] as const;

/** Asserts that the response has this status and a message; if `message` is given, exactly this message. */
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
