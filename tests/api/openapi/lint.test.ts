// @module-tag landing
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { buildOpenApi } from '#server/openapi/document.ts';

const lintOpenApi = async (document: unknown): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(
    ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer ?? ''}: ${message}`,
  );
};

it('P10.19 a linter with the recommended rules reports only the missing licence, which the test removes from the OpenAPI document', async () => {
  const { info, ...document } = buildOpenApi('ventanilla_session');
  const found = await lintOpenApi({ ...document, info: { ...info, license: undefined } });
  expect(found).toEqual([expect.stringContaining('info-license')]);
});
