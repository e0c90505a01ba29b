import { describe, expect, it } from 'vitest';
import { routes } from '#contract/routes/routes.ts';
import { RESPONSE_UNCLEAR_CODE, consequenceOfResult, isContentRejection } from '#domain/outbox/outcome.ts';
import { CALL_UNKNOWN_CODE, parseErrorResponse } from './error-response.ts';

const HTML = '<!doctype html><title>Acceso</title>';
const parseTestResponse = (status: number, body: string | null, type?: string, statusText = '') =>
  parseErrorResponse(
    routes.createEvaluation,
    new Response(body, {
      status,
      statusText,
      ...(type !== undefined && { headers: { 'content-type': type } }),
    }),
    0,
  );
const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns the effect of a response on the outbox item: automatic retry, attention of a user, or a new sign-in. */
async function findEffectOnItem(...given: Parameters<typeof parseTestResponse>): Promise<string> {
  const result = await parseTestResponse(...given);
  if (result.type !== 'error' && result.type !== 'foreign') throw new Error(result.type);
  const verdict = consequenceOfResult(result, 0);
  if (verdict.type === 'session_ended') return verdict.type;
  const { event } = verdict;
  if (event.type === 'defer') return event.cause;
  if (event.type !== 'refuse') throw new Error(event.type);
  return isContentRejection(event.refusal) ? 'attention' : 'attention, not to be corrected';
}

it.each([
  ['K7QM3-0XTP4', 'K7QM3-0XTP4'],
  ['0197c0de-4c1e-7000-8000-000000000001', '0197c0de-4c1e-7000-8000-000000000001'],
  ['x'.repeat(65), undefined],
  ['<b>hola</b>', undefined],
  ['', undefined],
])('P10.82 the device stores the server’s request id «%s» as %s', async (sent, kept) => {
  const response = new Response('{"message":"x"}', {
    status: 500,
    headers: { 'content-type': JSON_TYPE, 'x-request-id': sent },
  });
  const result = await parseErrorResponse(routes.createEvaluation, response, 0);
  expect(result.type === 'error' && result.refusal.requestId).toBe(kept);
});

describe('S6 S8 S10 effect on the outbox item of an error response without the contract’s error body', () => {
  it.each([
    ['a bare 400', 400, null, undefined, 'attention'],
    ['a bare 409', 409, '', undefined, 'attention'],
    ['a text', 422, 'Unprocessable', 'text/plain', 'attention'],
    ['an empty body that calls itself JSON', 400, '', JSON_TYPE, 'attention'],
    ['an object without words', 400, '{}', JSON_TYPE, 'attention'],
    ['a JSON text', 400, '"x"', JSON_TYPE, 'attention'],
    ['a JSON list', 400, '[{"message":"x"}]', JSON_TYPE, 'attention'],
    ['words that are none', 400, '{"message":42,"error":{}}', JSON_TYPE, 'attention'],
    [
      'a problem of RFC 9457',
      422,
      '{"title":"Invalid","status":422}',
      'application/problem+json',
      'attention',
    ],
    ['a 403 in words', 403, 'RBAC: access denied', 'text/plain', 'attention, not to be corrected'],
    ['a 404 in words', 404, '404 page not found', 'text/plain', 'attention, not to be corrected'],
    ['a 451 in words', 451, 'Blocked', 'text/plain', 'attention, not to be corrected'],
    ['a teapot', 418, null, undefined, 'attention, not to be corrected'],
    ['JSON cut short', 409, '{"code":"idempotency_in_pro', JSON_TYPE, 'attention, not to be corrected'],
    ['a page', 400, HTML, 'text/html', 'portal'],
    ['a page of XHTML', 403, '<?xml version="1.0"?><html/>', 'application/xhtml+xml', 'portal'],
    ['a page that calls itself JSON', 404, ' <HTML><body>', JSON_TYPE, 'portal'],
    ['a page that calls itself text', 403, '<!-- wifi -->\n<html>', 'text/plain', 'portal'],
    ['a page that says nothing of itself', 422, HTML, undefined, 'portal'],
    ['a page with too many requests', 429, HTML, 'text/html', 'portal'],
    ['a proxy’s sign-in, in whatever body', 407, '{"message":"x"}', JSON_TYPE, 'portal'],
    ['a network’s sign-in', 511, 'Log in', 'text/plain', 'portal'],
    ['a page about the size', 413, HTML, 'text/html', 'attention'],
    ['a bare 401', 401, null, undefined, 'session_ended'],
    ['a page with 401', 401, HTML, 'text/html', 'session_ended'],
    ['a bare 408', 408, null, undefined, 'busy'],
    ['a bare 425', 425, null, undefined, 'busy'],
    ['a 429 in words', 429, 'slow down', 'text/plain', 'busy'],
    ['a bare 500', 500, null, undefined, 'failing'],
    ['a gateway’s page', 502, HTML, 'text/html', 'failing'],
  ] as const)(
    "P8.1 the outbox item gets the state that the table of this test lists for the response '%s', status %i",
    async (...[, status, body, type, verdict]) => {
      expect(await findEffectOnItem(status, body, type)).toBe(verdict);
    },
  );
});

