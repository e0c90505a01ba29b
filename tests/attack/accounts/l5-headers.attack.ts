import assert from 'node:assert/strict';
import type { AttackResponse, Attack } from '../attack.ts';

const REQUEST_TARGETS = [
  '/api/v1/health',
  '/api/v1',
  '/api/v1/',
  '/api/v1/nothing',
  '/api/v1?x',
  '/api/v1#x',
  '/%61pi/v1/health',
  '/%61pi/v1/evaluations',
  '/%61pi/%76%31/nothing',
  '/%61pi%2fv1/health',
  '/api%2Fv1/health',
  '/API/v1/health',
  '//api/v1/health',
  '/./api/v1/health',
  '/x/../api/v1/health',
  '/api/v1/%',
  '/%',
  '/%zz',
  '/%c0%ae',
  '/api/v1/files/%',
  '/api/v1/files/%00',
  `/api/v1/evaluations/${'x'.repeat(500)}`,
  `/api/v1/files/${'x'.repeat(5_000)}`,
  '/..%2f..%2fetc/passwd',
  '/%00',
  'http://127.0.0.1/api/v1/health',
  '*',
];
const METHODS = ['GET', 'POST', 'OPTIONS', 'TRACE', 'PROPFIND'];
const EXPECTED_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Returns the first security header that the response lacks, or null. Empty bodies and HTML pages with status 200 need no
 * `sandbox`.
 */
function findMissingSecurityHeader({ headers, status, body }: AttackResponse): string | null {
  const policy = String(headers['content-security-policy']);
  if (!policy.includes("default-src 'none'")) return `content-security-policy ${policy}`;
  const isPage = headers['content-type']?.startsWith('text/html') === true && status === 200;
  if (!isPage && body.length > 0 && !policy.endsWith('; sandbox')) return `content-security-policy ${policy}`;
  const missing = Object.entries(EXPECTED_HEADERS).find(([name, value]) => headers[name] !== value);
  return missing ? `${missing[0]} ${String(headers[missing[0]])}` : null;
}

export const attack: Attack = {
  finding: 'L5',
  title: 'every spelling of an address of the API gets its headers',
  run: async ({ call }) => {
    const problems: string[] = [];
    for (const target of REQUEST_TARGETS)
      for (const method of METHODS) {
        const response = await call('desk', method, target, { target });
        const problem = findMissingSecurityHeader(response);
        if (problem !== null)
          problems.push(`${method} ${target.slice(0, 60)} (${response.status}): ${problem}`);
      }
    assert.deepEqual(problems, [], `Answers without the API's headers: ${problems.join('; ')}`);
    return [`${REQUEST_TARGETS.length * METHODS.length} requests`];
  },
};
