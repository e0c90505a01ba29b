import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildOpenApi } from '#server/openapi/document.ts';
import { ROOT } from './pages.ts';

it('the table in docs/reference/api.md lists each header of the OpenAPI document', () => {
  const { parameters, securitySchemes } = buildOpenApi('x').components;
  const names = [
    ...Object.keys(parameters),
    securitySchemes.deviceProof.name,
    securitySchemes.deviceReportProof.name,
  ];
  const page = readFileSync(path.join(ROOT, 'docs/reference/api.md'), 'utf8');
  expect(names.filter((name) => !page.includes(`| \`${name}\``) && !page.includes(`, \`${name}\``))).toEqual(
    [],
  );
});