describe('P8 parsed error response', () => {
  it('the parser of error responses takes the message from an error body of any content type, and no text from a page or plain text', async () => {
    for (const type of [
      JSON_TYPE,
      'application/problem+json',
      'application/vnd.api+json',
      'text/html',
      'text/plain',
    ])
      expect(await parseTestResponse(400, '{"message":"Hoy no."}', type)).toMatchObject({
        refusal: { message: 'Hoy no.' },
      });
    expect(await parseTestResponse(400, 'Bad thing', 'text/plain', 'Bad Request')).toMatchObject({
      refusal: { status: 400, code: null, message: '', details: [], statusText: 'Bad Request' },
    });
  });

  it('the parser of error responses truncates texts and details of an error response to what a screen can show', async () => {
    const long = 'x'.repeat(5_000);
    const details = Array.from({ length: 300 }, () => ({ field: 'a', message: long }));
    const body = JSON.stringify({ code: long, message: long, details: details.slice(0, 10) });
    const result = await parseTestResponse(400, body, JSON_TYPE, long);
    const refusal = result.type === 'error' ? result.refusal : null;
    expect(refusal?.message).toHaveLength(2_000);
    expect(refusal?.statusText).toHaveLength(100);
    expect(refusal?.code).toHaveLength(100);
    expect(refusal?.details[9]?.message).toHaveLength(2_000);
    expect(
      await parseTestResponse(
        400,
        JSON.stringify({ details: details.map(({ field }) => ({ field, message: 'x' })) }),
        JSON_TYPE,
      ),
    ).toMatchObject({
      refusal: { details: { length: 100 } },
    });
  });

  it('the parser of error responses stops reading an endless error body after its first bytes', async () => {
    let sent = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(stream) {
        sent += 1;
        stream.enqueue(new Uint8Array(10_000).fill(32));
      },
      cancel: () => void (isCancelled = true),
    });
    const response = new Response(endless, { status: 400, headers: { 'content-type': 'text/plain' } });
    expect(await parseErrorResponse(routes.createEvaluation, response, 0)).toMatchObject({ type: 'error' });
    expect(sent).toBeLessThan(12);
    expect(isCancelled).toBe(true);
  });

  it('S6 the parser of error responses distinguishes a body of many comments from an HTML page in linear time', async () => {
    const comments = '<!---->'.repeat(9_000);
    expect(await parseTestResponse(400, `${comments}x`)).toMatchObject({ type: 'error' });
    expect(await parseTestResponse(400, `${comments}<!-- a - b ---><html>`)).toEqual({ type: 'foreign' });
  });

  it('S7 the error parser gives broken JSON the code for an unclear response, and a 404 page on a call beyond the base contract the code `call_unknown`', async () => {
    expect(await parseTestResponse(422, '{"code":"idempo', JSON_TYPE)).toMatchObject({
      refusal: { code: RESPONSE_UNCLEAR_CODE },
    });
    expect(await parseErrorResponse(routes.health, new Response(HTML, { status: 404 }), 0)).toMatchObject({
      refusal: { code: CALL_UNKNOWN_CODE },
    });
  });
});
