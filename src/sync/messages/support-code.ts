import type { Rejection } from '#domain/outbox/item.ts';
import { serverMessageOrCodeText } from './code-text.ts';

type SupportCodeSource = Pick<Rejection, 'status' | 'message'> &
  Partial<Pick<Rejection, 'code' | 'requestId'>>;

/**
 * Returns the support code that the user gives to the support. Undefined when the server sent none, or when its message already
 * says what the user can do.
 */
export const supportCodeToShow = (refusal: SupportCodeSource): string | undefined =>
  refusal.status >= 500 || serverMessageOrCodeText(refusal) === '' ? refusal.requestId : undefined;
