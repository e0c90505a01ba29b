import { expect, it } from 'vitest';
import { Dexie } from 'dexie';
import { isTransactionAborted, StorageProblem, toStorageProblem } from './problem.ts';

const convertedProblemKindOf = (error: unknown) => toStorageProblem(error)?.kind ?? null;

it('S20 a full disk is recognised by the error of each browser, even if it is no Error object', () => {
  expect(convertedProblemKindOf(new DOMException('', 'QuotaExceededError'))).toBe('full');
  expect(
    convertedProblemKindOf({ name: 'AbortError', inner: new DOMException('', 'QuotaExceededError') }),
  ).toBe('full');
  expect(convertedProblemKindOf({ name: 'NS_ERROR_FILE_NO_DEVICE_SPACE', message: '' })).toBe('full');
});

it('S20 P10.304 storage that the browser blocks is reported as blocked, even where the database reports it as closed', () => {
  const closedError = (inner: Error) => new Dexie.DatabaseClosedError('x', inner);
  expect(convertedProblemKindOf(closedError(new Dexie.MissingAPIError()))).toBe('unavailable');
  expect(
    convertedProblemKindOf(
      closedError(new Dexie.OpenFailedError('x', new DOMException('', 'SecurityError'))),
    ),
  ).toBe('unavailable');
  expect(
    convertedProblemKindOf(
      closedError(new Dexie.OpenFailedError('x', new DOMException('', 'QuotaExceededError'))),
    ),
  ).toBe('full');
  expect(
    convertedProblemKindOf(closedError(new Dexie.OpenFailedError('x', new DOMException('', 'UnknownError')))),
  ).toBe('closed');
  expect(convertedProblemKindOf(new Dexie.DatabaseClosedError())).toBe('closed');
});

it('S20 `toStorageProblem` returns null for an error unrelated to storage', () => {
  for (const error of [new TypeError('x'), 'QuotaExceededError', null, undefined, {}])
    expect(toStorageProblem(error)).toBeNull();
  const known = new StorageProblem('erased');
  expect(toStorageProblem(known)).toBe(known);
});

it('S20 a failed bulk write to the database is classified by the errors of its rows', () => {
  const bulkError = (name: string) =>
    new Dexie.BulkError('entries.bulkPut()', { 0: new DOMException('', name) });
  expect(convertedProblemKindOf(bulkError('QuotaExceededError'))).toBe('full');
  expect(convertedProblemKindOf(bulkError('ConstraintError'))).toBeNull();
  expect([bulkError('AbortError'), bulkError('ConstraintError')].map(isTransactionAborted)).toEqual([
    true,
    false,
  ]);
});

it('S20 a rolled-back transaction is distinguished from an aborted request', () => {
  expect(isTransactionAborted(new Dexie.AbortError('', new DOMException('', 'AbortError')))).toBe(true);
  expect(isTransactionAborted(new DOMException('', 'AbortError'))).toBe(false);
});
